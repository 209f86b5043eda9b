"""Tests of the plugins with stub rules, so nothing is sent.

    python -m pytest          or, without pytest: python -m unittest
"""

import unittest
from typing import List

import moya
from plugin import Template, WaitingTemplate

ITEMS = moya.Target("https://api.example.com", "/items", name="items")


def answering() -> moya.StubRules:
    """Returns stub rules that respond to each request."""
    stubs = moya.StubRules()
    stubs.add(moya.Sample(json=[]))
    return stubs


class TemplateTests(unittest.TestCase):
    def test_adds_the_field(self) -> None:
        for plugin, value in [(Template(), "template"), (Template("other"), "other")]:
            with self.subTest(value):
                stubs = answering()
                with moya.Provider(plugins=[plugin], stubs=stubs) as provider:
                    provider.call(ITEMS)
                self.assertEqual([it.headers["X-Template"] for it in stubs.requests], [value])

    def test_counts_calls_in_the_log_also_those_that_fail(self) -> None:
        lines: List[str] = []
        stubs = moya.StubRules()
        stubs.add(moya.Sample(), moya.Sample(failure=moya.Status.CONNECT))
        with moya.Provider(plugins=[Template()], stubs=stubs, log=lambda _, line: lines.append(line)) as provider:
            provider.call(ITEMS)
            with self.assertRaises(moya.ConnectError):
                provider.call(ITEMS)
        self.assertEqual(lines, ["org.example.template: call 1", "org.example.template: call 2"])

    def test_a_value_that_cannot_be_sent_fails_the_call(self) -> None:
        stubs = answering()
        with moya.Provider(plugins=[Template("a\r\nX-Other: b")], stubs=stubs) as provider:
            with self.assertRaisesRegex(moya.PluginError, "org.example.template failed in prepare"):
                provider.call(ITEMS)
        self.assertEqual(stubs.count, 0)


class WaitingTemplateTests(unittest.IsolatedAsyncioTestCase):
    async def test_adds_the_field_after_the_wait(self) -> None:
        stubs = answering()
        async with moya.AsyncProvider(plugins=[WaitingTemplate("late")], stubs=stubs) as provider:
            await provider.call(ITEMS)
        self.assertEqual([it.headers["X-Template"] for it in stubs.requests], ["late"])

    async def test_a_call_that_is_out_of_time_sends_nothing(self) -> None:
        stubs = answering()
        async with moya.AsyncProvider(plugins=[WaitingTemplate(wait=3600)], stubs=stubs, timeout=0.05) as provider:
            with self.assertRaises(moya.Timeout):
                await provider.call(ITEMS)
        self.assertEqual(stubs.count, 0)

    async def test_a_provider_without_an_event_loop_refuses_it(self) -> None:
        with moya.Provider() as provider, self.assertRaises(TypeError):
            provider.add_plugin(WaitingTemplate())

    async def test_refuses_a_negative_wait(self) -> None:
        with self.assertRaises(ValueError):
            WaitingTemplate(wait=-1)


if __name__ == "__main__":
    unittest.main()
