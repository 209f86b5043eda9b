"""Responses as they come, as files, and progress; waited for and with asyncio."""

import asyncio
import gc
import os
import signal
import tempfile
import threading
import unittest
from typing import Any, List

import moya
from moya._cut import EventParser, LineCutter
from moya._feed import _feeds
from support import DEADLINE, ServerTest, stubbed

LINES = [f"line {number}" for number in range(1000)]
EVENTS = [
    moya.Event("message", "one", "1", None),
    moya.Event("add", "tw\u00f6\nlines", "1", None),
    moya.Event("message", "", "1", 0.05),
]


class CutTests(unittest.TestCase):
    def cut(self, cutter: Any, body: bytes) -> List[Any]:
        found = []
        for cut in range(len(body) + 1):
            one = cutter()
            parts = [*one.feed(body[:cut]), *one.feed(body[cut:]), *(one.end() if hasattr(one, "end") else ())]
            found.append(parts)
        one = cutter()
        each = [part for byte in body for part in one.feed(bytes([byte]))]
        found.append([*each, *(one.end() if hasattr(one, "end") else ())])
        self.assertTrue(all(parts == found[0] for parts in found), found)
        return found[0]

    def test_lines_are_the_same_wherever_the_pieces_are_cut(self) -> None:
        rows = {
            b"": [],
            b"a": [b"a"],
            b"a\nb": [b"a", b"b"],
            b"a\r\nb\r\n": [b"a", b"b"],
            b"\n\n": [b"", b""],
            b"a\rb\n": [b"a\rb"],
            b"a\r": [b"a"],
        }
        for body, lines in rows.items():
            with self.subTest(body):
                self.assertEqual(self.cut(LineCutter, body), lines)

    def test_events_are_the_same_wherever_the_pieces_are_cut(self) -> None:
        def event(data: str, type: str = "message", id: str = "", retry: Any = None) -> moya.Event:
            return moya.Event(type, data, id, retry)

        rows = {
            "": [],
            "data: YHOO\ndata: +2\ndata: 10\n\n": [event("YHOO\n+2\n10")],
            ": test\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n": [
                event("first", id="1"),
                event("second"),
                event(" third"),
            ],
            "data\n\ndata\ndata\n\ndata:": [event(""), event("\n")],
            "event: add\ndata: 1\n\ndata: 2\n\n": [event("1", "add"), event("2")],
            "event: add\nid: 3\n\ndata: 1\n\n": [event("1", id="3")],
            "id: 1\nid: 2\0\ndata: x\n\n": [event("x", id="1")],
            "retry: 250\n\nretry: 2s\ndata: x\n\n": [event("x", retry=0.25)],
            "data: 1\r\rdata: 2\r\n\r\ndata: 3\n\r": [event("1"), event("2"), event("3")],
            "\ufeffdata: \u00fc\n\n\ufeffdata: 2\n\n": [event("\u00fc")],
            "data: 1\n\ndata: 2\n": [event("1")],
        }
        for stream, events in rows.items():
            with self.subTest(stream):
                self.assertEqual(self.cut(EventParser, stream.encode()), events)

    def test_a_line_that_is_too_long_is_an_error(self) -> None:
        for cutter in (LineCutter(), EventParser()):
            with self.assertRaises(moya.ProtocolError) as caught:
                for _ in range(20):
                    list(cutter.feed(b"x" * 100_000))
            self.assertIs(caught.exception.status, moya.Status.TOO_LARGE)


class StreamTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider())
        self.addCleanup(self.expect_nothing_left)

    def expect_nothing_left(self) -> None:
        self.assertFalse([thread for thread in threading.enumerate() if thread.name == "moya.stream"])
        self.assertFalse(_feeds)

    def test_bytes_lines_and_events(self) -> None:
        with self.provider.stream(self.target("/lines")) as stream:
            self.assertEqual((stream.status_code, stream.headers["content-type"]), (200, "text/plain"))
            self.assertEqual(list(stream.iter_lines()), LINES)
        with self.provider.stream(self.target("/events")) as stream:
            self.assertEqual(list(stream.iter_events()), EVENTS)
        with self.provider.stream(self.target("/big")) as stream:
            self.assertEqual(stream.read(), bytes(range(256)) * 4096)
            self.assertEqual((stream.read(), list(stream.iter_bytes())), (b"", []), "it was read")

    def test_a_stub_is_streamed(self) -> None:
        with self.provider.stream(stubbed(sample=moya.Sample(text="a\nb"))) as stream:
            self.assertEqual(list(stream.iter_lines()), ["a", "b"])

    def test_errors_come_on_entering_or_while_reading(self) -> None:
        with self.assertRaises(moya.StatusError) as caught:
            with self.provider.stream(self.target("/missing", validate=moya.Validation.SUCCESS)):
                self.fail("entered")
        self.assertEqual(caught.exception.response.json("message", str), "Not Found")  # type: ignore[union-attr]
        with self.provider.stream(self.target("/short")) as stream:
            with self.assertRaises(moya.NetworkError):
                stream.read()
        with self.assertRaises(moya.InvalidURL):
            with self.provider.stream(moya.Target("ftp://h")):
                self.fail("entered")

    def test_a_slow_reader_holds_up_the_server_and_no_other_call(self) -> None:
        with self.provider.stream(self.target("/endless", timeout=None)) as stream:
            pieces = stream.iter_bytes()
            taken = len(next(pieces))
            self.assertTrue(self.server.stalled.wait(DEADLINE))
            self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)
            before = self.server.sent
            while taken < before + (1 << 20):  # more than was sent by then: it goes on
                taken += len(next(pieces))
        self.assertTrue(self.server.gone.wait(DEADLINE), "leaving the block ends the call")

    def test_closing_the_provider_ends_a_stream(self) -> None:
        with self.provider.stream(self.target("/endless")) as stream:
            self.provider.close()
            with self.assertRaises(moya.Cancelled):
                stream.read()

    def test_an_interrupt_leaves_nothing_behind(self) -> None:
        # Python has none of its own where the shell has started it in the background.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        for path in ("/hang", "/endless"):
            self.server.asked.clear()
            threading.Thread(target=self.interrupt).start()
            with self.assertRaises(KeyboardInterrupt):
                with self.provider.stream(self.target(path, timeout=None)) as stream:
                    for _ in stream.iter_bytes():
                        pass
            self.expect_nothing_left()
        self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)

    def interrupt(self) -> None:
        self.server.asked.wait(DEADLINE)
        os.kill(os.getpid(), signal.SIGINT)

    def test_progress_of_both_directions(self) -> None:
        seen: List[moya.Progress] = []
        answer = self.provider.call(self.target("/echo", "POST", body=b"x" * 500_000), progress=seen.append)
        self.assertEqual(answer.status_code, 200)
        self.assertEqual(seen[-1], (500_000, 500_000, len(answer.content), len(answer.content)))
        self.assertEqual(seen, sorted(seen))
        with self.assertRaises(ZeroDivisionError):
            self.provider.call(self.target("/zen"), progress=lambda _: 1 // 0)
        with self.assertRaises(moya.UsageError):
            self.provider.call(self.target("/zen"), progress=1)  # type: ignore[arg-type]

    def test_downloads(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "big")
            answer = self.provider.download(self.target("/big"), place)
            self.assertEqual((answer.path, answer.content), (place, b""))
            self.assertEqual(os.path.getsize(place), 1 << 20)
            with self.assertRaises(moya.TransferError) as caught:
                self.provider.download(self.target("/zen"), place)
            self.assertIs(caught.exception.status, moya.Status.FILE)
            self.provider.download(self.target("/zen"), place, replace=True)
            self.assertLess(os.path.getsize(place), 100)
            named = self.provider.download(self.target("/lines"), folder)
            self.assertEqual(named.path, os.path.join(folder, "lines"))
            self.provider.download(self.target("/zen"), os.path.join(folder, "a", "b", "zen"), create_folders=True)
            missing = os.path.join(folder, "missing")
            for target in (self.target("/missing"), self.target("/missing", validate=moya.Validation.SUCCESS)):
                with self.assertRaises(moya.StatusError):
                    self.provider.download(target, missing)
            self.assertEqual(sorted(os.listdir(folder)), ["a", "big", "lines"])
            self.assertEqual(self.provider.download(self.target("/missing"), missing, any_status=True).status_code, 404)
            with self.assertRaises(moya.UsageError):
                self.provider.download(
                    self.target("/missing", validate=moya.Validation.SUCCESS), missing, replace=True, any_status=True
                )

    def test_an_interrupted_download_goes_on(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "file")
            seen: List[moya.Progress] = []
            with self.assertRaises(moya.NetworkError):
                self.provider.download(self.target("/part"), place, resume=True)
            self.assertFalse(os.path.exists(place))
            self.provider.download(self.target("/part"), place, resume=True, progress=seen.append)
            with open(place, "rb") as file:
                self.assertEqual(file.read(), bytes(range(250)) * 400)
            self.assertEqual(os.listdir(folder), ["file"])
            self.assertGreater(seen[0].received, 50_000 - 1, "it begins with what was there")


class AsyncStreamTests(ServerTest):
    def run_async(self, body: Any) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                await asyncio.wait_for(body(provider), DEADLINE)

        asyncio.run(main())
        gc.collect()
        self.assertFalse(_feeds)

    def test_bytes_lines_and_events(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async with provider.stream(self.target("/lines")) as stream:
                self.assertEqual(stream.status_code, 200)
                self.assertEqual([line async for line in stream.aiter_lines()], LINES)
            async with provider.stream(self.target("/events")) as stream:
                self.assertEqual([event async for event in stream.aiter_events()], EVENTS)
            async with provider.stream(self.target("/big")) as stream:
                self.assertEqual(await stream.aread(), bytes(range(256)) * 4096)
            async with provider.stream(stubbed(sample=moya.Sample(text="a\nb"))) as stream:
                self.assertEqual([line async for line in stream.aiter_lines()], ["a", "b"])

        self.run_async(body)

    def test_errors(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            with self.assertRaises(moya.StatusError):
                async with provider.stream(self.target("/missing", validate=moya.Validation.SUCCESS)):
                    self.fail("entered")
            async with provider.stream(self.target("/short")) as stream:
                with self.assertRaises(moya.NetworkError):
                    await stream.aread()

        self.run_async(body)

    def test_a_slow_reader_holds_up_the_server_and_no_other_call(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async with provider.stream(self.target("/endless", timeout=None)) as stream:
                pieces = stream.aiter_bytes()
                taken = len(await pieces.__anext__())
                while not self.server.stalled.is_set():
                    self.assertEqual((await provider.call(self.target("/zen"))).status_code, 200)
                before = self.server.sent
                while taken < before + (1 << 20):
                    taken += len(await pieces.__anext__())

        self.run_async(body)
        self.assertTrue(self.server.gone.wait(DEADLINE))

    def test_a_cancelled_task_leaves_nothing_behind(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async def read(path: str) -> None:
                async with provider.stream(self.target(path, timeout=None)) as stream:
                    async for _ in stream.aiter_bytes():
                        pass

            for path in ("/hang", "/endless"):
                self.server.asked.clear()
                task = asyncio.ensure_future(read(path))
                while not self.server.asked.is_set():
                    await provider.call(self.target("/zen"))
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        self.run_async(body)

    def test_progress_and_downloads(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            seen: List[moya.Progress] = []
            answer = await provider.call(self.target("/echo", "POST", body=b"x" * 500_000), progress=seen.append)
            self.assertEqual(seen[-1], (500_000, 500_000, len(answer.content), len(answer.content)))
            with tempfile.TemporaryDirectory() as folder:
                place = os.path.join(folder, "big")
                answer = await provider.download(self.target("/big"), place)
                self.assertEqual((answer.path, os.path.getsize(place)), (place, 1 << 20))

        self.run_async(body)

    def test_closing_the_provider_ends_a_stream(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async with provider.stream(self.target("/endless")) as stream:
                await provider.aclose()
                with self.assertRaises(moya.Cancelled):
                    await stream.aread()

        self.run_async(body)


if __name__ == "__main__":
    unittest.main()
