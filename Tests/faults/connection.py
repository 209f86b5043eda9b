"""One accepted connection, as its script uses it."""

import socket
import ssl
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stage import Server

DEADLINE = 20.0  # seconds that a server waits for anything


class Ended(Exception):
    """Raised when the script, or the client, has ended the connection."""


class Connection:
    """One accepted connection, as its script uses it."""

    def __init__(self, server: "Server", peer: socket.socket, number: int) -> None:
        self.server, self.stage, self.peer, self.number = server, server.stage, peer, number
        self.buffer = bytearray()
        self.calls_ended = 0  # how many calls had ended when this connection read its last request

    def send(self, data: bytes) -> None:
        self.peer.sendall(data)

    def send_as_scripted(self, data: bytes) -> None:
        self.send(self.stage.damage(data))

    def cork(self, is_on: bool) -> None:
        self.peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, is_on)

    def receive(self) -> bytes:
        """Returns what arrived, at least one byte. Errors: Ended."""
        with self.resting():
            data = self.peer.recv(65536)
        if not data:
            raise Ended
        self.server.saw(data)
        return data

    def resting(self) -> "Resting":
        return Resting(self)

    def wait_for_hangup(self) -> None:
        while True:
            self.receive()

    def reset(self) -> None:
        self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise Ended("reset")

    def say_goodbye(self, notify: bool = True) -> None:
        """Sends FIN, and reads the rest of the input. If the connection were closed with unread input, the kernel would
        send RST. Then the client would lose our last bytes."""
        peer = self.peer
        try:
            if notify and isinstance(peer, ssl.SSLSocket):
                peer.settimeout(1)
                peer = self.peer = peer.unwrap()
            socket.socket.shutdown(peer, socket.SHUT_WR)
            self.stage.rests(self, True)
            peer.settimeout(1)
            while socket.socket.recv(peer, 65536):
                pass
        except (OSError, ValueError):
            pass


class Resting:
    """Marks that a connection waits for the client. When all connections wait, the row's next step may begin."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def __enter__(self) -> None:
        self.connection.stage.rests(self.connection, True)

    def __exit__(self, *_: object) -> None:
        self.connection.stage.rests(self.connection, False)
