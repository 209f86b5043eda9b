"""What the tasks of an event loop send."""

from ctypes import byref, c_uint64
from sys import _getframe
from threading import get_ident
from time import monotonic
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

from . import _library as c
from ._errors import Cancelled, MoyaError, StateError
from ._library import CALLS, HANDLE_SIZE, CallHandles, ErrorHandle
from ._response import Response, take_error
from ._status import Status
from ._target import Target

if TYPE_CHECKING:
    import asyncio
    from types import FrameType
    from asyncio import AbstractEventLoop as _Loop
else:
    _Loop = Any  # `import moya` alone must not pay for asyncio

#: Tags are passed as ints of C.
_LAST_TAG = 0x7FFFFFFF - CALLS
_Targets = c_uint64 * CALLS
#: Instead of a future and its target, when no task waits for that tag.
NOBODY: Tuple[Any, Any] = (None, None)
#: How many answers that come together are reason to gather: as many calls as go out together at most. With 4 to 8 calls in
#: flight, to gather all of them took 17 % longer: while the tasks run, the server had nothing to do.
ENOUGH = CALLS
#: Seconds. When the tasks of a turn of the event loop have taken longer, calls that begin early have waited for tasks that
#: compute.
_LONGEST = 0.001
#: How many turns do not gather calls after one that took longer.
_RESTS = 99


class Page:
    """The tags of CALLS calls, from `first` on, and the handles of those that have begun."""

    __slots__ = ("first", "handles", "count", "sent", "targets", "places", "next")

    def __init__(self, first: int, last: "Optional[Page]" = None) -> None:
        """`last`: the page before; None: there is none, or it has calls that are to be sent."""
        self.first, self.handles = first, CallHandles()
        #: How many of the tags are taken, and of how many the calls were sent. The others are gathered.
        self.count = self.sent = 0
        #: The addresses of the moya_targets of the calls that are gathered; 0: one that is not to be sent. Each is kept by the
        #: target of its task. Those of calls that were sent may be gone.
        self.targets: Any
        #: What is passed for the place of each.
        self.places: Any
        if last is None:
            targets = _Targets()
            self.targets, self.places = targets, [byref(targets, place * HANDLE_SIZE) for place in range(CALLS)]
        else:
            self.targets, self.places = last.targets, last.places
        self.next: "Optional[Page]" = None


