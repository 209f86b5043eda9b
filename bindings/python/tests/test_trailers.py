"""Tests trailers of a request: header fields that follow its body."""

import asyncio
import hashlib
import io
import pathlib
import threading
import unittest
from typing import Any, AsyncIterator, Iterator

import moya
from support import DEADLINE, ServerTest

WORDS = b"3\r\none\r\n3\r\ntwo\r\n"


async def words() -> AsyncIterator[bytes]:
    yield b"one"
    yield b"two"


class TrailerTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.server.take_wires(0, DEADLINE)

    def send(self, trailers: Any, path: str = "/echo", body: Any = (b"one", b"two"), **fields: Any) -> moya.Response:
        target = self.target(path, "PUT", body=iter(body) if body == (b"one", b"two") else body, trailers=trailers, **fields)
        with moya.Provider() as provider:
            return provider.call(target)

    def wires(self, count: int = 1) -> "list[bytes]":
        return self.server.take_wires(count, DEADLINE)

    def test_they_follow_the_last_chunk(self) -> None:
        rows: "list[tuple[Any, bytes]]" = [
            ({"X-A": "1"}, b"X-A: 1\r\n"), ({"X-A": "1", "X-B": "\u00e9"}, b"X-A: 1\r\nX-B: \xc3\xa9\r\n"),
            ([("X-A", "1"), ("x-a", "2")], b"X-A: 1\r\nx-a: 2\r\n"), ({"X-A": b"\xe9"}, b"X-A: \xe9\r\n"),
            ({"X-A": ""}, b"X-A: \r\n"), ({}, b""), ([], b""),
        ]
        for fields, lines in rows:
            with self.subTest(fields):
                self.assertEqual(self.send(lambda fields=fields: fields).json("body"), "onetwo")
                self.assertEqual(self.wires(), [WORDS + b"0\r\n" + lines + b"\r\n"])

    def test_they_follow_a_body_without_bytes(self) -> None:
        for body in ([], [b""], (), iter(()), io.BytesIO()):
            with self.subTest(body):
                self.assertEqual(self.send(lambda: {"X-A": "1"}, body=body).json("body"), "")
                self.assertEqual(self.wires(), [b"0\r\nX-A: 1\r\n\r\n"])

    def test_they_know_the_whole_body(self) -> None:
        digest = hashlib.sha256()

        def pieces() -> Iterator[bytes]:
            for piece in (b"one", b"two"):
                digest.update(piece)
                yield piece

        seen = self.send(lambda: [("X-Sum", digest.hexdigest())], body=pieces(), headers={"Trailer": "X-Sum"}).json()
        self.assertEqual((seen["headers"]["trailer"], seen["headers"].get("x-sum")), ("X-Sum", None))
        wanted = hashlib.sha256(b"onetwo").hexdigest().encode()
        self.assertEqual(self.wires(), [WORDS + b"0\r\nX-Sum: " + wanted + b"\r\n\r\n"])

    def test_a_body_that_can_be_read_again_is_sent_again_with_them(self) -> None:
        for path in ("/moved", "/busy"):
            for body in ([b"one"], io.BytesIO(b"one")):
                self.server.busy = 1
                asked: "list[int]" = []

                def trailers(asked: "list[int]" = asked) -> "dict[str, str]":
                    asked.append(1)
                    return {"X-Time": str(len(asked))}

                with self.subTest(path=path, body=body):
                    retry = moya.Retry(attempts=2, delay=0.001)
                    self.assertEqual(self.send(trailers, path, body=body, retry=retry).status_code, 200)
                    self.assertEqual(self.wires(2), [b"3\r\none\r\n0\r\nX-Time: %d\r\n\r\n" % time for time in (1, 2)])
        with self.assertRaisesRegex(moya.MoyaError, "cannot be sent again"):
            self.send(lambda: {}, "/moved")

    def test_what_the_function_raises_is_the_cause_and_the_body_has_no_end(self) -> None:
        def broken() -> Any:
            raise ZeroDivisionError("no sum")

        rows: "list[tuple[Any, type[BaseException], str]]" = [
            (broken, ZeroDivisionError, "no sum"), (lambda: None, moya.UsageError, "trailers must be"),
            (lambda: {"X-A": 1}, moya.UsageError, "the value of X-A in trailers"),
            (lambda: {"X-A": "a\0b"}, moya.MoyaError, "trailers"),
        ]
        for trailers, kind, says in rows:
            with self.subTest(says=says):
                with self.assertRaises(moya.MoyaError) as caught:
                    self.send(trailers)
                self.assertIs(caught.exception.status, moya.Status.BODY)
                self.assertIsInstance(caught.exception.__cause__, kind)
                self.assertIn(says, str(caught.exception.__cause__))
                self.assertIn(f"the trailers function raised {type(caught.exception.__cause__).__name__}", str(caught.exception))
                self.assertEqual(self.wires(), [WORDS])

        def interrupt() -> Any:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.send(interrupt)

    def test_a_field_that_cannot_be_a_trailer_is_refused(self) -> None:
        for name in ("Content-Type", "authorization", "Host", "If-Match", "Content-Length", "Transfer-Encoding", "X A"):
            with self.subTest(name), self.assertRaises(moya.MoyaError) as caught:
                self.send(lambda name=name: {name: "s3cret"})
            self.assertIs(caught.exception.status, moya.Status.INVALID_REQUEST)
            self.assertNotIn("s3cret", str(caught.exception))
            self.assertEqual(self.wires(), [WORDS])

    def test_a_target_whose_body_has_a_length_has_none(self) -> None:
        rows: "tuple[dict[str, Any], ...]" = (
            {}, {"body": b"x"}, {"body": [b"x"], "body_length": 1}, {"json": 1}, {"form": {"a": 1}}, {"files": {"f": b"x"}},
            {"body": pathlib.Path("x")},
        )
        for fields in rows:
            with self.subTest(fields), self.assertRaisesRegex(moya.UsageError, "a body without a length"):
                moya.Target("http://h", "", "PUT", trailers=dict, **fields)

        async def later() -> "dict[str, str]":
            return {}

        for wrong in ({"X-A": "1"}, later):
            with self.subTest(wrong), self.assertRaisesRegex(moya.UsageError, "trailers must"):
                moya.Target("http://h", body=iter([b"x"]), trailers=wrong)  # type: ignore[arg-type]

    def test_http_2_cannot_be_required(self) -> None:
        with self.assertRaisesRegex(moya.MoyaError, "HTTP/2 is asked for") as caught:
            self.send(dict, session={"http": "2"})
        self.assertIs(caught.exception.status, moya.Status.INVALID_REQUEST)
        self.assertEqual(self.server.take_wires(0, DEADLINE), [])

    def test_a_route_has_them(self) -> None:
        class Store(moya.API):
            base_url = self.server.url
            put = moya.Route("/echo", "PUT", trailers=lambda: {"X-A": "1"})

        with moya.Provider() as provider:
            provider.call(Store.put(body=iter([b"one"])))
        self.assertEqual(self.wires(), [b"3\r\none\r\n0\r\nX-A: 1\r\n\r\n"])


