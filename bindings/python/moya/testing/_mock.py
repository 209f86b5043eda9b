"""Defines the rules that respond to the calls of a test, and records what was called (docs/python-testing.md)."""

import fcntl
import os
import pickle
from itertools import count, islice
from types import TracebackType
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Generic, Iterator, List, Literal, Optional, Sequence, Tuple, Type, TypeVar, Union,
    overload,
)

from .. import _arguments as check
from .. import _library as c
from .. import _structs
from .._calls import Call
from .._errors import Cancelled, ConnectError, ConnectTimeout, ProtocolError, StateError, Timeout, TransferError, UsageError
from .._headers import Headers
from .._status import Status, StubbedBy
from .._stubs import RuleFunctions, StubRequest, StubRule, stub_request
from .._target import Target, Unpack
from .._text import shown_url
from .._values import Sample
from ._conditions import (
    ASKED, MOST_DIFFERENCES, Condition, Conditions, Difference, call_differences, called, conditions, named,
)
from ._interception import Interception
from ._subjects import Subject, subject_of

if TYPE_CHECKING:
    from ..typed import Call as TypedCall
    from ..typed import Iterated, UnboundEndpoint


# ── The requests of forked children ───────────────────────────────────────────────────────────────────────────────────

Row = Tuple[StubRequest, Optional[Target]]


class _Calls(List["MockRequest"]):
    """Requests, in order. No request is removed, so `_indexes` can list the requests of each rule by their places."""

    def __init__(self) -> None:
        super().__init__()
        self._indexes: Dict[int, Dict[int, None]] = {}

    def add(self, request: "MockRequest") -> None:
        # If an interrupt comes between these two lines, the request is added again later. It then gets the same index.
        self._indexes.setdefault(request.rule, {})[len(self)] = None
        self.append(request)

    def of(self, rules: Sequence[int]) -> "List[MockRequest]":
        """Returns the requests that matched the rules with these numbers."""
        return [self[index] for index in sorted(index for rule in rules for index in self._indexes.get(rule, ()))]


