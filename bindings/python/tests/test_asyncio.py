"""Tests calls on an event loop."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import traceback
import unittest
import unittest.mock
import warnings
from typing import Any, Coroutine

import moya
from moya._queue import Inbox
from moya._library import CALLS
from moya._queue import Page
from support import DEADLINE, ServerTest, stubbed


def run(coroutine: "Coroutine[Any, Any, None]") -> None:
    asyncio.run(asyncio.wait_for(coroutine, DEADLINE))


class AsyncTests(ServerTest):
    async def until_asked(self) -> None:
        asked = await asyncio.get_running_loop().run_in_executor(None, self.server.asked.wait, DEADLINE)
        self.assertTrue(asked)

    def test_many_at_once(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                calls = [provider.call(self.target("/echo", query={"n": n})) for n in range(300)]
                answers = await asyncio.gather(*calls)
            self.assertEqual([answer.json("path") for answer in answers], [f"/echo?n={n}" for n in range(300)])

        run(main())

    def test_an_error_reaches_its_own_call_only(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                good, bad, refused = await asyncio.gather(
                    provider.call(self.target("/zen")),
                    provider.call(self.target("/close")),
                    provider.call(self.target("/zen", headers={"A": "\n"})),
                    return_exceptions=True,
                )
            self.assertIsInstance(good, moya.Response)
            self.assertIsInstance(bad, moya.NetworkError)
            self.assertIsInstance(refused, moya.RequestError)

        run(main())

    def test_cancelling_the_task_cancels_the_call(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                task = asyncio.ensure_future(provider.call(self.target("/hang")))
                await self.until_asked()
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)
                # The result of the cancelled call has arrived too, so no call waits any more.
                outbox = provider._outbox
                assert outbox is not None
                while outbox.waiting:
                    await asyncio.sleep(0)

        run(main())

    def test_an_interrupt_while_ends_are_delivered_loses_none(self) -> None:
        loop = asyncio.new_event_loop()
        provider = moya.AsyncProvider()
        end_calls, interrupts = Inbox._end_calls, [KeyboardInterrupt()]

        def interrupted(inbox: Inbox, end: int) -> None:
            if interrupts:
                raise interrupts.pop()
            end_calls(inbox, end)

        async def call() -> moya.Response:
            return await provider.call(self.target("/zen"))

        try:
            with unittest.mock.patch.object(Inbox, "_end_calls", interrupted):
                task = loop.create_task(call())
                with self.assertRaises(KeyboardInterrupt):
                    loop.run_until_complete(task)
                self.assertEqual(loop.run_until_complete(asyncio.wait_for(task, DEADLINE)).status_code, 200)
            loop.run_until_complete(provider.aclose())
        finally:
            loop.close()

    def test_tags_begin_again_and_pass_over_those_of_calls_under_way(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                await provider.call(self.target("/zen"))
                outbox = provider._outbox
                assert outbox is not None
                outbox.page = Page(2 * CALLS)
                first = asyncio.ensure_future(provider.call(self.target("/hang")))
                await self.until_asked()
                self.assertEqual(list(outbox.waiting), [2 * CALLS])
                outbox.page = Page(0x7FFFFFFF - CALLS)
                calls = [provider.call(self.target("/echo", query={"n": n})) for n in range(3 * CALLS)]
                answers = await asyncio.gather(*calls)
                expected = [f"/echo?n={n}" for n in range(3 * CALLS)]
                self.assertEqual([answer.json("path") for answer in answers], expected)
                self.assertLess(outbox.page.first, 6 * CALLS)
                self.assertEqual(list(outbox.waiting), [2 * CALLS])
                first.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await first

        run(main())

    def test_an_answer_that_is_kept_keeps_no_other(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                answers = await asyncio.gather(*(provider.call(self.target(f"/echo?{n}")) for n in range(100)))
                kept = answers[7]
                del answers
                inbox = provider._inboxes[asyncio.get_running_loop()]
                self.assertEqual({answer for answer in inbox.answers[: inbox.at]}, {None})
            # By now everything except this one response is closed and freed.
            self.assertEqual(kept.status_code, 200)
            self.assertTrue(kept.url.endswith("/echo%3F7"), kept.url)
            self.assertEqual(bytes(kept.body), kept.content)

        run(main())

    def test_a_timeout_of_asyncio_cancels_the_call(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(provider.call(self.target("/hang")), 0.05)

        run(main())

    def test_cancel_all_and_close_end_what_is_under_way(self) -> None:
        async def main() -> None:
            for end in ("cancel_all", "aclose"):
                self.server.asked.clear()
                provider = moya.AsyncProvider()
                task = asyncio.ensure_future(provider.call(self.target("/hang")))
                await self.until_asked()
                ended = getattr(provider, end)()
                if ended is not None:
                    await ended
                with self.subTest(end), self.assertRaises(moya.Cancelled):
                    await task
                await provider.aclose()

        run(main())

    def test_close_is_idempotent_and_ends_its_use(self) -> None:
        async def main() -> None:
            provider = moya.AsyncProvider()
            await provider.call(stubbed())
            await provider.aclose()
            await provider.aclose()
            self.assertTrue(provider.closed)
            with self.assertRaises(moya.StateError):
                await provider.call(stubbed())
            with self.assertRaises(moya.StateError):
                async with provider:
                    pass
            self.assertEqual(provider._inboxes, {})

        run(main())

    def test_a_provider_outlives_its_event_loops_and_serves_several_at_once(self) -> None:
        provider = moya.AsyncProvider()

        async def call() -> None:
            answers = await asyncio.gather(*(provider.call(self.target("/zen")) for _ in range(8)))
            self.assertEqual({answer.status_code for answer in answers}, {200})

        async def call_here_and_elsewhere() -> None:
            elsewhere = asyncio.get_running_loop().run_in_executor(None, run, call())
            await asyncio.gather(call(), call(), elsewhere)

        for _ in range(3):
            run(call_here_and_elsewhere())
        first = asyncio.new_event_loop()
        first.run_until_complete(call())
        run(call_here_and_elsewhere())  # while the event loop `first` does not run
        first.run_until_complete(call())
        self.assertLessEqual(len(provider._inboxes), 3)
        first.run_until_complete(provider.aclose())
        first.close()

    def test_closing_on_one_loop_ends_the_calls_of_another(self) -> None:
        provider = moya.AsyncProvider()
        ends = []

        async def wait() -> None:
            try:
                await provider.call(self.target("/hang"))
            except moya.Cancelled:
                ends.append("cancelled")

        thread = threading.Thread(target=run, args=(wait(),))
        thread.start()
        self.assertTrue(self.server.asked.wait(DEADLINE))
        run(provider.aclose())
        thread.join(DEADLINE)
        self.assertEqual(ends, ["cancelled"])

    def test_the_loop_goes_on_while_a_provider_closes(self) -> None:
        async def main() -> None:
            provider = moya.AsyncProvider()
            task = asyncio.ensure_future(provider.call(self.target("/hang")))
            await self.until_asked()
            closing = asyncio.ensure_future(provider.aclose())
            with self.assertRaises(moya.Cancelled):
                await task
            await closing
            self.assertTrue(provider.closed)

        run(main())

    def test_a_child_of_fork_is_told(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                await provider.call(self.target("/zen"))
                child = os.fork()
                if child == 0:
                    code = 1
                    try:
                        # The child runs the coroutine without the parent's event loop, whose descriptors both processes
                        # share.
                        provider.call(self.target("/zen")).send(None)
                    except moya.StateError as error:
                        is_said = "make one in this process" in str(error)
                        code = 0 if is_said and error.status is moya.Status.FORKED else 2
                    finally:
                        os._exit(code)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
                self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)

        run(main())

    def test_a_child_of_fork_makes_one_of_its_own(self) -> None:
        async def calls() -> None:
            async def use() -> None:
                async with moya.AsyncProvider() as own:
                    answers = await asyncio.gather(*(own.call(self.target("/zen")) for _ in range(40)))
                    assert [answer.status_code for answer in answers] == [200] * 40
                    async with own.stream(self.target("/events"), events=True) as stream:
                        assert len([event async for event in stream.aiter_events()]) == 3
                    group = moya.AsyncGroup(own, limit=2)
                    assert (await group.call(self.target("/zen"))).status_code == 200
                    hanging = asyncio.ensure_future(own.call(self.target("/hang")))
                    await own.call(self.target("/zen"))
                    with self.assertRaises(asyncio.TimeoutError):
                        await asyncio.wait_for(own.call(self.target("/hang")), 0.01)
                with self.assertRaises(moya.Cancelled):
                    await hanging

            await use()
            forgotten = moya.AsyncProvider()
            await forgotten.call(self.target("/zen"))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                del forgotten
                gc.collect()
            for thread in threading.enumerate():
                if thread.name == "moya.pump":
                    thread.join(DEADLINE)
                    assert not thread.is_alive(), "the thread of a provider ends with it"

        def child(depth: int) -> None:
            """Forks a process that has made asynchronous calls. The child makes such calls too, and forks as well if
            `depth` is not 0."""
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    signal.alarm(60)
                    asyncio.run(calls())
                    if depth:
                        child(depth - 1)
                    code = 0
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(code)
            self.assertEqual(os.waitpid(pid, 0)[1], 0)

        async def before() -> None:
            async with moya.AsyncProvider() as provider:
                await provider.call(self.target("/zen"))

        asyncio.run(before())
        child(1)

    def test_an_unclosed_provider_warns_and_is_freed(self) -> None:
        async def main() -> None:
            provider = moya.AsyncProvider()
            await provider.call(stubbed())
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                del provider
                gc.collect()
            self.assertEqual([warning.category for warning in caught], [ResourceWarning])

        run(main())


class ImportTests(unittest.TestCase):
    def test_asyncio_is_imported_by_those_who_use_it_only(self) -> None:
        code = "import sys, moya; sys.exit('asyncio' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False).returncode, 0)