class Outbox:
    """The calls that begin on one event loop. Used on that loop's thread only, but for `cancel` and `drop_all`.

    When several answers are delivered together, the tasks that they wake often call again, one behind the other: these
    calls are gathered, and go out in one call into the library behind the last of these tasks. 5,500 instructions less of
    a call of 41,400 with 64 in flight: each time that a function is called, ctypes prepares that anew.
    """

    __slots__ = (
        "loop", "thread", "waiting", "page", "unsent", "sender", "gathers", "caller", "queue", "error", "has_begun_again",
        "opened", "rests",
    )

    def __init__(self, loop: _Loop, queue: Any, caller: Any) -> None:
        """`queue`: what is passed for the queue into which the calls end. `caller`: the provider's handle, and what is passed
        for it; None: its calls are all sent apart."""
        self.loop, self.thread, self.queue, self.caller = loop, get_ident(), queue, caller
        self.waiting: "Dict[int, Tuple[asyncio.Future[Response], Target]]" = {}
        self.page = Page(CALLS)  # a tag is never 0
        #: The first page that may have calls which are gathered: `page`, or one before that.
        self.unsent = self.page
        #: The frame of the `send` that is under way; None: none is. It stays behind an interrupt.
        self.sender: Any = None
        #: Whether calls wait until the tasks that run now have run.
        self.gathers = False
        self.error = _error()
        self.has_begun_again = False
        #: When the gathering began, and how many turns are still to pass without one.
        self.opened, self.rests = 0.0, 0

    def turn_page(self) -> Page:
        """An empty page, to follow one whose tags are all taken. When tags have begun again, it passes over those of calls
        that are as old as the last time."""
        self.send()
        last = self.page
        first, waiting = last.first + CALLS, self.waiting.keys()
        while first > _LAST_TAG or (self.has_begun_again and not waiting.isdisjoint(range(first, first + CALLS))):
            if first > _LAST_TAG:
                first, self.has_begun_again = 0, True
            first += CALLS
        last.next = page = Page(first, last if last.sent == last.count else None)
        self.page = page
        return page

    def take_place(self) -> "Tuple[Page, int]":
        """The place of a call that its task sends itself, with another function. It counts as sent."""
        self.send()
        page = self.page
        if page.count == CALLS or page.sent < page.count:
            page = self.turn_page()
        place = page.count
        try:
            page.count = place + 1
            page.sent = place + 1
        except BaseException:  # an interrupt; the place stays empty
            page.sent = page.count
            raise
        return page, place

    def take_error(self) -> ErrorHandle:
        """The error of a call that did not begin."""
        error, self.error = self.error, _error()
        return error[0]

    def gather(self) -> None:
        """To be called when ENOUGH tasks were woken, which may call: their calls are gathered until the last of them has
        run."""
        if self.rests:
            self.rests -= 1
        elif not self.gathers:
            # Behind these tasks. And once more, since an interrupt may come before the first line of the first.
            self.loop.call_soon(self._end_gathering)
            self.loop.call_soon(self._end_gathering)
            self.opened = monotonic()
            self.gathers = True

    def _end_gathering(self) -> None:
        self.gathers = False
        self.send()
        if monotonic() - self.opened > _LONGEST:
            self.rests = _RESTS

    def send(self) -> None:
        """Sends the calls that were gathered. May be interrupted anywhere and repeated: a call has begun when it has a
        handle. Does nothing inside itself, as in a callback of the library's that begins a call: the `send` that is under
        way sends that call, too."""
        if self.sender is not None and self._is_sending():
            return
        page = self.unsent
        try:
            self.sender = _getframe()
            while True:
                while page.sent < page.count:
                    self._send(page)
                if page is self.page:
                    break
                # The link is cut: whoever keeps a page, as a call that takes long, must not keep all later ones.
                left, page = page, page.next or self.page
                self.unsent = page
                left.next = None
        except BaseException:
            while page.sent < page.count and page.handles[page.sent]:
                page.sent += 1
            self.error = _error()
            raise
        finally:
            self.sender = None

    def _send(self, page: Page) -> None:
        """Sends calls of a page, up to the first that does not begin."""
        sent, count, caller = page.sent, page.count, self.caller
        if caller is None:
            closed = StateError("this AsyncProvider is closed", Status.STATE)
            self._refuse(page.first + sent, closed)
            page.sent = sent + 1
            return
        status = c.provider_enqueue_all(
            caller[1], page.places[sent], count - sent, self.queue, page.first + sent, 0, None,
            byref(page.handles, sent * HANDLE_SIZE), None, self.error[1],
        )
        if not status:
            page.sent = count
            return
        while page.handles[sent]:
            sent += 1
        self._refuse(page.first + sent, self._why(page, sent, status))
        page.sent = sent + 1

    def _is_sending(self) -> bool:
        """Is the frame of the last `send` among those that run?"""
        frame: "Optional[FrameType]" = _getframe()
        while frame is not None:
            if frame is self.sender:
                return True
            frame = frame.f_back
        return False

    def _why(self, page: Page, place: int, status: int) -> MoyaError:
        """The error of a call that did not begin."""
        target = self.waiting.get(page.first + place, NOBODY)[1]
        error = take_error(status, self.take_error(), target)
        if page.targets[place]:
            return error
        return Cancelled("the call was cancelled before it was sent", Status.CANCELLED, target=target)

    def _refuse(self, tag: int, error: MoyaError) -> None:
        """Ends a call that did not begin."""
        future = self.waiting.get(tag, NOBODY)[0]
        if future is not None and not future.done():
            future.set_exception(error)
        self.waiting.pop(tag, None)

    def drop_all(self) -> None:
        """Lets the calls that are gathered end with Cancelled. [any thread, also inside `send`]"""
        page = self.unsent
        while True:
            for place in range(page.sent, page.count):
                page.targets[place] = 0
            if page is self.page:
                return
            page = page.next or self.unsent  # `send` has left it meanwhile

    def cancel(self, page: Page, place: int) -> None:
        """Cancels a call. One that is gathered is not sent. [any thread, also inside `send`: a collector may end a coroutine
        anywhere]"""
        handle = page.handles[place]
        if handle:
            c.call_cancel(handle)
        elif page.sent <= place:
            page.targets[place] = 0


def _error() -> "Tuple[ErrorHandle, Any]":
    """For the error of a call that does not begin: empty, and where the library puts it."""
    error = ErrorHandle()
    return error, byref(error)