class ThreadTrailerTests(ServerTest):
    def test_threads_that_use_one_target_do_not_share_the_memory_of_its_trailers(self) -> None:
        # The library needs a long time to copy 10,000 fields. Then it refuses them.
        fields = [(f"X-{number}", "v" * 20) for number in range(10_000)]
        target = self.target("/echo", "PUT", body=[b"one"], trailers=lambda: fields)
        found: "set[str]" = set()
        with moya.Provider() as provider:

            def work() -> None:
                for _ in range(5):
                    try:
                        provider.call(target)
                    except moya.MoyaError as error:
                        found.add(str(error))

            threads = [threading.Thread(target=work) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(found, {"/echo: the trailers of the request are larger than 16384 bytes"})


class AsyncTrailerTests(ServerTest):
    def test_they_follow_every_kind_of_body(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                for body in (words(), iter([b"one", b"two"])):
                    self.server.take_wires(0, DEADLINE)
                    target = self.target("/echo", "PUT", body=body, trailers=lambda: {"X-A": "1"})
                    await asyncio.wait_for(provider.call(target), DEADLINE)
                    self.assertEqual(self.server.take_wires(1, DEADLINE), [WORDS + b"0\r\nX-A: 1\r\n\r\n"])

        asyncio.run(main())

    def test_what_the_function_raises_is_raised_by_the_call(self) -> None:
        def broken() -> Any:
            raise LookupError("no sum")

        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                self.server.take_wires(0, DEADLINE)
                with self.assertRaisesRegex(LookupError, "no sum"):
                    await provider.call(self.target("/echo", "PUT", body=words(), trailers=broken))
                self.assertEqual(self.server.take_wires(1, DEADLINE), [WORDS])
                self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)

        asyncio.run(main())

    def test_a_stream_sends_them(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                self.server.take_wires(0, DEADLINE)
                target = self.target("/echo", "PUT", body=words(), trailers=lambda: {"X-A": "1"})
                async with provider.stream(target) as stream:
                    await stream.aread()
                self.assertEqual(self.server.take_wires(1, DEADLINE), [WORDS + b"0\r\nX-A: 1\r\n\r\n"])

        asyncio.run(main())


if __name__ == "__main__":
    unittest.main()
