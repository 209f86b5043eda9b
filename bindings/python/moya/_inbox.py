"""Delivers the completions of calls to an event loop. A completion is a row of a queue of the library. The descriptor
of the queue wakes the event loop. With few calls in flight, the event loop also moves the calls."""

import struct
from ctypes import byref
from typing import Any, List, Optional, Tuple

from . import _library as c
from ._library import CALLS, ROW_SIZE, ROWS, ErrorHandle, QueueHandle, ResponseHandle, Rows
from ._loop import Loop
from ._outbox import ENOUGH, NOBODY, Outbox
from ._response import Response, take_error
from ._structs import COMPLETION_FORMAT, Completion

#: Reads rows of tag, status, HTTP status, body and length of the body.
_unpack = struct.Struct(COMPLETION_FORMAT).iter_unpack
_new = Response.__new__


class Inbox:
    """The calls that one event loop waits for. Only the thread of that loop uses an inbox. The event loop refers to its
    inbox. So an inbox is not a part of the provider: otherwise the event loop would keep the provider alive."""

    __slots__ = ("loop", "outbox", "queue", "passed_queue", "fd", "rows", "bytes", "answers", "at", "has_rows", "drain")

    def __init__(self, loop: Loop, caller: Any, moves: bool) -> None:
        """`moves` is whether the event loop moves the calls while there are few. While it computes, a library thread
        moves them."""
        self.loop = loop
        self.queue = make_queue()
        #: Moves the calls if the event loop does that, and takes rows.
        self.drain = c.queue_drain_quickly
        if moves and c.queue_set_pump(self.queue, CALLS, None) == 0:
            self.drain = c.queue_drain_moving
        self.passed_queue = c.passed(self.queue)
        self.outbox = Outbox(loop, self.passed_queue, caller)
        self.fd: int = c.queue_fd(self.queue)
        #: An array of rows that is filled once, from the front. The rows from the index `at` on were not delivered yet.
        #: A row with the tag 0 ends them.
        self.rows: Any
        self.bytes: memoryview
        #: The owners of the responses that the library writes into the rows; None: the response was delivered.
        self.answers: "List[Optional[ResponseHandle]]"
        self.at: int
        self._take_rows()
        #: Whether there may be undelivered rows, for example after an interrupt.
        self.has_rows = False
        loop.add_reader(self.fd, self.deliver)

    def deliver(self) -> bool:
        """Delivers one batch of rows. Returns whether there were rows. The descriptor stays readable while there are
        more rows."""
        try:
            if self.has_rows:
                self._end_calls(ROWS)
            room, came = self._drain()
            if came == room:  # there may be more rows than fitted
                came += max(0, self._drain()[1])
            if came >= ENOUGH:
                self.outbox.gather()
        except BaseException:
            # Rows that were already drained do not make the descriptor readable, so they are delivered by another call.
            if not self.loop.is_closed():
                self.loop.call_soon(self.deliver)
            raise
        return came > 0

    def _drain(self) -> "Tuple[int, int]":
        """Delivers rows. Returns for how many rows there was room, and how many rows arrived."""
        if self.at == ROWS:
            self._take_rows()
        at = self.at
        self.has_rows = True
        came: int = self.drain(self.passed_queue, byref(self.rows, at * ROW_SIZE), ROW_SIZE, ROWS - at)
        if came > 0:
            self._end_calls(at + came)
        self.has_rows = False
        return ROWS - at, came

    def _end_calls(self, end: int) -> None:
        """Ends the calls of the rows before `end`, up to the first row that is not filled. The function may be
        interrupted anywhere and called again, because it skips calls that have ended."""
        waiting, answers, at = self.outbox.waiting, self.answers, self.at
        for tag, status, http_status, body, length in _unpack(self.bytes[at * ROW_SIZE : end * ROW_SIZE]):
            if not tag:
                break
            future, target = waiting.get(tag, NOBODY)
            if future is not None and not future.done():  # the task of the call may have been cancelled
                if status:
                    error = c.error_retain(Completion.from_buffer(self.rows, at * ROW_SIZE).error)
                    future.set_exception(take_error(status, error, target))
                else:
                    # This does the same as Response(…), but faster.
                    it: Any = _new(Response)
                    it._handle, it.status_code, it.target, it._headers, it._body, it._length = (
                        answers[at], http_status, target, None, body, length
                    )
                    future.set_result(it)
            waiting.pop(tag, None)
            answers[at] = None
            if status:
                c.completions_release(byref(self.rows, at * ROW_SIZE), ROW_SIZE, 1)
            at += 1
        self.at = at

    def stop_moving(self) -> None:
        """Lets a library thread move the calls from now on. [any thread]"""
        c.queue_set_pump(self.queue, 0, None)

    def _take_rows(self) -> None:
        """Makes empty rows when the old ones are used up."""
        rows = Rows()
        self.rows, self.bytes, self.answers = rows, memoryview(rows).cast("B"), rows.answers()
        self.at = 0

    def close(self) -> None:
        """Delivers the last rows and closes the queue. Call it after the provider is closed, when all of its calls have
        completed as rows. The queue is closed here and not when this object is freed, which may be much later: a stored
        error holds the frame of its call, and that frame holds this object."""
        try:
            self.outbox.send()
        finally:
            self._close()

    def _close(self) -> None:
        if not self.loop.is_closed():
            self.loop.remove_reader(self.fd)
            while self.deliver():
                pass
        self.passed_queue = self.outbox.caller = None
        self.queue = QueueHandle()


def make_queue() -> QueueHandle:
    """Makes a queue. Errors: SystemFailure."""
    queue, error = QueueHandle(), ErrorHandle()
    status = c.queue_create(byref(queue), byref(error))
    if status:
        raise take_error(status, error)
    return queue
