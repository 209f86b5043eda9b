"""Gives the reader of a stream the parts of a response: the head as a Response, the body as bytes, Progress, Step, and
finally an End. The thread that reads a blocking stream either runs the call itself (MovedParts), or lets another thread
run it (ThreadParts). The task that reads a stream on an event loop gets the parts from a library thread (Feed), or from
a queue (_rows.py)."""

import ctypes
import itertools
from contextvars import copy_context
from ctypes import CFUNCTYPE, byref, c_int32, c_int64, c_size_t, c_void_p, cast, memset, sizeof, string_at
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Union

from . import _library as c
from ._callbacks import for_refresh
from ._content import pulled_by
from ._errors import MoyaError, StateError
from ._library import ROW_SIZE, CallHandle, ErrorHandle, ProviderHandle, ResponseHandle, rows
from ._queue import Waiters, make_queue
from ._response import Response, take_error
from ._status import Flow, Status
from ._structs import Progress as _Progress
from ._structs import Handlers
from ._target import Target
from ._text import memory
from ._threads import greenlets, interrupts, keep_interrupt, new_thread, raise_interrupt
from ._watch import Progress, Step, Watch, step_at

if TYPE_CHECKING:
    from ._calls import Call


#: How many bytes of a response may wait for a slow reader. If there are more, the library pauses the call, and the
#: server must wait.
HIGH = 1 << 18


class End(NamedTuple):
    status: int
    response: ResponseHandle
    error: ErrorHandle

    def result(self, target: Target) -> Response:
        """Returns the response. Errors: those of the call."""
        if self.status:
            raise take_error(self.status, self.error, target)
        return Response(self.response, c.response_status(self.response), target)


# ── Blocking streams ──────────────────────────────────────────────────────────────────────────────────────────────────

_HEAD = c.constant("MOYA_ROW_HEAD")
_CHUNK = c.constant("MOYA_ROW_CHUNK")
_PROGRESS = c.constant("MOYA_ROW_PROGRESS")
_STEP = c.constant("MOYA_ROW_STEP")
#: How many rows are taken from the queue at once. A short response has three: its head, its body and its end.
_ROWS = 4
#: The class of arrays of rows. The last row of an array is always empty.
_Rows = rows(_ROWS + 1)
#: How many rooms of a provider may wait for its next streams. Each has a descriptor.
_MOST_SPARE = 8

_wait = c.declared_passing("moya_queue_wait", c_int64)


class Room:
    """A queue, and the array into which its rows are taken."""

    __slots__ = ("queue", "passed_queue", "rows", "place", "count")

    def __init__(self, rows: Any, count: int) -> None:
        """`rows` is the array, and `count` is how many rows are taken at once. Errors: SystemFailure."""
        self.queue, self.rows, self.count = make_queue(), rows, count
        #: The objects that ctypes passes for the queue and for the array.
        self.passed_queue, self.place = c.passed(self.queue), byref(rows)

    def take(self) -> int:
        """Takes the rows that are in the queue. Returns how many there were."""
        came: int = c.queue_drain_quickly(self.passed_queue, self.place, ROW_SIZE, self.count)
        return came

    def wait(self, milliseconds: int) -> int:
        """Does the same as `take`, but first waits for rows. Returns Status.STATE inside a callback of the library,
        where a thread must not wait, even if `milliseconds` is 0."""
        came: int = _wait(self.passed_queue, self.place, ROW_SIZE, self.count, milliseconds)
        return came

    def clear(self) -> None:
        """Releases the rows that were taken, and empties them."""
        c.completions_release_quickly(self.place, ROW_SIZE, self.count)
        memset(self.place, 0, ROW_SIZE * self.count)


