"""Makes the events for the extension `trace` of a request of httpx or httpx2. The events have the same names as those
of the engine of these packages, httpcore. At the end of this module are objects that look like those of httpcore."""

from typing import Any, Dict, Iterator, Optional, Tuple

from . import _dropin as dropin
from ._status import StepKind
from ._watch import Step

Event = Tuple[str, Dict[str, Any]]

#: The parts of a request up to the head of its response, in order, and the steps that begin them.
_PARTS = (
    "connection.connect_tcp", "connection.start_tls",
    "send_request_headers", "send_request_body", "receive_response_headers",
)  # fmt: skip
_CONNECT, _TLS, _HEADERS, _BODY, _RESPONSE, _DONE = range(6)
_BEGUN_BY = {
    StepKind.RESOLVE: _CONNECT, StepKind.CONNECT: _CONNECT, StepKind.TLS: _TLS,
    StepKind.SEND_HEAD: _HEADERS, StepKind.SEND_BODY: _BODY, StepKind.RECEIVE: _RESPONSE,
}  # fmt: skip


class Trace:
    """The events of one request until the head of its response has arrived. Each function yields the events that have
    happened."""

    def __init__(self, request: Any, again: Exception) -> None:
        """If a part of the exchange fails and the library tries again, the part's event "failed" has the exception
        `again`."""
        self._request, self._again = request, again
        #: The part that has started and not ended; −1: none.
        self._part = -1
        self._attempt, self._version = 0, "http11"
        self._asked: Dict[str, Any] = {"request": EngineRequest(request)}
        self._stream = NetworkStream()

    def step(self, step: Step) -> Iterator[Event]:
        part = _BEGUN_BY[step.kind]
        if step.address is not None:
            self._stream.address = step.address
        if part == self._part == _CONNECT and step.attempt == self._attempt:
            return  # another address of the host
        if part > self._part or part == self._part == _TLS:  # TLS to a proxy comes before TLS to the server
            yield from self._move(part, None)
        else:
            yield from self.failed(self._again)
        if step.http_version is not None:
            self._version = _version(step.http_version)
        self._part, self._attempt = part, step.attempt
        yield self._started(part)

    def head(self, head: Any) -> Iterator[Event]:
        """Call this when the head has arrived. Yields the events that were not yielded before. If a stub has responded,
        this includes the events of connecting and sending, although nothing was sent."""
        self._version = _version(head.http_version)
        rows = list(head.headers.raw)
        arrived: Any = (head.status_code, rows)
        if self._version == "http11":
            arrived = ((head.http_version or "HTTP/1.1").encode(), head.status_code, dropin.reason(head), rows)
        yield from self._move(_DONE, arrived)

    def failed(self, made: Exception) -> Iterator[Event]:
        """Call this when the request has failed. Yields the last events. `made` is the package's error."""
        if self._part < 0 and type(made).__name__ in ("ConnectError", "ConnectTimeout"):
            # The call has reported no step: either the name was not found, or another call was opening the connection.
            self._part = _CONNECT
            yield self._started(_CONNECT)
        if self._part >= 0:
            yield f"{self._name(self._part)}.failed", {"exception": made}
        self._part = -1

    def _move(self, part: int, arrived: Any) -> Iterator[Event]:
        """Yields the end of the current part, and the start and the end of each part of the request between it and
        `part`."""
        if self._part >= 0:
            yield self._complete(self._part, arrived)
        for between in range(max(self._part + 1, _HEADERS), part):
            yield self._started(between)
            yield self._complete(between, arrived)

    def _started(self, part: int) -> Event:
        url = self._request.url
        shown: Dict[str, Any] = self._asked
        if part == _CONNECT:
            shown = {"host": url.host, "port": url.port}
        elif part == _TLS:
            shown = {"server_hostname": url.host, "timeout": None}
        return f"{self._name(part)}.started", shown

    def _complete(self, part: int, arrived: Any) -> Event:
        result = self._stream if part <= _TLS else arrived if part == _RESPONSE else None
        return f"{self._name(part)}.complete", {"return_value": result}

    def _name(self, part: int) -> str:
        return _PARTS[part] if part <= _TLS else f"{self._version}.{_PARTS[part]}"


def body(request: Any, head: Any, what: str, shown: Optional[Dict[str, Any]] = None) -> Iterator[Event]:
    """Yields an event of the body of a response: "receive_response_body.started", "response_closed.complete" …"""
    if shown is None:
        shown = {"request": EngineRequest(request)} if what.endswith("body.started") else {"return_value": None}
    yield f"{_version(head.http_version)}.{what}", shown


def _version(version: Optional[str]) -> str:
    return "http2" if version == "HTTP/2" else "http11"


class NetworkStream:
    """The extension `network_stream` of a response. It knows only the address of the server."""

    def __init__(self, head: Any = None) -> None:
        """`head` is the moya.Response, or None if it has not arrived."""
        self._head = head
        #: Before the head has arrived: the address, or None if there is no connection yet.
        self.address: Any = None

    def get_extra_info(self, name: str) -> Any:
        if name != "server_addr":
            return None
        return self.address if self._head is None else self._head.remote_address


class EngineRequest:
    """A request with the attributes that a request of httpcore has."""

    def __init__(self, request: Any) -> None:
        url = request.url
        self.method, self.headers, self.extensions = request.method.encode(), request.headers.raw, request.extensions
        self.url = EngineURL(url.raw_scheme, url.raw_host, url.port, url.raw_path)


class EngineURL:
    def __init__(self, scheme: bytes, host: bytes, port: Optional[int], target: bytes) -> None:
        self.scheme, self.host, self.port, self.target = scheme, host, port, target


# ── Responses to requests that a mock lets pass: the package's own transport gets them from this one ──────────────────


class EngineResponse:
    """A response with the attributes that a response of httpcore has."""

    def __init__(self, response: Any) -> None:
        self.status, self.headers = response.status_code, response.headers.raw
        self.stream, self.extensions = response.stream, response.extensions


class Engine:
    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def handle_request(self, asked: Any) -> EngineResponse:
        return EngineResponse(self._transport._send(self._transport._request_of(asked)))


class AsyncEngine:
    def __init__(self, transport: Any) -> None:
        self._transport = transport

    async def handle_async_request(self, asked: Any) -> EngineResponse:
        return EngineResponse(await self._transport._send(self._transport._request_of(asked)))
