"""Defines the values that a target takes in addition to texts and numbers: bodies and parts of forms, time limits,
samples, credentials and retry policies."""

import ctypes
import os
from typing import Any, Callable, Collection, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Union

import moya

from . import _arguments as check
from . import _structs
from ._arguments import Fields, array_of, field_value
from ._errors import UsageError
from ._json import json_text
from ._status import RETRY_ANY_METHOD, RETRY_NO_JITTER, RETRY_NO_RETRY_AFTER, CredentialKind, Status


class Value:
    """An immutable object. Its attributes decide equality and the hash. A pickled object contains its attributes."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is a value: make another with replace()")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def _fields(self) -> Dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), _hashed(self._fields())))

    def __getstate__(self) -> Dict[str, Any]:
        return self._fields()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)


def _hashed(value: Any) -> int:
    """Returns a hash that is equal for equal values. This includes lists and mappings, which Python itself does not
    hash."""
    if isinstance(value, Mapping):
        return hash(frozenset((name, _hashed(member)) for name, member in value.items()))
    if isinstance(value, (tuple, list)):
        return hash(tuple(map(_hashed, value)))
    try:
        return hash(value)
    except TypeError:
        return hash(type(value))


# ── Bodies, parts of a form, time limits ──────────────────────────────────────────────────────────────────────────────

#: A body, or a part of a form, that is read while it is sent: a path, a file opened for bytes, or an iterable of bytes.
Content = Union[bytes, os.PathLike[str], Any, Iterable[bytes]]


class Part(Value):
    """A part of a multipart form.

    content     a str, bytes, a path (the file is read while it is sent), a file opened for bytes, or an iterable of
                bytes
    file_name   the name of the file in the form; None: the last component of a path or of an open file's name
    type        a media type. None: the type of a common file name extension ("sea.jpg": image/jpeg). For other names
                there is no type, or application/octet-stream if the content is read while it is sent
    length      the number of bytes of an iterable, or of a file that cannot seek; None: unknown

    Errors: UsageError.
    """

    name: str
    content: Any
    file_name: Optional[str]
    type: Optional[str]
    length: Optional[int]

    def __init__(
        self,
        name: str,
        content: Union[str, Content],
        *,
        file_name: Optional[str] = None,
        type: Optional[str] = None,
        length: Optional[int] = None,
    ) -> None:
        check.text(name, "a part's name")
        if length is not None:
            body_length(length, "a part's length")
        if not isinstance(content, str):
            content = body(content, f"the content of part {name!r}", "a str, ")
        own_name = getattr(content, "name", None)
        if file_name is None and isinstance(own_name, str) and not isinstance(content, os.PathLike):
            file_name = os.path.basename(own_name)
        vars(self).update(name=name, content=content, file_name=file_name, type=type, length=length)

    def __repr__(self) -> str:
        return f"<moya.Part {self.name!r}: {self.content.__class__.__name__}>"


class Timeouts(Value):
    """Time limits in seconds; None: the limit of the provider.

    connect     the limit for name lookup, TCP and TLS
    idle        the limit for a time in which no byte is sent or received
    total       the limit for the whole call, including retries and redirects

    Errors: UsageError.
    """

    connect: Optional[float]
    idle: Optional[float]
    total: Optional[float]

    def __init__(
        self, *, connect: Optional[float] = None, idle: Optional[float] = None, total: Optional[float] = None
    ) -> None:
        given = {"connect": connect, "idle": idle, "total": total}
        for name, seconds in given.items():
            check.milliseconds(seconds, f"the {name} timeout")
        vars(self).update(given)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in vars(self).items() if value is not None)
        return f"moya.Timeouts({given})"


def body(given: Any, what: str, more: str = "") -> Any:
    """Returns bytes for bytes, and for a list or a tuple of bytes. Returns a path, a file or another iterable
    unchanged."""
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given)
    if isinstance(given, (list, tuple)) and all(isinstance(it, (bytes, bytearray, memoryview)) for it in given):
        return tuple(map(bytes, given)) if any(map(len, given)) else b""
    if isinstance(given, os.PathLike) or hasattr(given, "read") or hasattr(given, "__aiter__"):
        return given
    if isinstance(given, Mapping) and what == "body":
        raise UsageError(f"body must be bytes, not {type(given).__name__}: use json or form", Status.ARGUMENT)
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise check.wrong(what, f"{more}bytes, a path, a file opened for bytes or an iterable of bytes", given)
    return given


def body_length(given: Any, what: str) -> int:
    """Returns the length of a body that is read while it is sent."""
    return check.integer(given, what, 1, (1 << 63) - 1)


def parts_of(multipart: Any) -> Tuple[Part, ...]:
    if isinstance(multipart, (str, bytes, Mapping)) or not isinstance(multipart, Iterable):
        raise check.wrong("multipart", "several moya.Part", multipart)
    parts = tuple(multipart)
    for part in parts:
        if not isinstance(part, Part):
            raise check.wrong("a part in multipart", "a moya.Part", part)
    return parts


def files_of(files: Any) -> Tuple[Part, ...]:
    """Makes parts from names and contents. Instead of a content, the caller may give a part, or a tuple of file name,
    content and, optionally, type."""
    if isinstance(files, tuple) and files and all(isinstance(part, Part) for part in files):
        return files  # the target is copied from another target
    parts = []
    for name, given in check.pairs(files, "files"):
        if isinstance(given, tuple):
            if not 2 <= len(given) <= 3:
                raise UsageError("a tuple in files has a file name, a content and, if wanted, a type", Status.ARGUMENT)
            parts.append(Part(name, given[1], file_name=given[0], type=given[2] if len(given) > 2 else None))
        else:
            part = Part(name, given)
            is_named = part.file_name is not None or isinstance(part.content, os.PathLike)
            parts.append(part if is_named else Part(name, given, file_name=name))
    return tuple(parts)


# ── Samples, and the C struct that the library reads ──────────────────────────────────────────────────────────────────


class Sample(Value):
    """A response for stubs.

    Set at most one of `json` (any JSON value), `text` and `body`. If `failure` is set, there is no response, and the
    request fails with that status, which is one of Status.RESOLVE … Status.ADDRESS. `url` is the URL of the response,
    for example after redirects; None: the URL of the request. Errors: UsageError, RequestError.
    """

    status_code: int
    headers: Tuple[Tuple[str, str], ...]
    body: bytes
    failure: Status
    url: Optional[str]

    def __init__(
        self,
        *,
        json: Any = None,
        text: Optional[str] = None,
        body: Optional[bytes] = None,
        status_code: int = 200,
        headers: Optional[Fields] = None,
        failure: Status = Status.OK,
        url: Optional[str] = None,
    ) -> None:
        if (json is not None) + (text is not None) + (body is not None) > 1:
            raise TypeError("a sample has one of json, text and body")
        if json is not None:
            body = bytes(json_text(json, "a sample's json"))
        elif text is not None:
            body = check.utf8(text, "a sample's text")
        vars(self).update(
            status_code=check.integer(status_code, "a sample's status_code", 100, 599),
            headers=() if headers is None else check.pairs(headers, "a sample's headers"),
            body=b"" if body is None else check.data(body, "a sample's body"),
            failure=_failure(failure),
            url=url,
        )

    def __repr__(self) -> str:
        made = f"{self.status_code}, {len(self.body)} bytes" if self.failure is Status.OK else self.failure.name
        return f"<moya.Sample {made}>"


def _failure(status: Any) -> Status:
    if not isinstance(status, Status):
        raise check.wrong("a sample's failure", "a moya.Status", status)
    if status is Status.OK or Status.ADDRESS <= status <= Status.RESOLVE:
        return status
    raise UsageError(f"a sample's failure cannot be {status.name}: it is one of RESOLVE … ADDRESS", Status.ARGUMENT)


def lower_sample(it: Sample, kept: List[object]) -> _structs.Sample:
    """Makes the moya_sample struct. Adds the memory of the headers to `kept`. The caller must also hold a reference to
    the struct, which holds the body and the URL."""
    sample = _structs.Sample(ctypes.sizeof(_structs.Sample), it.status_code)
    if it.headers:
        sample.headers, sample.header_count = array_of(it.headers, "a sample's headers", kept, field_value), len(it.headers)
    sample.body, sample.body_len = it.body, len(it.body)
    sample.failure = it.failure
    sample.url = check.optional_text(it.url, "a sample's url")
    return sample


def sample_array(samples: Iterable[Sample], kept: List[object]) -> int:
    """Makes an array of moya_sample, adds it to `kept` and returns its address."""
    rows = [lower_sample(sample, kept) for sample in samples]
    array = (_structs.Sample * len(rows))(*rows)
    kept.append(array)
    return ctypes.addressof(array)


# ── Credentials. No repr shows a secret ───────────────────────────────────────────────────────────────────────────────


class Credential:
    """The base class of Basic, Digest and Bearer. Its repr does not show the credential."""

    _kind: CredentialKind
    _user: str
    _password: str

    def __init__(self, user: str, password: str) -> None:
        check.text(user, f"the user of a {type(self).__name__}")
        check.text(password, f"the password of a {type(self).__name__}")
        self._user, self._password = user, password

    def __repr__(self) -> str:
        return f"<moya.{type(self).__name__}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), self._user, self._password))


class Basic(Credential):
    """A user's name and password, sent with the first request (RFC 7617)."""

    _kind = CredentialKind.BASIC


