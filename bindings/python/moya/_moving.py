"""Moves the calls of a blocking provider whose completions are rows of queues. The threads that wait for rows move
them."""

import os
import weakref
from ctypes import c_int32, c_void_p
from typing import Any, Dict, Optional

from . import _library as c
from ._library import ROW_SIZE, ErrorHandle, ProviderHandle, QueueHandle
from ._response import take_error
from ._status import Status

#: Python handles signals (Ctrl-C) between two calls into the library. So a thread waits in slices.
_SLICE_MS = 100
_SHORT_MS = 10

_process = c.declared_waiting("moya_provider_process", c_int32, c_void_p, c_int32, c_void_p)
_wake = c.declared("moya_queue_wake", None, c_void_p)


class Waiters:
    """The threads that wait for rows of one provider. One of them moves the calls of all, and the others wait for their
    rows.

    Invariant: a thread's queue is in `queues` before the thread finds that another thread moves the calls. A thread that
    stops waiting wakes one that waits. So a thread waits only while another thread moves the calls.
    """

    __slots__ = ("queues", "__weakref__")

    def __init__(self) -> None:
        self.queues: Dict[int, QueueHandle] = {}
        _all.add(self)

    def take(self, handle: Optional[ProviderHandle], queue: QueueHandle, rows: Any, count: int) -> int:
        """Takes up to `count` rows. If there are none, moves the calls for a while. Returns how many rows it has taken,
        maybe 0. `handle` is None if the provider is closed. Errors: StateError inside a callback of the library, where
        a thread must not wait, and for calls of the process from which this one was forked."""
        self.queues[id(queue)] = queue
        try:
            # If another thread moves the calls, its last row may be for this thread and come after this thread has
            # looked. So the slice is short then.
            slice_ms = _SLICE_MS if len(self.queues) == 1 else _SHORT_MS
            came: int = c.queue_drain(queue, rows, ROW_SIZE, count)
            if came == 0:
                came = Status.STATE if handle is None else _process(handle, slice_ms, None)
                if came == Status.STATE:  # another thread moves the calls, or the provider is closed
                    came = c.queue_wait(queue, rows, ROW_SIZE, count, _SLICE_MS)
            if came < 0:
                raise take_error(came, ErrorHandle())
            return came
        finally:
            self.queues.pop(id(queue), None)

    def wake_next(self) -> None:
        """Makes another thread move the calls, if one waits. Call this when a thread stops waiting."""
        for queue in list(self.queues.values())[:1]:
            _wake(queue)


_all: "weakref.WeakSet[Waiters]" = weakref.WeakSet()


def _in_child_of_fork() -> None:
    for waiters in list(_all):
        waiters.queues.clear()  # a forked child does not have the threads of its parent


os.register_at_fork(after_in_child=_in_child_of_fork)
