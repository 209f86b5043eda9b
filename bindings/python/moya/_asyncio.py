"""AsyncProvider: calls on asyncio event loops, without a thread of Python's."""

import os
import struct
from ctypes import byref, memset
from threading import get_ident
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple, Type, TypeVar, Union

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from ._base import BaseProvider
from ._completions import Batch, make_queue
from ._handle import ROW_SIZE, CallHandle, ErrorHandle, GroupHandle, Handle, QueueHandle
from ._options import Options, Unpack
from ._response import Response, take_error
from ._status import Pump
from ._structs import COMPLETION_FORMAT
from ._target import Target, address_of

if TYPE_CHECKING:
    import asyncio
    from asyncio import AbstractEventLoop as _Loop
else:
    _Loop = Any  # `import moya` alone must not pay for asyncio

#: Rows of tag, status, HTTP status, response, error.
_unpack = struct.Struct(COMPLETION_FORMAT).iter_unpack
#: Instead of a future and its target, when no task waits for that tag.
_NOBODY: Tuple[Any, Any] = (None, None)


class _Inbox:
    """The calls that one event loop waits for. Used on that loop's thread only. An object apart from the provider,
    since the event loop refers to it: otherwise the event loop would keep the provider alive."""

    __slots__ = ("loop", "thread", "queue", "fd", "rows", "bytes", "waiting", "tag", "error")

    def __init__(self, loop: _Loop) -> None:
        self.loop, self.thread = loop, get_ident()
        self.queue = make_queue()
        self.fd: int = c.queue_fd(self.queue)
        #: A batch, filled from the front: the first row with a tag of 0 ends it. It owns its answers and errors.
        self.rows = Batch()
        self.bytes = memoryview(self.rows).cast("B")
        self.waiting: "Dict[int, Tuple[asyncio.Future[Response], Target]]" = {}
        self.tag = 0
        self.error = ErrorHandle()
        loop.add_reader(self.fd, self.deliver)

    def is_here(self) -> bool:
        """Whether its event loop is the running one; get_running_loop() would be a system call before Python 3.12."""
        return self.loop.is_running() and self.thread == get_ident()

    def deliver(self) -> bool:
        """Delivers one batch of rows; returns whether there were any. The descriptor stays readable while there are
        more."""
        self._end_calls()  # that an interrupted delivery left
        came: int = c.queue_drain(self.queue, self.rows, ROW_SIZE, len(self.rows))
        self._end_calls()
        return came > 0

    def _end_calls(self) -> None:
        """Ends the calls of the batch. May be interrupted anywhere and repeated: it passes over calls that have ended."""
        count = 0
        for tag, status, http_status, response, error in _unpack(bytes(self.bytes)):
            if not tag:
                break
            count += 1
            future, target = self.waiting.get(tag, _NOBODY)
            if future is not None and not future.done():  # its task may have been cancelled
                if status:
                    future.set_exception(take_error(status, c.error_retain(error), target))
                else:
                    future.set_result(Response(c.response_retain(response), http_status, target))
            self.waiting.pop(tag, None)
        if count:
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


