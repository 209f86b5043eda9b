"""Tests that stub rules see and record what a server would receive."""

import os
import re
import socketserver
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any, List, Tuple

import moya
from support import DEADLINE, ServerTest

Received = Tuple[str, str, List[Tuple[bytes, bytes]], bytes]


class _Connection(socketserver.StreamRequestHandler):
    server: "Listener"

    def handle(self) -> None:
        while line := self.rfile.readline():
            method, place, _ = line.split()
            fields = []
            while (line := self.rfile.readline()) != b"\r\n":
                name, _, value = line.partition(b":")
                fields.append((name, value.strip()))
            body, length = b"", dict((name.lower(), value) for name, value in fields)
            if b"content-length" in length:
                body = self.rfile.read(int(length[b"content-length"]))
            elif b"transfer-encoding" in length:
                while count := int(self.rfile.readline(), 16):
                    body += self.rfile.read(count + 2)[:-2]
                self.rfile.readline()
            self.server.received.append((method.decode(), place.decode(), fields, body))
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: seen=1\r\n\r\n" + b"ok" * (method != b"HEAD"))


class Listener(socketserver.ThreadingTCPServer):
    """Stores what it receives, unchanged."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.received: List[Received] = []
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def base(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    def __exit__(self, *of: object) -> None:
        self.shutdown()
        super().__exit__(*of)


def _unbounded(text: bytes) -> bytes:
    """Removes the random boundary from a multipart form."""
    return re.sub(rb"boundary\.[0-9a-f]{16}", b"boundary", text)


class WireTests(unittest.TestCase):
    """Each target is sent to a server and to a stub."""

    def setUp(self) -> None:
        self.listener = Listener()
        self.listener.__enter__()
        self.addCleanup(self.listener.__exit__)
        self.file = tempfile.NamedTemporaryFile()
        self.addCleanup(self.file.close)
        self.file.write(b"of a file")
        self.file.flush()

    def check(self, makes_target: Any, base: str = "http://{}/v1", **options: Any) -> moya.StubRequest:
        rules = moya.StubRules()
        rules.add(moya.Sample())
        base = base.format(self.listener.base)
        with moya.Provider(timeout=DEADLINE, proxy="", **options) as provider:
            provider.call(makes_target(base))
        with moya.Provider(stubs=rules, **options) as provider:
            provider.call(makes_target(base))
        method, place, fields, body = self.listener.received.pop()
        (seen,) = rules.requests
        self.assertEqual((seen.method, seen.url), (method, f"http://{self.listener.base}{place}"))
        self.assertEqual(
            [(name, _unbounded(value)) for name, value in seen.headers.raw],
            [(name, _unbounded(value)) for name, value in fields],
        )
        self.assertEqual(_unbounded(seen.body or b""), _unbounded(body))
        self.assertIs(seen.answered, moya.StubbedBy.RULE)
        return seen

    def test_each_kind_of_task(self) -> None:
        path = self.file.name
        for method, fields in (
            ("GET", {}), ("HEAD", {}), ("POST", {}), ("PUT", {}), ("PATCH", {}), ("DELETE", {}), ("OPTIONS", {}), ("REPORT", {}),
            ("GET", {"query": [("a", "1"), ("b", "x y&/ü"), ("a", "2")]}),
            ("POST", {"json": {"b": [1, None], "a": "ü"}}),
            ("GET", {"json": {"b": 1}}),
            ("POST", {"form": {"a": "1 2", "b": "ü"}}),
            ("PUT", {"body": b"bytes"}), ("POST", {"body": b""}), ("GET", {"body": b""}),
            ("POST", {"body": b"x" * 100_000}),
            ("POST", {"body": Path(path)}),
            ("POST", {"files": {"a": b"data", "b": ("n.txt", b"text", "text/plain")}}),
            ("POST", {"files": {"a": Path(path)}}),
        ):
            with self.subTest(method, **fields):
                self.check(lambda base: moya.Target(base, "/things", method, timeout=DEADLINE, **fields))

    def test_streams(self) -> None:
        def opened() -> Any:
            file = open(self.file.name, "rb")
            self.addCleanup(file.close)
            return file

        for fields in (
            lambda: {"body": iter([b"one ", b"two"])}, lambda: {"body": opened()},
            lambda: {"files": {"a": b"1", "b": iter([b"2", b"3"])}},
        ):
            with self.subTest(fields()):
                self.check(lambda base: moya.Target(base, "/things", "POST", timeout=DEADLINE, **fields()))

    def test_header_fields(self) -> None:
        for fields in (
            [("X-A", "1"), ("Accept", "text/html"), ("x-a", "2"), ("X-Empty", ""), ("X-Space", " v ")],
            [("Host", "other.example"), ("User-Agent", "me"), ("Accept-Encoding", "identity")],
            [("Connection", "close"), ("X-B", "2"), ("Cookie", "own=1"), ("Range", "bytes=0-1")],
            [("Content-Type", "text/plain"), ("Authorization", "Bearer t"), ("Referer", "r"), ("Accept", "")],
        ):
            with self.subTest(fields):
                self.check(lambda base: moya.Target(base, "/things", "POST", headers=fields, body=b"1", timeout=DEADLINE))

    def test_what_a_provider_adds(self) -> None:
        for options in (
            {"headers": {"X-Common": "1"}, "user_agent": "program/2"},
            {"auth": ("ann", "right")},
            {"auth": moya.Basic("ann", "right")}, {"auth": moya.Bearer("token")},
            {"parameters": {"key": "k"}},
        ):
            with self.subTest(options):
                self.check(lambda base: moya.Target(base, "/things", query={"a": "1"}), **options)

    def test_urls(self) -> None:
        for base in ("http://{}", "http://{}?x=1", "http://u:p%20w@{}/a", "http://{}/a/../b%2F/./%7ec", "http://{}/a?b#c"):
            with self.subTest(base):
                self.check(lambda base: moya.Target(base, timeout=DEADLINE), base)

    def test_cookies_of_a_jar(self) -> None:
        rules = moya.StubRules()
        rules.add(moya.Sample(), path="/stubbed")
        rules.add(pass_through=True, path="/real")
        with moya.Provider(stubs=rules, cookies=True, proxy="") as provider:
            for path in ("/real", "/stubbed"):
                provider.call(moya.Target(f"http://{self.listener.base}", path, timeout=DEADLINE))
        self.assertEqual(rules.requests[1].headers["Cookie"], "seen=1")


class RecordTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.rules = moya.StubRules()
        self.provider = self.enterContextOf(moya.Provider(stubs=self.rules, proxy=""))

    def test_what_is_recorded_and_by_whom_it_was_answered(self) -> None:
        zen = self.rules.add(pass_through=True, path="/zen")
        twice = self.rules.add(moya.Sample(text="1"), moya.Sample(text="2"), path="/twice")
        self.assertEqual(self.provider.call(self.target("/zen")).text, "Simple is better than complex.")
        for answer in ("1", "2"):
            self.assertEqual(self.provider.call(self.target("/twice")).text, answer)
        self.assertEqual(self.provider.call(self.target("/own", sample=moya.Sample(text="own"))).text, "own")
        for path in ("/twice", "/lost"):
            with self.assertRaises(moya.NoStub):
                self.provider.call(self.target(path, "POST", json={"a": 1}))
        by = moya.StubbedBy
        self.assertEqual(
            [(request.target, request.rule, request.answered) for request in self.rules.requests],
            [
                ("/zen", zen.number, by.NETWORK), ("/twice", twice.number, by.RULE), ("/twice", twice.number, by.RULE),
                ("/own", 0, by.SAMPLE), ("/twice", twice.number, by.NOTHING), ("/lost", 0, by.NOTHING),
            ],
        )
        self.assertEqual([request.target for request in self.rules.unmatched], ["/twice", "/lost"])
        self.assertEqual(len(twice.requests), 3)
        self.assertEqual(twice.requests[2].json(), {"a": 1})
        self.rules.forget_requests()
        self.assertEqual((self.rules.requests, self.rules.count, twice.count), ([], 6, 3))

    def test_the_record_is_bounded(self) -> None:
        for most, kept in ((1, 1), (0, 0)):
            rules = moya.StubRules(record=most)
            rules.add(moya.Sample())
            with moya.Provider(stubs=rules) as provider:
                for path in ("/a", "/b"):
                    provider.call(self.target(path))
            self.assertEqual([request.target for request in rules.requests], ["/a", "/b"][:kept])
            self.assertEqual(rules.count, 2)
        for most in (-1, 1_000_001, "1"):
            with self.assertRaises(moya.UsageError):
                moya.StubRules(record=most)  # type: ignore[arg-type]

    def test_conditions(self) -> None:
        q = lambda *items: self.target("/", query=items, headers=[("X-A", "1"), ("x-a", "2")])  # noqa: E731
        body = lambda value: self.target("/", "POST", json=value)  # noqa: E731
        a, b, two = ("a", "1"), ("b", "1"), ("a", "2")
        for condition, right, wrong in (
            ({"query": [a, two]}, q(a, b, two), q(two, a)),
            ({"query": [a, a]}, q(a, b, a), q(a)),
            ({"query": [b, a], "exact_query": True}, q(a, b), q(a, b, two)),
            ({"query": {}, "exact_query": True}, q(), q(a)),
            ({"headers": {"x-a": "2"}}, q(), body(1)),
            ({"headers": [("X-A", "1"), ("X-A", "2")]}, q(), body(1)),
            ({"headers": {"Content-Length": None}}, body(1), q()),
            ({"headers": {"Content-Type": "application/json"}}, body(1), q()),
            ({"json": {"a": 1, "b": [None]}}, body({"b": [None], "a": 1}), body({"a": 1})),
            ({"json": 1}, body(1), q()),
            ({"json": {"b": [1.0, 18446744073709551615, True, "é"]}}, body({"b": [1, 18446744073709551615, True, "é"]}), body({"b": [1, 2, 1, "é"]})),
            ({"json": [1]}, body([1]), body([1, 2])),
            ({"json": 1, "matches": lambda request: "X" in request.headers}, body(1).replace(headers={"X": ""}), body(1)),
        ):
            with self.subTest(condition):
                self.rules.add(moya.Sample(text="yes"), **condition)  # type: ignore[arg-type]
                self.assertEqual(self.provider.call(right).text, "yes")
                with self.assertRaises(moya.NoStub):
                    self.provider.call(wrong)
                self.rules.reset()
        self.rules.add(moya.Sample(), headers=[("X-A", "2"), ("X-A", "1")])
        with self.assertRaises(moya.NoStub):
            self.provider.call(q())

    def test_secrets_are_not_shown(self) -> None:
        self.rules.add(moya.Sample())
        self.provider.call(
            self.target("/a", "POST", query={"token": "secret"}, json={"pin": "secret"}, headers={"Authorization": "secret"})
        )
        (request,) = self.rules.requests
        self.assertEqual(request.query, [("token", "secret")])
        for text in (repr(request), str(request), f"{request}", repr(self.rules.requests), repr(request.headers)):
            self.assertNotIn("secret", text)

    def test_what_is_let_through_moves_files(self) -> None:
        self.rules.add(pass_through=True)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "big")
            self.assertEqual(self.provider.download(self.target("/big"), path).path, path)
            self.assertEqual(os.path.getsize(path), 256 * 4096)
            with open(path, "rb") as body:
                answer = self.provider.call(self.target("/echo", "POST", files={"a": body}))
        self.assertGreater(len(answer.body), 256 * 4096)

    def test_a_body_is_json_by_the_rules_of_answers(self) -> None:
        self.rules.add(moya.Sample())
        for body in (b'{"a": 1, "a": 2}', b"{", b"[1e400]", b"[%s]" % (b"9" * 5000)):
            self.provider.call(self.target("/echo", "POST", body=body))
        first, broken, large, long = self.rules.requests
        self.assertEqual(first.json(), {"a": 1})
        rows = [(broken, "the body is not JSON"), (large, "larger than any float")]
        if hasattr(sys, "set_int_max_str_digits"):
            rows.append((long, "an integer has more digits than"))
        for request, says in rows:
            with self.assertRaisesRegex(ValueError, says):
                request.json()

    def test_wrong_rules_are_refused(self) -> None:
        for answers, condition in (
            ((), {}), ((moya.Sample(),), {"pass_through": True}), ((), {"pass_through": True, "delay": 1.0}),
            ((moya.Sample(),), {"headers": {"a": 1}}), ((moya.Sample(),), {"json": 1, "matches": 1}),
        ):
            with self.subTest(condition), self.assertRaises(moya.UsageError):
                self.rules.add(*answers, **condition)  # type: ignore[arg-type]