class MovedParts:
    """Gives the reading thread the parts of a call. It takes them from a queue of the library, which has one row for
    each part. While the thread waits for a row, it also runs the call: it sends the request and receives the response.
    So the call must not run Python functions: an interrupt could come before such a function has begun, and would be
    lost.

    Invariant: the next part is in the row at the index `at`. If the tag of this row is 0, all rows that were taken are
    delivered. So an interrupt can come anywhere.
    """

    def __init__(
        self, provider: ProviderHandle, waiters: Waiters, spare: List[Room], target: Target, address: int,
        watch: Optional[Watch],
    ) -> None:
        """`spare` has the rooms that no stream of the provider uses now."""
        self.waiters, self.spare, self.target, self.address = waiters, spare, target, address
        #: The handle, and the object that ctypes passes for it.
        self.provider, self.passed_provider = provider, c.passed(provider)
        self.kinds = _HEAD | _CHUNK
        if watch is not None:
            self.kinds |= (_PROGRESS if watch.progress else 0) | (_STEP if watch.step else 0)
        try:
            room = spare.pop()
        except IndexError:
            room = Room(_Rows(), _ROWS)
            c.queue_set_buffer(room.queue, HIGH)
        #: The Room; None after close().
        self.room: Any = room
        self.rows, self.at = room.rows, 0
        self.call = CallHandle()
        self.has_begun = False
        self.end: Optional[End] = None

    def can_wait(self) -> bool:
        """Returns whether this thread may wait. It must not wait inside a callback of the library."""
        came: int = self.room.wait(0)
        return came == 0

    def begin(self) -> None:
        self.has_begun = True
        error = ErrorHandle()
        status = c.provider_enqueue_quickly(
            self.passed_provider, c.passed_address(self.address), self.room.passed_queue, 1, self.kinds, None,
            byref(self.call), byref(error),
        )
        if interrupts:
            raise_interrupt()
        if status:
            raise take_error(status, error, self.target)

    def next(self) -> "Part":
        """Waits for the next part. Errors: StateError inside a callback of the library, after a fork, and if another
        thread has read the last part."""
        if self.end is not None:
            return self.end
        row = self.rows[self.at]
        if not row.tag:
            row = self._take(self.room)
        part: "Part"
        kind = row.kind
        if kind == _CHUNK:
            data = row.data
            part = memory[data : data + row.len]
        elif kind == _HEAD:
            part = Response(c.response_retain(row.response), row.http_status, self.target)
        elif kind == _PROGRESS:
            it = _Progress.from_address(row.progress)
            part = Progress(it.sent, it.send_total, it.received, it.receive_total)
        elif kind == _STEP:
            part = step_at(row.data)
        else:
            response = c.response_retain(row.response) if row.response else ResponseHandle()
            part = End(row.status, response, c.error_retain(row.error) if row.error else ErrorHandle())
            self.end = part
        self.at += 1
        return part

    def _take(self, room: Room) -> Any:
        """Waits until the queue has rows, and takes them. Returns the first one."""
        if self.at:
            room.clear()
            self.at = 0
        row = self.rows[0]
        try:
            while not row.tag:
                if self.end is not None:  # the queue may be another stream's now
                    raise StateError("another thread has read this stream to its end", Status.STATE)
                self.waiters.take(self.passed_provider, room)
        finally:
            self.waiters.wake_next()
        return row

    def result(self, end: End) -> Response:
        return end.result(self.target)

    def close(self) -> None:
        """Ends the call, and waits for its end."""
        if self.end is not None:
            # The reader has the end, so no thread waits for a row of this queue.
            room, self.room = self.room, None
            if room is not None and len(self.spare) < _MOST_SPARE:
                room.clear()
                self.spare.append(room)
            return
        if self.call:
            c.call_cancel(self.call)
            try:
                while type(self.next()) is not End:
                    pass
            except MoyaError:
                pass  # this thread cannot wait
        if self.end is None:
            self.end = End(Status.CANCELLED, ResponseHandle(), ErrorHandle())
        self.room = None  # frees the descriptor now: a stored error may hold this object for a long time


