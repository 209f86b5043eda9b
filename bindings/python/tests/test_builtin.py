"""Tests the library's own plugins."""

import asyncio
import functools
import tempfile
import threading
from typing import Any, Callable, List, Tuple

import moya
from moya import _callbacks
from support import DEADLINE, ServerTest, stubbed


class BuiltinTests(ServerTest):
    def test_a_token_is_renewed_once_for_all_calls(self) -> None:
        asked: List[int] = []

        def refresh() -> str:
            asked.append(1)
            return "new"

        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                provider.add_plugin("moya.access-token", {"scheme": "Token"}, refresh=refresh)
                answers = await asyncio.gather(*(provider.call(self.target("/echo")) for _ in range(10)))
                self.assertEqual({answer.json("headers.authorization") for answer in answers}, {"Token new"})

        asyncio.run(asyncio.wait_for(main(), DEADLINE))
        self.assertEqual(len(asked), 1)

    def test_a_refresh_may_be_a_coroutine_function_of_an_async_provider(self) -> None:
        asked: List[int] = []

        async def refresh() -> str:
            asked.append(1)
            await asyncio.sleep(0)
            return "new"

        async def broken() -> str:
            raise KeyError("secret")

        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                provider.add_plugin("moya.access-token", refresh=refresh)
                answers = await asyncio.gather(*(provider.call(self.target("/echo")) for _ in range(10)))
                self.assertEqual({answer.json("headers.authorization") for answer in answers}, {"Bearer new"})
            async with moya.AsyncProvider() as provider:
                provider.add_plugin("moya.access-token", refresh=broken)
                with self.assertRaisesRegex(moya.PluginError, "raised KeyError") as caught:
                    await provider.call(self.target("/echo"))
                self.assertNotIn("secret", str(caught.exception))
            async with moya.AsyncProvider() as provider:
                provider.add_plugin("moya.access-token", refresh=functools.partial(hang))
                call = asyncio.ensure_future(provider.call(self.target("/echo")))
                while not hanging:
                    await asyncio.sleep(0)
                hanging.pop().cancel()
                with self.assertRaisesRegex(moya.PluginError, "raised CancelledError"):
                    await call
                # Closing ends a call whose refresh never ends.
                call = asyncio.ensure_future(provider.call(self.target("/echo")))
                while not hanging:
                    await asyncio.sleep(0)
            with self.assertRaises(moya.Cancelled):
                await call

        hanging: "List[asyncio.Task[Any]]" = []

        async def hang() -> str:
            task = asyncio.current_task()
            assert task is not None
            hanging.append(task)
            await asyncio.get_running_loop().create_future()
            return ""

        asyncio.run(asyncio.wait_for(main(), DEADLINE))
        self.assertEqual(len(asked), 1)

    def test_a_function_that_nothing_awaits_must_not_be_a_coroutine_function(self) -> None:
        async def later(*_: object) -> Any:
            raise AssertionError

        class Later:
            async def __call__(self, *_: object) -> Any:
                raise AssertionError

            async def method(self, *_: object) -> Any:
                raise AssertionError

        for given in (later, Later(), Later().method, functools.partial(later, 1)):
            for name in ("endpoint", "stub", "retry", "log", "request", "backend"):
                with self.subTest(name), self.assertRaisesRegex(moya.UsageError, f"{name} must not be a coroutine function"):
                    moya.Provider(**{name: given})  # type: ignore[arg-type]
            for name in ("endpoint", "stub", "retry", "log"):
                with self.subTest(name), self.assertRaisesRegex(moya.UsageError, f"{name} must not be a coroutine function"):
                    moya.AsyncProvider(**{name: given})  # type: ignore[arg-type]
            with moya.Provider() as provider:
                for name, plugin in (("refresh", "moya.access-token"), ("activity", "moya.activity")):
                    with self.assertRaisesRegex(moya.UsageError, f"{name} must not be a coroutine function"):
                        provider.add_plugin(plugin, **{name: given})
                with self.assertRaisesRegex(moya.UsageError, "progress must not be"):
                    provider.call(stubbed(), progress=given)
            with self.assertRaisesRegex(moya.UsageError, "matches must not be"):
                moya.StubRules().add(moya.Sample(), matches=given)
            with self.assertRaisesRegex(moya.UsageError, "an answer must not be"):
                moya.StubRules().add(given)
            with self.assertRaisesRegex(moya.UsageError, "retry must not be"):
                stubbed(retry=given)

    def test_a_refresh_that_raises_fails_the_call_and_shows_no_text(self) -> None:
        def refresh() -> str:
            raise KeyError("secret")

        with moya.Provider() as provider:
            provider.add_plugin("moya.access-token", refresh=refresh)
            with self.assertRaisesRegex(moya.PluginError, "raised KeyError") as caught:
                provider.call(self.target("/echo"))
            self.assertNotIn("secret", str(caught.exception))

    def test_a_refresh_that_needs_its_own_token_fails_at_once(self) -> None:
        def stream(provider: moya.Provider, target: moya.Target) -> bytes:
            with provider.stream(target) as opened:
                return opened.read()

        folder = self.enterContextOf(tempfile.TemporaryDirectory())
        uses: "dict[str, Callable[[moya.Provider, moya.Target], Any]]" = {
            "call": lambda it, target: it.call(target), "stream": stream,
            "progress": lambda it, target: it.call(target, progress=lambda _: None),
            "step": lambda it, target: it.call(target, step=lambda _: None),
            "events": lambda it, target: next(iter(it.events(target))),
            "download": lambda it, target: it.download(target, f"{folder}/body"),
            "group": lambda it, target: moya.Group(it, 1).call(target),
        }
        for name, use in uses.items():
            with self.subTest(name), moya.Provider() as provider:
                provider.add_plugin(
                    "moya.access-token", {"tag": "user"},
                    refresh=functools.partial(use, provider, self.target("/echo", tags=["user"], timeout=DEADLINE / 2)),
                )
                with self.assertRaisesRegex(moya.PluginError, "StateError.*it would wait for itself"):
                    provider.call(self.target("/echo", tags=["user"]))
                self.assertEqual(provider.call(self.target("/echo")).status_code, 200)

    def test_a_refresh_on_an_event_loop_that_needs_its_own_token_fails_at_once(self) -> None:
        async def main(awaits: bool) -> None:
            loop = asyncio.get_running_loop()
            async with moya.AsyncProvider() as provider:

                async def token() -> str:
                    return (await provider.call(self.target("/echo", tags=["user"]))).text

                def refresh() -> str:
                    return asyncio.run_coroutine_threadsafe(token(), loop).result()

                provider.add_plugin("moya.access-token", {"tag": "user"}, refresh=token if awaits else refresh)
                with self.assertRaisesRegex(moya.PluginError, "StateError.*it would wait for itself"):
                    await provider.call(self.target("/echo", tags=["user"]))
                self.assertEqual((await provider.call(self.target("/echo"))).status_code, 200)

        for awaits in (False, True):
            with self.subTest(awaits=awaits):
                asyncio.run(asyncio.wait_for(main(awaits), DEADLINE))

    def test_every_kind_of_call_on_an_event_loop_that_needs_its_own_token_fails_at_once(self) -> None:
        async def stream(provider: moya.AsyncProvider, target: moya.Target) -> bytes:
            async with provider.stream(target) as opened:
                return await opened.aread()

        async def events(provider: moya.AsyncProvider, target: moya.Target) -> None:
            async with provider.events(target) as opened:
                async for _ in opened:
                    pass

        folder = self.enterContextOf(tempfile.TemporaryDirectory())
        uses: "dict[str, Callable[[moya.AsyncProvider, moya.Target], Any]]" = {
            "stream": stream, "events": events,
            "progress": lambda it, target: it.call(target, progress=lambda _: None),
            "download": lambda it, target: it.download(target, f"{folder}/body"),
            "group": lambda it, target: moya.AsyncGroup(it, 1).call(target),
        }

        async def main(use: "Callable[[moya.AsyncProvider, moya.Target], Any]") -> None:
            async with moya.AsyncProvider() as provider:

                async def refresh() -> Any:
                    return await use(provider, self.target("/echo", tags=["user"], timeout=DEADLINE / 2))

                provider.add_plugin("moya.access-token", {"tag": "user"}, refresh=refresh)
                with self.assertRaisesRegex(moya.PluginError, "StateError.*it would wait for itself"):
                    await provider.call(self.target("/echo", tags=["user"]))

        for name, use in uses.items():
            with self.subTest(name):
                asyncio.run(asyncio.wait_for(main(use), DEADLINE))

    def test_calls_of_other_threads_wait_for_a_refresh(self) -> None:
        answers: "List[moya.Response]" = []
        with moya.Provider() as provider:

            def other() -> None:
                answers.append(provider.call(self.target("/echo", tags=["user"])))

            thread = threading.Thread(target=other)

            def refresh() -> str:
                thread.start()
                provider.call(self.target("/echo"))
                return "new"

            provider.add_plugin("moya.access-token", {"tag": "user"}, refresh=refresh)
            answers.append(provider.call(self.target("/echo", tags=["user"])))
            thread.join()
        self.assertEqual([answer.json("headers.authorization") for answer in answers], ["Bearer new"] * 2)

    def test_calls_are_tried_again(self) -> None:
        self.server.busy = 2
        with moya.Provider(timeout=DEADLINE) as provider:
            provider.add_plugin("moya.retry", {"delay_ms": 1, "statuses": [503], "tag": "again"})
            answer = provider.call(self.target("/busy", tags=["again"]))
            self.assertEqual((answer.status_code, answer.attempts), (200, 3))
            self.server.busy = 1
            self.assertEqual(provider.call(self.target("/busy")).attempts, 1)

    def test_activity_and_log(self) -> None:
        told: List[Tuple[bool, str]] = []
        lines: List[str] = []
        with moya.Provider(log=lambda _, line: lines.append(line)) as provider:
            provider.add_plugin("moya.activity", activity=lambda began, name: told.append((began, name)))
            provider.add_plugin("moya.logger", {"form": "json", "request_headers": False})
            provider.call(stubbed(query={"token": "abc"}))
        self.assertEqual(told, [(True, "stubbed"), (False, "stubbed")])
        self.assertIn('"url":"https://api.example.com/items?token=<redacted>"', lines[0])

    def test_refused(self) -> None:
        rows: "List[Tuple[str, Any, dict[str, Any], str]]" = [
            ("moya.nothing", None, {}, "no plugin moya.nothing"),
            ("moya.logger", {"forms": "json"}, {}, 'no key "forms"'),
            ("moya.retry", {"attempts": 0}, {}, '"attempts"'),
            ("moya.signing", {"secret": 7}, {}, '"secret"'),
            ("moya.logger", 7, {}, "config of moya.logger must be a mapping"),
            ("moya.access-token", {}, {"refresh": 7}, "refresh must be a function"),
        ]
        with moya.Provider() as provider:
            for name, config, functions, says in rows:
                with self.subTest(says), self.assertRaisesRegex(moya.UsageError, says):
                    provider.add_plugin(name, config, **functions)
            stored = len(_callbacks._kept)
            for name in ("moya.activity\0", "moya.nothing"):
                with self.assertRaises((moya.RequestError, moya.UsageError)):
                    provider.add_plugin(name, activity=lambda *_: None)
            self.assertLessEqual(len(_callbacks._kept), stored)  # less if functions of another provider are forgotten now
            provider.call(stubbed())
            with self.assertRaises(moya.StateError):
                provider.add_plugin("moya.logger")
