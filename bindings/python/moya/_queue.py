"""Queues of calls. An event loop sends the calls of its tasks together, and receives their completions from a queue.
Threads that wait for a blocking provider's calls run these calls."""

import os
import struct
import weakref
from ctypes import byref, c_int32, c_uint64, c_void_p
from sys import _getframe
from threading import get_ident
from time import monotonic
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, Union

from . import _library as c
from ._errors import Cancelled, MoyaError, StateError
from ._library import (
    CALLS, HANDLE_SIZE, ROWS, ROW_SIZE, CallHandles, ErrorHandle, QueueHandle, ResponseHandle, Rows,
)
from ._loop import Loop, runs_here
from ._response import Response, take_error
from ._status import Status
from ._structs import COMPLETION_FORMAT, Completion
from ._target import Target
from ._threads import interrupts, raise_interrupt

if TYPE_CHECKING:
    import asyncio
    from types import FrameType


# ── Sending calls ─────────────────────────────────────────────────────────────────────────────────────────────────────

#: The largest tag of a call. Tags are passed as C ints.
_LAST_TAG = 0x7FFFFFFF - CALLS
_Targets = c_uint64 * CALLS
#: Stands for the future and the target of a call for which no task waits.
NOBODY: Tuple[Any, Any] = (None, None)
#: How many responses must arrive together, so that the next calls are gathered (see Outbox). With fewer calls in
#: flight, gathering is slower, because the server has nothing to do while the tasks run. This is also the most calls
#: that are sent together.
ENOUGH = CALLS
#: The longest time for gathering, in seconds. If the tasks of one turn of the event loop take longer, they probably
#: compute. The calls that were gathered first then wait too long, so the next turns do not gather (_RESTS).
_LONGEST = 0.001
#: After a turn of the event loop that took longer than _LONGEST, calls are not gathered for this many turns.
_RESTS = 99


class Page:
    """A page of an Outbox has places for CALLS calls, whose tags are `first`, `first` + 1 and so on. It also has the
    handles of the calls that were started."""

    __slots__ = ("first", "handles", "count", "sent", "targets", "places", "next")

    def __init__(self, first: int, last: "Optional[Page]" = None) -> None:
        """`last` is the previous page, whose `targets` this page uses again. It is None if there is no previous page,
        or if the previous page still needs its `targets` to send calls."""
        self.first, self.handles = first, CallHandles()
        #: `count` is how many calls have a place in this page, and `sent` how many of these calls were sent. The others
        #: are gathered: they wait to be sent.
        self.count = self.sent = 0
        #: The addresses of the moya_targets of gathered calls. 0: the call was cancelled, so it is not sent. The
        #: moya.Target of a call owns the moya_target. After a call was sent, its moya_target may be freed.
        self.targets: Any
        #: For each place in `targets`, an object that ctypes passes as the address of the place.
        self.places: Any
        if last is None:
            targets = _Targets()
            self.targets, self.places = targets, [byref(targets, place * HANDLE_SIZE) for place in range(CALLS)]
        else:
            self.targets, self.places = last.targets, last.places
        self.next: "Optional[Page]" = None


