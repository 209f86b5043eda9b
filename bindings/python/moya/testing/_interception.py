"""Defines interceptions. While one is active, stub rules respond to the calls of every provider, no matter who made the
provider or when."""

import os
import threading
import weakref
from contextvars import Token
from types import TracebackType
from typing import Any, Callable, Dict, List, Literal, Optional, Type, TypeVar

from .. import _arguments as check
from .. import _stream as _stream  # calls need it, and a signal handler must not interrupt its import (docs/python.md)
from .. import _structs
from .._base_provider import active, everywhere, here
from .._cookies import Cookies
from .._errors import StateError, UsageError
from .._status import Status
from .._stubs import RuleFunctions, StubRule, StubRules

#: The most requests that a record can have.
_MOST = 1_000_000


class Interception:
    """The base class of Mock and Cassette, for `with`. While the block runs, the calls of every provider go to the
    stub rules of this object. A call goes to the network only if one of these rules lets it through.

    An interception makes a stand-in for each provider: a second provider with the same options, plugins and cookies,
    and with the rules of the interception. The calls of the provider go to its stand-in, so nothing changes in the
    provider itself. If a provider has stub rules of its own, these rules respond, and those of the interception do not.
    If the provider's rules let a request through, the request fails.

    scope       "process": the calls of all threads and tasks, and of forked children; "context": only the calls of this
                context (contextvars) and of the tasks that it starts

    If several interceptions are active, a call goes to the interception that its context has entered last. If its
    context has entered none, the call goes to the interception that the process has entered last.
    """

    def __init__(self, scope: Literal["process", "context"] = "process") -> None:
        if scope not in ("process", "context"):
            raise UsageError('scope must be "process" or "context"', Status.ARGUMENT)
        self._scope = scope
        self._rules = StubRules(record=_MOST)
        # The lock is an RLock, because a __del__ or a signal handler may make a call wherever it interrupts.
        self._lock = threading.RLock()
        self._stand_ins: "weakref.WeakKeyDictionary[Any, Any]" = weakref.WeakKeyDictionary()
        self._token: "Optional[Token[Any]]" = None
        #: A function that gets the requests that a rule lets through. None: these requests go to the network.
        self._backend: Any = None
        #: The functions of all rules, including removed rules. A request that was matched before may still call the
        #: functions of a removed rule.
        self._functions: "List[RuleFunctions]" = []
        _interceptions.add(self)

    def __enter__(self: "Self") -> "Self":
        if self in active:
            raise StateError(f"this {type(self).__name__} is active already", Status.STATE)
        if self._scope == "context":
            self._token = here.set(self)
        else:
            everywhere.append(self)
        active.append(self)
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        active.remove(self)
        if self._token is not None:
            try:
                here.reset(self._token)
            except ValueError:  # the block ends in another context than it began; `active` no longer has this object
                pass
            self._token = None
        else:
            everywhere.remove(self)
        # A stand-in (see Interception) with calls in flight lives until the last of these calls has ended.
        self._stand_ins.clear()

    def stand_in(self, provider: Any) -> Any:
        """Returns the stand-in for a provider. Errors: StateError if the provider is closed; UsageError."""
        provider._open()
        return self.stand_in_of(provider, lambda: _stand_in(provider, self._rules, self._backend))

    def stand_in_of(self, thing: Any, make: Callable[[], Any]) -> Any:
        """Returns the stand-in for a provider or a group. If there is none yet, `make` makes it."""
        with self._lock:
            made = self._stand_ins.get(thing)
            if made is None:
                made = self._stand_ins[thing] = make()
            return made

    def known_stand_in(self, thing: Any) -> Any:
        """Returns the stand-in for a provider or a group, or None if there is none yet."""
        return self._stand_ins.get(thing)

    def _add(self, functions: RuleFunctions, delay: float = 0.0, **fields: bytes) -> StubRule:
        """Adds a rule, which takes precedence over the earlier rules. `fields` are conditions that the library checks.
        Among the requests that meet them, the functions choose those that match. If the functions make no answers, the
        rule lets its requests through."""
        self._functions.append(functions)
        rule = _structs.StubRule(
            delay_ms=check.delay(delay, "delay"), pass_through=not functions.has_answer, **fields
        )
        return self._rules._add(rule, functions)


Self = TypeVar("Self", bound=Interception)


def _stand_in(provider: Any, rules: StubRules, backend: Any) -> Any:
    """Makes a stand-in (see Interception) for a provider. Errors: UsageError."""
    own: Dict[str, Any] = provider._options
    options = {**own, "stubs": rules, "backend": own.get("backend")}
    plugins, shared = options.pop("plugins", ()), options.pop("shared", None)
    if own.get("stubs") is not None:
        options.update(stubs=own["stubs"], backend=_refuse)
    elif backend is not None:
        if own.get("backend") is not None:
            raise UsageError("a provider that has a backend cannot be recorded", Status.ARGUMENT)
        options["backend"] = backend
    # True instead of a path: the cookies of a test stay in memory and do not go to the program's files.
    options.update({name: True for name in ("cookies", "hsts") if own.get(name)})
    it = provider._base(**options)
    it._is_stand_in = True
    if plugins or shared is not None:
        it._add_plugins(plugins, shared)
    for function, given in provider._added:
        getattr(it, function)(*given)
    for cookie in Cookies(provider) if own.get("cookies") else ():
        Cookies(it).set(**cookie._asdict())
    return it


def _refuse(request: Any) -> BaseException:
    return StateError("a rule of the provider lets this request through, and the provider is intercepted", Status.STATE)


# ── Forked children ───────────────────────────────────────────────────────────────────────────────────────────────────

_interceptions: "weakref.WeakSet[Interception]" = weakref.WeakSet()


def _in_child() -> None:
    # In the child, nothing would release a lock that another thread of the parent held. So the child gets new locks.
    for interception in list(_interceptions):
        interception._lock = threading.RLock()


os.register_at_fork(after_in_child=_in_child)
