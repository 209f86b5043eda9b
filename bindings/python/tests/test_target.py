"""Tests that targets are values."""

import abc
import copy
import enum
import inspect
import io
import pickle
import types
import typing
import unittest
from typing import Any, Callable

import moya
from support import stubbed


class TargetTests(unittest.TestCase):
    def test_equal_by_their_fields(self) -> None:
        one = moya.Target("https://a.example", "/x", headers={"A": "1"}, query={"q": 1})
        self.assertEqual(one, moya.Target("https://a.example", "/x", headers=[("A", "1")], query=[("q", 1)]))
        self.assertNotEqual(one, one.replace(path="/y"))
        self.assertNotEqual(one, "https://a.example")

    def test_a_url_alone_is_the_same_target_each_time_and_equal_to_all_others(self) -> None:
        class Text(str):
            pass

        urls = [f"https://a.example/{n}" for n in range(40)] * 2 + ["https://a.example/" + "x" * 2000]
        for url, target in [(url, moya.Target(url)) for url in urls]:
            self.assertEqual((target.base_url, target.path, target.method, target.name), (url, "", "GET", None))
            self.assertEqual(target, moya.Target(base_url=Text(url), path="", method="GET", name=None))
            self.assertEqual(target._c[1].base_url, url.encode())
        one, other = moya.Target("https://a.example"), moya.Target("https://a.example")
        self.assertIs(one, other)
        self.assertIsNot(moya.Target("https://a.example", name="one"), one)
        self.assertEqual(one.replace(path="/x").path, "/x")
        self.assertEqual((other.path, moya.Target("https://a.example").path), ("", ""))
        self.assertNotEqual(moya.Target("https://a.example", method="PUT"), one)
        self.assertEqual(pickle.loads(pickle.dumps(one)), other)
        for wrong in ([], b"https://a.example", 1):
            self.assertRaises(moya.UsageError, moya.Target, wrong)
        for _ in range(2):
            self.assertRaises(moya.UsageError, moya.Target, "https://a.example/\ud800")
            self.assertRaises(moya.RequestError, moya.Target, "https://a.example/\0")

    def test_a_class_derived_from_it_makes_its_own(self) -> None:
        class Search(moya.Target):
            def __init__(self, words: str) -> None:
                super().__init__("https://a.example", query={"q": words})

        self.assertEqual([Search(words).query for words in ("a", "b")], [(("q", "a"),), (("q", "b"),)])
        self.assertIsNot(Search("a"), Search("a"))
        for other in (abc.ABC, typing.SupportsInt):
            body = {"__int__": lambda self: 0}
            types.new_class("Both", (moya.Target, other), exec_body=lambda names: names.update(body))("https://a.example")

    def test_help_shows_its_parameters(self) -> None:
        self.assertEqual(list(inspect.signature(moya.Target).parameters), ["base_url", "path", "method", "fields"])

    def test_an_argument_that_does_not_exist_is_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, r"Target\(\) has no argument 'header': did you mean 'headers'\?"):
            moya.Target("https://a.example", header={})  # type: ignore[call-arg]

    def test_the_words_of_other_clients_are_known(self) -> None:
        for word, meant in (("params", "'query'"), ("data", "'form' or 'body'"), ("content", "'body'")):
            with self.assertRaisesRegex(TypeError, f"no argument '{word}': did you mean {meant}"):
                moya.Target("https://a.example", **{word: 1})  # type: ignore[call-arg]
        with self.assertRaisesRegex(TypeError, "no option 'follow_redirects': did you mean 'max_redirects'"):
            moya.Provider(follow_redirects=False)  # type: ignore[call-arg]
        with self.assertRaisesRegex(moya.UsageError, "`ca`"):
            moya.Provider(verify="/etc/ca.pem")  # type: ignore[arg-type]

    def test_an_argument_of_the_wrong_kind_gets_the_right_word(self) -> None:
        class Users(moya.API):
            base_url = "https://a.example"
            one = moya.Route("/users/{id}")

        url = "https://a.example"
        rows: "list[tuple[Callable[[], object], str]]" = [
            (lambda: moya.Target(url, "POST"), r"""write Target\(base_url, path, 'POST'\), or method="POST\""""),
            (lambda: moya.Target(url).replace(path="DELETE"), "which is a method"),
            (lambda: moya.Route("PATCH"), r"""write Route\(path, 'PATCH'\), or method="PATCH\""""),
            (lambda: moya.Target(url, body={"a": 1}), "not dict: use json or form"),  # type: ignore[arg-type]
            (lambda: moya.Target(url, redirects=False), "not bool: 0 follows no redirect"),
            (lambda: moya.Provider(max_redirects=True), "not bool: 0 follows no redirect"),
            (lambda: Users.one(id=True), "not bool: write 'true' or 1"),
        ]
        for make, says in rows:
            with self.subTest(says), self.assertRaisesRegex(moya.UsageError, says):
                make()
        for word, meant in (("params", "parameters"), ("retries", "retry"), ("url", "base_url")):
            with self.assertRaisesRegex(TypeError, f"no option '{word}': did you mean '{meant}'"):
                moya.Provider(**{word: 1})  # type: ignore[arg-type]
        for make in (lambda: moya.Target(url, "/POST"), lambda: moya.Target(url, "post"), lambda: moya.Route("/x", "POST")):
            make()

    def test_a_member_of_an_enum_stands_for_its_value(self) -> None:
        class Kind(enum.Enum):
            OPEN, LARGE, NESTED = "is open", 7, ("a", "b")

        class Issues(moya.API):
            base_url = "https://a.example"
            of = moya.Route("/{kind}/{size}", "POST")

        made = moya.Target(
            "https://a.example", "/{kind}/{size}", "POST", path_values={"kind": Kind.OPEN, "size": Kind.LARGE},
            query={"kind": Kind.OPEN, "list": [Kind.LARGE], "all": Kind.NESTED}, json={"kind": Kind.OPEN},
        )
        self.assertEqual(made.path_values, (("kind", "is open"), ("size", "7")))
        self.assertEqual(made.query, (("kind", "is open"), ("list", (7,)), ("all", ("a", "b"))))
        self.assertEqual(made.json, {"kind": "is open"})
        self.assertEqual(made.replace(json=None, form={"kind": Kind.OPEN}).form, (("kind", "is open"),))
        self.assertEqual(Issues.of(kind=Kind.OPEN, size=Kind.LARGE).path, "/is open/7")
        with self.assertRaises(moya.UsageError):
            Issues.of(kind=Kind.NESTED, size=1)

    def test_equal_targets_have_equal_hashes(self) -> None:
        class Text(str):
            pass

        file = io.BytesIO(b"x")
        fields: "list[dict[str, Any]]" = [
            {}, {"json": {"a": [1, {"b": 2}]}}, {"query": {"a": [1, {"b": [2]}], "c": None}}, {"headers": {"A": "b"}},
            {"session": {"pins": {"h": ["sha256/x"]}, "guard": ["10.0.0.0/8"]}, "url": "https://b"}, {"body": file},
            {"body": [b"a", b"b"]}, {"files": {"a": ("n", b"x")}}, {"form": {"a": 1}}, {"auth": ("ann", "x")},
            {"retry": moya.Retry(statuses=[500, 502])}, {"timeout": moya.Timeouts(idle=1)}, {"tags": ["a"]},
            {"sample": moya.Sample(json=[1], headers={"A": "b"})}, {"validate": [200, 404]},
            {"multipart": [moya.Part("a", b"x", type="text/plain")]},
        ]
        made = [moya.Target(it.pop("url", "https://a.example"), **it) for it in map(dict, fields)]
        self.assertEqual(len({*made, *(it.replace() for it in made)}), len(made))
        for target in made:
            self.assertEqual(hash(target), hash(target.replace()))
        self.assertEqual(hash(moya.Target(Text("https://a.example"), method="GET")), hash(made[0]))
        self.assertEqual({moya.Sample(text="a"), moya.Sample(text="a")}, {moya.Sample(text="a")})

    def test_the_statuses_of_a_retry_policy_may_be_any_collection(self) -> None:
        for statuses in ([500, 502], {500, 502}, (500, 502)):
            target = moya.Target("https://a.example", retry=moya.Retry(statuses=statuses))
            assert target.retry is not None
            self.assertEqual(sorted(target.retry.statuses), [500, 502])
            if isinstance(statuses, list):
                statuses.append(503)
                self.assertEqual(target.retry.statuses, (500, 502))

    def test_defaults_that_are_said_are_not_said(self) -> None:
        defaults = {
            "headers": None, "query": None, "json": None, "body": None, "timeout": None, "name": None, "sample": None,
            "stub": moya.StubBehavior.DEFAULT, "stub_delay": 0, "tags": [], "validate": moya.Validation.NONE, "share": False,
            "path_values": None, "form": None, "files": None, "multipart": None, "list_key": "{key}[]",
            "bool_style": moya.BoolStyle.NUMERIC, "auth": None, "redirects": None, "max_body": None, "session": None, "any_coding": False,
            "decode": True, "only_headers": False, "retry": None, "body_length": None, "trailers": None,
        }
        self.assertEqual(moya.Target(None, "", "GET", **defaults), moya.Target())  # type: ignore[arg-type]
        for name, value in defaults.items():
            got = getattr(moya.Target(), name)
            self.assertEqual(tuple(value) if isinstance(value, list) else value, got, name)

    def test_cannot_be_changed(self) -> None:
        target = moya.Target("https://a.example")
        for change in (lambda: setattr(target, "path", "/x"), lambda: delattr(target, "path")):
            self.assertRaises(AttributeError, change)

    def test_do_not_follow_changes_of_what_they_were_made_from(self) -> None:
        headers = {"A": "1"}
        target = moya.Target("https://a.example", headers=headers)
        headers["A"] = "2"
        self.assertEqual(target.headers, (("A", "1"),))

    def test_are_pickled_also_after_a_call(self) -> None:
        target = moya.Target(
            "https://a.example", json={"a": [1]}, sample=moya.Sample(text="hi"), stub=moya.StubBehavior.IMMEDIATE
        )
        with moya.Provider() as provider:
            provider.call(target)
        copy = pickle.loads(pickle.dumps(target))
        self.assertEqual(copy, target)
        with moya.Provider() as provider:
            self.assertEqual(provider.call(copy).text, "hi")

    def test_have_one_kind_of_body(self) -> None:
        self.assertRaises(TypeError, lambda: moya.Target("https://a.example", json=1, body=b""))
        self.assertRaises(TypeError, lambda: moya.Sample(json=1, text="x"))

    def test_json_and_bytes_are_taken_as_they_are_when_the_target_is_made(self) -> None:
        value, body = {"a": [1]}, bytearray(b"one")
        target, other = moya.Target("https://a.example", json=value), moya.Target("https://a.example", body=body)
        value["a"].append(2)
        body[:] = b"two"
        target.json["a"].append(3)
        self.assertEqual((target.json, other.body), ({"a": [1]}, b"one"))
        self.assertEqual(target.replace(path="/x").json, {"a": [1]})
        self.assertEqual(target, moya.Target("https://a.example", json={"a": [1]}))
        self.assertNotEqual(target, moya.Target("https://a.example", json={"a": [1, 2]}))

    def test_stub_is_a_behavior_or_true_or_false(self) -> None:
        cases = ((True, "IMMEDIATE"), (False, "NEVER"), (moya.StubBehavior.DELAYED, "DELAYED"))
        for given, name in cases:
            self.assertEqual(moya.Target("https://a.example", stub=given).stub.name, name)
        sample = moya.Sample(text="made up")
        with moya.Provider(stub=False) as provider:
            self.assertEqual(provider.call(moya.Target("https://a.example", stub=True, sample=sample)).text, "made up")
        with moya.Provider(stub=True) as provider:
            self.assertEqual(provider.call(moya.Target("https://a.example", sample=sample)).text, "made up")

    def test_a_copied_target_can_be_called(self) -> None:
        target = stubbed(headers={"A": "b"})
        with moya.Provider() as provider:
            for other in (copy.copy(target), copy.deepcopy(target), target.replace(path="/x")):
                self.assertEqual(provider.call(other).status_code, 200)
