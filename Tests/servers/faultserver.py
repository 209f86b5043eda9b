#!/usr/bin/env python3
"""An origin for the C tests: HTTP/1.1 over raw sockets, with the standard library only. Servers that break rules are in
Tests/faults.

    faultserver.py [PORT]     prints the port it listens on (loopback), exits when its standard input closes

    /ok  /status/NNN  /bytes/N  /echo  /gzip  /fields
    /redirect/N       302 to /redirect/N-1, and from /redirect/0 to /ok
    /set?c=COOKIE&link=LINK&to=URL   a field Set-Cookie for each c, and Link for each link; 303 if there is a `to`
    /busy/N           503 to the first N requests since the last /reset, with Retry-After: 0, then as /ok
    /trailers         a chunked body, and fields after it
    /lines/N          "line 0\\n" …, in chunks that end anywhere
    /events           three server-sent events, then the end of the connection
    /large/N          N bytes. If the client stops reading them, /log counts that as a request "stalled"
    /cut/N/M          N bytes with an entity tag, of which M come before the connection ends; a Range gets the rest
    /cut/N/M/WRONG    as /cut/N/M, but a Range gets a wrong response. WRONG: `nothing` or `coded`
    /early/NNN/BODY   this status, before the body of the request is read. BODY: a name in EARLY
    /named            a Content-Disposition with a name
    /moved            a redirect to /lines/3
    /count            the length of the body, and its first and last bytes, whatever its size; /again/… redirects there
                      with status 307
    /basic/…          asks for a user and a password: `ann` and `right`; /digest/… does the same; /authorized has
                      the paths of requests with the field Authorization
    /lines-first      two lines. Then reads the body of the request, and then ends the body of the response
    /never            sends nothing, until the client leaves
    /truncated-body   five bytes of a hundred, then the end of the connection
    /gzip-bomb        a gibibyte of zeroes, in a megabyte
    /wires/N          waits until N chunked bodies have come since the last /reset. Sends a JSON list with the first
                      4096 bytes of each body, as they came: chunks and trailers
    /log              {"connections": n, "requests": {"GET /ok": n, …}} since the last /reset
    /reset            clears the log
"""

import base64
import gzip
import hashlib
import json
import re
import select
import socket
import sys
import threading
import urllib.parse
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import BinaryIO


class Ended(Exception):
    """Raised when the client has ended the connection."""


class Request:
    def __init__(self, file: BinaryIO, note: Callable[[bytes], None]) -> None:
        """`note` receives the bytes of a chunked body, also of one that ends too early."""
        line = file.readline(65536)
        if not line.strip():
            raise Ended
        self.method, self.target, _ = line.decode("latin-1").split(" ", 2)
        self.headers: list[tuple[str, str]] = []
        self.pieces: list[bytes] = []
        while (line := file.readline(1 << 20).rstrip(b"\r\n")) != b"":
            name, _, value = line.decode("latin-1").partition(":")
            self.headers.append((name, value.strip()))
        self.path = self.target.partition("?")[0]
        self.length = 0
        self.first = self.last = b""
        # The server responds before it has read the body, which may never arrive.
        if self.path.startswith(("/early/", "/lines-first")):
            self.body = b""
            return
        self.wire = b""
        try:
            for piece in self.read_body(file):
                self.length += len(piece)
                self.first = (self.first + piece)[:20]
                self.last = (self.last + piece)[-20:]
                # A body that is counted may be larger than memory.
                if not self.path.startswith("/count"):
                    self.pieces.append(piece)
        finally:
            if "chunked" in self.header("transfer-encoding"):
                note(self.wire)
        self.body = b"".join(self.pieces)

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")

    def read_body(self, file: BinaryIO) -> Iterator[bytes]:
        if "chunked" not in self.header("transfer-encoding"):
            yield from self.read_bytes(file, int(self.header("content-length") or 0))
            return
        while size := int(self.read_line(file), 16):
            for piece in self.read_bytes(file, size):
                self.wire = (self.wire + piece)[:4096]
                yield piece
            self.read_line(file)
        while self.read_line(file).strip():  # the trailers
            pass

    def read_line(self, file: BinaryIO) -> bytes:
        line = file.readline()
        self.wire = (self.wire + line)[:4096]
        return line

    @staticmethod
    def read_bytes(file: BinaryIO, left: int) -> Iterator[bytes]:
        while left > 0:
            piece = file.read(min(left, 1 << 20))
            if not piece:
                raise Ended
            left -= len(piece)
            yield piece


def reply(body: bytes = b'{"ok":true}', *headers: str, status: str = "200 OK", kind: str = "application/json") -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


