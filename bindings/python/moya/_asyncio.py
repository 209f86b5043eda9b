"""What sends targets on an asyncio event loop, without a thread of Python's."""

import ctypes
from threading import get_ident
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Type

from . import _library as c
from ._completions import Completions, release
from ._errors import StateError, take_error
from ._handle import Handle
from ._lower import lower
from ._response import Response
from ._status import PUMP_DISPATCH, Status
from ._target import Target

if TYPE_CHECKING:
    import asyncio

    from typing_extensions import Unpack

    from ._options import Options


class _Inbox:
    """The calls that an event loop waits for. Apart from the provider, so that the loop does not keep that alive."""

    __slots__ = ("completions", "waiting", "fd", "loop", "tag", "thread")

    def __init__(self) -> None:
        from asyncio import get_running_loop  # `import moya` alone must not pay for asyncio

        self.loop = loop = get_running_loop()
        self.thread = get_ident()
        self.completions = Completions()
        self.waiting: "Dict[int, Tuple[asyncio.Future[Response], Target]]" = {}
        self.tag = 0
        self.fd = self.completions.fd
        loop.add_reader(self.fd, self.deliver)

    def is_here(self) -> bool:
        """Whether its event loop is the running one; get_running_loop() would be a system call before Python 3.12."""
        return self.loop.is_running() and self.thread == get_ident()

    def deliver(self) -> None:
        """One batch: the descriptor stays readable while there are more."""
        waiting = self.waiting
        for row in self.completions.drain():
            tag, status, http_status, response, error = row
            future, target = waiting.pop(tag)
            if future.done():  # its task was cancelled
                release(row)
            elif status:
                future.set_exception(take_error(status, error, target))
            else:
                future.set_result(Response(response, http_status, target))

    def close(self) -> None:
        """After the provider, whose calls have all ended as rows."""
        if self.completions.handle is None:
            return
        if not self.loop.is_closed():
            self.loop.remove_reader(self.fd)
            before = -1
            while len(self.waiting) != before:
                before = len(self.waiting)
                self.deliver()
            for future, _target in self.waiting.values():  # none, unless the library broke its word
                future.cancel()
        self.completions.close()


class AsyncProvider(Handle):
    """Connections, plugins and defaults; see Options for its arguments. Belongs to the event loop of its first call.

        async with moya.AsyncProvider(timeout=10) as provider:
            response = await provider.call(moya.Target("https://api.github.com", "/zen"))
    """

    def __init__(self, **options: "Unpack[Options]") -> None:
        # Transfers move on the library's thread, beside Python's: 45 k requests/s at 64 in flight. With the provider's
        # descriptor in the event loop and PUMP_HOST it is 32 k, since one thread then does both.
        super().__init__(PUMP_DISPATCH, options)
        self._inbox: Optional[_Inbox] = None
        self._call, self._error = ctypes.c_void_p(), ctypes.c_void_p()
        self._call_out, self._error_out = ctypes.byref(self._call), ctypes.byref(self._error)

    async def __aenter__(self) -> "AsyncProvider":
        self._bind()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()

    def __del__(self, *arguments: Any) -> None:
        super().__del__(*arguments)
        # Not here: this may be any thread, and the loop's books are its own.
        inbox = getattr(self, "_inbox", None)
        if inbox is not None and not inbox.loop.is_closed():
            inbox.loop.call_soon_threadsafe(inbox.close)

    async def call(self, target: Target) -> Response:
        """Sends and waits. An HTTP error status is an answer, see Response.raise_for_status.

        Errors: MoyaError. Cancelling the task cancels the call and raises asyncio.CancelledError.
        """
        inbox = self._bind()
        address = lower(target)
        inbox.tag = tag = inbox.tag + 1
        status = c.provider_enqueue(
            self._handle, address, inbox.completions.handle, tag, self._call_out, self._error_out
        )
        if status:
            raise take_error(status, self._error.value, target)
        call = self._call.value
        future: "asyncio.Future[Response]" = inbox.loop.create_future()
        inbox.waiting[tag] = future, target
        try:
            return await future
        except BaseException:
            c.call_cancel(call)
            raise
        finally:
            c.call_release(call)

    async def aclose(self) -> None:
        """Cancels what is under way, which then raises Cancelled, and frees the provider. Again: nothing happens."""
        inbox, self._inbox = self._inbox, None
        self._destroy()
        if inbox is not None:
            inbox.close()

    def _bind(self) -> _Inbox:
        inbox = self._inbox
        if inbox is None:
            self._open()
            self._inbox = inbox = _Inbox()
        elif not inbox.is_here():
            raise StateError("this AsyncProvider belongs to another event loop", Status.STATE)
        return inbox
