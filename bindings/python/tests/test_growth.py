"""Tests that work grows no faster than its input. Each test counts what happens for inputs of several sizes."""

import json
import shutil
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Optional
from unittest import mock

import moya
from moya._stubs import stub_request
from moya.testing import Cassette
from moya.testing._mock import _Functions
from moya.typed._parameters import json_of
from support import expect_linear

BASE = "https://api.example.com"


def chained(length: int) -> Dict[str, Any]:
    """Returns a definition in which each type contains the next one, and each endpoint has a result of one type."""
    numbers = range(length)
    inner = [f"type{number + 1}?" if number + 1 < length else "str?" for number in numbers]
    return {
        "moya": 1, "name": "chain", "base_url": BASE,
        "types": {f"type{number}": {"fields": {"name": "str", "inner": inner[number]}} for number in numbers},
        "endpoints": {f"get{number}": {"path": "/a", "result": f"type{number}"} for number in numbers},
    }


class DefinitionTests(unittest.TestCase):
    def test_a_chain_of_types_may_be_longer_than_the_stack(self) -> None:
        with moya.open(chained(sys.getrecursionlimit())) as api, moya.intercept() as rules:
            rules.on(api.get0).reply({"name": "a", "inner": {"name": "b"}})
            self.assertEqual(api.get0(), {"name": "a", "inner": {"name": "b", "inner": None}})

    def test_endpoints_are_made_with_linear_work(self) -> None:
        def make(count: int) -> Callable[[], Any]:
            api = moya.open(chained(count))
            self.addCleanup(api.close)
            return lambda: [api[name] for name in api]

        expect_linear(self, make, 100)

    def test_a_docstring_describes_the_types_that_are_nearest_to_the_endpoint(self) -> None:
        with moya.open(chained(1000)) as api:
            lines = api.get5.__doc__.splitlines()
        self.assertIn("    type5: name str, inner type6?", lines)
        self.assertIn("    … and the types inside these types", lines)
        self.assertLess(len(lines), 100)


