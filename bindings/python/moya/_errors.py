"""The errors of this package.

MoyaError
├── UsageError (ValueError)          an argument of a wrong type or value
│   ├── ArgumentError (TypeError) an endpoint of a definition does not accept the value
│   └── DefinitionError              a definition that is not sound
├── StateError (RuntimeError)        a closed provider, a plugin after the first call, a forked child
├── SystemFailure (OSError)          the kernel refused something
├── RequestError (ValueError)        nothing was sent, for example because a body cannot be encoded
│   └── InvalidURL
├── NoStub (LookupError)             the call needs a stub, and the target has no sample
├── TransferError                    the exchange failed
│   ├── ConnectError (ConnectionError)     name, TCP, TLS, proxy
│   ├── Timeout (TimeoutError)             nothing arrived for too long, or the whole call took too long
│   │   └── ConnectTimeout (ConnectError)
│   ├── NetworkError (ConnectionError)     the connection broke or closed early
│   ├── ProtocolError                      the peer broke the rules: framing, coding, size, redirects
│   └── Cancelled                          by cancel_all(), close() or aclose()
├── ResponseError (ValueError)       there is a response, but not as the caller requires it
│   ├── StatusError                  raise_for_status()
│   ├── JSONError                    the body is not JSON
│   └── KeyPathError (LookupError)   no value, or a value of another type, at the key path
└── PluginError                      a plugin cannot be loaded, or failed the call
"""

import re
import sys
from typing import Any, Dict, Optional, Tuple, Type

import moya  # for annotations

from ._status import Status


class MoyaError(Exception):
    """The base class of this package's errors. `str(error)` is one sentence that says what failed, for which target,
    and why."""

    #: The library's status of this error.
    status: Status
    #: The target that was called; None if the error is not about a call.
    target: "Optional[moya.Target]"
    #: The response, if one arrived; otherwise None.
    response: "Optional[moya.Response]"
    #: Where `code` comes from: "curl", "plugin", "system" or "".
    domain: str
    #: A number that tells why the operation failed. `domain` says whose number it is.
    code: int

    def __init__(
        self,
        message: str,
        status: Status = Status.OTHER,
        *,
        target: "Optional[moya.Target]" = None,
        response: "Optional[moya.Response]" = None,
        domain: str = "",
        code: int = 0,
    ) -> None:
        super().__init__(message)
        self.status, self.target, self.response = status, target, response
        self.domain, self.code = domain, code

    def __reduce__(self) -> "Tuple[object, ...]":
        return _rebuild, (type(self), self.args), vars(self)


def _rebuild(kind: Type[MoyaError], arguments: "Tuple[Any, ...]") -> MoyaError:
    error = kind.__new__(kind, *arguments)  # a subclass may have its own __init__
    error.args = arguments
    return error


class UsageError(MoyaError, ValueError):
    """An argument has a wrong type or value. Nothing was done."""


class ArgumentError(UsageError, TypeError):
    """An endpoint of a definition does not accept a value. The message names the endpoint and the parameter."""


class DefinitionError(UsageError):
    """A definition is invalid."""

    #: The place of the mistake, as a JSON Pointer (RFC 6901). "" is the whole document.
    pointer: str = ""


class StateError(MoyaError, RuntimeError):
    """The call is not possible now or here: the provider is closed, a plugin is added after the first call, or this is
    a forked child."""


class SystemFailure(MoyaError, OSError):
    """The kernel did not provide memory, descriptors or threads."""


class RequestError(MoyaError, ValueError):
    """The request cannot be sent. Nothing was sent."""


class InvalidURL(RequestError):
    """The URL has no scheme, a scheme other than http and https, no host, invalid characters, or more than 128 KiB."""


class NoStub(MoyaError, LookupError):
    """The call needs a stub, and the target has no sample."""


class TransferError(MoyaError):
    """The exchange failed."""


class ConnectError(TransferError, ConnectionError):
    """There is no connection. The name lookup, TCP, TLS or the proxy failed, or the provider's guard does not allow the
    address."""


class Timeout(TransferError, TimeoutError):
    """Nothing arrived for too long, or the whole call took too long."""


class ConnectTimeout(ConnectError, Timeout):
    """Connecting took too long."""


class NetworkError(TransferError, ConnectionError):
    """The connection broke, or closed before the response was complete."""


class ProtocolError(TransferError):
    """The peer broke the rules of HTTP, or exceeded a limit."""


class Cancelled(TransferError):
    """The call was stopped by cancel_all(), close() or aclose(). A cancelled asyncio task raises asyncio.CancelledError
    instead."""


