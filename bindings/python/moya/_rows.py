"""Delivers the parts of streams to the tasks of an event loop. A part is a row of a queue of the library, whose
descriptor wakes the event loop. So no Python function runs on a library thread."""

import ctypes
import struct
import weakref
from ctypes import byref, c_size_t, c_void_p, memset
from typing import Any, Deque, Dict, List, Tuple

from . import _library as c
from ._callbacks import for_refresh
from ._library import ROW_SIZE, CallHandle, ErrorHandle, ProviderHandle, ResponseHandle
from ._loop import Loop, running_loop
from ._parts import HIGH, End
from ._queue import make_queue
from ._response import Response, take_error
from ._status import Status
from ._structs import Completion
from ._target import Target
from ._text import memory
from ._threads import raise_interrupt
from ._watch import step_at

#: How many rows are taken from the queue at once.
_ROWS = 32
#: Reads the rows: tag, status, HTTP status, response, error, kind, data and length of the data.
_unpack = struct.Struct("@QiiPPi4xPN8x").iter_unpack
_HEAD, _CHUNK = c.constant("MOYA_ROW_HEAD"), c.constant("MOYA_ROW_CHUNK")
_HEAD_CHUNK = _HEAD | _CHUNK
_STEP_ROW = c.constant("MOYA_ROW_STEP")
#: If at least this many calls end together, the next calls are gathered: they are sent together.
_ENOUGH = 4
#: How many calls are sent together at most.
_MOST = 64
#: Tags are passed as C ints.
_LAST_TAG = 0x7FFFFFFF


class Rows:
    """The streams that one event loop reads. Only the thread of that loop uses this object. The object has only a weak
    reference to the loop, so that both are freed together."""

    __slots__ = (
        "queue", "fd", "streams", "tag", "rows", "bytes", "words", "has_rows", "loop", "gathered", "gathers", "sending",
    )

    def __init__(self, loop: Loop) -> None:
        self.loop = weakref.ref(loop)
        #: The calls that will be sent together. `gathers` says whether further calls are added to them.
        self.gathered: List[Tuple[RowFeed, ProviderHandle, int]] = []
        self.gathers = False
        #: The gathered calls that `send` is sending. Another thread may cancel them.
        self.sending: List[Tuple[RowFeed, ProviderHandle, int]] = []
        self.queue = make_queue()
        self.fd: int = c.queue_fd(self.queue)
        self.streams: Dict[int, RowFeed] = {}
        self.tag = 0
        rows: Any = (Completion * _ROWS)()
        self.rows, self.bytes = rows, memoryview(rows).cast("B")
        self.words = self.bytes.cast("Q")
        #: Whether `rows` may have rows that were not delivered, for example after an interrupt.
        self.has_rows = False

    def deliver(self) -> None:
        """Delivers one batch of rows, which are parts of streams. The queue's descriptor stays readable while there are
        more."""
        loop = self.loop()
        try:
            if not self.has_rows:
                self.has_rows = True
                c.queue_drain(self.queue, byref(self.rows), ROW_SIZE, _ROWS)
            ends = self._deliver()
        except BaseException:
            # Results that were taken from the queue before the exception no longer make the queue's descriptor
            # readable. So this function is called again to deliver them.
            if loop is not None and not loop.is_closed():
                loop.call_soon(self.deliver)
            raise
        c.completions_release(byref(self.rows), ROW_SIZE, _ROWS)
        memset(byref(self.rows), 0, ROW_SIZE * _ROWS)  # a tag of 0 ends the rows
        self.has_rows = False
        if loop is not None and ends >= _ENOUGH and not self.gathers:
            # The tasks that were just woken often make their next calls. `RowFeed.start` gathers these calls, and
            # `_end_gathering`, which runs after these tasks, sends them together.
            loop.call_soon(self._end_gathering)
            self.gathers = True

    def _deliver(self) -> int:
        """Delivers the rows in the array. Returns how many calls have ended."""
        words, streams = self.words, self.streams
        ends = at = 0  # `at` is the place of a row in `words`
        for tag, status, http_status, response, error, kind, data, length in _unpack(self.bytes):
            if not tag:
                break
            feed = streams.get(tag)
            if feed is None:
                at += _STEP  # the reader has left
                continue
            part: Any
            if kind == _CHUNK:
                part = memory[data : data + length]
                feed.came += length
            elif kind == _HEAD:
                part = Response(c.response_retain(response), http_status, feed.target)
            elif kind == _STEP_ROW:
                part = step_at(data)
            else:
                answer = c.response_retain(response) if response else ResponseHandle()
                part = End(status, answer, c.error_retain(error) if error else ErrorHandle())
                if streams.pop(tag, None) is None:
                    at += _STEP  # the reader has just left on another thread
                    continue
                ends += 1
            words[at] = 0  # if an interrupt comes now, the row counts as delivered
            feed.give(part)
            at += _STEP
        return ends

    def _end_gathering(self) -> None:
        self.gathers = False
        self.send()

    def send(self) -> None:
        """Sends the gathered calls. One function of the library starts them all, so the library's thread wakes only
        once."""
        # `sending` is set before `gathered` is emptied, so drop_gathered finds each call in one of the two lists.
        self.sending = self.gathered
        gathered, self.gathered = [it for it in self.sending if it[0].tag in self.streams], []
        while gathered:
            provider = gathered[0][1]
            sent = [it for it in gathered if it[1] is provider]
            gathered = [it for it in gathered if it[1] is not provider]
            self._send(provider, [it[0] for it in sent], [it[2] for it in sent])
        self.sending = []

    def take_tags(self, total: int) -> int:
        """Returns the first of `total` consecutive tags that no stream uses."""
        first = self.tag + 1
        while first + total > _LAST_TAG or not self.streams.keys().isdisjoint(range(first, first + total)):
            first = 1 if first + total > _LAST_TAG else first + total
        self.tag = first + total - 1
        return first

    def _send(self, provider: ProviderHandle, feeds: "List[RowFeed]", addresses: List[int]) -> None:
        total = len(feeds)
        first = self.take_tags(total)
        for tag, feed in enumerate(feeds, first):
            self.streams.pop(feed.tag, None)
            feed.tag = tag
            self.streams[tag] = feed
        targets, calls = (c_void_p * total)(*addresses), (c_void_p * total)()
        begun, at = c_size_t(), 0
        while at < total:
            error = ErrorHandle()
            place = at * ctypes.sizeof(c_void_p)
            status = c.provider_enqueue_all(
                c.passed(provider), byref(targets, place), total - at, c.passed(self.queue), first + at, _HEAD_CHUNK,
                None, byref(calls, place), byref(begun), byref(error),
            )
            at += begun.value
            if status:
                feed = feeds[at]
                if self.streams.pop(feed.tag, None) is not None:
                    feed.give(End(status, ResponseHandle(), error))
                at += 1
        for index, feed in enumerate(feeds):
            feed.call.value = calls[index]
            feed.cancel_if_left()


