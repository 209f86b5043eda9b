"""Tests moya.distributed in one process, without Dask. Tests/modules/limit_workers.py has the tests with workers."""

import contextlib
import io
import os
import pickle
import subprocess
import sys
import threading
import unittest
from collections import Counter
from typing import Any, Iterator, List, Optional, Tuple, Type
from unittest import mock

import moya
import moya.distributed
from moya.distributed import _Batch, _Job, _providers, _run, fetch
from support import DEADLINE, ServerTest, stubbed


class Locked(Exception):
    """An exception that cannot be pickled."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.lock = threading.Lock()


class Picky(Exception):
    """An exception that is pickled, but cannot be read again."""

    def __init__(self, one: str, other: str = "") -> None:
        super().__init__()
        self.one = one

    def __reduce__(self) -> Any:
        return Picky, ()


class Raising(moya.Plugin):
    id = "org.example.raising"

    def __init__(self, kind: Type[Exception]) -> None:
        self.kind = kind

    def prepare(self, call: Any) -> None:
        raise self.kind("a word")


class Exiting(moya.Plugin):
    """Raises an exception in a hook of the call whose target is named `broken`."""

    id = "org.example.exiting"

    def __init__(self, kind: Type[BaseException], hook: str) -> None:
        self.kind, self.hook = kind, hook

    def _raise(self, call: Any, hook: str) -> None:
        if call.name == "broken" and hook == self.hook:
            raise self.kind("a word")

    def prepare(self, call: Any) -> None:
        self._raise(call, "prepare")

    def process(self, call: Any) -> None:
        self._raise(call, "process")


class Unreadable:
    """Raises SystemExit when it is unpickled."""

    def __reduce__(self) -> Any:
        return sys.exit, ("a word",)


def exiting_endpoint(target: moya.Target) -> moya.Target:
    if target.name == "broken":
        raise SystemExit
    return target


def run_in_thread(batch: Any) -> List[Any]:
    """Runs a batch as Dask does in a worker. If the batch raises an exception, returns only this exception."""
    ends: List[Any] = []

    def run() -> None:
        try:
            ends.extend(_run(batch))
        except BaseException as problem:
            ends.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(DEADLINE)
    return ends


class FetchTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(_providers.close)  # their plugins must not be there in other tests
        self.server.replies["/item"] = [(200, {}, b"1")]
        self.recipe: Any = {"base_url": self.server.url, "timeout": DEADLINE}

    def items(self, count: int) -> List[moya.Target]:
        return [moya.Target(path="/item", query={"n": number}) for number in range(count)]

    def test_each_target_is_called_once_and_has_its_response(self) -> None:
        targets = self.items(25)
        for size, at_once in ((1, 1), (7, 3), (25, 16), (1000, 2)):
            with self.subTest(size=size, at_once=at_once):
                self.server.requests.clear()
                responses = list(fetch(targets, recipe=self.recipe, batch_size=size, at_once=at_once))
                self.assertEqual(Counter(it.target for it in responses), Counter(targets))
                self.assertEqual(Counter(self.server.requests), Counter(f"/item?n={number}" for number in range(25)))

    def test_errors_go_to_a_function_and_the_other_results_follow(self) -> None:
        targets = [*self.items(3), moya.Target(path="/close", name="broken"), *self.items(2)]
        errors: List[moya.MoyaError] = []
        self.assertEqual(len(list(fetch(targets, recipe=self.recipe, on_error=errors.append))), 5)
        self.assertEqual([it.target.name for it in errors if it.target], ["broken"])

    def test_without_that_function_the_first_error_is_raised(self) -> None:
        found = fetch([moya.Target(path="/close")], recipe=self.recipe)
        self.assertRaises(moya.NetworkError, list, found)

    def test_in_a_worker_an_exit_of_a_plugin_or_a_function_fails_only_its_call(self) -> None:
        targets = [*self.items(2), moya.Target(path="/item", name="broken"), *self.items(2)]
        functions: List[Any] = [{"endpoint": exiting_endpoint}]
        for kind in (SystemExit, KeyboardInterrupt, GeneratorExit):
            functions += [{"plugins": [Exiting(kind, hook)]} for hook in ("prepare", "process")]
        for given in functions:
            with self.subTest(given=given):
                ends = run_in_thread(next(_Job({**self.recipe, **given}, 100, 2).batches(targets)))
                self.assertEqual([type(it) for it in ends], [moya.Response] * 2 + [moya.MoyaError] + [moya.Response] * 2)
                self.assertRegex(str(ends[2]), "^broken: .* raised (SystemExit|KeyboardInterrupt|GeneratorExit)$")
                self.assertEqual(pickle.loads(pickle.dumps(ends[2])).target.name, "broken")

    def test_in_a_worker_an_exit_while_a_batch_is_read_is_an_error(self) -> None:
        for recipe, target in (({"log": Unreadable()}, self.items(1)), (self.recipe, [Unreadable()])):
            ends = run_in_thread(_Batch(pickle.dumps(recipe), 1, pickle.dumps(target)))
            self.assertEqual([str(it) for it in ends], ["a batch cannot be called: its recipe or its targets raised SystemExit"])

    def test_on_the_main_thread_an_interrupt_is_raised(self) -> None:
        batch = next(_Job({**self.recipe, "plugins": [Exiting(KeyboardInterrupt, "prepare")]}, 100, 2).batches([moya.Target(path="/item", name="broken")]))
        self.assertRaises(KeyboardInterrupt, _run, batch)

    def test_targets_are_read_while_calls_run(self) -> None:
        read: List[int] = []

        def targets() -> Iterator[moya.Target]:
            for number, target in enumerate(self.items(100)):
                read.append(number)
                yield target

        found = fetch(targets(), recipe=self.recipe, batch_size=5)
        next(found)
        self.assertEqual(len(read), 5)
        found.close()

    def test_progress_is_reported_to_a_function_or_on_standard_error(self) -> None:
        seen: "List[Tuple[int, Optional[int]]]" = []
        list(fetch(self.items(3), recipe=self.recipe, progress=lambda count, total: seen.append((count, total))))
        self.assertEqual(seen, [(1, 3), (2, 3), (3, 3)])
        for targets, last in ((self.items(3), "] 3 of 3 calls, "), (iter(self.items(2)), "2 calls, "), ([], "0 calls, ")):
            with contextlib.redirect_stderr(io.StringIO()) as shown:
                list(fetch(targets, recipe=self.recipe, progress=True))
            self.assertIn(last, shown.getvalue().split("\r")[-1])
            self.assertTrue(shown.getvalue().endswith("\n"))

    def test_a_wrong_argument_is_refused_before_anything_is_sent(self) -> None:
        wrong: "List[Tuple[Any, str]]" = [
            ({"recipe": [1]}, "recipe must be a dict of options, not list"),
            ({"recipe": {"log": lambda level, line: None}}, "the option 'log' of the recipe cannot be pickled"),
            ({"batch_size": 0}, "batch_size must be from 1"), ({"at_once": "4"}, "at_once must be an integer"),
            ({"retries": -1}, "retries must be from 0"), ({"on_error": 1}, "on_error must be a function"),
            ({"progress": 1}, "progress must be a bool or a function"), ({"client": 1}, "client must be a distributed.Client"),
            ({"client": mock.Mock(status="closed", asynchronous=False)}, "client is closed"),
        ]
        for given, message in wrong:
            with self.subTest(message), self.assertRaisesRegex(moya.UsageError, message):
                fetch([], **given)
        with self.assertRaisesRegex(moya.UsageError, "a target must be a moya.Target, not str"):
            list(fetch(["/item"], recipe=self.recipe))  # type: ignore[list-item]
        self.assertEqual(self.server.requests, [])

    def test_without_a_cluster_dask_is_not_imported(self) -> None:
        code = (
            "import sys, moya, moya.distributed\n"
            "sys.modules.update(dask=None, distributed=None)\n"
            "target = moya.Target('http://h', '/a', stub=True, sample=moya.Sample(json=1))\n"
            "print([it.json() for it in moya.distributed.fetch([target] * 3)])\n"
        )
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        self.assertEqual(done.stdout, "[1, 1, 1]\n")


class BatchTests(unittest.TestCase):
    """Tests what a worker does with a batch."""

    def batch(self, target: moya.Target, recipe: Any = None) -> _Batch:
        (batch,) = _Job(recipe, 10, 2).batches([target])
        return batch

    def test_an_error_has_no_cause_that_cannot_be_pickled(self) -> None:
        for kind, is_left in ((Locked, False), (Picky, False), (KeyError, True)):
            (error,) = _run(self.batch(stubbed(), {"plugins": [Raising(kind)]}))
            with self.subTest(kind=kind.__name__):
                self.assertIsInstance(error, moya.PluginError)
                self.assertIn(kind.__name__, str(error))
                self.assertEqual(isinstance(error.__cause__, kind), is_left)
                self.assertFalse(isinstance(error.__context__, kind) and not is_left)

    def test_a_batch_and_its_results_can_be_pickled(self) -> None:
        target = stubbed()
        batch = pickle.loads(pickle.dumps(self.batch(target)))
        (response,) = pickle.loads(pickle.dumps(_run(batch)))
        self.assertEqual((response.json("items.0.name"), response.target), ("one", target))
        failing = stubbed(sample=None)
        (error,) = pickle.loads(pickle.dumps(_run(self.batch(failing))))
        self.assertEqual((type(error), error.target), (moya.NoStub, failing))

    def test_its_representation_shows_nothing_of_recipe_and_targets(self) -> None:
        batch = self.batch(stubbed(query={"key": "canary"}), {"headers": {"X-Key": "canary"}})
        self.assertEqual(repr(batch), "<moya.distributed batch>")

    def test_a_target_that_cannot_be_pickled_is_named(self) -> None:
        with open(os.devnull, "rb") as body, self.assertRaisesRegex(moya.UsageError, "Target upload: .* cannot be pickled"):
            list(_Job(None, 10, 2).batches([stubbed(), moya.Target("http://h", "/a", "PUT", name="upload", body=body)]))

    def test_batches_of_one_recipe_share_a_provider_and_few_idle_providers_stay_open(self) -> None:
        self.addCleanup(_providers.close)
        used = []
        for number in (*range(6), 5):
            with _providers.of(pickle.dumps({"timeout": number + 1.0})) as provider:
                used.append(provider)
        self.assertIs(used[5], used[6])
        self.assertEqual([it.closed for it in used], [True, True, False, False, False, False, False])

    def test_a_provider_whose_batch_runs_stays_open(self) -> None:
        self.addCleanup(_providers.close)
        with _providers.of(pickle.dumps({"timeout": 100.0})) as running:
            for number in range(8):
                with _providers.of(pickle.dumps({"timeout": number + 1.0})):
                    self.assertFalse(running.closed)

    def test_a_forked_child_makes_providers_of_its_own(self) -> None:
        self.addCleanup(_providers.close)
        recipe = pickle.dumps({})
        with _providers.of(recipe) as provider:
            child = os.fork()
            if child == 0:
                good = False
                try:
                    with _providers.of(recipe) as other:
                        good = other is not provider and len(_run(self.batch(stubbed()))) == 1
                finally:
                    os._exit(0 if good else 1)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            self.assertFalse(provider.closed)
