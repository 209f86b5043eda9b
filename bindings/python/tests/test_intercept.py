"""Tests moya.intercept, which intercepts the calls of every provider."""

import asyncio
import contextvars
import gc
import multiprocessing
import os
import tempfile
import threading
import warnings
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, List

import moya
from definitions import definition
from moya import _callbacks
from moya._base_provider import active
from moya.testing import Mock
from support import DEADLINE, ServerTest, stubbed

ONE = moya.Sample(text="one")


class Stamp(moya.Plugin):
    id = "org.example.stamp"

    def __init__(self) -> None:
        self.closed = 0

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["X-Stamp"] = "1"

    def close(self) -> None:
        self.closed += 1


class InterceptTest(ServerTest):
    """The server counts the requests for /count, so a test sees whether one was sent."""

    def intercept(self, **given: Any) -> Mock:
        mock: Mock = self.enterContextOf(moya.intercept(**{"assert_all_called": False, "assert_all_matched": False, **given}))
        return mock

    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(lambda: self.assertEqual(active, []))

    def expect_sent(self, count: int) -> None:
        self.assertEqual(self.server.count, count)


class EveryProviderTests(InterceptTest):
    def test_a_provider_that_was_made_before_and_one_that_is_made_inside(self) -> None:
        before = self.enterContextOf(moya.Provider())
        with moya.intercept() as mock:
            mock.on(path="/count").reply(ONE)
            with moya.Provider() as inside:
                self.assertEqual([it.call(self.target("/count")).text for it in (before, inside)], ["one", "one"])
            self.assertEqual(len(mock.calls), 2)
        self.expect_sent(0)
        self.assertEqual(before.call(self.target("/count")).text, "1")

    def test_a_provider_that_was_made_inside_sends_afterwards(self) -> None:
        with moya.intercept(assert_all_called=False) as mock:
            mock.on().reply(ONE)
            provider = self.enterContextOf(moya.Provider())
            self.assertEqual(provider.call(self.target("/count")).text, "one")
        self.assertEqual(provider.call(self.target("/count")).text, "1")

    def test_a_method_that_was_taken_from_a_provider_before(self) -> None:
        call = self.enterContextOf(moya.Provider()).call
        self.intercept().on().reply(ONE)
        self.assertEqual(call(self.target("/count")).text, "one")

    def test_an_async_provider_that_was_made_before(self) -> None:
        async def use() -> List[str]:
            async with moya.AsyncProvider() as provider:
                found = [(await provider.call(self.target("/count"))).text]
                with moya.intercept() as mock:
                    mock.on().reply(ONE)
                    found += [it.text for it in await asyncio.gather(*(provider.call(self.target("/count")) for _ in range(3)))]
                return [*found, (await provider.call(self.target("/count"))).text]

        self.assertEqual(asyncio.run(use()), ["1", "one", "one", "one", "2"])

    def test_a_subclass_with_its_own_init(self) -> None:
        class Mine(moya.Provider):
            def __init__(self, token: str) -> None:
                super().__init__(auth=moya.Bearer(token))

        provider = self.enterContextOf(Mine("t"))
        mock = self.intercept()
        mock.on().reply(ONE)
        self.assertEqual(provider.call(self.target("/count")).text, "one")
        self.assertEqual(mock.calls[0].headers["Authorization"], "Bearer t")

    def test_every_way_to_call(self) -> None:
        mock = self.intercept()
        mock.on().reply(ONE)
        mock.on(path="/events").reply(moya.Sample(body=b"data: one\n\n", headers={"Content-Type": "text/event-stream"}))
        target = self.target("/count")
        seen: List[Any] = []

        async def later() -> None:
            async with moya.AsyncProvider() as provider:
                seen.append((await provider.call(target)).text)
                seen.append((await provider.call(target, progress=lambda _: None)).text)
                seen.append((await provider.call(target.replace(retry=moya.Retry(attempts=2)))).text)
                async with provider.stream(target) as stream:
                    seen.append((await stream.aread()).decode())
                async with provider.events(self.target("/events")) as events:
                    seen.extend([event.data async for event in events])
                seen.append((await moya.AsyncGroup(provider, 1).call(target)).text)
                seen.append((await provider.download(target, os.path.join(folder, "later"))).path)

        with tempfile.TemporaryDirectory() as folder:
            with moya.Provider() as provider:
                seen.append(provider.call(target).text)
                seen.append(provider.call(target, progress=lambda _: None).text)
                with provider.stream(target) as stream:
                    seen.append(stream.read().decode())
                with provider.events(self.target("/events")) as events:
                    seen += [event.data for event in events]
                group = moya.Group(provider, 2)
                seen += [it.text for it in group.map([target] * 3)]
                seen.append(provider.download(target, os.path.join(folder, "now")).path)
            asyncio.run(later())
            paths = [it for it in seen if it != "one"]
            self.assertEqual([Path(path).read_text() for path in paths], ["one", "one"])
        self.assertEqual(len(seen), 15)
        self.assertEqual(len(mock.calls), 15)
        self.expect_sent(0)

    def test_a_group_that_was_made_before(self) -> None:
        provider = self.enterContextOf(moya.Provider())
        group = moya.Group(provider, 2)
        with moya.intercept() as mock:
            mock.on().reply(ONE)
            self.assertEqual([it.text for it in group.map([self.target("/count")] * 3)], ["one"] * 3)
            self.assertEqual(len(group), 0)
        self.assertEqual(group.call(self.target("/count")).text, "1")

    def test_definitions(self) -> None:
        endpoint = {"path": "/count", "result": "[u8]"}
        with moya.open(definition(self.server.url, count=endpoint)) as hub:
            mock = self.intercept()
            mock.on(hub.count).reply([7])
            self.assertEqual(hub.count(), [7])
            self.assertEqual(hub.count.response().json(), [7])

        async def later() -> Any:
            async with moya.open_async(definition(self.server.url, count=endpoint)) as later:
                return await later.count()

        self.assertEqual(asyncio.run(later()), [7])
        self.assertEqual([it.target for it in mock.calls], ["count"] * 3)
        self.expect_sent(0)

    def test_stubs_of_targets_still_respond(self) -> None:
        mock = self.intercept()
        mock.on(path="/other").reply(ONE)
        with moya.Provider() as provider:
            self.assertEqual(provider.call(stubbed()).json("items.0.name"), "one")
        self.assertEqual((mock.unmatched, mock.calls[0].answered), ([], moya.StubbedBy.SAMPLE))

    def test_a_closed_provider_is_closed(self) -> None:
        provider = moya.Provider()
        provider.close()
        self.intercept().on().reply(ONE)
        with self.assertRaises(moya.StateError):
            provider.call(self.target("/count"))


