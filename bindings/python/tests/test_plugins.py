"""Tests plugins that are classes of Python."""

import asyncio
import contextvars
import gc
import tempfile
import threading
import unittest.mock
import weakref
from pathlib import Path
from typing import Any, Callable, List, Tuple

import moya
from moya import _callbacks, _plugins
from support import DEADLINE, ServerTest, stubbed, wait_until

ID = "org.example.test"
Rows = List[Tuple[Any, ...]]


class Mine(Exception):
    """The exception that hooks raise here."""


def made(identifier: str = ID, /, **members: Any) -> moya.Plugin:
    """Makes a plugin whose class has these members. A function among them is a hook. It gets the call, but not the
    plugin."""

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
    """Returns a coroutine function that waits for a turn of the event loop, and then calls `function`."""

    async def run(call: moya.PluginCall) -> Any:
        await asyncio.sleep(0)
        return function(call)

    return run


def asynchronous(test: Callable[..., Any]) -> Callable[..., None]:
    """Runs a test that is a coroutine function."""

    def run(*given: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*given), 2 * DEADLINE))

    return run


class PluginTest(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(self.expect_no_plugins)

    def expect_no_plugins(self) -> None:
        """Checks that nothing of a plugin remains after the end of its provider."""
        gc.collect()
        self.assertEqual((len(_plugins._seats), len(_callbacks._waits), len(_callbacks.calls)), (0, 0, 0))

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

    async def use_async(self, plugins: "List[moya.Plugin]", use: Callable[[moya.AsyncProvider], Any]) -> Any:
        async with moya.AsyncProvider(timeout=DEADLINE, plugins=plugins) as provider:
            return await use(provider)

    def run_async(self, plugins: "List[moya.Plugin]", use: Callable[[moya.AsyncProvider], Any]) -> Any:
        return asyncio.run(asyncio.wait_for(self.use_async(plugins, use), DEADLINE))


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
        with unittest.mock.patch.object(_plugins.Seat, "answer") as answer:
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
            # The result contains the bytes that arrived before the body broke off.
            ("/short", (network, 200, b"short", None, f"{self.server.url}/short", None)),
        ]  # fmt: skip
        for path, wanted in rows:
            for hook in ("did_receive", "should_retry", "process"):
                with self.subTest(hook, path=path):
                    self.each(lambda: made(**{hook: read}), lambda it: it.call(self.target(path)))
                    self.assertEqual(seen, [wanted] * 2)
                    seen.clear()

    def test_a_hook_that_looks_up_every_field_reads_the_section_once(self) -> None:
        fields = [(f"X-{number % 900}", "a" * (number % 3)) for number in range(1000)]
        asked: List[str] = []
        get = moya.PluginCall._get

        def counted(call: moya.PluginCall, function: str, *given: Any) -> Any:
            asked.append(function)
            return get(call, function, *given)

        def read(headers: Any) -> None:
            one_by_one = {name: headers[name] for name, _ in fields}
            with unittest.mock.patch.object(moya.PluginCall, "_get", counted):
                asked.clear()
                self.assertEqual(dict(headers), one_by_one)
                self.assertEqual(dict(headers.items()), one_by_one)
                self.assertEqual([*headers.values()], [one_by_one[name] for name, _ in fields])
                self.assertEqual([headers.get_all(name) for name in one_by_one if name in headers][:1], [["", "a" * (900 % 3)]])
                self.assertEqual(set(asked), {f"{headers._of}_header_count", f"{headers._of}_header_at"})
                self.assertEqual(asked.count(f"{headers._of}_header_at"), 1000)
            self.assertRaises(KeyError, headers.__getitem__, "X-None")

        def change(call: moya.PluginCall) -> None:
            headers = call.result.headers
            read(headers)
            headers["X-0"] = "new"
            self.assertEqual((headers["x-0"], headers.get_all("X-0"), "X-0" in headers, dict(headers)["X-0"]), ("new", ["new"], True, "new"))
            del call.result.headers["X-0"]
            self.assertEqual((headers.get("x-0"), headers.get_all("X-0"), "X-0" in headers), (None, [], False))

        with moya.Provider(plugins=[made(prepare=lambda call: read(call.request.headers), process=change)]) as provider:
            provider.call(stubbed(headers=fields, sample=moya.Sample(headers=fields)))

    def test_a_response_of_a_hook_replaces_all_fields_in_one_step(self) -> None:
        old, new = [(f"X-{number}", "a") for number in range(1000)], [("Y", "1"), ("Y", "2")]
        asked: List[str] = []
        get = moya.PluginCall._get

        def counted(call: moya.PluginCall, function: str, *given: Any) -> Any:
            asked.append(function)
            return get(call, function, *given)

        plugin = made(process=lambda call: moya.Sample(headers=new))
        with moya.Provider(plugins=[plugin]) as provider, unittest.mock.patch.object(moya.PluginCall, "_get", counted):
            response = provider.call(stubbed(sample=moya.Sample(headers=old)))
        self.assertEqual([(name, value) for name, value in response.headers.items()], new)
        self.assertEqual([name for name in asked if "header" in name and "set" in name], ["response_set_headers"])

    def test_the_cookies_of_a_request_are_joined_with_semicolons(self) -> None:
        seen: List[Any] = []

        def read(call: moya.PluginCall) -> None:
            headers = call.request.headers
            seen.append((headers["cookie"], dict(headers)["Cookie"], headers["COOKIE"], headers["a"]))

        with moya.Provider(plugins=[made(prepare=read)]) as provider:
            provider.call(stubbed(headers=[("Cookie", "a=1"), ("Cookie", "b=2"), ("A", "1"), ("A", "2")]))
        self.assertEqual(seen, [("a=1; b=2", "a=1; b=2", "a=1; b=2", "1,2")])

    def test_the_time_of_an_exchange_is_that_of_the_response(self) -> None:
        seen: List[Any] = []
        for end in self.each(lambda: made(process=lambda call: seen.append(call.result.elapsed)), lambda it: it.call(self.target("/zen"))):
            self.assertEqual(seen.pop(0), end.elapsed)
            self.assertIsNotNone(end.elapsed)
        self.each(lambda: made(process=lambda call: seen.append(call.result.elapsed)), lambda it: it.call(stubbed()))
        self.assertEqual(seen, [None, None])

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

    @asynchronous
    async def test_calls_that_share_a_request_share_the_state(self) -> None:
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

        await self.use_async([made(prepare=prepare, process=lambda call: states.append(call.state))], use)
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
