"""Responses while they arrive."""

import ctypes
import itertools
import threading
from ctypes import CFUNCTYPE, byref, c_int32, c_size_t, c_void_p, cast, sizeof, string_at
from queue import SimpleQueue
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Deque, Dict, Iterator, List, NamedTuple, Optional, Type

from . import _library as c
from ._cut import Event, EventParser, LineCutter, LineText
from ._errors import StateError
from ._library import CallHandle, ErrorHandle, ProviderHandle, ResponseHandle
from ._pulled import Pulled
from ._response import Response, take_error
from ._status import Flow, Status
from ._structs import Handlers
from ._structs import Progress as _Progress
from ._target import Target
from ._waiter import waiter_here


class Progress(NamedTuple):
    """How many bytes were sent and received. A total of -1 is unknown, or not known yet."""

    sent: int
    send_total: int
    received: int
    receive_total: int


ProgressCallback = Callable[[Progress], Any]


class _Head:
    """What Stream and AsyncStream offer of the head of a response."""

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


class Stream(_Head):
    """A response whose body arrives while it is read. Read it once, with one of iter_bytes, iter_lines, iter_events and
    read. If the reader is slow, a few hundred kilobytes are buffered. After that the server waits.

    A Python thread runs the call between `with` and the end of the block. Leaving the block ends the call.
    """

    def __init__(
        self,
        provider: ProviderHandle,
        target: Target,
        address: int,
        reads: bool,
        progress: Optional[ProgressCallback],
        call: Any = None,
    ) -> None:
        self._parts: "SimpleQueue[Any]" = SimpleQueue()
        self._feed = Feed(target, self._parts.put, reads, progress is not None, call)
        self._provider, self._address, self._progress = provider, address, progress
        self._body = pulled_by(self._feed)
        self._end: Optional[End] = None
        self._thread = threading.Thread(target=self._move, name="moya.stream", daemon=True)

    def _move(self) -> None:
        self._feed.run(self._provider, self._address)

    def __enter__(self) -> "Stream":
        try:
            self._thread.start()
            part = self._next()
            if isinstance(part, End):
                self._feed.result(part)  # raises, because a success would have a head
            self.response = part
            return self
        except BaseException:
            self._close()
            raise

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._close()

    def result(self) -> Response:
        """Waits for the completion and returns the response. The rest of the body is dropped. Errors: those of the
        call."""
        while self._end is None:
            self._next()
        return self._feed.result(self._end)

    def wait(self) -> Response:
        """Runs the whole call. Errors: those of the call."""
        try:
            self._thread.start()
            return self.result()
        finally:
            self._close()

    def iter_bytes(self) -> Iterator[bytes]:
        """Yields the decoded body in pieces of any size. Errors: those of the call."""
        while True:
            part = self._next()
            if isinstance(part, End):
                self._feed.result(part)
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
        """Returns the next part that is not progress. Passes progress to the program's function. The last part is an
        End, which is returned again by every later call."""
        if self._thread.ident is None:
            raise _not_entered("with")
        while self._end is None:
            if self._parts.empty():
                self._feed.resume()
            part = self._parts.get() if self._body is None else self._body.take(self._parts)
            if type(part) is Progress:
                if self._progress is not None:
                    self._progress(part)
                continue
            if type(part) is bytes:
                self._feed.took(len(part))
            if type(part) is End:
                self._end = part
            return part
        return self._end

    def _close(self) -> None:
        """Ends the call and waits for its thread."""
        self._feed.give_up()
        if self._thread.ident is not None:
            self._thread.join()


