"""Tests which cookies and HSTS hosts a provider stores from responses. The server is nginx."""

import os
import subprocess
import tempfile
import time
import unittest
from http.cookiejar import MozillaCookieJar
from pathlib import Path
from typing import Any, Dict, List

import moya
from support import DEADLINE

PEERS = Path(__file__).resolve().parents[3] / "Tests/servers/peers/peers.py"


class CookieTests(unittest.TestCase):
    peers: "subprocess.Popen[str]"
    values: Dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.peers = subprocess.Popen(
            ["/usr/bin/python3", str(PEERS), "nginx"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert cls.peers.stdout
        cls.values = dict(line.split() for line in iter(cls.peers.stdout.readline, "\n") if line.strip())

    @classmethod
    def tearDownClass(cls) -> None:
        cls.peers.communicate()

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def provider(self, **options: Any) -> moya.Provider:
        return moya.Provider(timeout=DEADLINE, proxy="", ca=self.values["folder"] + "/ca.pem", **options)

    def get(self, provider: moya.Provider, path: str, port: str = "plain", scheme: str = "") -> moya.Response:
        scheme = scheme or ("http" if port == "plain" else "https")
        return provider.call(moya.Target(f"{scheme}://localhost:{self.values[port]}{path}"))

    def test_cookies_are_kept_when_asked_for_and_shared_by_calls(self) -> None:
        with self.provider() as provider:
            self.get(provider, "/set-cookie?c=a=1;Path=/")
            self.assertIn("cookie=\n", self.get(provider, "/echo").text)
            with self.assertRaisesRegex(moya.StateError, "keeps no cookies"):
                provider.cookies.clear()
        with self.provider(cookies=True) as provider:
            self.get(provider, "/set-cookie?c=a=1;Path=/;HttpOnly")
            self.assertIn("cookie=a=1\n", self.get(provider, "/redirect/302?to=/echo").text)
            self.assertEqual(list(provider.cookies), [moya.Cookie("a", "1", "localhost", http_only=True)])

    def test_a_program_sets_and_deletes_cookies(self) -> None:
        with self.provider(cookies=True) as provider:
            jar = provider.cookies
            jar.set("a", "1", "example.com", subdomains=True, secure=True)
            jar.set("b", "2", "example.com", path="/x", expires=int(time.time()) + 600)
            jar.set("c", "3", "www.example.org")
            self.assertEqual([it.name for it in jar], ["a", "b", "c"])
            self.assertEqual([it.name for it in jar.for_url("https://www.example.com/x")], ["a"])
            self.assertEqual([it.name for it in jar.for_url("http://example.com/x")], ["b"])
            jar.set("b", "", "example.com", path="/x", expires=0)
            jar.clear("example.org")
            self.assertEqual(len(jar), 1)
            jar.clear()
            self.assertEqual(list(jar), [])
            with self.assertRaises(moya.InvalidURL):
                jar.for_url("example.com")
        with self.assertRaises(moya.StateError):
            jar.clear()

    def test_what_no_cookie_can_be_is_refused_with_the_reason_and_no_value(self) -> None:
        rows: "list[tuple[str, Dict[str, Any]]]" = [
            ("name is empty", {"name": ""}),
            ("control character", {"value": "s3cret\r\nX: y"}),
            ("public suffix", {"domain": "co.uk", "subdomains": True}),
            ("__Host-", {"name": "__Host-a"}),
            ("slash", {"path": "x"}),
            ("domain", {"domain": "a b"}),
            ("value must be", {"value": 5}),
            ("expires must be", {"expires": -1}),
        ]
        with self.provider(cookies=True) as provider:
            for words, given in rows:
                with self.subTest(words), self.assertRaisesRegex(moya.UsageError, words) as caught:
                    provider.cookies.set(**{"name": "a", "value": "s3cret", "domain": "example.com", **given})
                self.assertNotIn("s3cret", str(caught.exception))

    def test_a_file_is_read_and_written_as_http_cookiejar_does(self) -> None:
        path = self.folder / "cookies.txt"
        with self.provider(cookies=path) as provider:
            self.get(provider, "/set-cookie?c=a=1;Path=/;Max-Age=600")
            provider.cookies.save()
            self.assertTrue(path.exists())
            self.get(provider, "/set-cookie?c=b=2;Path=/")
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        jar = MozillaCookieJar(path)
        # A cookie without an expiry time has a 0 in the file, as in curl's files. MozillaCookieJar reads this 0 as a
        # time in 1970, so it must ignore expiry times.
        jar.load(ignore_discard=True, ignore_expires=True)
        self.assertEqual({it.name: it.value for it in jar}, {"a": "1", "b": "2"})
        jar.save(ignore_discard=True, ignore_expires=True)
        with self.provider(cookies=str(path)) as provider:
            self.assertEqual(sorted(it.name for it in provider.cookies), ["a", "b"])
        with path.open("a") as file:
            file.write(".github.io\tTRUE\t/\tFALSE\t0\tc\ts3cret\n")
        lines: List[str] = []
        with self.provider(cookies=path, log=lambda level, text: lines.append(text)) as provider:
            self.assertEqual(sorted(it.name for it in provider.cookies), ["a", "b"])
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], "is dropped: line [0-9]+: its domain is a public suffix")
        self.assertNotIn("s3cret", lines[0])
        path.write_text("".join(f"h{number}.example\tFALSE\t/\tFALSE\t0\ta\ts3cret\n" for number in range(3500)))
        lines.clear()
        with self.provider(cookies=path, log=lambda level, text: lines.append(text)) as provider:
            self.assertEqual([it.domain for it in provider.cookies], [f"h{number}.example" for number in range(500, 3500)])
        self.assertEqual(lines, [f"a part of {path} is dropped: it has more than 3000 cookies; the newest stay"])
        path.write_text("s3cret\n")
        with self.assertRaisesRegex(moya.UsageError, "^cookies cannot be used: line 1 is no cookie") as caught:
            self.provider(cookies=path)
        self.assertNotIn("s3cret", str(caught.exception))

    def test_wrong_options_are_refused_with_their_names(self) -> None:
        for given, words in (
            ({"cookies": 1}, "cookies must be True, False or a path"),
            ({"hsts": {}}, "hsts must be True, False or a path"),
            ({"hsts": self.folder}, "hsts cannot be used: it is not a regular file"),
            ({"cookies": True, "public_suffixes": self.folder / "none"}, "public_suffixes cannot be used: No such file"),
        ):
            with self.subTest(words), self.assertRaisesRegex(moya.UsageError, words):
                self.provider(**given)

    def test_a_host_that_asked_for_tls_is_called_with_it_also_the_next_time(self) -> None:
        path = self.folder / "hsts.txt"
        with self.provider(hsts=path) as provider:
            self.get(provider, "/set-cookie?sts=max-age=600", "tls")
            self.assertTrue(self.get(provider, "/echo", "tls", "http").url.startswith("https://localhost:"))
        self.assertIn("localhost", path.read_text())
        with self.provider(hsts=os.fspath(path)) as provider:
            self.assertIn("tls=TLSv1.", self.get(provider, "/echo", "tls", "http").text)

    def test_no_repr_shows_a_value(self) -> None:
        with self.provider(cookies=True) as provider:
            provider.cookies.set("a", "s3cret", "example.com")
            shown = f"{provider.cookies!r} {list(provider.cookies)!r} {list(provider.cookies)[0]}"
        self.assertIn("Cookie('a', <redacted>, 'example.com', '/')", shown)
        self.assertNotIn("s3cret", shown)
