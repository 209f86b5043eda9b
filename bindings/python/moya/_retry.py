"""Retry policies, which say when a call gets another attempt."""

import ctypes
from typing import Any, Callable, Collection, Iterable, List, NamedTuple, Optional, Tuple, Union

import moya  # for annotations

from . import _arguments as check
from . import _structs
from ._errors import UsageError
from ._status import RETRY_ANY_METHOD, RETRY_NO_JITTER, RETRY_NO_RETRY_AFTER, Status


#: A function that decides about another attempt. It gets the number of the attempt that has ended (1 for the first),
#: its response if there is one, and its error if it failed. It returns the seconds until the next attempt, False for no
#: other attempt, or None if the policy should decide.
RetryFunction = Callable[[int, "Optional[moya.Response]", "Optional[moya.MoyaError]"], Union[None, bool, int, float]]


class Retry(NamedTuple):
    """A retry policy for all targets of a provider, for example Retry(attempts=5, budget=0.1). A target can have
    another policy, which replaces the policy of the provider.

    A call is tried again if no complete response arrived, or if its status is in `statuses`. The call's timeout always
    counts. An attempt that could start only after the timeout is not made. Times are in seconds.
    """

    #: The most attempts, including the first; 1: no retry.
    attempts: int = 3
    #: The wait before the second attempt. Each later wait is `backoff` times the previous one, at most max_delay.
    delay: float = 0.5
    backoff: float = 2.0
    max_delay: float = 30.0
    #: A wait is made longer or shorter at random, by at most this fraction of the wait.
    jitter: float = 0.2
    #: A Retry-After field of the response replaces the backoff, up to this many seconds; 0: the field is ignored.
    max_retry_after: float = 60.0
    statuses: Collection[int] = (408, 429, 500, 502, 503, 504)
    #: Whether POST, PATCH and other methods are retried too. Such a request may take effect twice.
    any_method: bool = False
    #: How many retries each call of the provider adds to the budget: 0.1 means one retry for ten calls; None: no limit.
    #: Only the policy of a provider may set this.
    budget: Optional[float] = None
    #: How many retries a budget allows after a time without calls.
    budget_reserve: int = 10
    #: A function that decides instead of the statuses and times above. The limits on attempts, methods and budget still
    #: apply. Writing `retry=function` makes a policy with only this function. The function runs on the thread that runs
    #: the transfer, and must not block.
    decide: Optional[RetryFunction] = None


def retry_of(given: Any) -> Retry:
    """Returns the policy, which nothing can change any more, or makes one from a function. Errors: UsageError."""
    if isinstance(given, Retry):
        return given if type(given.statuses) is tuple else given._replace(statuses=_statuses(given.statuses))
    return Retry(decide=check.function(given, "retry", "a moya.Retry or a function"))


def lower_retry(it: Any, kept: List[object]) -> int:
    """Makes the moya_retry of a policy, adds it to `kept` and returns its address. Errors: UsageError."""
    if not isinstance(it, Retry):
        raise check.wrong("retry", "a moya.Retry", it)
    statuses = _statuses(it.statuses)
    array = (ctypes.c_int32 * max(1, len(statuses)))(*statuses)
    flags = RETRY_ANY_METHOD if it.any_method else 0
    flags |= 0 if it.jitter else RETRY_NO_JITTER
    flags |= 0 if it.max_retry_after else RETRY_NO_RETRY_AFTER
    struct = _structs.Retry(
        size=ctypes.sizeof(_structs.Retry),
        attempts=check.integer(it.attempts, "retry.attempts", 1, 16),
        delay_ms=check.milliseconds(it.delay, "retry.delay"),
        backoff_percent=_percent(it.backoff, "retry.backoff", 100),
        max_delay_ms=check.milliseconds(it.max_delay, "retry.max_delay"),
        jitter_percent=_percent(it.jitter, "retry.jitter", 1),
        max_retry_after_ms=check.milliseconds(it.max_retry_after, "retry.max_retry_after") if it.max_retry_after else 0,
        flags=flags,
        statuses=ctypes.addressof(array),
        status_count=len(statuses),
        budget_reserve=check.integer(it.budget_reserve, "retry.budget_reserve", 1, 0xFFFFFFFF),
        budget_percent=0 if it.budget is None else _percent(it.budget, "retry.budget", 1) or 1,
    )
    if it.decide is not None:
        check.function(it.decide, "retry.decide")
        from ._callbacks import DECIDE  # imported here, because few policies have a function

        struct.decide = DECIDE  # `user` stays NULL, so `decide` gets the target's user, which identifies the call
    kept += [array, struct]
    return ctypes.addressof(struct)


def _statuses(given: Iterable[int]) -> Tuple[int, ...]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise check.wrong("retry.statuses", "several statuses", given)
    return tuple(check.integer(status, "a status in retry.statuses", 100, 599) for status in given)


def _percent(part: Any, name: str, most: float) -> int:
    if isinstance(part, bool) or not isinstance(part, (int, float)):
        raise check.wrong(name, "a number", part)
    if not 0 <= part <= most:
        raise UsageError(f"{name} is {part}, not 0 … {most}", Status.ARGUMENT)
    return round(part * 100)