class Outbox:
    """Sends the calls that start on one event loop. Any thread may use `cancel` and `drop_all`. Only the thread of the
    loop may use the other members.

    When several responses arrive together, the tasks that they wake often make their next calls one after the other.
    The outbox gathers these calls. After the last of these tasks, it gives them all to the library at once. This is
    faster, because ctypes prepares the arguments anew whenever Python calls a C function.
    """

    __slots__ = (
        "loop", "thread", "is_here", "waiting", "page", "unsent", "sender", "gathers", "caller", "queue", "error", "has_begun_again",
        "opened", "rests",
    )

    def __init__(self, loop: Loop, queue: Any, caller: Any) -> None:
        """`queue` is the object that ctypes passes for the queue of the completions. `caller` is the provider's handle,
        and the object that ctypes passes for it. None: every call is sent separately."""
        self.loop, self.thread, self.queue, self.caller = loop, get_ident(), queue, caller
        self.is_here = runs_here(loop)
        self.waiting: "Dict[int, Tuple[Union[asyncio.Future[Response], Abandoned], Target]]" = {}
        self.page = Page(CALLS)  # a tag is never 0
        #: The first page that may have gathered calls: `page` or an earlier one.
        self.unsent = self.page
        #: The frame of the running `send`; None: no `send` is running. After an interrupt it may still be set.
        self.sender: Any = None
        #: Whether calls wait until the current tasks have run.
        self.gathers = False
        self.error = _error()
        self.has_begun_again = False
        #: `opened` is the time when the gathering began. `rests` is how many of the next turns do not gather.
        self.opened, self.rests = 0.0, 0

    def turn_page(self) -> Page:
        """Returns an empty page that replaces a full one. Its calls get the tags after those of the full page. After
        _LAST_TAG, tags begin again at CALLS, and the tags of earlier calls that are still in flight are skipped."""
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
        """Takes a place in a page for a call that is not gathered. The task itself sends this call with another
        function of the library, so the call counts as sent."""
        self.send()
        page = self.page
        if page.count == CALLS or page.sent < page.count:
            page = self.turn_page()
        place = page.count
        try:
            page.count = place + 1
            page.sent = place + 1
        except BaseException:  # an interrupt came, so the place stays empty
            page.sent = page.count
            raise
        return page, place

    def take_error(self) -> ErrorHandle:
        """Returns the error of a call that was not started."""
        error, self.error = self.error, _error()
        return error[0]

    def gather(self) -> None:
        """Begins to gather calls: they are sent when all tasks that were just woken have run. Does nothing if a
        gathering took too long before (_RESTS). The caller has just woken at least ENOUGH tasks, which often make their
        next calls."""
        if self.rests:
            self.rests -= 1
        elif not self.gathers:
            # The tasks that were just woken run before `_end_gathering`. `_end_gathering` is scheduled twice, because
            # an interrupt may end its first run before the first line.
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
        """Sends the gathered calls. An interrupt may end this function anywhere. It can then be called again, because
        each handle shows that its call was started. If `send` is already running, for example when a library callback
        starts a call, it does nothing: the running `send` also sends that call."""
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
                # Cuts the link to the next page. Otherwise a long call, which holds its page, would hold all later
                # pages.
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
        """Sends calls of a page, up to the first that cannot be started."""
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
        if interrupts:
            raise_interrupt()
        if not status:
            page.sent = count
            return
        while page.handles[sent]:
            sent += 1
        self._refuse(page.first + sent, self._why(page, sent, status))
        page.sent = sent + 1

    def _is_sending(self) -> bool:
        """Returns whether `send` is among the functions that called this one."""
        frame: "Optional[FrameType]" = _getframe()
        while frame is not None:
            if frame is self.sender:
                return True
            frame = frame.f_back
        return False

    def _why(self, page: Page, place: int, status: int) -> MoyaError:
        """Returns the error of a call that could not be started."""
        target = self.waiting.get(page.first + place, NOBODY)[1]
        error = take_error(status, self.take_error(), target)
        if page.targets[place]:
            return error
        return Cancelled("the call was cancelled before it was sent", Status.CANCELLED, target=target)

    def _refuse(self, tag: int, error: MoyaError) -> None:
        """Ends a call that could not be started."""
        future = self.waiting.get(tag, NOBODY)[0]
        if future is not None and not future.done():
            future.set_exception(error)
        self.waiting.pop(tag, None)

    def abandon(self, tag: int, call: Any) -> None:
        """Holds the moya._calls.Call of a cancelled task until the call completes."""
        if tag in self.waiting:
            self.waiting[tag] = Abandoned(call), call.target

    def drop_all(self) -> None:
        """Ends the gathered calls with Cancelled. [any thread, even inside `send`]"""
        page = self.unsent
        while True:
            for place in range(page.sent, page.count):
                page.targets[place] = 0
            if page is self.page:
                return
            page = page.next or self.unsent  # `send` may have cut the link to the next page

    def cancel(self, page: Page, place: int) -> None:
        """Cancels a call. A gathered call is not sent.
        [any thread, even inside `send`, because the garbage collector may end a coroutine anywhere]"""
        handle = page.handles[place]
        if handle:
            c.call_cancel(handle)
        elif page.sent <= place:
            page.targets[place] = 0


class Abandoned:
    """Stands for the future of a call whose task was cancelled. It holds the call until the call completes, because
    hooks of plugins need the call. `aclose` waits for this object as for a future."""

    __slots__ = ("_call", "_callbacks")

    def __init__(self, call: Any) -> None:
        self._call = call
        self._callbacks: "List[Callable[[Any], Any]]" = []

    def done(self) -> bool:
        return self._call is None

    def add_done_callback(self, function: "Callable[[Any], Any]") -> None:
        self._callbacks.append(function)

    def set_result(self, _: Any) -> None:
        self._call = None
        for function in self._callbacks:
            function(self)

    set_exception = set_result


