"""Calls that belong together, and requests in flight that are shared."""

import asyncio

import moya
from support import DEADLINE, ServerTest, stubbed


class GroupTests(ServerTest):
    def test_every_call_gets_its_answer_whatever_the_limit(self) -> None:
        async def use() -> "list[str]":
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                group = moya.Group(provider, limit=2)
                targets = [self.target("/echo", "POST", body=str(n).encode()) for n in range(20)]
                answers = await asyncio.gather(*(group.call(target) for target in targets))
                self.assertEqual(len(group), 0)
                return [answer.json("body", str) for answer in answers]

        self.assertEqual(asyncio.run(use()), [str(n) for n in range(20)])

    def test_what_is_in_line_is_cancelled_with_the_group(self) -> None:
        async def use() -> None:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                group = moya.Group(provider, limit=1)
                calls = [asyncio.ensure_future(group.call(self.target("/hang"))) for _ in range(5)]
                await asyncio.sleep(0)
                self.assertEqual(len(group), 5)
                self.assertEqual(repr(group), "<moya.Group of 5 calls>")
                group.cancel()
                ends = await asyncio.gather(*calls, return_exceptions=True)
                self.assertEqual([type(end) for end in ends], [moya.Cancelled] * 5)
                self.assertEqual((await group.call(stubbed())).status_code, 200)

        asyncio.run(use())

    def test_what_is_no_group_is_refused(self) -> None:
        with moya.Provider() as blocking, self.assertRaises(moya.UsageError):
            moya.Group(blocking, limit=1)  # type: ignore[arg-type]

        async def use() -> None:
            async with moya.AsyncProvider() as provider:
                for limit in (0, -1, "1"):
                    with self.assertRaises(moya.UsageError):
                        moya.Group(provider, limit=limit)  # type: ignore[arg-type]
                group = moya.Group(provider, limit=1)
            with self.assertRaises(moya.StateError):
                await group.call(stubbed())

        asyncio.run(use())

    def test_equal_requests_in_flight_are_one(self) -> None:
        async def use() -> int:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                target = self.target("/count", share=True)
                with self.server.counting:  # the first is not answered before the others are under way
                    calls = [asyncio.ensure_future(provider.call(target)) for _ in range(5)]
                    await asyncio.sleep(0)
                answers = await asyncio.gather(*calls)
                self.assertEqual({answer.text for answer in answers}, {"1"})
                other = await provider.call(self.target("/count"))
                return int(other.text)

        self.assertEqual(asyncio.run(use()), 2)
