"""Tests server-sent events of one connection, and of several connections one after another, blocking and with asyncio.
Tests/MoyaHTTPTests tests the rules of the delays."""

import asyncio
import gc
import itertools
import json
import os
import signal
import subprocess
import threading
import unittest
from pathlib import Path
from typing import Any, Awaitable, Callable, List, Optional, Tuple

import moya
from moya._parts import _feeds
from support import DEADLINE, stubbed, wait_until

SERVER = Path(__file__).resolve().parents[3] / "Tests/servers/eventserver.py"

Steps = List[Tuple[str, str]]
#: The delay of this stream is almost a day.
SLOW: Steps = [("events", "retry: 80000000\nid: 1\ndata: one\n\n")]

#: Each row says what happens, what the server sends, which events arrive ("ID DATA"), which error is raised (or None),
#: and which Last-Event-ID each request has.
ROWS: "List[Tuple[str, Steps, List[str], Any, List[Optional[str]]]]" = [
    (
        "until 204",
        [
            ("events", "retry: 1\nid: 1\ndata: one\n\n"), ("events", "data: two\n\n"),
            ("events", "id: \u00fc\ndata: three\n\nid: 9\ndata: cut"), ("events", "id\ndata: four\n\n"),
            ("events", "id: 5\n\n"),
        ],
        ["1 one", "1 two", "\u00fc three", " four"], None, [None, "1", "1", "\u00fc", None, "5"],
    ),
    (
        "a connection that breaks",
        [("cut", "retry: 1\nid: 1\ndata: one\n\ndata: two"), ("reset", ""), ("events", "data: two\n\n")],
        ["1 one", "1 two"], None, [None, "1", "1", "1"],
    ),
    ("status 404", [("events", "retry: 1\ndata: one\n\n"), ("status", "404")], [" one"], moya.StatusError, [None, None]),
    ("another type", [("type", "text/html")], [], moya.ProtocolError, [None]),
    (
        "an ID that cannot be sent, so the ID before it is sent",
        [("events", "retry: 1\nid: 1\ndata: one\n\nid: \1\ndata: two\n\n"), ("events", "data: three\n\n")],
        ["1 one", "\1 two", "\1 three"], None, [None, "1", "1"],
    ),
]


class EventsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = subprocess.Popen(
            ["/usr/bin/python3", str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"},
        )
        assert self.server.stdin is not None and self.server.stdout is not None
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.stdin.close)
        self.url = f"http://127.0.0.1:{int(self.server.stdout.readline())}"
        self.runs = itertools.count()

    def target(self, steps: Steps, **fields: Any) -> moya.Target:
        return moya.Target(self.url, "/events", query=[("run", str(next(self.runs))), *steps], **fields)

    def expect_ids(self, ids: List[Optional[str]]) -> None:
        with moya.Provider() as provider:
            self.assertEqual(json.loads(provider.call(moya.Target(self.url, "/log")).content), ids)

    def expect_nothing_left(self) -> None:
        gc.collect()
        wait_until(lambda: not _feeds)
        self.assertFalse(_feeds)
        wait_until(lambda: not [thread for thread in threading.enumerate() if thread.name == "moya.stream"])
        self.assertFalse([thread for thread in threading.enumerate() if thread.name == "moya.stream"])


