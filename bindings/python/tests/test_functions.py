"""Tests Python functions that the library calls: for retries, endpoints, stubs and names of files."""

import asyncio
import gc
import subprocess
import sys
import tempfile
import weakref
from pathlib import Path
from typing import Any, Callable, List, Optional, Tuple

import moya
from moya import _callbacks
from support import DEADLINE, ServerTest, stubbed


class Mine(Exception):
    """The exception that functions raise here."""


def fail(*_: Any) -> Any:
    raise Mine("secret")


class Both(ServerTest):
    def each(self, options: "dict[str, Any]", use: Callable[[Any], Any]) -> "List[Any]":
        """Returns the result of a call of each kind of provider: a response or an exception. `use` makes the call."""

        async def later() -> Any:
            async with moya.AsyncProvider(timeout=DEADLINE, **options) as provider:
                return await use(provider)

        def now() -> Any:
            with moya.Provider(timeout=DEADLINE, **options) as provider:
                return use(provider)

        ends = []
        for run in (now, lambda: asyncio.run(later())):
            try:
                ends.append(run())
            except BaseException as problem:  # noqa: B036
                ends.append(problem)
        return ends

    def expect_cause(self, end: Any, says: str) -> None:
        self.assertIsInstance(end, moya.MoyaError)
        self.assertIsInstance(end.__cause__, Mine)
        self.assertIn(says, str(end))
        self.assertIn("raised Mine", str(end))
        self.assertNotIn("secret", str(end))
        self.assertIsNotNone(end.target)


