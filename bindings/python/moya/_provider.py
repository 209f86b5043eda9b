"""What sends targets and waits."""

import os
import threading
from ctypes import byref
from types import TracebackType
from typing import List, Optional, Tuple, Type, TypeVar

from . import _library as c
from ._base import BaseProvider
from ._completions import OneRow, make_queue
from ._handle import (
    ROW_SIZE,
    CallHandle,
    ErrorHandle,
    ProviderHandle,
    QueueHandle,
    ResponseHandle,
    response_in,
)
from ._options import Options, Unpack
from ._response import Response, take_error
from ._status import Pump, Status, StubBehavior
from ._target import Target, address_of

# Python runs its signal handlers (Ctrl-C) between two calls into C only, and only on the main thread. So that thread
# pumps its transfer in slices, which costs 15 µs more per call than the 65 of moya_provider_call (loopback, nginx):
# little for a Ctrl-C that does not wait for a timeout of minutes. Waiting on a queue while a thread of the library moves
# the transfer would cost 60 µs more.
_SLICE_MS = 100
_IMMEDIATE = StubBehavior.IMMEDIATE

#: The thread that runs signal handlers. Asking `threading` costs a fifth of what a stub's call costs here.
_main_thread = threading.main_thread().ident


def _in_child_of_fork() -> None:
    global _main_thread
    _main_thread = threading.main_thread().ident


os.register_at_fork(after_in_child=_in_child_of_fork)


class Provider(BaseProvider):
    """Connections, plugins and defaults; see Options for its arguments. Usable from any thread; close it.

        with moya.Provider(timeout=10) as provider:
            response = provider.call(moya.Target("https://api.github.com", "/zen"))

    Invariant: nothing here counts callers, and no lock is held while code of others may run, so a signal handler or a
    `__del__` may call and close as well, wherever it interrupts. The library counts the calls that are under way, and
    the handles of a call belong to its frame.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        #: Queues that no call is using, each with a handle that an error may be put into. For the main thread.
        self._queues: List[Tuple[QueueHandle, ErrorHandle]] = []
        super().__init__(Pump.HOST, options)

    def __enter__(self: "Self") -> "Self":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(self, target: Target) -> Response:
        """Sends and waits. An HTTP error status is an answer, see Response.raise_for_status.

        Errors: MoyaError. KeyboardInterrupt, within 100 ms, cancels the call.
        """
        address = address_of(target)
        handle = self._open()
        if target.stub is _IMMEDIATE and not self._has_plugins:
            return self._call_at_once(handle, address, target)  # takes no time that a Ctrl-C would have to interrupt
        if threading.get_ident() == _main_thread:
            return self._call_interruptibly(handle, address, target)
        return self._call_at_once(handle, address, target)

    def close(self) -> None:
        """Cancels what is under way, which then raises Cancelled, and frees the provider. Waits for the calls of other
        threads; in a signal handler it ends the call that was interrupted. Again: nothing happens. [any thread]"""
        handle = self._handle
        if handle is not None:
            c.provider_close(handle)
            self._handle = None
            self._queues.clear()

    def _call_at_once(self, handle: ProviderHandle, address: int, target: Target) -> Response:
        """One call into C; Ctrl-C waits for its end."""
        response, error = ResponseHandle(), ErrorHandle()
        status = c.provider_call(handle, address, byref(response), byref(error))
        if status:
            raise take_error(status, error, target)
        return Response(response, c.response_status(response), target)

    def _call_interruptibly(self, handle: ProviderHandle, address: int, target: Target) -> Response:
        """This thread moves the transfer as well, but returns to Python for its signals."""
        call, rows = CallHandle(), OneRow()
        # A queue of its own: a signal handler that calls has another, and the row of a call that was interrupted goes
        # with its queue. In a list that can be emptied: an exception that is kept keeps this frame alive, and must not
        # keep the queue with it.
        queue, error = self._queue()
        own = [queue]
        del queue
        try:
            status = c.provider_enqueue(handle, address, own[0], 0, byref(call), byref(error))
            if status:
                raise take_error(status, error, target)
            while not c.queue_drain(own[0], rows, ROW_SIZE, 1):
                status = c.provider_process(handle, _SLICE_MS, byref(error))
                if status and status != Status.STATE:
                    raise take_error(status, error, target)
                if status:  # Closed meanwhile: the thread that closes moves the call to its end.
                    error = ErrorHandle()
                    if c.queue_wait(own[0], rows, ROW_SIZE, 1, _SLICE_MS):
                        break
        except BaseException:
            c.call_cancel(call)
            own.clear()
            raise
        self._queues.append((own.pop(), error))
        if self._handle is None:  # Closed meanwhile, perhaps by another thread just before the append.
            self._queues.clear()
        row = rows[0]
        if row.status:
            raise take_error(row.status, c.error_retain(row.error), target)
        return Response(response_in(rows), row.http_status, target)

    def _queue(self) -> Tuple[QueueHandle, ErrorHandle]:
        try:
            return self._queues.pop()
        except IndexError:
            return make_queue(), ErrorHandle()


Self = TypeVar("Self", bound=Provider)
