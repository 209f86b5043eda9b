"""A server that stores each request as it came on the wire, and sends the response that a test chooses."""

import socket
import socketserver
import threading
from contextlib import contextmanager
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple


class Request(NamedTuple):
    method: str
    target: str  # of the request line, unchanged
    fields: List[Tuple[str, str]]
    body: bytes

    def field(self, name: str) -> str:
        """Returns the value of a field; "" if there is none."""
        return next((value for own, value in self.fields if own.lower() == name.lower()), "")


class Reply(NamedTuple):
    status: int = 200
    body: bytes = b"ok"
    headers: Dict[str, str] = {}


class Wire:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seen: List[Request] = []
        self.reply: Callable[[Request], Reply] = lambda request: Reply()
        self.url = ""

    def taken(self) -> List[Request]:
        """Returns the requests since the last call of this function."""
        with self.lock:
            seen, self.seen = self.seen, []
        return seen


class Handler(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    wire: Wire

    def read_chunks(self) -> bytes:
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def read(self) -> Optional[Request]:
        first = self.rfile.readline().decode().split(" ")
        if len(first) < 3:
            return None
        fields = []
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            name, _, value = line.partition(":")
            fields.append((name, value.removeprefix(" ")))
        request = Request(first[0], first[1], fields, b"")
        is_chunked = request.field("Transfer-Encoding") == "chunked"
        body = self.read_chunks() if is_chunked else self.rfile.read(int(request.field("Content-Length") or 0))
        return request._replace(body=body)

    def handle(self) -> None:
        while request := self.read():
            with self.wire.lock:
                self.wire.seen.append(request)
            reply = self.wire.reply(request)
            fields = {"Content-Length": str(len(reply.body)), **reply.headers}
            head = f"HTTP/1.1 {reply.status} \r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            self.wfile.write(head.encode() + b"\r\n" + (b"" if request.method == "HEAD" else reply.body))


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256
    address_family = socket.AF_INET

    def handle_error(self, *_: object) -> None:
        """Prints no error, because a client may close its connection at any time."""


@contextmanager
def wire() -> Iterator[Wire]:
    made = Wire()
    server = Server(("127.0.0.1", 0), type("Own", (Handler,), {"wire": made}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