class AsyncStream(_Head):
    """A response whose body arrives while it is read, for asyncio and trio. It has the functions aiter_bytes, aiter_lines,
    aiter_events and aread. A library thread runs the call."""

    def __init__(
        self,
        provider: ProviderHandle,
        target: Target,
        address: int,
        reads: bool,
        progress: Optional[ProgressCallback],
        call: Any = None,
    ) -> None:
        from collections import deque

        self._parts: Deque[Any] = deque()
        self._waiter = waiter_here()
        if call is None and progress is None and reads:
            from ._rows import RowFeed

            self._feed: Any = RowFeed(target, self._parts, self._waiter)
        else:
            self._feed = Feed(target, self._put, reads, progress is not None, call)
        self._provider, self._address, self._progress = provider, address, progress
        self._body = pulled_by(self._feed)
        self._end: Optional[End] = None
        self._has_begun = False

    async def __aenter__(self) -> "AsyncStream":
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
        return self._feed.result(self._end)

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
            part = await self._next()
            if isinstance(part, End):
                self._feed.result(part)
                return
            yield part

    async def aiter_lines(self, encoding: str = "utf-8", *, max_line: Optional[int] = None) -> AsyncIterator[str]:
        """Yields the lines, like Stream.iter_lines."""
        text = LineText(encoding)
        cutter = LineCutter(max_line)
        async for piece in self.aiter_bytes():
            for line in cutter.feed(piece):
                yield text.of(line)
        for line in cutter.end():
            yield text.of(line)

    async def aiter_events(self, *, max_line: Optional[int] = None) -> AsyncIterator[Event]:
        """Yields the server-sent events, like Stream.iter_events."""
        parser = EventParser(max_line)
        async for piece in self.aiter_bytes():
            for event in parser.feed(piece):
                yield event

    async def aread(self) -> bytes:
        """Returns the rest of the body, like Stream.read."""
        pieces: List[bytes] = [piece async for piece in self.aiter_bytes()]
        return b"".join(pieces)

    def _begin(self) -> None:
        self._has_begun = True
        self._feed.start(self._provider, self._address)

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
                if not self._parts:  # No part has arrived since. Otherwise nothing would wake this task.
                    is_woken = await self._waiter.wait(None if self._body is None else self._body.limit)
                    if not is_woken and self._body is not None:
                        raise self._body.late()
                continue
            part = self._parts.popleft()
            if part is self._body:
                await part.pull_here()
                continue
            if type(part) is Progress:
                if self._progress is not None:
                    self._progress(part)
                continue
            if type(part) is bytes:
                self._feed.took(len(part))
            if type(part) is End:
                self._end = part
            return part
        return self._end


# ── From the library's handlers to the thread or the task that waits ──────────────────────────────────────────────────

#: How many bytes are buffered for a slow reader. Above that, the library pauses the call, and the server waits.
HIGH = 1 << 18


class End(NamedTuple):
    status: int
    response: ResponseHandle
    error: ErrorHandle

    def result(self, target: Target) -> Response:
        """Returns the response. Errors: those of the call."""
        if self.status:
            raise take_error(self.status, self.error, target)
        return Response(self.response, c.response_status(self.response), target)


