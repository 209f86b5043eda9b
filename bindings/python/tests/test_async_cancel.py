"""Tests that a task that reads a stream ends when the stream is cancelled or left, and when its provider ends all
calls."""

import asyncio
import threading
from typing import Any

import moya
from moya._rows import rows_here
from support import DEADLINE, ServerTest
from test_asyncio import run


def cancel_on_thread(stream: Any) -> None:
    thread = threading.Thread(target=stream.cancel)
    thread.start()
    thread.join(DEADLINE)


class AsyncCancelTests(ServerTest):
    async def reader(self, stream: Any) -> "asyncio.Task[None]":
        """Begins a task that reads an endless stream. Returns when it has read a piece."""
        has_read = asyncio.Event()

        async def read() -> None:
            async for _ in stream.aiter_bytes():
                has_read.set()

        task = asyncio.ensure_future(read())
        await asyncio.wait_for(has_read.wait(), DEADLINE)
        return task

    def test_the_task_that_reads_a_stream_ends_when_the_stream_is_cancelled(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                for cancel in (lambda stream: stream.cancel(), cancel_on_thread):
                    async with provider.stream(self.target("/endless", timeout=None)) as stream:
                        task = await self.reader(stream)
                        cancel(stream)
                        with self.assertRaises(moya.Cancelled):
                            await task

        run(main())

    def test_the_task_that_reads_a_stream_ends_when_another_task_leaves_the_block(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                async with provider.stream(self.target("/endless", timeout=None)) as stream:
                    task = await self.reader(stream)
                with self.assertRaises((moya.Cancelled, moya.StateError)):
                    await task

        run(main())

    def test_cancel_all_ends_streams_that_wait_to_be_sent_together(self) -> None:
        async def main() -> None:
            loop = asyncio.get_running_loop()
            async with moya.AsyncProvider() as provider:

                async def read() -> bytes:
                    async with provider.stream(self.target("/zen")) as stream:
                        return await stream.aread()

                await read()
                rows = rows_here()
                rows.gathers = True  # like after some calls that ended together
                task = asyncio.ensure_future(read())
                loop.call_soon(provider.cancel_all)  # after the task has begun its stream
                loop.call_soon(rows._end_gathering)
                with self.assertRaises(moya.Cancelled):
                    await task
                self.assertEqual(rows.streams, {})

        run(main())

    def test_a_call_whose_reader_leaves_while_it_is_sent_is_cancelled(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                async with provider.stream(self.target("/endless", timeout=None)) as stream:
                    feed: Any = stream._feed
                    feed.has_left = True  # like a reader that has left before the call was known
                    feed.cancel_if_left()
                    with self.assertRaises(moya.Cancelled):
                        await stream.aread()

        run(main())
