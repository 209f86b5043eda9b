"""One operation of an API, described as a value: what Moya calls a target."""

import ctypes
from typing import Any, Dict, Iterable, Optional, Tuple, Union

from . import _arguments as check
from ._arguments import Fields, Parameters, Scalar, Stub
from ._errors import RequestError, UsageError
from ._json import json_text
from ._lower import lower
from ._status import Status, StubBehavior, Validation
from ._text import shown_url


class _Value:
    """Equality and pickling by the attributes; immutable."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is a value: make another with replace()")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def _fields(self) -> Dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Dict[str, Any]:
        return self._fields()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)


class Sample(_Value):
    """A made-up answer for stubs.

    At most one of `json` (any JSON value), `text` and `body`. `failure`: the exchange fails with that status, one of
    RESOLVE … ADDRESS, and there is no answer. Errors: UsageError, RequestError.
    """

    status_code: int
    headers: Tuple[Tuple[str, str], ...]
    body: bytes
    failure: Status

    def __init__(
        self,
        *,
        json: Any = None,
        text: Optional[str] = None,
        body: Optional[bytes] = None,
        status_code: int = 200,
        headers: Optional[Fields] = None,
        failure: Status = Status.OK,
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


class Target(_Value):
    """What to call, and with what. A value: it can be called any number of times, by any provider.

    base_url    "https://api.example.com/v1"; None: the provider's, to which "v2" is joined
    path        joined to base_url with one slash, percent-encoded; a `?` in it is a character of the path
    method      any token
    headers     names and values
    query       parameters, percent-encoded, in the order given; True is 1 and False 0
    json        a JSON value, the body; as it is now, later changes do not count. Sent with every method, GET too
    body        bytes, the body as it is, without a Content-Type of its own
    timeout     seconds for the whole call; None: the provider's
    name        for errors, plugins and logs
    sample      the answer of a stub
    stub        whether to take it: True is at once, False is never; stub_delay is in seconds, for StubBehavior.DELAYED
    tags        for plugins
    validate    which statuses are a success: a moya.Validation, or the statuses (200, 404); with any other the call
                raises StatusError, whose `response` is what came
    share       while an equal request of the same AsyncProvider is under way, none is sent: the calls share its answer

    At most one of json and body. Errors: UsageError for an argument of a wrong type or value, RequestError for one that
    cannot be sent; what else is wrong, such as the URL, is found when it is called.
    """

    base_url: Optional[str]
    path: str
    method: str
    headers: Optional[Tuple[Tuple[str, str], ...]]
    query: Optional[Tuple[Tuple[str, Scalar], ...]]
    body: Optional[bytes]
    timeout: Optional[float]
    name: Optional[str]
    sample: Optional[Sample]
    stub: StubBehavior
    stub_delay: float
    tags: Tuple[str, ...]
    validate: Union[Validation, Tuple[int, ...]]
    share: bool

    def __init__(
        self,
        base_url: Optional[str] = None,
        path: str = "",
        method: str = "GET",
        *,
        headers: Optional[Fields] = None,
        query: Optional[Parameters] = None,
        json: Any = None,
        body: Optional[bytes] = None,
        timeout: Optional[float] = None,
        name: Optional[str] = None,
        sample: Optional[Sample] = None,
        stub: Stub = StubBehavior.DEFAULT,
        stub_delay: float = 0.0,
        tags: Iterable[str] = (),
        validate: Union[Validation, Iterable[int]] = Validation.NONE,
        share: bool = False,
    ) -> None:
        if json is not None and body is not None:
            raise TypeError("a target has one of json and body")
        # All fields at once, past __setattr__, which refuses: a target is made for every call, and each assignment costs.
        fields = {
            "base_url": base_url,
            "path": path,
            "method": method,
            "headers": None if headers is None else check.pairs(headers, "headers"),
            "query": None if query is None else check.pairs(query, "query"),
            "json": None if json is None else json_text(json, "json"),
            "body": None if body is None else check.data(body, "body"),
            "timeout": timeout,
            "name": name,
            "sample": sample,
            "stub": check.stub(stub, "stub"),
            "stub_delay": stub_delay,
            "tags": _tags(tags) if tags else (),
            "validate": validate if validate is Validation.NONE else check.validation(validate, "validate"),
            "share": bool(share),
        }
        if sample is not None and not isinstance(sample, Sample):
            raise check.wrong("sample", "a moya.Sample", sample)
        object.__setattr__(self, "__dict__", fields)
        self._lower()

    @property
    def json(self) -> Any:
        """The JSON value that is the body: a copy."""
        text = vars(self)["json"]
        return None if text is None else text.value

    def __repr__(self) -> str:
        path = self.path.partition("?")[0]
        base = "" if self.base_url is None else shown_url(self.base_url)
        joined = f"{base.rstrip('/')}/{path.lstrip('/')}" if path else base
        return f"<moya.Target {self.name or 'unnamed'}: {self.method} {joined}>"

    def replace(self, **changes: Any) -> "Target":
        """Another target with some fields changed."""
        return Target(**{**self._fields(), **changes})

    def _lower(self) -> int:
        struct, kept = lower(self)
        # When two threads lower it, the first struct stays: its thread may be using it already.
        address: int = vars(self).setdefault("_c", (ctypes.addressof(struct), struct, kept))[0]
        return address


def _tags(given: Any) -> Tuple[str, ...]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise check.wrong("tags", "several texts", given)
    return tuple(given)


def address_of(target: Target) -> int:
    """The address of the target's moya_target. Errors: UsageError for what is no target."""
    if not isinstance(target, Target):
        hint = " (a route is to be called first, with its values)" if callable(target) else ""
        raise check.wrong("target", f"a moya.Target{hint}", target)
    known = vars(target).get("_c")
    # One that was copied or pickled has none yet.
    return known[0] if known is not None else target._lower()
