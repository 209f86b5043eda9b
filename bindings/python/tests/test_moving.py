"""Tests which thread runs the calls of an event loop. While there are few calls, the thread of the event loop runs
them. If that thread is busy with other code, a library thread runs them."""

import asyncio
import io
import os
import signal
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, List

import moya
from support import DEADLINE, ServerTest, descriptors, expect_no_more_descriptors, is_moved, wait_until

WARM = 30


class MovingTests(ServerTest):
    def run_async(self, body: Any, **options: Any) -> None:
        async def main() -> None:
            async with moya.AsyncProvider(**options) as provider:
                await self.warm(provider)
                await body(provider)

        asyncio.run(asyncio.wait_for(main(), 2 * DEADLINE))

    async def warm(self, provider: moya.AsyncProvider) -> None:
        """Makes calls one after the other, until the thread of the event loop runs them."""
        for _ in range(WARM):
            self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)

    async def until_moved(self, provider: moya.AsyncProvider) -> None:
        """Makes calls one after the other, until the thread of the event loop has run one of them."""
        was_moved = False
        while not was_moved:
            call = asyncio.ensure_future(provider.call(self.target("/zen")))
            await asyncio.sleep(0)  # the task has sent its request to the library
            was_moved = is_moved(provider)
            await call

    def test_the_event_loop_moves_calls_again_when_calls_that_end_elsewhere_are_over(self) -> None:
        async def stream(provider: moya.AsyncProvider) -> None:
            async with provider.stream(self.target("/lines")) as it:
                await it.aread()

        async def events(provider: moya.AsyncProvider) -> None:
            async with provider.events(self.target("/events")) as it:
                self.assertEqual(len([event async for event in it]), 3)

        async def progress(provider: moya.AsyncProvider) -> None:
            await provider.call(self.target("/big"), progress=lambda _: None)

        async def group(provider: moya.AsyncProvider) -> None:
            await moya.AsyncGroup(provider, limit=1).call(self.target("/zen"))

        async def another_event_loop(provider: moya.AsyncProvider) -> None:
            await asyncio.to_thread(lambda: asyncio.run(self.warm(provider)))

        acts: "List[Callable[[moya.AsyncProvider], Any]]" = [stream, events, progress, group, another_event_loop]

        async def body(provider: moya.AsyncProvider) -> None:
            await self.until_moved(provider)
            await act(provider)
            await self.until_moved(provider)

        for act in acts:
            with self.subTest(act.__name__):
                self.run_async(body)

    def test_calls_go_on_while_the_event_loop_is_blocked(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            for _ in range(3):
                before = self.server.count
                calls = [asyncio.ensure_future(provider.call(self.target("/count"))) for _ in range(4)]
                await asyncio.sleep(0)  # the tasks have sent their requests to the library
                wait_until(lambda: self.server.count == before + 4)  # blocks
                self.assertEqual(self.server.count, before + 4)
                self.assertEqual([call.done() for call in calls], [False] * 4)
                self.assertEqual(len({(await call).content for call in calls}), 4)

        self.run_async(body)

    def test_a_second_without_the_event_loop_loses_nothing(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            calls = [asyncio.ensure_future(provider.call(self.target(path))) for path in ("/zen", "/big", "/missing")]
            for _ in range(3):
                await asyncio.sleep(0)
            time.sleep(1)  # stands for a coroutine that computes
            self.assertEqual([(await call).status_code for call in calls], [200, 200, 404])
            await self.warm(provider)

        self.run_async(body)

    def test_a_blocked_event_loop_does_not_hold_up_another_one(self) -> None:
        provider = moya.AsyncProvider()
        blocked, done = threading.Event(), threading.Event()

        async def block() -> int:
            await self.warm(provider)
            call = asyncio.ensure_future(provider.call(self.target("/zen")))
            await asyncio.sleep(0)
            blocked.set()
            self.assertTrue(done.wait(DEADLINE))
            return (await call).status_code

        async def work() -> None:
            self.assertTrue(blocked.wait(DEADLINE))
            await self.warm(provider)
            done.set()

        with ThreadPoolExecutor(2) as pool:
            one, other = pool.submit(asyncio.run, block()), pool.submit(asyncio.run, work())
            other.result(DEADLINE)
            self.assertEqual(one.result(DEADLINE), 200)
        asyncio.run(provider.aclose())

    def test_a_cancelled_call_ends_while_the_event_loop_is_blocked(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            task = asyncio.ensure_future(provider.call(self.target("/endless", timeout=None)))
            while not self.server.asked.is_set():
                await provider.call(self.target("/zen"))
            task.cancel()
            await asyncio.sleep(0)  # the task has cancelled its call
            self.assertTrue(self.server.gone.wait(DEADLINE), "the connection was closed")
            with self.assertRaises(asyncio.CancelledError):
                await task
            await self.warm(provider)

        self.run_async(body)

    def test_a_timeout_wakes_an_event_loop_that_sleeps(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            with self.assertRaises(moya.Timeout):
                await provider.call(self.target("/hang", timeout=0.05))

        self.run_async(body)

    def test_many_calls_after_few_and_few_after_many(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            for count in (1, 300, 8, 17, 40, 2):
                answers = await asyncio.gather(*(provider.call(self.target("/zen")) for _ in range(count)))
                self.assertEqual([answer.status_code for answer in answers], [200] * count)
                await self.warm(provider)

        self.run_async(body)

    def test_python_functions_never_run_inside_the_event_loop(self) -> None:
        threads: List[int] = []
        policy = moya.Retry(attempts=2, decide=lambda *_: threads.append(threading.get_ident()))

        def pieces() -> Any:
            threads.append(threading.get_ident())
            yield b"x"

        async def with_retry(provider: moya.AsyncProvider) -> None:
            await provider.call(self.target("/zen", retry=policy))

        async def with_pieces(provider: moya.AsyncProvider) -> None:
            await provider.call(self.target("/echo", "POST", body=pieces()))

        async def with_file(provider: moya.AsyncProvider) -> None:
            class File(io.BytesIO):
                def read(self, *arguments: Any) -> bytes:
                    threads.append(threading.get_ident())
                    return super().read(*arguments)

            await provider.call(self.target("/echo", "POST", multipart=[moya.Part("a", File(b"x"))]))

        acts: "List[Callable[[moya.AsyncProvider], Any]]" = [with_retry, with_pieces, with_file]
        for act in acts:
            with self.subTest(act.__name__):
                threads.clear()
                self.run_async(act)
                self.assertTrue(threads)
                self.assertNotIn(threading.get_ident(), threads)

    def test_a_forked_child_does_not_disturb_its_parents_event_loop(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(int(2 * DEADLINE))
                os.close(writing)
                os.read(reading, 1)  # holds the parent's descriptors open until the parent closes the pipe
                os._exit(0)
            os.close(reading)
            try:
                await self.warm(provider)
                other = moya.AsyncProvider()
                await self.warm(other)
                await other.aclose()
                await self.warm(provider)
            finally:
                os.close(writing)
                self.assertEqual(os.waitpid(child, 0)[1], 0)

        self.run_async(body)

    def test_no_descriptor_is_left(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            await asyncio.gather(*(provider.call(self.target("/zen")) for _ in range(20)))

        self.run_async(body)
        before = descriptors()
        for _ in range(3):
            self.run_async(body)
        expect_no_more_descriptors(self, before)

    def test_a_provider_that_is_closed_at_once_ends_its_calls(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            call = asyncio.ensure_future(provider.call(self.target("/hang", timeout=None)))
            await asyncio.sleep(0)
            await provider.aclose()
            with self.assertRaises(moya.Cancelled):
                await call

        self.run_async(body)


if __name__ == "__main__":
    unittest.main()
