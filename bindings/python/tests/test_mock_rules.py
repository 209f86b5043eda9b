# mypy: disable-error-code="empty-body"
"""Tests the rules of moya.intercept: conditions, replies, what an error says, and what is recorded."""

import re
import unittest
from typing import Any, Dict, List, Optional, Tuple

import moya
from definitions import definition, parameter
from moya.testing import Mock
from moya.typed import API, Events, M, delete, get


class Hub(moya.API):
    base_url = "http://api.invalid/v1"
    headers = {"Accept": "text/html"}
    user = moya.Route("/users/{name}")
    create = moya.Route("/users", "POST")


class Typed(API[M]):
    base_url = "http://api.invalid/v1"

    @get("/typed", at="item")
    def user(self, a: Optional[str] = None) -> Dict[str, str]: ...

    @delete("/typed")
    def delete(self) -> None: ...

    @get("/raw")
    def raw(self) -> bytes: ...

    @get("/events")
    def events(self) -> Events[int]: ...


def target(path: str = "users", method: str = "GET", **fields: Any) -> moya.Target:
    return moya.Target("http://api.invalid:81/v1", path, method, **{"name": "Hub.call", **fields})


class MockTest(unittest.TestCase):
    def setUp(self) -> None:
        self.mock: Mock = moya.intercept(assert_all_called=False, assert_all_matched=False)
        self.mock.__enter__()
        self.addCleanup(self.mock.__exit__, None, None, None)
        self.provider = moya.Provider()
        self.addCleanup(self.provider.close)

    def refused(self, wanted: moya.Target) -> str:
        with self.assertRaises(moya.NoStub) as caught:
            self.provider.call(wanted)
        return str(caught.exception)


