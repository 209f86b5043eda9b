"""Tests plugins of Python that wait, and how long plugins live."""

import asyncio
import contextlib
import contextvars
import gc
import os
import subprocess
import sys
import tempfile
import threading
import unittest.mock
import weakref
from typing import Any, Callable, Dict, List

import moya
from interrupts import each_step, interrupt
from moya import _callbacks, _plugins
from support import DEADLINE, stubbed
from test_plugins import PluginTest, asynchronous, made


def waits() -> int:
    """Returns how many coroutines of hooks have not ended."""
    return sum(len(seat.waits) for seat in _plugins._seats.values())


class WaitingTests(PluginTest):
    @asynchronous
    async def test_a_call_that_waits_delays_no_other_call(self) -> None:
        release = asyncio.Event()

        async def prepare(call: moya.PluginCall) -> None:
            if call.has_tag("wait"):
                await release.wait()

        async def use(provider: moya.AsyncProvider) -> None:
            waiting = [asyncio.ensure_future(provider.call(self.target("/zen", tags=["wait"]))) for _ in range(20)]
            self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)
            self.assertFalse(any(it.done() for it in waiting))
            release.set()
            self.assertEqual([it.status_code for it in await asyncio.gather(*waiting)], [200] * 20)

        await self.use_async([made(prepare=prepare)], use)

    def test_it_may_use_everything_after_a_wait(self) -> None:
        async def prepare(call: moya.PluginCall) -> None:
            call.state = [call.request.url]
            await asyncio.sleep(0)
            call.request.headers["X-Seen"] = f"{call.name} {call.attempt} {call.state == [call.request.url]}"

        end = self.run_async([made(prepare=prepare)], lambda it: it.call(self.target("/echo")))
        self.assertEqual(end.json("headers.x-seen"), "/echo 1 True")

    def test_it_may_make_calls_of_its_provider(self) -> None:
        class Token(moya.Plugin):
            id = "org.example.token"

            def __init__(self) -> None:
                self.provider: Any = None

            async def prepare(self, call: moya.PluginCall) -> None:
                answer = await self.provider.call(moya.Target(call.request.url.replace("/echo", "/zen"), tags=["token"]))
                call.request.headers["Authorization"] = answer.text

        async def main() -> None:
            async with moya.AsyncProvider() as token.provider:
                token.provider.add_plugin(token, not_tag="token")
                end = await token.provider.call(self.target("/echo"))
                self.assertEqual(end.json("headers.authorization"), "Simple is better than complex.")

        token = Token()
        asyncio.run(main())

    def test_the_hook_is_cancelled_when_its_call_ends(self) -> None:
        for name in ("prepare", "sign", "process"):
            for way in ("cancel", "timeout", "max_wait", "cancel_all"):
                with self.subTest(name, way=way):
                    self.expect_cancelled(name, way)
        # With these times, the hook waits longer than several timers.
        with unittest.mock.patch.object(_callbacks, "_TIMER_MS", 1):
            self.expect_cancelled("prepare", "timeout")

    @asynchronous
    async def expect_cancelled(self, name: str, way: str) -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        async def wait(call: moya.PluginCall) -> None:
            begun.set()
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                self.assertEqual(call.request.method, "GET")  # it can still be read
                ended.set()

        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                provider.add_plugin(made(**{name: wait}), max_wait=0.05 if way == "max_wait" else None)
                task = asyncio.ensure_future(provider.call(self.target("/zen", timeout=0.05 if way == "timeout" else None)))
                await begun.wait()
                if way == "cancel":
                    task.cancel()
                elif way == "cancel_all":
                    provider.cancel_all()
                with self.assertRaises(kind) as caught:
                    await task
                if way == "max_wait":
                    self.assertEqual(caught.exception.status, moya.Status.PLUGIN_TIMEOUT)
                await ended.wait()
                while waits():
                    await asyncio.sleep(0)

        kind: Any = {"cancel": asyncio.CancelledError, "timeout": moya.Timeout, "max_wait": moya.PluginError}.get(way, moya.Cancelled)
        await main()

    @asynchronous
    async def test_a_hook_that_does_not_end_when_it_is_cancelled(self) -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        async def prepare(call: moya.PluginCall) -> None:
            begun.set()
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                with self.assertRaises(moya.StateError):
                    call.request.headers["X-Late"] = "1"
                ended.set()

        async def use(provider: moya.AsyncProvider) -> None:
            task = asyncio.ensure_future(provider.call(self.target("/zen")))
            await begun.wait()
            task.cancel()
            await asyncio.wait([task])
            await ended.wait()

        await self.use_async([made(prepare=prepare)], use)

    @asynchronous
    async def test_a_shared_request_goes_on_if_its_first_call_is_cancelled(self) -> None:
        begun, release = asyncio.Event(), asyncio.Event()
        ends: List[str] = []

        async def prepare(_: moya.PluginCall) -> None:
            begun.set()
            try:
                await release.wait()
                ends.append("released")
            except asyncio.CancelledError:
                ends.append("cancelled")
                raise

        async def use(provider: moya.AsyncProvider) -> None:
            first, second = (asyncio.ensure_future(provider.call(self.target("/count", share=True))) for _ in range(2))
            await begun.wait()
            first.cancel()
            await asyncio.wait([first])
            release.set()
            self.assertEqual((await second).text, "1")

        await self.use_async([made(prepare=prepare)], use)
        self.assertEqual(ends, ["released"])

    def test_a_hook_that_is_cancelled_fails_its_call(self) -> None:
        tasks: List[Any] = []

        async def prepare(_: moya.PluginCall) -> None:
            tasks.append(asyncio.current_task())
            await asyncio.get_running_loop().create_future()

        async def use(provider: moya.AsyncProvider) -> None:
            call = asyncio.ensure_future(provider.call(self.target("/zen")))
            while not tasks:
                await asyncio.sleep(0)
            tasks[0].cancel()
            with self.assertRaisesRegex(moya.PluginError, "failed in prepare: the hook ended with CancelledError"):
                await call

        self.run_async([made(prepare=prepare)], use)

    def test_an_event_loop_may_end_while_hooks_wait(self) -> None:
        provider = moya.AsyncProvider(plugins=[made(prepare=lambda_of_a_future())])

        async def main() -> None:
            calls = [asyncio.ensure_future(provider.call(self.target("/zen"))) for _ in range(3)]
            while waits() < 3:
                await asyncio.sleep(0)
            del calls

        asyncio.run(main())
        self.assertEqual(waits(), 0)
        asyncio.run(provider.aclose())

    def test_an_event_loop_may_stop_while_hooks_wait(self) -> None:
        async def begin() -> None:
            calls.extend(asyncio.ensure_future(provider.call(self.target("/zen"))) for _ in range(3))
            while waits() < 3:
                await asyncio.sleep(0)

        async def end() -> None:
            for result in await asyncio.gather(*calls, return_exceptions=True):
                self.assertIsInstance(result, moya.Cancelled)

        provider = moya.AsyncProvider(plugins=[made(prepare=lambda_of_a_future())])
        calls: "List[asyncio.Task[Any]]" = []
        loop = asyncio.new_event_loop()
        loop.run_until_complete(begin())
        asyncio.run(provider.aclose())
        loop.run_until_complete(end())
        loop.close()
        calls.clear()
        self.assertEqual(waits(), 0)

    def test_two_event_loops_run_their_own_hooks(self) -> None:
        async def prepare(call: moya.PluginCall) -> None:
            await asyncio.sleep(0)
            call.request.headers["X-Thread"] = str(threading.get_ident())

        async def use() -> None:
            answers = await asyncio.gather(*(provider.call(self.target("/echo")) for _ in range(4)))
            seen.append({int(it.json("headers.x-thread")) for it in answers} == {threading.get_ident()})

        seen: List[bool] = []
        provider = moya.AsyncProvider(plugins=[made(prepare=prepare)])
        threads = [threading.Thread(target=lambda: asyncio.run(use())) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        asyncio.run(provider.aclose())
        self.assertEqual(seen, [True] * 3)


    def test_process_of_a_cancelled_call_runs_on_the_event_loop_and_in_the_context_of_the_call(self) -> None:
        variable: "contextvars.ContextVar[str]" = contextvars.ContextVar("variable", default="none")
        seen: List[Any] = []

        async def process(call: moya.PluginCall) -> None:
            seen.append((call.name, threading.get_ident(), variable.get()))

        async def use(provider: moya.AsyncProvider) -> None:
            variable.set("of the caller")
            call = asyncio.ensure_future(provider.call(self.target("/hang")))
            await asyncio.to_thread(self.server.asked.wait, DEADLINE)
            # The provider's last call is on another event loop.
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(provider.call(self.target("/zen")), other))
            call.cancel()
            await asyncio.wait([call])
            while len(seen) < 2:
                await asyncio.sleep(0)

        other = asyncio.new_event_loop()
        thread = threading.Thread(target=other.run_forever)
        thread.start()
        try:
            self.run_async([made(process=process)], use)
        finally:
            other.call_soon_threadsafe(other.stop)
            thread.join(DEADLINE)
            other.close()
        self.assertEqual(seen[1], ("/hang", threading.get_ident(), "of the caller"))

    def test_process_of_any_cancelled_call_sees_the_call(self) -> None:
        document = {"moya": 1, "name": "a", "base_url": self.server.url, "endpoints": {"hang": {"path": "/hang"}}}
        folder = self.enterContextOf(tempfile.TemporaryDirectory())
        uses: "Dict[str, Callable[[moya.AsyncProvider], Any]]" = {
            "endpoint": lambda it: moya.open(document, provider=it).hang(),
            "endpoint with progress": lambda it: moya.open(document, provider=it).hang.with_options(progress=lambda _: None)(),
            "endpoint's download": lambda it: moya.open(document, provider=it).hang.download(f"{folder}/one"),
            "progress": lambda it: it.call(self.target("/hang"), progress=lambda _: None),
            "download": lambda it: it.download(self.target("/hang"), f"{folder}/two"),
        }
        seen: List[Any] = []

        async def process(call: moya.PluginCall) -> None:
            seen.append((call.target is not None, threading.get_ident()))

        for name, begin in uses.items():

            async def use(provider: moya.AsyncProvider) -> None:
                async def run() -> None:
                    with contextlib.suppress(asyncio.CancelledError):
                        await begin(provider)

                task = asyncio.create_task(run())
                await asyncio.to_thread(self.server.asked.wait, DEADLINE)
                task.cancel()
                del task
                while not seen:
                    await asyncio.sleep(0)

            with self.subTest(name):
                for _ in range(10):
                    self.server.asked.clear()
                    self.run_async([made(process=process)], use)
                    self.assertEqual(seen, [(True, threading.get_ident())])
                    seen.clear()

    def test_process_of_a_cancelled_call_may_await_while_it_ends(self) -> None:
        seen: List[str] = []

        async def process(_: moya.PluginCall) -> None:
            seen.append("begins")
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                for _ in range(3):
                    await asyncio.sleep(0)
                seen.append("has ended")
                raise

        async def use(provider: moya.AsyncProvider) -> None:
            call = asyncio.ensure_future(provider.call(self.target("/hang")))
            await asyncio.to_thread(self.server.asked.wait, DEADLINE)
            call.cancel()
            await asyncio.wait([call])
            while len(seen) < 2:
                await asyncio.sleep(0)

        for _ in range(20):
            self.server.asked.clear()
            self.run_async([made(process=process)], use)
            self.assertEqual(seen, ["begins", "has ended"])
            seen.clear()


