"""Reads responses while they arrive. Also reads server-sent events, and can connect again when a connection ends."""

import ctypes
from ctypes import CFUNCTYPE, c_int32, c_void_p, cast, string_at
from types import TracebackType
from typing import Any, AsyncIterator, Deque, Iterator, List, Optional, Type

from ._content import pulled_by
from ._cut import Event, EventParser, LineCutter, LineText, line_limit
from ._errors import StateError
from ._library import ProviderHandle
from ._loop import Waiter, running_loop, turn
from ._parts import End, Feed, Parts, ThreadParts, _address, _feeds
from ._response import Response
from ._status import HANDLERS_RECONNECT, Flow, Status
from ._structs import Event as _Event
from ._target import Target
from ._threads import keep_interrupt
from ._watch import Progress, Step, Watch


#: The parts that the functions of a Watch receive. None stands for a step that this package does not know.
_WATCHED = (Progress, Step, type(None))

#: After this many bytes, a loop over lines or events lets other tasks run.
_TURN = 1 << 14


class _Head:
    """The base class of Stream and AsyncStream, with the properties of the response's head."""

    #: The head: status, header fields and URL. Its body is empty.
    response: Response

    @property
    def status_code(self) -> int:
        return self.response.status_code

    @property
    def headers(self) -> Any:
        return self.response.headers


def _not_entered(word: str) -> StateError:
    return StateError(f"a stream is read inside its block: {word} provider.stream(target) as stream", Status.STATE)


def _expect_new(has_begun: bool) -> None:
    if has_begun:
        raise StateError("a stream is entered once: make another with provider.stream(target)", Status.STATE)


class Stream(_Head):
    """A response whose body arrives while it is read. Read it once, with iter_bytes, iter_lines, iter_events or read.
    If the reader is slow, a few hundred kilobytes are buffered. After that the server waits.

    Leaving the `with` block ends the call.
    """

    def __init__(self, parts: Parts, watch: Optional[Watch]) -> None:
        self._parts, self._watch = parts, watch
        self._end: Optional[End] = None

    def __enter__(self) -> "Stream":
        _expect_new(self._parts.has_begun)
        try:
            self._parts.begin()
            part = self._next()
            if isinstance(part, End):
                self._parts.result(part)  # raises, because a success would have a head
            self.response = part
            return self
        except BaseException:
            self._parts.close()
            raise

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._parts.close()

    def result(self) -> Response:
        """Waits for the completion and returns the response. The rest of the body is dropped. Errors: those of the
        call."""
        while self._end is None:
            self._next()
        return self._parts.result(self._end)

    def wait(self) -> Response:
        """Runs the whole call. Errors: those of the call."""
        try:
            self._parts.begin()
            return self.result()
        finally:
            self._parts.close()

    def iter_bytes(self) -> Iterator[bytes]:
        """Yields the decoded body in pieces of any size. Errors: those of the call."""
        while True:
            part = self._next()
            if type(part) is End:
                if part.status:
                    self._parts.result(part)
                return
            yield part

    def iter_lines(self, encoding: str = "utf-8", *, max_line: Optional[int] = None) -> Iterator[str]:
        """Yields the lines without their ends (LF, or CR and LF). A byte order mark of the body is dropped, and bytes
        that are not text become U+FFFD.

        Errors: those of the call; ProtocolError for a line of more than `max_line` bytes (1 MiB).
        """
        text = LineText(encoding)
        cutter = LineCutter(max_line)
        for piece in self.iter_bytes():
            for line in cutter.feed(piece):
                yield text.of(line)
        for line in cutter.end():
            yield text.of(line)

    def iter_events(self, *, max_line: Optional[int] = None) -> Iterator[Event]:
        """Yields the server-sent events. Errors: those of the call; ProtocolError if a line or an event's data has more
        than `max_line` bytes (1 MiB)."""
        parser = EventParser(max_line)
        for piece in self.iter_bytes():
            yield from parser.feed(piece)

    def read(self) -> bytes:
        """Returns the rest of the body."""
        return b"".join(self.iter_bytes())

    def _next(self) -> Any:
        """Returns the next head, piece of the body or End. Passes progress and steps to the program's functions. Every
        call after the End returns the End again."""
        if not self._parts.has_begun:
            raise _not_entered("with")
        while self._end is None:
            part = self._parts.next()
            if type(part) in _WATCHED:
                if self._watch is not None:
                    self._watch.pass_on(part)
                continue
            if type(part) is End:
                self._end = part
            return part
        return self._end


