"""Contains what the tests of the module otel share: a server that is also a collector, and the judges of what arrives.

opentelemetry-proto reads the requests with spans, and opentelemetry-api reads the fields of requests."""

import contextlib
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet
from opentelemetry import baggage as baggage_of_api
from opentelemetry import trace
from opentelemetry.baggage.propagation import W3CBaggagePropagator
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from playing import check, moya

TRACES = "/v1/traces"
PATIENCE = 20.0
#: Nothing listens there.
REFUSED = "http://127.0.0.1:1"


class Request(NamedTuple):
    path: str
    fields: Dict[str, str]
    body: bytes


class Batch(NamedTuple):
    message: ExportTraceServiceRequest
    fields: Dict[str, str]

    @property
    def spans(self) -> List[Span]:
        return [span for of_resource in self.message.resource_spans for of_scope in of_resource.scope_spans for span in of_scope.spans]


def unknown_fields(message: Message) -> int:
    """Counts the fields of a message, and of the messages in it, that opentelemetry-proto does not know."""
    count = len(UnknownFieldSet(message))
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            count += sum(map(unknown_fields, value if hasattr(value, "append") or hasattr(value, "add") else [value]))
    return count


class Handler(BaseHTTPRequestHandler):
    """/status/N responds with the status N, /busy/N with 503 to the first N requests, and /events with an event. /cut
    breaks off the response, and /never does not respond until the test releases it. Any other path responds with
    200."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    world: "World"

    def log_message(self, *_: object) -> None: ...

    def respond(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        _, kind, number, *_ = [*path.split("/"), "", ""]
        status = self.world.receive(Request(path, {name.lower(): value for name, value in self.headers.items()}, body))
        if kind == "status":
            status = int(number)
        if kind == "busy" and self.world.count(path) <= int(number):
            status = 503
        if kind == "never" or status == 0:
            self.world.released.wait(PATIENCE)
        with contextlib.suppress(ConnectionError):  # the client may have left
            self.send(status, kind)

    def send(self, status: int, kind: str) -> None:
        body = self.world.reply if kind == "v1" else {"events": b"retry: 1\nid: 1\ndata: x\n\n"}.get(kind, b"ok" if status not in (204, 304) else b"")
        self.close_connection = kind == "cut"
        self.send_response(status or 200)
        if kind == "events":
            self.send_header("Content-Type", "text/event-stream")
        if status in (429, 503):
            self.send_header("Retry-After", "0")
        if self.world.location and status in (301, 302, 303, 307, 308):
            self.send_header("Location", self.world.location)
        if status not in (204, 304):
            self.send_header("Content-Length", str(100 if kind == "cut" else len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_BREW = respond


class World:
    """A server, and what it has received."""

    def __init__(self) -> None:
        self.url = ""
        self.change = threading.Condition()
        self.released = threading.Event()
        self.requests: List[Request] = []
        self.batches: List[Batch] = []
        #: The statuses of the collector's next responses. 0: it does not respond. After the last one, the status is 200
        self.statuses: List[int] = []
        #: The body of the collector's responses.
        self.reply = b""
        #: The Location of the collector's redirects.
        self.location = ""

    def receive(self, request: Request) -> int:
        with self.change:
            if request.path != TRACES:
                self.requests.append(request)
                status = 200
            else:
                self.batches.append(Batch(ExportTraceServiceRequest.FromString(request.body), request.fields))
                status = self.statuses.pop(0) if self.statuses else 200
            self.change.notify_all()
            return status

    def count(self, path: str) -> int:
        with self.change:
            return sum(request.path == path for request in self.requests)

    def wait_for(self, holds: Callable[[], bool]) -> bool:
        with self.change:
            return self.change.wait_for(holds, PATIENCE)

    def call_until(self, made: "moya.Provider", holds: Callable[[], bool]) -> bool:
        """Makes calls until `holds` returns true. The tasks of a blocking provider run only while it makes calls."""
        end = time.monotonic() + PATIENCE
        while not holds() and time.monotonic() < end:
            made.call(moya.Target(self.url, "/again"))
        return holds()

    @property
    def spans(self) -> List[Span]:
        return [span for batch in self.batches for span in batch.spans]

    def config(self, **options: Any) -> Dict[str, Any]:
        return {"endpoint": self.url + TRACES, **options}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


@contextmanager
def world() -> Iterator[World]:
    it = World()
    server = Server(("127.0.0.1", 0), type("OwnHandler", (Handler,), {"world": it}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    it.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield it
    finally:
        it.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def provider(config: Dict[str, Any], lines: "Optional[List[str]]" = None, **options: Any) -> "Iterator[moya.Provider]":
    """Makes a provider with the module. Its log goes into `lines`."""
    if lines is not None:
        options.update(log=lambda level, line: lines.append(f"{level.name}: {line}"), log_level=moya.LogLevel.INFO)
    with moya.Provider(timeout=PATIENCE, **options) as made:
        made.load_plugin("otel", config)
        yield made


def value_of(it: Any) -> Any:
    return getattr(it, it.WhichOneof("value"))


def facts(it: Any) -> Dict[str, Any]:
    """Returns the attributes of a span, an event or a resource. No name may occur twice."""
    names = [pair.key for pair in it.attributes]
    assert len(names) == len(set(names)), names
    return {pair.key: value_of(pair.value) for pair in it.attributes}


def context_of(fields: Dict[str, str]) -> "trace.SpanContext":
    """Returns the trace context that opentelemetry-api finds in the fields of a request."""
    return trace.get_current_span(TraceContextTextMapPropagator().extract(fields)).get_span_context()


def baggage_of(fields: Dict[str, str]) -> Dict[str, object]:
    return dict(baggage_of_api.get_all(W3CBaggagePropagator().extract(fields)))


def judge(it: World, whose: str) -> None:
    """Compares the spans with the fields of the requests that the same calls have sent."""
    unknown = [unknown_fields(batch.message) for batch in it.batches]
    check(f"otel: opentelemetry-proto knows every field of the spans of {whose}", it.batches != [] and not any(unknown), unknown)
    made = {(span.trace_id, span.span_id) for span in it.spans}
    contexts = [context_of(request.fields) for request in it.requests]
    sent = {(found.trace_id.to_bytes(16, "big"), found.span_id.to_bytes(8, "big")) for found in contexts if found.trace_flags.sampled}
    check(f"otel: opentelemetry-api finds the ids of the spans in the requests of {whose}", bool(made) and made == sent, (made, sent))
