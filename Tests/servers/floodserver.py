"""Sends responses that never end, as fast as the client takes them. The path names the kind of response. Each kind
repeats a few bytes. The server refuses CONNECT, also with an endless body. If a client begins a TLS handshake, the
server sends HelloRequest messages without end.

Prints its port, and ends when its standard input closes.
"""

import gzip
import socket
import sys
import threading
import zlib

# The bytes that are sent at a time. With large pieces, the server needs little time, even if the client needs much.
PIECE = 1 << 18


def repeated(unit: bytes) -> bytes:
    return unit * max(1, PIECE // len(unit))


def chunk(content: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(content), content)


def zeroes() -> tuple[bytes, bytes]:
    """Returns a gzip stream without an end: its start, and a block of zeroes that can be repeated."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = deflate.compress(bytes(1 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH)
    return start, deflate.compress(bytes(64 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH)


def members_of_zeroes() -> tuple[bytes, bytes]:
    """Returns gzip inside gzip. The outer stream contains empty gzip members, again and again."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
    empty = gzip.compress(b"", mtime=0)
    start = deflate.compress(empty) + deflate.flush(zlib.Z_FULL_FLUSH)
    return start, deflate.compress(empty * (1 << 18)) + deflate.flush(zlib.Z_FULL_FLUSH)


CHUNKED = b"Transfer-Encoding: chunked\r\n"
# PATH: header fields, what comes first, what is repeated
FLOODS = {
    "/bytes": (b"", b"", b"x"),
    "/chunks": (CHUNKED, b"", chunk(b"x")),
    "/extensions": (CHUNKED, b"", b"1;" + b"e" * 1000 + b"\r\nx\r\n"),
    "/members": (b"Content-Encoding: gzip\r\n", b"", gzip.compress(b"", mtime=0)),
    "/zeroes": (b"Content-Encoding: gzip\r\n", *zeroes()),
    "/nested": (b"Content-Encoding: gzip, gzip\r\n", *members_of_zeroes()),
    "/chunked-zeroes": (CHUNKED + b"Content-Encoding: gzip\r\n", *map(chunk, zeroes())),
}


HANDSHAKE = b"\x16\x03"  # how a record of a handshake begins


def answer(request: bytes) -> tuple[bytes, bytes]:
    """Returns the bytes that come first, and those that are repeated without end."""
    if request.startswith(HANDSHAKE):
        return b"", HANDSHAKE + b"\x03\x40\0" + bytes(0x4000)
    if request.startswith(b"CONNECT "):
        return b"HTTP/1.1 407 No\r\n" + CHUNKED + b"\r\n", chunk(b"x")
    fields, start, unit = FLOODS[request.split(b" ")[1].decode()]
    return b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n" + start, unit


def serve(client: socket.socket) -> None:
    with client:
        request = b""
        while b"\r\n\r\n" not in request and not request.startswith(HANDSHAKE):
            received = client.recv(65536)
            if not received:
                return
            request += received
        start, unit = answer(request)
        piece = repeated(unit)
        try:
            client.sendall(start)
            while True:
                client.sendall(piece)
        except OSError:
            pass


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def accept() -> None:
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


main()
