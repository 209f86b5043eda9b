"""Tests cassettes of calls whose bodies have a content coding."""

import base64
import gzip
import json
import sys
import tempfile
import warnings
import zlib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Dict, List, Tuple, cast
from unittest import mock

import moya
from moya.testing import Cassette, _redaction
from support import ServerTest


class CassetteCodingsTest(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.path = Path(self.enterContextOf(tempfile.TemporaryDirectory())) / "one.har"

    def entries(self) -> List[Any]:
        entries: List[Any] = json.loads(self.path.read_text("utf-8"))["log"]["entries"]
        return entries

    def test_calls_that_decode_and_calls_that_do_not_share_a_file(self) -> None:
        def call(decode: bool) -> Any:
            with moya.Provider() as provider:
                try:
                    response = provider.call(self.target("/zip", decode=decode))
                except moya.NoStub:
                    return None
            return response.content, response.headers.get("Content-Encoding")

        text = b'{"token": "canary", "a": 1}'
        deflate = zlib.compressobj(wbits=-15)
        bodies = [("gzip", gzip.compress(text)), ("deflate", zlib.compress(text)), ("deflate", deflate.compress(text) + deflate.flush())]
        for coding, sent in bodies:
            self.server.replies["/zip"] = [(200, {"Content-Encoding": coding}, sent)]
            for recorded in (True, False):
                with Cassette(self.path, "all"):
                    self.assertEqual(call(recorded), (text if recorded else sent, coding))
                hidden = b'{"token":"redacted","a":1}'
                self.assertEqual([it["response"]["content"]["text"].replace(" ", "") for it in self.entries()], [hidden.decode()])
                with Cassette(self.path, "none", repeats=True):
                    for decode in (True, False):
                        content, shown = call(decode)
                        self.assertEqual((content.replace(b" ", b""), shown), (hidden, coding if decode else None))

    def test_bodies_in_br_and_zstd_are_decoded_if_their_modules_are_installed(self) -> None:
        """Fake modules replace those of br and zstd, so the tests need no other packages."""
        known: Dict[str, Any] = {name: ModuleType(name) for name in ("brotli", "compression.zstd", "zstandard")}
        text = b'{"token": "canary", "a": 1}'

        class Decoder:
            def decompress(self, body: bytes) -> bytes:
                self.eof, self.unused_data = body[4:5] == b"|", body[5:]
                return body[:4]

        def failing(body: bytes) -> bytes:
            raise ZeroDivisionError

        def whole(body: bytes) -> bytes:
            return text

        known["zstandard"].ZstdDecompressor = lambda: SimpleNamespace(decompressobj=Decoder)
        rows: "List[Tuple[str, Dict[str, Any], bytes, bool]]" = [
            ("br", {"brotli": whole}, b"?", True),
            ("zstd", {"compression.zstd": whole}, b"?", True),
            ("gzip, br", {"brotli": lambda _: gzip.compress(text)}, b"?", True),
            ("br", {"brotli": failing}, b"?", False),
            ("br", {}, b"?", False),
            ("zstd", {"zstandard": None}, b"one |two |", True),
            ("zstd", {"zstandard": None}, b"one |two ", False),
        ]
        names = ("brotli", "brotlicffi", "compression.zstd", "backports.zstd", "zstandard")
        for coding, decoders, sent, is_decoded in rows:
            for name, decode in decoders.items():
                known[name].decompress = decode
            installed = {name: known[name] if name in decoders else None for name in names}
            self.server.replies["/zip"] = [(200, {"Content-Encoding": coding}, sent)]
            _redaction._decoders.cache_clear()
            with mock.patch.dict(sys.modules, installed), warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                with Cassette(self.path, "all"), moya.Provider() as provider:
                    self.assertEqual(provider.call(self.target("/zip", decode=False)).content, sent)
            content = self.entries()[0]["response"]["content"]["text"]
            expected = "one two " if "zstandard" in decoders else '{"token": "redacted", "a": 1}'
            self.assertEqual(content == expected, is_decoded, (coding, content))
            self.assertEqual([f"a body of GET {self.server.url}/zip cannot be decoded" in str(it.message) for it in said],
                             [] if is_decoded else [True])
        _redaction._decoders.cache_clear()

    def test_a_form_that_another_program_has_written_as_a_list_is_compared(self) -> None:
        fields = {"a b": "1 2+ü&", "c": ""}
        with Cassette(self.path), moya.Provider() as provider:
            provider.call(self.target("/zen", method="POST", form=fields))
        document = json.loads(self.path.read_text())
        document["log"]["entries"][0]["request"]["postData"] = {
            "mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "1 2+ü&"}, {"name": "c"}]}
        self.path.write_text(json.dumps(document))
        with Cassette(self.path, "none"), moya.Provider() as provider:
            with self.assertRaises(moya.NoStub):
                provider.call(self.target("/zen", method="POST", form={"a b": "1 2"}))
            self.assertEqual(provider.call(self.target("/zen", method="POST", form=fields)).status_code, 200)

    def test_the_secrets_of_an_encoded_request_are_hidden(self) -> None:
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
        for level, mode in ((9, "all"), (0, "none")):  # another level gives other bytes of the same body
            body = gzip.compress(b'{"token": "canary-0123456789", "a": 1}', level)
            with Cassette(self.path, cast(Any, mode)), moya.Provider() as provider:
                provider.call(self.target("/zen", method="POST", body=body, headers=headers))
        self.assertEqual(self.entries()[0]["request"]["postData"]["text"], '{"token": "redacted", "a": 1}')

    def test_the_secrets_of_bodies_that_are_not_utf_8_are_hidden(self) -> None:
        # In ISO 8859-1, "\x85" is the end of a line for Python.
        for kind, text in (
            ("application/json", '{"password": "canary-\x85-é", "n": "é"}'), ("text/xml", "<password>canary-é</password>é"),
            ("text/plain", "é Bearer canary-0123456789"),
        ):
            with self.subTest(kind):
                self.server.replies["/latin"] = [(200, {"Content-Type": kind}, text.encode("latin-1"))]
                body, headers = text.encode("latin-1"), {"Content-Type": kind}
                with Cassette(self.path, "all"), moya.Provider() as provider:
                    provider.call(self.target("/latin", method="POST", body=body, headers=headers))
                (found,) = self.entries()
                sent, received = found["request"]["postData"]["text"], found["response"]["content"]["text"]
                for coded in (sent, received):
                    stored = base64.b64decode(coded) if "redacted" not in coded else coded.encode()
                    self.assertNotIn(b"canary", stored)
                    self.assertIn(b"redacted", stored)
                with Cassette(self.path, "none"), moya.Provider() as provider:
                    provider.call(self.target("/latin", method="POST", body=body, headers=headers))

    def test_bodies_that_are_no_text_stay_as_they_are(self) -> None:
        for body in (bytes(range(256)) + b'{"password": "canary"}', b'\x8b\x0b\x80{"token":"canary","a":1}\x03'):
            self.assertEqual(_redaction.Redaction().body("application/json", body), body)

    def test_a_separator_of_lines_in_a_secret_does_not_end_it(self) -> None:
        hidden = _redaction.Redaction().body("", '{"password": "one\u2028two\x85three"} {'.encode())
        self.assertEqual(hidden, b'{"password": "redacted"} {')

    def test_a_body_that_cannot_be_decoded_is_for_callers_who_do_not_decode(self) -> None:
        for coding, sent in (("dcb", b"\x0b\x02\x80hello\x03"), ("gzip", b"damaged"), ("gzip", gzip.compress(b"cut")[:-1])):
            self.server.replies["/zip"] = [(200, {"Content-Encoding": coding}, sent)]
            with self.assertWarnsRegex(UserWarning, "its secrets are not hidden"), Cassette(self.path, "all"), moya.Provider() as provider:
                provider.call(self.target("/zip", decode=False))
            with Cassette(self.path, "none"), moya.Provider() as provider:
                with self.assertRaises(moya.NoStub):
                    provider.call(self.target("/zip"))
                response = provider.call(self.target("/zip", decode=False))
                self.assertEqual((response.content, response.headers.get("Content-Encoding")), (sent, coding))
