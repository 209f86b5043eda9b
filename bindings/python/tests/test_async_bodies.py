"""Tests bodies that are asynchronous iterables, and providers that are released."""

import asyncio
import os
import subprocess
import sys
import tempfile
import unittest
from typing import Any, AsyncIterator

import moya
from support import DEADLINE, ServerTest


async def pieces(count: int = 3, size: int = 1000) -> AsyncIterator[bytes]:
    for _ in range(count):
        await asyncio.sleep(0)
        yield b""
        yield b"x" * size


class AsyncBodyTests(ServerTest):
    def run_async(self, body: Any) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                await asyncio.wait_for(body(provider), DEADLINE)

        asyncio.run(main())

    def test_an_asynchronous_iterable_is_sent_by_calls_streams_and_downloads(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            for length, framing in ((None, "chunked"), (3000, "3000")):
                given = {"body_length": length} if length else {}
                target = self.target("/echo", "POST", body=pieces(), **given)
                sent = (await provider.call(target)).json()
                self.assertEqual((len(sent["body"]), sent["headers"].get("content-length", "chunked")), (3000, framing))
                async with provider.stream(target.replace(body=pieces())) as stream:
                    self.assertIn(b"x" * 3000, await stream.aread())
                with tempfile.TemporaryDirectory() as folder:
                    path = os.path.join(folder, "file")
                    await provider.download(target.replace(body=pieces()), path)
                    with open(path, "rb") as file:
                        self.assertIn(b"x" * 3000, file.read())

        self.run_async(body)

    def test_an_asynchronous_iterable_is_sent_by_a_backend_that_forwards_the_request(self) -> None:
        async def send() -> None:
            for backend in (lambda request: request.forward(), lambda request: request.forward(lambda outcome: outcome)):
                async with moya.AsyncProvider(backend=backend) as provider:
                    for size in (1, 100_000):
                        for length in (3 * size, None):
                            target = self.target("/echo", "POST", body=pieces(3, size), body_length=length)
                            sent = (await asyncio.wait_for(provider.call(target), DEADLINE)).json()
                            self.assertEqual(len(sent["body"]), 3 * size)

        asyncio.run(send())

    def test_what_the_iterable_raises_is_raised_by_the_call(self) -> None:
        async def broken() -> AsyncIterator[bytes]:
            yield b"x"
            raise LookupError("no more")

        async def wrong() -> AsyncIterator[Any]:
            yield "text"

        async def body(provider: moya.AsyncProvider) -> None:
            with self.assertRaisesRegex(LookupError, "no more"):
                await provider.call(self.target("/echo", "POST", body=broken()))
            with self.assertRaisesRegex(TypeError, "str, not bytes"):
                await provider.call(self.target("/echo", "POST", body=wrong()))
            self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)

        self.run_async(body)

    def test_the_iterable_may_make_calls_of_its_own_provider(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async def asking() -> AsyncIterator[bytes]:
                for _ in range(2):
                    yield (await provider.call(self.target("/zen"))).content

            sent = await provider.call(self.target("/echo", "POST", body=asking()))
            self.assertEqual(sent.json("body", str), "Simple is better than complex." * 2)

        self.run_async(body)

    def test_a_blocking_provider_refuses_an_asynchronous_iterable(self) -> None:
        with moya.Provider() as provider:
            with self.assertRaises(moya.TransferError) as raised:
                provider.call(self.target("/echo", "POST", body=pieces()))
        self.assertIsInstance(raised.exception.__cause__, TypeError)


class ReleaseTests(ServerTest):
    def test_a_stream_continues_after_its_provider_is_released(self) -> None:
        provider = moya.Provider()
        with provider.stream(self.target("/big")) as stream:
            provider.release()
            self.assertTrue(provider.closed)
            self.assertEqual(len(stream.read()), 1 << 20)
        with self.assertRaises(moya.StateError):
            provider.call(self.target("/zen"))

    def test_in_a_forked_child_no_thread_outlives_a_released_provider(self) -> None:
        program = (
            "import asyncio, os, threading, moya\n"
            "async def main():\n"
            "    provider = moya.AsyncProvider()\n"
            f"    async with provider.stream(moya.Target({self.server.url!r}, '/zen')) as stream:\n"
            "        assert await stream.aread()\n"
            "    provider.release()\n"
            "child = os.fork()\n"
            "if child == 0:\n"
            "    asyncio.run(main())\n"
            "    threads = [it for it in threading.enumerate() if it is not threading.main_thread()]\n"
            f"    for it in threads: it.join({DEADLINE})\n"
            "    os._exit(any(it.is_alive() for it in threads))\n"
            "assert os.waitpid(child, 0)[1] == 0\n"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
