"""Tests retries by a policy."""

import asyncio
from typing import Any

import moya
from support import DEADLINE, ServerTest, stubbed


class RetryTests(ServerTest):
    def busy(self, times: int) -> moya.Target:
        self.server.busy = times
        return self.target("/busy")

    def test_a_policy_of_the_provider_and_one_of_a_target(self) -> None:
        with moya.Provider(timeout=DEADLINE, retry=moya.Retry(delay=0.001)) as provider:
            answer = provider.call(self.busy(2))
            self.assertEqual((answer.status_code, answer.attempts), (200, 3))
            answer = provider.call(self.busy(9).replace(retry=moya.Retry(attempts=1)))
            self.assertEqual((answer.status_code, answer.attempts), (503, 1))
            answer = provider.call(self.busy(9).replace(method="POST"))
            self.assertEqual((answer.status_code, answer.attempts), (503, 1))
        with moya.Provider(timeout=DEADLINE) as provider:
            self.assertEqual(provider.call(self.busy(9)).attempts, 1)

    def test_a_budget_has_a_reserve(self) -> None:
        policy = moya.Retry(delay=0.001, budget=0.01, budget_reserve=1)
        with moya.Provider(timeout=DEADLINE, retry=policy) as provider:
            self.assertEqual([provider.call(self.busy(9)).attempts for _ in range(2)], [2, 1])

    def test_the_same_through_asyncio(self) -> None:
        async def use() -> Any:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                return (await provider.call(self.busy(1).replace(retry=moya.Retry(delay=0.001)))).attempts

        self.assertEqual(asyncio.run(use()), 2)

    def test_what_is_no_policy_is_refused(self) -> None:
        for wrong in (
            3,
            moya.Retry(attempts=0),
            moya.Retry(attempts=17),
            moya.Retry(delay=0),
            moya.Retry(jitter=2),
            moya.Retry(statuses=(99,)),
            moya.Retry(statuses="503"),  # type: ignore[arg-type]
            moya.Retry(budget=-1),
            moya.Retry(budget_reserve=0),
        ):
            with self.subTest(wrong), self.assertRaises(moya.UsageError):
                moya.Provider(retry=wrong)  # type: ignore[typeddict-item]
            with self.subTest(wrong), self.assertRaises(moya.UsageError):
                stubbed(retry=wrong)