class Feed:
    """The parts of one call, in order: the head as a Response, the body as bytes, Progress, and an End.

    The library's handlers add parts on their thread, through `put`. Only one side writes a field: the handlers write
    `came`, and the reader writes `taken`.
    """

    def __init__(self, target: Target, put: Callable[[Any], None], reads: bool, progress: bool, of: Any = None) -> None:
        """`of` is the moya._calls.Call if Python functions take part in the call, otherwise None."""
        self.of = of
        self.target, self.put = target, put
        self.came = self.taken = 0
        self.is_paused = False
        self.call: Optional[CallHandle] = None
        self.is_given_up = False
        self.key = next(_keys)
        self.handlers = Handlers(sizeof(Handlers), user=self.key, begin=_address(_begin))
        if reads:
            self.handlers.head, self.handlers.body = _address(_head), _address(_body)
        if progress:
            self.handlers.progress = _address(_progress)
        self.handlers.release_user = _address(_release)

    def start(self, provider: ProviderHandle, address: int) -> None:
        """Starts the call on a library thread."""
        self.handlers.end = _address(_end)
        _feeds[self.key] = self
        error = ErrorHandle()
        status = c.provider_send(provider, address, byref(self.handlers), None, None, byref(error))
        if status:
            raise take_error(status, error, self.target)

    def run(self, provider: ProviderHandle, address: int) -> None:
        """Runs the call on this thread. Returns at its completion."""
        _feeds[self.key] = self
        response, error = ResponseHandle(), ErrorHandle()
        status = c.provider_call(provider, address, byref(self.handlers), byref(response), byref(error))
        self.put(End(status, response, error))

    def result(self, end: End) -> Response:
        """Returns the response. If the call failed, raises its error, each time that this function runs. If a Python
        function raised an exception, the first of these errors has that exception as its cause."""
        if self.of is None:
            return end.result(self.target)
        with self.of:
            return end.result(self.target)

    def took(self, count: int) -> None:
        self.taken += count

    def resume(self) -> None:
        """Ends a pause, if there is one. Called when the reader has taken everything."""
        if self.is_paused and self.call is not None:
            self.is_paused = False
            c.call_resume(self.call)

    def give_up(self) -> None:
        """Cancels the call. Its end still arrives."""
        self.is_given_up = True
        if self.call is not None and self.key in _feeds:
            c.call_cancel(self.call)


def pulled_by(feed: Any) -> Optional[Pulled]:
    """Returns the body of the feed's target if the reader of the stream makes its pieces (_pulled.py), otherwise
    None."""
    body = feed.target.body
    if not isinstance(body, Pulled):
        return None
    body.feed = feed
    return body


_keys = itertools.count(1)
#: The feeds whose handlers the library has, by number. A handler gets the number of its feed. In a forked child it
#: finds no feed.
_feeds: Dict[int, Feed] = {}


# The handlers. Python handles no signals on their threads, except when the response of a stub or a plugin goes to
# asyncio. A handler must not raise, because the exception would not reach the library. If something goes wrong in a
# handler, it cancels the call.


def _on_begin(user: int, call: int) -> None:
    feed = _feeds.get(user)
    if feed is not None:
        feed.call = c.call_retain(call)
        if feed.is_given_up:
            feed.give_up()


def _on_head(user: int, head: int) -> int:
    try:
        feed = _feeds[user]
        feed.put(Response(c.response_retain(head), c.response_status(head), feed.target))
        return Flow.CONTINUE
    except BaseException:
        return Flow.STOP


def _on_body(user: int, data: int, length: int) -> int:
    try:
        feed = _feeds[user]
        feed.came += length
        # `is_paused` is set before the reader can take this part. After the reader has taken it, the reader may find no
        # more parts and wait.
        feed.is_paused = is_full = feed.came - feed.taken > HIGH
        feed.put(string_at(data, length))
        return Flow.PAUSE if is_full else Flow.CONTINUE
    except BaseException:
        return Flow.STOP


def _on_progress(user: int, moved: int) -> int:
    try:
        it = cast(moved, _progress_pointer).contents
        _feeds[user].put(Progress(it.sent, it.send_total, it.received, it.receive_total))
        return Flow.CONTINUE
    except BaseException:
        return Flow.STOP


def _on_end(user: int, status: int, response: Optional[int], error: Optional[int]) -> None:
    feed = _feeds.get(user)
    if feed is not None:
        answer = c.response_retain(response) if response else ResponseHandle()
        feed.put(End(status, answer, c.error_retain(error) if error else ErrorHandle()))


def _on_release(user: int) -> None:
    _feeds.pop(user, None)


_progress_pointer = ctypes.POINTER(_Progress)
_begin = CFUNCTYPE(None, c_void_p, c_void_p)(_on_begin)
_head = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_head)
_body = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t)(_on_body)
_progress = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_progress)
_end = CFUNCTYPE(None, c_void_p, c_int32, c_void_p, c_void_p)(_on_end)
_release = CFUNCTYPE(None, c_void_p)(_on_release)


def _address(function: Any) -> Optional[int]:
    return cast(function, c_void_p).value
