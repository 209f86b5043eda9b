"""The blocking provider."""

import os
import threading
from ctypes import byref
from sys import modules
from threading import get_ident
from types import TracebackType
from typing import Any, Callable, List, Optional, Tuple, Type, TypeVar, Union

import moya  # for annotations

from . import _library as c
from ._base_provider import BaseProvider, active
from ._errors import MoyaError
from ._library import ANSWER, ROW_SIZE, BlockingCallHandle, ProviderHandle, Row, error_of
from ._options import Options, Unpack
from ._queue import Waiters
from ._response import Response, response_of, take_error
from ._status import Pump, StubBehavior
from ._target import Target, for_call, lowered
from ._threads import ever_inside, greenlets, inside, interrupts, raise_interrupt, refuse_own
from ._watch import Watch, watch_of

# Python runs its signal handlers (Ctrl-C) only between two calls into C, and only on the main thread. So the main
# thread runs a transfer in slices of this many milliseconds.
_SLICE_MS = 100
_IMMEDIATE = StubBehavior.IMMEDIATE

#: The thread that runs signal handlers. Asking `threading` each time would be slow.
_main_thread = threading.main_thread().ident


def _in_child_of_fork() -> None:
    global _main_thread
    _main_thread = threading.main_thread().ident


os.register_at_fork(after_in_child=_in_child_of_fork)