def lambda_of_a_future() -> Any:
    async def prepare(_: moya.PluginCall) -> None:
        await asyncio.get_running_loop().create_future()

    return prepare


class LifeTests(PluginTest):
    def test_a_plugin_is_freed_with_its_provider(self) -> None:
        freed: List[Any] = []

        def follow() -> Any:
            plugin: Any = made(prepare=lambda call: setattr(call, "state", call.name), process=lambda call: None)
            freed.append(weakref.ref(plugin))
            return plugin

        self.each(follow, lambda it: it.call(self.target("/zen")))
        gc.collect()
        self.assertEqual([it() for it in freed], [None, None])

    def test_a_plugin_that_refers_to_its_provider_is_freed_too(self) -> None:
        for kind in (moya.Provider, moya.AsyncProvider):
            plugin: Any = made(prepare=lambda call: None, close=lambda: None)
            with self.assertWarns(ResourceWarning):
                plugin.provider = kind(plugins=[plugin])
                seen = weakref.ref(plugin)
                del plugin
                gc.collect()
            self.assertIsNone(seen())

    def test_close_runs_once_after_the_last_call(self) -> None:
        seen: List[str] = []
        rows: "List[Any]" = [made(process=lambda _: seen.append("process"), close=lambda: seen.append("close")) for _ in range(3)]

        async def use(provider: moya.AsyncProvider) -> None:
            task = asyncio.ensure_future(provider.call(self.target("/hang")))
            while not self.server.asked.is_set():
                await asyncio.sleep(0)
            await provider.aclose()
            with self.assertRaises(moya.Cancelled):
                await task

        provider = moya.Provider(plugins=[rows[0]])
        provider.close()
        provider.close()
        self.assertEqual(seen, ["close"])
        seen.clear()
        self.run_async([rows[1]], use)
        self.assertEqual(seen, ["process", "close"])
        seen.clear()
        with self.assertWarns(ResourceWarning):
            moya.Provider(plugins=[rows[2]])
        self.assertEqual(seen, ["close"])

    def test_states_of_calls_that_end_early_are_released(self) -> None:
        class Token:
            pass

        alive: List[Any] = []

        async def prepare(call: moya.PluginCall) -> None:
            call.state = token = Token()
            alive.append(weakref.ref(token))
            del token
            await asyncio.get_running_loop().create_future()

        async def use(provider: moya.AsyncProvider) -> None:
            tasks = [asyncio.ensure_future(provider.call(self.target("/zen"))) for _ in range(4)]
            while len(alive) < 4:
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

        self.run_async([made(prepare=prepare)], use)
        gc.collect()
        self.assertEqual([it() for it in alive], [None] * 4)

    def test_a_child_of_fork_runs_the_hooks_of_a_provider(self) -> None:
        with moya.Provider(plugins=[made(process=lambda call: call.result.headers.add("X-Pid", str(os.getpid())))]) as provider:
            self.assertEqual(provider.call(self.target("/zen")).header("X-Pid"), str(os.getpid()))
            child = os.fork()
            if child == 0:
                try:
                    os._exit(provider.call(self.target("/zen")).header("X-Pid") != str(os.getpid()))
                finally:
                    os._exit(2)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_a_program_may_end_with_plugins_and_calls_in_flight(self) -> None:
        code = """
import asyncio, sys, threading, moya
class Noisy(moya.Plugin):
    id = "org.example.noisy"
    def process(self, call): print(type(call.result.error).__name__, flush=True)
    def close(self): print("close", flush=True)
class Waiting(Noisy):
    async def prepare(self, call): await asyncio.get_running_loop().create_future()
target = moya.Target(sys.argv[1])
provider, other, waiting = moya.Provider(plugins=[Noisy()]), moya.AsyncProvider(plugins=[Noisy()]), moya.AsyncProvider(plugins=[Waiting()])
def call():
    try: provider.call(target)
    except moya.Cancelled: pass
threading.Thread(target=call, daemon=True).start()
async def main():
    kept.extend(asyncio.ensure_future(it.call(target)) for it in (other, waiting))
    await asyncio.sleep(0)
kept = []
asyncio.new_event_loop().run_until_complete(main())
input()
"""
        with subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", code, f"{self.server.url}/hang"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as program:  # fmt: skip
            self.assertTrue(self.server.asked.wait(DEADLINE))
            output, errors = program.communicate("\n", timeout=DEADLINE)
        self.assertEqual(sorted(output.split()), ["Cancelled"] * 3 + ["close"] * 3, errors)
        self.assertEqual((program.returncode, errors), (0, ""))

    def test_an_interrupted_call_leaves_a_provider_that_calls_and_closes(self) -> None:
        def prepare() -> None:
            self.provider = moya.Provider(plugins=[made(prepare=lambda call: None, process=lambda call: None)])

        def act() -> None:
            try:
                self.provider.call(stubbed())
            except KeyboardInterrupt:
                pass

        for step in each_step(act, interrupt, prepare):
            with self.subTest(step=step):
                self.assertEqual(self.provider.call(stubbed()).status_code, 200)
                self.provider.close()
        self.assertGreater(step, 100)
        self.provider.close()
