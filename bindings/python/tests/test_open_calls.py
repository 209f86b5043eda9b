"""Tests calls of a definition's endpoints: blocking, with asyncio, and with providers that have functions."""

import asyncio
import inspect
import signal
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import moya
from definitions import ECHO, definition, parameter, sample
from support import DEADLINE, ServerTest


class WaitingTests(ServerTest):
    def test_ctrl_c_cancels_a_call_of_the_main_thread(self) -> None:
        main = threading.main_thread().ident
        assert main is not None

        def interrupt() -> None:
            self.server.asked.wait(DEADLINE)
            signal.pthread_kill(main, signal.SIGINT)

        for options in ({}, {"request": lambda request: request.forward()}):
            self.server.asked.clear()
            with self.subTest(options), moya.open(definition(self.server.url, e={"path": "/hang"}), **options) as api:
                thread = threading.Thread(target=interrupt)
                thread.start()
                with self.assertRaises(KeyboardInterrupt):
                    api.e()
                thread.join()

    def test_an_api_is_used_by_many_threads(self) -> None:
        with moya.open(definition(self.server.url, e=ECHO), timeout=DEADLINE) as api, ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(api.e, range(40))), [f"/echo/{number}" for number in range(40)])


class AsyncTests(ServerTest):
    def test_endpoints_are_coroutine_functions(self) -> None:
        source = definition(self.server.url, e=ECHO)

        async def use() -> None:
            async with moya.open_async(source, timeout=DEADLINE) as api:
                self.assertTrue(inspect.iscoroutinefunction(api.e) and inspect.iscoroutinefunction(api.e.response))
                paths = await asyncio.gather(*(api.e(number) for number in range(20)))
                self.assertEqual(paths, [f"/echo/{number}" for number in range(20)])
                self.assertEqual((await api.e.response(7)).status_code, 200)
                with self.assertRaisesRegex(moya.ArgumentError, "e: the parameter 'v'"):
                    await api.e(1 << 63)
                with self.assertRaisesRegex(moya.ArgumentError, "e: the parameter 'v'"):
                    await api.e("x" * 10)
            self.assertTrue(api.provider.closed)
            async with moya.AsyncProvider() as provider:
                self.assertIsInstance(moya.open(source, provider=provider), moya.AsyncOpenedAPI)

        asyncio.run(use())

    def test_cancelling_the_task_cancels_the_call(self) -> None:
        async def use() -> None:
            async with moya.open_async(definition(self.server.url, e={"path": "/hang"})) as api:
                task = asyncio.ensure_future(api.e())
                await asyncio.get_running_loop().run_in_executor(None, self.server.asked.wait, DEADLINE)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        asyncio.run(use())

    def test_a_definition_that_is_refused_leaves_no_provider(self) -> None:
        with self.assertRaises(moya.DefinitionError):
            moya.open_async("{}")


class FunctionsTests(ServerTest):
    """Tests providers whose calls run Python functions."""

    def test_a_backend_gets_the_request_and_the_endpoint(self) -> None:
        names = []

        def backend(request: moya.Request) -> moya.Sample:
            names.append((request.name, request.target.path, request.url))
            return moya.Sample(json=int(request.url.rpartition("/")[2]))

        source = definition(e={"path": "/{v}", "parameters": [parameter("v", "path", "i8")], "result": "i64"})
        with moya.open(source, backend=backend) as api:
            self.assertEqual(api.e(7), 7)
            with self.assertRaisesRegex(moya.ArgumentError, "'v'"):
                api.e("x")
        self.assertEqual(names, [("e", "/{v}", "http://api.invalid/7")])

        async def later(request: moya.Request) -> moya.Sample:
            await asyncio.sleep(0)
            return backend(request)

        async def use() -> None:
            async with moya.open_async(source, backend=later) as api:
                self.assertEqual(await asyncio.gather(api.e(1), api.e(2)), [1, 2])
                with self.assertRaisesRegex(moya.ArgumentError, "'v'"):
                    await api.e("x")

        asyncio.run(use())

    def test_what_a_function_raises_is_the_cause(self) -> None:
        def backend(request: moya.Request) -> None:
            raise KeyError("own")

        with moya.open(definition(e={"path": "/"}), backend=backend) as api:
            with self.assertRaises(moya.MoyaError) as caught:
                api.e()
        self.assertIsInstance(caught.exception.__cause__, KeyError)

    def test_stub_rules_and_stub_functions_and_retries(self) -> None:
        rules = moya.StubRules()
        rules.add(moya.Sample(json=1), target="e")
        with moya.open(definition(e={"path": "/", "result": "i64"}), stubs=rules) as api:
            self.assertEqual(api.e(), 1)
        with moya.open(definition(e=sample(2, result="i64")), stub=lambda target: target.name == "e") as api:
            self.assertEqual(api.e(), 2)
        self.server.busy = 2
        seen = []

        def decide(attempt: int, response: moya.Response, error: Any) -> Any:
            seen.append(attempt)
            return 0 if response.status_code == 503 else None

        with moya.open(definition(self.server.url, e={"path": "/busy"}), retry=decide) as api:
            self.assertEqual(api.e().status_code, 200)
        self.assertGreaterEqual(len(seen), 2)


