"""One operation of an API, described as a value: what Moya calls a target."""

import json as _json
from typing import Any, Iterable, Mapping, Optional, Tuple, Union

from ._errors import RequestError
from ._status import Status, StubBehavior

Scalar = Union[str, int, float, bool]
#: Names and values: a mapping, or pairs where a name may come twice.
Fields = Union[Mapping[str, str], Iterable[Tuple[str, str]]]
Parameters = Union[Mapping[str, Scalar], Iterable[Tuple[str, Scalar]]]


_set = object.__setattr__


class _Value:
    """Equality, representation and pickling by the attributes; immutable."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is a value: make another with replace()")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def _fields(self) -> "dict[str, Any]":
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        given = (f"{name}={value!r}" for name, value in self._fields().items() if value is not None)
        return f"{type(self).__name__}({', '.join(given)})"

    def __getstate__(self) -> "dict[str, Any]":
        return self._fields()

    def __setstate__(self, state: "dict[str, Any]") -> None:
        vars(self).update(state)


class Sample(_Value):
    """A made-up answer for stubs.

    At most one of `json` (any JSON value), `text` and `body`. `failure`: the exchange fails with that status, one of
    RESOLVE … FILE, and there is no answer.
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
            body = dump_json(json)
        elif text is not None:
            body = text.encode()
        vars(self).update(
            status_code=status_code, headers=own_pairs(headers or ()), body=body or b"", failure=Status(failure)
        )


class Target(_Value):
    """What to call, and with what. A value: it can be called any number of times, by any provider.

    base_url    "https://api.example.com/v1"
    path        joined to base_url with one slash, percent-encoded; a `?` in it is a character of the path
    method      any token
    headers     names and values
    query       parameters, percent-encoded, in the order given; True is 1 and False 0
    json        a JSON value, the body
    body        bytes, the body as it is, without a Content-Type of its own
    timeout     seconds of wall clock for the whole call; None: the provider's
    name        for errors, plugins and logs
    sample      the answer of a stub
    stub        whether to take it; stub_delay is in seconds, for StubBehavior.DELAYED
    tags        for plugins

    At most one of query, json and body. Only text that cannot be sent at all is refused here, the rest when it is
    called.
    """

    base_url: str
    path: str
    method: str
    headers: Optional[Fields]
    query: Optional[Parameters]
    json: Any
    body: Optional[bytes]
    timeout: Optional[float]
    name: Optional[str]
    sample: Optional[Sample]
    stub: StubBehavior
    stub_delay: float
    tags: Tuple[str, ...]

    def __init__(
        self,
        base_url: str,
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
        stub: StubBehavior = StubBehavior.DEFAULT,
        stub_delay: float = 0.0,
        tags: Iterable[str] = (),
    ) -> None:
        if (query is not None) + (json is not None) + (body is not None) > 1:
            raise TypeError("a target has one of query, json and body")
        # Past __setattr__, which refuses, and at once: a target is made for every call.
        _set(
            self,
            "__dict__",
            {
                "base_url": base_url,
                "path": path,
                "method": method,
                "headers": own_pairs(headers) if headers is not None else None,
                "query": own_pairs(query) if query is not None else None,
                "json": json,
                "body": body,
                "timeout": timeout,
                "name": name,
                "sample": sample,
                "stub": stub,
                "stub_delay": stub_delay,
                "tags": tuple(tags),
            },
        )

    def replace(self, **changes: Any) -> "Target":
        """Another target with some fields changed."""
        return Target(**{**self._fields(), **changes})


def own_pairs(given: Any) -> "tuple[tuple[Any, Any], ...]":
    """A copy of names and values that the caller cannot change behind our back."""
    return tuple(given.items() if isinstance(given, Mapping) else map(tuple, given))


def dump_json(value: Any) -> bytes:
    """JSON text without spaces. Errors: RequestError (ENCODING)."""
    try:
        return _json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as problem:
        raise RequestError(f"not a JSON value: {problem}", Status.ENCODING) from None
