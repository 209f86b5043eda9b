"""Tests that calls are sent together. When several responses arrive together, the tasks that they wake make their next
calls one after the other."""

import asyncio
import copy
import gc
import pickle
import threading
import unittest
import unittest.mock
from ctypes import byref, c_size_t
from typing import Any, Awaitable, Callable, Coroutine, List

import moya
from interrupts import APART, each_step, finish_stop, interrupt
from moya import _library as c
from moya import _queue
from moya._library import CALLS
from support import DEADLINE, ServerTest, stubbed

_MANY = 5


async def woken_together(
    provider: moya.AsyncProvider, *acts: "Callable[[], Awaitable[Any]]"
) -> "List[Any]":
    """Runs each coroutine in a task that a response has woken. All these responses arrive in one turn of the event
    loop. Returns the results."""

    async def run(act: "Callable[[], Awaitable[Any]]") -> Any:
        await provider.call(stubbed())
        return await act()

    return await asyncio.gather(*(run(act) for act in acts), return_exceptions=True)


class Sent:
    """Counts the calls that start together."""

    def __init__(self, test: unittest.TestCase) -> None:
        self.counts: List[int] = []
        send, begun = c.provider_enqueue_all, c_size_t()

        def counted(*given: Any) -> Any:
            status = send(*given[:8], byref(begun), given[9])
            self.counts.append(begun.value)
            return status

        patch = unittest.mock.patch.object(c, "provider_enqueue_all", counted)
        patch.start()
        test.addCleanup(patch.stop)


class Eager:
    """A call that starts immediately where it is made, as in a task of asyncio.eager_task_factory (Python 3.12)."""

    def __init__(self, call: "Coroutine[Any, Any, moya.Response]") -> None:
        self.call, self.future = call, call.send(None)

    async def end(self) -> moya.Response:
        await asyncio.wait([self.future])
        try:
            self.call.send(None)
        except StopIteration as ended:
            response: moya.Response = ended.value
            return response
        raise AssertionError("the call waits for something else, too")


def run(main: "Callable[[moya.AsyncProvider], Awaitable[None]]") -> None:
    async def with_provider() -> None:
        async with moya.AsyncProvider() as provider:
            await main(provider)

    asyncio.run(asyncio.wait_for(with_provider(), DEADLINE))


class GatheringTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        # With these values, two tasks are enough to gather calls, and a slow machine does not end the gathering too
        # early.
        for name, value in (("ENOUGH", 2), ("_LONGEST", DEADLINE)):
            patch = unittest.mock.patch.object(_queue, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def zen(self, provider: moya.AsyncProvider) -> "Callable[[], Awaitable[moya.Response]]":
        return lambda: provider.call(self.target("/zen"))

    def test_calls_of_tasks_that_were_woken_together_are_sent_together(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            sent = Sent(self)
            answers = await woken_together(provider, *[self.zen(provider)] * _MANY)
            self.assertEqual([answer.status_code for answer in answers], [200] * _MANY)
            self.assertEqual(sent.counts, [1] * _MANY + [_MANY])

        run(main)

    def test_few_tasks_do_not_wait_for_each_other(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            sent = Sent(self)
            await woken_together(provider, *[self.zen(provider)] * (CALLS - 1))
            self.assertEqual(set(sent.counts), {1})
            await woken_together(provider, *[self.zen(provider)] * CALLS)
            self.assertNotEqual(set(sent.counts), {1})

        with unittest.mock.patch.object(_queue, "ENOUGH", CALLS):
            run(main)

    def test_each_gets_its_own_answer_over_many_pages(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            def ask(number: int) -> "Callable[[], Awaitable[str]]":
                async def path() -> str:
                    answer = await provider.call(self.target("/echo", query={"n": number}))
                    text: str = answer.json("path")
                    return text

                return path

            answers = await woken_together(provider, *(ask(number) for number in range(200)))
            self.assertEqual(answers, [f"/echo?n={number}" for number in range(200)])

        run(main)

    def test_calls_that_are_refused_among_them_fail_alone(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            good = self.zen(provider)
            long = moya.Target("http://localhost/" + "a" * 9_000_000)
            refused = lambda: provider.call(long)  # noqa: E731
            answers = await woken_together(provider, good, refused, good, refused, refused)
            kinds = [type(answer).__name__ for answer in answers]
            self.assertEqual(kinds, ["Response", "RequestError", "Response", "RequestError", "RequestError"])
            outbox = provider._outbox
            assert outbox is not None
            self.assertEqual(outbox.waiting, {})

        run(main)

    def test_tasks_that_are_cancelled_before_their_calls_are_sent_end_and_the_others_go_on(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            tasks: "List[asyncio.Task[Any]]" = []

            async def count() -> Any:
                task = asyncio.current_task()
                assert task is not None
                tasks.append(task)
                return await provider.call(self.target("/count"))

            async def cancel() -> None:
                for task in tasks[1:]:
                    task.cancel()

            sent = Sent(self)
            ends = await woken_together(provider, count, count, count, cancel, self.zen(provider))
            kinds = [type(end).__name__ for end in ends]
            self.assertEqual(kinds, ["Response", "CancelledError", "CancelledError", "NoneType", "Response"])
            # A task is cancelled in the next turn, when its call is already in flight.
            self.assertEqual(sent.counts[-1], 4)

        run(main)

    def test_cancel_all_of_another_thread_ends_those_that_are_not_sent(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            async def cancel() -> None:
                thread = threading.Thread(target=provider.cancel_all)
                thread.start()
                thread.join(DEADLINE)

            hang = lambda: provider.call(self.target("/hang"))  # noqa: E731
            ends = await woken_together(provider, hang, hang, cancel, self.zen(provider))
            self.assertEqual([type(it).__name__ for it in ends], ["Cancelled", "Cancelled", "NoneType", "Response"])

        run(main)

    def test_a_coroutine_that_is_dropped_at_any_step_sends_nothing_again(self) -> None:
        async def use() -> None:
            coroutine = provider.call(self.target("/hang"))
            coroutine.send(None)
            dropped.append(coroutine)
            await woken_together(provider, *[lambda: provider.call(self.target("/count"))] * 2)

        def act() -> None:
            loop.run_until_complete(asyncio.wait_for(use(), DEADLINE))
            self.assertEqual(sum(sent.counts), 5)

        def drop() -> None:
            for coroutine in dropped:
                coroutine.close()

        def prepare() -> None:
            drop()
            dropped.clear()
            sent.counts.clear()

        dropped: List[Any] = []
        loop, provider, sent = asyncio.new_event_loop(), moya.AsyncProvider(), Sent(self)
        for _ in each_step(act, drop, prepare, apart=APART):
            pass
        prepare()
        loop.run_until_complete(provider.aclose())
        loop.close()

    def test_one_that_begins_while_another_thread_closes_is_refused(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            async def begin() -> None:
                provider._outbox = None  # as before the first call of this event loop
                provider._inboxes.clear()
                here = provider._here

                def closed_here() -> Any:
                    threading_close()
                    return here()

                with unittest.mock.patch.object(provider, "_here", closed_here):
                    await provider.call(self.target("/zen"))

            def threading_close() -> None:
                thread = threading.Thread(target=lambda: asyncio.run(provider.aclose()))
                thread.start()
                thread.join(DEADLINE)

            with self.assertRaises(moya.StateError):
                await begin()

        run(main)

    def test_a_target_that_was_copied_or_pickled_can_be_called(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            for copied in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
                self.assertEqual((await provider.call(copied(stubbed()))).status_code, 200)

        run(main)

    def test_cancel_all_and_close_end_those_that_are_not_sent(self) -> None:
        for end in ("cancel_all", "aclose"):

            async def main(provider: moya.AsyncProvider) -> None:
                async def act() -> None:
                    ended = getattr(provider, end)()
                    if ended is not None:
                        await ended

                hang = lambda: provider.call(self.target("/hang"))  # noqa: E731
                ends = await woken_together(provider, hang, hang, act)
                self.assertEqual([type(it).__name__ for it in ends], ["Cancelled", "Cancelled", "NoneType"])

            with self.subTest(end):
                run(main)

    def test_a_provider_that_was_closed_on_another_loop_ends_those_that_are_not_sent(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            def close() -> None:
                asyncio.run(provider.aclose())

            async def close_elsewhere() -> None:
                # `join` blocks this thread, so this loop does not run while the provider is closed.
                thread = threading.Thread(target=close)
                thread.start()
                thread.join(DEADLINE)
                self.assertTrue(provider.closed)

            hang = lambda: provider.call(self.target("/hang"))  # noqa: E731
            ends = await woken_together(provider, hang, close_elsewhere)
            self.assertEqual([type(it).__name__ for it in ends], ["Cancelled", "NoneType"])

        run(main)

    def test_a_call_that_takes_long_keeps_no_later_pages(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            def pages() -> int:
                gc.collect()
                return sum(type(it) is _queue.Page for it in gc.get_objects())

            long = asyncio.ensure_future(provider.call(self.target("/hang")))
            await provider.call(stubbed())
            before = pages()  # including the pages of other tests
            for _ in range(10 * CALLS):
                await provider.call(stubbed())
            self.assertLessEqual(pages(), before + 2)
            long.cancel()

        run(main)

    def test_calls_that_begin_in_a_callback_of_the_library_are_sent_once(self) -> None:
        def ask(provider: moya.AsyncProvider, name: str, **given: Any) -> "Coroutine[Any, Any, moya.Response]":
            return provider.call(self.target("/echo", query={"name": name}, name=name), **given)

        sent = Sent(self)
        for gathered in 1, _MANY:
            for inner in 1, CALLS + 3:
                with self.subTest(gathered=gathered, inner=inner):

                    async def main(provider: moya.AsyncProvider) -> None:
                        begun: List[Eager] = []

                        def told(begins: bool, name: str) -> None:
                            if begins and name == "outer0" and not begun:
                                begun.extend(Eager(ask(provider, f"inner{number}")) for number in range(inner))

                        provider.add_plugin("moya.activity", activity=told)
                        sent.counts.clear()
                        outer = [
                            (lambda name: lambda: ask(provider, name))(f"outer{number}") for number in range(gathered)
                        ]
                        answers = await woken_together(provider, *outer)
                        answers += [await call.end() for call in begun]
                        names = [f"outer{number}" for number in range(gathered)] + [f"inner{n}" for n in range(inner)]
                        self.assertEqual([answer.json("path") for answer in answers], [f"/echo?name={n}" for n in names])
                        self.assertEqual(sum(sent.counts), 2 * gathered + inner)

                    run(main)

    def test_calls_do_not_wait_for_tasks_that_take_long(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            sent = Sent(self)
            with unittest.mock.patch.object(_queue, "_LONGEST", -1.0):
                await woken_together(provider, *[self.zen(provider)] * 2)
            await woken_together(provider, *[self.zen(provider)] * 2)
            self.assertEqual(sent.counts, [1, 1, 2] + [1, 1, 1, 1])

        run(main)

    def test_calls_apart_do_not_take_the_place_of_one_that_is_not_sent(self) -> None:
        async def main(provider: moya.AsyncProvider) -> None:
            group = moya.AsyncGroup(provider, limit=2)
            apart = lambda: group.call(self.target("/zen"))  # noqa: E731
            acts = [self.zen(provider), apart, self.zen(provider), apart] * 10
            answers = await woken_together(provider, *acts)
            self.assertEqual([answer.status_code for answer in answers], [200] * len(acts))

        run(main)

    def test_a_signal_handler_may_cancel_all_at_any_step(self) -> None:
        async def use() -> "List[Any]":
            return await woken_together(provider, *[lambda: provider.call(self.target("/count"))] * 2)

        def act() -> None:
            ends = loop.run_until_complete(asyncio.wait_for(use(), DEADLINE))
            self.assertLessEqual({type(end) for end in ends}, {moya.Response, moya.Cancelled})
            self.assertLessEqual(sum(sent.counts), 4)

        loop, provider, sent = asyncio.new_event_loop(), moya.AsyncProvider(), Sent(self)
        for _ in each_step(act, lambda: provider.cancel_all(), sent.counts.clear, apart=APART):
            pass
        self.assertEqual(sum(sent.counts), 4)
        loop.run_until_complete(provider.aclose())
        loop.close()

    def test_an_interrupt_at_any_step_loses_no_call_and_sends_none_twice(self) -> None:
        async def call_twice() -> str:
            await provider.call(stubbed())
            return (await provider.call(self.target("/count"))).text

        async def use() -> None:
            tasks.extend(asyncio.ensure_future(call_twice()) for _ in range(2))
            await asyncio.wait(tasks)

        async def end() -> None:
            await provider.call(stubbed())
            ends = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), DEADLINE)
            interrupted = [end for end in ends if not isinstance(end, str)]
            self.assertLessEqual(len(interrupted), 1, interrupted)
            self.assertLessEqual(sum(sent.counts), 2 * len(ends) + 1)
            await provider.aclose()

        def prepare() -> None:
            nonlocal loop, provider
            loop, provider = asyncio.new_event_loop(), moya.AsyncProvider()
            tasks.clear()
            sent.counts.clear()

        def act() -> None:
            try:
                loop.run_until_complete(use())
            except KeyboardInterrupt:
                finish_stop(loop)

        loop: asyncio.AbstractEventLoop
        provider: moya.AsyncProvider
        sent = Sent(self)
        tasks: "List[asyncio.Task[str]]" = []
        for _ in each_step(act, interrupt, prepare, apart=APART):
            loop.run_until_complete(end())
            loop.close()
        loop.run_until_complete(end())
        loop.close()
