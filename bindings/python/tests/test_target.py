"""Targets are values."""

import abc
import copy
import inspect
import pickle
import types
import typing
import unittest

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

    def test_defaults_that_are_said_are_not_said(self) -> None:
        defaults = {
            "headers": None, "query": None, "json": None, "body": None, "timeout": None, "name": None, "sample": None,
            "stub": moya.StubBehavior.DEFAULT, "stub_delay": 0, "tags": [], "validate": moya.Validation.NONE, "share": False,
            "path_values": None, "form": None, "files": None, "multipart": None, "list_key": "{key}[]",
            "bool_style": moya.BoolStyle.NUMERIC, "auth": None, "redirects": None, "max_body": None, "session": None, "any_coding": False,
            "retry": None, "body_length": None,
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
