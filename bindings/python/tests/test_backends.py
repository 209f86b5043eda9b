"""Tests backends and request functions in Python."""

import asyncio
import gc
import subprocess
import sys
import threading
import unittest.mock
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from typing import Any, Callable, Coroutine, Dict, List

import moya
from moya import _callbacks
from support import DEADLINE, closed_port, stubbed
from test_functions import Both, Mine, fail


class BackendTests(Both):
    def test_answers_in_place_of_the_network(self) -> None:
        def backend(request: moya.Request) -> moya.Sample:
            shown = [request.method, request.url, request.name, request.body, request.headers.get("X-A")]
            assert request.target is not None and request.target.name == request.name
            return moya.Sample(json=[it.decode() if isinstance(it, bytes) else it for it in shown], status_code=201)

        target = moya.Target("http://nowhere.invalid", "/a", "POST", name="n", body=b"b", headers={"x-a": "1"})
        for end in self.each({"backend": backend}, lambda it: it.call(target)):
            self.assertEqual((end.status_code, end.json()), (201, ["POST", "http://nowhere.invalid/a", "n", "b", "1"]))
            self.assertEqual(repr(end), "<moya.Response 201 http://nowhere.invalid/a>")

    def test_a_long_stream_is_read_from_a_request_that_was_forwarded(self) -> None:
        size = 32 << 20
        self.server.replies["/long"] = [(200, {}, bytes(size))] * 2
        with moya.Provider(backend=lambda request: request.forward()) as provider:
            with provider.stream(self.target("/long")) as stream:
                provider.call(self.target("/zen"))  # the library has read enough, and pauses
                self.assertEqual(sum(map(len, stream.iter_bytes())), size)

    def test_a_sample_may_have_another_url(self) -> None:
        answer = moya.Sample(url="http://other/path")
        for end in self.each({"backend": lambda _: answer}, lambda it: it.call(self.target("/zen"))):
            self.assertEqual(end.url, "http://other/path")

    def test_forwards_what_it_has_changed(self) -> None:
        def backend(request: moya.Request) -> None:
            request.method, request.url, request.body = "POST", f"{self.server.url}/echo?b=2", b"changed"
            request.set_header("X-New", "1")
            request.set_header("X-Old", None)
            request.forward()

        target = self.target("/hang", headers={"X-Old": "1"})
        for end in self.each({"backend": backend}, lambda it: it.call(target)):
            self.assertEqual((end.json("method"), end.json("body")), ("POST", "changed"))
            self.assertEqual(end.json("headers.x-new"), "1")
            self.assertNotIn("x-old", end.json("headers"))
            self.assertEqual(end.http_version, "HTTP/1.1")

    def test_reads_the_fields_once_until_it_changes_the_request(self) -> None:
        fields = [(f"X-{number}", str(number)) for number in range(1000)]
        seen: List[Any] = []

        def backend(request: moya.Request) -> moya.Sample:
            with unittest.mock.patch.object(moya.Request, "_field", autospec=True, side_effect=moya.Request._field) as field:
                seen.append({name: request.headers[name] for name in request.headers if name.startswith("X-")})
                seen.append(field.call_count == len(request.headers))
            request.set_header("X-0", "new")
            seen.append((request.headers["x-0"], request.headers["x-1"]))
            return moya.Sample()

        for _ in self.each({"backend": backend}, lambda it: it.call(self.target("/zen", headers=fields))):
            self.assertEqual(seen[-3:], [dict(fields), True, ("new", "1")])

    def test_is_the_seam_of_a_cache(self) -> None:
        kept: Dict[str, moya.Response] = {}

        def backend(request: moya.Request) -> Any:
            if request.url in kept:
                return kept[request.url]

            def keep(outcome: Any) -> Any:
                kept[request.url] = outcome
                return outcome

            return request.forward(keep)

        def twice(provider: moya.Provider) -> Any:
            return provider.call(self.target("/count")).text + provider.call(self.target("/count")).text

        with moya.Provider(backend=backend) as provider:
            self.assertEqual(twice(provider), "11")
        with moya.Provider() as provider:
            self.assertEqual(twice(provider), "23")

    def test_may_call_another_provider_and_wait_for_it(self) -> None:
        """For example, a backend that signs a request may need another provider to get a token."""
        uses: "Dict[str, Callable[[], str]]" = {
            "call": lambda: other.call(self.target("/zen")).text,
            "call with progress": lambda: other.call(self.target("/zen"), progress=lambda _: None).text,
            "stub": lambda: other.call(stubbed(sample=moya.Sample(body=zen))).text,
            "stream": lambda: read(other),
            "endpoint": lambda: api.zen(),
            "provider that calls another": lambda: nesting.call(self.target("/zen")).text,
        }
        zen = b"Simple is better than complex."

        def read(provider: moya.Provider) -> str:
            with provider.stream(self.target("/zen")) as stream:
                return stream.read().decode()

        def nested(request: moya.Request) -> None:
            request.set_header("X-Nested", other.call(self.target("/zen")).text)
            request.forward()

        document = {
            "moya": 1, "name": "other", "base_url": self.server.url,
            "endpoints": {"zen": {"path": "/echo", "result": {"type": "str", "at": "path"}}},
        }
        with moya.Provider() as other, moya.Provider(request=nested) as nesting, moya.open(document) as api:
            for name, use in uses.items():

                def sign(request: moya.Request) -> None:
                    request.set_header("X-Signature", use())
                    request.forward()

                wanted = "/echo" if name == "endpoint" else zen.decode()
                for option in ("backend", "request"):
                    with self.subTest(name, option=option):
                        for end in self.each({option: sign}, lambda it: it.call(self.target("/echo"))):
                            if isinstance(end, BaseException):
                                raise end
                            self.assertEqual(end.json("headers.x-signature"), wanted)

    def test_sees_the_context_variables_of_the_caller_on_any_thread(self) -> None:
        variable: "ContextVar[str]" = ContextVar("variable", default="")
        seen: List[str] = []

        def forward(request: moya.Request) -> None:
            seen.append(variable.get())
            request.forward()

        def stream(provider: moya.Provider) -> None:
            with provider.stream(self.target("/zen")) as stream:
                stream.read()

        def use(name: str) -> None:
            variable.set(name)
            with moya.Provider(request=forward) as provider:
                uses[name](provider)

        uses: "Dict[str, Callable[[moya.Provider], Any]]" = {
            "call": lambda it: it.call(self.target("/zen")),
            "call with progress": lambda it: it.call(self.target("/zen"), progress=lambda _: None),
            "stream": stream,
            "events": lambda it: list(it.events(self.target("/events"))),
        }
        for name in uses:
            copy_context().run(use, name)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(use, name).result(DEADLINE)
        self.assertEqual(seen, [name for name in uses for _ in range(2)])

    def test_cannot_wait_for_its_own_provider_or_for_a_group(self) -> None:
        uses: "Dict[str, Callable[[moya.Provider], Any]]" = {
            "call": lambda own: own.call(self.target("/zen")),
            "stream": lambda own: own.stream(self.target("/zen")),
            "events": lambda own: own.events(self.target("/events")),
            "group": lambda own: moya.Group(own, 2).call(self.target("/zen")),
            "through another": lambda own: relay.call(self.target("/zen")),
        }
        for name, use in uses.items():
            with self.subTest(name):
                provider = moya.Provider(backend=lambda _: use(provider), timeout=DEADLINE)
                relay = moya.Provider(backend=lambda _: provider.call(self.target("/zen")), timeout=DEADLINE)
                with provider, relay, self.assertRaisesRegex(moya.MoyaError, "cannot wait") as caught:
                    provider.call(self.target("/zen"))
                cause: Any = caught.exception
                while cause.__cause__ is not None:
                    cause = cause.__cause__
                self.assertIsInstance(cause, moya.StateError)
                self.assertRegex(str(cause), "cannot wait")

    def test_sees_the_failure_of_a_forward(self) -> None:
        seen: List[Any] = []
        port = closed_port()

        def backend(request: moya.Request) -> None:
            request.forward(lambda outcome: seen.append(outcome) or outcome)

        target = moya.Target(f"http://127.0.0.1:{port}", name="n", timeout=DEADLINE)
        for end in self.each({"backend": backend}, lambda it: it.call(target)):
            self.assertIsInstance(end, moya.ConnectError)
            self.assertIs(end.__cause__, seen.pop(0))
            self.assertEqual(str(end).count("n: "), 1, end)

    def test_may_answer_later_on_any_thread(self) -> None:
        with ThreadPoolExecutor() as pool:
            def backend(request: moya.Request) -> None:
                pool.submit(request.answer, moya.Sample(text="late"))

            for end in self.each({"backend": backend}, lambda it: it.call(self.target("/zen"))):
                self.assertEqual(end.text, "late")

    def test_may_be_a_coroutine_function(self) -> None:
        async def backend(request: moya.Request) -> moya.Response:
            await asyncio.sleep(0)
            return await request.fetch()

        blocking, later = self.each({"backend": backend}, lambda it: it.call(self.target("/zen")))
        self.assertEqual(later.text, "Simple is better than complex.")
        self.assertIsInstance(blocking, moya.UsageError)
        self.assertIn("backend must not be a coroutine function", str(blocking))
        # The provider cannot know before the call that the function returns a coroutine.
        blocking, later = self.each({"backend": lambda it: backend(it)}, lambda it: it.call(self.target("/zen")))
        self.assertEqual(later.text, "Simple is better than complex.")
        self.assertIsInstance(blocking.__cause__, moya.UsageError)
        self.assertIn("no awaitable", str(blocking.__cause__))

    def test_what_it_raises_is_the_cause(self) -> None:
        async def later(_: moya.Request) -> None:
            await asyncio.sleep(0)
            fail()

        def forwards(request: moya.Request) -> None:
            request.forward(fail)

        def too_late(request: moya.Request) -> None:
            request.forward()
            fail()

        def fails(request: moya.Request) -> None:
            request.fail(Mine())

        for option in ("backend", "request"):
            for function in (fail, later, forwards, too_late, fails):
                ends = self.each({option: function}, lambda it: it.call(self.target("/zen")))
                for end in ends[1:] if function is later else ends:
                    with self.subTest(option=option, function=function):
                        if option == "request" and function is forwards:
                            self.assertIsInstance(end.__cause__, moya.StateError)  # there is no answer to show yet
                        else:
                            self.expect_cause(end, "the backend" if option == "backend" else "the request function")

    def test_an_error_of_the_transfer_keeps_its_kind(self) -> None:
        rows = (
            (moya.ConnectTimeout("mine", moya.Status.TIMEOUT_CONNECT), moya.ConnectTimeout),
            (moya.NetworkError("mine", moya.Status.NETWORK), moya.NetworkError),
            (moya.UsageError("mine", moya.Status.ARGUMENT), moya.MoyaError),
        )
        for error, kind in rows:
            def backend(_: moya.Request, error: Any = error) -> Any:
                return error

            for end in self.each({"backend": backend}, lambda it: it.call(self.target("/zen"))):
                with self.subTest(kind):
                    self.assertIs(type(end), kind)
                    self.assertIs(end.__cause__, error)
                    self.assertIn("mine", str(end))

    def test_a_request_that_is_dropped_fails_its_call(self) -> None:
        for option in ("backend", "request"):
            for end in self.each({option: lambda _: None}, lambda it: it.call(self.target("/zen"))):
                self.assertIs(type(end), moya.MoyaError)
                self.assertIn("without an answer", str(end))

    def test_wrong_use_is_refused_and_the_request_goes_on(self) -> None:
        seen: List[Any] = []

        def backend(request: moya.Request) -> None:
            for use in (
                lambda: request.answer(7), lambda: request.fail(7), lambda: request.forward(7),
                lambda: setattr(request, "url", "ftp://h/"), lambda: request.set_header("a b", "c"),
                lambda: setattr(request, "method", "a b"), lambda: setattr(request, "body", "text"),
            ):  # fmt: skip
                try:
                    use()
                except moya.MoyaError as error:
                    seen.append(type(error))
            request.answer(moya.Sample(text="ok"))
            for use in (lambda: request.answer(moya.Sample()), request.forward, lambda: request.fail(Mine())):
                try:
                    use()
                except moya.StateError as error:
                    seen.append(type(error))

        for end in self.each({"backend": backend}, lambda it: it.call(self.target("/zen"))):
            self.assertEqual(end.text, "ok")
            usage, request, url = moya.UsageError, moya.RequestError, moya.InvalidURL
            once = [usage, usage, usage, url, request, request, usage] + [moya.StateError] * 3
            self.assertEqual(seen, once * 2)

    def test_a_request_function_changes_what_goes_to_the_network(self) -> None:
        async def sign(request: moya.Request) -> None:
            await asyncio.sleep(0)
            request.set_header("X-Signed", request.method)
            request.forward()

        def now(request: moya.Request) -> None:
            request.set_header("X-Signed", request.method)
            request.forward()

        def later(request: moya.Request) -> None:
            threading.Thread(target=now, args=(request,)).start()

        for function in (now, later, sign):
            ends = self.each({"request": function}, lambda it: it.call(self.target("/echo")))
            for end in ends[1:] if function is sign else ends:
                self.assertEqual(end.json("headers.x-signed"), "GET")

    def test_streams_downloads_and_groups_pass_it(self) -> None:
        def backend(request: moya.Request) -> moya.Sample:
            return moya.Sample(text="made up")

        with moya.Provider(backend=backend) as provider:
            with provider.stream(self.target("/zen")) as stream:
                self.assertEqual(stream.read(), b"made up")
            self.assertEqual(moya.Group(provider, 1).call(self.target("/zen")).text, "made up")
        with moya.Provider(backend=fail) as provider:
            with self.assertRaises(moya.MoyaError) as caught:
                moya.Group(provider, 1).call(self.target("/zen"))
            self.expect_cause(caught.exception, "the backend")


