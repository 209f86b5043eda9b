"""HTTP/1.1 in the script of a row. A step is a word, or a table with one key.

    read            a whole request (read-head: only its head). A request for /good is served correctly, and the next
                    one is read
    until           the bytes of a body up to this text, after read-head: { until = "…" }
    send            bytes as they are, one for each character: { send = "…" }
    answer          a correct response with this body: { answer = "…" }
    raw             bytes like `send`, but below TLS: { raw = "…" }
    cork, uncork    what is sent between the two leaves in one packet; over TLS, in several records
    drip            bytes one at a time: { drip = "…", every = 20 } (milliseconds)
    flood           bytes without end, as fast as the client takes them
    pause           milliseconds, between two packets
    idle            waits until the client's call has ended
    tunnel          connects to the server that CONNECT names, and passes bytes on in both directions
    serve           serves requests correctly from now on
    close           sends FIN, over TLS after close_notify
    fin             sends FIN, over TLS without close_notify
    rst             resets the connection
    stall           sends nothing more, until the client leaves
"""

import select
import socket
import time
import urllib.parse
from typing import Any

from connection import Connection, Ended
from rows import BadRow


def good(body: bytes, *fields: str, status: str = "200 OK") -> bytes:
    """Returns the bytes of a correct response."""
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/plain", f"Content-Length: {len(body)}", *fields, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


class Request:
    """The head of a request, and its body if the script reads it."""

    def __init__(self, connection: Connection, with_body: bool = True) -> None:
        buffer = connection.buffer
        while (end := buffer.find(b"\r\n\r\n")) < 0:
            buffer += connection.receive()
        self.head = bytes(buffer[:end]).decode("latin-1")
        del buffer[: end + 4]
        line, *fields = self.head.split("\r\n")
        self.method, self.target, _ = line.split(" ", 2)
        self.fields = {name.lower(): value.strip() for name, _, value in (text.partition(":") for text in fields)}
        self.body = self.read_body(connection) if with_body else b""

    def read_body(self, connection: Connection) -> bytes:
        if "chunked" in self.fields.get("transfer-encoding", ""):
            body = b""
            while size := int(self.take_line(connection), 16):
                body += self.take(connection, size)
                self.take(connection, 2)
            while self.take_line(connection):
                pass
            return body
        return self.take(connection, int(self.fields.get("content-length") or 0))

    @staticmethod
    def take(connection: Connection, count: int) -> bytes:
        while len(connection.buffer) < count:
            connection.buffer += connection.receive()
        data = bytes(connection.buffer[:count])
        del connection.buffer[:count]
        return data

    @classmethod
    def take_line(cls, connection: Connection) -> bytes:
        while (end := connection.buffer.find(b"\r\n")) < 0:
            connection.buffer += connection.receive()
        return cls.take(connection, end + 2)[:-2]


def read(connection: Connection, with_body: bool = True) -> Request:
    while True:
        request = Request(connection, with_body)
        if urllib.parse.urlsplit(request.target).path != "/good":
            connection.server.saw_request(f"{request.method} {request.target}", request.head)
            connection.calls_ended = connection.stage.calls_ended
            return request
        connection.send(good(b"good"))


def read_until(connection: Connection, text: bytes) -> None:
    while (place := connection.buffer.find(text)) < 0:
        connection.buffer += connection.receive()
    del connection.buffer[: place + len(text)]


def serve(connection: Connection) -> None:
    """Serves every request correctly: `/good` with "good", and all others with the request itself."""
    while True:
        request = read(connection)
        body = f"{request.head}\r\n\r\n".encode("latin-1") + request.body
        answer = good(body)
        connection.send(answer[: -len(body)] if request.method == "HEAD" else answer)


def tunnel(connection: Connection, request: Request) -> None:
    host, _, port = request.target.rpartition(":")
    host = "localhost" if host.endswith(".localhost") else host.strip("[]")  # RFC 6761 §6.3
    with socket.create_connection((host, int(port))) as target:
        connection.send(b"HTTP/1.1 200 Connected\r\n\r\n")
        ends = {connection.peer: target, target: connection.peer}
        while ends:
            with connection.resting():
                ready, _, _ = select.select(list(ends), [], [])
            for end in ready:
                data = end.recv(65536)
                if not data:
                    raise Ended
                ends[end].sendall(data)


def play(connection: Connection, script: list[Any]) -> None:
    request = None
    for step in script:
        name, argument = (step, None) if isinstance(step, str) else next(iter(step.items()))
        match name:
            case "read":
                request = read(connection)
            case "read-head":
                request = read(connection, with_body=False)
            case "until":
                read_until(connection, argument.encode("latin-1"))
            case "send":
                connection.send_as_scripted(argument.encode("latin-1"))
            case "answer":
                connection.send_as_scripted(good((argument or "answer").encode("latin-1")))
            case "frame" | "read-part":
                # This can happen only over HTTP/2: a damaged frame can tell the client to use HTTP/1.1 instead.
                break
            case "raw":
                socket.socket.sendall(connection.peer, argument.encode("latin-1"))
            case "cork" | "uncork":
                connection.cork(name == "cork")
            case "drip":
                for byte in connection.stage.damage(argument.encode("latin-1")):
                    connection.send(bytes([byte]))
                    time.sleep(step.get("every", 20) / 1000)
            case "flood":
                piece = argument.encode("latin-1")
                piece *= max(1, 16_384 // len(piece))
                with connection.resting():
                    while True:
                        connection.send(piece)
            case "pause":
                time.sleep(argument * connection.stage.slowness / 1000)
            case "idle":
                connection.stage.wait_for_end(connection)
            case "stall":
                connection.wait_for_hangup()
            case "tunnel" if request:
                tunnel(connection, request)
            case "serve":
                serve(connection)
            case "close":
                raise Ended
            case "fin":
                raise Ended("fin")
            case "rst":
                connection.reset()
            case _:
                raise BadRow(f"no step {step!r:.80}")
    serve(connection)
