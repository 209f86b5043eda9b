"""A server whose response to GET /N has N pieces of 16 KiB. Prints its port, and ends when its input ends."""

import contextlib
import socket
import sys
import threading

PIECE = bytes(1 << 14)


def serve(listener: socket.socket) -> None:
    while True:
        connection, _ = listener.accept()
        with connection, contextlib.suppress(ConnectionError):
            count = int(connection.recv(65536).split()[1][1:])
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (count * len(PIECE)))
            for _ in range(count):
                connection.sendall(PIECE)


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    threading.Thread(target=serve, args=(listener,), daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
