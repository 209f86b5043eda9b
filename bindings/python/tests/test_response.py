"""Tests what a program can read of a response. The responses come from stubs."""

import gc
import sys
import unittest
from typing import Any, Dict, List, Optional, Tuple, Union

import moya
from support import stubbed


class ResponseTests(unittest.TestCase):
    def setUp(self) -> None:
        self.provider = moya.Provider()
        self.addCleanup(self.provider.close)

    def answer(self, **sample: Any) -> moya.Response:
        return self.provider.call(stubbed(sample=moya.Sample(**sample)))

    def test_the_body_is_a_read_only_view_that_keeps_the_answer_alive(self) -> None:
        content = bytes(range(256)) * 512
        view = self.answer(body=content).body
        gc.collect()
        for _ in range(64):
            self.answer(body=bytes(len(content)))
        self.assertEqual(view, content)
        self.assertTrue(view.readonly)
        self.assertEqual((view.format, view.nbytes), ("B", len(content)))
        part = view[256:512]
        del view
        gc.collect()
        self.assertEqual(part, bytes(range(256)))

    def test_the_body_outlives_the_provider(self) -> None:
        with moya.Provider() as provider:
            response = provider.call(stubbed(sample=moya.Sample(text="still here")))
            view = response.body
        self.assertEqual((bytes(view), response.text), (b"still here", "still here"))

    def test_an_empty_body(self) -> None:
        response = self.answer()
        self.assertEqual((response.content, response.text, response.body), (b"", "", b""))

    def test_text_follows_the_charset(self) -> None:
        def kind(value: str) -> "dict[str, str]":
            return {"Content-Type": value}

        self.assertEqual(self.answer(text="gr\u00fc\u00df").text, "gr\u00fc\u00df")
        latin = "caf\u00e9".encode("latin-1")
        self.assertEqual(self.answer(body=latin, headers=kind('a/b; x=y; Charset="latin-1"')).text, "caf\u00e9")
        self.assertEqual(self.answer(body=latin).text, "caf\ufffd")
        self.assertEqual(self.answer(text="hi", headers=kind("a/b; charset=nonsense")).text, "hi")
        self.assertEqual(self.answer(text="hi", headers=kind("a/b; charset=")).text, "hi")

    def test_headers_are_found_whatever_their_case(self) -> None:
        response = self.answer(headers=[("X-A", "1"), ("X-Empty", "")])
        self.assertEqual(response.header("x-a"), "1")
        self.assertEqual(response.header("X-Empty"), "")
        self.assertIsNone(response.header("X-B"))
        self.assertEqual(response.header("X-B", "none"), "none")

    def test_json_values_by_key_path(self) -> None:
        response = self.answer(json={"items": [{"name": "one", "n": 7, "x": 1.5, "ok": True, "none": None}], "a.b": 3})
        self.assertEqual(response.json("items.0"), {"name": "one", "n": 7, "x": 1.5, "ok": True, "none": None})
        self.assertEqual(response.json("items.0.name"), "one")
        self.assertEqual(response.json("items.0.name", str), "one")
        self.assertEqual(response.json("items.0.n", int), 7)
        self.assertEqual(response.json("items.0.x", float), 1.5)
        self.assertIs(response.json("items.0.ok", bool), True)
        self.assertIsNone(response.json("items.0.none"))
        self.assertEqual(response.json("a\\.b"), 3)
        self.assertEqual(response.json()["a.b"], 3)

    def test_json_that_is_not_there_or_something_else(self) -> None:
        response = self.answer(json={"name": "one"})
        for path, kind, status in (("absent", None, "KEY_PATH"), ("name", int, "JSON_TYPE"), ("name.x", None, None)):
            with self.subTest(path), self.assertRaises(moya.KeyPathError) as caught:
                response.json(path, kind)  # type: ignore[arg-type]
            self.assertIsInstance(caught.exception, (LookupError, ValueError))
            self.assertIs(caught.exception.response, response)
            if status:
                self.assertEqual(caught.exception.status.name, status)
        for of in (bytes, tuple, Tuple[int, int], Dict[int, str], List[bytes], moya.Response, "str", 7):
            with self.subTest(of), self.assertRaisesRegex(TypeError, "of is str, int"):
                response.json("name", of)

    def test_json_of_a_type_that_is_made_of_others(self) -> None:
        response = self.answer(json={"a": ["b", "c"], "n": [1, 2.5], "m": {"x": [{"y": None}, {"y": 1}]}, "z": None, "l": []})
        rows: "List[Tuple[str, Any, Any]]" = [
            ("a", List[str], ["b", "c"]), ("a", list, ["b", "c"]), ("l", List[int], []), ("n", List[float], [1.0, 2.5]),
            ("n", List[Union[int, float]], [1, 2.5]), ("m", Dict[str, List[Dict[str, Optional[int]]]], {"x": [{"y": None}, {"y": 1}]}),
            ("m", Dict[str, Any], {"x": [{"y": None}, {"y": 1}]}), ("m", dict, {"x": [{"y": None}, {"y": 1}]}),
            ("a", list[str], ["b", "c"]), ("z", Optional[str], None), ("a.0", Optional[str], "b"), ("z", Any, None), ("n.0", Union[str, int], 1), ("m", Dict, ...),
        ]
        for path, of, value in rows:
            with self.subTest(path, of=of):
                found = response.json(path, of)
                self.assertEqual(found, response.json(path) if value is ... else value)
                if isinstance(found, list):
                    self.assertEqual([*map(type, found)], [*map(type, value)])
        misfits: "List[Tuple[str, Any, str]]" = [
            ("a", List[int], r"stubbed: at the key path 'a', \[0\] is a string, not an integer"),
            ("a", Dict[str, str], "what stands at the key path 'a' is an array, not an object"),
            ("n", List[int], r"at the key path 'n', \[1\] is a number, not an integer"),
            ("m", Dict[str, List[Dict[str, int]]], r"at the key path 'm', x\[0\].y is null, not an integer"),
            ("n.0", Union[str, bool], "is an integer, and has none of the required types"),
            ("", List[int], "stubbed: the JSON is an object, not an array"),
            ("absent", List[int], "nothing at the key path 'absent'"),
        ]
        for path, of, says in misfits:
            with self.subTest(says), self.assertRaisesRegex(moya.KeyPathError, says) as caught:
                response.json(path, of)
            self.assertIs(caught.exception.response, response)
        self.assertEqual(self.answer(json=["a"]).json(of=List[str]), ["a"])
        with self.assertRaisesRegex(moya.KeyPathError, "larger than any float"):
            self.answer(text="[1%s]" % ("0" * 400)).json(of=List[float])

    def test_numbers_that_do_not_fit_are_of_another_type(self) -> None:
        huge = 10**400
        response = self.answer(json={"n": huge})
        self.assertEqual(response.json("n"), huge)
        for kind in (int, float, str, bool):
            with self.subTest(kind), self.assertRaises(moya.KeyPathError) as caught:
                response.json("n", kind)
            self.assertIs(caught.exception.status, moya.Status.JSON_TYPE)

    def test_a_body_that_is_not_json(self) -> None:
        for text in ("", "<html>", '{"a":', "[1,2", "nonsense", "[" * 100_000):
            with self.subTest(text[:20]), self.assertRaises(moya.JSONError) as caught:
                self.answer(text=text).json()
            self.assertEqual(caught.exception.status, moya.Status.JSON)

    def test_the_root_is_read_by_the_librarys_rules_however_short_it_is(self) -> None:
        rows: "list[tuple[bytes, Any]]" = [
            (b'{"a": [1, -0.5, 1e2, true, null, "\\u00fc"]}', {"a": [1, -0.5, 100.0, True, None, "\u00fc"]}),
            (b' \t\r\n{"a": 1}\n\r\t ', {"a": 1}),
            (b"\xef\xbb\xbf[1]", [1]),
            (b'"\\ud83d\\ude00"', "\U0001f600"),
            (b"[" * 512 + b"]" * 512, ...),
            (b'["' + b"[" * 2000 + b'"]', ["[" * 2000]),
            (b'{"a": 1, "a": 2}', {"a": 1}),
        ]
        for body, value in rows:
            with self.subTest(body=body[:30]):
                found = self.answer(body=body).json()
                self.assertEqual(found, value) if value is not ... else self.assertIsInstance(found, list)
        for body in (
            b"NaN", b"-Infinity", b"[Infinity]", b'"\\ud800"', b'"\\uDC00x"', b'{"a": 1} x', b"[1]]", b"01", b"[1,]", b"'a'",
            b'"\n"', b'"\xff"', b"\xef\xbb\xbf", b"  ", b'"\\x"', b"[" * 513 + b"]" * 513, "\u00a0[1]".encode(),
        ):
            with self.subTest(body=body[:30]), self.assertRaises(moya.JSONError) as caught:
                self.answer(body=body).json()
            self.assertEqual(caught.exception.status, moya.Status.JSON)

    def test_of_equal_keys_the_first_counts_in_short_texts_and_in_long_ones(self) -> None:
        for filler in ("x", "x" * 4000, "x" * 40_000):
            body = f'{{"a": 1, "pad": "{filler}", "\\u0061": 2, "b": {{"c": [3], "c": 4}}, "a": 5}}'.encode()
            response = self.answer(body=body)
            self.assertEqual(response.json(), {"a": 1, "pad": filler, "b": {"c": [3]}})
            self.assertEqual(list(response.json()), ["a", "pad", "b"])
            self.assertEqual((response.json("a"), response.json()["a"], response.json("b")), (1, 1, {"c": [3]}))
            self.assertEqual((response.json("a", int), response.json("b.c.0", int)), (1, 3))

    def test_no_number_becomes_infinity(self) -> None:
        for filler in ("x", "x" * 4000, "x" * 40_000):
            for number in ("1e400", "-1.5E+309", "1" * 400 + ".5"):
                response = self.answer(text=f'{{"n": [{number}], "pad": "{filler}", "m": 1e308}}')
                for path in ("", "n"):
                    with self.subTest(number[:9], path=path), self.assertRaises(moya.JSONError) as caught:
                        response.json(path)
                    self.assertIs(caught.exception.status, moya.Status.JSON_RANGE)
                self.assertEqual(response.json("m"), 1e308, "beside it, the others are read")

    @unittest.skipUnless(hasattr(sys, "set_int_max_str_digits"), "this Python reads integers of any length")
    def test_an_integer_that_is_too_long_for_python_is_out_of_range(self) -> None:
        digits = "9" * 5000
        for text, path in ((digits, ""), (f'{{"a": [-{digits}]}}', ""), (f'{{"a": [-{digits}]}}', "a"), (f'{{"a": 1, "a": {digits}}}', "")):
            with self.subTest(text[:9], path=path), self.assertRaisesRegex(moya.JSONError, "sys.set_int_max_str_digits") as caught:
                self.answer(text=text).json(path)
            self.assertIs(caught.exception.status, moya.Status.JSON_RANGE)
        self.assertEqual(self.answer(text=digits).json_bytes(), digits.encode())

    def test_a_byte_order_mark_is_no_part_of_the_text(self) -> None:
        for codec in ("utf-8", "utf-16-le", "utf-16-be"):
            kind = {"Content-Type": f"text/plain; charset={codec}"}
            for text, wanted in (("\ufeffa", "a"), ("\ufeff", ""), ("a\ufeff", "a\ufeff"), ("\ufeff\ufeffa", "\ufeffa")):
                body = text.encode(codec)
                with self.subTest(codec, text=text):
                    response = self.answer(body=body, headers=kind)
                    self.assertEqual((response.text, response.content), (wanted, body))
        self.assertEqual(self.answer(body=b'\xef\xbb\xbf{"a": 1}').json(), {"a": 1})

    def test_raise_for_status(self) -> None:
        good = self.answer(text="x", status_code=204)
        self.assertIs(good.raise_for_status(), good)
        bad = self.answer(text="x", status_code=404)
        with self.assertRaisesRegex(moya.StatusError, "stubbed.*404") as caught:
            bad.raise_for_status()
        self.assertIs(caught.exception.response, bad)
        self.assertEqual(caught.exception.status, moya.Status.STATUS_CODE)

    def test_it_comes_from_a_call_only(self) -> None:
        for handle in (7, None, "x"):
            self.assertRaises(TypeError, moya.Response, handle, 200, None)

    def test_it_shows_status_and_url(self) -> None:
        self.assertEqual(repr(self.answer()), "<moya.Response 200 https://api.example.com/items>")