class RetryFunctionTests(Both):
    def test_decides_with_what_came(self) -> None:
        seen: List[Tuple[int, Any, Any]] = []

        def decide(attempt: int, response: Optional[moya.Response], error: Optional[moya.MoyaError]) -> Any:
            seen.append((attempt, response and response.status_code, error and error.status))
            return 0 if attempt < 3 else False

        rows: "List[Tuple[str, dict[str, Any], dict[str, Any], int, List[Any]]]" = [
            ("/zen", {"retry": decide}, {}, 3, [(1, 200, None), (2, 200, None)]),
            ("/zen", {}, {"retry": decide}, 3, [(1, 200, None), (2, 200, None)]),
            ("/zen", {}, {"retry": moya.Retry(attempts=2, decide=decide)}, 2, [(1, 200, None)]),
            ("/zen", {"retry": moya.Retry(attempts=5, budget=1.0, decide=decide)}, {}, 3,
             [(1, 200, None), (2, 200, None), (3, 200, None)]),
            ("/zen", {"retry": fail}, {"retry": decide}, 3, [(1, 200, None), (2, 200, None)]),
        ]  # fmt: skip
        for path, options, fields, attempts, asked in rows:
            seen.clear()
            with self.subTest(options=options, fields=fields):
                for end in self.each(options, lambda it: it.call(self.target(path, **fields))):
                    self.assertEqual(end.attempts, attempts, end)
                self.assertEqual(seen, asked * 2)

    def test_is_shown_the_error_of_an_attempt_without_an_answer(self) -> None:
        seen: List[Any] = []

        def decide(_: int, response: Any, error: Any) -> Any:
            seen.append((response, type(error), error.target.name))
            return False

        for end in self.each({"retry": decide}, lambda it: it.call(self.target("/close"))):
            self.assertIsInstance(end, moya.NetworkError)
            self.assertIsNone(end.__cause__)
        self.assertEqual(seen, [(None, moya.NetworkError, "/close")] * 2)

    def test_none_leaves_it_to_the_policy(self) -> None:
        for end in self.each({"retry": moya.Retry(delay=0.001, decide=lambda *_: None)}, self.busy_twice):
            self.assertEqual((end.status_code, end.attempts), (200, 3))

    def busy_twice(self, provider: Any) -> Any:
        self.server.busy = 2
        return provider.call(self.target("/busy"))

    def test_what_it_raises_ends_the_call_with_it(self) -> None:
        for options, fields in (({"retry": fail}, {}), ({}, {"retry": fail})):
            for path in ("/zen", "/close"):
                for end in self.each(options, lambda it: it.call(self.target(path, **fields))):
                    with self.subTest(path, fields=fields):
                        self.expect_cause(end, f"{path}: the retry function")
                        self.assertEqual(end.response and end.response.status_code, 200 if path == "/zen" else None)

    def test_what_is_no_answer_ends_the_call(self) -> None:
        for wrong in (True, "1", -1):
            for end in self.each({"retry": lambda *_: wrong}, lambda it: it.call(self.target("/zen"))):
                with self.subTest(wrong):
                    self.assertIsInstance(end.__cause__, moya.UsageError)

    def test_calls_at_once_get_their_own_exception(self) -> None:
        def decide(attempt: int, response: Any, _: Any) -> Any:
            raise Mine(response.target.name)

        async def use() -> None:
            async with moya.AsyncProvider(timeout=DEADLINE, retry=decide) as provider:
                names = [str(number) for number in range(20)]
                calls = (provider.call(self.target("/zen", name=name)) for name in names)
                ends: List[Any] = await asyncio.gather(*calls, return_exceptions=True)
                self.assertEqual([str(end.__cause__) for end in ends], names)

        asyncio.run(use())

    def test_an_interrupt_in_it_is_the_interrupt_of_the_call(self) -> None:
        def decide(*_: Any) -> Any:
            raise KeyboardInterrupt

        with moya.Provider(retry=decide) as provider, self.assertRaises(KeyboardInterrupt):
            provider.call(self.target("/zen"))

    def test_streams_downloads_and_progress_end_with_it_too(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            ends = self.each({"retry": fail}, lambda it: it.download(self.target("/close"), f"{folder}/a"))
            ends += self.each({"retry": fail}, lambda it: it.call(self.target("/close"), progress=lambda _: None))
        for end in ends:
            self.expect_cause(end, "the retry function")
        with moya.Provider(retry=fail) as provider:
            with self.assertRaises(moya.MoyaError) as caught, provider.stream(self.target("/close")):
                pass
        self.expect_cause(caught.exception, "/close: the retry function")

    def test_what_is_no_function_is_refused(self) -> None:
        for wrong in (3, moya.Retry(decide=7)):  # type: ignore[arg-type]
            with self.subTest(wrong), self.assertRaises(moya.UsageError):
                moya.Provider(retry=wrong)  # type: ignore[typeddict-item]
            with self.subTest(wrong), self.assertRaises(moya.UsageError):
                stubbed(retry=wrong)


class EndpointTests(Both):
    def test_gives_the_target_that_is_called(self) -> None:
        def endpoint(target: moya.Target) -> moya.Target:
            return target.replace(headers={"X-From": target.name or ""})

        for end in self.each({"endpoint": endpoint}, lambda it: it.call(self.target("/echo"))):
            self.assertEqual(end.json("headers.x-from"), "/echo")
            self.assertEqual(dict(end.target.headers), {"X-From": "/echo"})

    def test_a_stub_function_says_which_targets_are_stubbed(self) -> None:
        def stub(target: moya.Target) -> bool:
            return target.name == "made up"

        sample = moya.Sample(text="sample")
        for name, text in (("made up", "sample"), ("/zen", "Simple is better than complex.")):
            target = self.target("/zen", sample=sample).replace(name=name)
            for end in self.each({"stub": stub}, lambda it: it.call(target)):
                self.assertEqual(end.text, text)
            for end in self.each({"stub": fail}, lambda it: it.call(target.replace(stub=True))):
                self.assertEqual(end.text, "sample")

    def test_what_they_raise_is_the_cause(self) -> None:
        for option, says in (("endpoint", "the endpoint function"), ("stub", "the stub function")):
            for end in self.each({option: fail}, lambda it: it.call(self.target("/zen"))):
                with self.subTest(option):
                    self.expect_cause(end, says)
            for end in self.each({option: lambda _: 7}, lambda it: it.call(self.target("/zen"))):
                with self.subTest(option):
                    self.assertIsInstance(end.__cause__, moya.UsageError)

    def test_refused(self) -> None:
        for option in ("endpoint", "request", "backend"):
            with self.subTest(option), self.assertRaisesRegex(moya.UsageError, f"{option} must be a function"):
                moya.Provider(**{option: 7})  # type: ignore[misc]


class StubRuleTests(Both):
    def each_rules(self, use: Callable[[moya.StubRules], Any], target: moya.Target) -> "List[Any]":
        rules = moya.StubRules()
        use(rules)
        return self.each({"stubs": rules}, lambda it: it.call(target))

    def test_computed_answers_and_matchers(self) -> None:
        shown: List[moya.StubRequest] = []

        def answer(request: moya.StubRequest) -> moya.Sample:
            shown.append(request)
            return moya.Sample(body=request.body, headers={"X-Method": request.method}, status_code=201)

        def use(rules: moya.StubRules) -> None:
            rules.add(moya.Sample(text="other"))
            rules.add(answer, matches=lambda request: request.target == "/echo")

        target = self.target("/echo", "POST", query={"a": 1}, body=b"hello")
        for end in self.each_rules(use, target):
            self.assertEqual((end.status_code, end.text, end.header("X-Method")), (201, "hello", "POST"))
        self.assertEqual([it[:4] for it in shown], [("/echo", "POST", f"{self.server.url}/echo?a=1", b"hello")] * 2)
        for end in self.each_rules(use, target.replace(name="else")):
            self.assertEqual(end.text, "other")

    def test_what_they_raise_is_the_cause_also_when_another_rule_answers(self) -> None:
        def matcher(rules: moya.StubRules) -> None:
            rules.add(moya.Sample(text="other"))
            rules.add(moya.Sample(), matches=fail)

        for use, says in ((matcher, "the matcher"), (lambda rules: rules.add(fail), "the answer of a stub rule")):
            for retry in (None, moya.Retry(attempts=2, delay=0.001)):
                for end in self.each_rules(use, self.target("/zen", retry=retry)):
                    with self.subTest(says, retry=retry):
                        self.expect_cause(end, says)

    def test_functions_live_as_long_as_their_rule(self) -> None:
        rules = moya.StubRules()
        functions = [lambda request: moya.Sample() for _ in range(3)]
        seen = [weakref.ref(function) for function in functions]
        made = [rules.add(function) for function in functions]
        del functions
        provider = moya.Provider(stubs=rules)
        made[0].remove()
        gc.collect()
        self.assertEqual([ref() is None for ref in seen], [True, False, False])
        del rules, made
        gc.collect()
        self.assertEqual(provider.call(stubbed()).status_code, 200)
        provider.close()
        del provider
        gc.collect()
        self.assertEqual([ref() for ref in seen], [None] * 3)

    def test_refused(self) -> None:
        rules = moya.StubRules()
        for answers, fields in (((fail, moya.Sample()), {}), ((7,), {}), ((moya.Sample(),), {"matches": 7})):
            with self.subTest(answers), self.assertRaises(moya.UsageError):
                rules.add(*answers, **fields)  # type: ignore[arg-type]
        for end in self.each_rules(lambda rules: rules.add(lambda _: 7), self.target("/zen")):  # type: ignore[arg-type,return-value]
            self.assertIsInstance(end.__cause__, moya.UsageError)


class NameTests(Both):
    def test_a_function_names_the_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            def name(head: moya.Response, suggested: str) -> str:
                return f"{head.status_code}-{suggested}-é.txt"

            for end in self.each({}, lambda it: it.download(self.target("/zen"), folder, name=name, replace=True)):
                self.assertEqual(Path(end.path).name, "200-zen-é.txt")
                self.assertEqual(Path(end.path).read_text(), "Simple is better than complex.")

    def test_what_it_raises_is_the_cause_and_no_file_is_left(self) -> None:
        rows: "List[Tuple[Any, Any]]" = [
            (fail, Mine), (lambda *_: 7, moya.UsageError), (lambda *_: "a\0b", moya.UsageError),
            (lambda *_: "a" * 9999, moya.UsageError), (lambda *_: "../up", type(None)),
        ]  # fmt: skip
        for name, kind in rows:
            with self.subTest(kind), tempfile.TemporaryDirectory() as folder:
                for end in self.each({}, lambda it: it.download(self.target("/zen"), folder, name=name)):
                    self.assertIsInstance(end, moya.MoyaError)
                    self.assertIsInstance(end.__cause__, kind)
                self.assertEqual(list(Path(folder).iterdir()), [])

    def test_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for path, name in ((folder, 7), (f"{folder}/file", lambda *_: "a")):
                for end in self.each({}, lambda it: it.download(self.target("/zen"), path, name=name)):
                    self.assertIsInstance(end, moya.UsageError)


class LifeTests(Both):
    def test_functions_and_calls_are_released_with_their_provider(self) -> None:
        class Decide:
            def __call__(self, *_: Any) -> Any:
                raise Mine

        for kind in ("retry", "endpoint", "stub"):
            function = Decide()
            seen = weakref.ref(function)
            ends = self.each({kind: function}, lambda it: it.call(self.target("/zen")))
            del function
            for end in ends:
                end.__traceback__ = end.__cause__.__traceback__ = None
            del ends, end
            gc.collect()
            with self.subTest(kind):
                self.assertIsNone(seen())
                self.assertEqual(len(_callbacks.calls), 0)

    def test_an_open_provider_when_python_ends(self) -> None:
        program = f"""
import asyncio, moya
def decide(attempt, response, error):
    return 30.0
async def main():
    provider = moya.AsyncProvider(retry=decide)
    rest = asyncio.ensure_future(provider.call(moya.Target({self.server.url!r}, "/zen")))
    await asyncio.sleep(0.05)
    globals()["provider"] = provider
asyncio.run(main())
print("end")
"""
        ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout), (0, "end\n"), ended.stderr)