class OptionTests(ServerTest):
    """Tests what a call of an endpoint can have in addition to its arguments."""

    def document(self) -> "Dict[str, Any]":
        headers = {"X-Mine": "definition", "X-Kept": "kept"}
        return definition(
            self.server.url,
            echo={"path": "/echo", "headers": headers, "parameters": [parameter("v", "query", "i64")]},
            big={"path": "/big"}, hang={"path": "/hang"}, part={"path": "/part"}, events={"path": "/events"},
        )

    def each(self, use: "Callable[[Any, Callable[[Any], Any]], None]", **options: Any) -> None:
        """Calls `use` with an opened API of each kind, and a function that returns what an endpoint returns."""
        with moya.open(self.document(), timeout=DEADLINE, **options) as api:
            with self.subTest("blocking"):
                use(api, lambda value: value)
        loop = asyncio.new_event_loop()
        self.addCleanup(loop.close)

        async def make() -> moya.AsyncOpenedAPI:
            return moya.open_async(self.document(), timeout=DEADLINE, **options)

        later = loop.run_until_complete(make())
        with self.subTest("async"):
            use(later, loop.run_until_complete)
        loop.run_until_complete(later.aclose())

    def test_headers_and_a_timeout_of_one_call(self) -> None:
        def use(api: Any, end: "Callable[[Any], Any]") -> None:
            own = api.echo.with_options(headers={"x-mine": "call", "X-New": "new"})
            for function, mine in ((api.echo, "definition"), (own, "call"), (own.response, "call")):
                headers = end(function(1)).json("headers")
                self.assertEqual((headers["x-mine"], headers["x-kept"]), (mine, "kept"))
                self.assertEqual(headers.get("x-new"), "new" if mine == "call" else None)
            self.assertEqual(end(own.with_options(timeout=5)(v=7)).json("path"), "/echo?v=7")
            for timeout in (0.05, moya.Timeouts(total=0.05)):
                with self.assertRaises(moya.Timeout):
                    end(api.hang.with_options(timeout=timeout)())

        self.each(use)
        self.each(use, request=lambda request: request.forward())

    def test_progress_of_one_call(self) -> None:
        def use(api: Any, end: "Callable[[Any], Any]") -> None:
            seen: "List[moya.Progress]" = []
            end(api.big.with_options(progress=seen.append)())
            self.assertEqual(seen[-1].received, 1 << 20)

        self.each(use)

    def test_an_endpoint_streams(self) -> None:
        events = ["one", "tw\u00f6\nlines"]
        with moya.open(self.document(), timeout=DEADLINE) as api:
            # The arguments may be gone when the stream is entered.
            stream, of_events = api.echo.stream(v=7), api.events.stream()
            for _ in range(100):
                api.echo.stream(8)
            with stream, of_events:
                self.assertIn(b"/echo?v=7", stream.read())
                self.assertEqual([event.data for event in of_events.iter_events()][:2], events)

        async def main() -> None:
            async with moya.open_async(self.document(), timeout=DEADLINE) as api:
                stream, of_events = api.echo.stream(v=7), api.events.stream()
                for _ in range(100):
                    api.echo.stream(8)
                async with stream, of_events:
                    self.assertIn(b"/echo?v=7", await stream.aread())
                    self.assertEqual([event.data async for event in of_events.aiter_events()][:2], events)

        asyncio.run(asyncio.wait_for(main(), DEADLINE))

    def test_an_endpoint_downloads(self) -> None:
        def use(api: Any, end: "Callable[[Any], Any]") -> None:
            with tempfile.TemporaryDirectory() as folder:
                response = end(api.big.download(Path(folder, "big")))
                self.assertEqual((response.path, Path(folder, "big").stat().st_size), (f"{folder}/big", 1 << 20))
                with self.assertRaises(moya.TransferError):
                    end(api.echo.download(Path(folder, "big"), 1))
                replacing = api.echo.with_options(replace=True, headers={"X-New": "new"})
                end(replacing.download(Path(folder, "big"), v=1))
                self.assertIn(b"x-new", Path(folder, "big").read_bytes())
                named = api.echo.with_options(name=lambda response, suggested: f"{suggested}.json")
                self.assertEqual(end(named.download(f"{folder}/", 1)).path, f"{folder}/echo.json")
                with self.assertRaises(moya.NetworkError):
                    end(api.part.with_options(resume=True).download(f"{folder}/part"))
                end(api.part.with_options(resume=True).download(f"{folder}/part"))
                self.assertEqual(Path(folder, "part").stat().st_size, 100_000)

        self.each(use)

    def test_refused(self) -> None:
        with moya.open(self.document()) as api:
            rows: "List[Tuple[Callable[[], Any], type, str]]" = [
                (lambda: api.echo.with_options(header={}), TypeError, "did you mean 'headers'"),
                (lambda: api.echo.with_options(headers={"A": 1}), moya.UsageError, "the value of A in headers"),
                (lambda: api.echo.with_options(timeout=-1), moya.UsageError, "timeout"),
                (lambda: api.echo.with_options(progress=7), moya.UsageError, "progress"),
                (lambda: api.echo.stream(), TypeError, "echo.*missing"),
                (lambda: api.echo.stream("x"), moya.ArgumentError, "the parameter 'v'"),
                (lambda: api.echo.download("/tmp/x", w=1), TypeError, "echo.*unexpected"),
            ]
            for use, kind, says in rows:
                with self.subTest(says), self.assertRaisesRegex(kind, says):
                    use()
            self.assertEqual(str(inspect.signature(api.echo.stream)), "(v: int) -> moya._response.Response")
        with self.assertRaises(moya.StateError):
            api.echo.stream(1)