class Digest(Credential):
    """A user's name and password for a server that asks for Digest. The password itself is never sent (RFC 7616)."""

    _kind = CredentialKind.DIGEST


class Bearer(Credential):
    """A token, sent with the first request (RFC 6750)."""

    _kind = CredentialKind.BEARER

    def __init__(self, token: str) -> None:
        super().__init__("", token)


#: A pair is a user's name and password. The pair is sent as Basic or Digest when the server asks for it.
Auth = Union[Credential, Tuple[str, str]]


def credential(auth: Any) -> Auth:
    if isinstance(auth, Credential):
        return auth
    if not isinstance(auth, (tuple, list)) or len(auth) != 2 or not all(isinstance(text, str) for text in auth):
        raise UsageError("auth must be a user's name and a password, or a moya.Basic, Digest or Bearer", Status.ARGUMENT)
    return (auth[0], auth[1])


def credential_address(auth: Any, what: str, kept: List[object]) -> int:
    """Makes a moya_credential, adds it to `kept` and returns its address. Errors: UsageError, which does not show the
    value."""
    if isinstance(auth, Credential):
        kind, user, password = auth._kind, auth._user, auth._password
    elif isinstance(auth, (tuple, list)) and len(auth) == 2:
        kind, (user, password) = CredentialKind.ASKED, auth
    else:
        raise check.wrong(what, "(user, password), or a moya.Basic, Digest or Bearer", auth)
    struct = _structs.Credential(
        size=ctypes.sizeof(_structs.Credential),
        kind=kind,
        user=None if kind == CredentialKind.BEARER else check.text(user, what),
        password=check.text(password, what),
    )
    kept.append(struct)
    return ctypes.addressof(struct)


