"""Tests arguments and results of a definition's endpoints."""

import enum
import inspect
import json
import pathlib
import tempfile
import unittest
from collections import deque
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Optional

import moya
from definitions import NOON, REPO, definition, parameter, sample, stubbed
from support import DEADLINE, ServerTest


class ArgumentTests(ServerTest):
    """Tests how arguments arrive at the server."""

    def seen(self, given: Any, *parameters: Dict[str, Any], method: str = "POST") -> Dict[str, Any]:
        path = "/echo" + "".join("/{%s}" % it["name"] for it in parameters if it["in"] == "path")
        endpoint = {"method": method, "path": path, "parameters": parameters, "result": "raw"}
        with moya.open(definition(self.server.url, e=endpoint), timeout=DEADLINE) as api:
            seen: Dict[str, Any] = api.e(*given) if isinstance(given, tuple) else api.e(given)
            return seen

    def test_plain_values_in_path_query_header_and_form(self) -> None:
        class Color(str, enum.Enum):
            RED = "red"

        class Size(enum.IntEnum):
            LARGE = 3

        big = (1 << 64) - 1
        for kind, value, text in (
            ("str", "a/\u00fc b", "a%2F%C3%BC%20b"), ("i8", -7, "-7"), ("u64", big, str(big)), ("f64", 1.5, "1.5"),
            ("f64", 2, "2"),
            ("str", Color.RED, "red"), ("i8", Size.LARGE, "3"), ("boolean", True, "true"),
            ("state", "closed", "closed"),
            ("date", NOON, "2026-02-03T11%3A00%3A00.25Z"), ("date", "2026-02-03T11:00:00Z", "2026-02-03T11%3A00%3A00Z"),
        ):
            with self.subTest(kind=kind, value=value):
                path = self.seen(value, parameter("v", "path", kind))["path"]
                self.assertEqual(path.replace(":", "%3A"), f"/echo/{text}")
        seen = self.seen(([1, 2], None), parameter("v", "query", "[i8]"), parameter("n", "query", "i8?"))
        self.assertEqual(seen["path"], "/echo?v%5B%5D=1&v%5B%5D=2")
        self.assertEqual(self.seen("a b", parameter("v", "form", "str", key="w"))["body"], "w=a%20b")
        self.assertEqual(self.seen(7, parameter("v", "header", "i8", key="X-V"))["headers"]["x-v"], "7")

    def test_json_of_any_shape(self) -> None:
        at = NOON
        for kind, value, wanted in (
            ("raw", None, None), ("raw", "text", "text"), ("raw", {"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}),
            ("raw", 1.5, 1.5),
            ("[str]", ("a", "b"), ["a", "b"]), ("[i8]", range(2), [0, 1]), ("raw", {"a": deque([1])}, {"a": [1]}), ("{i8}", {"a": 1}, {"a": 1}),
            ("date", at, "2026-02-03T11:00:00.25Z"), ("str", "\U0001f600", "\U0001f600"),
            ("raw", [at, b"\xff"], [at.isoformat(), "/w=="]),
        ):
            with self.subTest(kind=kind, value=value):
                seen = self.seen((value,), parameter("v", "field", kind, key="in.v"))
                self.assertEqual(json.loads(seen["body"]), {"in": {"v": wanted}})

    def test_null_is_a_value_of_what_is_nullable_and_what_is_left_out_is_not_there(self) -> None:
        def body(*given: Any, **more: Any) -> Any:
            return json.loads(self.seen(given, parameter("v", "field", more.pop("kind"), **more))["body"])

        required, optional = {"kind": "str", "nullable": True}, {"kind": "i8?", "nullable": True}
        self.assertEqual(body(None, **required), {"v": None})
        self.assertEqual(body("x", **required), {"v": "x"})
        self.assertEqual(body(**optional), {})
        self.assertEqual(body(moya.NOT_GIVEN, **optional), {})
        self.assertEqual(body(None, **optional), {"v": None})
        self.assertEqual(body(7, **optional), {"v": 7})
        self.assertEqual(body(None, kind="raw?", nullable=True), {"v": None})
        self.assertEqual(body(kind="i8", nullable=True, default=None), {"v": None})
        self.assertEqual(body(None, kind="i8", nullable=True, default=5), {"v": None})
        self.assertEqual(body(kind="i8", nullable=True, default=5), {"v": 5})
        self.assertEqual(body(moya.NOT_GIVEN, kind="str?"), {})
        with self.assertRaises(TypeError):
            body(**required)
        with self.assertRaisesRegex(moya.ArgumentError, "'v' is missing"):
            body(moya.NOT_GIVEN, **required)
        with self.assertRaisesRegex(moya.ArgumentError, "'v' is missing"):
            body(None, kind="str")

    def test_lists_with_commas_and_values_of_several_segments(self) -> None:
        self.assertEqual(self.seen((["a,b", "c"],), parameter("v", "path", "[str]"))["path"], "/echo/a%2Cb,c")
        self.assertEqual(self.seen(([1, 2],), parameter("v", "query", "[i8]", explode=False))["path"], "/echo?v=1,2")
        self.assertEqual(self.seen(([1, 2],), parameter("v", "header", "[i8]"))["headers"]["v"], "1,2")
        several = {"path": "/echo/{+v}?beta=true", "parameters": [parameter("v", "path", "str")], "result": "raw"}
        with moya.open(definition(self.server.url, e=several), timeout=DEADLINE) as api:
            self.assertEqual(api.e("a/b c")["path"], "/echo/a/b%20c?beta=true")
            with self.assertRaises(moya.InvalidURL):
                api.e("a/../b")

    def test_lists_of_parts(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, name) for name in ("one.txt", "two.txt")]
            for path in paths:
                path.write_bytes(path.name.encode())
            body = self.seen((paths,), parameter("f", "part", "[file]", key="f[]"))["body"]
        self.assertEqual(body.count('name="f[]"; filename='), 2)
        for text in ("one.txt", "two.txt"):
            self.assertIn(f'filename="{text}"', body)
            self.assertIn(f"\r\n\r\n{text}\r\n", body)
        body = self.seen(([b"a", bytearray(b"bc"), b""],), parameter("f", "part", "[bytes]"))["body"]
        self.assertEqual(body.count('name="f"'), 3)
        self.assertIn("\r\n\r\nbc\r\n", body)
        self.assertEqual(self.seen(((1, 2),), parameter("n", "part", "[i8]"))["body"].count('name="n"'), 2)
        with self.assertRaisesRegex(moya.ArgumentError, "'f' has an element that is not bytes"):
            self.seen((["a"],), parameter("f", "part", "[bytes]"))

    def test_a_call_chooses_its_body_by_what_it_is_given(self) -> None:
        rows = (parameter("a", ["field", "part"], "str"), parameter("b", ["field"], "i8"), parameter("f", ["part"], "bytes"))
        self.assertEqual(json.loads(self.seen(("x", 7), *rows)["body"]), {"a": "x", "b": 7})
        self.assertIn('name="f"', self.seen(("x", None, b"y"), *rows)["body"])
        with self.assertRaisesRegex(moya.ArgumentError, "no body has all of the parameters 'a', 'b', 'f'"):
            self.seen(("x", 7, b"y"), *rows)
        endpoint = {"method": "POST", "path": "/echo", "parameters": rows}
        with moya.open(definition(e=endpoint)) as api:
            parameters = inspect.signature(api.e).parameters
            self.assertIs(parameters["a"].default, inspect.Parameter.empty)
            self.assertEqual((parameters["b"].default, parameters["f"].annotation), (None, Optional[bytes]))
            self.assertIn("a: str, in the JSON body or a part of the form", api.e.__doc__)

    def test_whole_bodies_and_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "f.txt")
            path.write_bytes(b"waves")
            for kind, value, body in (
                ("bytes", b"a\0b", "a\0b"), ("bytes", bytearray(b"ab"), "ab"), ("bytes", memoryview(b"ab"), "ab"),
                ("str", "\u00fc", "\u00fc"),
                ("file", path, "waves"), ("file", str(path), "waves"), ("raw", [1], "[1]"),
            ):
                with self.subTest(kind=kind, value=value):
                    self.assertEqual(self.seen((value,), parameter("v", "body", kind))["body"], body)
            seen = self.seen(("sea", path), parameter("t", "part", "str"), parameter("f", "part", "file"))
            self.assertIn('name="t"\r\n\r\nsea\r\n', seen["body"])
            self.assertIn('filename="f.txt"', seen["body"])

    def test_a_value_that_does_not_fit_names_endpoint_and_parameter(self) -> None:
        for kind, value, reason in (
            ("i8", "x", "i8"), ("i8", 300, "i8"), ("i64", 1 << 70, "more than 64 bits"), ("i8", None, "missing"),
            ("str", 7, "a text"),
            ("str", object(), "object"), ("f64", float("nan"), "f64"), ("state", "none", "open, closed"),
            ("str", "\ud800", "Unicode"),
            ("date", datetime(2026, 1, 1), "without a time zone"), ("date", "soon", "date"),
            ("raw", [b"x", {1}], "set"), ("str", "a\0b", "zero"),
        ):
            place = "field" if kind == "raw" else "query"
            with self.subTest(kind=kind, value=value), self.assertRaises(moya.ArgumentError) as caught:
                self.seen((value,), parameter("v", place, kind))
            self.assertRegex(str(caught.exception), rf"^e: .*'v'.*{reason}")
            self.assertIsInstance(caught.exception, TypeError)
            self.assertIsInstance(caught.exception, ValueError)
        with tempfile.TemporaryFile() as file:
            with self.assertRaisesRegex(moya.ArgumentError, "e: the parameter 'v' .* the path of a file"):
                self.seen((file,), parameter("v", "body", "file"))
        with self.assertRaisesRegex(moya.ArgumentError, "'v' has a zero"):
            self.seen(("a\0b",), parameter("v", "body", "file"))