def _error() -> "Tuple[ErrorHandle, Any]":
    """Makes a handle for an error, and its address. If a call cannot be started, the library stores the error there."""
    error = ErrorHandle()
    return error, byref(error)


# ── Delivering completions ────────────────────────────────────────────────────────────────────────────────────────────
#
# A completion is a row of a queue of the library. The descriptor of the queue wakes the event loop. With few calls in
# flight, the event loop's thread also runs the calls: it sends and receives for them (moya_queue_set_pump).

#: Reads rows of tag, status, HTTP status, body and length of the body.
_unpack = struct.Struct(COMPLETION_FORMAT).iter_unpack
_new = Response.__new__


class Inbox:
    """Receives the results of the calls that one event loop waits for. Only the thread of that loop uses this object.
    The event loop refers to this object. So this object must not refer to the provider: otherwise the provider would
    live as long as the event loop."""

    __slots__ = ("loop", "outbox", "queue", "passed_queue", "fd", "rows", "bytes", "answers", "at", "has_rows", "drain")

    def __init__(self, loop: Loop, caller: Any, moves: bool) -> None:
        """`moves` is whether the thread of the event loop runs the calls while there are few. If this thread is busy
        with other code, a library thread runs them."""
        self.loop = loop
        self.queue = make_queue()
        #: The library's function that takes rows, which are the results of calls, from the queue. It also runs the
        #: calls, if `moves` is true and the queue allows it.
        self.drain = c.queue_drain_quickly
        if moves and c.queue_set_pump(self.queue, CALLS, None) == 0:
            self.drain = c.queue_drain_moving
        self.passed_queue = c.passed(self.queue)
        self.outbox = Outbox(loop, self.passed_queue, caller)
        self.fd: int = c.queue_fd(self.queue)
        #: An array of rows, each with the result of one call. The array is filled once, from its start. The rows before
        #: the index `at` were delivered. The first row with the tag 0 is empty, and so are the rows after it.
        self.rows: Any
        self.bytes: memoryview
        #: One object for each completion in `rows`. It owns the response that the library writes there. None: the
        #: completion was delivered.
        self.answers: "List[Optional[ResponseHandle]]"
        self.at: int
        self._take_rows()
        #: Whether there may be undelivered rows, for example after an interrupt.
        self.has_rows = False
        loop.add_reader(self.fd, self.deliver)

    def deliver(self) -> bool:
        """Delivers one batch of results. Returns whether there were any. The queue's descriptor stays readable while
        the queue has more."""
        try:
            if self.has_rows:
                self._end_calls(ROWS)
            room, came = self._drain()
            if came == room:  # there may be more rows than fitted
                came += max(0, self._drain()[1])
            if came >= ENOUGH:
                self.outbox.gather()
        except BaseException:
            # Results that were taken from the queue before the exception no longer make the queue's descriptor
            # readable. So this function is called again to deliver them.
            if not self.loop.is_closed():
                self.loop.call_soon(self.deliver)
            raise
        return came > 0

    def _drain(self) -> "Tuple[int, int]":
        """Delivers results. Returns how many could be taken from the queue at once, and how many were taken."""
        if self.at == ROWS:
            self._take_rows()
        at = self.at
        self.has_rows = True
        came: int = self.drain(self.passed_queue, byref(self.rows, at * ROW_SIZE), ROW_SIZE, ROWS - at)
        if came > 0:
            self._end_calls(at + came)
        self.has_rows = False
        return ROWS - at, came

    def _end_calls(self, end: int) -> None:
        """Ends the calls whose results are in `rows`, from `at` to before `end`. Stops at the first row that is not
        filled. The function may be interrupted anywhere and called again, because it skips calls that have ended."""
        waiting, answers, at = self.outbox.waiting, self.answers, self.at
        for tag, status, http_status, body, length in _unpack(self.bytes[at * ROW_SIZE : end * ROW_SIZE]):
            if not tag:
                break
            future, target = waiting.get(tag, NOBODY)
            if future is not None and not future.done():  # the task of the call may have been cancelled
                if status:
                    error = c.error_retain(Completion.from_buffer(self.rows, at * ROW_SIZE).error)
                    future.set_exception(take_error(status, error, target))
                else:
                    # This does the same as Response(…), but faster.
                    it: Any = _new(Response)
                    it._handle, it.status_code, it.target, it._headers, it._body, it._length = (
                        answers[at], http_status, target, None, body, length
                    )
                    future.set_result(it)
            waiting.pop(tag, None)
            answers[at] = None
            if status:
                c.completions_release(byref(self.rows, at * ROW_SIZE), ROW_SIZE, 1)
            at += 1
        self.at = at

    def stop_moving(self) -> None:
        """Lets a library thread run the calls from now on. [any thread]"""
        c.queue_set_pump(self.queue, 0, None)

    def _take_rows(self) -> None:
        """Makes a new array for results when the old one is used up."""
        rows = Rows()
        self.rows, self.bytes, self.answers = rows, memoryview(rows).cast("B"), rows.answers()
        self.at = 0

    def close(self) -> None:
        """Delivers the last results and closes the queue. Call this method after the provider is closed, when all of
        its calls have completed. This object may be freed much later: a stored error holds the frame of its call, and
        the frame holds this object."""
        try:
            self.outbox.send()
        finally:
            self._close()

    def _close(self) -> None:
        if not self.loop.is_closed():
            self.loop.remove_reader(self.fd)
            while self.deliver():
                pass
        self.passed_queue = self.outbox.caller = None
        self.queue = QueueHandle()


