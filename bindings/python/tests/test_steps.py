"""Tests that a call reports its steps when they begin, blocking and with asyncio.

The listeners of these tests never respond. So a test ends only if the step is reported while the call still waits in
it."""

import asyncio
import socket
import tempfile
import unittest
from typing import Any, Callable, Iterator, List, Tuple

import moya
from moya import StepKind
from support import DEADLINE, ServerTest, closed_port, stubbed

WHOLE = [StepKind.CONNECT, StepKind.SEND_HEAD, StepKind.RECEIVE]
REUSED = [StepKind.SEND_HEAD, StepKind.RECEIVE]


class Stop(Exception):
    pass


#: What makes a call: a blocking or asynchronous provider, with a stream or as a whole.
Way = Callable[[moya.Target, Callable[[moya.Step], Any]], Any]


class StepTests(ServerTest):
    def ways(self) -> "Iterator[Tuple[str, Way]]":
        """Yields each way to make a call. Each has connections of its own."""
        with moya.Provider(proxy="") as whole:
            yield "call", lambda target, step: whole.call(target, step=step).status_code
        with moya.Provider(proxy="") as parts:

            def stream(target: moya.Target, step: Any) -> int:
                with parts.stream(target, step=step) as stream:
                    stream.read()
                    return stream.status_code

            yield "stream", stream
        loop = asyncio.new_event_loop()
        self.addCleanup(loop.close)
        for reads in (False, True):
            provider = loop.run_until_complete(self._asynchronous())

            async def later(target: moya.Target, step: Any, reads: bool = reads, by: Any = provider) -> int:
                async def awaited(it: moya.Step) -> None:
                    await asyncio.sleep(0)
                    step(it)

                if not reads:
                    status: int = (await by.call(target, step=awaited)).status_code
                    return status
                async with by.stream(target, step=awaited) as stream:
                    await stream.aread()
                    found: int = stream.status_code
                    return found

            def run(target: moya.Target, step: Any, later: Any = later) -> Any:
                return loop.run_until_complete(later(target, step))

            yield f"asynchronous {'stream' if reads else 'call'}", run
            loop.run_until_complete(provider.aclose())

    async def _asynchronous(self) -> moya.AsyncProvider:
        return moya.AsyncProvider(proxy="")

    def test_a_call_has_its_steps_in_order_and_a_second_call_reuses_the_connection(self) -> None:
        for name, call in self.ways():
            for wanted in (WHOLE, REUSED):
                seen: List[moya.Step] = []
                with self.subTest(way=name):
                    self.assertEqual(call(self.target("/zen"), seen.append), 200)
                    self.assertEqual([it.kind for it in seen], wanted)
                    sent = seen[-2]
                    port = int(self.server.url.rpartition(":")[2])
                    self.assertEqual((sent.address, sent.http_version), (("127.0.0.1", port), "HTTP/1.1"))
                    self.assertEqual({it.attempt for it in seen}, {1})

    def test_a_body_has_a_step_of_its_own_and_so_has_a_body_of_an_iterable(self) -> None:
        for body in (b"x" * 100_000, [b"x" * 1000] * 100):
            for name, call in self.ways():
                seen: List[moya.Step] = []
                with self.subTest(way=name, body=type(body).__name__):
                    call(self.target("/echo", "POST", body=body), seen.append)
                    self.assertEqual([it.kind for it in seen], [*WHOLE[:2], StepKind.SEND_BODY, StepKind.RECEIVE])

    def test_a_step_is_received_while_the_call_hangs_in_it_and_an_exception_ends_the_call(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:  # it accepts nothing
            port = listener.getsockname()[1]
            for url, last in (
                (f"https://127.0.0.1:{port}", StepKind.TLS), (f"http://127.0.0.1:{port}", StepKind.RECEIVE),
            ):
                for name, call in self.ways():
                    seen: List[StepKind] = []

                    def step(it: moya.Step) -> None:
                        seen.append(it.kind)
                        if it.kind is last:
                            raise Stop

                    with self.subTest(way=name, url=url):
                        with self.assertRaises(Stop):
                            call(moya.Target(url, timeout=DEADLINE), step)
                        self.assertIs(seen[-1], last)

    def test_the_task_may_be_cancelled_when_it_is_seen_to_hang(self) -> None:
        async def body() -> None:
            hangs = asyncio.Event()

            async def step(it: moya.Step) -> None:
                if it.kind is StepKind.TLS:
                    hangs.set()

            with socket.create_server(("127.0.0.1", 0)) as listener:
                url = f"https://127.0.0.1:{listener.getsockname()[1]}"
                async with moya.AsyncProvider(proxy="") as provider:
                    for stream in (False, True):
                        hangs.clear()
                        target = moya.Target(url, timeout=DEADLINE)
                        if stream:
                            task = asyncio.ensure_future(provider.stream(target, step=step).__aenter__())
                        else:
                            task = asyncio.ensure_future(provider.call(target, step=step))  # type: ignore[arg-type]
                        await hangs.wait()
                        task.cancel()
                        with self.assertRaises(asyncio.CancelledError):
                            await task

        asyncio.run(body())

    def test_the_last_step_of_a_call_that_fails_has_failed(self) -> None:
        for name, call in self.ways():
            for url, error, wanted in (
                (f"http://127.0.0.1:{closed_port()}", moya.ConnectError, [StepKind.CONNECT]),
                (self.server.url.replace("http:", "https:"), moya.ConnectError, [StepKind.CONNECT, StepKind.TLS]),
            ):
                seen: List[moya.Step] = []
                with self.subTest(way=name, url=url):
                    with self.assertRaises(moya.TransferError):
                        call(moya.Target(url, timeout=DEADLINE), seen.append)
                    self.assertEqual([it.kind for it in seen], wanted)

    def test_a_retry_has_its_steps_again(self) -> None:
        for name, call in self.ways():
            seen: List[moya.Step] = []
            self.server.busy = 1
            retry = moya.Retry(attempts=2, delay=0.001)
            with self.subTest(way=name):
                call(self.target("/busy", retry=retry, validate=moya.Validation.SUCCESS), seen.append)
                self.assertEqual([it.kind for it in seen], WHOLE + REUSED)
                self.assertEqual([it.attempt for it in seen], [1, 1, 1, 2, 2])

    def test_an_endpoint_a_download_and_an_intercepted_provider_take_the_function_too(self) -> None:
        seen: List[moya.Step] = []
        document = {"moya": 1, "name": "n", "base_url": self.server.url, "endpoints": {"zen": {"path": "/zen"}}}
        with moya.open(document) as api:
            api.zen.with_options(step=seen.append).response()
            self.assertEqual([it.kind for it in seen], WHOLE)
            with self.assertRaisesRegex(moya.UsageError, "step must"):
                api.zen.with_options(step=7)
        async def later(it: moya.Step) -> None:
            pass

        seen.clear()
        with moya.Provider(proxy="") as provider:
            for given in (7, later):
                with self.assertRaisesRegex(moya.UsageError, "step must"):
                    provider.call(self.target("/zen"), step=given)  # type: ignore[arg-type]
            provider.call(stubbed(), step=seen.append)
            with moya.intercept() as mock:
                mock.on(path="/zen").reply(moya.Sample(text="made up"))
                provider.call(self.target("/zen"), step=seen.append)
            self.assertEqual(seen, [])
            with tempfile.TemporaryDirectory() as folder:
                provider.download(self.target("/zen"), f"{folder}/zen", step=seen.append)
            self.assertEqual([it.kind for it in seen], WHOLE)


if __name__ == "__main__":
    unittest.main()