class ThreadParts:
    """Gives a reader the parts of a call that another Python thread runs, in the context of the code that makes the
    call. The thread ends with the call. Under gevent, other greenlets run while a greenlet waits for a part."""

    def __init__(
        self, provider: ProviderHandle, target: Target, address: int, reads: bool, watch: Optional[Watch],
        call: "Optional[Call]",
    ) -> None:
        """If `reads` is true, the head and the body are among the parts. `call` is the moya._calls.Call if the call
        runs Python functions, otherwise None."""
        gevent, context = greenlets(), copy_context()

        def run() -> None:
            context.run(feed.run, provider, address)

        worker = None if gevent is None else gevent.Worker(run)
        self.queue: Any = worker or SimpleQueue()
        self.feed = feed = Feed(target, self.queue.put, reads, watch, call)
        self.body = pulled_by(feed)
        self.thread: Any = worker or new_thread("moya.stream", run)

    @property
    def has_begun(self) -> bool:
        has_begun: bool = self.thread.ident is not None
        return has_begun

    def begin(self) -> None:
        self.thread.start()

    def next(self) -> "Part":
        if self.queue.empty():
            self.feed.resume()
        part: "Part"
        part = self.queue.get() if self.body is None else self.body.take(self.queue)
        if type(part) is bytes:
            self.feed.took(len(part))
        return part

    def result(self, end: End) -> Response:
        return self.feed.result(end)

    def close(self) -> None:
        """Ends the call, and waits for its thread."""
        self.feed.give_up()
        if self.has_begun:
            self.thread.join()


Parts = Union[MovedParts, ThreadParts]
#: A part of a response, as a reader gets it. None stands for a step that this package does not know.
Part = Union[Response, bytes, Progress, Step, None, End]


# ── From the library's handlers to the thread or the task that waits ──────────────────────────────────────────────────


class Feed:
    """Puts the parts of one call into a queue: the head as a Response, the body as bytes, Progress, Step, and an End.

    The library's handlers add parts through `put`, usually on another thread than the reader's. Only the handlers write
    `came`, which counts the bytes that have arrived. Only the reader writes `taken`, which counts the bytes that the
    reader has taken.
    """

    def __init__(
        self, target: Target, put: Callable[[Any], None], reads: bool, watch: Optional[Watch], of: Any = None
    ) -> None:
        """`of` is the moya._calls.Call if the call runs Python functions, otherwise None."""
        self.of = of
        self.target, self.put = target, put
        self.came = self.taken = 0
        self.is_paused = False
        self.call: Optional[CallHandle] = None
        self.is_given_up = False
        #: The ID of the last server-sent event, in UTF-8 and as a str.
        self.id = b"", ""
        self.key = next(_keys)
        self.handlers = Handlers(sizeof(Handlers), user=self.key, begin=_address(_begin))
        if reads:
            self.handlers.head, self.handlers.body = _address(_head), _address(_body)
        if watch is not None and watch.progress is not None:
            self.handlers.progress = _address(_progress)
        if watch is not None and watch.step is not None:
            self.handlers.step = _address(_step)
        self.handlers.release_user = _address(_release)

    def start(self, provider: ProviderHandle, address: int) -> None:
        """Starts the call on a library thread."""
        self.handlers.end = _address(_end)
        _feeds[self.key] = self
        error = ErrorHandle()
        status = for_refresh(c.provider_send)(provider, address, byref(self.handlers), None, None, byref(error))
        raise_interrupt()
        if status:
            raise take_error(status, error, self.target)

    def run(self, provider: ProviderHandle, address: int) -> None:
        """Runs the call on this thread. Returns at its completion."""
        _feeds[self.key] = self
        response, error = ResponseHandle(), ErrorHandle()
        status = for_refresh(c.provider_call)(provider, address, byref(self.handlers), byref(response), byref(error))
        self.put(End(status, response, error))

    def result(self, end: End) -> Response:
        """Returns the response. If the call failed, each use of this method raises the call's error. If a Python
        function raised an exception, this exception is the cause of the first error."""
        if self.of is None:
            return end.result(self.target)
        with self.of:
            return end.result(self.target)

    def add(self, part: Any, count: int) -> int:
        """Adds a part of the body, or an event. `count` is its size in bytes, which is only about right for an event
        (see _stream._weight). Returns what the handler must return to the library: whether to pause the call."""
        self.came += count
        # This line must come before put(). After put(), the reader may take this part, find no more parts, and wait. A
        # reader that did not see the pause would not resume the call, and would wait forever.
        self.is_paused = is_full = self.came - self.taken > HIGH
        self.put(part)
        return Flow.PAUSE if is_full else Flow.CONTINUE

    def took(self, count: int) -> None:
        self.taken += count

    def resume(self) -> None:
        """Resumes the call if it is paused. The reader calls this method when it has taken all parts."""
        if self.is_paused and self.call is not None:
            self.is_paused = False
            c.call_resume(self.call)

    def give_up(self) -> None:
        """Cancels the call. The last part, an End, still arrives."""
        self.is_given_up = True
        if self.call is not None and self.key in _feeds:
            c.call_cancel(self.call)