def make_queue() -> QueueHandle:
    """Makes a queue. Errors: SystemFailure."""
    queue, error = QueueHandle(), ErrorHandle()
    status = c.queue_create(byref(queue), byref(error))
    if status:
        raise take_error(status, error)
    return queue


# ── Running the calls of a blocking provider ──────────────────────────────────────────────────────────────────────────
#
# The completions of these calls are rows of queues, too. A thread that waits for rows runs the calls: it sends and
# receives for them (moya_provider_process).

#: Python handles signals (Ctrl-C) between two calls into the library. So a thread waits in slices.
_SLICE_MS = 100
_SHORT_MS = 10

_process = c.declared_passing("moya_provider_process", c_int32)
_wake = c.declared("moya_queue_wake", None, c_void_p)


def cannot_wait() -> StateError:
    return StateError("a thread cannot wait inside a function that the library calls", Status.STATE)


class Waiters:
    """The threads that wait for calls of one provider. One of them runs the calls of all threads. The others wait for
    their results.

    Invariant: a thread waits only while another thread runs the calls. A thread that stops waiting wakes another one.
    It finds the queue of each waiting thread in `queues`, because a thread adds its queue before it waits.
    """

    __slots__ = ("queues", "__weakref__")

    def __init__(self) -> None:
        self.queues: Dict[int, QueueHandle] = {}
        _all.add(self)

    def take(self, provider: Any, room: Any) -> int:
        """Takes the rows of a moya._parts.Room, which are results of calls. If there are none, runs the calls for a
        while. Returns how many rows were taken, maybe 0. `provider` is the object that ctypes passes for the provider;
        None if it is closed. Errors: StateError inside a callback of the library, where a thread must not wait, and in
        a forked child for calls of its parent."""
        if interrupts:
            raise_interrupt()  # a Python function may have stored one while this thread ran the calls
        queue = room.queue
        self.queues[id(queue)] = queue
        try:
            # Another thread that ran the calls until now may deliver a result for this thread just after room.take().
            # _process would then wait for its whole slice, although the result is there. So the slice is short if other
            # threads wait too.
            slice_ms = _SLICE_MS if len(self.queues) == 1 else _SHORT_MS
            came: int = room.take()
            if came == 0:
                came = Status.STATE if provider is None else _process(provider, slice_ms, None)
                if came == Status.STATE:  # another thread runs the calls, or the provider is closed
                    came = room.wait(_SLICE_MS)
                elif came == 0:
                    came = room.take()
            if came == Status.STATE:
                raise cannot_wait()
            if came < 0:
                raise take_error(came, ErrorHandle())
            return came
        finally:
            self.queues.pop(id(queue), None)

    def wake_next(self) -> None:
        """Call this when a thread stops waiting. If other threads wait, makes one of them run the calls."""
        for queue in list(self.queues.values())[:1]:
            _wake(queue)


_all: "weakref.WeakSet[Waiters]" = weakref.WeakSet()


def _in_child_of_fork() -> None:
    for waiters in list(_all):
        waiters.queues.clear()  # a forked child does not have the threads of its parent


os.register_at_fork(after_in_child=_in_child_of_fork)