class AsyncStream(_Head):
    """A response whose body arrives while it is read, for asyncio and trio. It has the functions aiter_bytes,
    aiter_lines, aiter_events and aread. A library thread runs the call."""

    def __init__(
        self,
        provider: ProviderHandle,
        target: Target,
        address: int,
        reads: bool,
        watch: Optional[Watch],
        call: Any = None,
        by_rows: bool = False,
    ) -> None:
        """`call` is the moya._calls.Call if the call runs Python functions, otherwise None. `by_rows` says whether the
        parts may come as rows of a queue. Rows cannot deliver progress."""
        from collections import deque

        self._parts: Deque[Any] = deque()
        self._waiter = Waiter()
        if by_rows and call is None and (watch is None or watch.progress is None):
            from ._rows import RowFeed

            self._feed: Any = RowFeed(target, self._parts, self._waiter, watch is not None)
        else:
            self._feed = Feed(target, self._put, reads, watch, call)
        self._provider, self._address, self._watch = provider, address, watch
        self._body = pulled_by(self._feed)
        self._end: Optional[End] = None
        self._has_begun = False
        self._since_turn = 0

    async def __aenter__(self) -> "AsyncStream":
        _expect_new(self._has_begun)
        try:
            self._begin()
            part = await self._next()
            if isinstance(part, End):
                self._feed.result(part)
            self.response = part
            return self
        except BaseException:
            self._feed.give_up()
            raise

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._feed.give_up()

    def cancel(self) -> None:
        """Ends the call. [any thread]"""
        self._feed.give_up()

    async def result(self) -> Response:
        """Waits for the completion and returns the response, like Stream.result."""
        while self._end is None:
            await self._next()
        response: Response = self._feed.result(self._end)
        return response

    async def wait(self) -> Response:
        """Runs the whole call, like Stream.wait."""
        try:
            self._begin()
            return await self.result()
        finally:
            self._feed.give_up()

    async def aiter_bytes(self) -> AsyncIterator[bytes]:
        """Yields the decoded body in pieces, like Stream.iter_bytes."""
        while True:
            piece = await self.next_bytes()
            if piece is None:
                return
            yield piece

    async def next_bytes(self) -> Optional[bytes]:
        """Returns the next piece of the decoded body; None after the last one. This is faster than an asynchronous
        iterator."""
        part = await self._next()
        if type(part) is End:
            self._feed.result(part)
            return None
        piece: bytes = part
        return piece

    async def aiter_lines(self, encoding: str = "utf-8", *, max_line: Optional[int] = None) -> AsyncIterator[str]:
        """Yields the lines, like Stream.iter_lines."""
        text = LineText(encoding)
        cutter = LineCutter(max_line)
        async for piece in self.aiter_bytes():
            for line in cutter.feed(piece):
                yield text.of(line)
            await self._let_others_run(len(piece))
        for line in cutter.end():
            yield text.of(line)

    async def aiter_events(self, *, max_line: Optional[int] = None) -> AsyncIterator[Event]:
        """Yields the server-sent events, like Stream.iter_events."""
        parser = EventParser(max_line)
        async for piece in self.aiter_bytes():
            for event in parser.feed(piece):
                yield event
            await self._let_others_run(len(piece))

    async def _let_others_run(self, length: int) -> None:
        """Lets other tasks run once for each 16 KB. The buffer can have hundreds of thousands of short lines, and a
        loop over them never waits."""
        self._since_turn += length
        if self._since_turn >= _TURN:
            self._since_turn = 0
            await turn(running_loop())

    async def aread(self) -> bytes:
        """Returns the rest of the body, like Stream.read."""
        pieces: List[bytes] = [piece async for piece in self.aiter_bytes()]
        return b"".join(pieces)

    def _begin(self) -> None:
        self._feed.start(self._provider, self._address)
        self._has_begun = True

    def _put(self, part: Any) -> None:
        """Runs on a library thread. Wakes the task if it waits."""
        self._parts.append(part)
        try:
            self._waiter.wake()
        except RuntimeError:  # the event loop is closed, and no task waits on it
            self._feed.give_up()

    async def _next(self) -> Any:
        if not self._has_begun:
            raise _not_entered("async with")
        while self._end is None:
            if not self._parts:
                self._waiter.clear()
                self._feed.resume()
                if not self._parts:  # a part that came before clear() would not end the wait
                    is_woken = await self._waiter.wait(None if self._body is None else self._body.limit)
                    if not is_woken and self._body is not None:
                        raise self._body.late()
                continue
            part = self._parts.popleft()
            if self._body is not None and part is self._body:
                await self._body.pull_here()
                continue
            if type(part) in _WATCHED:
                awaited: Any = None if self._watch is None else self._watch.pass_on(part)
                if type(part) is Step and hasattr(awaited, "__await__"):
                    await awaited
                continue
            if type(part) is bytes:
                self._feed.took(len(part))
            if type(part) is End:
                self._end = part
            return part
        return self._end


