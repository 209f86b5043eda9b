"""A server that reads the body of a request, discards it and responds with 204. So the speed of a large upload depends
only on the client, and not on a disk or on memory. The server handles one connection after another."""

import contextlib
import os
import socket
from collections.abc import Iterator

PIECE = 1 << 18
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
DONE = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


@contextlib.contextmanager
def running(cpu: int) -> Iterator[str]:
    """Runs a sink in a process of its own on the CPU `cpu` until the block ends, and yields its URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    child = os.fork()
    if child == 0:
        os.sched_setaffinity(0, {cpu})
        serve(listener)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        listener.close()


def serve(listener: socket.socket) -> None:
    piece = bytearray(PIECE)
    while True:
        connection, _ = listener.accept()
        with connection, contextlib.suppress(ConnectionError):
            swallow(connection, piece)


def swallow(connection: socket.socket, piece: bytearray) -> None:
    head = b""
    while b"\r\n\r\n" not in head:
        received = connection.recv(1 << 16)
        if not received:
            return
        head += received
    head, _, body = head.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    if b"expect" in fields:
        connection.sendall(CONTINUE)
    left = int(fields[b"content-length"]) - len(body)
    while left > 0:
        received = connection.recv_into(piece, min(PIECE, left))
        if not received:
            return
        left -= received
    connection.sendall(DONE)