class ResultTests(unittest.TestCase):
    def result(self, body: Any, result: Any) -> Any:
        with stubbed(e=sample(body, result=result)) as api:
            return api.e()

    def test_a_struct_has_the_fields_of_the_definition(self) -> None:
        made = {
            "id": 7, "full_name": "a/b", "created": datetime(2026, 2, 3, 4, 5, 6, 500000, timezone.utc),
            "owner_login": "ann", "state": "open", "about": None, "stars": 3, "topics": [], "parent": None, "key": None,
        }
        self.assertEqual(self.result(REPO, "repo"), made)
        inner = {**REPO, "key": "/w==", "topics": ["x"], "stars": 9, "about": "text"}
        self.assertEqual(self.result({"items": [{**REPO, "parent": inner}]}, {"type": "[repo]", "at": "items"}), [
            {**made, "parent": {**made, "key": b"\xff", "topics": ["x"], "stars": 9, "about": "text"}},
        ])
        first, again = self.result([REPO, REPO], "[repo]")
        first["topics"].append("own")
        self.assertEqual(again["topics"], [])

    def test_of_equal_keys_the_first_is_what_the_library_has_checked(self) -> None:
        def of_text(text: str, result: str) -> Any:
            with stubbed(e={"path": "/", "sample": {"text": text}, "result": result}) as api:
                return api.e()

        twice = json.dumps(REPO)[:-1] + ', "id": "no number", "owner": {"login": 7}}'
        self.assertEqual((of_text(twice, "repo")["id"], of_text(twice, "repo")["owner_login"]), (7, "ann"))
        self.assertEqual(of_text('{"a": 1, "a": [2]}', "raw"), {"a": 1})
        with self.assertRaisesRegex(moya.KeyPathError, "larger than any float"):
            of_text('{"a": 1e400}', "raw")

    def test_other_values(self) -> None:
        for words, body, wanted in (
            ("i64", 7, 7), ("[[f64]]", [[1.5], []], [[1.5], []]), ("{date}", {"a": "2026-02-03t04:05:60.1234567+01:30"},
             {"a": datetime(2026, 2, 3, 4, 6, 0, 123456, timezone(timedelta(minutes=90)))}),
            ("bytes", "AAE=", b"\0\1"), ("raw", {"any": [None]}, {"any": [None]}), ("state", "closed", "closed"),
            ("i64?", None, None), ("str?", "x", "x"),
        ):
            with self.subTest(words):
                self.assertEqual(self.result(body, words), wanted)
        self.assertIsNone(self.result({}, {"type": "repo?", "at": "a.b"}))
        self.assertIsNone(self.result(None, "repo?"))
        self.assertIsNone(self.result({"a": None}, {"type": "repo?", "at": "a"}))
        for text in ("", " \n"):
            with stubbed(e={"path": "/", "sample": {"status": 204, "text": text}, "result": "repo?"}) as api:
                self.assertIsNone(api.e())
        with stubbed(e={"path": "/", "sample": {"status": 204}, "result": "repo"}) as api:
            with self.assertRaises(moya.JSONError):
                api.e()

    def test_a_date_without_an_offset_is_in_utc_where_the_definition_says_so(self) -> None:
        naive, wanted = "2020-01-02T03:04:05", datetime(2020, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        self.assertEqual(self.result(naive, {"type": "date", "dates": "utc"}), wanted)
        self.assertEqual(self.result([naive], {"type": "[date]?", "dates": "utc"}), [wanted])
        with self.assertRaisesRegex(moya.KeyPathError, '"dates": "utc"'):
            self.result(naive, "date")
        text = {"moya": 1, "name": "n", "base_url": "http://h.invalid", "dates": "utc", "types": {"t": {"fields": {
            "a": "date", "b": {"type": "date?", "dates": "offset"}}}}, "endpoints": {"e": sample({"a": naive}, result="t"),
            "strict": sample({"a": naive, "b": naive}, result="t")}}
        with moya.open(text, stub=True) as api:
            self.assertEqual(api.e(), {"a": wanted, "b": None})
            with self.assertRaisesRegex(moya.KeyPathError, "b is"):
                api.strict()

    def test_a_body_of_another_type_names_the_place_and_keeps_the_response(self) -> None:
        for body, words, message in (
            ([REPO, {**REPO, "owner": {"login": 7}}], "[repo]", r"e: \[1\]\.owner\.login is 7, not"),
            ("x", "i64", "e: .*x"),
            ({**REPO, "stars": 256}, "repo", "stars is 256"), ({**REPO, "state": "new"}, "repo", "state"),
            ({}, "repo", "e: "),
            ({**REPO, "made": "0000-01-01T00:00:00Z"}, "repo", "e: "),
        ):
            with self.subTest(message), self.assertRaisesRegex(moya.KeyPathError, message) as caught:
                self.result(body, words)
            response = caught.exception.response
            assert response is not None
            self.assertEqual(response.json(), body)
        with stubbed(e={"path": "/", "sample": {"text": "no JSON"}, "result": "repo"}) as api:
            with self.assertRaises(moya.JSONError):
                api.e()

    def test_without_a_result_it_is_the_response_and_with_one_a_failure_is_an_error(self) -> None:
        failure = {"path": "/", "sample": {"status": 404, "body": {"message": "no"}}}
        typed, strict = {**failure, "result": "repo"}, {**failure, "validation": "success"}
        with stubbed(plain=failure, typed=typed, strict=strict) as api:
            for call in (api.plain, api.plain.response):
                response = call()
                self.assertEqual((response.status_code, response.json("message")), (404, "no"))
                self.assertEqual(response.target.name, "plain")
            for call in (api.typed, api.typed.response, api.strict, api.strict.response):
                with self.assertRaisesRegex(moya.StatusError, "404") as caught:
                    call()
                self.assertEqual(caught.exception.response.json("message"), "no")
