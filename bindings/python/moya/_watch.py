"""What a program can watch of a call: the bytes that move, and the steps on the way to the head of the response."""

from ctypes import string_at
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

from . import _arguments as check
from . import _structs
from ._status import StepKind

#: The kinds by their numbers. A later library may report steps that are not here.
_KINDS: Dict[int, StepKind] = {int(kind): kind for kind in StepKind}
_VERSIONS = {11: "HTTP/1.1", 20: "HTTP/2"}


class Progress(NamedTuple):
    """How many bytes were sent and received. A total of -1 means that the total is not known, or not known yet."""

    sent: int
    send_total: int
    received: int
    receive_total: int


class Step(NamedTuple):
    """A step of a call. It begins when it is reported, and ends when the next one begins. If the call fails, its last
    step has failed. A retry and a redirect report their steps again. A request on a connection that is reused has only
    the steps from SEND_HEAD on."""

    kind: StepKind
    #: The number of the attempt, from 1. A retry is the next attempt.
    attempt: int
    #: The IP address and the port of the server, or of a proxy before it. Only the kinds CONNECT and SEND_HEAD have an
    #: address. None: another kind, or a Unix socket.
    address: Optional[Tuple[str, int]]
    #: "HTTP/1.1" or "HTTP/2". None unless `kind` is SEND_HEAD.
    http_version: Optional[str]


def step_at(place: int) -> Optional[Step]:
    """Reads the moya_step at this address. Returns None for a kind that this package does not know."""
    it = _structs.Step.from_address(place)
    kind = _KINDS.get(it.kind)
    if kind is None:
        return None
    address = (string_at(it.address.data, it.address.len).decode(), it.port) if it.address.len else None
    return Step(kind, it.attempt, address, _VERSIONS.get(it.http_version))


class Watch(NamedTuple):
    """The functions of the program that receive the progress and the steps of a call."""

    progress: Optional[Callable[[Any], Any]]
    step: Optional[Callable[[Step], Any]]

    def pass_on(self, part: Any) -> Any:
        """Passes a part, which is a Progress or a Step, to its function. Returns what the function returns."""
        function = self.step if type(part) is Step else self.progress
        return None if function is None else function(part)


def watch_of(
    progress: Optional[Callable[[Any], Any]], step: Optional[Callable[[Step], Any]], awaits: bool = False
) -> Optional[Watch]:
    """Returns the functions that a caller has given; None: the caller has given none. `awaits` is whether a task awaits
    what `step` returns. Errors: UsageError for a value that is not such a function."""
    if progress is None and step is None:
        return None
    if progress is not None:
        check.function(progress, "progress")
    if step is not None and not (awaits and callable(step)):
        check.function(step, "step")
    return Watch(progress, step)
