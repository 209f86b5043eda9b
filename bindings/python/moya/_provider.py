"""What sends targets and waits."""

import ctypes
import os
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Optional, Type

from . import _library as c
from ._completions import Completions, Row, release
from ._errors import StateError, take_error
from ._handle import Handle
from ._lower import lower
from ._response import Response
from ._status import PUMP_HOST, Status
from ._target import Target

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options

# Python runs its signal handlers (Ctrl-C) between two calls into C only, and only on the main thread. So that thread
# pumps its transfer in slices, which costs 15 µs more per call than the 65 of moya_provider_call (loopback, nginx):
# little for a Ctrl-C that does not wait for a timeout of minutes. A queue moved by the library's thread costs 60 more.
_SLICE_MS = 100


class Provider(Handle):
    """Connections, plugins and defaults; see Options for its arguments. Usable from any thread; close it.

        with moya.Provider(timeout=10) as provider:
            response = provider.call(moya.Target("https://api.github.com", "/zen"))
    """

    def __init__(self, **options: "Unpack[Options]") -> None:
        super().__init__(PUMP_HOST, options)
        self._completions = Completions()
        self._call, self._error = ctypes.c_void_p(), ctypes.c_void_p()
        self._tag = 0
        self._home = os.getpid(), threading.main_thread().ident
        self._pumping = False
        self._callers = 0
        self._lock = threading.Lock()
        self._callers_changed = threading.Condition(self._lock)

    def __enter__(self) -> "Provider":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(self, target: Target) -> Response:
        """Sends and waits. An HTTP error status is an answer, see Response.raise_for_status.

        Errors: MoyaError. KeyboardInterrupt, within 100 ms, cancels the call.
        """
        address = lower(target)
        with self._lock:
            handle = self._open()
            self._callers += 1
        try:
            if self._is_main_thread() and not self._pumping:
                return self._call_interruptibly(handle, address, target)
            return self._call_at_once(handle, address, target)
        finally:
            with self._lock:
                self._callers -= 1
                if self._handle is None:
                    self._callers_changed.notify_all()

    def close(self) -> None:
        """Cancels what is under way and frees the provider. Again: nothing happens. [any thread]"""
        with self._lock:
            if self._handle is None:
                return
            if self._pumping and self._is_main_thread():
                raise StateError("a provider cannot be closed by a signal handler inside its own call", Status.STATE)
            handle, self._handle = self._handle, None
            while self._callers:
                # One that was counted but had not begun is caught by the next round.
                c.provider_cancel_all(handle)
                self._callers_changed.wait(0.01)
        c.provider_destroy(handle)
        self._completions.close()

    def _is_main_thread(self) -> bool:
        # Of this process: a child of fork shares the queue's descriptor with its parent, and leaves the queue alone.
        return self._home == (os.getpid(), threading.get_ident())

    def _call_at_once(self, handle: int, address: int, target: Target) -> Response:
        """One call into C; Ctrl-C waits for its end."""
        response, error = ctypes.c_void_p(), ctypes.c_void_p()
        status = c.provider_call(handle, address, ctypes.byref(response), ctypes.byref(error))
        if status or response.value is None:
            raise take_error(status, error.value, target)
        return Response(response.value, c.response_status(response), target)

    def _call_interruptibly(self, handle: int, address: int, target: Target) -> Response:
        """This thread moves the transfer as well, but returns to Python for its signals."""
        self._pumping = True
        try:
            self._tag = tag = self._tag + 1
            call, error = self._call, self._error
            status = c.provider_enqueue(
                handle, address, self._completions.handle, tag, ctypes.byref(call), ctypes.byref(error)
            )
            if status:
                raise take_error(status, error.value, target)
            under_way = call.value
            try:
                return self._wait(handle, tag, target)
            except BaseException:
                c.call_cancel(under_way)
                raise
            finally:
                c.call_release(under_way)
        finally:
            self._pumping = False

    def _wait(self, handle: int, tag: int, target: Target) -> Response:
        found: Optional[Row] = None
        while True:
            for row in self._completions.drain():
                if row[0] == tag:
                    found = row
                else:
                    release(row)  # of a call that was interrupted
            if found is not None:
                _, status, http_status, response, error = found
                if status:
                    raise take_error(status, error, target)
                return Response(response, http_status, target)
            status = c.provider_process(handle, _SLICE_MS, ctypes.byref(self._error))
            if status:
                raise take_error(status, self._error.value, target)