class AsyncProvider(BaseProvider):
    """Connections, plugins and defaults; see Options for its arguments. Usable from any event loop, and from several.

        async with moya.AsyncProvider(timeout=10) as provider:
            response = await provider.call(moya.Target("https://api.github.com", "/zen"))
    """

    #: The inbox of the event loop that called last, which saves a look into the inboxes of all event loops.
    _inbox: Optional[_Inbox] = None
    _inboxes: Dict[_Loop, _Inbox]

    def __init__(self, **options: Unpack[Options]) -> None:
        self._inboxes = {}
        # Transfers move on the library's thread, beside Python's: 45 k requests/s at 64 in flight. With the provider's
        # descriptor in the event loop and Pump.HOST it is 32 k, since one thread then does both.
        super().__init__(Pump.DISPATCH, options)

    async def __aenter__(self: "Self") -> "Self":
        self._open()
        self._here()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()

    def __del__(self, *arguments: Any) -> None:
        try:
            super().__del__(*arguments)
        finally:
            self._close_inboxes(None)

    async def call(self, target: Target, *, progress: "Optional[Callable[[moya.Progress], Any]]" = None) -> Response:
        """Sends and waits. An HTTP error status is an answer, see Response.raise_for_status. `progress` is called with a
        moya.Progress, whenever bytes were moved.

        Errors: MoyaError. Cancelling the task cancels the call and raises asyncio.CancelledError.
        """
        address = address_of(target)
        if self._functions is not None or target.retry is not None:
            with self._begin_here(target) as call:
                if progress is not None:
                    return await self._stream(call.target, call.address, False, progress).wait()
                return await self._send(call.target, call.address, c.provider_enqueue, self._open())
        if progress is not None:
            return await self._stream(target, address, False, progress).wait()
        return await self._send(target, address, c.provider_enqueue, self._open())

    async def _call(self, target: Target, enqueue: Any, caller: Handle) -> Response:
        address = address_of(target)
        if self._functions is not None or target.retry is not None:
            with self._begin_here(target) as call:
                return await self._send(call.target, call.address, enqueue, caller)
        return await self._send(target, address, enqueue, caller)

    def _begin_here(self, target: Target) -> Any:
        """A call whose coroutines run on this event loop."""
        self._open()
        return self._begin(target, self._here().loop)

    async def _send(self, target: Target, address: int, enqueue: Any, caller: Handle) -> Response:
        self._open()
        inbox = self._here()
        call = CallHandle()
        future: "asyncio.Future[Response]" = inbox.loop.create_future()
        inbox.tag = tag = inbox.tag + 1
        try:
            status = enqueue(caller, address, inbox.queue, tag, byref(call), byref(inbox.error))
            if status:
                error, inbox.error = inbox.error, ErrorHandle()
                raise take_error(status, error, target)
            inbox.waiting[tag] = future, target
            return await future
        except BaseException:
            future.cancel()
            c.call_cancel(call)
            raise

    def stream(self, target: Target, *, progress: "Optional[Callable[[moya.Progress], Any]]" = None) -> "moya.AsyncStream":
        """The response as it comes, for `async with`:

            async with provider.stream(target) as stream:
                async for event in stream.aiter_events():
                    print(event.data)

        Errors, on entering and while reading: MoyaError.
        """
        address = address_of(target)
        if self._functions is not None or target.retry is not None:
            call = self._begin_here(target)
            return self._stream(call.target, call.address, True, progress, call)
        return self._stream(target, address, True, progress)

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
    ) -> Response:
        """As Provider.download."""
        from ._download import add_download

        address_of(target)
        with self._begin_here(target) as call:
            add_download(call, path, name, resume, replace, create_folders, any_status)
            return await self._stream(call.target, call.address, False, progress).wait()

    def _stream(
        self,
        target: Target,
        address: int,
        reads: bool,
        progress: "Optional[Callable[[moya.Progress], Any]]",
        call: Any = None,
    ) -> "moya.AsyncStream":
        from ._stream import AsyncStream

        if progress is not None and not callable(progress):
            raise check.wrong("progress", "a function", progress)
        return AsyncStream(self._open(), target, address, reads, progress, call)

    async def aclose(self) -> None:
        """Cancels the calls under way, which then raise Cancelled, and frees the provider. Calling it
        again does nothing."""
        from asyncio import get_running_loop, wait

        handle, self._handle = self._handle, None
        if handle is None:
            return
        loop = get_running_loop()
        inbox = self._inboxes.get(loop)
        try:
            c.provider_cancel_all(handle)
            if inbox is not None and inbox.waiting:
                # The task waits here, so that the event loop goes on meanwhile and the library need not block for them.
                await wait([future for future, _ in inbox.waiting.values()])
        finally:
            c.provider_close(handle)
            self._close_inboxes(loop)

    def _here(self) -> _Inbox:
        inbox = self._inbox
        if inbox is None or not inbox.is_here():
            from asyncio import get_running_loop

            self._inbox = inbox = self._inbox_of(get_running_loop())
        return inbox

    def _inbox_of(self, loop: _Loop) -> _Inbox:
        for other in list(self._inboxes):
            if other.is_closed():  # asyncio.run has ended
                self._inboxes.pop(other, None)
        inbox = self._inboxes.get(loop)
        if inbox is None:
            self._inboxes[loop] = inbox = _Inbox(loop)
        inbox.thread = get_ident()
        return inbox

    def _close_inboxes(self, running: Optional[_Loop]) -> None:
        """Closes every inbox on its own event loop's thread, the only one that may touch it."""
        self._inbox = None
        inboxes = self.__dict__.pop("_inboxes", {})
        self._inboxes = {}
        for loop, inbox in inboxes.items():
            try:
                if loop is running:
                    inbox.close()
                else:
                    loop.call_soon_threadsafe(inbox.close)
            except RuntimeError:  # the event loop is closed, and no task waits on it
                inbox.close()


Self = TypeVar("Self", bound=AsyncProvider)


class AsyncGroup:
    """Calls that belong together: at most `limit` of them are under way, the others wait in line, in order.

        group = moya.AsyncGroup(provider, limit=8)
        answers = await asyncio.gather(*(group.call(target) for target in targets))

    A call's timeout counts from when it is sent. Usable as long as the provider is open.
    """

    def __init__(self, provider: AsyncProvider, limit: int) -> None:
        if not isinstance(provider, AsyncProvider):
            raise check.wrong("provider", "a moya.AsyncProvider", provider)
        handle, error = GroupHandle(), ErrorHandle()
        most = check.integer(limit, "limit", 1, 0xFFFFFFFF)
        status = c.group_create(provider._open(), most, byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._provider, self._handle = provider, handle

    def __repr__(self) -> str:
        return f"<moya.AsyncGroup of {len(self)} calls>"

    def __len__(self) -> int:
        """The calls that have not ended, those in line included."""
        count: int = c.group_count(self._handle)
        return count

    async def call(self, target: Target) -> Response:
        """As AsyncProvider.call, in its turn."""
        return await self._provider._call(target, c.group_enqueue, self._handle)

    def cancel(self) -> None:
        """Cancels the calls that are in the group now: they raise Cancelled, and those in line are never sent."""
        c.group_cancel(self._handle)