class NothingIsSentTests(InterceptTest):
    def test_a_request_that_no_rule_matches(self) -> None:
        mock = self.intercept()
        with moya.Provider(retry=moya.Retry(attempts=3, delay=DEADLINE)) as provider:
            for _ in range(2):
                with self.assertRaisesRegex(moya.NoStub, f"^/count: no rule matches GET {self.server.url}/count"):
                    provider.call(self.target("/count"))
                mock.on(path="/other").reply(ONE)
        self.assertEqual([it.called for it in mock.unmatched], [self.target("/count")] * 2)
        self.expect_sent(0)

    def test_a_request_that_a_request_function_forwards(self) -> None:
        def forward(request: moya.Request) -> None:
            request.set_header("X-A", "1")
            request.forward()

        async def later(request: moya.Request) -> None:
            forward(request)

        async def use() -> None:
            async with moya.AsyncProvider(request=later) as provider:
                with self.assertRaises(moya.NoStub):
                    await provider.call(self.target("/count", share=True))

        mock = self.intercept()
        with moya.Provider(request=forward) as provider, self.assertRaises(moya.NoStub):
            provider.call(self.target("/count"))
        asyncio.run(use())
        self.assertEqual([it.headers["X-A"] for it in mock.unmatched], ["1", "1"])
        self.expect_sent(0)

    def test_requests_while_rules_change_and_lists_are_read(self) -> None:
        mock = self.intercept()
        ended = threading.Event()

        def call() -> None:
            with moya.Provider() as provider:
                while not ended.is_set():
                    try:
                        provider.call(self.target("/count"))
                    except moya.NoStub:
                        pass

        with ThreadPoolExecutor(3) as pool:
            calls = [pool.submit(call) for _ in range(2)]
            for _ in range(50):
                rule = mock.on(path="/count").reply(ONE)
                self.assertLessEqual(len(rule.calls), len(mock.calls))
                rule.remove()
                mock.reset()
            ended.set()
            for it in calls:
                it.result(DEADLINE)  # no call has failed in another way
        self.expect_sent(0)

    def test_a_condition_that_raises(self) -> None:
        def fail(_: moya.StubRequest) -> bool:
            raise KeyError("secret")

        self.intercept().on(matches=fail).reply(ONE)
        with moya.Provider() as provider, self.assertRaises(moya.MoyaError) as caught:
            provider.call(self.target("/count"))
        self.assertIsInstance(caught.exception.__cause__, KeyError)
        self.assertNotIn("secret", str(caught.exception))
        self.expect_sent(0)

    def test_a_provider_with_rules_of_its_own_uses_them_and_sends_nothing_either(self) -> None:
        rules = moya.StubRules()
        rules.add(moya.Sample(text="own"), path="/own")
        rules.add(pass_through=True, path="/count")
        mock = self.intercept()
        mock.on().reply(ONE)
        with moya.Provider(stubs=rules) as provider:
            self.assertEqual(provider.call(self.target("/own")).text, "own")
            with self.assertRaises(moya.MoyaError) as caught:
                provider.call(self.target("/count"))
        self.assertIsInstance(caught.exception.__cause__, moya.StateError)
        self.assertEqual(mock.calls, [])
        self.expect_sent(0)

    def test_what_is_let_through_goes_to_the_backend_of_the_provider_or_to_the_network(self) -> None:
        mock = self.intercept()
        mock.on(path="/count").pass_through()
        with moya.Provider(backend=lambda _: moya.Sample(text="backend")) as provider:
            self.assertEqual(provider.call(self.target("/count")).text, "backend")
        with moya.Provider() as provider:
            self.assertEqual(provider.call(self.target("/count")).text, "1")
        self.assertEqual([it.answered for it in mock.calls], [moya.StubbedBy.NETWORK] * 2)

    def test_the_end_of_the_block_says_what_was_not_matched_or_not_called(self) -> None:
        for use_it, says in ((False, r"no request has used these rules: POST /a"), (True, r"no rule matches GET http://h/b")):
            with self.subTest(says), self.assertRaisesRegex(AssertionError, says):
                with moya.intercept() as mock, moya.Provider() as provider:
                    mock.on(method="POST", path="/a").reply()
                    mock.on(path="/c").reply().optional()
                    if use_it:
                        with self.assertRaises(moya.NoStub):
                            provider.call(moya.Target("http://h/b"))

    def test_an_exception_of_the_block_is_not_replaced(self) -> None:
        with self.assertRaises(ZeroDivisionError), moya.intercept() as mock:
            mock.on(path="/a").reply()
            raise ZeroDivisionError