_keys = itertools.count(1)
#: The feeds whose calls have not ended, by their numbers. The library passes the number to the handlers.
_feeds: Dict[int, Feed] = {}


# The handlers. They run on threads on which Python handles no signals. There is one exception: if a stub or a plugin
# responds to a call of an event loop, the handlers may run on the thread of that loop. A handler must not raise,
# because the exception would not reach the library. If something goes wrong in a handler, the handler cancels the call.


def _on_begin(user: int, call: int) -> None:
    feed = _feeds.get(user)
    if feed is not None:
        feed.call = c.call_retain(call)
        if feed.is_given_up:
            feed.give_up()


def _on_head(user: int, head: int) -> int:
    try:
        feed = _feeds[user]
        feed.put(Response(c.response_retain(head), c.response_status(head), feed.target))
        return Flow.CONTINUE
    except BaseException as problem:
        keep_interrupt(problem)
        return Flow.STOP


def _on_body(user: int, data: int, length: int) -> int:
    try:
        return _feeds[user].add(string_at(data, length), length)
    except BaseException as problem:
        keep_interrupt(problem)
        return Flow.STOP


def _on_progress(user: int, moved: int) -> int:
    try:
        it = cast(moved, _progress_pointer).contents
        _feeds[user].put(Progress(it.sent, it.send_total, it.received, it.receive_total))
        return Flow.CONTINUE
    except BaseException as problem:
        keep_interrupt(problem)
        return Flow.STOP


def _on_step(user: int, step: int) -> int:
    try:
        _feeds[user].put(step_at(step))
        return Flow.CONTINUE
    except BaseException as problem:
        keep_interrupt(problem)
        return Flow.STOP


def _on_end(user: int, status: int, response: Optional[int], error: Optional[int]) -> None:
    feed = _feeds.get(user)
    if feed is not None:
        answer = c.response_retain(response) if response else ResponseHandle()
        feed.put(End(status, answer, c.error_retain(error) if error else ErrorHandle()))


def _on_release(user: int) -> None:
    _feeds.pop(user, None)


_progress_pointer = ctypes.POINTER(_Progress)
_begin = CFUNCTYPE(None, c_void_p, c_void_p)(_on_begin)
_head = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_head)
_body = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t)(_on_body)
_progress = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_progress)
_step = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_step)
_end = CFUNCTYPE(None, c_void_p, c_int32, c_void_p, c_void_p)(_on_end)
_release = CFUNCTYPE(None, c_void_p)(_on_release)


def _address(function: Any) -> Optional[int]:
    return cast(function, c_void_p).value
