"""Contains the AsyncProvider, which makes calls on the event loops of asyncio and trio."""

import os
import sys
import weakref
from ctypes import byref, c_int32, c_void_p
from threading import get_ident
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple, Type, TypeVar, Union

import moya  # for annotations

from . import _library as c
from ._base_provider import BaseProvider, active
from ._errors import StateError
from ._library import CALLS, HANDLE_SIZE, Handle, ProviderHandle
from ._loop import Loop, all_done, cancellations, running_loop, turn
from ._options import Options, Unpack
from ._queue import Inbox, Outbox
from ._response import Response, take_error
from ._status import Pump, Status
from ._target import Target, address_of, for_call, lowered
from ._threads import raise_interrupt, serves_any_thread, start_thread
from ._watch import Watch, watch_of

if TYPE_CHECKING:
    import asyncio


class AsyncProvider(BaseProvider):
    """A provider for asyncio, trio and anyio, which holds connections, plugins and defaults. The class Options lists
    the arguments. Any event loop may use a provider, and several may use it at once.

        async with moya.AsyncProvider(timeout=10) as provider:
            response = await provider.call(moya.Target("https://api.github.com", "/zen"))
    """

    #: The object that sends the calls of the event loop that called last (_queue.Outbox). Most calls use it again and
    #: need not search `_inboxes`. `_outbox`, `_inboxes` and `_caller` have no defaults in the class, because Python
    #: would then also search the class whenever it reads them.
    _outbox: Optional[Outbox]
    _inboxes: Dict[Loop, Inbox]
    #: Whether this process is a forked child, and the provider belongs to the parent process.
    _is_inherited = False
    _pump = Pump.DISPATCH
    #: The provider's handle, and the same handle as ctypes passes it to C. None if the calls may run Python functions,
    #: or if the provider is closed.
    _caller: "Optional[Tuple[ProviderHandle, Any]]"

    def __init__(self, **options: Unpack[Options]) -> None:
        self._outbox, self._inboxes, self._caller = None, {}, None
        self._refreshes = False
        # While there are few calls, the thread of the event loop also does the library's work for them. When there are
        # many, another thread does this work, because one thread for this work and for the Python tasks would be
        # slower.
        self._pump = _pump_kind()
        super().__init__(self._pump, options)
        handle = self._open()
        _begin_pump(self, self._pump, handle)
        self._caller = (handle, c.passed(handle)) if self._functions is None else None

    async def __aenter__(self: "Self") -> "Self":
        self._open()
        self._here()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()

    def __del__(self, *arguments: Any) -> None:
        handle = self._handle
        try:
            super().__del__(*arguments)
        finally:
            if handle is not None and self._pump == Pump.HOST and not self._is_inherited:
                c.provider_close(handle)  # the thread of the provider ends now
            self._caller = None
            self._close_inboxes(None)

    def _open(self) -> ProviderHandle:
        if self._is_inherited:
            raise _inherited()
        return super()._open()

    async def call(
        self,
        target: Target,
        *,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
        step: "Optional[Callable[[moya.Step], Any]]" = None,
    ) -> Response:
        """Sends a request and waits for the response. An HTTP error status is a response too: see
        Response.raise_for_status. `progress` is called with a moya.Progress whenever bytes were sent or received.
        `step` is called with each moya.Step of the call when the step begins; it may be a coroutine function. If one of
        these functions raises an exception, the call is cancelled and the exception is raised.

        Errors: MoyaError. If the task is cancelled, the call is cancelled too and asyncio.CancelledError or
        trio.Cancelled is raised.
        """
        try:
            known = target._c if type(target) is Target else lowered(target)
        except AttributeError:  # the target was copied or pickled
            known = lowered(target)
        if self._caller is None or known[3] is None or progress is not None or step is not None or active:
            return await self._call_otherwise(target, progress, step)
        # The code below does the same as _send. It is repeated, because calling _send would need another coroutine and
        # more checks.
        outbox = self._outbox
        if outbox is None or outbox.thread != get_ident() or not outbox.is_here():
            outbox = self._here()
        future: "asyncio.Future[Response]" = outbox.loop.create_future()
        page = outbox.page
        place = page.count
        if place == CALLS:
            page, place = outbox.turn_page(), 0
        try:
            outbox.waiting[page.first + place] = future, target
            page.targets[place] = known[0]
            page.count = place + 1
            if not outbox.gathers:
                outbox.send()
            return await future
        except BaseException:
            future.cancel()
            outbox.cancel(page, place)
            raise

    def _begins_refreshes(self) -> None:
        # The function `refresh` of a plugin may make calls while it fetches a token. `_call_otherwise` recognizes these
        # calls. So from now on, every call goes through it.
        self._refreshes, self._caller = True, None

    def _close_at_exit(self) -> None:
        is_first = not self._is_closed_at_exit
        super()._close_at_exit()
        if is_first:  # from now on, calls may run Python functions, which must not run on the event loop's thread
            for inbox in list(self._inboxes.values()):
                inbox.stop_moving()

    def _keep_plugin(self, plugin: "moya.Plugin") -> None:
        super()._keep_plugin(plugin)
        self._caller = None

    async def _call_otherwise(
        self,
        target: Target,
        progress: "Optional[Callable[[moya.Progress], Any]]",
        step: "Optional[Callable[[moya.Step], Any]]",
    ) -> Response:
        if active and (acting := self._acting()) is not self:
            return await acting.call(target, progress=progress, step=step)
        handle = self._open()
        if hasattr(target.body, "__aiter__"):
            target, progress = _pulling(target), progress or _ignore
        target, address = for_call(target)
        watch = watch_of(progress, step, True)
        if watch is None and self._refreshes:
            return await self._call(target, c.provider_enqueue, handle)
        if self._functions is not None or target.retry is not None:
            with self._begin_here(target) as call:
                if watch is not None:
                    return await self._stream(call.target, call.address, False, watch, call).wait()
                return await self._send(call.target, call.address, c.provider_enqueue, handle, call)
        if watch is None:
            if lowered(target)[3] is None:  # Python reads the body from a file or an iterable
                self._close_at_exit()
            return await self._send(target, address, c.provider_enqueue, handle)
        return await self._stream(target, address, False, watch).wait()

    async def _call(self, target: Target, enqueue: Any, caller: Handle) -> Response:
        target, address = for_call(target)
        self._open()
        if self._functions is not None or target.retry is not None:
            with self._begin_here(target) as call:
                return await self._send(call.target, call.address, enqueue, caller, call)
        return await self._send(target, address, enqueue, caller)

    def _begin_here(self, target: Target) -> Any:
        """Makes a call whose coroutines run on this event loop."""
        self._open()
        return self._begin(target, self._here().loop)

    async def _send(self, target: Target, address: int, enqueue: Any, caller: Handle, call: Any = None) -> Response:
        """Sends a call with the function `enqueue` of the library, and waits for its response. `call` is the
        moya._calls.Call if the call runs Python functions, otherwise None."""
        outbox = self._here()
        future: "asyncio.Future[Response]" = outbox.loop.create_future()
        page, place = outbox.take_place()
        tag = page.first + place
        if self._refreshes:
            from ._callbacks import for_refresh

            enqueue = for_refresh(enqueue)
        try:
            started = byref(page.handles, place * HANDLE_SIZE)
            status = enqueue(caller, address, outbox.queue, tag, started, outbox.error[1])
            raise_interrupt()
            if status:
                raise take_error(status, outbox.take_error(), target)
            outbox.waiting[tag] = future, target
            return await future
        except BaseException as problem:
            if call is not None and call.context is not None and isinstance(problem, cancellations()):
                outbox.abandon(tag, call)
            future.cancel()
            outbox.cancel(page, place)
            raise

    def stream(
        self,
        target: Target,
        *,
        events: bool = False,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
        step: "Optional[Callable[[moya.Step], Any]]" = None,
    ) -> "moya.AsyncStream":
        """Returns the response while it arrives, for `async with`:

            async with provider.stream(target, events=True) as stream:
                async for event in stream.aiter_events():
                    print(event.data)

        If `events` is set, the request has the header field `Accept: text/event-stream`, unless the target or the
        provider has a field Accept.

        Errors, on entering and while reading: MoyaError.
        """
        if active and (acting := self._acting()) is not self:
            return acting.stream(target, events=events, progress=progress, step=step)
        if events:
            target = self._for_events(target)
        return self._reading(target, watch_of(progress, step, True), True)

    def _reading(
        self, target: Target, watch: Optional[Watch], by_rows: bool
    ) -> "moya.AsyncStream":
        """Makes a stream that reads the response's head and body. `by_rows` is as in AsyncStream."""
        target, address = for_call(_pulling(target))
        call = None
        if self._functions is not None or target.retry is not None:
            call = self._begin_here(target)
            target, address = call.target, call.address
        return self._stream(target, address, True, watch, call, by_rows)

    def events(self, target: Target, *, reconnect: bool = False, max_line: Optional[int] = None) -> "moya.AsyncEvents":
        """Returns the server-sent events of a target for `async for`, like Provider.events:

            async with provider.events(target, reconnect=True) as events:
                async for event in events:
                    print(event.id, event.data)
        """
        from ._stream import AsyncEvents

        if active and (acting := self._acting()) is not self:
            return acting.events(target, reconnect=reconnect, max_line=max_line)
        return AsyncEvents(self._reading(target, None, False), reconnect, max_line)

    async def download(
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
        """Writes the response's body to a file, like Provider.download."""
        from ._calls import add_download

        address_of(target)
        it = self._acting() if active else self
        with it._begin_here(_pulling(target)) as call:
            add_download(call, path, name, resume, replace, create_folders, any_status)
            return await it._stream(call.target, call.address, False, watch_of(progress, step, True), call).wait()

    def _stream(
        self,
        target: Target,
        address: int,
        reads: bool,
        watch: Optional[Watch],
        call: Any = None,
        by_rows: bool = False,
    ) -> "moya.AsyncStream":
        from ._stream import AsyncStream

        self._is_used = True
        return AsyncStream(self._open(), target, address, reads, watch, call, by_rows)

    async def aclose(self) -> None:
        """Cancels the calls in flight, which then raise Cancelled, and frees the provider. Calling this again does
        nothing."""
        for stand_in in self._stand_ins():
            await stand_in.aclose()
        handle, self._handle, self._caller = self._handle, None, None
        if handle is None:
            return
        loop = running_loop()
        inbox = self._inboxes.get(loop)
        try:
            self._drop_gathered(handle)
            if inbox is not None:
                inbox.outbox.send()
            c.provider_cancel_all(handle)
            if inbox is not None and inbox.outbox.waiting:
                # Waits for the calls in this task, so that other tasks continue. Otherwise the library would block the
                # thread until the calls have ended.
                await all_done(loop, [future for future, _ in inbox.outbox.waiting.values()])
            if self._has_plugins:
                await turn(loop)  # hooks that are coroutines begin before the plugins are closed
        finally:
            c.provider_close(handle)
            if self._functions is not None and self._functions.plugins:
                from ._plugins import hold

                hold(handle)
            self._close_inboxes(loop)

    def release(self) -> None:
        """Closes this object without ending its calls, like Provider.release. In a forked child and in a
        subinterpreter, the calls do end, because the thread that runs them belongs to this object."""
        handle = self._handle
        super().release()
        self._caller = None
        if handle is not None and self._pump == Pump.HOST and not self._is_inherited:
            c.provider_close(handle)

    def cancel_all(self) -> None:
        """Ends every call in flight with Cancelled. [any thread]"""
        for it in (self, *self._stand_ins()):
            it._drop_gathered(it._handle)
        super().cancel_all()

    def _drop_gathered(self, handle: Optional[ProviderHandle]) -> None:
        rows = sys.modules.get("moya._rows")  # streams are gathered, too
        if rows is not None and handle is not None:
            rows.drop_gathered(handle)
        for inbox in list(self._inboxes.values()):
            inbox.outbox.drop_all()

    def _running_loop(self) -> Optional[Loop]:
        """Returns an event loop that is running and has made calls, if possible the one that made the last call. None:
        no such event loop is running."""
        outbox = self._outbox
        loops = [*([] if outbox is None else [outbox.loop]), *list(self._inboxes)]
        return next((loop for loop in loops if loop.is_running()), None)

    def _here(self) -> Outbox:
        outbox = self._outbox
        # An outbox sends the calls of one event loop. If the event loop of the last call runs on this thread, the same
        # outbox also sends the next call. is_here() is faster than asyncio's get_running_loop(), which makes a system
        # call before Python 3.12.
        if outbox is None or outbox.thread != get_ident() or not outbox.is_here():
            self._outbox = outbox = self._inbox_of(running_loop()).outbox
        return outbox

    def _inbox_of(self, loop: Loop) -> Inbox:
        for other in list(self._inboxes):
            if other.is_closed():  # asyncio.run or trio.run has ended
                self._inboxes.pop(other, None)
        inbox = self._inboxes.get(loop)
        if inbox is None:
            # If `moves` is set, the thread of the event loop runs the calls. It must not run calls that run Python
            # functions: such a function could block the event loop, and an interrupt could be lost.
            moves = self._pump == Pump.DISPATCH and not self._is_closed_at_exit
            self._inboxes[loop] = inbox = Inbox(loop, self._caller, moves)
            self._is_used = True
            if self._is_closed_at_exit:  # another thread may have added a function since `moves` was computed
                inbox.stop_moving()
        inbox.outbox.thread = get_ident()
        return inbox

    def _close_inboxes(self, running: Optional[Loop]) -> None:
        """Closes the objects that receive the results of calls (_queue.Inbox). Closes each on the thread of its event
        loop, because no other thread may use it."""
        self._outbox = None
        # All inboxes are removed in one step, because another thread may look for the inbox of its event loop at the
        # same time.
        inboxes, self._inboxes = self.__dict__.get("_inboxes", {}), {}
        for loop, inbox in inboxes.items():
            if running is None:  # nothing refers to this provider, so no call is in flight
                inbox.outbox.caller = None
            try:
                if loop is running:
                    inbox.close()
                else:
                    loop.call_soon_threadsafe(inbox.close)
            except RuntimeError:  # the event loop is closed, and no task waits on it
                inbox.close()


AsyncProvider._base = AsyncProvider
Self = TypeVar("Self", bound=AsyncProvider)


def _pulling(target: Target) -> Target:
    """Returns a target for one call. If the body is an asynchronous iterable, the new target has a Pulled as its body.
    The task that makes the call then takes the pieces of the body from the iterable."""
    body: Any = getattr(target, "body", None)
    if not hasattr(body, "__aiter__"):
        return target
    from ._content import Pulled

    pulled = Pulled(body.__aiter__(), target.body_length, trailers=target.trailers)
    return target.replace(body=pulled, body_length=None, trailers=None)


def _ignore(progress: "moya.Progress") -> None:
    pass


# ── What runs the calls of AsyncProviders ─────────────────────────────────────────────────────────────────────────────

# Library threads run the calls (Pump.DISPATCH), except in two cases, in which a Python thread runs them (Pump.HOST). A
# forked child has no library threads, because fork copies only one thread. In a subinterpreter, a library thread must
# not call Python functions.

_process = c.declared_waiting("moya_provider_process", c_int32, c_void_p, c_int32, c_void_p)


#: Whether this process was forked after it imported this module.
_is_child = False
#: The providers of this process that still exist. In a forked child, these are the providers of the parent.
_providers: "weakref.WeakSet[Any]" = weakref.WeakSet()


def _pump_kind() -> Pump:
    """Returns what will run the calls of a new provider: library threads (Pump.DISPATCH) or a Python thread
    (Pump.HOST)."""
    return Pump.HOST if _is_child or not serves_any_thread else Pump.DISPATCH


def _begin_pump(provider: Any, pump: Pump, handle: ProviderHandle) -> None:
    """With Pump.HOST, starts a thread that runs the calls of a new provider. The thread ends when the provider is
    closed. With Pump.DISPATCH, library threads run the calls, so no thread is started."""
    _providers.add(provider)
    if pump == Pump.HOST:
        start_thread("moya.pump", _move, handle)


def _move(handle: ProviderHandle) -> None:
    while not _process(handle, -1, None):
        pass


def _inherited() -> StateError:
    """Returns the error for a provider that a forked child has inherited from its parent."""
    reason = "this process was forked, and the AsyncProvider is its parent's: make one in this process"
    return StateError(reason, Status.FORKED)


def _in_child() -> None:
    global _is_child
    _is_child = True
    for provider in list(_providers):
        provider._is_inherited, provider._caller, provider._outbox = True, None, None
    _providers.clear()


os.register_at_fork(after_in_child=_in_child)