class ConditionTests(MockTest):
    def test_each_condition_is_compared(self) -> None:
        form = lambda **fields: target(method="POST", form=fields)  # noqa: E731
        json = lambda value: target(method="POST", json=value)  # noqa: E731
        a, b, two = ("a", "1"), ("b", "1"), ("a", "2")
        q = lambda *items: target(query=items, headers=items)  # noqa: E731
        for condition, right, wrong in (
            ({"method": "post"}, target(method="POST"), target()),
            ({"method": ["PUT", "PATCH"]}, target(method="PATCH"), target(method="POST")),
            ({"url": "http://api.invalid:81/v1/users"}, target(query={"q": "1"}), target("other")),
            ({"url": "http://api.invalid:81/{version}/users"}, target(), target("users/x")),
            ({"url": re.compile(r"/users/\d+$")}, target("users/7"), target("users/x")),
            ({"host": "api.invalid:81"}, target(), target().replace(base_url="http://api.invalid")),
            ({"host": re.compile(r"^api\.")}, target(), target().replace(base_url="http://h")),
            ({"path": "/v1/users/{name}"}, target("users/a b"), target("users/a/b")),
            ({"path": "/v1/a.b"}, target("a.b"), target("axb")),
            ({"path": re.compile("^/v1/u")}, target(), target("x")),
            ({"query": {"a": 1}}, q(b, a), q(b)),
            ({"query": {"a": None}}, q(a), q(b)),
            ({"query": {"a": re.compile("^[12]$")}}, q(a), q(("a", "12"))),
            ({"query": [a, two]}, q(a, b, two), q(two, a)),
            ({"query": [a, a]}, q(a, b, a), q(a)),
            ({"query": {"a": "1"}, "exact_query": True}, q(a), q(a, b)),
            ({"exact_query": True}, q(), q(a)),
            ({"headers": {"A": "1"}}, q(a), q(two)),
            ({"headers": {"a": None}}, q(a), q(b)),
            ({"headers": {"User-Agent": re.compile("^libmoya/")}}, q(), q(("user-agent", "me"))),
            ({"json": {"a": 1, "b": [None]}}, json({"b": [None], "a": 1.0}), json({"a": 1})),
            ({"json": {"a": 1}}, json({"a": 1}), json({"a": True})),
            ({"json": [1]}, json([1]), target(method="POST", body=b"[1")),
            ({"json_contains": {"a": {"b": 1}}}, json({"a": {"b": 1, "c": 2}, "d": 3}), json({"a": {"b": 2}})),
            ({"json_contains": {"a": [{"b": 1}]}}, json({"a": [{"b": 1, "c": 2}]}), json({"a": [{"b": 1}, 2]})),
            ({"form": {"a": "1 2"}}, form(a="1 2", b="3"), form(a="1")),
            ({"body": b"12"}, target(method="POST", body=b"12"), target(method="POST", body=b"123")),
            ({"body": re.compile(b"2$")}, target(method="POST", body=b"12"), target(method="POST", body=b"21")),
            ({"target": "Hub.call"}, target(), target(name="other")),
            ({"matches": lambda request: request.query == [a]}, q(a), q(b)),
        ):  # fmt: skip
            with self.subTest(condition):
                rule = self.mock.on(**condition).reply(moya.Sample(text="yes"))
                self.assertEqual(self.provider.call(right).text, "yes")
                self.refused(wrong)
                self.assertEqual((rule.calls, self.mock.unmatched), ([right], [wrong]))
                self.mock.reset()

    def test_wrong_conditions_are_refused(self) -> None:
        for condition in (
            {"method": 1}, {"url": 1}, {"url": re.compile(b"")}, {"path": b"/"}, {"query": 1}, {"headers": {"a": object()}},
            {"body": "text"}, {"matches": 1}, {"params": {}}, {"querry": {}}, {"target": 1}, {"what": "GET"}, {"what": moya.Provider},
        ):
            with self.subTest(condition), self.assertRaises((moya.UsageError, TypeError)):
                self.mock.on(**condition)
        self.assertEqual(self.mock.rules, [])

    def test_conditions_that_no_request_can_meet_are_refused(self) -> None:
        rows: "List[Tuple[Dict[str, Any], str]]" = [
            ({"url": "http://api.invalid/users?page=1"}, "url has a query or a fragment; use query="),
            ({"url": "http://ann:secret@api.invalid/"}, "url has a user, which a request has in the header field Authorization"),
            ({"url": "/users"}, "url must begin with http:// or https://; use path="),
            ({"path": "users"}, "path must begin with a slash, and have the path of the base URL too"),
            ({"host": "http://api.invalid"}, "host must be a host with its port; use url="),
            ({"body": re.compile("text")}, "body must be bytes or a compiled pattern of bytes"),
            ({"headers": {"Accept": re.compile(b"json")}}, "a value in header must be a str, a number or a pattern of a str"),
        ]
        for condition, reason in rows:
            with self.subTest(condition), self.assertRaisesRegex(moya.UsageError, reason) as caught:
                self.mock.on(**condition)
            self.assertNotIn("secret", str(caught.exception))
        self.assertEqual(self.mock.rules, [])

    def test_the_case_of_a_scheme_and_a_host_does_not_matter(self) -> None:
        for condition, wanted in (
            ({"url": "HTTP://API.invalid:81/v1/users"}, target()), ({"host": "API.invalid:81"}, target()),
            ({"url": "http://api.invalid"}, moya.Target("http://api.invalid", "/")),
        ):
            with self.subTest(condition):
                self.mock.on(**condition).reply()
                self.assertEqual(self.provider.call(wanted).status_code, 200)
                self.mock.reset()

    def test_the_latest_rule_that_matches_responds(self) -> None:
        self.mock.on().reply(moya.Sample(text="any"))
        special = self.mock.on(path="/v1/users").reply(moya.Sample(text="users"))
        self.assertEqual([self.provider.call(target(path)).text for path in ("users", "x")], ["users", "any"])
        special.remove()
        self.assertEqual(self.provider.call(target()).text, "any")
        self.assertEqual(special.calls, [target()])
        with self.assertRaises(moya.StateError):
            special.reply()