class RecordTests(unittest.TestCase):
    def test_a_request_of_the_record_is_converted_once(self) -> None:
        rules = moya.StubRules()
        rule = rules.add(moya.Sample(), path="/a")
        with moya.Provider(stubs=rules) as provider, mock.patch("moya._stubs.stub_request", side_effect=stub_request) as convert:
            for number in range(1, 6):
                provider.call(moya.Target(BASE, "/a", query={"n": number}))
                self.assertEqual([it.query for it in rules.requests], [[("n", str(it))] for it in range(1, number + 1)])
                self.assertEqual(len(rule.requests), number)
            self.assertEqual(convert.call_count, 5)
            rules.requests.clear()  # a copy
            self.assertEqual(len(rules.requests), 5)
            for forget in (rules.forget_requests, rules.reset):
                forget()
                self.assertEqual(rules.requests, [])
                rules.add(moya.Sample(), path="/b")
                provider.call(moya.Target(BASE, "/b"))
                self.assertEqual([it.url for it in rules.requests], [f"{BASE}/b"])

    def test_a_request_of_a_mock_is_converted_once_for_all_its_rules(self) -> None:
        with moya.intercept() as rules, moya.Provider() as provider:
            made = [rules.on(path=f"/{number}").reply() for number in range(5)]
            with mock.patch("moya.testing._mock.stub_request", side_effect=stub_request) as convert:
                for number in (3, 0, 4, 2, 1, 3):
                    provider.call(moya.Target(BASE, f"/{number}"))
                    self.assertEqual(rules.calls[-1].url, f"{BASE}/{number}")
                self.assertEqual([len(rule.calls) for rule in made], [1, 1, 1, 2, 1])
                self.assertEqual(convert.call_count, 6)
            made[0].reply({"another": "reply"})
            provider.call(moya.Target(BASE, "/0"))
            self.assertEqual([it.url for it in made[0].calls], [f"{BASE}/0"] * 2)
            rules.reset()
            self.assertEqual((rules.calls, made[0].calls), ([], []))

    def test_the_library_skips_rules_for_other_endpoints_paths_and_urls(self) -> None:
        class Hub(moya.API):
            base_url = BASE
            one = moya.Route("/one")
            user = moya.Route("/users/{name}")

        asked = []

        def is_match(rule: Any, request: Any, call: Any) -> bool:
            asked.append(rule)
            return _Functions_is_match(rule, request, call)

        _Functions_is_match = _Functions.is_match
        for condition, wanted in (
            ({"what": Hub.one}, Hub.one()), ({"what": Hub.user(name="ann")}, Hub.user(name="ann")), ({"path": "/one"}, Hub.one()),
            ({"url": f"{BASE}/one"}, Hub.one()), ({"path": "/users/a b"}, Hub.user(name="a b")), ({"path": "/users/{name}"}, Hub.user(name="ü")),
        ):
            with self.subTest(condition), moya.intercept() as rules, moya.Provider() as provider:
                rules.on(**condition).reply({"is": "wanted"})
                for number in range(20):
                    rules.on(path=f"/{number}").reply().optional()
                    rules.on(url=f"{BASE}/{number}").reply().optional()
                    rules.on(target=f"Hub.{number}").reply().optional()
                asked.clear()
                with mock.patch.object(_Functions, "is_match", is_match):
                    self.assertEqual(provider.call(wanted).json("is"), "wanted")
                self.assertEqual(len(asked), 1)

    def test_the_message_of_a_request_without_a_rule_needs_linear_work(self) -> None:
        texts = lambda count: {f"name{number}": "x" for number in range(count)}  # noqa: E731
        for what, rule, fields in (
            ("another text", lambda number: {"json": {"a": number}}, lambda count: {"json": {"a": texts(count)}}),
            ("other elements", lambda number: {"json": [number] * 400}, lambda count: {"json": list(texts(count)) + [0] * (400 - count)}),
            ("part of JSON", lambda number: {"json_contains": {"b": number}}, lambda count: {"json": texts(count)}),
            ("no JSON", lambda number: {"json": number}, lambda count: {"body": b"[1" * count}),
            ("form", lambda number: {"form": {"a": number}}, lambda count: {"form": texts(count)}),
            ("query", lambda number: {"query": {"a": number}}, lambda count: {"query": texts(count)}),
            ("no query", lambda number: {"exact_query": True}, lambda count: {"query": texts(count)}),
            ("repeated field", lambda number: {"headers": {"a": number}}, lambda count: {"headers": [("a", "x")] * count}),
            ("call", lambda number: {"what": moya.Target(BASE, method="POST", json=number)}, lambda count: {"json": texts(count)}),
        ):

            def make(count: int) -> Callable[[], Any]:
                rules = moya.testing.Mock()
                for number in range(count):
                    rules.on(**rule(number)).reply()
                target = moya.Target(BASE, "/a", "POST", **fields(count))
                with moya.intercept(assert_all_matched=False) as seen, moya.Provider() as provider:
                    with self.assertRaises(moya.NoStub):
                        provider.call(target)
                    request = seen.calls[0]
                return lambda: rules._mismatch(request, target)

            with self.subTest(what):
                expect_linear(self, make, 60)

    def test_the_message_of_unmatched_requests_describes_a_limited_number(self) -> None:
        with moya.intercept(assert_all_matched=False) as rules, moya.Provider() as provider:
            for number in range(25):
                with self.assertRaises(moya.NoStub):
                    provider.call(moya.Target(BASE, f"/{number}"))
            with self.assertRaises(AssertionError) as caught:
                rules.assert_all_matched()
        lines = str(caught.exception).splitlines()
        self.assertEqual(len(lines), 21)
        self.assertIn("/19, since there are no rules", lines[19])
        self.assertEqual(lines[20], "no rule matches 5 more requests")

    def test_a_path_that_needs_encoding_is_found_in_every_form(self) -> None:
        for path, sent in (
            ("/a b", "/a%20b"), ("/a;b", "/a;b"), ("/ü", "/%C3%BC"), ("/a/b", "/a%2Fb"), ("/A", "/%41"), ("//x", "//x"), ("/a.b~c-d", "/a.b%7Ec-d"),
        ):
            with self.subTest(path), moya.intercept() as rules, moya.Provider() as provider:
                rules.on(path=path).reply({"is": "found"})
                self.assertEqual(provider.call(moya.Target(f"{BASE}{sent}")).json("is"), "found")


class CassetteTests(unittest.TestCase):
    def test_an_entry_is_found_without_comparing_the_others(self) -> None:
        class Key(Dict[str, Any]):
            compared = 0

            def __eq__(self, other: object) -> bool:
                Key.compared += 1
                return dict.__eq__(self, other)

        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        entries = [
            {"request": {"method": "GET", "url": f"{BASE}/{number}", "headers": []}, "response": {"status": 200, "headers": [], "content": {"text": str(number)}}}
            for number in range(20)
        ]
        path = Path(folder, "numbers.har")
        path.write_text(json.dumps({"log": {"entries": entries}}))
        with Cassette(path, "none") as cassette, moya.Provider() as provider:
            cassette._keys = [Key(key) for key in cassette._keys]
            for number in reversed(range(20)):
                self.assertEqual(provider.call(moya.Target(BASE, f"/{number}")).text, str(number))
            self.assertEqual((cassette.unplayed, Key.compared), ([], 0))


class ValueTests(unittest.TestCase):
    def test_fields_of_a_response_are_found_with_linear_work(self) -> None:
        def make(count: int) -> Callable[[], Any]:
            sample = moya.Sample(headers=[(f"X-{number}", "a") for number in range(count)])
            with moya.Provider() as provider:
                headers = provider.call(moya.Target(BASE, "/", sample=sample, stub=True)).headers
            return lambda: [headers[f"x-{number}"] for number in range(count)]

        expect_linear(self, make, 50)

    def test_the_names_of_a_class_are_read_once_for_all_its_values(self) -> None:
        @dataclass
        class Item:
            id: int
            name: str
            note: Optional[str] = None

        json_of([Item(0, "first")], "a value")
        with mock.patch("moya.typed._parameters.steps", side_effect=AssertionError("read again")):
            self.assertEqual(json_of([Item(1, "a"), Item(2, "b")], "a value"), b'[{"id":1,"name":"a"},{"id":2,"name":"b"}]')
