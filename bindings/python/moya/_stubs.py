"""Rules that answer requests in place of the network."""

import ctypes
import threading
import weakref
from ctypes import CFUNCTYPE, byref, c_int32, c_void_p, cast
from itertools import count
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Union
from urllib.parse import unquote

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from . import _structs
from ._arguments import Parameters, array_of
from ._callbacks import calls
from ._calls import Call
from ._errors import UsageError
from ._headers import Headers
from ._json import OutOfRange, json_text, sound_value_of
from ._library import ErrorHandle, StubsHandle
from ._response import take_error
from ._status import Status, StubbedBy
from ._text import bytes_of, shown_url, text_of
from ._values import Sample, lower_sample, sample_array


class StubRule:
    """A rule of StubRules."""

    def __init__(self, stubs: "StubRules", number: int) -> None:
        self._stubs, self._number = stubs, number

    def __repr__(self) -> str:
        return f"<moya.StubRule {self._number}, {self.count} requests>"

    @property
    def number(self) -> int:
        """What StubRequest.rule names it by."""
        return self._number

    @property
    def count(self) -> int:
        """How many requests it was to answer; 0 when it was removed."""
        count: int = c.stubs_count(self._stubs._handle, self._number)
        return count

    @property
    def requests(self) -> "List[moya.StubRequest]":
        """Those of StubRules.requests that it was to answer."""
        return [request for request in self._stubs.requests if request.rule == self._number]

    def remove(self) -> None:
        c.stubs_remove(self._stubs._handle, self._number)
        self._stubs._functions.pop(self._number, None)


