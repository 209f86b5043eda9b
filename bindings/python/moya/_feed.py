"""What the library's handlers bring of a call, on their way to the thread or the task that waits for it."""

import ctypes
import itertools
from ctypes import CFUNCTYPE, byref, c_int32, c_size_t, c_void_p, cast, sizeof, string_at
from typing import Any, Callable, Dict, NamedTuple, Optional

from . import _library as c
from ._handle import CallHandle, ErrorHandle, ProviderHandle, ResponseHandle
from ._response import Response, take_error
from ._status import Flow
from ._structs import Handlers
from ._structs import Progress as _Progress
from ._target import Target

#: Bytes that are kept for a reader that is slow. With more the library pauses the call, and the server waits.
HIGH = 1 << 18


class Progress(NamedTuple):
    """Bytes that were moved; a total of -1 is not known, or not yet."""

    sent: int
    send_total: int
    received: int
    receive_total: int


class End(NamedTuple):
    status: int
    response: ResponseHandle
    error: ErrorHandle

    def result(self, target: Target) -> Response:
        """The answer. Errors: the call's."""
        if self.status:
            raise take_error(self.status, self.error, target)
        return Response(self.response, c.response_status(self.response), target)


class Feed:
    """The parts of one call, in order: the head as a Response, the body as bytes, Progress, an End.

    Handlers put them in, on a thread of their own; `put` says how. What is here is written by one side only: `came` by
    the handlers, `taken` by the reader.
    """

    def __init__(self, target: Target, put: Callable[[Any], None], reads: bool, progress: bool, of: Any = None) -> None:
        """`of`: the moya._calls.Call of a call that functions are asked about; None: of another one."""
        self.of = of
        self.target, self.put = target, put
        self.came = self.taken = 0
        self.is_paused = False
        self.call: Optional[CallHandle] = None
        self.is_given_up = False
        self.key = next(_keys)
        self.handlers = Handlers(sizeof(Handlers), user=self.key, begin=_address(_begin))
        if reads:
            self.handlers.head, self.handlers.body = _address(_head), _address(_body)
        if progress:
            self.handlers.progress = _address(_progress)
        self.handlers.release_user = _address(_release)

    def start(self, provider: ProviderHandle, address: int) -> None:
        """The call comes on a thread of the library's."""
        self.handlers.end = _address(_end)
        _feeds[self.key] = self
        error = ErrorHandle()
        status = c.provider_send(provider, address, byref(self.handlers), None, None, byref(error))
        if status:
            raise take_error(status, error, self.target)

    def run(self, provider: ProviderHandle, address: int) -> None:
        """The call comes on this thread, which returns at its end."""
        _feeds[self.key] = self
        response, error = ResponseHandle(), ErrorHandle()
        status = c.provider_call(provider, address, byref(self.handlers), byref(response), byref(error))
        self.put(End(status, response, error))

    def result(self, end: End) -> Response:
        """The answer. Errors: the call's, again each time; what a function has raised is the cause of the first."""
        if self.of is None:
            return end.result(self.target)
        with self.of:
            return end.result(self.target)

    def took(self, count: int) -> None:
        self.taken += count

    def resume(self) -> None:
        """For a reader that has taken everything: ends a pause, if there is one."""
        if self.is_paused and self.call is not None:
            self.is_paused = False
            c.call_resume(self.call)

    def give_up(self) -> None:
        """Cancels the call, whose end still comes."""
        self.is_given_up = True
        if self.call is not None:
            c.call_cancel(self.call)


_keys = itertools.count(1)
#: Of the calls that the library has handlers of. A handler gets the number; it finds nothing in a child of fork.
_feeds: Dict[int, Feed] = {}


# Handlers. They run on threads on which Python handles no signals, but for the answers of stubs and plugins to asyncio.
# None may raise: the library would not hear of it. So what goes wrong in one gives the call up.


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
    except BaseException:
        return Flow.STOP


def _on_body(user: int, data: int, length: int) -> int:
    try:
        feed = _feeds[user]
        feed.came += length
        # Said before the reader can take this part: it may then find nothing more, and wait.
        feed.is_paused = is_full = feed.came - feed.taken > HIGH
        feed.put(string_at(data, length))
        return Flow.PAUSE if is_full else Flow.CONTINUE
    except BaseException:
        return Flow.STOP


def _on_progress(user: int, moved: int) -> int:
    try:
        it = cast(moved, _progress_pointer).contents
        _feeds[user].put(Progress(it.sent, it.send_total, it.received, it.receive_total))
        return Flow.CONTINUE
    except BaseException:
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
_end = CFUNCTYPE(None, c_void_p, c_int32, c_void_p, c_void_p)(_on_end)
_release = CFUNCTYPE(None, c_void_p)(_on_release)


def _address(function: Any) -> Optional[int]:
    return cast(function, c_void_p).value
