"""What can go wrong.

MoyaError
├── UsageError (ValueError)          an argument of a wrong type or value
│   ├── ArgumentError (TypeError)    of a definition's endpoint
│   └── DefinitionError              a definition that is not sound
├── StateError (RuntimeError)        a closed provider, a plugin after the first call, a child of fork
├── SystemFailure (OSError)          the kernel refused something
├── RequestError (ValueError)        nothing was sent: a header that could forge another, a body that cannot be encoded
│   └── InvalidURL
├── NoStub (LookupError)             a stub was asked for and the target has no sample
├── TransferError                    the exchange failed
│   ├── ConnectError (ConnectionError)     name, TCP, TLS, proxy
│   ├── Timeout (TimeoutError)             nothing for too long, or too long altogether
│   │   └── ConnectTimeout (ConnectError)
│   ├── NetworkError (ConnectionError)     the connection broke or closed early
│   ├── ProtocolError                      the peer broke the rules: framing, coding, size, redirects
│   └── Cancelled                          by cancel_all(), close() or aclose()
├── ResponseError (ValueError)       an answer, but not the one that was asked for
│   ├── StatusError                  raise_for_status()
│   ├── JSONError                    the body is not JSON
│   └── KeyPathError (LookupError)   nothing, or something else, at that key path
└── PluginError                      a plugin cannot be loaded, or failed the call
"""

from typing import Any, Dict, Optional, Tuple, Type

import moya  # for annotations: targets and answers refer to errors

from ._status import Status


class MoyaError(Exception):
    """The root of this package's errors. `str(error)` is one sentence: what failed, for which target, why."""

    #: Which of the library's errors this is.
    status: Status
    #: What was called; None when the error is about no call.
    target: "Optional[moya.Target]"
    #: The answer that came nevertheless; None: none.
    response: "Optional[moya.Response]"
    #: Where `code` comes from: "curl", "plugin", "system" or "".
    domain: str
    #: The number that `domain` gave.
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
    error = kind.__new__(kind, *arguments)  # a subclass may have an __init__ of its own
    error.args = arguments
    return error


class UsageError(MoyaError, ValueError):
    """An argument of a wrong type or value; nothing was done."""


class ArgumentError(UsageError, TypeError):
    """A value that an endpoint of a definition does not take: the message names endpoint and parameter."""


class DefinitionError(UsageError):
    """A definition that is not sound."""

    #: Where, as a JSON Pointer (RFC 6901); "" is the whole document.
    pointer: str = ""


class StateError(MoyaError, RuntimeError):
    """Not now, or not here: a closed provider, a plugin that is added after the first call, a child of fork."""


class SystemFailure(MoyaError, OSError):
    """The kernel refused memory, descriptors or threads."""


class RequestError(MoyaError, ValueError):
    """The request cannot be sent; nothing reached the wire."""


class InvalidURL(RequestError):
    """No scheme, another scheme than http and https, no host, bad characters, or longer than 128 KiB."""


class NoStub(MoyaError, LookupError):
    """A stub was asked for and the target has no sample."""


class TransferError(MoyaError):
    """The exchange failed."""


class ConnectError(TransferError, ConnectionError):
    """No connection: the name, TCP, TLS, the proxy, or an address that the provider's guard refuses."""


class Timeout(TransferError, TimeoutError):
    """Nothing came for too long, or the whole call took too long."""


class ConnectTimeout(ConnectError, Timeout):
    """Connecting took too long."""


class NetworkError(TransferError, ConnectionError):
    """The connection broke, or closed before the answer was complete."""


class ProtocolError(TransferError):
    """The peer broke the rules of HTTP, or a limit that was set."""


class Cancelled(TransferError):
    """Stopped by cancel_all(), close() or aclose(). A cancelled asyncio task raises asyncio.CancelledError, not this."""


class ResponseError(MoyaError, ValueError):
    """There is an answer, but not the one that was asked for."""


class StatusError(ResponseError):
    """An HTTP status that raise_for_status() refused."""


class JSONError(ResponseError):
    """The body is not JSON."""


class KeyPathError(ResponseError, LookupError):
    """Nothing, or a value of another type, at that key path."""


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
    """The class of an error with that status."""
    if status in _KINDS:
        return _KINDS[status]
    return PluginError if status.name.startswith("PLUGIN_") else MoyaError
