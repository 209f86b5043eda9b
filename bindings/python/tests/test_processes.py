"""Tests that responses and errors can be passed to another process, and that objects that belong to a process
cannot."""

import asyncio
import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import unittest
from concurrent.futures import ProcessPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import moya
from support import ServerTest, stubbed

SAMPLE = moya.Sample(
    json={"items": [{"name": "one"}]}, status_code=404,
    headers=[("X-A", "1"), ("x-a", "gr\u00fcn"), ("Content-Type", "application/json"), ("Set-Cookie", "a=1, b")],
)


def answer(*_: object) -> moya.Response:
    with moya.Provider() as provider:
        return provider.call(stubbed(sample=SAMPLE))


def refusal(*_: object) -> moya.Response:
    return answer().raise_for_status()


class AnswerTests(unittest.TestCase):
    def expect_same(self, other: moya.Response, one: moya.Response) -> None:
        self.assertEqual(
            (other.status_code, other.url, other.headers, other.headers.raw, other.content, other.target),
            (one.status_code, one.url, one.headers, one.headers.raw, one.content, one.target),
        )
        self.assertEqual((other.json("items.0.name", str), other.header("x-a")), ("one", "1,gr\u00fcn"))
        self.assertEqual((bytes(other.body), other.text), (bytes(one.body), one.text))

    def test_an_answer_is_pickled_with_all_that_it_has(self) -> None:
        one = answer()
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with self.subTest(protocol):
                self.expect_same(pickle.loads(pickle.dumps(one, protocol)), one)
        self.expect_same(pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(one)))), one)

    def test_bytes_of_any_kind_survive(self) -> None:
        for body in (b"", b"\0", bytes(range(256)) * 4096):
            with moya.Provider() as provider:
                one = provider.call(stubbed(sample=moya.Sample(body=body)))
            self.assertEqual(pickle.loads(pickle.dumps(one)).content, body)

    def test_a_copy_shares_the_answer_and_outlives_it(self) -> None:
        for copied in (copy.copy, copy.deepcopy):
            one = answer()
            other = copied(one)
            view = other.body
            del one, other
            gc.collect()
            answer()
            self.assertEqual(bytes(view), SAMPLE.body)

    def test_pools_of_processes_give_answers_and_errors(self) -> None:
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            with self.subTest(method), ProcessPoolExecutor(2, mp_context=context) as pool:
                for other in pool.map(answer, range(8)):
                    self.expect_same(other, answer())
                error = pool.submit(refusal).exception()
                assert isinstance(error, moya.StatusError) and error.response is not None
                self.expect_same(error.response, answer())

    def test_errors_are_copied_and_pickled_with_their_answer(self) -> None:
        with self.assertRaises(moya.StatusError) as caught:
            refusal()
        error = caught.exception
        for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            self.assertEqual((type(other), str(other), other.status), (type(error), str(error), error.status))
            self.expect_same(other.response, answer())


class ForkTests(ServerTest):
    """A server that forks its workers has imported the package before it forks. It may also have made calls by then."""

    def test_each_thread_of_a_forked_child_may_make_its_first_call_at_once(self) -> None:
        program = os.path.join(os.path.dirname(__file__), "forks.py")
        rows = (
            ("import", "own", 100), ("import", "one", 20), ("import", "inherited", 20), ("import", "async", 20),
            ("import", "stream", 20), ("import", "stub", 20), ("import", "open", 20), ("call", "own", 20), ("call", "one", 20),
            ("call", "inherited", 20), ("call", "async", 20), ("async", "own", 20), ("async", "one", 20), ("async", "async", 20),
            ("other", "async", 20), ("other", "own", 20),
        )
        for parent, calls, children in rows:
            words = [program, parent, calls, str(children), str(urlsplit(self.server.url).port)]
            with self.subTest(parent=parent, calls=calls):
                done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


class OwnError(moya.Timeout):
    """An error class of an application, with its own __init__."""

    def __init__(self) -> None:
        super().__init__("mine", moya.Status.TIMEOUT_IDLE)
        self.extra = 7


class HandleTests(unittest.TestCase):
    def test_an_error_class_of_ones_own_is_pickled(self) -> None:
        for error in (OwnError(), moya.SystemFailure("no descriptors", moya.Status.SYSTEM, domain="system", code=24)):
            other = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(other), str(other), vars(other)), (type(error), str(error), vars(error)))

    def test_a_provider_is_neither_copied_nor_pickled(self) -> None:
        async def close(provider: moya.AsyncProvider) -> None:
            await provider.aclose()

        blocking, other = moya.Provider(), moya.AsyncProvider()
        for provider in (blocking, other):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, rf"moya\.{type(provider).__name__}.*copied"):
                    copied(provider)  # type: ignore[operator]
        gc.collect()
        self.assertEqual(blocking.call(stubbed()).status_code, 200)
        blocking.close()
        asyncio.run(close(other))

    def test_no_handle_is_copied_or_pickled(self) -> None:
        from moya import _library

        handles: "list[Any]" = [kind() for kind in _library.Handle.__subclasses__()]
        self.assertGreater(len(handles), 4)
        for handle in [*handles, _library.rows(1)()]:
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.subTest(type(handle)), self.assertRaisesRegex(TypeError, "copied"):
                    copied(handle)

    def test_what_was_forgotten_is_freed_also_when_warnings_are_errors(self) -> None:
        code = """
import asyncio, gc, os, time, moya
def count(): return len(os.listdir("/proc/self/fd"))
target = moya.Target("http://h", stub=True, sample=moya.Sample(text="x"))
async def use():
    await moya.AsyncProvider().call(target)
for round in range(6):
    moya.Provider().call(moya.Target("http://h", stub=moya.StubBehavior.DELAYED, sample=moya.Sample()))
    asyncio.run(use())
    gc.collect()
    if round == 0: before = count()
end = time.monotonic() + 20  # a library thread closes some of them later
while count() > before and time.monotonic() < end: os.sched_yield()
print(max(0, count() - before))
"""
        done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "0\n"), done.stderr)
        self.assertIn("ResourceWarning: unclosed <moya.AsyncProvider>", done.stderr)
        self.assertIn("ResourceWarning: unclosed <moya.Provider>", done.stderr)

    def test_a_program_may_end_with_calls_in_flight(self) -> None:
        code = """
import asyncio, socket, threading, moya
silent = socket.socket(); silent.bind(("127.0.0.1", 0)); silent.listen(50)
target = moya.Target(f"http://127.0.0.1:{silent.getsockname()[1]}")
provider, other = moya.Provider(), moya.AsyncProvider()
for _ in range(4): threading.Thread(target=provider.call, args=(target,), daemon=True).start()
async def main():
    kept.extend(asyncio.ensure_future(other.call(target)) for _ in range(4))
    await asyncio.sleep(0)
kept = []
loop = asyncio.new_event_loop()
loop.run_until_complete(main())
for _ in range(4): silent.accept()
print("end")
"""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False, timeout=60
        )
        self.assertEqual((done.returncode, done.stdout), (0, "end\n"), done.stderr)