class Provider(BaseProvider):
    """A blocking provider, which holds connections, plugins and defaults. The class Options lists the arguments. Any
    thread may use it. Close the provider when you no longer need it.

        with moya.Provider(timeout=10) as provider:
            response = provider.call(moya.Target("https://api.github.com", "/zen"))

    Invariant: a signal handler or a `__del__` may make calls and close the provider wherever it interrupts. So this
    class holds no lock while other code may run, and does not count callers. The library counts the calls in flight,
    and the Python frame that makes a call owns its handles.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        #: Lists with an empty BlockingCallHandle and the object that ctypes passes as its address. The next calls use
        #: them again.
        self._spare: "List[List[Any]]" = []
        self._waiters = Waiters()
        #: The moya._parts.Rooms that no stream uses now.
        self._rooms: "List[Any]" = []
        super().__init__(Pump.HOST, options)

    def __enter__(self: "Self") -> "Self":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(
        self,
        target: Target,
        *,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
        step: "Optional[Callable[[moya.Step], Any]]" = None,
    ) -> Response:
        """Sends a request and waits for the response. An HTTP error status is a response too: see
        Response.raise_for_status. `progress` is called on this thread with a moya.Progress whenever bytes were sent or
        received. `step` is called on this thread with each moya.Step of the call when the step begins. If one of these
        functions raises an exception, the call is cancelled and the exception is raised.

        Errors: MoyaError. KeyboardInterrupt cancels the call, within 100 ms.
        """
        try:
            plain = target._c[3] if type(target) is Target else lowered(target)[3]
        except AttributeError:  # the target was copied or pickled
            plain = lowered(target)[3]
        handle = self._handle
        if (
            plain is None or handle is None or self._functions is not None or progress is not None or step is not None
            or active or (ever_inside and inside.owners) or "gevent" in modules
        ):
            return self._call_otherwise(target, progress, step)
        # The code below does the same as _send, but makes fewer checks.
        self._is_used = True
        if get_ident() == _main_thread and (self._has_plugins or target.stub is not _IMMEDIATE):
            return self._call_interruptibly(handle, plain, target)
        return self._call_at_once(handle, plain, target)

    def _call_otherwise(
        self,
        target: Target,
        progress: "Optional[Callable[[moya.Progress], Any]]",
        step: "Optional[Callable[[moya.Step], Any]]",
    ) -> Response:
        if active and (acting := self._acting()) is not self:
            return acting.call(target, progress=progress, step=step)
        address, _, _, plain = lowered(target)
        handle = self._open()
        if self._functions is not None or target.retry is not None:
            with self._begin(target) as call:
                return self._send(handle, call.address, call.target, watch_of(progress, step))
        if plain is None:
            target, address = for_call(target)
        return self._send(handle, address, target, watch_of(progress, step))

    def _send(
        self,
        handle: ProviderHandle,
        address: int,
        target: Target,
        watch: Optional[Watch],
    ) -> Response:
        self._is_used = True
        if watch is not None or inside.owners:
            return self._stream(target, address, False, watch).wait()
        passed = c.passed_address(address)
        if target.stub is _IMMEDIATE and not self._has_plugins:
            return self._call_at_once(handle, passed, target)  # a stub is so quick that Ctrl-C need not interrupt it
        if "gevent" in modules and greenlets() is not None:
            return self._stream(target, address, False, None).wait()
        if get_ident() == _main_thread:
            if _runs_callbacks(self._functions, target):
                # This is the main thread, on which Python runs signal handlers. If a handler raised an exception just
                # before a function of the program begins, the library would continue without the function. So another
                # thread runs the functions.
                return self._stream(target, address, False, None).wait()
            return self._call_interruptibly(handle, passed, target)
        return self._call_at_once(handle, passed, target)

    def stream(
        self,
        target: Target,
        *,
        events: bool = False,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
        step: "Optional[Callable[[moya.Step], Any]]" = None,
    ) -> "moya.Stream":
        """Returns the response while it arrives, for `with`:

            with provider.stream(target, events=True) as stream:
                for event in stream.iter_events():
                    print(event.data)

        If `events` is set, the request has the header field `Accept: text/event-stream`, unless the target or the
        provider has a field Accept.

        Errors, on entering and while reading: MoyaError.
        """
        if active and (acting := self._acting()) is not self:
            return acting.stream(target, events=events, progress=progress, step=step)
        if events:
            target = self._for_events(target)
        target, address = for_call(target)
        if self._functions is not None or target.retry is not None:
            call = self._begin(target)
            return self._stream(call.target, call.address, True, watch_of(progress, step), call)
        return self._stream(target, address, True, watch_of(progress, step))

    def events(self, target: Target, *, reconnect: bool = False, max_line: Optional[int] = None) -> "moya.Events":
        """Returns the server-sent events of a target, for a `for` loop. The request is sent when the loop begins:

            with provider.events(target, reconnect=True) as events:
                for event in events:
                    print(event.id, event.data)

        If `reconnect` is set, the request is sent again when the response ends or the connection fails, with the last
        ID of the stream as Last-Event-ID. The delay is the server's last `retry`, otherwise 3 seconds. While
        connections bring no event, the delay doubles up to 30 seconds. After status 204 the loop ends. Any other status
        except 200 raises StatusError, and a type other than text/event-stream raises ProtocolError. The target's
        `timeout` limits all connections together.

        Errors: UsageError for a `max_line` that is not a number of bytes. Errors while reading: those of the call;
        ProtocolError if a line or an event's data has more than `max_line` bytes (1 MiB).
        """
        from ._stream import Events
        from ._parts import ThreadParts

        if active and (acting := self._acting()) is not self:
            return acting.events(target, reconnect=reconnect, max_line=max_line)
        target, address = for_call(target)
        call = None
        if self._functions is not None or target.retry is not None:
            call = self._begin(target)
            target, address = call.target, call.address
        return Events(ThreadParts(self._open_for_parts(), target, address, True, None, call), reconnect, max_line)

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
        step: "Optional[Callable[[moya.Step], Any]]" = None,
    ) -> Response:
        """Writes the response's body to a file. The file exists only when it is complete. The response's `path` names
        the file. If the argument `path` is a folder or ends with a slash, the response suggests the file's name, or
        `name` returns it. `name` gets the head of the response and the suggested name. The name must not contain a
        slash. `name` runs on the thread that runs the transfer.

        The target's `validate`, if it is set, decides which statuses are accepted. Otherwise 200 to 299 are accepted,
        or every status if `any_status` is set. A status that is not accepted raises StatusError, whose response has the
        body. If `resume` is set, what arrived before a failure is stored, and the next download continues from there.

        Errors: MoyaError; TransferError (FILE) if the file exists and `replace` is not set, or if the file cannot be
        written.
        """
        from ._calls import add_download

        it = self._acting() if active else self
        with it._begin(target) as call:
            add_download(call, path, name, resume, replace, create_folders, any_status)
            return it._stream(call.target, call.address, False, watch_of(progress, step)).wait()

    def _stream(
        self,
        target: Target,
        address: int,
        reads: bool,
        watch: Optional[Watch],
        call: Any = None,
    ) -> "moya.Stream":
        if not _streaming:
            _import_streaming()
        moved_parts, thread_parts, stream, pulled = _streaming
        handle = self._open_for_parts()
        if reads and call is None and greenlets() is None and not isinstance(target.body, pulled):
            parts = moved_parts(handle, self._waiters, self._rooms, target, address, watch)
            if parts.can_wait():
                return stream(parts, watch)  # type: ignore[no-any-return]
        return stream(thread_parts(handle, target, address, reads, watch, call), watch)  # type: ignore[no-any-return]

    def _open_for_parts(self) -> ProviderHandle:
        """Returns the handle for a call whose parts this thread reads. Errors: StateError if the provider is closed, or
        if the call would wait for a function that this thread runs."""
        refuse_own(self._functions)
        self._is_used = True
        return self._open()

    def close(self) -> None:
        """Cancels the calls in flight, which then raise Cancelled, and frees the provider. Waits for the calls of other
        threads. In a signal handler, it ends the call that was interrupted. Closing again does nothing. [any thread]"""
        for it in (*self._stand_ins(), self):
            handle = it._handle
            if handle is not None:
                c.provider_close(handle)
                it._handle = None
            it._rooms.clear()

    def _call_at_once(self, handle: ProviderHandle, passed: Any, target: Target) -> Response:
        """Makes the call with one call into C. Ctrl-C takes effect when the call into C returns. ctypes passes `passed`
        as the address of the moya_target."""
        row = Row()
        answer = row[ANSWER]
        try:
            status = c.provider_call_row(handle, passed, row, ROW_SIZE)
        except BaseException:  # an interrupt
            c.completions_release(row, ROW_SIZE, 1)
            raise
        if status:
            raise self._failure(status, row, target)
        if interrupts:
            raise_interrupt()
        return response_of(row, answer, target)

    def _call_interruptibly(self, handle: ProviderHandle, passed: Any, target: Target) -> Response:
        """Makes the call in slices. Between two slices, this thread returns to Python, which handles signals."""
        # Only the list `own` holds the blocking call. After an exception, the list is emptied, which releases the call
        # and ends it. Otherwise a program that stores the exception would hold this frame, and with it the call.
        row = Row()
        answer = row[ANSWER]
        try:
            own = self._spare.pop()
        except IndexError:
            call = BlockingCallHandle()
            own = [call, byref(call)]
            del call
        try:
            while True:
                status = c.provider_call_row_for(handle, passed, _SLICE_MS, own[1], row, ROW_SIZE)
                if status or not own[0]:
                    break
                if interrupts:
                    raise_interrupt()
        except BaseException:
            own.clear()
            c.completions_release(row, ROW_SIZE, 1)
            raise
        if status:
            raise self._failure(status, row, target)
        if interrupts:
            raise_interrupt()
        self._spare.append(own)
        return response_of(row, answer, target)

    def _failure(self, status: int, row: Row, target: Target) -> MoyaError:
        """Returns the exception for a call that has failed with the error in `row`. If an interrupt came during the
        call, raises the interrupt."""
        error = error_of(row)
        if interrupts:
            raise_interrupt()
        return take_error(status, error, target)


Provider._base = Provider


#: The classes for streams. They are imported when a program first streams, because few programs do.
_streaming: "Tuple[Any, ...]" = ()


def _import_streaming() -> None:
    global _streaming
    from ._content import Pulled
    from ._parts import MovedParts, ThreadParts
    from ._stream import Stream

    _streaming = MovedParts, ThreadParts, Stream, Pulled


def _runs_callbacks(functions: Any, target: Target) -> bool:
    """Returns whether the library runs functions of the program while it makes a call of the target."""
    decides = target.retry is not None and target.retry.decide is not None
    return decides or functions is not None and functions.run_in_calls


Self = TypeVar("Self", bound=Provider)
