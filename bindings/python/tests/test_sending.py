"""Tests what a target sends (forms, files, typed queries and path values), and the options in which a target differs
from its provider."""

import asyncio
import io
import math
import os
import pathlib
import pickle
import tempfile
import unittest
from typing import Any, AsyncIterator, Iterator, Optional

import moya
from moya import BoolStyle, Part
from definitions import definition
from support import DEADLINE, ServerTest, stubbed


class QueryTests(unittest.TestCase):
    ROWS = (
        ({"a": 1, "b": "x y", "c": True, "d": 0.5}, {}, "a=1&b=x%20y&c=1&d=0.5"),
        ({"a": None, "b": ""}, {}, "a&b="),
        ({"a": [1, "x", None]}, {}, "a%5B%5D=1&a%5B%5D=x&a%5B%5D"),
        ({"a": (1, 2)}, {"list_key": "{key}"}, "a=1&a=2"),
        ({"a": [1, [2]]}, {"list_key": "{key}[{index}]"}, "a%5B0%5D=1&a%5B1%5D%5B0%5D=2"),
        ({"a": range(2)}, {"list_key": "{key}.{index}"}, "a.0=0&a.1=1"),
        ({"o": {"k": {"z": False}, "e": {}}}, {}, "o%5Bk%5D%5Bz%5D=0"),
        ({"t": True, "f": [False]}, {"bool_style": BoolStyle.LITERAL, "list_key": "{key}"}, "t=true&f=false"),
        ({"t": True}, {"bool_style": BoolStyle.LITERAL}, "t=true"),
        ([("a", 1), ("a", 2)], {}, "a=1&a=2"),
        ({"big": 2**64 - 1, "low": -(2**63), "l": []}, {}, "big=18446744073709551615&low=-9223372036854775808"),
    )

    def test_values_of_every_type_are_written(self) -> None:
        with moya.Provider() as provider:
            for query, options, wanted in self.ROWS:
                with self.subTest(query=query):
                    target = stubbed(query=query, **options)
                    self.assertEqual(provider.call(target).url, f"https://api.example.com/items?{wanted}")
                    again = pickle.loads(pickle.dumps(target))
                    self.assertEqual(again, target)
                    self.assertEqual(provider.call(again.replace(name="again")).url.partition("?")[2], wanted)

    def test_later_changes_do_not_count(self) -> None:
        values = [1]
        target = stubbed(query={"a": values})
        values.append(2)
        with moya.Provider() as provider:
            self.assertEqual(provider.call(pickle.loads(pickle.dumps(target))).url.partition("?")[2], "a%5B%5D=1")

    def test_what_has_no_text_is_refused(self) -> None:
        cycle: "list[Any]" = []
        for _ in range(600):
            cycle = [cycle]
        rows = (
            ({"a": object()}, moya.UsageError, "a value in query must be a str, a number"),
            ({"a": b"x"}, moya.UsageError, "a value in query must be"),
            ({"a": [b"x"]}, moya.UsageError, "a value in query must be"),
            ({"a": [2**64]}, moya.UsageError, "more than 64 bits"),
            ({"a": [math.nan]}, moya.RequestError, "not a finite number"),
            ({"a": math.nan}, moya.RequestError, "a value in query is not a finite number"),
            ({"a": -math.inf}, moya.RequestError, "a value in query is not a finite number"),
            ({"a": {1: 2}}, moya.UsageError, "a name in query must be a str"),
            ([("a", [1]), ("a", [2])], moya.UsageError, "a name comes twice in query"),
            ({"a": cycle}, moya.RequestError, "nested too deeply"),
            ({"a": ["\ud800"]}, moya.UsageError, "not valid Unicode"),
            ({"k" * 5000: [1]}, moya.UsageError, "a name in query is longer than 4096"),
            ({"a": dict.fromkeys(map(str, range(10_001)))}, moya.RequestError, "query cannot be used"),
        )
        for query, kind, says in rows:
            with self.subTest(says=says), self.assertRaisesRegex(kind, says):
                stubbed(query=query)
        with self.assertRaisesRegex(moya.UsageError, "list_key"), moya.Provider() as provider:
            provider.call(stubbed(query={"a": [1]}, list_key="[]"))
        with self.assertRaisesRegex(moya.UsageError, "bool_style must be a moya.BoolStyle"):
            stubbed(bool_style=1)  # type: ignore[arg-type]