_STEP = ROW_SIZE // 8


class RowFeed:
    """The parts of one call, like moya._parts.Feed. The task that reads the stream is on the event loop of `rows`."""

    __slots__ = (
        "target", "parts", "waiter", "rows", "tag", "call", "came", "taken", "is_paused", "kinds", "has_left",
        "__weakref__",
    )

    def __init__(self, target: Target, parts: Deque[Any], waiter: Any, steps: bool = False) -> None:
        """`steps` is whether the parts include the steps of the call."""
        self.kinds = _HEAD_CHUNK | (_STEP_ROW if steps else 0)
        self.target, self.parts, self.waiter = target, parts, waiter
        self.rows = rows_here()
        self.tag = self.rows.take_tags(1)
        self.call = CallHandle()
        self.came = self.taken = 0
        self.is_paused = False
        #: Whether the reader has left. It may leave before `call` is set.
        self.has_left = False

    def start(self, provider: ProviderHandle, address: int) -> None:
        rows, error = self.rows, ErrorHandle()
        rows.streams[self.tag] = self
        enqueue = for_refresh(c.provider_enqueue_parts)
        if rows.gathers and self.kinds == _HEAD_CHUNK and enqueue is c.provider_enqueue_parts:
            rows.gathered.append((self, provider, address))
            if len(rows.gathered) >= _MOST:
                rows.send()
            return
        status = enqueue(provider, address, rows.queue, self.tag, self.kinds, None, byref(self.call), byref(error))
        self.cancel_if_left()
        raise_interrupt()
        if status:
            rows.streams.pop(self.tag, None)
            raise take_error(status, error, self.target)

    def give(self, part: Any) -> None:
        """Adds a part, on the thread of the event loop."""
        self.parts.append(part)
        if self.came - self.taken > HIGH:
            # Pauses the call even if `is_paused` is true. When a queue is full, the library also pauses its calls, and
            # later resumes them. So a call that was paused here may run again.
            self.is_paused = True
            c.call_pause(self.call)
        self.waiter.wake_here()

    def put(self, part: Any) -> None:
        """Adds a part. [any thread]"""
        self.parts.append(part)
        try:
            self.waiter.wake()
        except RuntimeError:  # the event loop is closed, and no task waits on it
            self.give_up()

    def result(self, end: End) -> Response:
        return end.result(self.target)

    def took(self, length: int) -> None:
        self.taken += length

    def resume(self) -> None:
        if self.is_paused:
            self.is_paused = False
            c.call_resume(self.call)

    def cancel_if_left(self) -> None:
        """Cancels the call if the reader left on another thread while this thread sent the call."""
        if self.has_left and self.call:
            c.call_cancel(self.call)

    def give_up(self) -> None:
        """Cancels the call if it has not ended. Drops the parts that were not delivered. A task that waits for a part
        gets an End."""
        self.has_left = True  # if another thread is sending the call now, that thread cancels it afterwards
        if self.rows.streams.pop(self.tag, None) is None:
            return
        if self.call:
            c.call_cancel(self.call)
        self.put(End(Status.CANCELLED, ResponseHandle(), ErrorHandle()))


# ── The rows of each event loop ───────────────────────────────────────────────────────────────────────────────────────

_known: "weakref.WeakKeyDictionary[Any, Rows]" = weakref.WeakKeyDictionary()


def drop_gathered(provider: ProviderHandle) -> None:
    """Cancels the streams of a provider that wait to be sent. They raise Cancelled. [any thread]"""
    for reference in _known.keyrefs():  # this is a list: another thread may add an event loop
        loop = reference()
        rows = None if loop is None else _known.get(loop)
        for feed, owner, _ in [*rows.gathered, *rows.sending] if rows else ():
            if owner is provider:
                feed.give_up()


def rows_here() -> Rows:
    """Returns the Rows object of the running event loop. Errors: RuntimeError outside a task."""
    loop = running_loop()
    rows = _known.get(loop)
    if rows is None:
        _known[loop] = rows = Rows(loop)
        loop.add_reader(rows.fd, rows.deliver)
    return rows
