"""The events that the extension `trace` of a request of httpx and httpx2 receives. They have the names that the engine
of these packages, httpcore, gives them.

Only when the head of a response has arrived does the library report how long each step took. So `trace` receives all
events up to the head together, at that moment. It receives later events as they happen.
"""

from typing import Any, Dict, Iterator, Optional, Tuple

from . import _dropin as dropin
from ._errors import MoyaError
from ._status import Status

Event = Tuple[str, Dict[str, Any]]

#: The classes of the package's errors, and for each the part of a request that fails with it.
_FAILING = {
    "ConnectTimeout": "connection.connect_tcp",
    "ConnectError": "connection.connect_tcp",
    "WriteTimeout": "send_request_body",
    "WriteError": "send_request_body",
    "ReadTimeout": "receive_response_headers",
    "ReadError": "receive_response_headers",
    "RemoteProtocolError": "receive_response_headers",
}


def until_head(request: Any, head: Any) -> Iterator[Event]:
    """Yields the events of a request whose head has arrived."""
    version, asked = _version(head.http_version), {"request": EngineRequest(request)}
    if head.timings is not None and head.timings.connect:
        yield "connection.connect_tcp.started", {"host": request.url.host, "port": request.url.port}
        yield "connection.connect_tcp.complete", {"return_value": NetworkStream(head.remote_address)}
        if head.timings.tls:
            yield "connection.start_tls.started", {"server_hostname": request.url.host, "timeout": None}
            yield "connection.start_tls.complete", {"return_value": NetworkStream(head.remote_address)}
    for part in ("send_request_headers", "send_request_body"):
        yield f"{version}.{part}.started", asked
        yield f"{version}.{part}.complete", {"return_value": None}
    rows = list(head.headers.raw)
    arrived: Any = (head.status_code, rows)
    if version == "http11":
        arrived = ((head.http_version or "HTTP/1.1").encode(), head.status_code, dropin.reason(head), rows)
    yield f"{version}.receive_response_headers.started", asked
    yield f"{version}.receive_response_headers.complete", {"return_value": arrived}


def failed(request: Any, http: Optional[str], error: MoyaError, made: Exception) -> Iterator[Event]:
    """Yields the events of a request that failed before its head. They name the part that failed, for example the
    connection. `http` is the version that the transport asks for, and `made` is the package's error."""
    part = _FAILING.get(type(made).__name__)
    if part is None:
        return
    if error.status == Status.TLS:
        part = "connection.start_tls"
    shown: Dict[str, Any] = {"request": EngineRequest(request)}
    if part.startswith("connection."):
        shown = {"host": request.url.host, "port": request.url.port}
    else:
        part = f"{_version('HTTP/2' if http == '2' else None)}.{part}"
    yield f"{part}.started", shown
    yield f"{part}.failed", {"exception": made}


def body(request: Any, head: Any, what: str, shown: Optional[Dict[str, Any]] = None) -> Iterator[Event]:
    """Yields an event of the body of a response: "receive_response_body.started", "response_closed.complete" …"""
    if shown is None:
        shown = {"request": EngineRequest(request)} if what.endswith("body.started") else {"return_value": None}
    yield f"{_version(head.http_version)}.{what}", shown


def _version(version: Optional[str]) -> str:
    return "http2" if version == "HTTP/2" else "http11"


class NetworkStream:
    """What the extension `network_stream` of a response can tell."""

    def __init__(self, address: Any) -> None:
        self._address = address

    def get_extra_info(self, name: str) -> Any:
        return self._address if name == "server_addr" else None


class EngineRequest:
    """A request with the attributes that a request of httpcore has."""

    def __init__(self, request: Any) -> None:
        url = request.url
        self.method, self.headers, self.extensions = request.method.encode(), request.headers.raw, request.extensions
        self.url = EngineURL(url.raw_scheme, url.raw_host, url.port, url.raw_path)


class EngineURL:
    def __init__(self, scheme: bytes, host: bytes, port: Optional[int], target: bytes) -> None:
        self.scheme, self.host, self.port, self.target = scheme, host, port, target
