"""Rules that answer requests in place of the network."""

import ctypes
from ctypes import byref
from typing import Any, Callable, Dict, List, Optional, Union

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from . import _structs
from ._arguments import Parameters
from ._errors import UsageError
from ._handle import ErrorHandle, StubsHandle
from ._pairs import array_of
from ._response import take_error
from ._sample import Sample, sample_array
from ._status import Status


class StubRule:
    """A rule of StubRules."""

    def __init__(self, stubs: "StubRules", number: int) -> None:
        self._stubs, self._number = stubs, number

    @property
    def count(self) -> int:
        """How many requests it was to answer; 0 when it was removed."""
        count: int = c.stubs_count(self._stubs._handle, self._number)
        return count

    def remove(self) -> None:
        c.stubs_remove(self._stubs._handle, self._number)
        self._stubs._functions.pop(self._number, None)


class StubRules:
    """Rules for providers that are made with them, which then send nothing:

        rules = moya.StubRules()
        users = rules.add(moya.Sample(json=[]), method="GET", path="/v1/users")
        with moya.Provider(stubs=rules) as provider: ...
        assert users.count == 1

    A request is answered by the rule added last among those that match it; else by its target's own sample; else its
    call raises NoStub.
    """

    def __init__(self) -> None:
        handle, error = StubsHandle(), ErrorHandle()
        status = c.stubs_create(byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._handle = handle
        #: Of the rules that have some, by the rule's number.
        self._functions: Dict[int, object] = {}

    def __repr__(self) -> str:
        return f"<moya.StubRules, {self.count} requests>"

    @property
    def count(self) -> int:
        """The requests so far, answered or not."""
        count: int = c.stubs_count(self._handle, 0)
        return count

    def add(
        self,
        *answers: "Union[Sample, Callable[[moya.StubRequest], Sample]]",
        target: Optional[str] = None,
        method: Optional[str] = None,
        url: Optional[str] = None,
        path: Optional[str] = None,
        query: Optional[Parameters] = None,
        body: Optional[bytes] = None,
        matches: "Optional[Callable[[moya.StubRequest], Any]]" = None,
        delay: float = 0.0,
        repeat_last: bool = False,
    ) -> StubRule:
        """Adds a rule in front of the others. All that is given must match; `target` is its name, `url` has no query,
        `query` is a part of it. One answer is given to every request; several one after another, the last one for ever
        with `repeat_last`. `delay` is in seconds.

        In place of samples, one function may make each answer of a moya.StubRequest; and `matches` says of one whether
        the rule is for it. They run on the thread that moves the call, and must not block; what they raise ends the
        call with a MoyaError of that cause.

        Errors: UsageError.
        """
        kept: List[object] = []
        answer_function = answers[0] if len(answers) == 1 and callable(answers[0]) else None
        if not answers:
            raise UsageError("a rule has at least one answer", Status.ARGUMENT)
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
            repeat_last=bool(repeat_last),
            answers=sample_array(samples, kept) if samples else None,
            answer_count=len(samples),
        )
        if query is not None:
            rows = [(name, check.scalar(value, "a value in query")) for name, value in check.pairs(query, "query")]
            rule.query, rule.query_count = array_of(rows, "query", kept), len(rows)
        if body is not None:
            rule.body, rule.body_len = check.data(body, "body"), len(body)
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
        """Removes all rules and forgets what was counted."""
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
