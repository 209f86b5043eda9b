"""Plugins that are classes of Python."""

import asyncio
import contextvars
import gc
import subprocess
import sys
import tempfile
import threading
import unittest.mock
import weakref
from pathlib import Path
from typing import Any, Callable, List, Optional, Tuple

import moya
from moya import _callbacks, _plugin
from support import DEADLINE, ServerTest, stubbed, wait_until

ID = "org.example.test"
Rows = List[Tuple[Any, ...]]


class Mine(Exception):
    """The exception that hooks raise here."""


def made(identifier: str = ID, /, **members: Any) -> moya.Plugin:
    """Makes a plugin with these hooks, which get the call, and with other members of the class."""

    def method(function: Any) -> Any:
        if asyncio.iscoroutinefunction(function):

            async def wait(_: object, *given: object) -> Any:
                return await function(*given)

            return wait
        return lambda _, *given: function(*given)

    hooks = {name: method(it) if callable(it) else it for name, it in members.items()}
    kind: Any = type("Made", (moya.Plugin,), {"id": identifier, **hooks})
    plugin: moya.Plugin = kind()
    return plugin


def later(function: Callable[..., Any]) -> Any:
    """Returns a coroutine function that does the same after a turn of the event loop."""

    async def run(call: moya.PluginCall) -> Any:
        await asyncio.sleep(0)
        return function(call)

    return run