class SubjectTests(MockTest):
    def test_an_endpoint_and_a_call(self) -> None:
        self.mock.on(Hub.user).reply({"login": "any"})
        self.mock.on(Hub.user(name="ann")).reply({"login": "ann"})
        other = Hub("http://elsewhere.invalid")
        logins = [self.provider.call(it).json("login") for it in (Hub.user(name="ann"), Hub.user(name="bob"), other.user(name="ann"))]
        self.assertEqual(logins, ["ann", "any", "ann"])
        self.assertEqual(self.mock.calls, [Hub.user(name="ann"), Hub.user(name="bob"), Hub.user(name="ann")])
        self.assertNotEqual(self.mock.calls[0], Hub.user(name="bob"))
        self.refused(Hub.create())

    def test_calls_differ_in_everything_that_is_sent_but_the_base_url(self) -> None:
        wanted = target("a", "POST", query={"q": "1"}, json={"b": 1}, headers={"X": "1"})
        self.mock.on(wanted).reply()
        self.provider.call(wanted.replace(base_url="http://h", headers={"x": "1", "Y": "2"}, timeout=5))
        for change in (
            {"path": "b"}, {"method": "PUT"}, {"query": {"q": "2"}}, {"query": None}, {"json": {"b": 2}}, {"json": None},
            {"headers": {"X": "2"}}, {"headers": None}, {"name": "other"}, {"json": None, "form": {"b": 1}},
        ):
            with self.subTest(change):
                self.refused(wanted.replace(**change))

    def test_replies_are_checked_against_the_result_of_a_definition(self) -> None:
        hub = moya.open(
            definition(
                repo={"path": "/repos/{id}", "parameters": [parameter("id", "path", "i64")], "result": {"type": "repo", "at": "data.repo"}},
                names={"path": "/names", "result": "[str]"},
            ),
            provider=self.provider,
        )
        rule = self.mock.on(hub.repo)
        good = {"id": 7, "full": "a/b", "made": "2026-02-03T04:05:06Z", "owner": {"login": "ann"}, "state": "open"}
        rule.reply(good)
        self.assertEqual(hub.repo(1)["full_name"], "a/b")
        rule.reply(moya.Sample(json={"data": {"repo": good}}))
        self.assertEqual(hub.repo(1)["id"], 7)
        rule.reply(moya.Sample(status_code=404))
        with self.assertRaises(moya.StatusError):
            hub.repo(1)
        for wrong in ({**good, "id": "7"}, {**good, "state": "gone"}, moya.Sample(json=good), moya.Sample()):
            with self.subTest(wrong), self.assertRaisesRegex(moya.UsageError, "repo: the reply is not what the endpoint returns"):
                rule.reply(wrong)
        self.mock.on(hub.names).reply(lambda request: ["a", 1])
        with self.assertRaises(moya.MoyaError) as caught:
            hub.names()
        self.assertIn("names: the reply is not what the endpoint returns", str(caught.exception.__cause__))

    def test_an_endpoint_of_a_typed_client(self) -> None:
        typed = Typed(self.provider)
        self.mock.on(Typed.user).reply({"login": "ann"})
        self.assertEqual((typed.user(), self.mock.calls[-1].method), ({"login": "ann"}, "GET"))
        self.assertEqual(typed.user.response().json(), {"item": {"login": "ann"}})
        with self.assertRaisesRegex(moya.UsageError, "Typed.user: .* it is a number, not a string at 'login'"):
            self.mock.on(Typed.user).reply({"login": 1})  # type: ignore[dict-item]
        self.mock.on(Typed.delete).reply(None)
        self.assertEqual(typed.delete.response().status_code, 204)
        self.mock.on(Typed.raw).reply(b"\xff")
        self.assertEqual(typed.raw(), b"\xff")
        self.mock.on(Typed.events).reply([1, 2])
        self.assertEqual(typed.events.response().text, "data: 1\n\ndata: 2\n\n")
        with self.assertRaisesRegex(moya.UsageError, "Typed.events"):
            self.mock.on(Typed.events).reply(["x"])  # type: ignore[list-item]
        self.mock.on(Typed.user(a="1")).reply({"login": "bob"})
        self.assertEqual((typed.user(a="1"), typed.user(a="2")), ({"login": "bob"}, {"login": "ann"}))
        self.assertEqual(self.mock.calls[-2], Typed.user(a="1"))


