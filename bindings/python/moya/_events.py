"""Server-sent events of a target, which can come from one connection after another. The library parses the events and
connects again. If the events of one connection are enough, Stream.iter_events costs less."""

import ctypes
from ctypes import CFUNCTYPE, c_int32, c_void_p, cast, string_at
from types import TracebackType
from typing import Any, Optional, Type

from ._cut import Event, line_limit
from ._parts import End, Feed, ThreadParts, _address, _feeds
from ._response import Response
from ._status import HANDLERS_RECONNECT, Flow
from ._stream import AsyncStream
from ._structs import Event as _Event
from ._threads import keep_interrupt


class Events:
    """Server-sent events, for a loop. A loop that is left early ends the call when this object is freed; a `with` block
    ends it for certain. If the reader is slow, a few hundred kilobytes are buffered. After that the server waits.

    A Python thread runs the call from the first event on.
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
    """Server-sent events, for `async for`, like Events. A library thread runs the call from the first event on. If the
    task is cancelled while it waits for an event, the call is cancelled."""

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
    """What an event counts toward the limit of the buffer, in bytes or a little less."""
    return 64 + len(event.type) + len(event.data) + len(event.id)


def _on_event(user: int, event: int) -> int:
    try:
        it = cast(event, _event_pointer).contents
        retry = None if it.retry_ms < 0 else it.retry_ms / 1000
        made = Event(_text(it.type), _text(it.data), _text(it.id), retry)
        return _feeds[user].add(made, _weight(made))
    except BaseException as problem:
        keep_interrupt(problem)
        return Flow.STOP


def _text(it: Any) -> str:
    return string_at(it.data, it.len).decode()


_event_pointer = ctypes.POINTER(_Event)
_event_function = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_event)
_event = _address(_event_function)
