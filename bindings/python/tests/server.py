"""Runs a server for the tests, on a thread of this process. It misbehaves when the test asks for it."""

import json
import select
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import MSG_DONTWAIT
from typing import Any
from urllib.parse import urlsplit


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise every second response comes 40 ms late
    server: "Server"

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path in self.server.replies:
            self._reply(path)
        elif path == "/zen":
            self._answer(200, b"Simple is better than complex.", "text/plain; charset=utf-8")
        elif path == "/latin":
            self._answer(200, "caf\u00e9".encode("latin-1"), 'text/plain; charset="ISO-8859-1"')
        elif path == "/missing":
            self._answer(404, b'{"message":"Not Found"}')
        elif path == "/big":
            self._answer(200, bytes(range(256)) * 4096, "application/octet-stream")
        elif path == "/lines":
            self._answer(200, b"".join(b"line %d\n" % number for number in range(1000)), "text/plain")
        elif path == "/events":
            text = "id: 1\ndata: one\n\nevent: add\ndata: tw\u00f6\ndata: lines\n\nretry: 50\ndata:\n\ndata: cut"
            self._answer(200, text.encode(), "text/event-stream")
        elif path == "/endless":
            self._send_endlessly()
        elif path == "/part":
            self._send_part()
        elif path == "/fields":
            head = b"".join(name + b": " + value + b"\r\n" for name, value in self.server.fields)
            self.wfile.write(b"HTTP/1.1 200 OK\r\n" + head + b"Content-Length: 0\r\n\r\n")
        elif path == "/coded":
            head = b"".join(name + b": " + value + b"\r\n" for name, value in self.server.fields)
            self.wfile.write(b"HTTP/1.1 200 OK\r\n" + head + b"Content-Length: 5\r\n\r\nhello")
        elif path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/zen")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path == "/busy":
            self.server.busy -= 1
            self._answer(503 if self.server.busy >= 0 else 200, b"{}")
        elif path == "/worked":
            began = time.perf_counter_ns()
            sum(range(5000))
            self._answer(200, str(time.perf_counter_ns() - began).encode(), "text/plain")
        elif path == "/count":
            # The response is sent when no test holds `counting`.
            with self.server.counting:
                self.server.count += 1
                count = self.server.count
            self._answer(200, str(count).encode(), "text/plain")
        elif path == "/trailers":
            head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            self.wfile.write(head + b"5\r\nhello\r\n0\r\nX-Sum: \xe9\r\nX-Two: b\r\n\r\n")
        elif path == "/hang":
            self.server.asked.set()
            self.server.closing.wait()
            self.close_connection = True
        elif path == "/close":
            self.close_connection = True
        elif path == "/short":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
            self.close_connection = True
        elif path == "/locked" and self.headers.get("Authorization") != "Basic YW5uOnJpZ2h0":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="r"')
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._echo(self._body())

    def _reply(self, path: str) -> None:
        """Sends the next of the responses that the test has chosen for a path. The last one is sent again and again."""
        self.server.requests.append(self.path)
        replies = self.server.replies[path]
        status, fields, body = replies.pop(0) if len(replies) > 1 else replies[0]
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **fields}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _send_endlessly(self) -> None:
        """Sends as long as the client reads. `sent` counts the bytes, and `stalled` is set when the client stops
        reading."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        self.server.asked.set()
        self.close_connection = True
        piece = b"0123456789abcde\n" * 4096
        try:
            while not self.server.closing.is_set():
                try:
                    self.server.sent += self.connection.send(piece, MSG_DONTWAIT)
                except BlockingIOError:
                    if not select.select([], [self.connection], [], 0.3)[1]:
                        self.server.stalled.set()
        except OSError:
            self.server.gone.set()

    def _send_part(self) -> None:
        """Sends the first half of a file and closes the connection, or sends the requested rest."""
        content = bytes(range(250)) * 400
        asked = self.headers.get("Range")
        head = 'HTTP/1.1 200 OK\r\nETag: "one"\r\nContent-Length: %d\r\n\r\n' % len(content)
        body = content[: len(content) // 2]
        if asked:
            first = int(asked[len("bytes=") : -1])
            body = content[first:]
            head = (
                'HTTP/1.1 206 Part\r\nETag: "one"\r\n'
                f"Content-Range: bytes {first}-{len(content) - 1}/{len(content)}\r\nContent-Length: {len(body)}\r\n\r\n"
            )
        self.wfile.write(head.encode() + body)
        self.close_connection = True

    def do_POST(self) -> None:
        path = urlsplit(self.path).path
        body = self._body()
        if path == "/busy":
            self.do_GET()
        elif path == "/moved":
            self.send_response(307)
            self.send_header("Location", "/echo")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._echo(body)

    do_DELETE = do_OPTIONS = do_PATCH = do_PUT = do_QUERY = do_TRACE = do_POST

    def _body(self) -> bytes:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = wire = b""
        try:
            while True:
                line = self.rfile.readline()
                wire += line
                size = int(line, 16)  # ValueError if the connection has ended
                if not size:
                    break
                piece = self.rfile.read(size)
                body += piece
                wire += piece + self.rfile.readline()
            while line.strip():
                line = self.rfile.readline()
                wire += line
        finally:
            self.server.note(wire)
        return body

    def _echo(self, body: bytes) -> None:
        seen = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": body.decode("utf-8", "replace"),
        }
        self._answer(200, json.dumps(seen).encode())

    def _answer(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        #: What /fields sends.
        self.fields: "list[tuple[bytes, bytes]]" = []
        #: The responses for a path, in order: status, header fields and body. `requests` has the targets of the
        #: requests that got one of these responses.
        self.replies: "dict[str, list[tuple[int, dict[str, str], bytes]]]" = {}
        self.requests: "list[str]" = []
        #: Set when a request has arrived that will get no response.
        self.asked = threading.Event()
        self.closing = threading.Event()
        #: How many of the next requests for /busy get 503.
        self.busy = 0
        #: How many requests for /count came.
        self.count = 0
        self.counting = threading.Lock()
        #: The bytes of the chunked bodies that came, also of those without an end: chunks and trailers.
        self.wires: "list[bytes]" = []
        #: How many bytes of /endless were sent.
        self.sent = 0
        self.stalled, self.gone = threading.Event(), threading.Event()
        #: How many connections were made, and how many are open.
        self.made = self.open = 0
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)

    def process_request_thread(self, *connection: Any) -> None:
        self._count(1)
        try:
            super().process_request_thread(*connection)
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._changed:
            self.made, self.open = self.made + max(change, 0), self.open + change
            self._changed.notify_all()

    def wait_until_open(self, count: int, seconds: float) -> bool:
        """Waits until exactly this many connections are open. Returns False if the time is over."""
        with self._changed:
            return self._changed.wait_for(lambda: self.open == count, seconds)

    def note(self, wire: bytes) -> None:
        with self._changed:
            self.wires.append(wire)
            self._changed.notify_all()

    def take_wires(self, count: int, seconds: float) -> "list[bytes]":
        """Waits until this many chunked bodies have come. Returns them, and empties `wires`."""
        with self._changed:
            self._changed.wait_for(lambda: len(self.wires) >= count, seconds)
            taken, self.wires = self.wires, []
            return taken

    def handle_error(self, *_: object) -> None:
        """Prints no error, because a client may close its connection at any time."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> "Server":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()