# ── Server-sent events that reconnect ─────────────────────────────────────────────────────────────────────────────────
#
# The library parses these events, and connects again when a connection ends. If the events of one connection are
# enough, Stream.iter_events costs less.


class Events:
    """Server-sent events, which a `for` loop reads. If the loop is left early, the call ends when this object is freed.
    A `with` block ends the call when the block is left. If the reader is slow, a few hundred kilobytes are buffered.
    After that the server waits.

    The call begins when the loop asks for the first event. A Python thread runs it.
    """

    #: The head of the latest response; None before the first response.
    response: Optional[Response] = None

    def __init__(self, parts: ThreadParts, reconnect: bool, max_line: Optional[int]) -> None:
        self._parts = parts
        self._end: Optional[End] = None
        _take_events(parts.feed, reconnect, max_line)

    def __enter__(self) -> "Events":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __iter__(self) -> "Events":
        return self

    def __next__(self) -> Event:
        """Waits for the next event. Errors: those of the call."""
        if not self._parts.has_begun:
            self._parts.begin()
        while self._end is None:
            part: Any = self._parts.next()
            if isinstance(part, Event):
                self._parts.feed.took(_weight(part))
                return part
            if isinstance(part, End):
                self._end = part
            else:
                self.response = part
        self._parts.result(self._end)
        raise StopIteration

    def close(self) -> None:
        """Ends the call and waits for its thread. Closing again does nothing."""
        self._parts.close()

    def __del__(self) -> None:
        self._parts.feed.give_up()  # the thread ends soon


class AsyncEvents:
    """Server-sent events, for `async for`, like Events. The call begins when the loop asks for the first event. A
    library thread runs it. If the task is cancelled while it waits for an event, the call is cancelled."""

    response: Optional[Response] = None

    def __init__(self, stream: AsyncStream, reconnect: bool, max_line: Optional[int]) -> None:
        self._stream = stream
        _take_events(stream._feed, reconnect, max_line)

    async def __aenter__(self) -> "AsyncEvents":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> "AsyncEvents":
        return self

    async def __anext__(self) -> Event:
        while True:
            try:
                if not self._stream._has_begun:
                    self._stream._begin()
                part = await self._stream._next()
            except BaseException:
                self._stream._feed.give_up()
                raise
            if isinstance(part, End):
                self._stream._feed.result(part)
                raise StopAsyncIteration
            if isinstance(part, Event):
                self._stream._feed.took(_weight(part))
                return part
            self.response = part

    async def aclose(self) -> None:
        """Ends the call. Closing again does nothing."""
        self._stream._feed.give_up()

    def __del__(self) -> None:
        self._stream._feed.give_up()


def _take_events(feed: Feed, reconnect: bool, max_line: Optional[int]) -> None:
    """Makes the feed receive events instead of bytes. Errors: UsageError."""
    feed.handlers.body, feed.handlers.event = None, _event
    feed.handlers.max_line = line_limit(max_line)
    feed.handlers.flags = HANDLERS_RECONNECT if reconnect else 0


def _weight(event: Event) -> int:
    """Returns how much of the buffer an event uses: about its size in bytes, but with one byte for each character."""
    return 64 + len(event.type) + len(event.data) + len(event.id)


def _on_event(user: int, event: int) -> int:
    try:
        it = cast(event, _event_pointer).contents
        retry = None if it.retry_ms < 0 else it.retry_ms / 1000
        feed = _feeds[user]
        made = Event(_text(it.type), _text(it.data), _id(it.id, feed), retry)
        return feed.add(made, _weight(made))
    except BaseException as problem:
        keep_interrupt(problem)
        return Flow.STOP


def _id(it: Any, feed: Feed) -> str:
    """Returns the event's ID. Events with the same ID share one str, because an ID can be long."""
    encoded = string_at(it.data, it.len)
    if encoded != feed.id[0]:
        feed.id = encoded, encoded.decode()
    return feed.id[1]


def _text(it: Any) -> str:
    return string_at(it.data, it.len).decode()


_event_pointer = ctypes.POINTER(_Event)
_event_function = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_event)
_event = _address(_event_function)