EARLY = {
    "length": ("Content-Length: 5\r\n", b"early"),
    "chunks": ("Transfer-Encoding: chunked\r\n", b"5\r\nearly\r\n0\r\n\r\n"),
    "empty": ("Content-Length: 0\r\n", b""),
    "none": ("", b""),
}


FIELDS = (
    "set-cookie: a=1, b; Expires=Mon, 01 Jan 2029 00:00:00 GMT",
    "X-Name: \xe9t\xe9 \t ",
    "Set-Cookie:\t b=2",
    "x-name:\xff, z",
    "X-Empty:   ",
    "X-Text: gr\xc3\xbcn",
)


EVENTS = b"id: 1\r\ndata: one\r\n\r\n: quiet\n\nevent: add\ndata: two\ndata: lines\n\nretry: 50\ndata:\n\ndata: cut off"


def chunked(body: bytes) -> bytes:
    """Splits a body into chunks of 1, 2, … 97 bytes, again and again."""
    parts, start, size = [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"], 0, 1
    while start < len(body):
        piece = body[start : start + size]
        parts.append(b"%x\r\n%b\r\n" % (len(piece), piece))
        start, size = start + size, size % 97 + 1
    return b"".join(parts) + b"0\r\n\r\n"


def digest(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


def bomb() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    megabyte = bytes(1 << 20)
    return b"".join(packer.compress(megabyte) for _ in range(1024)) + packer.flush()


class Server:
    def __init__(self, port: int) -> None:
        self.listener = socket.create_server(("127.0.0.1", port), backlog=1024)
        self.lock = threading.Lock()
        self.requests: Counter[str] = Counter()
        self.connections = 0
        self.authorized: set[str] = set()
        self.wires: list[str] = []
        self.noted = threading.Condition(self.lock)

    def note(self, wire: bytes) -> None:
        with self.noted:
            self.wires.append(wire.decode("latin-1"))
            self.noted.notify_all()

    def guarded(self, scheme: str, request: Request) -> bytes:
        asked = 'Basic realm="r"' if scheme == "basic" else 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5'
        given = request.header("authorization")
        if scheme == "basic":
            is_right = given == "Basic " + base64.b64encode(b"ann:right").decode()
        else:
            fields = dict(re.findall(r'(\w+)="?([^",]*)"?', given))
            one, two = digest("ann:r:right"), digest(f"{request.method}:{fields.get('uri')}")
            words = (one, "n", fields.get("nc", ""), fields.get("cnonce", ""), "auth", two)
            is_right = fields.get("response") == digest(":".join(words))
        return reply() if is_right else reply(b"", f"WWW-Authenticate: {asked}", status="401 Unauthorized")

    def answer(self, request: Request, peer: socket.socket) -> bytes:
        name, _, argument = request.path[1:].partition("/")
        match name:
            case "ok":
                return reply()
            case "status":
                return reply(json.dumps({"status": int(argument)}).encode(), status=f"{argument} Status")
            case "bytes":
                return reply(b"x" * int(argument), kind="application/octet-stream")
            case "echo":
                seen = {
                    "method": request.method,
                    "target": request.target,
                    "headers": request.headers,
                    "body": request.body.decode("latin-1"),
                }
                return reply(json.dumps(seen).encode())
            case "count":
                counted = {
                    "length": request.length,
                    "first": request.first.decode("latin-1"),
                    "last": request.last.decode("latin-1"),
                    "chunked": "chunked" in request.header("transfer-encoding"),
                    "type": request.header("content-type"),
                }
                return reply(json.dumps(counted).encode())
            case "early":
                status, _, framing = argument.partition("/")
                fields, content = EARLY[framing]
                peer.sendall(f"HTTP/1.1 {status} Early\r\n{fields}\r\n".encode() + content)
                while peer.recv(65536):
                    pass
                raise Ended
            case "lines-first":
                peer.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\na\nb\n\r\n")
                end, seen = b"0\r\n\r\n", b""
                while end not in seen and (piece := peer.recv(65536)):
                    seen = seen[-4:] + piece
                peer.sendall(b"0\r\n\r\n")
                raise Ended
            case "again":
                return reply(b"", f"Location: /{argument}", status="307 Temporary Redirect")
            case "basic" | "digest":
                return self.guarded(name, request)
            case "authorized":
                return reply(json.dumps(sorted(self.authorized)).encode())
            case "gzip":
                return reply(gzip.compress(b"libmoya " * 1500), "Content-Encoding: gzip", kind="text/plain")
            case "lines":
                return chunked(b"".join(b"line %d\n" % number for number in range(int(argument))))
            case "moved":
                return reply(b"moved", "Location: /lines/3", status="302 Found")
            case "events":
                peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + EVENTS)
                raise Ended
            case "cut":
                length, most, *rest = argument.split("/")
                return self.cut(request, peer, int(length), int(most), *rest)
            case "named":
                return reply(b"named", 'Content-Disposition: attachment; filename="../given name.txt"', kind="text/plain")
            case "large":
                self.send_large(peer, int(argument))
                return b""
            case "gzip-bomb":
                return reply(bomb(), "Content-Encoding: gzip")
            case "redirect":
                left = int(argument)
                place = f"/redirect/{left - 1}" if left else "/ok"
                return reply(b"", f"Location: {place}", status="302 Found")
            case "set":
                told = urllib.parse.parse_qsl(request.target.partition("?")[2])
                fields = [f"Set-Cookie: {value}" for name, value in told if name == "c"]
                fields += [f"Link: {value}" for name, value in told if name == "link"]
                places = [f"Location: {value}" for name, value in told if name == "to"]
                return reply(b"{}", *fields, *places, status="303 See Other" if places else "200 OK")
            case "busy":
                with self.lock:
                    is_busy = self.requests[f"{request.method} {request.path}"] <= int(argument)
                return reply(b"{}", "Retry-After: 0", status="503 Busy") if is_busy else reply()
            case "trailers":
                head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nX-Sum: early\r\n\r\n"
                return head + b"5\r\nhello\r\n0\r\nX-Sum: \xe9 1 \r\nx-sum:2\r\nX-Empty:\r\n\r\n"
            case "wires":
                with self.noted:
                    self.noted.wait_for(lambda: len(self.wires) >= int(argument), timeout=60)
                    return reply(json.dumps(self.wires).encode())
            case "log":
                with self.lock:
                    return reply(json.dumps({"connections": self.connections, "requests": self.requests}).encode())
            case "reset":
                with self.lock:
                    self.requests.clear()
                    self.wires.clear()
                    self.connections = 0
                return reply()
            case "never":
                while peer.recv(65536):
                    pass
                raise Ended
            # There is no length, so the body ends with the connection.
            case "fields":
                peer.sendall("\r\n".join(["HTTP/1.1 200 OK", *FIELDS, "", "{}"]).encode("latin-1"))
                raise Ended
            case "truncated-body":
                peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
                raise Ended
        return reply(b'{"error":"no such path"}', status="404 Not Found")

    def cut(self, request: Request, peer: socket.socket, length: int, most: int, rest: str = "") -> bytes:
        # The response to the first request ends in the middle. `rest` names a wrong response to a
        # request for a range.
        content = bytes(i * 7 % 251 for i in range(length))
        first = int(request.header("range")[6:].rstrip("-") or 0)
        if first and request.header("if-range") == '"one"':
            with self.lock:
                self.requests["resumed"] += 1
            if rest == "nothing":
                return b"HTTP/1.1 204 No Content\r\n\r\n"
            part = ["206 Part", f"Content-Range: bytes {first}-{length - 1}/{length}", 'ETag: "one"']
            if rest == "coded":
                return reply(bytes(length - first), *part[1:], "Content-Encoding: gzip", status=part[0])
            return reply(content[first:], *part[1:], status=part[0])
        if rest and self.requests["resumed"]:
            most = length
        peer.sendall(b'HTTP/1.1 200 OK\r\nETag: "one"\r\nContent-Length: %d\r\n\r\n' % length + content[:most])
        if most >= length:
            return b""
        raise Ended

    def send_large(self, peer: socket.socket, length: int) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % length)
        piece, stalled = b"0123456789abcde\n" * 4096, False
        while length > 0:
            try:
                length -= peer.send(piece[:length], socket.MSG_DONTWAIT)
            except BlockingIOError:
                # If the client reads, the socket is writable again at once. Otherwise the client has stalled.
                if not select.select([], [peer], [], 0.2)[1] and not stalled:
                    stalled = True
                    with self.lock:
                        self.requests["stalled"] += 1
                select.select([], [peer], [])

    def serve(self, peer: socket.socket) -> None:
        with peer, peer.makefile("rb") as file:
            try:
                while True:
                    request = Request(file, self.note)
                    with self.lock:
                        self.requests[f"{request.method} {request.path}"] += 1
                        if request.header("authorization"):
                            self.authorized.add(request.path)
                    answer = self.answer(request, peer)
                    head, _, _ = answer.partition(b"\r\n\r\n")
                    peer.sendall(head + b"\r\n\r\n" if request.method == "HEAD" else answer)
            except (Ended, OSError, ValueError):  # the client disconnected, or sent nonsense
                pass

    def run(self) -> None:
        while True:
            peer, _ = self.listener.accept()
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.connections += 1
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()


def main() -> None:
    server = Server(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(server.listener.getsockname()[1], flush=True)
    threading.Thread(target=server.run, daemon=True).start()
    sys.stdin.buffer.read()  # returns when the test that started this server ends


if __name__ == "__main__":
    main()
