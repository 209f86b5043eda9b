"""Contains the servers of one row of the table of faults. Each server has a listener, a thread for each connection, and
a record of what it received."""

import socket
import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import http1
import http2
import rows
from connection import DEADLINE, Connection, Ended

class Server:
    """One listener of a row, with a script for each connection in turn. Without a script, the server behaves
    correctly."""

    def __init__(self, stage: "Stage", scripts: list[list[Any]], context: ssl.SSLContext | None) -> None:
        self.stage, self.scripts, self.context = stage, scripts, context
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)  # so that an upload stalls soon
        self.port: int = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.connections: list[Connection] = []
        self.requests: list[str] = []
        self.last = ""  # the head of the last request
        self.received = bytearray()
        threading.Thread(target=self.accept, daemon=True).start()

    def saw(self, data: bytes) -> None:
        with self.lock:
            if len(self.received) < 10_000_000:
                self.received += data

    def saw_request(self, line: str, head: str) -> None:
        with self.lock:
            self.requests.append(line)
            self.last = head

    def script(self, number: int) -> list[Any]:
        """Returns the script of connection `number`. If the row has no script for this connection, returns the last
        script if it begins with "every". Otherwise returns no steps, and the server behaves correctly."""
        if number < len(self.scripts):
            script = self.scripts[number]
        else:
            script = self.scripts[-1] if self.scripts and self.scripts[-1][:1] == ["every"] else []
        return script[1:] if script[:1] == ["every"] else script

    def accept(self) -> None:
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                connection = Connection(self, peer, len(self.connections))
                self.connections.append(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection: Connection) -> None:
        abrupt, notify = False, True
        try:
            script = list(self.script(connection.number))
            if self.context and script[:1] != ["plain"]:
                connection.peer = self.context.wrap_socket(connection.peer, server_side=True)
            if script[:1] == ["plain"]:
                script = script[1:]
            speaks_http2 = isinstance(connection.peer, ssl.SSLSocket) and connection.peer.selected_alpn_protocol() == "h2"
            (http2 if speaks_http2 else http1).play(connection, script)
        except Ended as end:
            abrupt, notify = end.args[:1] == ("reset",), end.args[:1] != ("fin",)
        except (OSError, ValueError, EOFError):  # the client disconnected, or sent nonsense
            pass
        except rows.BadRow as problem:
            self.stage.problems.append(str(problem))
        if not abrupt:
            connection.say_goodbye(notify)
        connection.peer.close()
        self.stage.rests(connection, True)

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self.lock:
            connections = list(self.connections)
        for connection in connections:
            try:
                socket.socket.shutdown(connection.peer, socket.SHUT_RDWR)
            except OSError:
                pass


class Stage:
    """Everything that a row needs on the server's side. `names` has the values of the placeholders."""

    def __init__(self, row: rows.Row, certificates: Path) -> None:
        self.lock = threading.Condition()
        self.calls_ended = 0
        self.resting: dict[Connection, bool] = {}
        self.awaiting_end: set[Connection] = set()
        self.problems: list[str] = []
        self.damage: Callable[[bytes], bytes] = bytes  # changes what scripts send; fuzz.py replaces this function
        self.slowness = 1.0  # the factor by which the pauses of scripts are longer
        self.extra: list[socket.socket] = []
        self.servers = {name: Server(self, [], self.context(row, name, certificates)) for name in rows.SERVERS}
        self.names = {name: f"127.0.0.1:{server.port}" for name, server in self.servers.items()}
        self.names |= {f"{name}_port": str(server.port) for name, server in self.servers.items()}
        self.names |= {
                        "secret": rows.SECRET,
            "good": http1.good(b"good").decode("latin-1"),
            "evil": http1.good(b"EVIL").decode("latin-1"),
            "closed": self.closed(),
            "full": self.full(),
            "certificates": str(certificates),
        }
        self.row = row.filled(self.names)
        for name, server in self.servers.items():
            server.scripts = self.row.scripts(name)

    def context(self, row: rows.Row, name: str, certificates: Path) -> ssl.SSLContext | None:
        """Returns the TLS settings of the server `name`; None: it has no TLS. `row` is a row of the table of faults.
        Its key `tls` names the certificate of the server "main"; `other_tls` and `proxy_tls` name those of "other" and
        "proxy". Tests/servers/peers/certificates.py makes the certificates."""
        certificate = rows.fill(row["tls" if name == "main" else f"{name}_tls"], {"v": row.value})
        if not certificate:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        key = "self-signed" if certificate == "self-signed" else "leaf"
        context.load_cert_chain(certificates / f"{certificate}.pem", certificates / f"{key}.key")
        if row["tls_newest"]:
            context.set_ciphers("DEFAULT:@SECLEVEL=0")
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = ssl.TLSVersion[row["tls_newest"].replace(".", "_")]
        if row["tls_tickets"] is not None:
            context.num_tickets = row["tls_tickets"]
        if name == "main":
            context.set_alpn_protocols(row["alpn"] or ["http/1.1"])
        return context

    def closed(self) -> str:
        """Returns a port without a listener, which stays free as long as the row runs."""
        holder = socket.socket()
        holder.bind(("127.0.0.1", 0))
        self.extra.append(holder)
        return f"127.0.0.1:{holder.getsockname()[1]}"

    def full(self) -> str:
        """Returns a port whose backlog is full, so connections to it are never made."""
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        self.extra.append(listener)
        for _ in range(3):
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
            self.extra.append(client)
        return f"127.0.0.1:{listener.getsockname()[1]}"

    def rests(self, connection: Connection, rests: bool) -> None:
        with self.lock:
            self.resting[connection] = rests
            self.lock.notify_all()

    def wait_for_end(self, connection: Connection) -> None:
        """Waits for the end of the call whose request this connection has read."""
        with self.lock:
            self.resting[connection] = True
            self.awaiting_end.add(connection)
            self.lock.notify_all()
            self.lock.wait_for(lambda: self.calls_ended > connection.calls_ended, DEADLINE)
            self.awaiting_end.discard(connection)
            self.resting[connection] = False

    def after_call(self) -> None:
        """Continues the scripts that wait for the end of a call. Waits until every server waits for the client
        again."""
        with self.lock:
            self.calls_ended += 1
            for connection in self.awaiting_end:
                self.resting[connection] = False
            self.lock.notify_all()
            self.lock.wait_for(lambda: all(self.resting.values()), 5)

    def close(self) -> None:
        for server in self.servers.values():
            server.close()
        for holder in self.extra:
            holder.close()

