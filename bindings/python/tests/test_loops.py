"""Tests calls on every kind of event loop: asyncio, trio, and anyio on either."""

import asyncio
import functools
import gc
import json
import threading
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, AsyncIterator, Awaitable, Callable, Coroutine, Dict, List

import anyio
import trio

import moya
from support import DEADLINE, ServerTest, descriptors, expect_no_more_descriptors, is_moved, stubbed

Main = Callable[[], "Coroutine[Any, Any, None]"]
RUNS: "Dict[str, Callable[[Main], None]]" = {
    "asyncio": lambda main: asyncio.run(main()),
    "trio": lambda main: trio.run(main),
    "anyio on asyncio": lambda main: anyio.run(main),
    "anyio on trio": lambda main: anyio.run(main, backend="trio"),
}


class LoopTests(ServerTest):
    """A test may use functions of anyio in every kind of loop, because anyio finds out which loop runs."""

    def on_each_loop(self, main: Main) -> None:
        async def limited() -> None:
            with anyio.fail_after(DEADLINE):
                await main()

        for name, run in RUNS.items():
            self.server.asked.clear()
            with self.subTest(name):
                run(limited)

    async def until_asked(self) -> None:
        self.assertTrue(await anyio.to_thread.run_sync(self.server.asked.wait, DEADLINE))

    async def gathered(self, *calls: "Awaitable[Any]") -> List[Any]:
        """Awaits all of these at once, as asyncio.gather does."""
        results: List[Any] = [None] * len(calls)

        async def run(place: int, call: "Awaitable[Any]") -> None:
            try:
                results[place] = await call
            except moya.MoyaError as error:
                results[place] = error

        async with anyio.create_task_group() as group:
            for place, call in enumerate(calls):
                group.start_soon(run, place, call)
        return results

    def test_many_calls_at_once(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                for _ in range(2):
                    answers = await self.gathered(
                        *(provider.call(self.target("/echo", query={"n": n})) for n in range(200)),
                        provider.call(self.target("/close")), provider.call(stubbed()),
                    )
                    expected = [f"/echo?n={n}" for n in range(200)]
                    self.assertEqual([answer.json("path") for answer in answers[:200]], expected)
                    self.assertIsInstance(answers[200], moya.NetworkError)
                    self.assertEqual(answers[201].status_code, 200)

        self.on_each_loop(main)

    def test_a_cancelled_stream_ends_the_task_that_waits_for_it(self) -> None:
        async def main() -> None:
            for word in ("/hang", "/endless"):
                for watch in (None, lambda moved: None):
                    self.server.asked.clear()
                    async with moya.AsyncProvider() as provider:
                        stream = provider.stream(self.target(word), progress=watch)

                        async def read() -> None:
                            async with stream:
                                await stream.aread()

                        async def cancel() -> None:
                            await self.until_asked()
                            stream.cancel()

                        found, _ = await self.gathered(read(), cancel())
                        self.assertIsInstance(found, moya.Cancelled)

        self.on_each_loop(main)

    def test_cancelling_a_task_cancels_its_call(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                async with anyio.create_task_group() as group:
                    group.start_soon(provider.call, self.target("/hang"))
                    await self.until_asked()
                    group.cancel_scope.cancel()
                self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)
                inbox, = provider._inboxes.values()
                while inbox.outbox.waiting:
                    await anyio.sleep(0)
                with anyio.move_on_after(0.01) as scope:
                    await provider.call(self.target("/hang"))
                self.assertTrue(scope.cancelled_caught)

        self.on_each_loop(main)

    def test_process_of_a_call_that_has_ended_begins_before_its_plugin_is_closed(self) -> None:
        class Notes(moya.Plugin):
            id = "org.example.notes"

            def __init__(self) -> None:
                self.seen: List[Any] = []

            def prepare(self, call: moya.PluginCall) -> None:
                call.state = "state"

            async def process(self, call: moya.PluginCall) -> None:
                self.seen.append((type(call.result.error), call.state, call.target and call.target.name, call.request.method))
                if isinstance(call.result.error, moya.Cancelled):
                    with case.assertRaises(moya.StateError):
                        call.result.status_code = 200
                try:
                    await anyio.sleep_forever()
                finally:
                    ends.append((call.state, call.request.method))

            def close(self) -> None:
                self.seen.append("close")

        async def call(provider: moya.AsyncProvider, target: moya.Target, kind: "type[moya.MoyaError]") -> None:
            with self.assertRaises(kind):
                await provider.call(target)

        async def end(provider: moya.AsyncProvider, way: str) -> None:
            if way == "timeout":
                return await call(provider, self.target("/hang", timeout=0.05), moya.Timeout)
            self.server.asked.clear()
            async with anyio.create_task_group() as group:
                group.start_soon(call, provider, self.target("/hang"), moya.Cancelled)
                await self.until_asked()
                if way == "cancel":
                    group.cancel_scope.cancel()
                elif way == "aclose":
                    await provider.aclose()
                else:
                    provider.cancel_all()

        async def main() -> None:
            for way in ("cancel", "cancel_all", "timeout", "aclose"):
                plugin = Notes()
                async with moya.AsyncProvider(plugins=[plugin]) as provider:
                    await end(provider, way)
                kind = moya.Timeout if way == "timeout" else moya.Cancelled
                self.assertEqual(plugin.seen, [(kind, "state", "/hang", "GET"), "close"], way)
                while not ends:
                    await anyio.sleep(0)
                self.assertEqual(ends.pop(), ("state", "GET"), way)

        case, ends = self, []  # type: Any, List[Any]
        self.on_each_loop(main)

    def test_process_reads_its_call_after_the_provider_was_closed_in_a_cancelled_scope(self) -> None:
        class Notes(moya.Plugin):
            id = "org.example.notes"

            async def process(self, call: moya.PluginCall) -> None:
                seen.append((type(call.result.error), call.name, call.request.method))

        async def use() -> None:
            # trio and anyio cancel each await in the scope, also the awaits in aclose.
            async with moya.AsyncProvider(plugins=[Notes()]) as provider:
                await provider.call(self.target("/hang"))

        async def main() -> None:
            async with anyio.create_task_group() as group:
                group.start_soon(use)
                await self.until_asked()
                group.cancel_scope.cancel()
            while not seen:
                await anyio.sleep(0)
            self.assertEqual(seen.pop(), (moya.Cancelled, "/hang", "GET"))

        seen: List[Any] = []
        self.on_each_loop(main)

    def test_closing_ends_calls_in_flight(self) -> None:
        async def main() -> None:
            async def call() -> None:
                with self.assertRaises(moya.Cancelled):
                    await provider.call(self.target("/hang"))
                ended.append(True)

            ended: List[bool] = []
            provider = moya.AsyncProvider()
            async with anyio.create_task_group() as group:
                group.start_soon(call)
                await self.until_asked()
                await provider.aclose()
                await provider.aclose()
            self.assertEqual(ended, [True])
            with self.assertRaises(moya.StateError):
                await provider.call(stubbed())

        self.on_each_loop(main)

    def test_streams_downloads_progress_and_groups(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                async with provider.stream(self.target("/events"), events=True) as stream:
                    self.assertEqual(len([event async for event in stream.aiter_events()]), 3)
                async with provider.stream(self.target("/big")) as stream:
                    self.assertEqual(len(await stream.aread()), 1 << 20)
                async with provider.stream(self.target("/endless")) as stream:
                    pieces = stream.aiter_bytes()
                    self.assertTrue(await pieces.__anext__())
                    await pieces.aclose()  # type: ignore[attr-defined]
                with anyio.move_on_after(0.01):
                    async with provider.stream(self.target("/hang")):
                        self.fail("the server sends no head")
                seen: "List[moya.Progress]" = []
                await provider.call(self.target("/big"), progress=seen.append)
                self.assertEqual(seen[-1].received, 1 << 20)
                with TemporaryDirectory() as folder:
                    await provider.download(self.target("/lines"), Path(folder, "lines"))
                    self.assertEqual(Path(folder, "lines").read_bytes().count(b"\n"), 1000)
                group = moya.AsyncGroup(provider, limit=2)
                answers = await self.gathered(*(group.call(self.target("/zen")) for _ in range(10)))
                self.assertEqual([answer.status_code for answer in answers], [200] * 10)

        self.on_each_loop(main)

    def test_asynchronous_bodies_and_many_streams_at_once(self) -> None:
        async def main() -> None:
            async def pieces() -> AsyncIterator[bytes]:
                for _ in range(3):
                    await anyio.sleep(0)
                    yield b"x" * 1000

            async def read(number: int) -> str:
                async with provider.stream(self.target("/echo", query={"n": number})) as stream:
                    return str(json.loads(await stream.aread())["path"])

            async with moya.AsyncProvider() as provider:
                for _ in range(2):
                    sent = await provider.call(self.target("/echo", "POST", body=pieces()))
                    self.assertEqual(sent.json("body"), "x" * 3000)
                    paths = await self.gathered(*(read(number) for number in range(100)))
                    self.assertEqual(paths, [f"/echo?n={number}" for number in range(100)])

        self.on_each_loop(main)

    def test_events_and_interceptions(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                async with provider.events(self.target("/events")) as events:
                    self.assertEqual(len([event async for event in events]), 3)
                with moya.intercept() as mock:
                    mock.on().reply(moya.Sample(text="intercepted"))
                    fields = [("Content-Type", "text/event-stream")]
                    mock.on(path="/events").reply(moya.Sample(text="data: intercepted\n\n", headers=fields))
                    answers = await self.gathered(*(provider.call(self.target("/zen")) for _ in range(10)))
                    async with provider.stream(self.target("/zen")) as stream:
                        self.assertEqual(await stream.aread(), b"intercepted")
                    async with provider.events(self.target("/events")) as events:
                        self.assertEqual([event.data async for event in events], ["intercepted"])
                self.assertEqual([answer.text for answer in answers], ["intercepted"] * 10)
                self.assertEqual(len(mock.calls), 12)
                self.assertNotEqual((await provider.call(self.target("/zen"))).text, "intercepted")

        self.on_each_loop(main)

    def test_coroutine_functions_of_the_program_run_on_the_loop(self) -> None:
        class Waits(moya.Plugin):
            id = "org.example.waits"

            async def prepare(self, call: moya.PluginCall) -> None:
                await anyio.sleep(0)
                call.request.headers["X-Plugin"] = "1"

        async def refresh() -> str:
            await anyio.sleep(0)
            return "new"

        async def backend(request: moya.Request) -> moya.Response:
            await anyio.sleep(0)
            return await request.fetch()

        async def sign(request: moya.Request) -> None:
            await anyio.sleep(0)
            request.set_header("X-Signed", "1")
            request.forward()

        async def main() -> None:
            async with moya.AsyncProvider(plugins=[Waits()], backend=backend, request=sign) as provider:
                provider.add_plugin("moya.access-token", refresh=refresh)
                answers = await self.gathered(*(provider.call(self.target("/echo")) for _ in range(5)))
                for answer in answers:
                    headers = answer.json("headers")
                    self.assertEqual((headers["x-plugin"], headers["x-signed"]), ("1", "1"))
                    self.assertEqual(headers["authorization"], "Bearer new")

        self.on_each_loop(main)

    def test_a_coroutine_function_that_fails_or_is_cancelled_fails_the_call(self) -> None:
        async def broken(request: moya.Request) -> moya.Response:
            await anyio.sleep(0)
            raise KeyError("secret")

        async def hanging(request: moya.Request) -> moya.Response:
            try:
                began.set()
                await anyio.sleep_forever()
            finally:
                ended.set()
            raise AssertionError

        async def refresh() -> str:
            raise KeyError("secret")

        began, ended = threading.Event(), threading.Event()

        async def main() -> None:
            began.clear()
            ended.clear()
            async with moya.AsyncProvider(backend=broken) as provider:
                with self.assertRaisesRegex(moya.MoyaError, "the backend raised KeyError") as caught:
                    await provider.call(self.target("/zen"))
                self.assertIsInstance(caught.exception.__cause__, KeyError)
            async with moya.AsyncProvider() as provider:
                provider.add_plugin("moya.access-token", refresh=refresh)
                with self.assertRaisesRegex(moya.PluginError, "the refresh raised KeyError"):
                    await provider.call(self.target("/zen"))
            async with moya.AsyncProvider(backend=hanging) as provider:
                async with anyio.create_task_group() as group:
                    group.start_soon(provider.call, self.target("/zen"))
                    self.assertTrue(await anyio.to_thread.run_sync(began.wait, DEADLINE))
                    group.cancel_scope.cancel()
                self.assertTrue(await anyio.to_thread.run_sync(ended.wait, DEADLINE))

        self.on_each_loop(main)

    def test_a_refresh_that_needs_its_own_token_fails_at_once(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:

                async def refresh() -> str:
                    return (await provider.call(self.target("/echo", tags=["user"]))).text

                provider.add_plugin("moya.access-token", {"tag": "user"}, refresh=refresh)
                with self.assertRaisesRegex(moya.PluginError, "StateError.*it would wait for itself"):
                    await provider.call(self.target("/echo", tags=["user"]))

        self.on_each_loop(main)

    def test_a_definition_opens_on_every_loop(self) -> None:
        document = {
            "moya": 1, "name": "zen", "base_url": self.server.url,
            "endpoints": {"echo": {"path": "/echo", "result": {"type": "str", "at": "path"}}},
        }

        async def main() -> None:
            async with moya.open_async(document) as api:
                self.assertEqual(await api.echo(), "/echo")

        self.on_each_loop(main)

    def test_one_provider_serves_all_kinds_of_loops_one_after_the_other_and_at_once(self) -> None:
        provider = moya.AsyncProvider()

        async def call() -> None:
            answers = await self.gathered(*(provider.call(self.target("/zen")) for _ in range(8)))
            self.assertEqual({answer.status_code for answer in answers}, {200})

        async def call_here_and_elsewhere() -> None:
            async with anyio.create_task_group() as group:
                group.start_soon(call)
                for run in RUNS.values():
                    group.start_soon(functools.partial(anyio.to_thread.run_sync, run, call))

        self.on_each_loop(call_here_and_elsewhere)
        self.on_each_loop(call)
        asyncio.run(provider.aclose())

    def test_an_event_loop_moves_the_calls_of_two_providers_at_once(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as one, moya.AsyncProvider() as other:
                for _ in range(2):
                    waiting = {one, other}
                    while waiting:  # a library thread runs the first calls
                        calls = [provider.call(self.target("/zen")) for provider in (one, other)]
                        async with anyio.create_task_group() as group:
                            for call in calls:
                                group.start_soon(awaited, call)
                            await anyio.sleep(0)  # the tasks have sent their requests to the library
                            waiting = {provider for provider in waiting if not is_moved(provider)}

        async def awaited(call: "Awaitable[Any]") -> None:
            await call

        self.on_each_loop(main)

    def test_trio_inside_asyncio_on_one_thread(self) -> None:
        ends: List[Any] = []

        async def inner() -> None:
            for _ in range(3):
                ends.append((await provider.call(self.target("/zen"))).status_code)
                await trio.sleep(0)

        async def main() -> None:
            nonlocal provider
            loop = asyncio.get_running_loop()
            done = loop.create_future()
            async with moya.AsyncProvider() as provider:
                await provider.call(self.target("/zen"))
                trio.lowlevel.start_guest_run(
                    inner, run_sync_soon_threadsafe=loop.call_soon_threadsafe, done_callback=done.set_result
                )
                for _ in range(3):
                    ends.append((await provider.call(self.target("/zen"))).status_code)
                (await done).unwrap()

        provider: moya.AsyncProvider
        asyncio.run(asyncio.wait_for(main(), DEADLINE))
        self.assertEqual(ends, [200] * 6)

    def test_leaves_no_descriptors(self) -> None:
        async def use() -> None:
            async with moya.AsyncProvider() as provider:
                await provider.call(self.target("/zen"))

        async def forget() -> None:
            await moya.AsyncProvider().call(self.target("/zen"))
            gc.collect()

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            for main in (use, forget):
                trio.run(main)
                before = descriptors()
                trio.run(main)
                gc.collect()
                expect_no_more_descriptors(self, before)