class ScopeTests(InterceptTest):
    def test_a_context_does_not_intercept_other_threads_and_tasks(self) -> None:
        async def outside(provider: moya.AsyncProvider, entered: asyncio.Event) -> str:
            await entered.wait()
            return (await provider.call(self.target("/count"))).text

        async def inside(provider: moya.AsyncProvider, entered: asyncio.Event) -> List[str]:
            with moya.intercept(scope="context") as mock:
                mock.on().reply(ONE)
                entered.set()
                child = asyncio.ensure_future(provider.call(self.target("/count")))
                return [(await provider.call(self.target("/count"))).text, (await child).text]

        async def use() -> Any:
            async with moya.AsyncProvider() as provider:
                entered = asyncio.Event()
                return await asyncio.gather(outside(provider, entered), inside(provider, entered))

        self.assertEqual(asyncio.run(use()), ["1", ["one", "one"]])

    def test_a_process_intercepts_every_thread(self) -> None:
        self.intercept().on().reply(ONE)
        with moya.Provider() as provider, ThreadPoolExecutor(4) as pool:
            texts = list(pool.map(lambda _: provider.call(self.target("/count")).text, range(40)))
        self.assertEqual(texts, ["one"] * 40)

    def test_the_interception_that_was_entered_last_responds_and_a_context_first(self) -> None:
        def text() -> str:
            return provider.call(self.target("/count")).text

        provider = self.enterContextOf(moya.Provider())
        self.intercept().on().reply(moya.Sample(text="outer"))
        with moya.intercept(scope="context") as own:
            own.on().reply(moya.Sample(text="context"))
            with moya.intercept(assert_all_called=False) as inner:
                inner.on().reply(moya.Sample(text="inner"))
                self.assertEqual((text(), contextvars.Context().run(text)), ("context", "inner"))
        self.assertEqual(text(), "outer")

    def test_wrong_use_is_refused(self) -> None:
        with self.assertRaisesRegex(moya.UsageError, "scope must be"):
            moya.intercept(scope="thread")  # type: ignore[arg-type]
        mock = self.intercept()
        with self.assertRaises(moya.StateError), mock:
            self.fail("it was entered twice")

    def test_forked_children_are_intercepted_and_their_requests_come_to_the_parent(self) -> None:
        mock = self.intercept()
        mock.on(path="/count").reply(ONE)
        provider = self.enterContextOf(moya.Provider())
        provider.call(self.target("/count"))
        fork = multiprocessing.get_context("fork")
        results: Any = fork.SimpleQueue()

        def work(number: int) -> None:
            text = provider.call(self.target("/count", headers={"X-Child": str(number)})).text
            with moya.Provider() as own:
                text += own.call(self.target("/count", body=iter([b"1"]), method="POST")).text
                try:
                    own.call(self.target("/other"))
                except moya.NoStub:
                    text += "none"
            results.put(text)

        workers = [fork.Process(target=work, args=(number,)) for number in range(2)]
        for worker in workers:
            worker.start()
        self.assertEqual([results.get() for _ in workers], ["oneonenone"] * 2)
        for worker in workers:
            worker.join(DEADLINE)
        self.assertEqual(len(mock.calls), 7)
        self.assertEqual(sorted(it.headers["X-Child"] for it in mock.calls if "X-Child" in it.headers), ["0", "1"])
        self.assertEqual([it.target for it in mock.unmatched], ["/other"] * 2)
        self.assertEqual(mock.unmatched[0], self.target("/other"))
        self.assertEqual(len(mock.rules[0].calls), 5)
        mock.reset()
        self.assertEqual(mock.calls, [])
        self.expect_sent(0)

    def test_an_async_provider_of_a_forked_child(self) -> None:
        self.intercept().on().reply(ONE)

        async def use() -> str:
            async with moya.AsyncProvider() as provider:
                return (await provider.call(self.target("/count"))).text

        asyncio.run(use())
        child = multiprocessing.get_context("fork").Process(target=lambda: os._exit(int(asyncio.run(use()) != "one")))
        child.start()
        child.join(DEADLINE)
        self.assertEqual(child.exitcode, 0)


