#!/usr/bin/python3
"""An HTTP/2 server over TLS that misbehaves on request: the path says how. Needs Debian's python3-h2.

    h2server.py CERTIFICATE KEY PORT READY      writes the file READY when it listens

/ok               200, the connection's number
/ping             the same, and then a PING
/windows          200, how often the client has enlarged a stream's window on this connection
/refuse           REFUSED_STREAM for the first request with that query, 200 for later ones
/older            REFUSED_STREAM, and the next connection speaks HTTP/1.1
/reset            half of a body, then RST_STREAM(INTERNAL_ERROR)
/goaway           half of a body, then GOAWAY, then the end of the connection
/hangup           half of a body, then the end of the connection
/dying            as /goaway, but the connection ends in the middle of a frame
/no               413 to a request whose body is not read, then RST_STREAM(NO_ERROR)

With ?length, a response with half of a body has a Content-Length.
"""

import socket
import ssl
import struct
import sys
import threading
from pathlib import Path

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import ConnectionTerminated, DataReceived, RequestReceived, StreamEnded, WindowUpdated

HALF = b"x" * 10_000
refused: set[str] = set()
refusing = threading.Lock()
# Set: the next connection speaks HTTP/1.1.
older = threading.Event()


class Peer:
    def __init__(self, stream: ssl.SSLSocket, number: int) -> None:
        self.stream, self.number, self.open = stream, number, True
        self.h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self.paths: dict[int, str] = {}
        self.enlarged = 0

    def flush(self) -> None:
        self.stream.sendall(self.h2.data_to_send())

    def answer(self, stream: int, body: bytes, status: int = 200, end: bool = True, length: int | None = None) -> None:
        headers = [(":status", str(status)), ("content-type", "text/plain"), ("x-mixed", "Value")]
        if length is not None:
            headers.append(("content-length", str(length)))
        self.h2.send_headers(stream, headers)
        self.h2.send_data(stream, body, end_stream=end)
        self.flush()

    def close(self) -> None:
        self.open = False
        self.stream.close()

    def act(self, stream: int, target: str) -> None:
        path, _, query = target.partition("?")
        if path in ("/ok", "/ping"):
            self.answer(stream, str(self.number).encode(), length=len(str(self.number)))
            if path == "/ping":
                self.h2.ping(b"12345678")
                self.flush()
        elif path == "/windows":
            self.answer(stream, str(self.enlarged).encode())
        elif path == "/refuse":
            with refusing:
                first = query not in refused
                refused.add(query)
            if first:
                self.h2.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
                self.flush()
            else:
                self.answer(stream, b"accepted")
        elif path == "/older":
            older.set()
            self.h2.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
            self.flush()
        elif path == "/no":
            self.answer(stream, b"too large", status=413)
            self.h2.reset_stream(stream, ErrorCodes.NO_ERROR)
            self.flush()
        else:
            self.answer(stream, HALF, end=False, length=2 * len(HALF) if query else None)
            if path == "/reset":
                self.h2.reset_stream(stream, ErrorCodes.INTERNAL_ERROR)
                self.flush()
            elif path == "/goaway":
                self.h2.close_connection(last_stream_id=stream)
                self.flush()
                self.close()
            elif path == "/dying":
                self.stream.sendall(struct.pack(">I", 5000)[1:] + b"\0\0" + struct.pack(">I", stream) + b"short")
                self.close()
            else:
                self.close()

    def serve(self) -> None:
        self.h2.initiate_connection()
        self.flush()
        while self.open and (data := self.stream.recv(65536)):
            for event in self.h2.receive_data(data):
                if isinstance(event, RequestReceived):
                    self.paths[event.stream_id] = dict(event.headers)[":path"]
                    if self.paths[event.stream_id].startswith("/no"):
                        self.act(event.stream_id, self.paths.pop(event.stream_id))
                elif isinstance(event, DataReceived):
                    self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, StreamEnded) and event.stream_id in self.paths and self.open:
                    self.act(event.stream_id, self.paths.pop(event.stream_id))
                elif isinstance(event, WindowUpdated):
                    self.enlarged += event.stream_id != 0
                elif isinstance(event, ConnectionTerminated):
                    self.close()
            if self.open:
                self.flush()


def answer_older(stream: ssl.SSLSocket) -> None:
    request = b""
    while b"\r\n\r\n" not in request and (data := stream.recv(65536)):
        request += data
    stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nolder")


def serve(context: ssl.SSLContext, connection: socket.socket, number: int) -> None:
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            if stream.selected_alpn_protocol() == "h2":
                Peer(stream, number).serve()
            else:
                answer_older(stream)
    except (OSError, ValueError):  # the client went away
        pass


def main() -> None:
    certificate, key, port, ready = sys.argv[1:]
    contexts = {}
    for protocol in ("h2", "http/1.1"):
        context = contexts[protocol] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.set_alpn_protocols([protocol])
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=128)
    Path(ready).touch()
    number = 0
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number += 1
        context = contexts["http/1.1" if older.is_set() else "h2"]
        older.clear()
        threading.Thread(target=serve, args=(context, connection, number), daemon=True).start()


if __name__ == "__main__":
    main()