class PluginTest(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(self.expect_no_plugins)

    def expect_no_plugins(self) -> None:
        """Nothing of a plugin remains after the end of its provider."""
        gc.collect()
        self.assertEqual((len(_plugin._seats), len(_callbacks._waits), len(_callbacks.calls)), (0, 0, 0))

    def each(self, make: Callable[[], Any], use: Callable[[Any], Any], **options: Any) -> "List[Any]":
        """Uses each kind of provider with the plugins that `make` makes. Returns what the calls return or raise."""

        def plugins() -> "List[moya.Plugin]":
            given = make()
            return given if isinstance(given, list) else [given]

        async def wait() -> Any:
            async with moya.AsyncProvider(timeout=DEADLINE, plugins=plugins(), **options) as provider:
                return await use(provider)

        def call() -> Any:
            with moya.Provider(timeout=DEADLINE, plugins=plugins(), **options) as provider:
                return use(provider)

        ends = []
        for run in (call, lambda: asyncio.run(wait())):
            try:
                ends.append(run())
            except BaseException as problem:  # noqa: B036
                ends.append(problem)
        return ends

    def run_async(self, plugins: "List[moya.Plugin]", use: Callable[[moya.AsyncProvider], Any], **options: Any) -> Any:
        async def main() -> Any:
            async with moya.AsyncProvider(timeout=DEADLINE, plugins=plugins, **options) as provider:
                return await use(provider)

        return asyncio.run(asyncio.wait_for(main(), DEADLINE))


class HookTests(PluginTest):
    def test_hooks_run_in_order_plugin_after_plugin(self) -> None:
        seen: List[str] = []

        def recorder(letter: str) -> moya.Plugin:
            def note(hook: str) -> Any:
                return lambda call=None: seen.append(f"{hook}-{letter}")

            hooks = ("prepare", "sign", "will_send", "did_receive", "process", "close")
            return made(f"org.example.{letter}", **{hook: note(hook) for hook in hooks})

        for end in self.each(lambda: [recorder("a"), recorder("b")], lambda it: it.call(self.target("/zen"))):
            self.assertEqual(end.status_code, 200)
            one_call, seen[:] = seen[:12], seen[12:]
            hooks = [f"{hook}-{letter}" for hook in ("prepare", "sign", "will_send", "did_receive", "process") for letter in "ab"]
            self.assertEqual(one_call[:10], hooks)
            self.assertEqual(sorted(one_call[10:]), ["close-a", "close-b"])

    def test_a_hook_that_is_not_overridden_does_not_run(self) -> None:
        with unittest.mock.patch.object(_plugin._Seat, "answer") as answer:
            self.each(lambda: made(will_send=lambda call: None), lambda it: it.call(self.target("/zen")))
        self.assertEqual(answer.call_count, 0)

    def test_it_reads_the_call(self) -> None:
        seen: List[Any] = []

        def read(call: moya.PluginCall) -> None:
            request = call.request
            assert call.target is not None and call.time_left is not None
            seen.append((
                call.name, call.target.name, call.has_tag("a"), call.has_tag("c"), call.attempt, 0 < call.time_left <= 9,
                request.method, request.url, request.headers["x-one"], request.headers.get_all("X-One"),
                "X-None" in request.headers, request.body, request.body_kind, request.path,
            ))  # fmt: skip

        target = self.target("/echo", "POST", tags=["a", "b"], headers=[("X-One", "1"), ("X-One", "ü")], body=b"a\0b", timeout=9)
        for hook in ("prepare", "sign", "will_send", "did_receive", "process"):
            with self.subTest(hook):
                self.each(lambda: made(**{hook: read}), lambda it: it.call(target))
                row = ("/echo", "/echo", True, False, 1, True, "POST", f"{self.server.url}/echo", "1,ü", ["1", "ü"],
                       False, b"a\0b", moya.BodyKind.BYTES, None)  # fmt: skip
                self.assertEqual(seen, [row] * 2)
                seen.clear()

    def test_bodies_that_are_elsewhere_are_not_read(self) -> None:
        seen: List[Any] = []

        def read(call: moya.PluginCall) -> None:
            seen.append((call.request.body_kind.name, call.request.body, call.request.path))

        with tempfile.NamedTemporaryFile() as file:
            file.write(b"content")
            file.flush()
            rows: Rows = [
                ({}, ("NONE", None, None)), ({"body": Path(file.name)}, ("FILE", None, file.name)),
                ({"body": iter([b"a"])}, ("STREAM", None, None)),
            ]  # fmt: skip
            for fields, wanted in rows:
                with self.subTest(wanted), moya.Provider(plugins=[made(prepare=read)]) as provider:
                    provider.call(self.target("/echo", "POST", **fields))
                self.assertEqual(seen.pop(), wanted)

    def test_it_reads_the_result(self) -> None:
        seen: List[Any] = []

        def read(call: moya.PluginCall) -> None:
            result = call.result
            error = result.error and (type(result.error), result.error.status, result.error.target is not None)
            seen.append((error, result.status_code, result.content, result.headers.get("content-type"), result.url, result.path))

        network = (moya.NetworkError, moya.Status.INCOMPLETE_BODY, True)
        rows: Rows = [
            ("/missing", (None, 404, b'{"message":"Not Found"}', "application/json", f"{self.server.url}/missing", None)),
            ("/redirect", (None, 200, b"Simple is better than complex.", "text/plain; charset=utf-8", f"{self.server.url}/zen", None)),
            ("/short", (network, None, None, None, "", None)),
        ]  # fmt: skip
        for path, wanted in rows:
            for hook in ("did_receive", "should_retry", "process"):
                with self.subTest(hook, path=path):
                    self.each(lambda: made(**{hook: read}), lambda it: it.call(self.target(path)))
                    self.assertEqual(seen, [wanted] * 2)
                    seen.clear()

    def test_prepare_changes_what_is_sent(self) -> None:
        def change(call: moya.PluginCall) -> None:
            request = call.request
            request.method = "PUT" if request.method == "GET" else "POST"
            request.url = request.url.replace("/zen", "/echo?a=1")
            request.headers["X-New"] = "ü"
            request.headers["X-OLD"] = "2"
            request.headers.add("X-Two", "a")
            request.headers.add("X-Two", "b")
            del request.headers["X-Gone"]
            request.headers.update({"X-Last": "last"})
            request.body = b"body"

        target = self.target("/zen", "POST", headers={"X-Old": "1", "X-Gone": "1"})
        for hook in (change, later(change)):
            plugin, run = [made(prepare=hook)], asyncio.iscoroutinefunction(hook)
            with self.subTest(is_async=run):
                if run:
                    answer = self.run_async(plugin, lambda it: it.call(target))
                else:
                    with moya.Provider(plugins=plugin) as provider:
                        answer = provider.call(target)
                seen = answer.json()
                self.assertEqual((seen["method"], seen["path"], seen["body"]), ("POST", "/echo?a=1", "body"))
                headers = seen["headers"]
                self.assertEqual([headers.get(f"x-{it}") for it in ("old", "two", "gone", "last")], ["2", "b", None, "last"])
                self.assertEqual(headers["x-new"].encode("latin-1").decode(), "ü")

    def test_sign_sees_the_whole_request_and_adds_to_it(self) -> None:
        def sign(call: moya.PluginCall) -> None:
            names = sorted(name.lower() for name in call.request.headers)
            call.request.headers["X-Signed"] = ",".join(names)
            call.request.url += "?signature=1"

        for hook in (sign, later(sign)):
            seen = self.run_async([made(sign=hook)], lambda it: it.call(self.target("/echo", "POST", body=b"12"))).json()
            self.assertEqual(seen["path"], "/echo?signature=1")
            signed = seen["headers"]["x-signed"].split(",")
            self.assertLessEqual({"host", "content-length", "user-agent", "accept"}, {*signed})

    def test_prepare_answers_without_sending(self) -> None:
        with moya.Provider() as provider:
            known = provider.call(self.target("/zen"))
        sent: List[Any] = []
        sample = moya.Sample(status_code=203, headers=[("A", "1"), ("A", "2")], body=b"a\0b")
        rows: Rows = [(sample, 203, b"a\0b", ["1", "2"]), (known, 200, known.content, []), (moya.Sample(), 200, b"", [])]
        for answer, status, content, values in rows:
            for end in self.each(
                lambda: [
                    made(prepare=lambda call: answer),
                    made("org.example.b", prepare=sent.append, sign=sent.append, will_send=sent.append),
                    made("org.example.c", process=lambda call: call.result.headers.add("X-Process", "1")),
                ],
                lambda it: it.call(self.target("/close")),
            ):
                with self.subTest(status):
                    self.assertEqual((end.status_code, end.content), (status, content))
                    self.assertEqual((end.headers.get_all("a"), end.header("X-Process")), (values, "1"))
        self.assertEqual(sent, [])

    def test_process_replaces_or_changes_the_result(self) -> None:
        def change(call: moya.PluginCall) -> None:
            call.result.status_code = 299
            call.result.headers["X-New"] = "1"
            del call.result.headers["Content-Type"]
            call.result.content = b"changed"

        def fix(call: moya.PluginCall) -> None:
            call.result.content = b"fixed"

        rows: Rows = [
            ("/zen", lambda call: None, 200, b"Simple is better than complex.", {"content-type", "content-length", "date", "server"}),
            ("/zen", lambda call: moya.Sample(status_code=404, body=b"x", headers={"A": "b"}), 404, b"x", {"a"}),
            ("/zen", change, 299, b"changed", {"x-new", "content-length", "date", "server"}),
            ("/close", fix, 200, b"fixed", set()),
            ("/close", lambda call: moya.Sample(status_code=201), 201, b"", set()),
        ]
        for path, process, status, content, names in rows:
            for hook in (process, later(process)):
                with self.subTest(path, content=content):
                    end = self.run_async([made(process=hook)], lambda it: it.call(self.target(path)))
                    self.assertEqual((end.status_code, end.content), (status, content))
                    self.assertEqual({name.lower() for name in end.headers}, names)

    def test_should_retry_says_after_how_many_seconds(self) -> None:
        for seconds, attempts in ((None, 1), (0, 3), (0.001, 3), (0.0, 3)):
            def decide(call: moya.PluginCall) -> Any:
                return seconds if call.attempt < 3 else None

            for end in self.each(lambda: made(should_retry=decide), lambda it: it.call(self.target("/zen"))):
                with self.subTest(seconds):
                    self.assertEqual(end.attempts, attempts)

    def test_state_is_stored_for_one_call(self) -> None:
        class Token:
            pass

        alive: List[Any] = []

        def begin(call: moya.PluginCall) -> None:
            self.assertIsNone(call.state)
            for _ in range(2):
                call.state = token = Token()
                alive.append(weakref.ref(token))

        def check(call: moya.PluginCall) -> None:
            self.assertIs(call.state, alive[-1]())
            call.result.headers["X-Seen"] = "1"

        for end in self.each(lambda: made(prepare=begin, process=check), lambda it: it.call(self.target("/zen"))):
            self.assertEqual(end.header("X-Seen"), "1")
        self.assertEqual(len(alive), 4)
        wait_until(lambda: all(it() is None for it in alive))
        self.assertEqual([it() for it in alive], [None] * 4)

    def test_calls_that_share_a_request_share_the_state(self) -> None:
        begun = asyncio.Event()
        states: List[Any] = []

        async def prepare(call: moya.PluginCall) -> None:
            call.state = object()
            await begun.wait()

        async def use(provider: moya.AsyncProvider) -> None:
            calls = [asyncio.ensure_future(provider.call(self.target("/count", share=True))) for _ in range(3)]
            await asyncio.sleep(0)
            begun.set()
            self.assertEqual({answer.text for answer in await asyncio.gather(*calls)}, {"1"})

        self.run_async([made(prepare=prepare, process=lambda call: states.append(call.state))], use)
        self.assertEqual((len(states), len({id(it) for it in states})), (3, 1))
        self.assertIsNotNone(states[0])

    def test_log_lines_have_the_name_of_the_plugin(self) -> None:
        lines: List[Any] = []

        def prepare(call: moya.PluginCall) -> None:
            call.log(moya.LogLevel.WARNING, "grün token=abc")
            call.log(moya.LogLevel.DEBUG, "not written")

        self.each(lambda: made(prepare=prepare), lambda it: it.call(stubbed()), log=lambda *line: lines.append(line))
        self.assertEqual(lines, [(moya.LogLevel.WARNING, f"{ID}: grün token=<redacted>")] * 2)

    def test_it_sees_the_context_variables_of_the_caller(self) -> None:
        variable: "contextvars.ContextVar[str]" = contextvars.ContextVar("variable")
        seen: List[str] = []

        def note(_: object) -> None:
            seen.append(variable.get())
            variable.set("of the hook")

        async def prepare(call: moya.PluginCall) -> None:
            note(call)

        async def main() -> None:
            variable.set("of the task")
            async with moya.AsyncProvider(plugins=[made(prepare=prepare, process=note)]) as provider:
                await provider.call(self.target("/zen"))
            with moya.Provider(plugins=[made(prepare=note)]) as blocking:
                blocking.call(self.target("/zen"))
            self.assertEqual(variable.get(), "of the task")

        asyncio.run(main())
        self.assertEqual(seen, ["of the task"] * 3)

    def test_hooks_run_for_every_kind_of_call(self) -> None:
        definition = {"moya": 1, "name": "a", "base_url": self.server.url, "endpoints": {"echo": {"path": "/echo"}}}

        def prepare(call: moya.PluginCall) -> None:
            call.request.headers["X-Name"] = call.name

        def value(answer: moya.Response) -> Any:
            return answer.json("headers.x-name")

        target = self.target("/echo", name="n")
        with moya.Provider(plugins=[made(prepare=prepare)]) as provider, tempfile.TemporaryDirectory() as folder:
            self.assertEqual(value(provider.call(target, progress=lambda _: None)), "n")
            provider.download(target, f"{folder}/file")
            with open(f"{folder}/file", encoding="utf-8") as file:
                self.assertIn('"x-name": "n"', file.read())
            with provider.stream(target) as stream:
                self.assertIn(b'"x-name": "n"', stream.read())
            self.assertEqual([value(it) for it in moya.Group(provider, 2).map([target] * 3)], ["n"] * 3)
            self.assertEqual(value(moya.open(definition, provider=provider).echo.response()), "echo")
            answers: List[Any] = []
            threads = [threading.Thread(target=lambda: answers.append(provider.call(target))) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(DEADLINE)
            self.assertEqual([value(it) for it in answers], ["n"] * 8)

        async def use(provider: moya.AsyncProvider) -> None:
            async with provider.stream(target) as stream:
                self.assertIn(b'"x-name": "n"', await stream.aread())
            group = moya.AsyncGroup(provider, 2)
            answers = await asyncio.gather(*(group.call(target) for _ in range(5)))
            self.assertEqual([value(it) for it in answers], ["n"] * 5)
            self.assertEqual(value(await moya.open(definition, provider=provider).echo.response()), "echo")

        for hook in (prepare, later(prepare)):
            self.run_async([made(prepare=hook)], use)

    def test_stubs_pass_the_hooks_too(self) -> None:
        for end in self.each(lambda: made(process=lambda call: moya.Sample(text="changed")), lambda it: it.call(stubbed())):
            self.assertEqual(end.text, "changed")
        end = self.run_async([made(process=later(lambda call: moya.Sample(text="later")))], lambda it: it.call(stubbed()))
        self.assertEqual(end.text, "later")


class ErrorTests(PluginTest):
    def expect(self, end: Any, kind: "type[BaseException]", words: str, cause: "type[BaseException]") -> None:
        self.assertIs(type(end), kind, end)
        self.assertRegex(str(end), words)
        self.assertIsInstance(end.__cause__, cause)
        self.assertIsNotNone(end.target)

    def test_what_a_hook_raises_fails_the_call(self) -> None:
        def fail(_: object) -> Any:
            raise Mine("no\0token")

        for name in ("prepare", "sign", "process"):
            words = f"^/zen: plugin {ID} failed in {name}: Mine: no token$"
            for hook in (fail, later(fail)):
                with self.subTest(name):
                    if hook is fail:
                        ends = self.each(lambda: made(**{name: hook}), lambda it: it.call(self.target("/zen")))
                    else:
                        ends = [self.run_async([made(**{name: hook})], lambda it: self.end_of(it.call(self.target("/zen"))))]
                    for end in ends:
                        self.expect(end, moya.PluginError, words, Mine)
                        self.assertEqual((end.status, end.domain), (moya.Status.PLUGIN_HOOK, "plugin"))

    async def end_of(self, call: Any) -> Any:
        try:
            return await call
        except moya.MoyaError as error:
            return error

    def test_an_error_of_a_transfer_keeps_its_class(self) -> None:
        def fail(_: object) -> Any:
            raise moya.Timeout("too slow", moya.Status.TIMEOUT_IDLE)

        for end in self.each(lambda: made(process=fail), lambda it: it.call(self.target("/zen"))):
            self.expect(end, moya.Timeout, "failed in process: Timeout: too slow", moya.Timeout)
        sample = moya.Sample(failure=moya.Status.CONNECT)
        for end in self.each(lambda: made(prepare=lambda call: sample), lambda it: it.call(self.target("/zen"))):
            self.expect(end, moya.ConnectError, "failed in prepare", moya.ConnectError)

    def test_streams_and_downloads_raise_it_too(self) -> None:
        def fail(_: object) -> Any:
            raise Mine

        with tempfile.TemporaryDirectory() as folder:
            ends = self.each(lambda: made(prepare=fail), lambda it: it.download(self.target("/zen"), f"{folder}/a"))
        with moya.Provider(plugins=[made(prepare=fail)]) as provider:
            with self.assertRaises(moya.PluginError) as caught, provider.stream(self.target("/zen")):
                pass
        for end in (*ends, caught.exception):
            self.expect(end, moya.PluginError, "failed in prepare: Mine$", Mine)

    def test_a_later_plugin_may_repair_it(self) -> None:
        def fail(_: object) -> Any:
            raise Mine

        def fail_again(_: object) -> Any:
            raise KeyError("other")

        repair = made("org.example.repair", process=lambda call: moya.Sample(text="repaired"))
        with moya.Provider(plugins=[made(prepare=fail), repair]) as provider:
            self.assertEqual(provider.call(self.target("/zen")).text, "repaired")
        for end in self.each(
            lambda: [made(prepare=fail), made("org.example.b", process=fail_again)], lambda it: it.call(self.target("/zen"))
        ):
            self.expect(end, moya.PluginError, "org.example.b failed in process: KeyError: 'other'", KeyError)

    def test_hooks_that_return_nothing_report_it(self) -> None:
        def fail(*_: object) -> Any:
            raise Mine

        for hook in ("will_send", "did_receive", "close"):
            seen: List[Any] = []
            with self.subTest(hook), unittest.mock.patch("sys.unraisablehook", lambda it: seen.append(it.exc_type)):
                for end in self.each(lambda: made(**{hook: fail}), lambda it: it.call(self.target("/zen"))):
                    self.assertEqual(end.status_code, 200)
            self.assertEqual(seen, [Mine] * 2)

    def test_should_retry_ends_the_call_with_it(self) -> None:
        def fail(_: object) -> Any:
            raise Mine

        for hook, cause in ((fail, Mine), (lambda _: "1", moya.UsageError), (lambda _: -1, moya.UsageError)):
            for end in self.each(lambda: made(should_retry=hook), lambda it: it.call(self.target("/zen"))):
                self.expect(end, moya.MoyaError, f"^/zen: should_retry of the plugin {ID} raised {cause.__name__}$", cause)

    def test_an_interrupt_is_the_interrupt_of_the_call(self) -> None:
        def interrupt(_: object) -> Any:
            raise KeyboardInterrupt

        for hook in ("prepare", "sign", "will_send", "did_receive", "should_retry", "process"):
            with self.subTest(hook), moya.Provider(plugins=[made(**{hook: interrupt})]) as provider:
                with self.assertRaises(KeyboardInterrupt):
                    provider.call(self.target("/zen"))

    def test_what_is_no_answer_fails_the_call(self) -> None:
        async def give() -> None:
            raise AssertionError

        rows: Rows = [
            (hook, wrong) for hook in ("prepare", "sign", "process") for wrong in (lambda _: True, lambda _: "text", lambda _: give())
        ]
        rows.append(("sign", lambda _: moya.Sample()))
        for hook, wrong in rows:
            for end in self.each(lambda: made(**{hook: wrong}), lambda it: it.call(self.target("/zen"))):
                with self.subTest(hook):
                    self.expect(end, moya.PluginError, f"UsageError: what {hook} returns must be None", moya.UsageError)

    def test_changes_that_are_refused(self) -> None:
        def headers(name: Any, value: Any) -> Any:
            return lambda call: call.request.headers.__setitem__(name, value)

        def assign(of: str, name: str, value: Any) -> Any:
            return lambda call: setattr(getattr(call, of) if of else call, name, value)

        rows: Rows = [
            ("prepare", headers("Content-Length", "1"), moya.RequestError, "the header field Content-Length"),
            ("prepare", headers("a b", "1"), moya.RequestError, "the header field a b"),
            ("prepare", headers("A", "1\r\nB: 2"), moya.RequestError, "the header field A"),
            ("prepare", headers("A", 7), moya.UsageError, "value must be a str"),
            ("prepare", headers("A", "1\0"), moya.RequestError, "value has a NUL"),
            ("prepare", lambda call: call.request.headers.__delitem__("X-None"), KeyError, "X-None"),
            ("prepare", assign("request", "url", "ftp://a"), moya.InvalidURL, "this URL"),
            ("prepare", assign("request", "method", "A B"), moya.RequestError, "this method"),
            ("prepare", assign("request", "body", "text"), moya.UsageError, "body must be bytes"),
            ("prepare", lambda call: call.result, moya.StateError, "prepare has no result"),
            ("prepare", lambda call: call.log("info", "text"), moya.UsageError, "level must be a moya.LogLevel"),
            ("prepare", lambda call: call.has_tag(7), moya.UsageError, "tag must be a str"),
            ("sign", assign("request", "body", b""), moya.StateError, "sign cannot change this body"),
            ("sign", assign("request", "method", "PUT"), moya.StateError, "sign cannot change this method"),
            ("process", assign("request", "method", "PUT"), moya.StateError, "process cannot change this method"),
            ("process", headers("A", "1"), moya.StateError, "process cannot change the header field A"),
            ("process", assign("result", "status_code", 99), moya.UsageError, "status_code must be from 100 to 599"),
            ("process", assign("result", "content", "text"), moya.UsageError, "content must be bytes"),
            ("process", lambda call: call.result.headers.add("a b", "1"), moya.RequestError, "the header field a b"),
        ]
        for hook, change, cause, words in rows:
            with self.subTest(hook, words=words), moya.Provider(plugins=[made(**{hook: change})]) as provider:
                with self.assertRaises(moya.PluginError) as caught:
                    provider.call(self.target("/zen"))
                self.expect(caught.exception, moya.PluginError, words, cause)

    def test_a_call_is_of_no_use_after_its_hook(self) -> None:
        kept: List[moya.PluginCall] = []

        def process(call: moya.PluginCall) -> None:
            kept.append(call)

        self.each(lambda: made(process=process), lambda it: it.call(self.target("/zen")))
        self.run_async([made(process=later(process))], lambda it: it.call(self.target("/zen")))
        uses: List[Callable[[moya.PluginCall], Any]] = [
            lambda it: it.name, lambda it: it.state, lambda it: setattr(it, "state", 1), lambda it: it.request.url,
            lambda it: it.result.content, lambda it: it.log(moya.LogLevel.ERROR, "text"), lambda it: [*it.request.headers],
        ]  # fmt: skip
        self.assertEqual(len(kept), 3)
        for call in kept:
            for use in uses:
                with self.assertRaisesRegex(moya.StateError, "process has ended"):
                    use(call)
            self.assertEqual(repr(call), f"<moya.PluginCall process of {ID}>")

    def test_secrets_are_not_shown(self) -> None:
        lines: List[str] = []

        def prepare(call: moya.PluginCall) -> None:
            call.request.headers["X-Key"] = "s3cret-key"
            call.log(moya.LogLevel.WARNING, "has s3cret-key")
            self.assertNotIn("s3cret", repr(call.request.headers))
            raise Mine("s3cret-key is wrong")

        for end in self.each(
            lambda: made(secrets=["s3cret-key"], secret_headers=["X-Key"], prepare=prepare),
            lambda it: it.call(self.target("/zen")), log=lambda _, line: lines.append(line),
        ):  # fmt: skip
            self.expect(end, moya.PluginError, "Mine: <redacted> is wrong$", Mine)
        self.assertEqual(lines, [f"{ID}: has <redacted>"] * 2)

    def test_values_of_secret_headers_are_not_logged(self) -> None:
        def prepare(call: moya.PluginCall) -> None:
            call.request.headers.update({"X-Key": "one", "X-Open": "two"})

        for names, wanted in ((["X-Key"], "<redacted>"), ([], "one")):
            lines: List[str] = []
            plugin = made(secret_headers=names, prepare=prepare)
            with moya.Provider(plugins=[plugin], log=lambda _, line: lines.append(line)) as provider:
                provider.add_plugin("moya.logger", {"form": "text"})
                provider.call(self.target("/zen"))
            text = "\n".join(lines)
            self.assertIn(f"X-Key: {wanted}", text)
            self.assertIn("X-Open: two", text)


class AddingTests(PluginTest):
    def test_refused(self) -> None:
        async def wait(*_: object) -> None:
            raise AssertionError

        other = made()
        moya.Provider(plugins=[other]).close()
        rows: Rows = [
            ({"plugin": made("")}, moya.PluginError, "its id is not two or more labels"),
            ({"plugin": made("moya.retry")}, moya.PluginError, "belongs to the library"),
            ({"plugin": made(id=None)}, moya.UsageError, "a plugin's id must be a str, not None"),
            ({"plugin": made(version="")}, moya.PluginError, "has no version"),
            ({"plugin": made(about="a\nb")}, moya.PluginError, "has an `about`"),
            ({"plugin": made(secret_headers=["a b"])}, moya.PluginError, "secret_headers"),
            ({"plugin": made(secrets=[7])}, moya.UsageError, "a text in secrets must be a str"),
            ({"plugin": other}, moya.UsageError, "this Made is the plugin of a provider already"),
            ({"plugin": moya.Plugin}, moya.UsageError, "a plugin must be a moya.Plugin, not type"),
            ({"plugin": 7}, moya.UsageError, "a plugin must be a moya.Plugin, not int"),
            ({"plugin": made(), "name": ""}, moya.UsageError, "name is empty"),
            ({"plugin": made(), "name": 7}, moya.UsageError, "name must be a str"),
            ({"plugin": made(), "only_tag": 7}, moya.UsageError, "only_tag must be a str"),
            ({"plugin": made(), "not_tag": 7}, moya.UsageError, "not_tag must be a str"),
            ({"plugin": made(), "max_wait": 0}, moya.UsageError, "max_wait must be a positive number of seconds"),
            ({"plugin": made(), "config": {}}, moya.UsageError, "config is for a plugin of the library"),
            ({"plugin": made(), "refresh": str}, TypeError, "no argument 'refresh'"),
            ({"plugin": "moya.logger", "name": "a"}, TypeError, "no argument 'name'"),
            ({"plugin": made(prepare=wait)}, TypeError, "Made.prepare is a coroutine function, which only a moya.AsyncProvider awaits"),
            ({"plugin": made(close=wait)}, TypeError, "Made.close is a coroutine function"),
        ]
        with moya.Provider() as provider:
            for given, kind, words in rows:
                with self.subTest(given), self.assertRaisesRegex(kind, words):
                    provider.add_plugin(**given)
            self.assertEqual(provider.call(self.target("/zen")).status_code, 200)
            with self.assertRaises(moya.StateError):
                provider.add_plugin(made())
        with self.assertRaises(moya.StateError):
            provider.add_plugin(made())

    def test_hooks_that_nothing_awaits(self) -> None:
        async def wait(*_: object) -> None:
            raise AssertionError

        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                for hook in ("will_send", "did_receive", "should_retry", "close"):
                    with self.subTest(hook), self.assertRaisesRegex(TypeError, f"Made.{hook} must not be a coroutine function"):
                        provider.add_plugin(made(**{hook: wait}))

        asyncio.run(main())

    def test_a_provider_whose_plugins_are_refused_is_not_made(self) -> None:
        rows: Rows = [
            (lambda: 7, "plugins must be a list"), (lambda: "moya.logger", "plugins must be a list"),
            (lambda: [7], "a plugin must be a moya.Plugin"),
            (lambda: [made(), made()], f"has a plugin {ID}: set another name$"),
        ]  # fmt: skip
        for make, words in rows:
            for kind in (moya.Provider, moya.AsyncProvider):
                with self.subTest(words), self.assertRaisesRegex(moya.UsageError, words):
                    kind(plugins=make())

    def test_a_plugin_that_was_refused_can_be_added_later(self) -> None:
        second = made()
        with moya.Provider(plugins=[made()]) as provider:
            with self.assertRaisesRegex(moya.UsageError, "set another name"):
                provider.add_plugin(second)
            provider.add_plugin(second, name="second")

    def test_names_and_tags(self) -> None:
        def mark(name: str) -> Any:
            return made(prepare=lambda call: call.request.headers.add(f"X-{name}", "1"))

        with moya.Provider() as provider:
            provider.add_plugin(mark("all"))
            provider.add_plugin(mark("only"), name="only", only_tag="user")
            provider.add_plugin(mark("not"), name="not", not_tag="user")
            for tags, names in ((["user"], {"x-all", "x-only"}), ([], {"x-all", "x-not"})):
                seen = provider.call(self.target("/echo", tags=tags)).json("headers")
                self.assertEqual({name for name in seen if name.startswith("x-")}, names)

    def test_errors_have_the_name_of_the_plugin(self) -> None:
        def fail(_: object) -> Any:
            raise Mine

        with moya.Provider() as provider:
            provider.add_plugin(made(prepare=fail), name="mine")
            with self.assertRaisesRegex(moya.PluginError, "plugin mine failed in prepare: Mine$") as caught:
                provider.call(self.target("/zen"))
        self.assertIsInstance(caught.exception.__cause__, Mine)

    def test_a_plugin_may_be_a_frozen_dataclass_with_arguments(self) -> None:
        import dataclasses

        @dataclasses.dataclass(frozen=True)
        class Stamp(moya.Plugin):
            name: str
            value: str = "1"
            id = "org.example.stamp"

            def prepare(self, call: moya.PluginCall) -> None:
                call.request.headers[self.name] = self.value

        for end in self.each(lambda: Stamp("X-Stamp", value="2"), lambda it: it.call(self.target("/echo"))):
            self.assertEqual(end.json("headers.x-stamp"), "2")

    def test_hooks_may_be_inherited(self) -> None:
        class Base(moya.Plugin):
            def prepare(self, call: moya.PluginCall) -> None:
                call.request.headers["X-Base"] = "1"

        class Derived(Base):
            id = "org.example.derived"

            def prepare(self, call: moya.PluginCall) -> None:
                super().prepare(call)
                call.request.headers["X-Derived"] = "1"

        for end in self.each(Derived, lambda it: it.call(self.target("/echo"))):
            self.assertLessEqual({"x-base", "x-derived"}, end.json("headers").keys())