class ReplyTests(MockTest):
    def test_each_kind_of_reply(self) -> None:
        problem = ZeroDivisionError("mine")
        for reply, status, body in (
            ((), 200, b""), (([],), 200, b"[]"), (({"a": None},), 200, b'{"a":null}'), (("text",), 200, b'"text"'),
            ((moya.Sample(status_code=404, text="no"),), 404, b"no"), ((lambda request: [request.method],), 200, b'["GET"]'),
        ):
            with self.subTest(reply):
                self.mock.on().reply(*reply)
                response = self.provider.call(target())
                self.assertEqual((response.status_code, response.content), (status, body))
        for reply, kind in (
            (moya.Timeout("t", moya.Status.TIMEOUT_IDLE), moya.Timeout), (lambda _: moya.Sample(failure=moya.Status.NETWORK), moya.NetworkError),
            *((kind("no status"), kind) for kind in (moya.ConnectError, moya.ConnectTimeout, moya.Timeout, moya.NetworkError, moya.ProtocolError, moya.Cancelled)),
        ):  # fmt: skip
            self.mock.on().reply(reply)
            with self.subTest(kind), self.assertRaises(kind) as failed:
                self.provider.call(target())
            self.assertIs(type(failed.exception), kind)
        self.mock.on().fail(moya.Status.TIMEOUT_CONNECT)
        with self.assertRaises(moya.ConnectTimeout):
            self.provider.call(target())
        for reply in (problem, lambda _: problem):
            self.mock.on().reply(reply)
            with self.assertRaises(moya.MoyaError) as caught:
                self.provider.call(target())
            self.assertIs(caught.exception.__cause__, problem)
        for wrong in (object(), {"a": object()}, moya.ConnectError, dict):
            with self.assertRaises(moya.MoyaError):
                self.mock.on().reply(wrong)

    def test_replies_come_one_after_another_and_the_last_one_again(self) -> None:
        rule = self.mock.on().reply([1], moya.ConnectError("no", moya.Status.CONNECT), [3])
        seen: List[Any] = []
        for _ in range(5):
            try:
                seen.append(self.provider.call(target()).json())
            except moya.ConnectError:
                seen.append("no")
        self.assertEqual(seen, [[1], "no", [3], [3], [3]])
        rule.reply([4])
        self.assertEqual(self.provider.call(target()).json(), [4])
        self.assertEqual(len(rule.calls), 6)

    def test_a_delay_is_a_delay_of_the_library(self) -> None:
        self.mock.on(path="/v1/slow").reply([1], delay=3600)
        with self.assertRaises(moya.Timeout):
            self.provider.call(target("slow", timeout=0.01))
        self.mock.on(path="/v1/slow").reply([1], delay=0.001)
        self.assertEqual(self.provider.call(target("slow")).json(), [1])