class StubRules:
    """Rules for providers that are made with them, which then send nothing but what a rule lets through:

        rules = moya.StubRules()
        users = rules.add(moya.Sample(json=[]), method="GET", path="/v1/users")
        with moya.Provider(stubs=rules) as provider: ...
        assert users.count == 1 and rules.requests[0].headers["Accept"] == "application/json"

    A request is answered by the rule added last among those that match it; else by its target's own sample; else its
    call raises NoStub. The first `record` requests are kept, as a server would have received them.

    Errors: UsageError.
    """

    def __init__(self, *, record: int = 10_000) -> None:
        handle, error = StubsHandle(), ErrorHandle()
        status = c.stubs_create(byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._handle = handle
        self._record = check.integer(record, "record", 0, 1_000_000)
        #: Of the rules that have some, by the rule's number.
        self._functions: Dict[int, object] = {}
        self.forget_requests()

    def __repr__(self) -> str:
        return f"<moya.StubRules, {self.count} requests>"

    @property
    def count(self) -> int:
        """The requests so far, answered or not."""
        count: int = c.stubs_count(self._handle, 0)
        return count

    @property
    def requests(self) -> "List[moya.StubRequest]":
        """What was sent, each attempt by itself, in order."""
        count = c.stubs_record_count(self._handle)
        return [stub_request(c.stubs_record_at(self._handle, index)) for index in range(count)]

    @property
    def unmatched(self) -> "List[moya.StubRequest]":
        """Those of `requests` that nothing answered."""
        return [request for request in self.requests if request.answered is StubbedBy.NOTHING]

    def forget_requests(self) -> None:
        """Empties the record, and keeps rules and counts."""
        error = ErrorHandle()
        status = c.stubs_record(self._handle, self._record, byref(error))
        if status:
            raise take_error(status, error)

    def add(
        self,
        *answers: "Union[Sample, Callable[[moya.StubRequest], Sample]]",
        target: Optional[str] = None,
        method: Optional[str] = None,
        url: Optional[str] = None,
        path: Optional[str] = None,
        query: Optional[Parameters] = None,
        exact_query: bool = False,
        headers: "Optional[Union[Mapping[str, Optional[str]], Iterable[Tuple[str, Optional[str]]]]]" = None,
        body: Optional[bytes] = None,
        json: Any = None,
        matches: "Optional[Callable[[moya.StubRequest], Any]]" = None,
        delay: float = 0.0,
        repeat_last: bool = False,
        pass_through: bool = False,
    ) -> StubRule:
        """Adds a rule in front of the others. All conditions that are given must match:

        target, method      the target's name; the method as it is sent
        url, path           the whole URL without query; its path, percent-decoded
        query               these items, those of one name in this order. Others do not matter, as nothing does that a
                            rule does not name, unless `exact_query`; then {} is no query
        headers             these fields, whatever others there are; None: the field is there
        body, json          the encoded body byte by byte; or a body of equal JSON
        matches             a function that is shown the moya.StubRequest

        One answer is given to every request; several one after another, the last one for ever with `repeat_last`. In
        place of samples, one function may make each answer of a moya.StubRequest. `delay` is in seconds.
        `pass_through`, without an answer: the request goes to the network, or to the provider's backend.

        Functions run on the thread that moves the call, and must not block; what they raise ends the call with a
        MoyaError of that cause.

        Errors: UsageError.
        """
        kept: List[object] = []
        answer_function = answers[0] if len(answers) == 1 and callable(answers[0]) else None
        if bool(answers) is bool(pass_through):
            raise UsageError("a rule has at least one answer, or pass_through", Status.ARGUMENT)
        samples: List[Sample] = []
        for answer in answers if answer_function is None else ():
            if not isinstance(answer, Sample):
                raise check.wrong("an answer", "a moya.Sample, or the only one a function", answer)
            samples.append(answer)
        rule = _structs.StubRule(
            size=ctypes.sizeof(_structs.StubRule),
            delay_ms=check.delay(delay, "delay"),
            target=check.optional_text(target, "target"),
            method=check.optional_text(method, "method"),
            url=check.optional_text(url, "url"),
            path=check.optional_text(path, "path"),
            exact_query=bool(exact_query),
            repeat_last=bool(repeat_last),
            answers=sample_array(samples, kept) if samples else None,
            answer_count=len(samples),
            pass_through=bool(pass_through),
        )
        if query is not None:
            rows = [(name, check.scalar(value, "a value in query")) for name, value in check.pairs(query, "query")]
            rule.query, rule.query_count = array_of(rows, "query", kept), len(rows)
        if headers is not None:
            fields = [
                _structs.Header(check.text(name, "a name in headers"), check.optional_text(value, "a value in headers"))
                for name, value in check.pairs(headers, "headers")
            ]
            array = (_structs.Header * len(fields))(*fields)
            kept.append(array)
            rule.headers, rule.header_count = ctypes.addressof(array), len(fields)
        if body is not None:
            rule.body, rule.body_len = check.data(body, "body"), len(body)
        if json is not None:
            rule.json = check.text(bytes(json_text(json, "json")).decode(), "json")
        functions = None
        if answer_function is not None or matches is not None:
            functions = _give(rule, matches, answer_function)
        number, error = ctypes.c_uint64(), ErrorHandle()
        status = c.stubs_add(self._handle, byref(rule), byref(number), byref(error))
        if status:
            raise take_error(status, error)
        if functions is not None:
            self._functions[number.value] = functions
        return StubRule(self, number.value)

    def reset(self) -> None:
        """Removes all rules, sets the counts to 0 and empties the record."""
        c.stubs_reset(self._handle)
        self._functions.clear()


def _give(rule: _structs.StubRule, matches: Any, answer: Any) -> object:
    """Gives a rule functions, which are to be kept as long as the rule."""
    if matches is not None:
        check.function(matches, "matches")
    if answer is not None:
        check.function(answer, "an answer")
    functions = RuleFunctions(matches, answer)
    rule.user = functions.number
    rule.matches = MATCHES if matches is not None else None
    rule.answer = ANSWER if answer is not None else None
    return functions


# ── Requests, as rules see them ───────────────────────────────────────────────────────────────────────────────────────


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


# ── Functions of rules ────────────────────────────────────────────────────────────────────────────────────────────────

# They run on the thread that moves the call. None may raise through the library: what one raises is kept with its call,
# which then ends with it (_calls.Call).


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


_matches = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_matches)
_answer = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)(_on_answer)
#: Addresses of the library's function types.
MATCHES = cast(_matches, c_void_p).value
ANSWER = cast(_answer, c_void_p).value
