"""Functions of Python's that decide for the library: on other attempts, stub rules, names of files.

They run on the thread that moves the call. None may raise through the library: what one raises is kept with its call,
which then ends with it (_calls.Call).
"""

import ctypes
import os
import threading
import weakref
from ctypes import CFUNCTYPE, c_int32, c_int64, c_size_t, c_uint32, c_void_p, cast
from itertools import count
from typing import Any, Callable, List, NamedTuple, Optional, Tuple
from urllib.parse import unquote

from . import _arguments as check
from . import _library as c
from . import _structs
from ._calls import Call, calls
from ._errors import MoyaError, UsageError
from ._handle import ErrorHandle
from ._headers import Headers
from ._json import OutOfRange, sound_value_of
from ._response import Response, take_error
from ._sample import Sample, lower_sample
from ._status import Flow, Status, StubbedBy
from ._target import Target
from ._text import bytes_of, shown_url, text_of

_RETRY_NO = c.constant("MOYA_RETRY_NO")
_RETRY_POLICY = c.constant("MOYA_RETRY_POLICY")
_error_status = c.declared("moya_error_status", c_int32, c_void_p)


def borrowed_response(handle: Optional[int], target: Optional[Target]) -> Optional[Response]:
    """A response of its own reference to what a function is shown; None for NULL."""
    return Response(c.response_retain(handle), c.response_status(handle), target) if handle else None


def borrowed_error(handle: Optional[int], target: Optional[Target]) -> Optional[MoyaError]:
    if not handle:
        return None
    error = take_error(_error_status(handle), c.error_retain(handle))
    error.target = target
    return error


# ── Other attempts ────────────────────────────────────────────────────────────────────────────────────────────────────


def _on_decide(user: int, attempt: int, response: Optional[int], error: Optional[int]) -> int:
    call = calls.get(user)
    if call is None:  # it was given up
        return _RETRY_NO
    came = None
    try:
        came = borrowed_response(response, call.target)
        answer = call.decide(attempt, came, borrowed_error(error, call.target))
        if answer is None:
            return _RETRY_POLICY
        return _RETRY_NO if answer is False else check.delay(answer, "what the retry function gives")
    except BaseException as problem:
        call.fail("the retry function", problem, came)
        return _RETRY_NO


# ── Stub rules ────────────────────────────────────────────────────────────────────────────────────────────────────────


