"""Where an event loop gets the ends of its calls: rows of a queue, whose descriptor wakes it."""

import struct
from ctypes import addressof, memset
from threading import get_ident
from typing import TYPE_CHECKING, Any, Dict, Tuple

from . import _library as c
from ._completions import Batch, make_queue
from ._handle import ROW_SIZE, ErrorHandle, QueueHandle
from ._response import Response, take_error
from ._structs import COMPLETION_FORMAT
from ._target import Target

if TYPE_CHECKING:
    import asyncio
    from asyncio import AbstractEventLoop as _Loop
else:
    _Loop = Any  # `import moya` alone must not pay for asyncio

#: Rows of tag, status, HTTP status, response, error.
_unpack = struct.Struct(COMPLETION_FORMAT).iter_unpack
_ROOM: int = Batch._length_
#: Instead of a future and its target, when no task waits for that tag.
_NOBODY: Tuple[Any, Any] = (None, None)


def _error() -> "Tuple[ErrorHandle, int]":
    """For the error of a call that does not begin: empty, and where the library puts it."""
    error = ErrorHandle()
    return error, addressof(error)


class Inbox:
    """The calls that one event loop waits for. Used on that loop's thread only. An object apart from the provider,
    since the event loop refers to it: otherwise the event loop would keep the provider alive."""

    __slots__ = ("loop", "thread", "queue", "fd", "rows", "bytes", "has_rows", "waiting", "tag", "error")

    def __init__(self, loop: _Loop) -> None:
        self.loop, self.thread = loop, get_ident()
        self.queue = make_queue()
        self.fd: int = c.queue_fd(self.queue)
        #: A batch, filled from the front: the first row with a tag of 0 ends it. It owns its answers and errors.
        self.rows = Batch()
        self.bytes = memoryview(self.rows).cast("B")
        #: Whether there may be rows in the batch: an interrupt leaves those that it kept from being delivered.
        self.has_rows = False
        self.waiting: "Dict[int, Tuple[asyncio.Future[Response], Target]]" = {}
        self.tag = 0
        self.error = _error()
        loop.add_reader(self.fd, self.deliver)

    def take_error(self) -> ErrorHandle:
        """The error of a call that did not begin."""
        error, self.error = self.error, _error()
        return error[0]

    def deliver(self) -> bool:
        """Delivers one batch of rows; returns whether there were any. The descriptor stays readable while there are
        more."""
        if self.has_rows:
            self._end_calls(_ROOM)
        self.has_rows = True
        came: int = c.queue_drain(self.queue, self.rows, ROW_SIZE, _ROOM)
        if came > 0:
            self._end_calls(came)
        self.has_rows = False
        return came > 0

    def _end_calls(self, most: int) -> None:
        """Ends the calls of the batch, of which at most so many rows are filled. May be interrupted anywhere and repeated:
        it passes over calls that have ended."""
        waiting, count = self.waiting, 0
        for tag, status, http_status, response, error in _unpack(self.bytes[: most * ROW_SIZE]):
            if not tag:
                break
            count += 1
            future, target = waiting.get(tag, _NOBODY)
            if future is not None and not future.done():  # its task may have been cancelled
                if status:
                    future.set_exception(take_error(status, c.error_retain(error), target))
                else:
                    future.set_result(Response(c.response_retain(response), http_status, target))
            waiting.pop(tag, None)
        c.completions_release(self.rows, ROW_SIZE, count)
        memset(self.rows, 0, count * ROW_SIZE)

    def close(self) -> None:
        """Delivers the last rows and closes the queue. To be called when the provider is closed, so that all of its
        calls have ended as rows. The queue does not wait for the end of this object, which may live on: an error that
        is kept keeps the frame of its call, and that frame keeps this object."""
        if not self.loop.is_closed():
            self.loop.remove_reader(self.fd)
            while self.deliver():
                pass
        self.queue = QueueHandle()
