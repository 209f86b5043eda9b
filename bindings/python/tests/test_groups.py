"""Tests groups of calls, and requests that several calls share."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List

import moya
from support import DEADLINE, ServerTest, stubbed, wait_until


class GroupTests(ServerTest):
    def test_every_call_gets_its_answer_whatever_the_limit(self) -> None:
        async def use() -> "list[str]":
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                group = moya.AsyncGroup(provider, limit=2)
                targets = [self.target("/echo", "POST", body=str(n).encode()) for n in range(20)]
                answers = await asyncio.gather(*(group.call(target) for target in targets))
                self.assertEqual(len(group), 0)
                return [answer.json("body", str) for answer in answers]

        self.assertEqual(asyncio.run(use()), [str(n) for n in range(20)])

    def test_what_is_in_line_is_cancelled_with_the_group(self) -> None:
        async def use() -> None:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                group = moya.AsyncGroup(provider, limit=1)
                calls = [asyncio.ensure_future(group.call(self.target("/hang"))) for _ in range(5)]
                await asyncio.sleep(0)
                self.assertEqual(len(group), 5)
                self.assertEqual(repr(group), "<moya.AsyncGroup of 5 calls>")
                group.cancel()
                ends = await asyncio.gather(*calls, return_exceptions=True)
                self.assertEqual([type(end) for end in ends], [moya.Cancelled] * 5)
                self.assertEqual((await group.call(stubbed())).status_code, 200)

        asyncio.run(use())

    def test_what_is_no_group_is_refused(self) -> None:
        with moya.Provider() as blocking:
            with self.assertRaises(moya.UsageError):
                moya.AsyncGroup(blocking, limit=1)  # type: ignore[arg-type]
            for limit in (0, -1, "1"):
                with self.assertRaises(moya.UsageError):
                    moya.Group(blocking, limit=limit)  # type: ignore[arg-type]
            left = moya.Group(blocking, limit=1)
        with self.assertRaises(moya.StateError):
            left.call(stubbed())

        async def use() -> None:
            async with moya.AsyncProvider() as provider:
                with self.assertRaisesRegex(moya.UsageError, "AsyncGroup"):
                    moya.Group(provider, limit=1)  # type: ignore[arg-type]
                for limit in (0, -1, "1"):
                    with self.assertRaises(moya.UsageError):
                        moya.AsyncGroup(provider, limit=limit)  # type: ignore[arg-type]
                group = moya.AsyncGroup(provider, limit=1)
            with self.assertRaises(moya.StateError):
                await group.call(stubbed())

        asyncio.run(use())

    def test_equal_requests_in_flight_are_one(self) -> None:
        async def use() -> int:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                target = self.target("/count", share=True)
                with self.server.counting:  # the first gets no response before the others are in flight
                    calls = [asyncio.ensure_future(provider.call(target)) for _ in range(5)]
                    await asyncio.sleep(0)
                answers = await asyncio.gather(*calls)
                self.assertEqual({answer.text for answer in answers}, {"1"})
                other = await provider.call(self.target("/count"))
                return int(other.text)

        self.assertEqual(asyncio.run(use()), 2)


class BlockingGroupTests(ServerTest):
    def echoes(self, count: int) -> "List[moya.Target]":
        return [self.target("/echo", "POST", body=str(number).encode()) for number in range(count)]

    def test_answers_come_in_the_order_of_the_targets(self) -> None:
        with moya.Provider(timeout=DEADLINE) as provider:
            for limit in (1, 3, 100):
                group = moya.Group(provider, limit)
                answers = [answer.json("body", str) for answer in group.map(self.echoes(20))]
                self.assertEqual(answers, [str(number) for number in range(20)])
                self.assertEqual(len(group), 0)

    def test_an_error_is_raised_in_its_place_or_given(self) -> None:
        with moya.Provider(timeout=DEADLINE) as provider:
            group = moya.Group(provider, limit=2)
            targets = [self.target("/zen"), self.target("/close"), stubbed(sample=None), self.target("/zen")]
            ends = list(group.map(targets, return_exceptions=True))
            self.assertEqual([type(end) for end in ends], [moya.Response, moya.NetworkError, moya.NoStub, moya.Response])
            answers = group.map([self.target("/zen"), self.target("/close"), self.target("/hang")])
            self.assertEqual(next(answers).status_code, 200)
            with self.assertRaises(moya.NetworkError):
                next(answers)
            self.assertEqual(list(answers), [])
            with self.assertRaises(moya.UsageError):
                group.map([7])  # type: ignore[list-item]

    def test_leaving_the_iteration_cancels_what_is_left(self) -> None:
        with moya.Provider(timeout=DEADLINE) as provider:
            group = moya.Group(provider, limit=2)
            for answer in group.map([self.target("/zen"), *(self.target("/hang") for _ in range(5))]):
                break
            self.assertEqual(answer.status_code, 200)
            self.assertEqual(group.call(self.target("/zen")).status_code, 200)
            self.assertEqual(len(group), 0)

    def test_several_threads_wait_in_one_group(self) -> None:
        with moya.Provider(timeout=DEADLINE) as provider, ThreadPoolExecutor(8) as pool:
            group = moya.Group(provider, limit=3)
            answers = pool.map(group.call, self.echoes(40))
            self.assertEqual([answer.json("body", str) for answer in answers], [str(number) for number in range(40)])

    def test_a_function_that_the_library_calls_cannot_wait_for_a_group(self) -> None:
        problems: List[Any] = []

        def log(_: moya.LogLevel, line: str) -> None:
            if "Response" in line and not problems:
                problems.append(None)
                try:
                    moya.Group(provider, 1).call(self.target("/zen", retry=lambda *_: False, timeout=DEADLINE / 2))
                except moya.MoyaError as problem:
                    problems[0] = type(problem)

        with moya.Provider(log=log) as provider:
            provider.add_plugin("moya.logger")
            self.assertEqual(moya.Group(provider, 1).call(self.target("/zen")).status_code, 200)
        self.assertEqual(problems, [moya.StateError])

    def test_is_cancelled_from_another_thread(self) -> None:
        ends: List[Any] = []
        with moya.Provider(timeout=DEADLINE) as provider:
            group = moya.Group(provider, limit=1)
            hanging = [self.target("/hang") for _ in range(3)]
            waiting = threading.Thread(target=lambda: ends.extend(group.map(hanging, return_exceptions=True)))
            waiting.start()
            wait_until(lambda: len(group) == 3)
            self.assertEqual(repr(group), "<moya.Group of 3 calls>")
            group.cancel()
            waiting.join(DEADLINE)
        self.assertEqual([type(end) for end in ends], [moya.Cancelled] * 3)

    def test_closing_the_provider_ends_who_waits(self) -> None:
        ends: List[Any] = []
        provider = moya.Provider(timeout=DEADLINE)
        group = moya.Group(provider, limit=1)
        hanging = [self.target("/hang") for _ in range(3)]
        waiting = threading.Thread(target=lambda: ends.extend(group.map(hanging, return_exceptions=True)))
        waiting.start()
        wait_until(lambda: len(group) == 3)
        provider.close()
        waiting.join(DEADLINE)
        self.assertEqual([type(end) for end in ends], [moya.Cancelled] * 3)