class StandInTests(InterceptTest):
    """In an interception, a second provider, the stand-in, makes the calls of a provider. It does everything that this
    provider does."""

    def test_options(self) -> None:
        options: Dict[str, Any] = {
            "base_url": f"{self.server.url}/v1", "headers": iter([("X-A", "1")]), "parameters": {"key": "k"}, "user_agent": "me/1",
            "auth": moya.Bearer("t"), "endpoint": lambda target: target.replace(headers={"X-B": "2"}),
        }
        provider = self.enterContextOf(moya.Provider(**options))
        mock = self.intercept()
        mock.on().reply(ONE)
        provider.call(moya.Target(path="users"))
        (sent,) = mock.calls
        self.assertEqual(sent.url, f"{self.server.url}/v1/users?key=k")
        for name, value in (("X-A", "1"), ("X-B", "2"), ("User-Agent", "me/1"), ("Authorization", "Bearer t")):
            self.assertEqual(sent.headers[name], value)

    def test_retries(self) -> None:
        provider = self.enterContextOf(moya.Provider(retry=moya.Retry(attempts=3, delay=0.001)))
        mock = self.intercept()
        mock.on().reply(moya.Sample(status_code=503), moya.ConnectError("no", moya.Status.CONNECT), ONE)
        self.assertEqual(provider.call(self.target("/count")).text, "one")
        self.assertEqual(len(mock.calls), 3)

    def test_plugins(self) -> None:
        given, added = Stamp(), Stamp()
        provider = moya.Provider(plugins=[given])
        provider.add_plugin(added, name="second")
        provider.add_plugin("moya.access-token", refresh=lambda: "t")
        with moya.intercept() as mock:
            mock.on().reply(ONE)
            provider.call(self.target("/count"))
            self.assertEqual((mock.calls[0].headers["X-Stamp"], mock.calls[0].headers["Authorization"]), ("1", "Bearer t"))
            with self.assertRaises(moya.StateError):
                provider.add_plugin(Stamp(), name="third")
        gc.collect()
        self.assertEqual((given.closed, added.closed), (0, 0))
        provider.close()
        self.assertEqual((given.closed, added.closed), (1, 1))

    def test_cookies_of_a_test_do_not_stay(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cookies")
            with moya.Provider(cookies=path) as provider:
                provider.cookies.set("a", "1", "127.0.0.1")
                with moya.intercept() as mock:
                    mock.on().reply(ONE)
                    provider.cookies.set("b", "2", "127.0.0.1")
                    provider.call(self.target("/count"))
                    self.assertEqual(mock.calls[0].headers["Cookie"], "a=1; b=2")
                self.assertEqual([it.name for it in provider.cookies], ["a"])

    def test_cancelling_and_closing_end_the_calls(self) -> None:
        mock = self.intercept()
        mock.on().reply(ONE, delay=DEADLINE * 10)
        for end in ("cancel_all", "close"):
            provider = moya.Provider()
            ends: List[Any] = []

            def call(provider: moya.Provider = provider, ends: List[Any] = ends) -> None:
                try:
                    ends.append(provider.call(self.target("/count")))
                except moya.MoyaError as error:
                    ends.append(type(error))

            count = len(mock.calls)
            thread = threading.Thread(target=call)
            thread.start()
            while len(mock.calls) == count:
                os.sched_yield()
            getattr(provider, end)()
            thread.join(DEADLINE)
            self.assertEqual(ends, [moya.Cancelled])
            provider.close()

    def test_aclose_ends_the_calls(self) -> None:
        mock = self.intercept()
        mock.on().reply(ONE, delay=DEADLINE * 10)

        async def use() -> Any:
            provider = moya.AsyncProvider()
            task = asyncio.ensure_future(provider.call(self.target("/count")))
            while not mock.calls:
                await asyncio.sleep(0)
            await provider.aclose()
            return (await asyncio.gather(task, return_exceptions=True))[0]

        self.assertIsInstance(asyncio.run(asyncio.wait_for(use(), DEADLINE)), moya.Cancelled)

    def test_a_call_in_flight_at_the_end_of_the_block_gets_its_response(self) -> None:
        async def use() -> str:
            async with moya.AsyncProvider() as provider:
                with moya.intercept(assert_all_called=False) as mock:
                    mock.on().reply(ONE, delay=0.05)
                    task = asyncio.ensure_future(provider.call(self.target("/count")))
                    while not mock.calls:
                        await asyncio.sleep(0)
                return (await task).text

        self.assertEqual(asyncio.run(use()), "one")
        self.expect_sent(0)

    def test_stand_ins_go_with_their_interception_without_a_warning(self) -> None:
        with warnings.catch_warnings(), moya.Provider() as provider:
            warnings.simplefilter("error")
            kept = len(_callbacks._kept)
            with moya.intercept() as mock:
                mock.on().reply(ONE)
                provider.call(self.target("/count"))
                (stand_in,) = (weakref.ref(it) for it in provider._stand_ins())
            gc.collect()
            self.assertIsNone(stand_in())
            seen = weakref.ref(mock)
            del mock
            gc.collect()
            self.assertEqual((seen(), len(_callbacks._kept)), (None, kept))

    def test_thousands_of_calls_at_once(self) -> None:
        self.intercept().on(path="/count").reply(lambda request: moya.Sample(text=request.headers["X-N"]))

        async def use() -> List[str]:
            async with moya.AsyncProvider() as provider:
                targets = (self.target("/count", headers={"X-N": str(number)}) for number in range(2000))
                return [it.text for it in await asyncio.gather(*map(provider.call, targets))]

        self.assertEqual(asyncio.run(use()), [str(number) for number in range(2000)])
