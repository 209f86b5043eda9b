"""Tests responses while they arrive, responses as files, and progress, blocking and with asyncio."""

import asyncio
import contextlib
import gc
import itertools
import os
import signal
import tempfile
import threading
import unittest
from typing import Any, List

import moya
from moya._cut import EventParser, LineCutter
from moya._parts import _feeds
from support import DEADLINE, ServerTest, descriptors, expect_no_more_descriptors, stubbed

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

    def test_a_line_that_is_too_long_is_an_error_that_names_the_option(self) -> None:
        for cutter in (LineCutter(), EventParser()):
            with self.assertRaisesRegex(moya.ProtocolError, "1048576 bytes.*max_line") as caught:
                for _ in range(20):
                    list(cutter.feed(b"x" * 100_000))
            self.assertIs(caught.exception.status, moya.Status.TOO_LARGE)

    def test_the_limit_is_in_bytes_of_a_line_and_of_an_events_data(self) -> None:
        rows = [
            (LineCutter, b"12345\r\n", True), (LineCutter, b"123456\n", False), (LineCutter, b"123456", False),
            (EventParser, b":1234\n", True), (EventParser, b":12345\n", False), (EventParser, b":12345", False),
            (EventParser, "data:\u00fc\n".encode(), False),
        ]
        for kind, body, fits in rows:
            with self.subTest(kind.__name__, body=body):
                cutter: Any = kind(5)
                parts = itertools.chain(cutter.feed(body), cutter.end() if kind is LineCutter else ())
                with contextlib.nullcontext() if fits else self.assertRaisesRegex(moya.ProtocolError, "5 bytes"):
                    list(parts)
        whole = EventParser(11)
        self.assertEqual([event.data for event in whole.feed(b"data: 12345\ndata: 12345\n\n")], ["12345\n12345"])
        with self.assertRaisesRegex(moya.ProtocolError, "more data than"):
            list(EventParser(12).feed(b"data: 12345\ndata: 12345\ndata: 1\n\n"))

    def test_an_event_of_many_lines_takes_time_in_proportion(self) -> None:
        lines = 400_000  # copying all earlier lines for each would take too long
        (event,) = EventParser(4 << 20).feed(b"data: x\n" * lines + b"\n")
        self.assertEqual(len(event.data), 2 * lines - 1)


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

    def test_long_lines_and_events_are_read_when_they_are_allowed(self) -> None:
        long = "x" * (2 << 20)
        for body, read, wanted in (
            (f"{long}\nb", moya.Stream.iter_lines, [long, "b"]),
            (f"data: {long}\n\n", moya.Stream.iter_events, [moya.Event("message", long, "", None)]),
            (f": {long}\ndata: x\n\n", moya.Stream.iter_events, [moya.Event("message", "x", "", None)]),
        ):
            target = stubbed(sample=moya.Sample(text=body))
            with self.provider.stream(target) as stream:
                self.assertEqual(list(read(stream, max_line=4 << 20)), wanted)
            with self.assertRaisesRegex(moya.ProtocolError, "max_line"), self.provider.stream(target) as stream:
                list(read(stream))
            for wrong in (0, -1, 1.5, "1", 1 << 32):
                with self.assertRaises(moya.UsageError), self.provider.stream(target) as stream:
                    list(read(stream, max_line=wrong))

    def test_lines_begin_after_a_byte_order_mark(self) -> None:
        with self.provider.stream(stubbed(sample=moya.Sample(body=b'\xef\xbb\xbf{"a": 1}\n\xef\xbb\xbfb'))) as stream:
            self.assertEqual(list(stream.iter_lines()), ['{"a": 1}', "\ufeffb"])

    def test_a_stream_of_events_asks_for_them_unless_something_else_is_said(self) -> None:
        accepts: List[Any] = []

        def note(request: moya.Request) -> moya.Sample:
            accepts.append(request.headers.get("Accept"))
            return moya.Sample()

        own = {"accept": "a/b"}
        for options, fields, events in (
            ({}, {}, True), ({}, {"headers": own}, True), ({"headers": iter([("ACCEPT", "c/d")])}, {}, True), ({}, {}, False),
            ({}, {"headers": [("X-A", "1")]}, True),
        ):
            with moya.Provider(backend=note, **options) as provider:  # type: ignore[arg-type]
                with provider.stream(moya.Target("http://h", **fields), events=events):  # type: ignore[arg-type]
                    pass
        self.assertEqual(accepts, ["text/event-stream", "a/b", "c/d", None, "text/event-stream"])

    def test_a_stream_is_read_inside_its_block(self) -> None:
        async def later() -> None:
            async with moya.AsyncProvider() as provider:
                with self.assertRaisesRegex(moya.StateError, "async with provider"):
                    await provider.stream(stubbed()).aread()

        for read in (moya.Stream.read, lambda it: next(it.iter_lines()), moya.Stream.result):
            with self.assertRaisesRegex(moya.StateError, "with provider.stream"):
                read(self.provider.stream(stubbed()))
        asyncio.run(later())

    def test_a_stream_is_entered_once(self) -> None:
        async def later() -> None:
            async with moya.AsyncProvider() as provider:
                opened = provider.stream(self.target("/zen"))
                async with opened:
                    await opened.aread()
                with self.assertRaisesRegex(moya.StateError, "entered once"):
                    async with opened:
                        pass

        streams = [self.provider.stream(self.target("/zen"), progress=it) for it in (None, lambda _: None)]
        for stream in streams:
            with stream:
                stream.read()
            with self.assertRaisesRegex(moya.StateError, "entered once"), stream:
                pass
        asyncio.run(later())

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
            while taken < before + (1 << 20):  # more than the server had sent: it must continue
                taken += len(next(pieces))
        self.assertTrue(self.server.gone.wait(DEADLINE), "leaving the block ends the call")

    def test_streams_get_only_their_own_parts(self) -> None:
        with contextlib.ExitStack() as stack:
            stopped = [stack.enter_context(self.provider.stream(self.target("/endless"))) for _ in range(12)]
            for stream in stopped:
                self.assertTrue(next(stream.iter_bytes()))
            with self.provider.stream(self.target("/zen")) as stream:
                self.assertEqual(stream.read(), b"Simple is better than complex.")
        for _ in range(3):
            with self.provider.stream(self.target("/endless")) as stream:
                self.assertTrue(next(stream.iter_bytes()), "the block is left early")
            with self.provider.stream(self.target("/lines")) as stream:
                self.assertEqual(list(stream.iter_lines()), LINES)
            with self.assertRaises(moya.NetworkError):
                with self.provider.stream(self.target("/short")) as stream:
                    stream.read()
            with self.assertRaises(moya.InvalidURL):
                with self.provider.stream(moya.Target("ftp://h")):
                    self.fail("entered")

    def test_streams_leave_few_descriptors_and_a_closed_provider_none(self) -> None:
        before = descriptors()
        with moya.Provider() as provider:
            with contextlib.ExitStack() as stack:
                streams = [stack.enter_context(provider.stream(stubbed())) for _ in range(100)]
                self.assertEqual([stream.read() for stream in streams], [provider.call(stubbed()).content] * 100)
            self.assertLess(descriptors(), before + 50)
        expect_no_more_descriptors(self, before)

    def test_closing_the_provider_ends_a_stream(self) -> None:
        with self.provider.stream(self.target("/endless")) as stream:
            self.provider.close()
            with self.assertRaises(moya.Cancelled):
                stream.read()

    def test_an_interrupt_leaves_nothing_behind(self) -> None:
        # If a shell has started Python in the background, Python ignores SIGINT. So the test sets Python's usual
        # handler.
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

    def test_other_tasks_run_while_a_task_reads_very_many_lines(self) -> None:
        size = 1 << 19
        self.server.replies["/blank"] = [(200, {}, b"\n" * size)]

        async def body(provider: moya.AsyncProvider) -> None:
            for reads in (moya.AsyncStream.aiter_lines, moya.AsyncStream.aiter_events):
                turns = 0

                async def tick() -> None:
                    nonlocal turns
                    while True:
                        await asyncio.sleep(0)
                        turns += 1

                ticking = asyncio.ensure_future(tick())
                async with provider.stream(self.target("/blank")) as stream:
                    turns = 0
                    count = [_ async for _ in reads(stream)]
                ticking.cancel()
                self.assertEqual(len(count), size if reads is moya.AsyncStream.aiter_lines else 0)
                self.assertGreaterEqual(turns, size >> 15)

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