class PathTests(unittest.TestCase):
    def target(self, path: str, **fields: Any) -> moya.Target:
        return moya.Target("https://api.example.com", path, sample=moya.Sample(), stub=True, **fields)

    def test_values_stand_for_names(self) -> None:
        with moya.Provider() as provider:
            target = self.target("/users/{name}/{id}", path_values={"name": "a/b ü", "id": 7})
            self.assertEqual(provider.call(target).url, "https://api.example.com/users/a%2Fb%20%C3%BC/7")
            self.assertEqual(provider.call(self.target("/{{x}}")).url, "https://api.example.com/%7Bx%7D")
            rows = (
                ("/{name}", {}, moya.UsageError, r"path needs a value for \{name\}"),
                ("/x", {"name": 1}, moya.UsageError, r"path_values \(index 0\) is for \{name\}"),
                ("/{a}", {"a": ".."}, moya.InvalidURL, r"\. or \.\."),
                ("/{a}", {"a": ""}, moya.InvalidURL, r"the value for \{a\} in path is empty"),
            )
            for path, values, kind, says in rows:
                with self.subTest(says=says), self.assertRaisesRegex(kind, says):
                    provider.call(self.target(path, path_values=values))
        with self.assertRaisesRegex(moya.UsageError, "the value for 'a' must be"):
            self.target("/{a}", path_values={"a": None})

    def test_a_value_of_a_route_may_have_braces(self) -> None:
        class Pets(moya.API):
            base_url = "https://api.example.com"
            pet = moya.Route("/pets/{name}", sample=moya.Sample(), stub=True)

        with moya.Provider() as provider:
            self.assertEqual(provider.call(Pets.pet(name="{x}")).url, "https://api.example.com/pets/%7Bx%7D")


class SendingTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider(timeout=DEADLINE))
        self.folder = pathlib.Path(self.enterContextOf(tempfile.TemporaryDirectory()))

    def sent(self, path: str = "/echo", **fields: Any) -> Any:
        return self.provider.call(self.target(path, "POST", **fields)).json()

    def file(self, name: str, content: bytes) -> pathlib.Path:
        path = self.folder / name
        path.write_bytes(content)
        return path

    def test_a_form(self) -> None:
        seen = self.sent(form={"name": "Ann & Co", "tags": ["a", "b"], "on": True}, list_key="{key}")
        self.assertEqual(seen["body"], "name=Ann%20%26%20Co&tags=a&tags=b&on=1")
        self.assertEqual(seen["headers"]["content-type"], "application/x-www-form-urlencoded; charset=utf-8")

    def test_a_form_with_files(self) -> None:
        path = self.file("a.txt", b"from a path")
        with path.open("rb") as opened:
            files = {
                "path": path, "opened": opened, "raw": b"bytes", "named": ("x.csv", b"1,2", "text/csv"),
                "pieces": (None, iter([b"one ", b"two"])),
            }
            seen = self.sent(form={"title": "sea", "n": [1, 2]}, files=files)
        body = seen["body"]
        boundary = seen["headers"]["content-type"].partition("boundary=")[2]
        self.assertRegex(boundary, r"^libmoya\.boundary\.[0-9a-f]{16}$")
        octets, plain = "\r\nContent-Type: application/octet-stream", "\r\nContent-Type: text/plain"
        parts = [
            ('name="title"', "sea"), ('name="n"', "1"), ('name="n"', "2"),
            (f'name="path"; filename="a.txt"{plain}', "from a path"),
            (f'name="opened"; filename="a.txt"{plain}', "from a path"),
            ('name="raw"; filename="raw"', "bytes"),
            ('name="named"; filename="x.csv"\r\nContent-Type: text/csv', "1,2"),
            (f'name="pieces"{octets}', "one two"),
        ]
        wanted = "".join(
            f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n" for head, content in parts
        )
        self.assertEqual(body, f"{wanted}--{boundary}--\r\n")

    def test_parts_in_order(self) -> None:
        seen = self.sent(multipart=[Part("b", "text", type="text/x"), Part("a", b"", file_name="e")])
        self.assertIn('name="b"\r\nContent-Type: text/x\r\n\r\ntext\r\n', seen["body"])
        self.assertIn('name="a"; filename="e"\r\n\r\n\r\n--', seen["body"])

    def test_a_file_and_a_stream_as_body(self) -> None:
        path = self.file("large", b"x" * 300_000)
        target = self.target("/echo", "POST", body=path)
        for _ in range(2):
            self.assertEqual(len(self.provider.call(target).json("body")), 300_000)
        with path.open("rb") as opened:
            opened.seek(100_000)
            target = self.target("/echo", "POST", body=opened)
            for _ in range(2):  # from the same position each time
                seen = self.provider.call(target).json()
                self.assertEqual(len(seen["body"]), 200_000)
                self.assertEqual(seen["headers"]["content-length"], "200000")

    def test_a_body_of_known_length_is_sent_with_it(self) -> None:
        pieces = [b"one", b"", bytearray(b" two")]
        rows: "list[tuple[dict[str, Any], Optional[str]]]" = [
            ({"body": pieces}, "7"), ({"body": tuple(pieces)}, "7"), ({"body": iter(pieces)}, None),
            ({"body": iter(pieces), "body_length": 7}, "7"), ({"body": (it for it in pieces), "body_length": 7}, "7"),
        ]
        for fields, length in rows:
            with self.subTest(fields):
                seen = self.sent(**fields)
                headers = seen["headers"]
                self.assertEqual(
                    (seen["body"], headers.get("content-length"), headers.get("transfer-encoding")),
                    ("one two", length, None if length else "chunked"),
                )
        self.assertEqual(self.sent(body=[b"", b""])["headers"]["content-length"], "0")
        target = self.target("/echo", "POST", body=pieces)
        pieces[0] = b"later changes do not count"
        self.assertEqual(self.provider.call(target).json("body"), "one two")
        seen = self.sent(multipart=[Part("a", iter([b"12"]), length=2)])
        self.assertEqual(int(seen["headers"]["content-length"]), len(seen["body"]))

    def test_a_length_that_is_not_the_bodys_is_an_error(self) -> None:
        with self.assertRaises(moya.MoyaError) as caught:
            self.sent(body=iter([b"one two"]), body_length=8)
        self.assertIs(caught.exception.status, moya.Status.BODY)
        self.assertEqual(self.sent(body=iter([b"one two"]), body_length=6)["body"], "one tw", "more are not sent")
        for fields in ({"body": b"x"}, {"form": {"a": 1}}, {"json": 1}, {}, {"body": self.folder}):
            with self.subTest(fields), self.assertRaises(moya.UsageError):
                moya.Target("http://h", body_length=1, **fields)
        for wrong in (0, -1, 1.5, "1", 1 << 63):
            with self.subTest(wrong), self.assertRaises(moya.UsageError):
                moya.Target("http://h", body=iter([b"x"]), body_length=wrong)

    def test_a_pipe_is_a_body_of_unknown_length(self) -> None:
        reading, writing = os.pipe()
        os.write(writing, b"through a pipe")
        os.close(writing)
        with open(reading, "rb") as pipe:
            self.assertEqual(self.sent(body=pipe)["body"], "through a pipe")

    def test_what_can_go_back_is_sent_again_behind_a_redirect(self) -> None:
        for body in (io.BytesIO(b"abc"), [b"abc"], self.file("f", b"abc")):
            self.assertEqual(self.sent("/moved", body=body)["body"], "abc")
        with self.assertRaisesRegex(moya.MoyaError, "cannot be sent again") as caught:
            self.sent("/moved", body=iter([b"abc"]))
        self.assertEqual(caught.exception.status, moya.Status.BODY)

    def test_what_a_body_raises_is_the_cause(self) -> None:
        def broken() -> Iterator[bytes]:
            yield b"begin"
            raise ZeroDivisionError("in the middle")

        rows: "tuple[tuple[Any, type, str], ...]" = (
            (broken(), ZeroDivisionError, "in the middle"), (["text"], TypeError, "it gives str"), ([None], TypeError, "it gives NoneType"),
            (io.StringIO("text"), TypeError, "it gives str"), (_later(), TypeError, "only an AsyncProvider"),
        )
        for body, kind, says in rows:
            with self.subTest(says=says), self.assertRaises(moya.MoyaError) as caught:
                self.sent(body=body)
            self.assertEqual(caught.exception.status, moya.Status.BODY)
            self.assertIsInstance(caught.exception.__cause__, kind)
            self.assertIn(says, str(caught.exception.__cause__))
            self.assertIn(f"the request's body stream failed: it raised {kind.__name__}", str(caught.exception))
        with self.assertRaises(KeyboardInterrupt):
            self.sent(body=_interrupting())
        spent = self.target("/echo", "POST", body=iter([b"once"]))
        self.assertEqual(self.provider.call(spent).json("body"), "once")
        with self.assertRaises(moya.MoyaError) as caught:
            self.provider.call(spent)
        self.assertIn("earlier call", str(caught.exception.__cause__))

    def test_a_file_that_is_gone_is_an_error_of_the_body(self) -> None:
        for fields in ({"body": self.folder / "none"}, {"files": {"f": self.folder / "none"}}):
            with self.assertRaisesRegex(moya.MoyaError, "No such file") as caught:
                self.sent(**fields)
            self.assertEqual(caught.exception.status, moya.Status.BODY)

    def test_the_same_through_asyncio(self) -> None:
        async def run() -> Any:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                target = self.target("/echo", "POST", files={"f": [b"a", b"b"]}, query={"q": [1]})
                return (await provider.call(target)).json()

        seen = asyncio.run(run())
        self.assertIn("\r\n\r\nab\r\n", seen["body"])
        self.assertEqual(seen["path"], "/echo?q%5B%5D=1")

    def test_a_target_has_its_own_limits(self) -> None:
        with self.assertRaises(moya.Timeout) as caught:
            self.provider.call(self.target("/hang", timeout=moya.Timeouts(idle=0.05, total=DEADLINE)))
        self.assertEqual(caught.exception.status, moya.Status.TIMEOUT_IDLE)
        self.assertEqual(self.provider.call(self.target("/redirect", redirects=0)).status_code, 302)
        self.assertEqual(self.provider.call(self.target("/redirect", redirects=1)).status_code, 200)
        with self.assertRaises(moya.MoyaError) as caught_large:
            self.provider.call(self.target("/big", max_body=1000))
        self.assertEqual(caught_large.exception.status, moya.Status.TOO_LARGE)

    def test_a_body_in_an_unknown_coding_is_an_error_that_names_the_way_out(self) -> None:
        endpoint = {"path": "/coded", "any_coding": True}
        for coding in (b"none", b"utf-8", b"UTF8", b"foo", b"none, foo"):
            with self.subTest(coding):
                self.server.fields = [(b"Content-Encoding", coding)]
                with self.assertRaisesRegex(moya.ProtocolError, "any_coding"):
                    self.provider.call(self.target("/coded"))
                self.assertEqual(self.provider.call(self.target("/coded", any_coding=True)).content, b"hello")
                with moya.open(definition(self.server.url, e=endpoint), provider=self.provider) as api:
                    self.assertEqual(api.e().content, b"hello")

    def test_a_body_that_is_not_decoded_arrives_as_it_was_sent(self) -> None:
        for coding in (b"gzip", b"br", b"foo", b"none"):
            with self.subTest(coding):
                self.server.fields = [(b"Content-Encoding", coding)]
                response = self.provider.call(self.target("/coded", decode=False))
                self.assertEqual((response.content, response.header("Content-Encoding")), (b"hello", coding.decode()))
                if coding == b"gzip":
                    with self.assertRaises(moya.ProtocolError):
                        self.provider.call(self.target("/coded", decode=True))

    def test_a_header_value_of_bytes_is_sent_as_it_is(self) -> None:
        for value in (b"\xe9t\xe9", b"gr\xc3\xbcn", b"\xff", b"plain"):
            with self.subTest(value):
                seen = self.provider.call(self.target("/echo", headers={"X-Own": value, "X-Text": "t"})).json("headers")
                self.assertEqual((seen["x-own"].encode("latin-1"), seen["x-text"]), (value, "t"))
                with moya.Provider(headers={"X-Own": value}) as provider:
                    seen = provider.call(self.target("/echo")).json("headers")
                    self.assertEqual(seen["x-own"].encode("latin-1"), value)
                stub = self.target("/", sample=moya.Sample(headers=[("X-Own", value)]), stub=True)
                self.assertEqual(self.provider.call(stub).headers.raw, ((b"X-Own", value),))

    def test_a_header_value_of_bytes_that_cannot_be_sent_is_an_error_that_names_the_field(self) -> None:
        with self.assertRaisesRegex(moya.RequestError, "X-Own"):
            self.provider.call(self.target("/echo", headers={"X-Own": b"\xff\n"}))
        with self.assertRaisesRegex(moya.RequestError, "the value of .* in headers has a NUL"):
            self.target("/echo", headers={"X-Own": b"\xff\0"})

    def test_the_library_adds_no_header_fields_if_the_target_says_so(self) -> None:
        for method in ("GET", "POST"):
            target = self.target("/echo", method, only_headers=True, headers={"X-Own": "1"}, body=b"b" if method == "POST" else None)
            seen = self.provider.call(target).json("headers")
            self.assertEqual(set(seen) - {"content-length"}, {"host", "x-own"})

    def test_a_standard_method_is_sent_in_capitals(self) -> None:
        for method in ("get", "Patch", "options", "trace", "query", "dELETE"):
            with self.subTest(method):
                seen = self.provider.call(moya.Target(self.server.url, "/echo", method)).json("method")
                self.assertEqual(seen, method.upper())
                endpoint = {"path": "/echo", "method": method, "result": {"type": "str", "at": "method"}}
                with moya.open(definition(self.server.url, e=endpoint), provider=self.provider) as api:
                    self.assertEqual(api.e(), method.upper())
        seen = self.provider.call(moya.Target(self.server.url, "/echo", "Own")).content
        self.assertIn(b"'Own'", seen)

    def test_credentials_are_sent_when_they_are_asked_for(self) -> None:
        for password, status in (("right", 200), ("wrong", 401)):
            self.assertEqual(self.provider.call(self.target("/locked", auth=("ann", password))).status_code, status)
        open_ = self.provider.call(self.target("/echo", auth=("ann", "right")))
        self.assertNotIn("authorization", open_.json("headers"))


