"""Tests the header fields of a response."""

import copy
import pickle
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import List

import moya
from support import DEADLINE, ServerTest, stubbed

FIELDS = [
    (b"Set-Cookie", b"a=1, b; Expires=Mon, 01 Jan 2029 00:00:00 GMT"),
    (b"X-Name", b"\xe9t\xe9"),
    (b"set-cookie", b"b=2"),
    (b"x-name", b"\xff, z"),
    (b"X-Empty", b""),
    (b"X-Text", "gr\u00fcn".encode()),
    (b"X-A", b"1"),
    (b"x-a", b"2"),
]


class WireTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider(timeout=DEADLINE))
        self.server.fields = FIELDS
        self.headers: moya.Headers = self.provider.call(self.target("/fields")).headers

    def test_every_field_is_there_one_by_one_in_order_and_as_bytes(self) -> None:
        self.assertEqual(list(self.headers.raw), [*FIELDS, (b"Content-Length", b"0")])
        self.assertEqual(len(self.headers), len(FIELDS) + 1)

    def test_any_number_of_fields_is_read(self) -> None:
        for count in (0, 1, 30, 31, 32, 33, 100):
            with self.subTest(count):
                self.server.fields = fields = [(b"X-%d" % index, b"%d" % index) for index in range(count)]
                headers = self.provider.call(self.target("/fields")).headers
                self.assertEqual(list(headers.raw), [*fields, (b"Content-Length", b"0")])

    def test_a_field_of_a_sample_that_could_forge_another_is_refused(self) -> None:
        for name, value in (("A", "1\r\nEvil: 1"), ("A", "1\nEvil: 1"), ("A", "\1"), ("A\r\nEvil", "1"), ("A B", "1")):
            sample = moya.Sample(headers={name: value})
            with self.subTest(name=name, value=value):
                with self.assertRaisesRegex(moya.UsageError, "a sample's headers: "):
                    self.provider.call(stubbed(sample=sample))
                with self.assertRaisesRegex(moya.UsageError, "a sample's headers: "):
                    moya.StubRules().add(sample)

    def test_threads_that_read_at_the_same_time_read_their_own_fields(self) -> None:
        def read(thread: int) -> bool:
            fields = [(f"X-{thread}-{index}", f"{thread}" * index) for index in range(20)]
            target = stubbed(sample=moya.Sample(headers=fields))
            wanted = [(name.encode(), value.encode()) for name, value in fields]
            return all(list(self.provider.call(target).headers.raw) == wanted for _ in range(200))

        before = sys.getswitchinterval()
        self.addCleanup(sys.setswitchinterval, before)
        sys.setswitchinterval(1e-6)
        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(read, range(8))), [True] * 8)

    def test_names_are_compared_without_case(self) -> None:
        for name in ("X-TEXT", "x-text"):
            self.assertEqual(self.headers[name], "gr\u00fcn")
            self.assertIn(name, self.headers)
        self.assertNotIn("X", self.headers)
        self.assertNotIn(7, self.headers)

    def test_latin_1_survives_and_utf_8_is_read_as_that(self) -> None:
        self.assertEqual(self.headers.get_all("X-Name"), ["\u00e9t\u00e9", "\u00ff, z"])
        self.assertEqual(self.headers.get("x-name"), "\u00e9t\u00e9,\u00ff, z")

    def test_set_cookie_is_never_joined(self) -> None:
        one, two = (value.decode() for name, value in FIELDS if name.lower() == b"set-cookie")
        self.assertEqual(self.headers.get_all("Set-Cookie"), [one, two])
        self.assertEqual(self.headers["Set-Cookie"], one)
        self.assertEqual([value for name, value in self.headers.items() if name.lower() == "set-cookie"], [one, two])

    def test_a_name_that_comes_very_often_is_joined_once(self) -> None:
        # If each of the 50,000 look-ups joined 50,000 values, this would take more than a minute.
        self.server.fields = [(b"a", b"")] * 50_000
        headers = self.provider.call(self.target("/fields")).headers
        self.assertEqual(dict(headers), {"a": "," * 49_999, "Content-Length": "0"})

    def test_it_is_a_mapping_in_which_a_name_may_come_twice(self) -> None:
        self.assertEqual(self.headers["x-a"], "1,2")
        self.assertEqual(self.headers.get("X-Empty"), "")
        self.assertEqual((self.headers.get("none"), self.headers.get("none", "x")), (None, "x"))
        self.assertEqual(self.headers.get_all("none"), [])
        with self.assertRaises(KeyError):
            self.headers["none"]
        self.assertEqual(list(self.headers), [name for name, _ in self.headers.items()])
        self.assertEqual(self.headers.keys(), list(self.headers))
        self.assertEqual(self.headers.values(), [value for _, value in self.headers.items()])
        self.assertEqual(dict(self.headers)["X-A"], "1,2")

    def test_one_field_is_found_as_in_the_mapping(self) -> None:
        response = self.provider.call(self.target("/fields"))
        for name in ("x-name", "SET-COOKIE", "x-a", "X-Empty", "none"):
            self.assertEqual(response.header(name), self.headers.get(name), name)
        self.assertEqual(response.header("none", "x"), "x")

    def test_they_can_be_given_to_a_target(self) -> None:
        headers = self.provider.call(stubbed(sample=moya.Sample(headers=[("A", "1"), ("a", "2")]))).headers
        self.assertEqual(moya.Target("https://a.example", headers=headers).headers, (("A", "1"), ("a", "2")))

    def test_they_are_values_that_show_no_value(self) -> None:
        self.assertEqual(pickle.loads(pickle.dumps(self.headers)), self.headers)
        self.assertEqual(copy.deepcopy(self.headers), self.headers)
        self.assertEqual(hash(copy.copy(self.headers)), hash(self.headers))
        self.assertNotEqual(self.headers, self.provider.call(stubbed()).headers)
        self.assertIn("Set-Cookie", repr(self.headers))
        self.assertNotIn("b=2", repr(self.headers))


