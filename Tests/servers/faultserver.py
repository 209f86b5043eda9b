#!/usr/bin/env python3
"""A server that misbehaves on request: the path says how. Raw sockets, standard library only.

    faultserver.py [PORT]        prints the port it listens on (loopback), exits when its standard input closes

What it saw:   /log      {"connections": n, "requests": {"GET /close": n, …}} since the last /reset
               /reset    forgets that
Well-behaved:  /ok  /status/NNN  /bytes/N  /delay/MS  /echo  /gzip  /deflate  /gzip-members  /redirect?to=URL
Faulty:        the names in REPLIES and ACTS below
Anything:      /raw?reply=PERCENT-ENCODED-BYTES&end=keep|close|rst|stall
"""

import gzip
import json
import socket
import struct
import sys
import threading
import time
import urllib.parse
import zlib
from collections import Counter
from collections.abc import Callable

PACE = 0.1  # seconds between the bytes of a drip


class Hangup(Exception):
    """Ends a connection; `abrupt` with RST instead of FIN."""

    def __init__(self, abrupt: bool = False) -> None:
        self.abrupt = abrupt


class Connection:
    """One client connection: reads requests, and knows how many came before."""

    def __init__(self, peer: socket.socket, number: int) -> None:
        self.peer, self.number, self.served = peer, number, 0
        self.file = peer.makefile("rb")
        self.then: Callable[[Connection], None] | None = None  # what to do to the next request instead of answering

    def send(self, data: bytes) -> None:
        self.peer.sendall(data)

    def wait_for_hangup(self) -> None:
        """Says nothing until the client gives up."""
        while self.peer.recv(65536):
            pass
        raise Hangup

    def drip(self, data: bytes) -> None:
        for index in range(len(data)):
            self.send(data[index : index + 1])
            time.sleep(PACE)


class Request:
    def __init__(self, connection: Connection) -> None:
        line = connection.file.readline(65536)
        if not line.strip():
            raise Hangup
        self.method, self.target, _ = line.decode("latin-1").split(" ", 2)
        self.headers: list[tuple[str, str]] = []
        while (line := connection.file.readline(1 << 20).rstrip(b"\r\n")) != b"":
            name, _, value = line.decode("latin-1").partition(":")
            self.headers.append((name, value.strip()))
        self.body = self.read_body(connection)
        parts = urllib.parse.urlsplit(self.target)
        self.path = parts.path
        self.query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True, encoding="latin-1"))

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")

    def read_body(self, connection: Connection) -> bytes:
        if self.header("expect"):
            connection.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        if "chunked" not in self.header("transfer-encoding"):
            return connection.file.read(int(self.header("content-length") or 0))
        body = b""
        while size := int(connection.file.readline(), 16):
            body += connection.file.read(size)
            connection.file.readline()
        connection.file.readline()
        return body


