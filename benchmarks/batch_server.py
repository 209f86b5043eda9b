#!/usr/bin/env python3
"""The server of `script/bench instructions`. It responds to requests in batches.

    batch_server.py SIZE PAUSE [CERTIFICATE KEY PROTOCOL]

Waits until SIZE requests have arrived, and then responds to all of them, with one write for each connection. So a
client with SIZE requests in flight gets its responses together, whatever else the machine does, and executes the same
instructions in every run. Before it responds, the server pauses for PAUSE seconds. With a certificate, the server uses
TLS, and inside it PROTOCOL (h2 or http/1.1). Without a certificate, it uses HTTP/1.1. In HTTP/1.1, the body of a
request must not contain an empty line.

Prints its port, and ends when its standard input closes.
"""

import selectors
import socket
import ssl
import sys
import time

from batch_protocols import HTTP1, HTTP2

# After this many seconds without a request, an incomplete batch gets its responses. The first and the last requests of
# a run may make an incomplete batch.
PATIENCE = 0.25


class Server:
    def __init__(self, size: int, pause: float, tls: list[str]) -> None:
        self.size = size
        self.pause = pause
        self.connections: dict[socket.socket, HTTP1 | HTTP2] = {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.selector.register(sys.stdin, selectors.EVENT_READ)
        self.tls, self.protocol = None, HTTP1
        if tls:
            certificate, key, protocol = tls
            self.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            self.tls.load_cert_chain(certificate, key)
            self.tls.set_alpn_protocols([protocol])
            self.protocol = HTTP2 if protocol == "h2" else HTTP1

    @property
    def waiting(self) -> int:
        return sum(connection.waiting for connection in self.connections.values())

    def run(self) -> None:
        while True:
            ready = self.selector.select(PATIENCE if self.waiting else None)
            for key, _ in ready:
                if key.fileobj is sys.stdin:
                    return
                if key.fileobj is self.listener:
                    self.accept()
                else:
                    self.read(key.fileobj)
            if self.waiting >= self.size or not ready:
                self.answer()

    def accept(self) -> None:
        client, _ = self.listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            client = self.tls.wrap_socket(client, server_side=True)
        self.connections[client] = self.protocol()
        client.sendall(self.connections[client].greeting)
        client.setblocking(False)
        self.selector.register(client, selectors.EVENT_READ)

    def read(self, client: socket.socket) -> None:
        try:
            while data := client.recv(65536):
                client.sendall(self.connections[client].receive(data))
        except (BlockingIOError, ssl.SSLWantReadError):
            return
        except OSError:
            pass
        self.selector.unregister(client)
        del self.connections[client]
        client.close()

    def answer(self) -> None:
        time.sleep(self.pause)
        for client, connection in self.connections.items():
            if connection.waiting:
                client.sendall(connection.answers())


if __name__ == "__main__":
    server = Server(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
    print(server.listener.getsockname()[1], flush=True)
    server.run()