class Children:
    """The requests of forked children. A child writes each request to memory that it shares with the process that has
    made this object. That process reads the requests."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._calls, self._end = _Calls(), 0
        self._file = os.memfd_create("moya", os.MFD_CLOEXEC)
        # The system appends each request as a whole, whichever process writes it.
        # A reader may see only a part of it, so its length comes first.
        fcntl.fcntl(self._file, fcntl.F_SETFL, os.O_APPEND)

    def __del__(self, _close: Any = os.close) -> None:
        if "_file" in self.__dict__:
            _close(self._file)

    def add(self, request: StubRequest, answered: StubbedBy, target: Optional[Target]) -> None:
        """Writes the request to the shared memory, if this process is a child."""
        if os.getpid() == self._process:
            return
        fields = (*request[:4], request.headers.raw, request.rule, int(answered))
        try:
            row = pickle.dumps((fields, target))
        except Exception:  # a target with a stream cannot be pickled
            row = pickle.dumps((fields, None))
        os.write(self._file, len(row).to_bytes(8, "little") + row)

    def calls(self) -> _Calls:
        """Returns the requests. In a child there are none."""
        if os.getpid() != self._process:
            return _Calls()
        for row in list(self._unread()):
            self._calls.add(_mock_request(*row))
        return self._calls

    def forget(self) -> None:
        if os.getpid() == self._process:
            os.ftruncate(self._file, 0)
            self._calls, self._end = _Calls(), 0

    def _unread(self) -> Iterator[Row]:
        data, at = os.pread(self._file, os.fstat(self._file).st_size - self._end, self._end), 0
        while len(data) - at >= 8:
            end = at + 8 + int.from_bytes(data[at : at + 8], "little")
            if end > len(data):
                break  # a child is still writing this request
            fields, target = pickle.loads(data[at + 8 : end])
            name, method, url, body, raw, rule, answered = fields
            yield StubRequest(name, method, url, body, Headers(raw), rule, StubbedBy(answered)), target
            at = end
        self._end += at


# ── Mocks ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

#: The most differences of a condition that count when rules are compared.
_MOST_COUNTED = 50
#: The most requests without a rule that a message describes.
_MOST_SHOWN = 20

T = TypeVar("T")
#: What a rule can reply with. A rule for an endpoint can also reply with a value that the endpoint returns.
Reply = Union[Sample, Exception, Callable[[StubRequest], Any]]


class MockRequest(StubRequest):
    """A request of an intercepted call. It equals the target that was called, and the call of moya.typed:

        assert mock.calls == [GitHub.user("octocat")]
    """

    #: The target that was called; None if nobody waited for the call any more.
    called: Optional[Target] = None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, StubRequest):
            return tuple.__eq__(self, other)
        try:
            wanted = subject_of(other)[1]
        except UsageError:
            return NotImplemented
        return wanted is not None and next(call_differences(wanted, self.called), None) is None

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = StubRequest.__hash__

    def __repr__(self) -> str:
        return f"<moya.testing.MockRequest {self.target or 'unnamed'}: {self.method} {shown_url(self.url)}>"


class Rule(Generic[T]):
    """A rule of a Mock: conditions and replies. Mock.on makes it."""

    def __init__(self, mock: "Mock", subject: Optional[Subject], wanted: List[Condition]) -> None:
        self._mock, self._subject, self._conditions = mock, subject, wanted
        self._replies: "Tuple[Any, ...]" = ()
        self._turns = count()
        #: The rule of StubRules that does the work of this rule. Each change of the replies makes a new one.
        self._rule: Optional[StubRule] = None
        self._numbers: List[int] = []
        self._is_optional = False

    def __repr__(self) -> str:
        return f"<moya.testing.Rule {self.description}>"

    @property
    def description(self) -> str:
        """The conditions as a text, without secrets."""
        return " ".join(it.text for it in self._conditions) or "any request"

    def reply(self, *replies: Union[T, Reply], delay: float = 0.0) -> "Rule[T]":
        """Sets the responses. The calls get the replies one after another. All further calls get the last reply.
        Without replies, the response has the status 200 and no body. A reply is one of these:

        - a moya.Sample. If its status is a success, the endpoint of the rule must be able to read it
        - a value that the endpoint returns. If the rule is not about an endpoint, any JSON value
        - an exception. For a moya.TransferError, the call raises an error of the same class. For any other exception,
          the call raises a MoyaError with this cause
        - a function, which gets the moya.StubRequest and returns one of these. It must not block

        `delay` is the time until each response, in seconds. Errors: UsageError, if the endpoint cannot return a reply.
        """
        if any(isinstance(it, type) for it in replies):
            raise UsageError("a reply is a value or an exception, not a class", Status.ARGUMENT)
        samples = tuple(it if callable(it) else self._checked(it) for it in replies) or (Sample(),)
        if self._subject is not None and isinstance(samples[-1], Sample):
            self._subject.expect_end(samples[-1])
        self._replies = samples
        self._turns = count()
        self._put(_Replies(self), delay)
        return self

    def fail(self, status: Status = Status.CONNECT, *, delay: float = 0.0) -> "Rule[T]":
        """Makes the calls fail with this status, one of Status.RESOLVE … Status.ADDRESS. Errors: UsageError."""
        return self.reply(Sample(failure=status), delay=delay)

    def pass_through(self) -> "Rule[T]":
        """Lets the requests of this rule through. They go to the backend of their provider, or to the network."""
        self._put(_Functions(self), 0.0)
        return self

    def optional(self) -> "Rule[T]":
        """Excludes this rule from Mock.assert_all_called."""
        self._is_optional = True
        return self

    def remove(self) -> None:
        """Removes this rule. Its requests stay in Mock.calls."""
        if self._rule is not None:
            self._rule.remove()
        self._rule = None
        if self in self._mock.rules:
            self._mock.rules.remove(self)

    @property
    def calls(self) -> List[MockRequest]:
        """The requests to which this rule has responded, and those that it has let through, in order."""
        return [request for calls in self._mock._known_calls() for request in calls.of(self._numbers)]

    @property
    def called(self) -> bool:
        return bool(self.calls)

    def _differences(self, request: StubRequest, target: Optional[Target]) -> Iterator[Difference]:
        """Finds how a request that did not match differs from what this rule wants."""
        found = self._rule is None
        for it in self._conditions:
            for difference in () if it.asks else it.differences(request, target):
                found = True
                yield difference
        if not found:  # its function has refused the request
            yield from (ASKED for it in self._conditions if it.asks)

    def _distance(self, request: StubRequest, target: Optional[Target]) -> int:
        """Returns how badly the rule fits a request that did not match. Each condition counts a limited number of
        differences, because a request with a long body can differ from each of many rules at many places."""
        counts = (
            it.weight * sum(1 for _ in islice(it.differences(request, target), _MOST_COUNTED))
            for it in self._conditions if not it.asks
        )
        distance = sum(counts)
        is_refused = distance == 0 and self._rule is not None
        return sum(it.weight for it in self._conditions if it.asks) if is_refused else distance

    def _put(self, functions: RuleFunctions, delay: float) -> None:
        rules = self._mock.rules
        if rules[-1:] != [self] and self not in rules:
            raise StateError(f"the rule {self.description} was removed", Status.STATE)
        fields = dict(it.first for it in self._conditions if it.first is not None)
        rule = self._mock._add(functions, delay, **{name: check.text(text, name) for name, text in fields.items()})
        if self._rule is not None:
            self._rule.remove()
        self._rule = rule
        self._numbers.append(rule.number)

    def _checked(self, reply: Any) -> Any:
        """Returns what a call gets for a reply of a rule: a Sample, or an exception to raise. Errors: UsageError."""
        if isinstance(reply, Sample):
            if self._subject is not None:
                self._subject.check(reply)
            return reply
        if isinstance(reply, TransferError):
            known = Status.ADDRESS <= reply.status <= Status.RESOLVE
            return Sample(failure=reply.status if known else _FAILURES.get(type(reply), Status.NETWORK))
        if isinstance(reply, BaseException):
            return reply
        return (self._subject or _ANY).sample(reply)

    def _next(self, request: StubRequest) -> Sample:
        """Returns the next sample. Errors: the exception that is the reply; UsageError."""
        reply = self._replies[min(next(self._turns), len(self._replies) - 1)]
        if callable(reply):
            reply = self._checked(reply(request))
        if isinstance(reply, BaseException):
            raise reply
        sample: Sample = reply
        return sample


#: The status for each class of errors, for an error that a test has made without a status.
_FAILURES: Dict[Any, Status] = {
    ConnectError: Status.CONNECT, ConnectTimeout: Status.TIMEOUT_CONNECT, Timeout: Status.TIMEOUT_TOTAL,
    ProtocolError: Status.PROTOCOL, Cancelled: Status.CANCELLED,
}
#: The subject of rules that are not about an endpoint.
_ANY = Subject("the rule")


class _Functions(RuleFunctions):
    """The functions of one rule, which the library calls. This class makes no response, so the library lets the
    requests of the rule through."""

    def __init__(self, rule: "Rule[Any]") -> None:
        super().__init__()
        self.has_condition = True
        self._rule = rule

    def is_match(self, request: StubRequest, call: Optional[Call]) -> bool:
        target = self._rule._mock._noted(call)
        is_met = all(it.is_met(request, target) for it in self._rule._conditions)
        if is_met:
            self._rule._mock._children.add(request, StubbedBy.RULE if self.has_answer else StubbedBy.NETWORK, target)
        return is_met


class _Replies(_Functions):
    def __init__(self, rule: "Rule[Any]") -> None:
        super().__init__(rule)
        self.has_answer = True

    def answer(self, request: StubRequest, call: Optional[Call]) -> Sample:
        return self._rule._next(request)


class _Rest(RuleFunctions):
    """A rule that matches no request. The library asks it after all other rules, so it sees the requests that no rule
    matches."""

    def __init__(self, mock: "Mock") -> None:
        super().__init__()
        self.has_condition = self.has_answer = True
        self._mock = mock

    def is_match(self, request: StubRequest, call: Optional[Call]) -> bool:
        target = self._mock._noted(call)
        has_sample = target is not None and target.sample is not None
        self._mock._children.add(request._replace(rule=0), StubbedBy.SAMPLE if has_sample else StubbedBy.NOTHING, target)
        if call is not None:
            call.mismatch = self._mock._mismatch(request, target)
        return False


class Mock(Interception):
    """Responds to the calls of every provider, for tests. moya.intercept makes it. Requests that no rule matches are
    never sent, and their calls raise NoStub. The message names the rule that fits the request best, and the
    differences.

        with moya.intercept() as mock:
            mock.on(GitHub.user).reply(moya.Sample(json={"login": "octocat"}))
            ...
        assert mock.calls[0].headers["Authorization"] == "Bearer t"

    If the block ends without an exception, it raises AssertionError for rules that no request has used
    (`assert_all_called`), and for requests that no rule has matched (`assert_all_matched`).
    """

    def __init__(
        self,
        *,
        scope: Literal["process", "context"] = "process",
        assert_all_called: bool = True,
        assert_all_matched: bool = True,
    ) -> None:
        super().__init__(scope)
        self._asserts_called, self._asserts_matched = assert_all_called, assert_all_matched
        #: The rules, the oldest first. The latest one that matches a request responds.
        self.rules: "List[Rule[Any]]" = []
        #: The targets that were called, by the numbers of their calls.
        self._targets: Dict[int, Target] = {}
        self._calls = _Calls()
        self._children = Children()
        self._add(_Rest(self))

    def __repr__(self) -> str:
        return f"<moya.testing.Mock, {len(self.rules)} rules>"

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        super().__exit__(kind, error, trace)
        if kind is None and self._asserts_matched:
            self.assert_all_matched()
        if kind is None and self._asserts_called:
            self.assert_all_called()

    @overload
    def on(
        self, what: "Union[TypedCall[Iterated[T]], UnboundEndpoint[..., Iterated[T]]]", **given: "Unpack[Conditions]"
    ) -> "Rule[Sequence[T]]": ...

    @overload
    def on(self, what: "Union[TypedCall[T], UnboundEndpoint[..., T]]", **given: "Unpack[Conditions]") -> "Rule[T]": ...

    @overload
    def on(self, what: Any = None, **given: "Unpack[Conditions]") -> "Rule[Any]": ...

    def on(self, what: Any = None, **given: "Unpack[Conditions]") -> "Rule[Any]":
        """Adds a rule, which takes precedence over the earlier rules. It applies to the requests that meet all
        conditions, and takes effect when Rule.reply or Rule.pass_through is called.

        `what` is an endpoint or a call. An endpoint is a route of a moya.API, a function of a definition, or an
        endpoint of moya.typed. A call is a moya.Target or a call of moya.typed. The base URL of a call does not matter.
        Conditions lists the other arguments. Errors: UsageError; TypeError for an unknown argument.
        """
        wanted, subject = conditions(given), None
        if what is not None:
            subject, call = subject_of(what)
            wanted.insert(0, named(subject.name) if call is None else called(call))
        rule: "Rule[Any]" = Rule(self, subject, wanted)
        self.rules.append(rule)
        return rule

    @property
    def calls(self) -> List[MockRequest]:
        """The requests, in order. Each attempt of a call is a request. The requests of forked children come after the
        requests of this process."""
        return [request for calls in self._known_calls() for request in calls]

    def _known_calls(self) -> "Tuple[_Calls, _Calls]":
        """Returns the requests of this process and of its forked children."""
        with self._lock:  # no other thread empties the record
            # The record only grows until reset() empties it, so each request is converted once.
            for index in range(len(self._calls), c.stubs_record_count(self._rules._handle)):
                address = c.stubs_record_at(self._rules._handle, index)
                number = _structs.StubRequest.from_address(address).user
                self._calls.add(_mock_request(stub_request(address), self._targets.get(number)))
            return self._calls, self._children.calls()

    @property
    def unmatched(self) -> List[MockRequest]:
        """The requests to which nothing responded, in order."""
        return [it for it in self.calls if it.answered is StubbedBy.NOTHING]

    def assert_all_called(self) -> None:
        """Raises AssertionError if a rule was not used, unless it is optional."""
        used = {it.rule for it in self.calls}
        unused = [it.description for it in self.rules if not it._is_optional and used.isdisjoint(it._numbers)]
        if unused:
            raise AssertionError(f"no request has used these rules: {'; '.join(unused)}")

    def assert_all_matched(self) -> None:
        """Raises AssertionError if nothing responded to a request."""
        unmatched = self.unmatched
        if unmatched:
            lines = [self._mismatch(it, it.called) for it in unmatched[:_MOST_SHOWN]]
            left = len(unmatched) - _MOST_SHOWN
            raise AssertionError("\n".join([*lines, *([f"no rule matches {left} more requests"] if left > 0 else [])]))

    def reset(self) -> None:
        """Removes all rules, and empties `calls`."""
        with self._lock:
            self.rules.clear()
            self._rules.reset()
            self._targets.clear()
            self._calls = _Calls()
            self._children.forget()
            self._add(_Rest(self))

    def _noted(self, call: Optional[Call]) -> Optional[Target]:
        """Stores the target that was called, and returns it."""
        if call is None:
            return None
        self._targets[call.number] = call.target
        return call.target

    def _mismatch(self, request: StubRequest, target: Optional[Target]) -> str:
        """Describes the rule that fits a request best, and how the request differs."""
        text = f"no rule matches {request.method} {shown_url(request.url)}"
        rules = list(self.rules)
        if not rules:
            return f"{text}, since there are no rules"
        nearest = min(reversed(rules), key=lambda rule: rule._distance(request, target))
        differences = list(nearest._differences(request, target))
        if not differences:
            return f"{text}, since {nearest.description} has no reply"
        lines = [f"{text}. The nearest of {len(rules)} is {nearest.description}:"]
        lines += [f"  {it}" for it in differences[:MOST_DIFFERENCES]]
        left = len(differences) - MOST_DIFFERENCES
        return "\n".join([*lines, *([f"  and {left} more differences"] if left > 0 else [])])


def _mock_request(request: StubRequest, target: Optional[Target]) -> MockRequest:
    made = MockRequest(*request)
    made.called = target
    return made


def intercept(
    *, scope: Literal["process", "context"] = "process", assert_all_called: bool = True, assert_all_matched: bool = True
) -> Mock:
    """Intercepts the calls of every provider while a `with` block runs, no matter who has made the provider and when.
    Returns a Mock, whose rules respond to the calls.

        with moya.intercept() as mock:
            mock.on(path="/users/{name}").reply({"login": "octocat"})
            assert moya.Provider().call(moya.Target("https://api.github.com", "/users/octocat")).json("login") == "octocat"

    scope               "process": the calls of all threads and tasks, and of forked children; "context": only the calls
                        of this context (contextvars), and of the tasks that it starts
    assert_all_called   raise AssertionError at the end of the block, if a rule was not used
    assert_all_matched  raise AssertionError at the end of the block, if nothing responded to a request

    Errors: UsageError.
    """
    return Mock(scope=scope, assert_all_called=assert_all_called, assert_all_matched=assert_all_matched)
