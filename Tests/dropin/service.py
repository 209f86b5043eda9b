"""A server on a thread of this process that speaks as much of the APIs of OpenAI and Anthropic as their SDKs need."""

import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, List, Optional
from urllib.parse import urlsplit

WORDS = ("one ", "two ", "three")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Service"

    def do_GET(self) -> None:
        if self.path.startswith("/digest"):
            self._check_digest()
            return
        self.path = urlsplit(self.path).path  # a request to a proxy has the whole URL
        if self.path == "/zipped":
            self._answer(200, gzip.compress(b"hello"), "text/plain", coding="gzip")
        elif self.path == "/fields":
            self._answer(200, json.dumps(dict(self.headers)).encode())
        elif self.path == "/peer":
            self._answer(200, self.client_address[0].encode(), "text/plain")
        elif self.path == "/held":
            self.server.go.wait(20)
            self._answer(200, b"hello", "text/plain")
        elif self.path in ("/odd", "/spaced"):
            self.send_response(200, "Very Well" if self.path == "/odd" else "  Very  Well ")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._answer(200, b"hello", "text/plain")

    def _check_digest(self) -> None:
        """Asks for a digest, and accepts one that is for the target of this request (RFC 7616 §3.4)."""
        sent = self.headers.get("Authorization", "")
        if f'uri="{self.path}"' in sent:
            self._answer(200, b"hello", "text/plain")
            return
        self.send_response(400 if sent else 401)
        self.send_header("WWW-Authenticate", 'Digest realm="r", nonce="n", qop="auth"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(iter(self._chunk, b""))
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.requests.append((self.path, dict(self.headers), body))
        if self.path == "/echo":
            self._answer(200, body, "application/octet-stream")
        elif self.path == "/early":
            self._answer(413, b"too large", "text/plain")
        elif self.server.failures:
            status = self.server.failures.pop(0)
            self._answer(status, b'{"error":{"message":"busy","type":"busy"}}', retry=True)
        elif self.server.hangs:
            self.server.asked.set()
            self.server.go.wait()
            self.close_connection = True
        elif json.loads(body).get("stream"):
            self._stream(self.path)
        else:
            self._answer(200, json.dumps(_message(self.path, "".join(WORDS))).encode())

    def _chunk(self) -> bytes:
        chunk = self.rfile.read(int(self.rfile.readline(), 16))
        self.rfile.readline()
        return chunk

    def _answer(self, status: int, body: bytes, kind: str = "application/json", retry: bool = False, coding: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if coding:
            self.send_header("Content-Encoding", coding)
        if retry:
            self.send_header("Retry-After-Ms", "1")
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, path: str) -> None:
        """Sends an event for each word. Each event after the first waits for the client."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        events = _openai(WORDS) if path.startswith("/v1/chat") else _anthropic(WORDS)
        try:
            for event, data, waits in events:
                if waits and not self.server.go.wait(20):
                    raise ConnectionError("the client did not read the event before")
                if waits:
                    self.server.go.clear()
                text = (f"event: {event}\n" if event else "") + f"data: {data}\n\n"
                self._send(text.encode())
            self._send(b"")
        except OSError:
            self.server.broken.set()
            self.close_connection = True

    def _send(self, piece: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))

    def log_message(self, *args: Any) -> None:
        pass


def _message(path: str, text: str) -> Any:
    if path.startswith("/v1/chat"):
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    usage = {"input_tokens": 1, "output_tokens": 3}
    return {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}


def _openai(words: Any) -> Any:
    for number, word in enumerate(words):
        choice = {"index": 0, "delta": {"content": word}, "finish_reason": None}
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
        yield "", json.dumps(chunk), number > 0
    yield "", "[DONE]", False


def _anthropic(words: Any) -> Any:
    start = _message("", "")
    yield "message_start", json.dumps({"type": "message_start", "message": {**start, "content": []}}), False
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    yield "content_block_start", json.dumps(block), False
    for number, word in enumerate(words):
        delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}}
        yield "content_block_delta", json.dumps(delta), number > 0
    yield "content_block_stop", json.dumps({"type": "content_block_stop", "index": 0}), False
    yield "message_stop", json.dumps({"type": "message_stop"}), False


class Service(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        #: The path, the header fields and the body of each POST.
        self.requests: List[Any] = []
        #: The statuses of the next responses.
        self.failures: List[int] = []
        #: Whether a POST gets no response.
        self.hangs = False
        #: The server sets `asked` when it has a request that gets no response, and `broken` when a client has gone. The
        #: client sets `go` to get its response or the next event.
        self.asked, self.go, self.broken = threading.Event(), threading.Event(), threading.Event()
        #: How many connections are open.
        self.open = 0
        self._changed = threading.Condition()
        self._thread: Optional[threading.Thread] = None

    def __enter__(self) -> "Service":
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self.go.set()
        self.shutdown()
        self.server_close()
        if self._thread is not None:
            self._thread.join()

    def process_request_thread(self, *connection: Any) -> None:
        self._count(1)
        try:
            super().process_request_thread(*connection)
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._changed:
            self.open += change
            self._changed.notify_all()

    def wait_until_open(self, count: int) -> bool:
        """Waits until exactly this many connections are open."""
        with self._changed:
            return self._changed.wait_for(lambda: self.open == count, 20)

    def handle_error(self, request: Any, address: Any) -> None:
        pass
