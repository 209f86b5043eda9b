"""Defines rules that answer requests instead of the network."""

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
        """The number of this rule, as in StubRequest.rule."""
        return self._number

    @property
    def count(self) -> int:
        """How many requests matched this rule. It is 0 after the rule was removed."""
        count: int = c.stubs_count(self._stubs._handle, self._number)
        return count

    @property
    def requests(self) -> "List[moya.StubRequest]":
        """The requests of StubRules.requests that matched this rule."""
        return [request for request in self._stubs.requests if request.rule == self._number]

    def remove(self) -> None:
        c.stubs_remove(self._stubs._handle, self._number)
        self._stubs._functions.pop(self._number, None)


class StubRules:
    """Stub rules. A provider that is made with such rules sends only the requests that a rule lets through:

        rules = moya.StubRules()
        users = rules.add(moya.Sample(json=[]), method="GET", path="/v1/users")
        with moya.Provider(stubs=rules) as provider: ...
        assert users.count == 1 and rules.requests[0].headers["Accept"] == "application/json"

    If several rules match a request, the rule that was added last answers it. If no rule matches, the target's own
    sample is the response. If the target has no sample, the call raises NoStub. The first `record` requests are
    recorded, as a server would have received them.

    Errors: UsageError.
    """

    def __init__(self, *, record: int = 10_000) -> None:
        handle, error = StubsHandle(), ErrorHandle()
        status = c.stubs_create(byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._handle = handle
        self._record = check.integer(record, "record", 0, 1_000_000)
        #: The functions of rules, by the number of the rule.
        self._functions: Dict[int, object] = {}
        #: The requests of the record that were converted so far.
        self._known: List[StubRequest] = []
        self.forget_requests()

    def __repr__(self) -> str:
        return f"<moya.StubRules, {self.count} requests>"

    @property
    def count(self) -> int:
        """The number of requests so far, answered or not."""
        count: int = c.stubs_count(self._handle, 0)
        return count

    @property
    def requests(self) -> "List[moya.StubRequest]":
        """The recorded requests, in order. Each attempt of a call is a request."""
        # The record only grows until it is emptied, so each request is converted once. If two threads convert the same
        # requests, both put equal values in the same places.
        known = self._known
        new = range(len(known), c.stubs_record_count(self._handle))
        known[new.start : new.stop] = [stub_request(c.stubs_record_at(self._handle, index)) for index in new]
        return known.copy()

    @property
    def unmatched(self) -> "List[moya.StubRequest]":
        """The recorded requests to which nothing responded."""
        return [request for request in self.requests if request.answered is StubbedBy.NOTHING]

    def forget_requests(self) -> None:
        """Empties the record. Rules and counts do not change."""
        error = ErrorHandle()
        status = c.stubs_record(self._handle, self._record, byref(error))
        if status:
            raise take_error(status, error)
        self._known = []

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
        """Adds a rule, which takes precedence over the earlier rules. All given conditions must match:

        target, method      the name of the target; the method that is sent
        url, path           the whole URL without its query; the path of the request, after percent-decoding
        query               the query has these items; items with the same name are in the same order as here. Other
                            items do not matter, unless `exact_query` is set; then {} means that there is no query
        headers             the request has these fields; fields with the same name are in the same order as here. Other
                            fields do not matter. A value of None matches any value
        body, json          the encoded body, byte by byte; or a body of equal JSON
        matches             a function that gets the moya.StubRequest, and returns a true value for a match

        A single answer is used for every request. Several answers are used one after another. If `repeat_last` is set,
        the last answer is then used again and again. Instead of samples, one function may make each answer from a
        moya.StubRequest. `delay` is in seconds. If `pass_through` is set instead of answers, the request goes to the
        network, or to the provider's backend.

        Functions run on the thread that runs the transfer, and must not block. If a function raises, the call ends with
        a MoyaError whose cause is that exception.

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
            rows = [(name, check.scalar(value, f"the value of {name} in query")) for name, value in check.pairs(query, "query")]
            rule.query, rule.query_count = array_of(rows, "query", kept), len(rows)
        if headers is not None:
            fields = [
                _structs.Header(check.text(name, "a name in headers"), check.optional_text(value, f"the value of {name} in headers"))
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
            if matches is not None:
                check.function(matches, "matches")
            if answer_function is not None:
                check.function(answer_function, "an answer")
            functions = RuleFunctions(matches, answer_function)
        return self._add(rule, functions)

    def _add(self, rule: _structs.StubRule, functions: "Optional[RuleFunctions]") -> StubRule:
        rule.size = ctypes.sizeof(_structs.StubRule)
        if functions is not None:
            rule.user = functions.number
            rule.matches = MATCHES if functions.has_condition else None
            rule.answer = ANSWER if functions.has_answer else None
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
        self._known = []
        self._functions.clear()


# ── Requests, as rules see them ───────────────────────────────────────────────────────────────────────────────────────


class StubRequest(NamedTuple):
    """A request as a server would receive it over HTTP/1.1. Functions of stub rules get such a request, and StubRules
    records it. Its fields may contain secrets. Its repr does not show them."""

    #: The name of the target, or "".
    target: str
    method: str
    #: The URL with its query, without user and fragment.
    url: str
    #: The encoded body. None: there is no body, or it could not be read.
    body: Optional[bytes]
    #: All header fields in the order in which they are sent, including User-Agent, Host and Content-Length.
    headers: Headers
    #: The number of the rule that was chosen. In a function of a rule, it is the number of that rule. 0: no rule
    #: matched.
    rule: int
    #: What responded to the request. In a rule's functions this is always StubbedBy.RULE.
    answered: StubbedBy

    @property
    def query(self) -> List[Tuple[str, str]]:
        """The items of the URL's query, percent-decoded and in order."""
        pairs = self.url.partition("?")[2].split("&")
        return [(unquote(name), unquote(value)) for name, _, value in (pair.partition("=") for pair in pairs if pair)]

    @property
    def text(self) -> str:
        """The body as UTF-8, or "" if there is none."""
        return (self.body or b"").decode("utf-8", "replace")

    def json(self) -> Any:
        """Returns the body as JSON, read like Response.json. Errors: ValueError."""
        try:
            return sound_value_of(self.body or b"")
        except OutOfRange:
            raise
        except (ValueError, RecursionError):
            raise ValueError("the body is not JSON") from None

    def __repr__(self) -> str:
        return f"<moya.StubRequest {self.method} {shown_url(self.url)}, {len(self.body or b'')} bytes>"


def stub_request(address: int) -> StubRequest:
    """Copies a moya_stub_request."""
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

# These functions run on the thread that runs the transfer. The library cannot pass an exception on. So if a function
# raises an exception, the _calls.Call stores it, and the call ends with it.


class RuleFunctions:
    """The functions of one stub rule. They live as long as the library may call them."""

    def __init__(
        self, matches: Optional[Callable[[StubRequest], Any]] = None,
        answer: Optional[Callable[[StubRequest], Sample]] = None,
    ) -> None:
        self._matches, self._answer = matches, answer
        self.number = next(_numbers)
        self.has_condition, self.has_answer = matches is not None, answer is not None
        _rules[self.number] = self

    def is_match(self, request: StubRequest, call: Optional[Call]) -> bool:
        """Returns whether the rule matches. `call` is None if nobody waits for the call any more."""
        assert self._matches is not None
        return bool(self._matches(request))

    def answer(self, request: StubRequest, call: Optional[Call]) -> Sample:
        assert self._answer is not None
        return self._answer(request)


_numbers = count(1)
_rules: "weakref.WeakValueDictionary[int, RuleFunctions]" = weakref.WeakValueDictionary()
#: The objects that the last sample of this thread points to. The library copies them after the function that filled
#: the sample has returned.
_filled = threading.local()


def _shown(request: int) -> "tuple[StubRequest, Optional[Call]]":
    return stub_request(request), calls.get(_structs.StubRequest.from_address(request).user)


def _on_matches(user: int, request: int) -> int:
    rule = _rules.get(user)
    if rule is None:  # the rule was removed
        return 0
    call = None
    try:
        shown, call = _shown(request)
        return 1 if rule.is_match(shown, call) else 0
    except BaseException as problem:
        _fail(call, "the matcher of a stub rule", problem)
        return 0


def _on_answer(user: int, request: int, sample: int) -> None:
    rule = _rules.get(user)
    struct = _structs.Sample.from_address(sample)
    if rule is None:
        struct.failure = Status.NETWORK
        return
    call = None
    try:
        shown, call = _shown(request)
        answer = rule.answer(shown, call)
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
        raise problem  # no call waits for the exception, so ctypes passes it to sys.unraisablehook
    call.fail(what, problem)


_matches = CFUNCTYPE(c_int32, c_void_p, c_void_p)(_on_matches)
_answer = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)(_on_answer)
#: The addresses of the functions, in the library's function types.
MATCHES = cast(_matches, c_void_p).value
ANSWER = cast(_answer, c_void_p).value