async def _later() -> AsyncIterator[bytes]:
    yield b"late"


def _interrupting() -> Iterator[bytes]:
    raise KeyboardInterrupt
    yield b""


class ArgumentTests(unittest.TestCase):
    def test_what_cannot_be_is_refused_and_named(self) -> None:
        rows: "tuple[tuple[dict[str, Any], type, str], ...]" = (
            ({"body": "text"}, moya.UsageError, "body must be bytes, a path"),
            ({"body": 5}, moya.UsageError, "body must be bytes, a path"),
            ({"form": 5}, moya.UsageError, "form must be a mapping or pairs"),
            ({"form": {"a": object()}}, moya.UsageError, "a value in form must be"),
            ({"files": {"a": 5}}, moya.UsageError, "the content of part 'a' must be a str, bytes"),
            ({"files": {"a": ("x",)}}, moya.UsageError, "a tuple in files"),
            ({"form": {"a": {"b": 1}}, "files": {"f": b""}}, moya.UsageError, "a value in form"),
            ({"multipart": [("a", "b")]}, moya.UsageError, "a part in multipart must be a moya.Part"),
            ({"multipart": "ab"}, moya.UsageError, "multipart must be several moya.Part"),
            ({"json": 1, "form": {}}, TypeError, "one of json, body, form"),
            ({"multipart": [], "files": {}}, TypeError, "one of json, body, form"),
            ({"auth": "ann:t0ps3cret"}, moya.UsageError, "auth must be a user's name and a password"),
            ({"auth": ("ann", 5)}, moya.UsageError, "auth must be a user's name and a password"),
            ({"auth": ("ann\0", "x")}, moya.RequestError, "auth has a NUL"),
            ({"redirects": -1}, moya.UsageError, "redirects must be from 0"),
            ({"max_body": 0}, moya.UsageError, "max_body must be from 1"),
            ({"timeout": "5"}, moya.UsageError, "timeout must be a number of seconds"),
            ({"list_key": 5}, moya.UsageError, "list_key must be a str"),
        )
        for fields, kind, says in rows:
            with self.subTest(says=says), self.assertRaisesRegex(kind, says) as caught:
                stubbed(**fields)
            self.assertNotIn("t0ps3cret", str(caught.exception))
        with self.assertRaisesRegex(moya.UsageError, "the idle timeout must be a positive number"):
            moya.Timeouts(idle=0)

    def test_values_are_values(self) -> None:
        target = stubbed(
            form={"a": [1]}, auth=("ann", "t0ps3cret"), timeout=moya.Timeouts(connect=1), redirects=0, max_body=5,
            path_values={}, list_key="{key}", bool_style=BoolStyle.LITERAL,
        )
        self.assertEqual(pickle.loads(pickle.dumps(target)), target)
        self.assertEqual(target.replace(name="stubbed"), target)
        self.assertNotEqual(target.replace(redirects=None), target)
        self.assertNotIn("t0ps3cret", repr(target))
        part = Part("f", b"t0ps3cret")
        self.assertEqual(part, pickle.loads(pickle.dumps(part)))
        self.assertNotIn("t0ps3cret", repr(part))
        with self.assertRaises(AttributeError):
            part.name = "g"
        copied = stubbed(files={"f": b"x"}, method="POST")
        self.assertEqual(copied.replace(name="stubbed"), copied)


if __name__ == "__main__":
    unittest.main()