class MessageTests(MockTest):
    def test_a_message_names_the_nearest_rule_and_the_differences(self) -> None:
        self.assertIn("GET http://api.invalid:81/v1/users, since there are no rules", self.refused(target()))
        self.mock.on(method="GET", path="/v1/users", query={"page": 2}, headers={"X-A": "1"}).reply()
        self.mock.on(method="POST", path="/v1/users", json={"a": [1, {"b": 2}], "c": None}).reply()
        says = self.refused(target("users", "POST", json={"a": [1, {"b": 3}], "d": 1}))
        self.assertEqual(
            says.splitlines(),
            [
                "Hub.call: no rule matches POST http://api.invalid:81/v1/users. The nearest of 2 is POST /v1/users json:",
                "  json.a[1].b: wanted 2, got 3", "  json.c: wanted null, got none", "  json.d: wanted none, got 1",
            ],
        )
        says = self.refused(target("users", query={"page": "3", "q": "x"}))
        self.assertEqual(says.splitlines()[1:], ["  query page: wanted '2', got '3'", "  header X-A: wanted '1', got none"])
        self.assertIn("path: wanted /users/ann, got /users/bob", self.nearest_call())

    def nearest_call(self) -> str:
        self.mock.on(Hub.user(name="ann")).reply()
        return self.refused(Hub.user(name="bob"))

    def test_a_function_sees_each_request_once(self) -> None:
        seen: List[Any] = []
        self.mock.on(path="/v1/users", matches=lambda request: seen.append(request.method)).reply()
        says = self.refused(target())
        self.assertIn("matches: wanted a true value, got a false one", says)
        self.assertIn("path: wanted '/v1/users', got '/v1/x'", self.refused(target("x", "POST")))
        with self.assertRaises(AssertionError):
            self.mock.assert_all_matched()
        self.assertEqual(seen, ["GET"])

    def test_a_rule_without_a_reply_is_named(self) -> None:
        self.mock.on(path="/v1/users")
        self.assertIn("since /v1/users has no reply", self.refused(target()))

    def test_a_message_is_short(self) -> None:
        self.mock.on(json=list(range(100))).reply()
        says = self.refused(target("x", "POST", json=list(range(1, 101))))
        self.assertIn("and 88 more differences", says)
        self.mock.on(json="x" * 10_000).reply()
        self.assertLess(len(self.refused(target("x", "POST", json="y" * 10_000))), 1000)

    def test_a_number_with_the_name_of_a_secret_is_shown(self) -> None:
        self.mock.on(json={"max_tokens": 7, "token": 7}).reply()
        says = self.refused(target("users", "POST", json={"max_tokens": 8, "token": "the-secret"}))
        self.assertIn("json.max_tokens: wanted 7, got 8\n  json.token: wanted 7, got <redacted>", says)

    def test_no_message_shows_a_secret(self) -> None:
        secret = {"token": "secret-1", "password": "secret-2", "user": {"api_key": "secret-3"}}
        conditions: "List[Dict[str, Any]]" = [
            {"url": re.compile("http://ann:secret-d@api.invalid/")},
            {"headers": {"Authorization": "secret-4", "Cookie": "secret-5"}}, {"query": {"token": "secret-6"}}, {"json": {**secret, "token": "secret-7"}},
            {"what": target("users", "POST", query={"token": "secret-8"}, json={"password": "secret-9"}, headers={"X-Api-Key": "secret-0"})},
            {"form": {"password": "secret-a"}}, {"body": b"secret-b"},
            {"json": {"token": {"value": "secret-c", "more": ["secret-e"]}}}, {"json_contains": {"token": ["secret-f"]}},
        ]
        for token in ("secret-1", {"value": "secret-g", "more": ["secret-h"]}, ["secret-i"]):
            self._check_secrets(conditions, {**secret, "token": token})

    def _check_secrets(self, conditions: "List[Dict[str, Any]]", body: "Dict[str, Any]") -> None:
        self.mock.reset()
        sent = target("users", "POST", query={"token": "secret"}, json=body, headers={"Authorization": "secret", "X-Api-Key": "secret"})
        for condition in conditions:
            rule = self.mock.on(**condition).reply()
            with self.subTest(condition):
                self.assertNotIn("secret", self.refused(sent))
                self.assertNotIn("secret", repr(rule) + repr(self.mock) + repr(self.mock.calls))
            rule.remove()
        self.mock.on(matches=lambda _: False).reply()
        with self.assertRaises(AssertionError) as caught:
            self.mock.assert_all_matched()
        self.assertNotIn("secret", str(caught.exception))
        with self.assertRaises(AssertionError) as caught:
            self.mock.assert_all_called()
        self.assertNotIn("secret", str(caught.exception))


class RecordTests(MockTest):
    def test_calls_are_recorded_with_fields_and_bodies(self) -> None:
        rule = self.mock.on(path="/v1/a").reply()
        self.provider.call(target("a", "POST", body=iter([b"one ", b"two"]), headers={"X-A": "1"}))
        self.provider.call(target("a", "POST", files={"f": b"data"}))
        self.refused(target("b", "PUT", json={"c": 1}))
        first, second, third = self.mock.calls
        self.assertEqual((first.body, first.headers["X-A"], first.target), (b"one two", "1", "Hub.call"))
        self.assertIn(b'filename="f"', second.body or b"")
        self.assertEqual((third.method, third.json()), ("PUT", {"c": 1}))
        self.assertEqual([len(rule.calls), rule.called, len(self.mock.unmatched)], [2, True, 1])
        self.assertEqual(first, first)
        self.assertNotEqual(first, second)
        self.assertEqual(repr(third), "<moya.testing.MockRequest Hub.call: PUT http://api.invalid:81/v1/b>")
        self.mock.reset()
        self.assertEqual((self.mock.calls, self.mock.rules), ([], []))
        self.refused(target("a"))
