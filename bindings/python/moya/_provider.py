"""What sends targets and waits."""

import os
import threading
from ctypes import addressof
from types import TracebackType
from typing import Any, Callable, List, Optional, Type, TypeVar, Union

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from ._base import BaseProvider
from ._handle import ErrorHandle, BlockingCallHandle, ProviderHandle, ResponseHandle
from ._options import Options, Unpack
from ._response import Response, take_error
from ._status import Pump, StubBehavior
from ._target import Target, address_of

# Python runs its signal handlers (Ctrl-C) between two calls into C only, and only on the main thread. So that thread
# moves its transfer in slices.
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
        #: Handles that calls have left empty, for the next ones: to make and free them is much of what a stub's call costs.
        self._spare: "List[List[Any]]" = []
        super().__init__(Pump.HOST, options)

    def __enter__(self: "Self") -> "Self":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(self, target: Target, *, progress: "Optional[Callable[[moya.Progress], Any]]" = None) -> Response:
        """Sends and waits. An HTTP error status is an answer, see Response.raise_for_status. `progress` is called on
        this thread with a moya.Progress, whenever bytes were moved.

        Errors: MoyaError. KeyboardInterrupt, within 100 ms, cancels the call.
        """
        address = address_of(target)
        handle = self._open()
        if self._functions is not None or target.retry is not None:
            with self._begin(target) as call:
                return self._send(handle, call.address, call.target, progress)
        return self._send(handle, address, target, progress)

    def _send(
        self,
        handle: ProviderHandle,
        address: int,
        target: Target,
        progress: "Optional[Callable[[moya.Progress], Any]]",
    ) -> Response:
        if progress is not None:
            return self._stream(target, address, False, progress).wait()
        if target.stub is _IMMEDIATE and not self._has_plugins:
            return self._call_at_once(handle, address, target)  # takes no time that a Ctrl-C would have to interrupt
        if threading.get_ident() == _main_thread:
            return self._call_interruptibly(handle, address, target)
        return self._call_at_once(handle, address, target)

    def stream(
        self,
        target: Target,
        *,
        events: bool = False,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
    ) -> "moya.Stream":
        """The response as it comes, for `with`:

            with provider.stream(target, events=True) as stream:
                for event in stream.iter_events():
                    print(event.data)

        `events`: the request says that it accepts text/event-stream, unless the target or the provider says what is.

        Errors, on entering and while reading: MoyaError.
        """
        if events:
            target = self._for_events(target)
        address = address_of(target)
        if self._functions is not None or target.retry is not None:
            call = self._begin(target)
            return self._stream(call.target, call.address, True, progress, call)
        return self._stream(target, address, True, progress)

    def download(
        self,
        target: Target,
        path: Union[str, os.PathLike[str]],
        *,
        name: Optional[Callable[[Response, str], str]] = None,
        resume: bool = False,
        replace: bool = False,
        create_folders: bool = False,
        any_status: bool = False,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
    ) -> Response:
        """The response's body becomes a file, which is complete or not there; the answer's `path` names it. In a folder
        it gets the name that the response suggests, or that `name` gives of the response's head and that name; it has no
        slash. `name` runs on the thread that moves the call. A status other than 200 to 299, or one that the target's
        `validate` refuses, raises StatusError, whose response has the body; with `any_status` none does. `resume`: what
        came before a failure is kept, and goes on the next time.

        Errors: MoyaError; TransferError (FILE) when the file is there already, and not `replace`, or cannot be written.
        """
        from ._download import add_download

        with self._begin(target) as call:
            add_download(call, path, name, resume, replace, create_folders, any_status)
            return self._stream(call.target, call.address, False, progress).wait()

    def _stream(
        self,
        target: Target,
        address: int,
        reads: bool,
        progress: "Optional[Callable[[moya.Progress], Any]]",
        call: Any = None,
    ) -> "moya.Stream":
        from ._stream import Stream  # which a program that streams nothing need not load

        if progress is not None:
            check.function(progress, "progress")
        return Stream(self._open(), target, address, reads, progress, call)

    def close(self) -> None:
        """Cancels what is under way, which then raises Cancelled, and frees the provider. Waits for the calls of other
        threads; in a signal handler it ends the call that was interrupted. Again: nothing happens. [any thread]"""
        handle = self._handle
        if handle is not None:
            c.provider_close(handle)
            self._handle = None

    def _call_at_once(self, handle: ProviderHandle, address: int, target: Target) -> Response:
        """One call into C; Ctrl-C waits for its end."""
        response, own = ResponseHandle(), self._handles()
        status = c.provider_call(handle, address, None, addressof(response), addressof(own[1]))
        if status:
            raise take_error(status, own[1], target)
        self._spare.append(own)
        return Response(response, c.response_status(response), target)

    def _call_interruptibly(self, handle: ProviderHandle, address: int, target: Target) -> Response:
        """The same in slices, between which this thread returns to Python for its signals."""
        # The blocking call is in a list that can be emptied: an exception that is kept keeps this frame alive, and must not
        # keep that call with it, whose end is that of the call.
        response, own = ResponseHandle(), self._handles()
        try:
            while True:
                status = c.provider_call_for(
                    handle, address, _SLICE_MS, addressof(own[0]), addressof(response), addressof(own[1])
                )
                if status or not own[0]:
                    break
        except BaseException:
            own.clear()
            raise
        if status:
            raise take_error(status, own[1], target)
        self._spare.append(own)
        return Response(response, c.response_status(response), target)

    def _handles(self) -> "List[Any]":
        """An empty BlockingCallHandle and an empty ErrorHandle: this call's alone."""
        try:
            return self._spare.pop()
        except IndexError:
            return [BlockingCallHandle(), ErrorHandle()]


Self = TypeVar("Self", bound=Provider)
