"""Tests blocking streams without a thread of their own: the thread that reads a stream also runs its call. The streams
are read on many threads at once, in signal handlers, in functions that the library calls, and in forked children."""

import os
import signal
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List

import moya
from moya._parts import HIGH
from support import DEADLINE, ServerTest, descriptors, expect_no_more_descriptors, stubbed, wait_until
from test_stream import LINES

BIG = bytes(range(256)) * 4096


class MovedStreamTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider())

    def read(self, path: str) -> bytes:
        with self.provider.stream(self.target(path)) as stream:
            return stream.read()

    def test_no_python_thread_moves_a_stream(self) -> None:
        with self.provider.stream(self.target("/big")) as stream:
            pieces = [next(stream.iter_bytes())]
            self.assertFalse([thread for thread in threading.enumerate() if thread.name == "moya.stream"])
            pieces.append(stream.read())
        self.assertEqual(b"".join(pieces), BIG)

    def test_many_threads_stream_at_once(self) -> None:
        paths = ("/big", "/lines", "/zen", "/big") * 20
        wanted = {path: self.read(path) for path in set(paths)}
        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(self.read, paths)), [wanted[path] for path in paths])

    def test_streams_and_groups_of_other_threads_move_each_other(self) -> None:
        group = moya.Group(self.provider, limit=4)

        def call(_: int) -> List[int]:
            return [answer.status_code for answer in group.map([self.target("/zen")] * 20)]

        with ThreadPoolExecutor(8) as pool:
            calls, streams = pool.map(call, range(4)), pool.map(self.read, ["/big"] * 20)
            self.assertEqual(list(calls), [[200] * 20] * 4)
            self.assertEqual(list(streams), [BIG] * 20)

    def test_streams_can_be_read_in_turn_on_one_thread(self) -> None:
        with self.provider.stream(self.target("/big")) as one, self.provider.stream(self.target("/lines")) as other:
            pieces, lines = one.iter_bytes(), other.iter_lines()
            first = next(pieces)
            self.assertEqual(list(lines), LINES)
            self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)
            self.assertEqual(first + b"".join(pieces), BIG)

    def test_a_reader_that_stays_away_has_little_buffered_while_another_thread_moves_the_calls(self) -> None:
        with self.provider.stream(self.target("/endless", timeout=None)) as stream:
            pieces = stream.iter_bytes()
            taken = len(next(pieces))
            with ThreadPoolExecutor(1) as pool:
                hang = pool.submit(self.read, "/hang")
                self.assertTrue(self.server.stalled.wait(DEADLINE), "the server waits")
                queued, sent = 0, self.server.sent
                while queued < HIGH // 2:  # these pieces have already arrived, so the server need not send more
                    queued += len(next(pieces))
                self.server.closing.set()
                self.assertIsInstance(hang.exception(DEADLINE), moya.NetworkError)
            self.assertLessEqual(taken + queued, sent)

    def test_a_stream_in_a_signal_handler_ends_while_the_interrupted_stream_waits(self) -> None:
        came: List[bytes] = []
        self.addCleanup(signal.signal, signal.SIGUSR1, signal.signal(signal.SIGUSR1, lambda *_: came.append(self.read("/big"))))

        def interrupt() -> None:
            self.server.asked.wait(DEADLINE)
            os.kill(os.getpid(), signal.SIGUSR1)
            while not came:
                os.sched_yield()
            self.server.closing.set()

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(moya.NetworkError):
            self.read("/hang")
        thread.join()
        self.assertEqual(came, [BIG])

    def test_a_stream_works_in_a_function_that_the_library_calls(self) -> None:
        inner = self.enterContextOf(moya.Provider())

        def respond(_: moya.Request) -> moya.Sample:
            with inner.stream(self.target("/lines")) as stream:
                return moya.Sample(body=stream.read())

        def decide(*_: Any) -> bool:
            with inner.stream(self.target("/lines")) as stream:
                asked.append(len(stream.read()))
            return False

        asked: List[int] = []
        wanted = len(self.read("/lines"))
        with moya.Provider(backend=respond) as provider:
            self.assertEqual(len(provider.call(self.target("/zen")).content), wanted)
            with provider.stream(self.target("/zen")) as stream:
                self.assertEqual(len(stream.read()), wanted)
        self.server.busy = 1
        target = self.target("/busy", retry=moya.Retry(attempts=2, decide=decide))
        self.assertEqual(self.provider.call(target).status_code, 503)
        self.assertEqual(asked, [wanted])

    def test_a_stream_of_another_thread_ends_when_the_provider_is_closed(self) -> None:
        for path in ("/hang", "/endless"):
            self.server.asked.clear()
            provider = moya.Provider()

            def read(path: str = path, provider: moya.Provider = provider) -> None:
                with provider.stream(self.target(path, timeout=None)) as stream:
                    for _ in stream.iter_bytes():
                        pass

            with ThreadPoolExecutor(2) as pool:
                reads = [pool.submit(read), pool.submit(read)]
                self.assertTrue(self.server.asked.wait(DEADLINE))
                provider.close()
                for one in reads:
                    self.assertIsInstance(one.exception(DEADLINE), (moya.Cancelled, moya.StateError))

    def test_streams_leave_no_descriptors(self) -> None:
        self.read("/zen")
        before = descriptors()
        kept = []
        for path in ("/zen", "/lines", "/short", "/missing"):
            try:
                with self.provider.stream(self.target(path, validate=moya.Validation.SUCCESS)) as stream:
                    stream.read()
            except moya.MoyaError as problem:
                kept.append(problem)  # holds the frames of the stream
        self.assertEqual(len(kept), 2)
        expect_no_more_descriptors(self, before + 1)  # /lines and /zen may use another connection

    def test_a_forked_child_cannot_read_its_parents_stream_and_makes_its_own(self) -> None:
        waiters = self.provider._waiters.queues
        pool = self.enterContextOf(ThreadPoolExecutor(1))
        self.addCleanup(self.server.closing.set)
        pool.submit(self.read, "/hang")
        wait_until(lambda: len(waiters) == 1)
        with self.provider.stream(self.target("/endless", timeout=None)) as stream:
            pieces = stream.iter_bytes()
            next(pieces)
            child = os.fork()
            if child == 0:
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(int(DEADLINE))
                status = 1
                try:
                    try:
                        while True:
                            next(pieces)  # what was taken from the queue before is still there
                    except moya.StateError as problem:
                        status = 0 if problem.status is moya.Status.FORKED else 2
                    stream.__exit__(None, None, None)
                    if waiters:
                        status = 3  # the threads that waited exist only in the parent
                    if self.read("/lines").count(b"\n") != len(LINES):
                        status = 4
                except BaseException as problem:
                    print(repr(problem), file=sys.stderr, flush=True)
                finally:
                    os._exit(status)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            before = self.server.sent
            taken = 0
            while taken < before + (1 << 20):  # the parent's stream continues
                taken += len(next(pieces))
        self.assertTrue(self.server.gone.wait(DEADLINE))

    def test_a_stub_is_streamed_without_a_turn(self) -> None:
        with self.provider.stream(stubbed(sample=moya.Sample(text="a\nb"))) as stream:
            self.assertEqual(list(stream.iter_lines()), ["a", "b"])


if __name__ == "__main__":
    unittest.main()