class TextTests(unittest.TestCase):
    def setUp(self) -> None:
        self.provider = moya.Provider()
        self.addCleanup(self.provider.close)

    def text(self, kind: str, body: bytes) -> str:
        return self.provider.call(stubbed(sample=moya.Sample(body=body, headers={"Content-Type": kind}))).text

    def test_charsets_of_text_are_followed(self) -> None:
        cases = [
            ("utf-8", "gr\u00fcn"), ("UTF8", "gr\u00fcn"), ("iso-8859-1", "gr\u00fcn"), ("latin1", "gr\u00fcn"),
            ("windows-1252", "\u20ac"), ("ISO-8859-15", "\u20ac"), ("utf-16", "gr\u00fcn"), ("koi8-r", "\u0436"),
            ("shift_jis", "\u65e5\u672c"), ("euc-jp", "\u65e5\u672c"), ("gb18030", "\u4e2d"), ("big5", "\u4e2d"),
            ("euc-kr", "\ud55c"), ("us-ascii", "a"), ("iso-2022-jp", "\u65e5\u672c"), ("windows-1251", "\u0436"),
        ]
        for name, text in cases:
            for kind in (f"text/plain; charset={name}", f'text/plain;x=y;CharSet = "{name}"'):
                with self.subTest(kind):
                    self.assertEqual(self.text(kind, text.encode(name)), text)

    def test_a_charset_that_is_none_of_text_is_read_as_utf_8(self) -> None:
        names: "List[str]" = [
            "idna", "punycode", "undefined", "unicode_escape", "raw-unicode-escape", "utf-7", "rot13", "hex", "base64",
            "zlib", "bz2", "uu", "quopri", "mbcs", "oem", "charmap", "aliases", "encodings.aliases", "../os", "a" * 9999,
            "\u00fc", '"', "", " ", "None", "utf-8;charset=idna", "unicode_internal", "string-escape",
        ]
        for name in names:
            with self.subTest(name):
                self.assertEqual(self.text(f"text/plain; charset={name}", b"gr\xc3\xbcn \xff \\x41"), "gr\u00fcn \ufffd \\x41")

    def test_no_body_raises_whatever_the_charset(self) -> None:
        from moya import _text

        bodies = (b"", b"\xff", b"\x00\xd8", b"\x1b$B\x1b", bytes(range(256)), bytes(range(255, -1, -1)) * 3, b"~{\xff~")
        self.assertGreater(len(_text._TEXT), 20)
        for name in sorted(_text._TEXT):
            for body in bodies:
                with self.subTest(name, body=body):
                    self.assertIsInstance(self.text(f"a/b; charset={name}", body), str)

    def test_pythons_codecs_never_see_a_servers_name(self) -> None:
        import encodings

        before = len(encodings._cache)  # type: ignore[attr-defined]
        for number in range(100):
            self.text(f"a/b; charset=evil{number}", b"x")
        self.assertEqual(len(encodings._cache), before)  # type: ignore[attr-defined]
