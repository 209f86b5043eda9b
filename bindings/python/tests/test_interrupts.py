"""Tests signals and garbage collections between any two steps."""

import asyncio
import contextlib
import faulthandler
import gc
import itertools
import sys
import threading
import warnings
from typing import Any, Callable, Dict, Iterator, List
from unittest import mock

import moya
from moya import _library as library
from interrupts import APART, each_step, finish_stop, interrupt
from support import DEADLINE, ServerTest, descriptors, expect_no_more_descriptors, stubbed


def collected_descriptors() -> int:
    gc.collect()
    return descriptors()


class InterruptTests(ServerTest):
    provider: moya.Provider

    def setUp(self) -> None:
        super().setUp()
        # If a test hangs, this prints where.
        faulthandler.dump_traceback_later(3 * DEADLINE, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)
        # An interrupt inside a __del__ goes to sys.unraisablehook and does not propagate.
        self.addCleanup(setattr, sys, "unraisablehook", sys.unraisablehook)
        sys.unraisablehook = lambda _: None
        # This opens the descriptors that the library opens once and never closes.
        with moya.Provider() as provider:
            provider.call(self.target("/zen"))
        asyncio.run(self.call_once())
        self.before = collected_descriptors()

    async def call_once(self) -> None:
        async with moya.AsyncProvider() as provider:
            await provider.call(self.target("/zen"))

    def expect_no_more_descriptors(self) -> None:
        expect_no_more_descriptors(self, self.before, collected_descriptors)

    def test_an_interrupt_as_a_call_returns_releases_what_the_call_has_brought(self) -> None:
        targets = [stubbed(), self.target("/zen"), moya.Target("ftp://localhost", "/x")]
        for name in ("provider_call_row", "provider_call_row_for"):
            real, rows = getattr(library, name), []

            def interrupted(*given: Any, real: Any = real, rows: List[Any] = rows) -> int:
                status: int = real(*given)
                rows.append(given[-2])
                if status or library.Completion.from_buffer(given[-2]).response:
                    raise KeyboardInterrupt
                return status

            with self.subTest(name), moya.Provider() as provider, mock.patch.object(library, name, interrupted):
                for target in targets:
                    with contextlib.suppress(KeyboardInterrupt, moya.MoyaError):
                        provider.call(target)
                self.assertTrue(rows)
                left = [library.Completion.from_buffer_copy(row) for row in rows]
                self.assertEqual([(row.response, row.error) for row in left], [(None, None)] * len(left))

    def expect_closable(self) -> None:
        """Checks that close() does not wait for a call that has ended. Another thread calls close(), because close()
        never waits for calls of the thread that calls it."""
        closer = threading.Thread(target=self.provider.close, daemon=True)
        closer.start()
        closer.join(DEADLINE)
        self.assertFalse(closer.is_alive(), "close() waits for a call that has ended")
        self.assertTrue(self.provider.closed)

    def each_interrupt(self, use: "Callable[[], object]") -> "Iterator[int]":
        """Uses and interrupts a new provider each time."""

        def prepare() -> None:
            self.provider = moya.Provider()

        def act() -> None:
            try:
                use()
            except KeyboardInterrupt:
                pass

        return each_step(act, interrupt, prepare)

    def test_an_interrupted_call_leaves_a_provider_that_calls_and_closes(self) -> None:
        for target in (stubbed(), self.target("/zen")):
            for step in self.each_interrupt(lambda: self.provider.call(target)):
                with self.subTest(target.name, step=step):
                    self.assertEqual(self.provider.call(target).status_code, 200)
                    self.expect_closable()
            self.assertGreater(step, 100)
            self.expect_closable()  # after the run that was not interrupted
        self.expect_no_more_descriptors()

    def test_the_same_on_another_thread(self) -> None:
        def main() -> None:
            target = self.target("/zen")
            for _ in self.each_interrupt(lambda: self.provider.call(target)):
                self.assertEqual(self.provider.call(target).status_code, 200)
                self.expect_closable()
            self.expect_closable()
            finished.append(True)

        finished: List[bool] = []
        thread = threading.Thread(target=main)
        thread.start()
        thread.join(2 * DEADLINE)
        self.assertEqual(finished, [True])
        self.expect_no_more_descriptors()

    def test_an_interrupted_constructor_leaves_nothing(self) -> None:
        def use() -> None:
            try:
                moya.Provider().close()
                asyncio.run(moya.AsyncProvider().aclose())
            except KeyboardInterrupt:
                pass

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            for _ in each_step(use, interrupt):
                pass
        self.expect_no_more_descriptors()

    def test_no_interrupt_is_lost_in_a_call_that_runs_functions_of_the_program(self) -> None:
        rules = moya.StubRules()
        rules.add(lambda _: moya.Sample(), matches=lambda _: True)
        rows: "Dict[str, Dict[str, Any]]" = {
            "backend": {"backend": lambda request: moya.Sample()}, "request": {"request": lambda request: request.forward()},
            "retry": {"retry": lambda attempt, response, error: False}, "stubs": {"stubs": rules},
        }
        uses: "Dict[str, Callable[[moya.Target], Any]]" = {
            "call": lambda target: self.provider.call(target),
            "group": lambda target: moya.Group(self.provider, 1).call(target),
        }
        gc.collect()
        gc.disable()  # Python drops an interrupt that comes in a __del__
        self.addCleanup(gc.enable)
        for (name, options), use in itertools.product(rows.items(), uses):

            ends: List[str] = []

            def prepare() -> None:
                self.provider.close()
                self.provider = moya.Provider(timeout=DEADLINE, **options)

            self.provider = moya.Provider()

            def act() -> None:
                try:
                    uses[use](self.target("/zen"))
                    ends.append("returned")
                except KeyboardInterrupt:
                    ends.append("interrupted")

            with self.subTest(name, use=use):
                for _ in each_step(act, interrupt, prepare, apart=1 if use == "call" else APART):
                    self.assertNotIn("returned", ends)
                self.assertEqual(ends[-1], "returned")
            self.provider.close()

    def test_an_interrupt_in_a_function_that_only_observes_is_raised_by_the_call(self) -> None:
        def observe(*_: object) -> None:
            if interrupts:
                raise interrupts.pop()

        async def call(**options: Any) -> None:
            async with moya.AsyncProvider(**options) as own:
                own.add_plugin("moya.logger")
                if not options:
                    own.add_plugin("moya.activity", activity=observe)
                await own.call(stubbed())

        def stream(provider: moya.Provider, target: moya.Target) -> None:
            with provider.stream(target) as stream:
                stream.read()

        uses: "Dict[str, Callable[[moya.Provider, moya.Target], Any]]" = {
            "call": lambda it, target: it.call(target), "stream": stream,
            "group": lambda it, target: moya.Group(it, 1).call(target),
        }
        for name, use in uses.items():
            for options, target in ((it, at) for it in ({"log": observe}, {}) for at in (stubbed(), self.target("/zen"))):
                interrupts = [KeyboardInterrupt()]
                with self.subTest(name, options=options, target=target), moya.Provider(**options) as provider:  # type: ignore[arg-type]
                    provider.add_plugin("moya.logger")
                    if not options:
                        provider.add_plugin("moya.activity", activity=observe)
                    self.assertRaises(KeyboardInterrupt, use, provider, target)
                    self.assertEqual(provider.call(target).status_code, 200)
        for options in ({"log": observe}, {}):
            interrupts = [KeyboardInterrupt()]
            self.assertRaises(KeyboardInterrupt, asyncio.run, call(**options))
        document = {"moya": 1, "name": "a", "base_url": self.server.url, "endpoints": {"zen": {"path": "/zen"}}}
        with moya.open(document, log=observe, plugins=["moya.logger"]) as api:
            interrupts = [KeyboardInterrupt()]
            self.assertRaises(KeyboardInterrupt, api.zen)
            self.assertEqual(api.zen().status_code, 200)

    def test_an_interrupt_in_a_function_of_a_call_is_raised_once(self) -> None:
        def decide(*_: object) -> bool:
            if interrupts:
                raise interrupts.pop()
            return False

        uses: "List[Callable[[moya.Provider, moya.Target], Any]]" = [
            lambda it, target: it.call(target), lambda it, target: moya.Group(it, 1).call(target)]
        for use in uses:
            for target in (stubbed(), self.target("/zen")):
                interrupts = [KeyboardInterrupt()]
                with moya.Provider(retry=decide) as provider, moya.Provider() as other:
                    self.assertRaises(KeyboardInterrupt, use, provider, target)
                    self.assertEqual(other.call(target).status_code, 200)
                    self.assertEqual(use(provider, target).status_code, 200)

    def test_several_interrupts_of_one_call_are_one_interrupt(self) -> None:
        def observe(*_: object) -> None:
            raise KeyboardInterrupt

        with moya.Provider() as provider, moya.Provider() as other:
            provider.add_plugin("moya.activity", activity=observe)  # is called twice
            self.assertRaises(KeyboardInterrupt, provider.call, self.target("/zen"))
            self.assertEqual(other.call(self.target("/zen")).status_code, 200)

    def test_an_interrupted_close_can_be_repeated(self) -> None:
        def use() -> None:
            self.provider.call(self.target("/zen"))
            self.provider.close()

        for _ in self.each_interrupt(use):
            self.expect_closable()
        self.expect_no_more_descriptors()

    def test_a_signal_handler_may_call_at_any_step_of_a_call(self) -> None:
        answers: List[int] = []
        self.provider = moya.Provider()
        self.addCleanup(self.provider.close)
        target = self.target("/zen")

        def handler() -> None:
            answers.append(self.provider.call(target).status_code)

        for step in each_step(lambda: handler(), handler):
            self.assertEqual(answers, [200, 200] * step)

    def test_a_signal_handler_may_close_at_any_step_of_a_call(self) -> None:
        ends: List[Any] = []
        target = self.target("/zen")

        def use() -> None:
            try:
                ends.append(self.provider.call(target).status_code)
            except (moya.Cancelled, moya.StateError) as error:
                ends.append(type(error).__name__)

        def prepare() -> None:
            self.provider = moya.Provider()

        with mock.patch("moya._provider._SLICE_MS", 0):  # so that there are steps while the call is in flight
            for step in each_step(use, lambda: self.provider.close(), prepare):
                self.assertEqual(len(ends), step)
                self.assertTrue(self.provider.closed)
        self.assertEqual(set(ends), {200, "Cancelled", "StateError"})
        self.provider.close()
        self.expect_no_more_descriptors()

    def test_the_collector_may_run_code_that_calls_and_closes_anywhere(self) -> None:
        class Caller:
            """Garbage in a cycle. Its __del__ runs whenever the garbage collector does."""

            def __init__(self, provider: moya.Provider) -> None:
                self.provider, self.itself = provider, self

            def __del__(self) -> None:
                answers.append(self.provider.call(stubbed()).status_code)
                moya.Provider().close()

        def call() -> None:
            self.assertEqual(provider.call(target).status_code, 200)

        answers: List[int] = []
        target = stubbed()
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        with moya.Provider() as provider:
            for step in each_step(call, gc.collect, lambda: Caller(provider)):
                self.assertEqual(answers, [200] * step)
            answers.clear()
            gc.collect()
            gc.set_threshold(1)
            for _ in range(300):
                Caller(provider)
                call()
            gc.set_threshold(700)
            gc.collect()
        self.assertEqual(answers, [200] * 301)

    def test_an_interrupted_call_of_asyncio_leaves_a_provider_that_calls_and_closes(self) -> None:
        async def use(provider: moya.AsyncProvider, target: moya.Target) -> int:
            return (await provider.call(target)).status_code

        def prepare() -> None:
            nonlocal loop, provider
            loop, provider = asyncio.new_event_loop(), moya.AsyncProvider()

        def act() -> None:
            try:
                loop.run_until_complete(use(provider, target))
            except KeyboardInterrupt:
                finish_stop(loop)

        loop: asyncio.AbstractEventLoop
        provider: moya.AsyncProvider
        for target in (stubbed(), self.target("/zen")):
            for _ in each_step(act, interrupt, prepare):
                self.assertEqual(loop.run_until_complete(use(provider, target)), 200)
                loop.run_until_complete(provider.aclose())
                loop.close()
            loop.run_until_complete(provider.aclose())
            loop.close()
        self.expect_no_more_descriptors()