class StubRequest(NamedTuple):
    """A request as a server would receive it over HTTP/1.1: what functions of stub rules are shown, and what StubRules
    record. Its fields may hold secrets, which its repr does not show."""

    #: The target's name; "" when it has none.
    target: str
    method: str
    #: With its query, without user and fragment.
    url: str
    #: The encoded body. None: there is none, or it could not be read.
    body: Optional[bytes]
    #: Every field, in the order of the wire, User-Agent, Host and Content-Length among them.
    headers: Headers
    #: Of the rule that is asked, or that was to answer, its number; 0: no rule.
    rule: int
    #: What became of it; for a rule's functions StubbedBy.RULE.
    answered: StubbedBy

    @property
    def query(self) -> List[Tuple[str, str]]:
        """The items of the URL's query, percent-decoded, in their order."""
        pairs = self.url.partition("?")[2].split("&")
        return [(unquote(name), unquote(value)) for name, _, value in (pair.partition("=") for pair in pairs if pair)]

    @property
    def text(self) -> str:
        """The body as UTF-8; "" when there is none."""
        return (self.body or b"").decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON, by the rules of Response.json. Errors: ValueError."""
        try:
            return sound_value_of(self.body or b"")
        except OutOfRange:
            raise
        except (ValueError, RecursionError):
            raise ValueError("the body is not JSON") from None

    def __repr__(self) -> str:
        return f"<moya.StubRequest {self.method} {shown_url(self.url)}, {len(self.body or b'')} bytes>"


class RuleFunctions:
    """The functions of one stub rule, as long as the library may call them."""

    def __init__(
        self, matches: Optional[Callable[[StubRequest], Any]], answer: Optional[Callable[[StubRequest], Sample]]
    ) -> None:
        self.matches, self.answer = matches, answer
        self.number = next(_numbers)
        _rules[self.number] = self


_numbers = count(1)
_rules: "weakref.WeakValueDictionary[int, RuleFunctions]" = weakref.WeakValueDictionary()
#: What the sample points at that this thread has filled last: the library copies it when the function has returned.
_filled = threading.local()


def stub_request(address: int) -> StubRequest:
    """A copy of a moya_stub_request."""
    it = _structs.StubRequest.from_address(address)
    fields = []
    for index in range(it.header_count):
        field = _structs.Header.from_address(it.headers + index * it.header_stride)
        fields.append((field.name or b"", field.value or b""))
    body = bytes_of(it.body) if it.body.data else None
    return StubRequest(
        text_of(it.target), text_of(it.method), text_of(it.url), body, Headers(tuple(fields)), it.rule,
        StubbedBy(it.answered),
    )


def _shown(request: int) -> "tuple[StubRequest, Optional[Call]]":
    return stub_request(request), calls.get(_structs.StubRequest.from_address(request).user)


def _on_matches(user: int, request: int) -> int:
    rule = _rules.get(user)
    if rule is None or rule.matches is None:  # it was removed
        return 0
    call = None
    try:
        shown, call = _shown(request)
        return 1 if rule.matches(shown) else 0
    except BaseException as problem:
        _fail(call, "the matcher of a stub rule", problem)
        return 0


def _on_answer(user: int, request: int, sample: int) -> None:
    rule = _rules.get(user)
    struct = _structs.Sample.from_address(sample)
    if rule is None or rule.answer is None:
        struct.failure = Status.NETWORK
        return
    call = None
    try:
        shown, call = _shown(request)
        answer = rule.answer(shown)
        if not isinstance(answer, Sample):
            raise check.wrong("the answer of a stub rule", "a moya.Sample", answer)
        kept: List[object] = [answer]
        made = lower_sample(answer, kept)
        ctypes.memmove(sample, ctypes.addressof(made), ctypes.sizeof(made))
        _filled.kept = (made, kept)
    except BaseException as problem:
        struct.failure = Status.NETWORK
        _fail(call, "the answer of a stub rule", problem)


def _fail(call: Optional[Call], what: str, problem: BaseException) -> None:
    if call is None:
        raise problem  # nothing waits for it: ctypes gives it to sys.unraisablehook
    call.fail(what, problem)


# ── Names of downloaded files ─────────────────────────────────────────────────────────────────────────────────────────


def _on_name(user: int, head: int, place: int, size: int) -> int:
    call = calls.get(user)
    if call is None or call.name is None:
        return Flow.STOP
    try:
        name = call.name(borrowed_response(head, call.target), os.fsdecode(ctypes.string_at(place)))
        if not isinstance(name, str):
            raise check.wrong("a file's name", "a str", name)
        encoded = os.fsencode(name)
        if b"\0" in encoded or len(encoded) >= size:
            raise UsageError(f"a file's name has a NUL character, or more than {size - 1} bytes", Status.ARGUMENT)
        ctypes.memmove(place, encoded + b"\0", len(encoded) + 1)
        return Flow.CONTINUE
    except BaseException as problem:
        call.fail("the function for a file's name", problem)
        return Flow.STOP


_decide = CFUNCTYPE(c_int64, c_void_p, c_uint32, c_void_p, c_void_p)(_on_decide)
_matches = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_matches)
_answer = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)(_on_answer)
_name = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p, c_size_t)(_on_name)
#: Addresses of the library's function types.
DECIDE = cast(_decide, c_void_p).value
MATCHES = cast(_matches, c_void_p).value
ANSWER = cast(_answer, c_void_p).value
NAME = cast(_name, c_void_p).value
