"""Rules that answer requests in place of the network."""

import ctypes
from ctypes import byref
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from . import _structs
from ._arguments import Parameters
from ._errors import UsageError
from ._handle import ErrorHandle, StubsHandle
from ._json import json_text
from ._pairs import array_of
from ._response import take_error
from ._sample import Sample, sample_array
from ._status import Status, StubbedBy


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
        from ._functions import stub_request

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
    from ._functions import ANSWER, MATCHES, RuleFunctions  # for those who have some

    if matches is not None:
        check.function(matches, "matches")
    if answer is not None:
        check.function(answer, "an answer")
    functions = RuleFunctions(matches, answer)
    rule.user = functions.number
    rule.matches = MATCHES if matches is not None else None
    rule.answer = ANSWER if answer is not None else None
    return functions
