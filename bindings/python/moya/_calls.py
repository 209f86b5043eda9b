"""Calls of which Python's functions are asked: what the library tells them apart by."""

import ctypes
import weakref
from itertools import count
from types import TracebackType
from typing import Any, Callable, List, NoReturn, Optional, Type

from . import _structs
from ._arguments import stub as stub_behavior
from ._arguments import wrong
from ._errors import MoyaError
from ._retry import Retry
from ._status import Status
from ._target import Target, address_of

_SIZE = ctypes.sizeof(_structs.Target)
_numbers = count(1)

#: By the number that is the `user` of a call's moya_target. A call that was given up may be asked about when it is gone.
calls: "weakref.WeakValueDictionary[int, Call]" = weakref.WeakValueDictionary()
#: By the number that is the `user` of a provider's backend and closures.
providers: "weakref.WeakValueDictionary[int, Functions]" = weakref.WeakValueDictionary()


class Functions:
    """What is asked about each call of one provider. `rules` are kept for it, as long as the library keeps them.

    Invariant: the provider and its calls own the functions; the library has only a number. So a function that keeps
    requests, which keep the library's provider, is freed with Python's provider all the same.
    """

    __slots__ = ("endpoint", "stub", "retry", "rules", "backend", "request", "number", "__weakref__")

    def __init__(self, endpoint: Any, stub: Any, retry: Optional[Retry], rules: Any, backend: Any, request: Any) -> None:
        self.endpoint, self.stub, self.retry, self.rules = endpoint, stub, retry, rules
        self.backend, self.request = backend, request
        self.number = next(_numbers)
        providers[self.number] = self


class Call:
    """One call, from when its target is read to its end: a block of `with`.

    A function that the library calls cannot raise through it. So what it raised is kept here, and the block ends with
    that as the cause of its error. Invariant: the first exception counts, and a block ends once.
    """

    def __init__(self, functions: Optional[Functions], target: Target, loop: Any = None) -> None:
        """`loop`: the event loop on which coroutines run; None: there is none. Errors: what `endpoint` and `stub` raise,
        as the cause of a MoyaError; UsageError for what they give."""
        self.functions, self.loop = functions, loop
        self.problem: Optional[BaseException] = None
        self.what = ""
        #: A status that the exception has told the library; None: it could not.
        self.is_told = False
        #: What the function that raised was shown.
        self.response: Any = None
        self.name: Optional[Callable[[Any, str], str]] = None  # of a download's file
        self.kept: List[object] = []
        self.target = target
        behavior = None
        if functions is not None:
            target = self._change(functions.endpoint)
            behavior = self._stub(functions.stub)
        self._behavior = behavior
        self.number = next(_numbers)
        self.take(address_of(target))
        calls[self.number] = self

    def take(self, address: int) -> None:
        """Takes a moya_target, which is valid until the call was sent, for the call's."""
        self.struct = _structs.Target.from_buffer_copy(ctypes.string_at(address, _SIZE))
        self.struct.user = self.number
        if self._behavior is not None:
            self.struct.stub = self._behavior
        self.address = ctypes.addressof(self.struct)

    def _change(self, endpoint: Any) -> Target:
        if endpoint is None:
            return self.target
        try:
            changed = endpoint(self.target)
            if not isinstance(changed, Target):
                raise wrong("what the endpoint function gives", "a moya.Target", changed)
        except Exception as problem:
            self.fail("the endpoint function", problem)
            self.end()
        self.target = changed
        return changed

    def _stub(self, stub: Any) -> Any:
        if stub is None or self.target.stub:
            return None
        try:
            return stub_behavior(stub(self.target), "what the stub function gives")
        except Exception as problem:
            self.fail("the stub function", problem)
            self.end()

    def decide(self, *shown: Any) -> Any:
        """What the policy's function says, the target's or the provider's."""
        policy = self.target.retry
        if policy is None and self.functions is not None:
            policy = self.functions.retry
        return None if policy is None or policy.decide is None else policy.decide(*shown)

    def fail(self, what: str, problem: BaseException, response: Any = None, *, is_told: bool = False) -> None:
        """Keeps what a function has raised. [any thread]"""
        if self.problem is None:
            self.what, self.problem, self.response, self.is_told = what, problem, response, is_told

    def forget(self, problem: BaseException) -> None:
        """Takes back what the library did not take."""
        if self.problem is problem:
            self.problem = None

    def fail_late(self, what: str, problem: BaseException) -> None:
        """The same for an exception that came when the library could be told of nothing any more."""
        if self.problem is None or self.problem is problem:
            self.what, self.problem, self.is_told = what, problem, False

    def end(self, error: Optional[BaseException] = None) -> NoReturn:
        """Raises what a function has raised: as the cause of the call's error."""
        problem = self.problem
        assert problem is not None
        self.problem = None  # or this object and the exception's frames would keep each other
        try:
            if not isinstance(problem, Exception):
                raise problem
            if error is None or not self.is_told:
                error = MoyaError(
                    f"{self.target.name or 'unnamed'}: {raised(self.what, problem)}",
                    Status.OTHER, target=self.target, response=self.response,
                )
            raise error from problem
        finally:
            del problem, error

    def __enter__(self) -> "Call":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        # KeyboardInterrupt and a task's cancellation are not replaced.
        if self.problem is not None and (kind is None or issubclass(kind, MoyaError)):
            self.end(error)


def raised(what: str, problem: BaseException) -> str:
    """What an error says of an exception: its text may be a secret."""
    return f"{what} raised {type(problem).__name__}"