class ResponseError(MoyaError, ValueError):
    """There is a response, but not as the caller requires it."""

    #: The response.
    response: "moya.Response"


class StatusError(ResponseError):
    """raise_for_status() or `validate` does not accept the HTTP status."""


class JSONError(ResponseError):
    """The body is not JSON."""


class KeyPathError(ResponseError, LookupError):
    """At the key path there is no value, or a value of another type."""


class PluginError(MoyaError):
    """A plugin cannot be loaded, or it failed the call."""


_KINDS: Dict[Status, Type[MoyaError]] = {
    Status.NULL: UsageError,
    Status.UTF8: UsageError,
    Status.STRUCT_SIZE: UsageError,
    Status.STRUCT_TAIL: UsageError,
    Status.ARGUMENT: UsageError,
    Status.DEFINITION: DefinitionError,
    Status.STATE: StateError,
    Status.FORKED: StateError,
    Status.FULL: StateError,
    Status.MEMORY: SystemFailure,
    Status.SYSTEM: SystemFailure,
    Status.INVALID_URL: InvalidURL,
    Status.INVALID_REQUEST: RequestError,
    Status.ENCODING: RequestError,
    Status.NO_STUB: NoStub,
    Status.RESOLVE: ConnectError,
    Status.CONNECT: ConnectError,
    Status.TLS: ConnectError,
    Status.PROXY: ConnectError,
    Status.TIMEOUT_CONNECT: ConnectTimeout,
    Status.TIMEOUT_IDLE: Timeout,
    Status.TIMEOUT_TOTAL: Timeout,
    Status.NETWORK: NetworkError,
    Status.INCOMPLETE_BODY: NetworkError,
    Status.PROTOCOL: ProtocolError,
    Status.DECODE: ProtocolError,
    Status.TOO_LARGE: ProtocolError,
    Status.REDIRECT: ProtocolError,
    Status.CANCELLED: Cancelled,
    Status.BODY: TransferError,
    Status.FILE: TransferError,
    Status.ADDRESS: ConnectError,
    Status.STATUS_CODE: StatusError,
    Status.JSON: JSONError,
    Status.KEY_PATH: KeyPathError,
    Status.JSON_TYPE: KeyPathError,
}


def error_kind(status: Status) -> Type[MoyaError]:
    """Returns the class of errors for a status."""
    if status in _KINDS:
        return _KINDS[status]
    return PluginError if status.name.startswith("PLUGIN_") else MoyaError


#: A status for each class of transfer errors. transfer_status() returns it if the status of an error belongs to another
#: class.
_OF_TRANSFERS: Dict[Type[MoyaError], Status] = {
    ConnectTimeout: Status.TIMEOUT_CONNECT,
    ConnectError: Status.CONNECT,
    Timeout: Status.TIMEOUT_TOTAL,
    NetworkError: Status.NETWORK,
    ProtocolError: Status.PROTOCOL,
    Cancelled: Status.CANCELLED,
    TransferError: Status.BODY,
}


def transfer_status(error: TransferError) -> Status:
    """Returns the status of `error`, if it belongs to the class of `error`. Otherwise returns the status that stands
    for the class."""
    kind = next(it for it in type(error).__mro__ if it in _OF_TRANSFERS)
    return error.status if error_kind(error.status) is kind else _OF_TRANSFERS[kind]


_OF_MSGSPEC = re.compile(r"(.*?)(?: - at `(?:\$(.*)|key` in `.*)`)?", re.DOTALL)


def reason_of(problem: Exception) -> "Tuple[str, Tuple[str, ...]]":
    """Returns why a value does not fit, and where, without showing values. The exception may be an error of msgspec or
    pydantic, whose messages contain values."""
    errors = getattr(problem, "errors", None)
    if callable(errors) and "pydantic" in sys.modules:
        found = errors(include_url=False, include_context=False, include_input=False)[:3]
        unknown = "Input tag is none of the expected tags"
        rows = [(it["loc"], unknown if it["type"] == "union_tag_invalid" else str(it["msg"])) for it in found]
        if len(rows) == 1:
            return rows[0][1], rows[0][0]
        return "; ".join(f"{'.'.join(map(str, place))}: {reason}" if place else reason for place, reason in rows), ()
    said = _OF_MSGSPEC.fullmatch(str(problem)) if type(problem).__module__.startswith("msgspec") else None
    if said is None:
        return str(problem), ()
    reason = re.sub("^(Invalid (?:enum )?value) .*", r"\1", said.group(1), flags=re.DOTALL)
    return reason, tuple(re.findall(r"\[\.\.\.\]|[^.\[\]]+", said.group(2) or ""))
