"""Calls of a definition's endpoints: blocking, asyncio, and providers with functions."""

import asyncio
import inspect
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

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
    """Providers with functions that take part in calls."""

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