class BlockingEventsTests(EventsTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = moya.Provider()
        self.addCleanup(self.expect_nothing_left)
        self.addCleanup(self.provider.close)

    def test_events_continue_on_the_next_connection_until_the_server_ends_them(self) -> None:
        for what, steps, wanted, failure, ids in ROWS:
            with self.subTest(what), self.provider.events(self.target(steps), reconnect=True) as events:
                seen = []
                try:
                    for event in events:
                        seen.append(f"{event.id} {event.data}")
                    self.assertIsNone(failure)
                except moya.MoyaError as error:
                    self.assertIsInstance(error, failure or ())
                self.assertEqual(seen, wanted)
                self.expect_ids(ids)

    def test_without_reconnect_the_events_end_with_the_response(self) -> None:
        with self.provider.events(self.target([("events", "id: 1\nretry: 20\nevent: add\ndata: a\ndata: b\n\n")])) as events:
            self.assertEqual(list(events), [moya.Event("add", "a\nb", "1", 0.02)])
            self.assertEqual(list(events), [])
            assert events.response is not None
            self.assertEqual(events.response.headers["Content-Type"], "text/event-stream")
        with self.assertRaises(moya.NetworkError):
            list(self.provider.events(self.target([("cut", "data: a\n\n")])))
        self.expect_ids([None, None])

    def test_the_events_of_a_stub(self) -> None:
        target = stubbed(sample=moya.Sample(text="data: one\n\nid: 7\ndata: two\n\n"))
        self.assertEqual([event.data for event in self.provider.events(target)], ["one", "two"])

    def test_events_with_the_same_id_share_one_str(self) -> None:
        long = "long \u00fc" * 10
        target = stubbed(sample=moya.Sample(text=f"id: {long}\ndata: 1\n\ndata: 2\n\nid: b\ndata: 3\n\nid: {long}\ndata: 4\n\n"))
        events = list(self.provider.events(target))
        self.assertEqual([event.id for event in events], [long, long, "b", long])
        self.assertIs(events[0].id, events[1].id)

    def test_a_reader_that_is_slower_than_the_server_loses_nothing(self) -> None:
        body = "".join(f"data: {number} {'x' * 1000}\n\n" for number in range(2000))
        target = stubbed(sample=moya.Sample(text=body))
        numbers = [int(event.data.split()[0]) for event in self.provider.events(target)]
        self.assertEqual(numbers, list(range(2000)))

    def test_the_limit_is_in_bytes_of_a_line(self) -> None:
        target = stubbed(sample=moya.Sample(text="data: 12345\n\n"))
        with self.provider.events(target, max_line=10) as events:
            with self.assertRaisesRegex(moya.ProtocolError, "max_line"):
                next(events)
        for wrong in (0, -1, 1.5, "1", 1 << 32):
            with self.assertRaises(moya.UsageError):
                self.provider.events(target, max_line=wrong)  # type: ignore[arg-type]

    def test_a_block_that_is_left_ends_the_call(self) -> None:
        for step in ("events", "hold"):
            with self.provider.events(self.target([(step, SLOW[0][1])]), reconnect=True) as events:
                self.assertEqual(next(events).data, "one")
            self.expect_nothing_left()

    def test_a_loop_that_is_left_ends_the_call(self) -> None:
        for event in self.provider.events(self.target(SLOW), reconnect=True):
            self.assertEqual(event.data, "one")
            break
        self.expect_nothing_left()

    def test_closing_the_provider_ends_the_wait_for_the_next_connection(self) -> None:
        with self.provider.events(self.target(SLOW), reconnect=True) as events:
            next(events)
            threading.Thread(target=self.provider.close).start()
            with self.assertRaises(moya.Cancelled):
                next(events)
        self.expect_ids([None])

    def test_no_connection_is_made_after_the_timeout(self) -> None:
        with self.provider.events(self.target(SLOW, timeout=600), reconnect=True) as events:
            next(events)
            with self.assertRaises(moya.Timeout):
                next(events)
        self.expect_ids([None])

    def test_an_interrupt_ends_the_wait_for_the_next_connection(self) -> None:
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        with self.assertRaises(KeyboardInterrupt):
            with self.provider.events(self.target(SLOW), reconnect=True) as events:
                next(events)
                threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()
                next(events)


class AsyncEventsTests(EventsTest):
    def run_async(self, body: "Callable[[moya.AsyncProvider], Awaitable[None]]") -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                await asyncio.wait_for(body(provider), DEADLINE)

        asyncio.run(main())
        self.expect_nothing_left()

    def test_events_continue_on_the_next_connection_until_the_server_ends_them(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            for what, steps, wanted, failure, ids in ROWS:
                with self.subTest(what):
                    seen = []
                    try:
                        async for event in provider.events(self.target(steps), reconnect=True):
                            seen.append(f"{event.id} {event.data}")
                        self.assertIsNone(failure)
                    except moya.MoyaError as error:
                        self.assertIsInstance(error, failure or ())
                    self.assertEqual(seen, wanted)
                    self.expect_ids(ids)

        self.run_async(body)

    def test_without_reconnect_the_events_end_with_the_response(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async with provider.events(self.target([("events", "data: a\n\ndata: b\n\n")])) as events:
                self.assertEqual([event.data async for event in events], ["a", "b"])
                self.assertEqual([event async for event in events], [])
                assert events.response is not None
                self.assertEqual(events.response.status_code, 200)

        self.run_async(body)
        self.expect_ids([None])

    def test_a_task_that_is_cancelled_ends_the_wait_for_the_next_connection(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            first = asyncio.Event()

            async def read() -> None:
                async for _ in provider.events(self.target(SLOW), reconnect=True):
                    first.set()

            task = asyncio.create_task(read())
            await first.wait()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        self.run_async(body)
        self.expect_ids([None])

    def test_closing_the_provider_ends_the_wait_for_the_next_connection(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async with provider.events(self.target(SLOW), reconnect=True) as events:
                await events.__anext__()
                closing = asyncio.create_task(provider.aclose())
                with self.assertRaises(moya.Cancelled):
                    await events.__anext__()
                await closing
                with self.assertRaises(moya.StateError):
                    provider.events(self.target(SLOW))

        self.run_async(body)

    def test_a_loop_that_is_left_ends_the_call(self) -> None:
        async def body(provider: moya.AsyncProvider) -> None:
            async for event in provider.events(self.target(SLOW), reconnect=True):
                self.assertEqual(event.data, "one")
                break

        self.run_async(body)


if __name__ == "__main__":
    unittest.main()
