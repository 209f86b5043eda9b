"""Tests streams of an AsyncProvider that start and end together."""

import asyncio
import threading
import unittest
import unittest.mock
from typing import Any, Union

import moya
from moya import _library as c
from moya._rows import rows_here
from support import DEADLINE, ServerTest


class RowTests(ServerTest):
    def run_async(self, body: Any) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                await asyncio.wait_for(body(provider), DEADLINE)

        asyncio.run(main())

    def stub(self, **fields: Any) -> moya.Target:
        return moya.Target(self.server.url, "/x", stub=True, sample=moya.Sample(text="stub"), **fields)

    async def read(self, provider: moya.AsyncProvider, target: moya.Target) -> Union[bytes, moya.MoyaError]:
        try:
            async with provider.stream(target) as stream:
                return await stream.aread()
        except moya.MoyaError as error:
            return error

    def test_many_streams_have_their_own_bodies(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async def task(number: int) -> None:
                for turn in range(5):
                    target = self.target("/echo", "POST", body=f"{number}.{turn}".encode())
                    text = await self.read(provider, target)
                    assert isinstance(text, bytes)
                    self.assertIn(f'"{number}.{turn}"'.encode(), text)

            await asyncio.gather(*[task(number) for number in range(100)])

        self.run_async(body)

    def test_a_call_that_cannot_be_sent_ends_only_its_own_stream(self) -> None:
        wrong = moya.Target("ftp://localhost", "/x")

        async def body(provider: moya.AsyncProvider) -> None:
            for _ in range(10):  # from the second turn on, the calls are sent together
                targets = [wrong if number % 5 == 2 else self.stub() for number in range(20)]
                found = await asyncio.gather(*[self.read(provider, target) for target in targets])
                for target, came in zip(targets, found):
                    if target is wrong:
                        self.assertIsInstance(came, moya.InvalidURL)
                    else:
                        self.assertEqual(came, b"stub")

        self.run_async(body)

    def test_cancelled_tasks_leave_the_other_streams_alone(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async def task() -> bytes:
                text = b""
                for _ in range(5):
                    text = await self.read(provider, self.target("/zen"))  # type: ignore[assignment]
                return text

            for turn in range(10):
                tasks = [asyncio.ensure_future(task()) for _ in range(40)]
                for _ in range(turn):
                    await asyncio.sleep(0)
                for each in tasks[::2]:
                    each.cancel()
                found = await asyncio.gather(*tasks, return_exceptions=True)
                self.assertEqual(found[1::2], [b"Simple is better than complex."] * 20)

        self.run_async(body)

    def test_closing_the_provider_ends_every_stream(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            tasks = [asyncio.ensure_future(self.read(provider, self.target("/hang"))) for _ in range(20)]
            while not self.server.asked.is_set():
                await self.read(provider, self.target("/zen"))
            await provider.aclose()
            for came in await asyncio.gather(*tasks):
                self.assertIsInstance(came, (moya.Cancelled, moya.StateError))

        self.run_async(body)

    def cancelled_by_another_thread(self, begin: str, gathers: bool) -> Any:
        """Cancels a stream on another thread just before the function `begin` of the library starts its call."""

        async def body(provider: moya.AsyncProvider) -> None:
            rows = rows_here()
            rows.gathers = gathers
            stream, function = provider.stream(self.target("/endless")), getattr(c, begin)

            def cancelled_first(*given: Any) -> Any:
                thread = threading.Thread(target=stream.cancel)
                thread.start()
                thread.join()
                return function(*given)

            async def read() -> None:
                async with stream:
                    await stream.aread()

            with unittest.mock.patch.object(c, begin, cancelled_first):
                reading = asyncio.ensure_future(read())
                await asyncio.sleep(0)
                rows._end_gathering()
            with self.assertRaises(moya.Cancelled):
                await reading
            self.assertFalse(rows.streams)

        return body

    def test_a_cancel_while_the_call_begins_is_not_lost(self) -> None:
        for begin, gathers in (("provider_enqueue_parts", False), ("provider_enqueue_all", True)):
            with self.subTest(begin):
                self.run_async(self.cancelled_by_another_thread(begin, gathers))


if __name__ == "__main__":
    unittest.main()
