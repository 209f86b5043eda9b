"""Tests rules that answer requests instead of the network."""

import asyncio
import unittest

import moya


def target(path: str = "users", method: str = "GET", **arguments: object) -> moya.Target:
    return moya.Target("http://api.invalid/v1", path, method, name="API.call", **arguments)  # type: ignore[arg-type]


class StubRulesTests(unittest.TestCase):
    def setUp(self) -> None:
        self.rules = moya.StubRules()
        self.provider = moya.Provider(stubs=self.rules)
        self.addCleanup(self.provider.close)

    def test_each_condition_is_compared(self) -> None:
        for condition, right, wrong in (
            ({"target": "API.call"}, target(), target().replace(name="other")),
            ({"method": "post"}, target(method="POST"), target()),
            ({"url": "http://api.invalid/v1/users"}, target(query=[("q", "1")]), target("other")),
            ({"path": "/v1/users"}, target(), target("other")),
            ({"query": {"q": "a b"}}, target(query=[("x", "1"), ("q", "a b")]), target()),
            ({"body": b"12"}, target(method="POST", body=b"12"), target(method="POST", body=b"123")),
        ):
            with self.subTest(condition):
                rule = self.rules.add(moya.Sample(text="yes"), **condition)  # type: ignore[arg-type]
                self.assertEqual(self.provider.call(right).text, "yes")
                with self.assertRaises(moya.NoStub):
                    self.provider.call(wrong)
                self.assertEqual((rule.count, self.rules.count), (1, 2))
                self.assertEqual(repr(self.rules), "<moya.StubRules, 2 requests>")
                self.rules.reset()

    def test_answers_come_one_after_another(self) -> None:
        self.rules.add(moya.Sample(text="a"), moya.Sample(failure=moya.Status.CONNECT), moya.Sample(text="c"), repeat_last=True)
        self.assertEqual(self.provider.call(target()).text, "a")
        with self.assertRaises(moya.ConnectError):
            self.provider.call(target())
        self.assertEqual([self.provider.call(target()).text for _ in range(3)], ["c"] * 3)
        first = self.rules.add(moya.Sample(text="first"))
        self.assertEqual(self.provider.call(target()).text, "first")
        first.remove()
        self.assertEqual(self.provider.call(target()).text, "c")

    def test_a_delayed_answer_through_asyncio(self) -> None:
        async def use() -> str:
            async with moya.AsyncProvider(stubs=self.rules) as provider:
                return (await provider.call(target())).text

        self.rules.add(moya.Sample(text="late"), delay=0.001)
        self.assertEqual(asyncio.run(use()), "late")

    def test_what_is_wrong_is_refused(self) -> None:
        with self.assertRaises(moya.UsageError):
            self.rules.add()
        with self.assertRaises(moya.UsageError):
            self.rules.add("text")  # type: ignore[arg-type]
        with self.assertRaises(moya.UsageError):
            moya.Provider(stubs=[])
