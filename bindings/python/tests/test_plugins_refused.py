"""Tests errors of plugins in Python, and the rules for adding plugins to a provider."""

import asyncio
import dataclasses
import tempfile
import unittest.mock
from typing import Any, Callable, List

import moya
from test_plugins import ID, Mine, PluginTest, Rows, later, made


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

    def test_a_value_that_is_no_answer_is_not_closed(self) -> None:
        closed: List[str] = []

        class Chained(moya.Plugin):
            id = ID

            def prepare(self, call: moya.PluginCall) -> Any:
                return self

            def close(self) -> None:
                closed.append(self.id)

        words = "what prepare returns must be None, a moya.Sample or a moya.Response, not Chained"
        for end in self.each(Chained, lambda it: it.call(self.target("/zen"))):
            self.expect(end, moya.PluginError, words, moya.UsageError)
        self.assertEqual(closed, [ID, ID])  # each provider closes its plugin

    def test_an_error_of_a_transfer_keeps_its_class(self) -> None:
        def fail(_: object) -> Any:
            raise moya.Timeout("too slow", moya.Status.TIMEOUT_IDLE)

        for end in self.each(lambda: made(process=fail), lambda it: it.call(self.target("/zen"))):
            self.expect(end, moya.Timeout, "failed in process: Timeout: too slow", moya.Timeout)
        sample = moya.Sample(failure=moya.Status.CONNECT)
        for end in self.each(lambda: made(prepare=lambda call: sample), lambda it: it.call(self.target("/zen"))):
            self.expect(end, moya.ConnectError, "failed in prepare", moya.ConnectError)

    def test_the_class_of_a_transfer_error_decides_not_its_status(self) -> None:
        kinds = (
            moya.Timeout, moya.ConnectTimeout, moya.ConnectError, moya.NetworkError, moya.ProtocolError, moya.Cancelled,
            moya.TransferError,
        )  # fmt: skip
        rows: Rows = [(kind, status) for kind in kinds for status in (None, moya.Status.CONNECT, moya.Status.TIMEOUT_IDLE)]
        for kind, status in rows:
            problem = kind("m") if status is None else kind("m", status)

            def fail(_: object, problem: Exception = problem) -> Any:
                raise problem

            for name in ("prepare", "process"):
                for end in self.each(lambda: made(**{name: fail}), lambda it: it.call(self.target("/zen"))):
                    with self.subTest(kind.__name__, status=status, hook=name):
                        self.expect(end, kind, f"failed in {name}: {kind.__name__}: m$", kind)

    def test_one_text_is_not_a_list_of_secrets(self) -> None:
        for name in ("secrets", "secret_headers"):
            for wrong, kind in (("SuperSecret42", "str"), (b"SuperSecret42", "bytes"), (7, "int"), (None, "None")):
                with self.subTest(name, given=kind), self.assertRaises(moya.UsageError) as caught:
                    moya.Provider(plugins=[made(**{name: wrong})])
                self.assertEqual(str(caught.exception), f"Made.{name} must be a list of str, not {kind}")

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
            ("prepare", headers("A", 7), moya.UsageError, "the value of the header field A in request.headers must be a str, not int"),
            ("prepare", headers("A", "1\0"), moya.RequestError, "the value of the header field A in request.headers has a NUL"),
            ("prepare", headers("A", None), moya.UsageError, "header field A in request.headers must be a str, not None"),
            ("prepare", headers(7, "1"), moya.UsageError, "the name of a header field in request.headers must be a str, not int"),
            ("prepare", lambda call: call.request.headers.add("A", b"1"), moya.UsageError, "header field A in request.headers must be"),
            ("prepare", lambda call: call.request.headers.add(b"A", "1"), moya.UsageError, "name of a header field in request.headers"),
            ("prepare", lambda call: call.request.headers.update({"A": 1}), moya.UsageError, "header field A in request.headers must be"),
            ("prepare", lambda call: call.request.headers.get(7), moya.UsageError, "name of a header field in request.headers must be"),
            ("prepare", lambda call: call.request.headers.get_all(7), moya.UsageError, "name of a header field in request.headers must be"),
            ("prepare", lambda call: call.request.headers.__delitem__("X-None"), KeyError, "X-None"),
            ("prepare", assign("request", "url", "ftp://a"), moya.InvalidURL, "request.url cannot be sent: INVALID_URL"),
            ("prepare", assign("request", "method", "A B"), moya.RequestError, "request.method cannot be sent: INVALID_REQUEST"),
            ("prepare", assign("request", "body", "text"), moya.UsageError, "request.body must be bytes, not str"),
            ("prepare", lambda call: call.result, moya.StateError, "prepare has no result"),
            ("prepare", lambda call: call.log("info", "text"), moya.UsageError, "the level of log must be a moya.LogLevel, not str"),
            ("prepare", lambda call: call.has_tag(7), moya.UsageError, "the tag of has_tag must be a str, not int"),
            ("prepare", lambda call: call.log(moya.LogLevel.INFO, 7), moya.UsageError, "the text of log must be a str, not int"),
            ("prepare", assign("request", "url", 7), moya.UsageError, "request.url must be a str, not int"),
            ("prepare", assign("request", "method", b"PUT"), moya.UsageError, "request.method must be a str, not bytes"),
            ("sign", assign("request", "body", b""), moya.StateError, "sign cannot change request.body"),
            ("sign", assign("request", "method", "PUT"), moya.StateError, "sign cannot change request.method"),
            ("process", assign("request", "method", "PUT"), moya.StateError, "process cannot change request.method"),
            ("process", headers("A", "1"), moya.StateError, "process cannot change the header field A in request.headers"),
            ("process", assign("result", "status_code", 99), moya.UsageError, "result.status_code must be from 100 to 599"),
            ("process", assign("result", "content", "text"), moya.UsageError, "result.content must be bytes"),
            ("process", lambda call: call.result.headers.add("a b", "1"), moya.RequestError, "the header field a b in result.headers"),
            ("process", lambda call: call.result.headers.add("A", 1), moya.UsageError, "the value of the header field A in result.headers"),
            ("process", lambda call: moya.Sample(headers={"a b": "1"}), moya.RequestError, "the header field a b cannot be sent"),
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
            ({"plugin": made("")}, moya.PluginError, 'the id "", which is not two or more labels'),
            ({"plugin": made("moya.retry")}, moya.PluginError, "belong to libmoya"),
            ({"plugin": made(id=None)}, moya.UsageError, "Made.id must be a str, not None"),
            ({"plugin": made(version="")}, moya.PluginError, "has no version"),
            ({"plugin": made(about="a\nb")}, moya.PluginError, 'has the `about` "a.b", which has control characters'),
            ({"plugin": made(secret_headers=["a b"])}, moya.PluginError, "secret_headers"),
            ({"plugin": made(secrets=[7])}, moya.UsageError, "a text in Made.secrets must be a str"),
            ({"plugin": made(secret_headers=[7])}, moya.UsageError, "a name in Made.secret_headers must be a str"),
            ({"plugin": made(version=1)}, moya.UsageError, "Made.version must be a str, not int"),
            ({"plugin": made(about=1)}, moya.UsageError, "Made.about must be a str, not int"),
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

    def test_a_method_whose_name_is_almost_that_of_a_hook(self) -> None:
        rows: Rows = [
            ("will_sent", "will_send"), ("willSend", "will_send"), ("will_sends", "will_send"), ("didReceive", "did_receive"),
            ("did_recieve", "did_receive"), ("did_received", "did_receive"), ("shouldRetry", "should_retry"), ("prepair", "prepare"),
            ("perpare", "prepare"), ("Prepare", "prepare"), ("proces", "process"), ("proccess", "process"), ("clos", "close"),
            ("on_request", "prepare"), ("on_response", "did_receive or process"), ("on_error", "process"),
        ]  # fmt: skip

        async def wait(_: object, call: object) -> None: ...

        for name, hook in rows:
            for function in (lambda _, call: None, wait):
                with self.subTest(name), self.assertRaisesRegex(TypeError, f"^Made.{name} is not a hook: did you mean {hook}\\?$"):
                    type("Made", (moya.Plugin,), {name: function})

    def test_a_plugin_may_have_other_methods_and_attributes(self) -> None:
        names = (
            "closed", "closes", "is_closed", "signed", "signs", "sig", "assign", "design", "signature", "resign", "sign_request",
            "processed", "processor", "preprocess", "progress", "prepared", "prepare_body", "repair", "compare", "send", "receive",
            "retry", "clone", "choose", "call", "token", "refresh", "reset", "_will_sent", "__call__", "should_retry_call", "will_wait",
        )  # fmt: skip
        kind: Any = type("Made", (moya.Plugin,), {"id": ID, **{name: lambda *_: None for name in names}})
        with moya.Provider(plugins=[kind()]) as provider:
            self.assertEqual(provider.call(self.target("/zen")).status_code, 200)
        type("Made", (moya.Plugin,), {"will_sent": 1, "prepair": None, "didReceive": property(lambda _: 1)})

    def test_a_class_may_take_arguments_of_its_base_class(self) -> None:
        class Base(moya.Plugin):
            def __init_subclass__(cls, host: str, **given: Any) -> None:
                super().__init_subclass__(**given)
                cls.id = f"org.example.{host}"

        class Derived(Base, host="a"):
            pass

        self.assertEqual(Derived.id, "org.example.a")

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