class EndTests(Both):
    def holding(self) -> "Any":
        """Returns three things: a backend that stores its requests, the list of these requests, and an event that is
        set when a request arrives."""
        held: List[moya.Request] = []
        came = threading.Event()

        def backend(request: moya.Request) -> None:
            held.append(request)
            came.set()

        return backend, held, came

    def test_a_cancelled_call_is_told_to_who_works_for_it(self) -> None:
        held: List[moya.Request] = []
        told, again = threading.Event(), threading.Event()

        def backend(request: moya.Request) -> None:
            request.when_cancelled(told.set)
            held.append(request)

        async def use() -> None:
            async with moya.AsyncProvider(backend=backend) as provider:
                await self.cancel_when(held, provider.call(self.target("/zen")))
                self.assertTrue(told.wait(DEADLINE))
                self.assertTrue(held[0].is_cancelled)
                held[0].when_cancelled(again.set)
                self.assertTrue(again.is_set())
                held[0].answer(moya.Sample())  # it has no effect, and is not an error

        asyncio.run(asyncio.wait_for(use(), DEADLINE))

    async def cancel_when(self, begun: "List[Any]", call: "Coroutine[Any, Any, Any]") -> None:
        """Starts a call, and cancels it as soon as its backend has put something into `begun`."""
        task = asyncio.ensure_future(call)
        while not begun:
            await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task

    def test_cancelling_a_task_cancels_the_coroutine_of_its_backend(self) -> None:
        begun: List[Any] = []
        ended: List[Any] = []

        async def backend(request: moya.Request) -> None:
            begun.append(1)
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(1)

        async def use() -> None:
            async with moya.AsyncProvider(backend=backend) as provider:
                await self.cancel_when(begun, provider.call(self.target("/zen")))
                while not ended:
                    await asyncio.sleep(0)

        asyncio.run(asyncio.wait_for(use(), DEADLINE))
        self.assertEqual(len(ended), 1)

    def test_closing_in_the_middle_ends_the_call_once_and_releases_everything(self) -> None:
        gc.collect()
        before = len(_callbacks._kept)
        backend, held, came = self.holding()
        seen = weakref.ref(backend)
        provider = moya.Provider(backend=backend)
        ends: List[Any] = []

        def call() -> None:
            try:
                ends.append(provider.call(self.target("/zen")))  # noqa: F821
            except moya.MoyaError as error:
                ends.append(type(error))

        thread = threading.Thread(target=call)
        thread.start()
        came.wait(DEADLINE)
        request = weakref.ref(held[0])
        provider.close()
        thread.join(DEADLINE)
        self.assertEqual(ends, [moya.Cancelled])
        held.pop().answer(moya.Sample())
        del provider, backend, call, thread
        gc.collect()
        self.assertEqual((seen(), request(), len(_callbacks.calls), len(_callbacks._kept)), (None, None, 0, before))

    def test_a_provider_that_cannot_be_made_keeps_nothing(self) -> None:
        before = len(_callbacks._kept)
        for options in ({"base_url": "nothing"}, {"retry": 7}, {"log": 7}, {"stubs": 7}):
            with self.subTest(options), self.assertRaises(moya.UsageError):
                moya.Provider(backend=fail, request=fail, **options)  # type: ignore[arg-type]
            self.assertEqual(len(_callbacks._kept), before)

    def test_many_calls_at_once_have_one_end_each(self) -> None:
        def backend(request: moya.Request) -> None:
            pool.submit(answer, request)

        def answer(request: moya.Request) -> None:
            number = int(request.name)
            if number % 3 == 0:
                request.fail(Mine(number))
            elif number % 3 == 1:
                request.answer(moya.Sample(text=str(number)))
            else:
                request.forward(lambda outcome: moya.Sample(text=str(number)))

        async def use() -> None:
            async with moya.AsyncProvider(backend=backend, timeout=DEADLINE) as provider:
                calls = (provider.call(self.target("/zen", name=str(number))) for number in range(99))
                for number, end in enumerate(await asyncio.gather(*calls, return_exceptions=True)):
                    if number % 3 == 0:
                        self.assertEqual(end.__cause__.args, (number,))  # type: ignore[union-attr]
                    else:
                        self.assertEqual(end.text, str(number))  # type: ignore[union-attr]

        with ThreadPoolExecutor(4) as pool:
            asyncio.run(use())
        gc.collect()
        self.assertEqual(len(_callbacks.calls), 0)

    def test_an_exception_that_no_call_waits_for_goes_to_the_unraisable_hook(self) -> None:
        entered, leave = threading.Event(), threading.Event()

        def backend(request: moya.Request) -> None:
            entered.set()
            leave.wait(DEADLINE)
            raise Mine

        async def use() -> None:
            async with moya.AsyncProvider(backend=backend) as provider:
                other = threading.Thread(target=lambda: asyncio.run(give_up(provider)))
                other.start()
                entered.wait(DEADLINE)
                leave.set()
                other.join(DEADLINE)

        async def give_up(provider: moya.AsyncProvider) -> None:
            with self.assertRaises(moya.MoyaError) as caught:
                await provider.call(self.target("/zen"))
            self.assertIsInstance(caught.exception.__cause__, Mine)

        asyncio.run(use())

    def test_a_function_that_runs_when_python_ends(self) -> None:
        program = f"""
import asyncio, atexit, moya, threading
entered, leave = threading.Event(), threading.Event()
def decide(attempt, response, error):
    entered.set()
    leave.wait()
    print("left")
provider = moya.AsyncProvider(retry=decide, backend=lambda request: request.forward())
atexit.register(leave.set)  # runs before the provider is closed; closing waits for `decide`
def call():
    async def main():
        await provider.call(moya.Target({self.server.url!r}, "/zen"))
    asyncio.run(main())
threading.Thread(target=call, daemon=True).start()
entered.wait()
print("end")
"""
        ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout.split()), (0, ["end", "left"]), ended.stderr)

    def test_stubbed_targets_do_not_come_to_it(self) -> None:
        for end in self.each({"backend": fail}, lambda it: it.call(stubbed())):
            self.assertEqual(end.status_code, 200)