def reply(body: bytes = b'{"ok":true}', *headers: str, status: str = "200 OK", kind: str = "application/json") -> bytes:
    """A correct answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def bare(head: str, body: bytes = b"") -> bytes:
    """Exactly these header lines, right or wrong."""
    return f"HTTP/1.1 {head}\r\n\r\n".encode("latin-1") + body


TEXT = b"libmoya " * 1500
ZIPPED = gzip.compress(TEXT, mtime=0)
EVIL = reply(b'{"evil":true}')

FIELDS = (
    "set-cookie: a=1, b; Expires=Mon, 01 Jan 2029 00:00:00 GMT",
    "X-Name: \xe9t\xe9 \t ",
    "Set-Cookie:\t b=2",
    "x-name:\xff, z",
    "X-Empty:   ",
    "X-Text: gr\xc3\xbcn",
)

# Sent as they are, then the connection is closed.
REPLIES: dict[str, bytes] = {
    "/truncated-headers": b"HTTP/1.1 200 OK\r\nContent-Le",
    "/headers-without-end": b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
    "/truncated-body": bare("200 OK\r\nContent-Length: 100", b"hello"),
    "/truncated-chunk": bare("200 OK\r\nTransfer-Encoding: chunked", b"a\r\nhello"),
    "/chunks-without-end": bare("200 OK\r\nTransfer-Encoding: chunked", b"5\r\nhello\r\n"),
    "/chunk-size-letters": bare("200 OK\r\nTransfer-Encoding: chunked", b"ZZ\r\nhello\r\n0\r\n\r\n"),
    "/chunk-size-negative": bare("200 OK\r\nTransfer-Encoding: chunked", b"-5\r\nhello\r\n0\r\n\r\n"),
    "/chunk-size-huge": bare("200 OK\r\nTransfer-Encoding: chunked", b"F" * 17 + b"\r\nhello\r\n0\r\n\r\n"),
    "/chunk-without-crlf": bare("200 OK\r\nTransfer-Encoding: chunked", b"5\r\nhelloX0\r\n\r\n"),
    "/length-negative": bare("200 OK\r\nContent-Length: -5", b"hello"),
    "/length-letters": bare("200 OK\r\nContent-Length: abc", b"hello"),
    "/length-hex": bare("200 OK\r\nContent-Length: 0x5", b"hello"),
    "/length-plus": bare("200 OK\r\nContent-Length: +5", b"hello"),
    "/length-overflow": bare("200 OK\r\nContent-Length: 99999999999999999999", b"hello"),
    "/lengths-differ": bare("200 OK\r\nContent-Length: 5\r\nContent-Length: 3", b"hello"),
    "/lengths-equal": bare("200 OK\r\nContent-Length: 5\r\nContent-Length: 5", b"hello"),
    "/length-and-chunked": bare(
        "200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked", b"5\r\nhello\r\n0\r\n\r\n"
    ),
    "/header-nul": bare("200 OK\r\nX-A: a\0b\r\nContent-Length: 0"),
    "/header-bare-cr": bare("200 OK\r\nX-A: a\rb\r\nContent-Length: 0"),
    "/header-no-colon": bare("200 OK\r\nnonsense\r\nContent-Length: 0"),
    "/header-no-name": bare("200 OK\r\n: value\r\nContent-Length: 0"),
    "/header-space-colon": bare("200 OK\r\nContent-Length : 0"),
    "/header-folded": bare("200 OK\r\nX-A: a\r\n b\r\nContent-Length: 0"),
    "/status-line-space": b" " + reply(),
    "/not-http": b"SSH-2.0-OpenSSH_9.2\r\n",
    "/header-200k": bare("200 OK\r\nX-A: " + "a" * 200_000 + "\r\nContent-Length: 0"),
    "/headers-1000": bare("200 OK\r\n" + "".join(f"X-{n}: {n}\r\n" for n in range(1000)) + "Content-Length: 0"),
    "/continue-1000": bare("100 Continue") * 1000 + reply(),
    "/early-hints": bare("103 Early Hints\r\nLink: </a>") + reply(),
    "/unasked-101": bare("101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade", b"hello"),
    "/until-close": bare("200 OK\r\nContent-Type: text/plain", b"hello"),
    "/gzip-truncated": reply(ZIPPED[:-12], "Content-Encoding: gzip"),
    "/gzip-bad-crc": reply(ZIPPED[:-8] + b"\0\0\0\0" + ZIPPED[-4:], "Content-Encoding: gzip"),
    "/gzip-garbage": reply(b"this is no gzip at all", "Content-Encoding: gzip"),
    "/gzip-trailing": reply(ZIPPED + b"garbage", "Content-Encoding: gzip"),
    "/fields": bare("200 OK\r\n" + "\r\n".join(FIELDS), b"{}"),
    "/redirect-file": reply(b"", "Location: file:///etc/passwd", status="302 Found"),
    "/redirect-ftp": reply(b"", "Location: ftp://127.0.0.1/", status="302 Found"),
}


def close(connection: Connection, _: Request | None = None) -> None:
    raise Hangup


def reset(connection: Connection, _: Request | None = None) -> None:
    raise Hangup(abrupt=True)


def never(connection: Connection, _: Request) -> None:
    connection.wait_for_hangup()


def stall_body(connection: Connection, _: Request) -> None:
    connection.send(bare("200 OK\r\nContent-Length: 100", b"hello"))
    connection.wait_for_hangup()


def reset_body(connection: Connection, _: Request) -> None:
    connection.send(bare("200 OK\r\nContent-Length: 100", b"hello"))
    time.sleep(PACE)  # a RST overtakes bytes that the client has not read yet
    raise Hangup(abrupt=True)


def drip_headers(connection: Connection, _: Request) -> None:
    connection.drip(reply())


def drip_body(connection: Connection, _: Request) -> None:
    connection.send(bare("200 OK\r\nContent-Length: 100"))
    connection.drip(b"x" * 100)


def endless_headers(connection: Connection, _: Request) -> None:
    connection.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.send(b"X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 100)


def extra(connection: Connection, _: Request) -> None:
    connection.send(reply() + EVIL)


def late(connection: Connection, _: Request) -> None:
    connection.send(reply())
    time.sleep(PACE)
    connection.send(EVIL)


def late_408(connection: Connection, _: Request) -> None:
    connection.send(reply())
    time.sleep(PACE)
    connection.send(reply(b"", "Connection: close", status="408 Request Timeout"))
    raise Hangup


def body_on_204(connection: Connection, _: Request) -> None:
    connection.send(bare("204 No Content", EVIL))


def ok_then_fin(connection: Connection, _: Request) -> None:
    connection.send(reply())
    raise Hangup


def ok_then_close(connection: Connection, _: Request) -> None:
    connection.send(reply())
    connection.then = close


def ok_then_reset(connection: Connection, _: Request) -> None:
    connection.send(reply())
    connection.then = reset


def gzip_bomb(connection: Connection, request: Request) -> None:
    packer = zlib.compressobj(9, wbits=31)
    megabyte = bytes(1 << 20)
    packed = b"".join(packer.compress(megabyte) for _ in range(int(request.query.get("mb", "1024")))) + packer.flush()
    connection.send(reply(packed, "Content-Encoding: gzip"))


def early_413(connection: Connection, _: Request) -> None:
    connection.send(reply(b"", "Connection: close", status="413 Content Too Large"))
    raise Hangup


def raw(connection: Connection, request: Request) -> None:
    connection.send(request.query.get("reply", "").encode("latin-1"))
    match request.query.get("end", "close"):
        case "close":
            raise Hangup
        case "rst":
            raise Hangup(abrupt=True)
        case "stall":
            connection.wait_for_hangup()


ACTS: dict[str, Callable[[Connection, Request], None]] = {
    "/close": close,
    "/rst": reset,
    "/never": never,
    "/stall-body": stall_body,
    "/rst-body": reset_body,
    "/drip-headers": drip_headers,
    "/drip-body": drip_body,
    "/endless-headers": endless_headers,
    "/extra": extra,
    "/late": late,
    "/late-408": late_408,
    "/204-body": body_on_204,
    "/ok-then-fin": ok_then_fin,
    "/ok-then-close": ok_then_close,
    "/ok-then-rst": ok_then_reset,
    "/gzip-bomb": gzip_bomb,
    "/early-413": early_413,
    "/raw": raw,
}


class Server:
    def __init__(self, port: int) -> None:
        self.listener = socket.create_server(("127.0.0.1", port), backlog=1024)
        self.lock = threading.Lock()
        self.requests: Counter[str] = Counter()
        self.connections = 0

    def well_behaved(self, connection: Connection, request: Request) -> bytes:
        name, _, argument = request.path[1:].partition("/")
        match name:
            case "log":
                with self.lock:
                    seen = {"connections": self.connections, "requests": self.requests}
                return reply(json.dumps(seen).encode())
            case "reset":
                with self.lock:
                    self.requests.clear()
                    self.connections = 0
                return reply()
            case "ok":
                return reply()
            case "status":
                return reply(json.dumps({"status": int(argument)}).encode(), status=f"{argument} Status")
            case "bytes":
                return reply(b"x" * int(argument), kind="application/octet-stream")
            case "delay":
                time.sleep(int(argument) / 1000)
                return reply()
            case "echo":
                seen = {
                    "method": request.method,
                    "target": request.target,
                    "headers": request.headers,
                    "body": request.body.decode("latin-1"),
                    "connection": connection.number,
                    "served": connection.served,
                }
                return reply(json.dumps(seen).encode())
            case "gzip":
                return reply(ZIPPED, "Content-Encoding: gzip", kind="text/plain")
            case "gzip-members":
                return reply(ZIPPED + ZIPPED, "Content-Encoding: gzip", kind="text/plain")
            case "deflate":
                return reply(zlib.compress(TEXT), "Content-Encoding: deflate", kind="text/plain")
            case "redirect":
                return reply(b"", "Location: " + request.query.get("to", "/ok"), status="302 Found")
            case "redirect-loop":
                return reply(b"", "Location: /redirect-loop", status="302 Found")
        return reply(b'{"error":"no such path"}', status="404 Not Found")

    def answer(self, connection: Connection, request: Request) -> None:
        then, connection.then = connection.then, None
        if then:
            then(connection)
        if act := ACTS.get(request.path):
            act(connection, request)
        elif fault := REPLIES.get(request.path):
            connection.send(fault)
            raise Hangup
        else:
            answer = self.well_behaved(connection, request)
            connection.send(answer.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if request.method == "HEAD" else answer)
        connection.served += 1

    def serve(self, connection: Connection) -> None:
        abrupt = False
        try:
            while True:
                request = Request(connection)
                with self.lock:
                    self.requests[f"{request.method} {request.path}"] += 1
                self.answer(connection, request)
        except Hangup as hangup:
            abrupt = hangup.abrupt
        except (OSError, ValueError):  # the client went away, or spoke nonsense
            pass
        if abrupt:
            connection.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            self.say_goodbye(connection.peer)
        connection.file.close()
        connection.peer.close()

    @staticmethod
    def say_goodbye(peer: socket.socket) -> None:
        """FIN first: closing with unread input would send RST and take our last bytes away from the client."""
        try:
            peer.shutdown(socket.SHUT_WR)
            peer.settimeout(1)
            while peer.recv(65536):
                pass
        except OSError:
            pass

    def run(self) -> None:
        while True:
            peer, _ = self.listener.accept()
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.connections += 1
                number = self.connections
            threading.Thread(target=self.serve, args=(Connection(peer, number),), daemon=True).start()


def main() -> None:
    server = Server(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(server.listener.getsockname()[1], flush=True)
    threading.Thread(target=server.run, daemon=True).start()
    sys.stdin.buffer.read()  # until whoever started us is gone


if __name__ == "__main__":
    main()
