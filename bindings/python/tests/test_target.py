"""Targets are values."""

import math
import pickle
import unittest

import moya
from moya._lower import lower


class TargetTests(unittest.TestCase):
    def test_equal_by_their_fields(self) -> None:
        one = moya.Target("https://a.example", "/x", headers={"A": "1"}, query={"q": 1})
        self.assertEqual(one, moya.Target("https://a.example", "/x", headers=[("A", "1")], query=[("q", 1)]))
        self.assertNotEqual(one, one.replace(path="/y"))
        self.assertNotEqual(one, "https://a.example")

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

    def test_have_one_kind_of_payload(self) -> None:
        for given in ({"query": {}, "json": 1}, {"json": 1, "body": b""}, {"query": {}, "body": b""}):
            with self.subTest(given), self.assertRaises(TypeError):
                moya.Target("https://a.example", **given)
        self.assertRaises(TypeError, lambda: moya.Sample(json=1, text="x"))

    def test_show_what_was_given(self) -> None:
        shown = repr(moya.Target("https://a.example", "/x", name="x"))
        self.assertIn("path='/x'", shown)
        self.assertNotIn("timeout", shown)

    def test_what_cannot_be_sent_names_the_target_and_what_is_wrong(self) -> None:
        make = moya.Target
        cases = [
            (make("https://a.example", "/a\0b"), moya.RequestError, "path"),
            (make("https://a.example", headers={"A": "b\0c"}), moya.RequestError, "header"),
            (make("https://a.example", "/\udc80"), moya.UsageError, "path"),
            (make("https://a.example", headers={"A": 1}), moya.UsageError, "header"),  # type: ignore[arg-type]
            (make(b"https://a.example"), moya.UsageError, "base_url"),  # type: ignore[arg-type]
            (make("https://a.example", body="text"), moya.UsageError, "body"),  # type: ignore[arg-type]
            (make("https://a.example", query={"q": None}), moya.UsageError, "query"),  # type: ignore[arg-type]
            (make("https://a.example", json=math.inf), moya.RequestError, "JSON"),
            (make("https://a.example", json=object()), moya.RequestError, "JSON"),
            (make("https://a.example", json="\udc80"), moya.RequestError, "JSON"),
            (make("https://a.example", timeout=0), moya.UsageError, "timeout"),
            (make("https://a.example", timeout=-1), moya.UsageError, "timeout"),
            (make("https://a.example", timeout=math.nan), moya.UsageError, "timeout"),
            (make("https://a.example", timeout=1e12), moya.UsageError, "timeout"),
        ]
        for target, kind, word in cases:
            with self.subTest(target), self.assertRaises(kind) as caught:
                lower(target)
            self.assertIs(caught.exception.target, target)
            self.assertIsInstance(caught.exception, ValueError)
            self.assertIn(word, str(caught.exception))


class OptionTests(unittest.TestCase):
    def test_impossible_options_are_refused(self) -> None:
        for given in (
            {"timeout": 0}, {"connect_timeout": -1}, {"max_connections": 0}, {"max_connections": 1.5},
            {"max_redirects": -1}, {"max_body_size": 1 << 64}, {"user_agent": "a\0b"},
        ):
            with self.subTest(given), self.assertRaises((moya.UsageError, moya.RequestError)):
                moya.Provider(**given)

    def test_unknown_options_are_refused(self) -> None:
        with self.assertRaises(TypeError):
            moya.Provider(retries=3)  # type: ignore[call-arg]
