"""Tests closing, signals, threads and fork."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import unittest
import warnings
from typing import Callable, List

import moya
from support import DEADLINE, ServerTest, closed_port, descriptors, expect_no_more_descriptors, stubbed


class LifecycleTests(unittest.TestCase):
    def test_close_is_idempotent_and_ends_its_use(self) -> None:
        with moya.Provider() as provider:
            provider.call(stubbed())
        provider.close()
        self.assertTrue(provider.closed)
        self.assertIn("closed", repr(provider))
        for use in (lambda: provider.call(stubbed()), provider.cancel_all, lambda: provider.load_plugin("./x.so")):
            with self.assertRaises(moya.StateError) as caught:
                use()
            self.assertIsInstance(caught.exception, RuntimeError)

    def test_close_gives_back_every_descriptor_though_an_error_keeps_the_frames_of_its_call(self) -> None:
        refused = moya.Target(f"http://127.0.0.1:{closed_port()}", timeout=DEADLINE)
        kept: List[BaseException] = []

        def fail_and_close() -> None:
            with moya.Provider() as provider:
                try:
                    provider.call(refused)
                except moya.ConnectError as error:
                    kept.append(error)

        async def fail_and_aclose() -> None:
            async with moya.AsyncProvider() as provider:
                try:
                    await provider.call(refused)
                except moya.ConnectError as error:
                    kept.append(error)

        for use in (fail_and_close, lambda: asyncio.run(fail_and_aclose())):
            use()  # after this, everything exists that the library allocates once and never frees
            before = descriptors()
            use()
            expect_no_more_descriptors(self, before)
        self.assertEqual(len(kept), 4)

    def test_an_unclosed_provider_warns(self) -> None:
        provider = moya.Provider()
        provider.call(stubbed())
        with self.assertWarnsRegex(ResourceWarning, "unclosed <moya.Provider>"):
            del provider
            gc.collect()

    def test_a_provider_that_made_no_call_does_not_warn(self) -> None:
        async def make_and_drop() -> None:
            moya.AsyncProvider()

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            moya.Provider()
            moya.open({"moya": 1, "name": "a", "base_url": "https://h", "endpoints": {"e": {"path": "/"}}})
            asyncio.run(make_and_drop())
            gc.collect()

    def test_a_provider_that_could_not_be_made_does_not_warn(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertRaises(moya.UsageError, lambda: moya.Provider(timeout=-1))
            gc.collect()

    def test_a_plugin_that_does_not_exist(self) -> None:
        with moya.Provider() as provider:
            with self.assertRaisesRegex(moya.PluginError, "nowhere.so") as caught:
                provider.load_plugin("./nowhere.so")
            self.assertEqual(caught.exception.status, moya.Status.PLUGIN_OPEN)
            with self.assertRaises(moya.UsageError):
                provider.load_plugin("./nowhere.so", {"a": object()})
            self.assertEqual(provider.call(stubbed()).status_code, 200)

    def test_a_program_may_end_without_closing(self) -> None:
        code = "import moya; p = moya.Provider(); q = moya.AsyncProvider(); print(moya.library_version)"
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_library_that_is_none_is_an_import_error(self) -> None:
        for library in ("/nonexistent/libmoya.so", "libc.so.6", __file__):
            with self.subTest(library):
                done = subprocess.run(
                    [sys.executable, "-c", "import moya"],
                    env={**os.environ, "MOYA_LIBRARY": library},
                    capture_output=True, text=True, check=False,
                )
                self.assertEqual(done.returncode, 1)
                self.assertIn("ImportError: moya: ", done.stderr)


class UnderWayTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = moya.Provider()
        self.addCleanup(self.provider.close)

    def when_asked(self, action: "Callable[[], object]") -> None:
        """Runs an action on another thread, once the server holds a request that gets no response."""

        def work() -> None:
            if self.server.asked.wait(DEADLINE):
                action()

        thread = threading.Thread(target=work)
        thread.start()
        self.addCleanup(thread.join, DEADLINE)

    def test_ctrl_c_interrupts_a_call_and_the_next_one_succeeds(self) -> None:
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)
        self.when_asked(lambda: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            self.provider.call(self.target("/hang"))
        self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)

    def test_a_signal_handler_may_call(self) -> None:
        answers = []

        def handle(*_: object) -> None:
            answers.append(self.provider.call(self.target("/zen")).status_code)
            self.provider.cancel_all()

        handler = signal.signal(signal.SIGUSR1, handle)
        self.addCleanup(signal.signal, signal.SIGUSR1, handler)
        self.when_asked(lambda: os.kill(os.getpid(), signal.SIGUSR1))
        with self.assertRaises(moya.Cancelled):
            self.provider.call(self.target("/hang"))
        self.assertEqual(answers, [200])

    def test_another_thread_may_close_or_cancel(self) -> None:
        for end in (self.provider.cancel_all, self.provider.close):
            self.server.asked.clear()
            self.when_asked(end)
            with self.subTest(end.__name__), self.assertRaises(moya.Cancelled):
                self.provider.call(self.target("/hang"))

    def test_close_ends_calls_of_other_threads(self) -> None:
        caught = []

        def work() -> None:
            try:
                self.provider.call(self.target("/hang"))
            except moya.MoyaError as error:
                caught.append(type(error))

        thread = threading.Thread(target=work)
        thread.start()
        self.assertTrue(self.server.asked.wait(DEADLINE))
        self.provider.close()
        thread.join(DEADLINE)
        self.assertEqual(caught, [moya.Cancelled])

    def test_a_child_of_fork_can_call(self) -> None:
        self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if self.provider.call(self.target("/zen")).status_code == 200 else 2
            finally:
                os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)