# ── Retry policies ────────────────────────────────────────────────────────────────────────────────────────────────────

#: A function that decides about another attempt. It gets the number of the attempt that has ended (1 for the first),
#: its response if there is one, and its error if it failed. It returns the seconds until the next attempt, False for no
#: other attempt, or None if the policy should decide.
RetryFunction = Callable[[int, "Optional[moya.Response]", "Optional[moya.MoyaError]"], Union[None, bool, int, float]]


class Retry(NamedTuple):
    """A retry policy for all targets of a provider, for example Retry(attempts=5, budget=0.1). A target can have
    another policy, which replaces the policy of the provider.

    A call is tried again if its status is in `statuses`, or if it failed with RESOLVE, CONNECT, TIMEOUT_CONNECT,
    TIMEOUT_IDLE, NETWORK or INCOMPLETE_BODY. The call's timeout limits all attempts and waits together. An attempt that
    could start only after the timeout is not made. Times are in seconds.
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
    #: Whether POST, PATCH and unknown methods are retried too. Such a request may take effect twice.
    any_method: bool = False
    #: How many retries each call of the provider adds to the budget: 0.1 means one retry for ten calls; None: no limit.
    #: Only the policy of a provider may set this.
    budget: Optional[float] = None
    #: How many retries a budget allows after a time without calls.
    budget_reserve: int = 10
    #: A function that decides about each retry. It replaces the statuses and times above, but not the limits on
    #: attempts, methods and budget. Writing `retry=function` makes a policy with only this function. The function runs
    #: on the thread that runs the transfer, and must not block.
    decide: Optional[RetryFunction] = None


def retry_of(given: Any) -> Retry:
    """Returns a policy, or makes one from a function. Later changes of the caller's objects have no effect on it.
    Errors: UsageError."""
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
