"""A proxy that responds to every request itself, and records the URL of the request as it was sent."""

import socket
import ssl
import threading
from pathlib import Path
from typing import NamedTuple


class Seen(NamedTuple):
    """A request that the proxy has received."""

    url: str
    host: str
    authorization: str


class Wire:
    """Listens on its own port. One player at a time uses it, for one call at a time."""

    def __init__(self, certificate: Path | None = None, key: Path | None = None) -> None:
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)
        self.lock = threading.Lock()
        self.seen: list[Seen] = []
        self.location: bytes | None = None
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def expect(self, location: bytes | None = None) -> None:
        """Clears what was seen. The next request is redirected to `location`, if that is given."""
        with self.lock:
            self.seen, self.location = [], location

    def took(self) -> list[Seen]:
        with self.lock:
            return list(self.seen)

    def accept(self) -> None:
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer: socket.socket) -> None:
        try:
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.serve_requests(peer, "")
        except OSError:
            pass
        finally:
            peer.close()

    def serve_requests(self, peer: socket.socket, origin: str) -> None:
        """Serves the requests of a connection. In a tunnel, `origin` is the scheme and the authority that CONNECT
        named."""
        buffer = b""
        while True:
            while b"\r\n\r\n" not in buffer:
                if not (piece := peer.recv(65536)):
                    return
                buffer += piece
            head, _, buffer = buffer.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            method, target, _ = lines[0].split(" ")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            if method == "CONNECT" and self.context:
                peer.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                with self.context.wrap_socket(peer, server_side=True) as tunnel:
                    return self.serve_requests(tunnel, f"https://{target}")
            with self.lock:
                self.seen.append(Seen(origin + target, fields.get("host", ""), fields.get("authorization", "")))
                location, self.location = self.location, None
            if location is None:
                peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            else:
                peer.sendall(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n")

    def close(self) -> None:
        self.listener.close()
