#!/usr/bin/env python3
"""A server of events for the tests of calls that reconnect: HTTP/1.1 over raw sockets, with the standard library only.
The query of a request says how the server responds, one parameter for each connection:

    eventserver.py    prints the port it listens on (loopback), exits when its standard input closes

    /events?events=BODY&cut=BODY&reset=&…
        events=BODY     200 with this body, as text/event-stream
        type=TYPE       200 with this Content-Type (none if it is empty), and one event
        status=NUMBER   this status, with a body that has it
        cut=BODY        as `events`, but the body breaks off after these bytes
        reset=          resets the connection, without a response
        hold=BODY       as `events`, but the connection stays open until the client leaves
        run=…           is no response. It makes a query differ from others, because equal queries are one sequence
        After the last response: 204.

    /log     the fields Last-Event-ID of the requests since the last /log, as a JSON list; null: no such field
"""

import json
import socket
import struct
import sys
import threading
import urllib.parse
from collections import Counter
from typing import Optional


def response(body: bytes, status: str = "200 OK", kind: str = "text/event-stream", missing: int = 0) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) + missing}", "Connection: close"]
    lines += [f"Content-Type: {kind}"] if kind else []
    return "\r\n".join([*lines, "", ""]).encode() + body


class Server:
    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.lock = threading.Lock()
        self.requests: Counter[str] = Counter()
        self.ids: list[Optional[str]] = []

    def run(self) -> None:
        while True:
            peer, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer: socket.socket) -> None:
        with peer:
            try:
                self.answer(peer, *self.read(peer))
            except (OSError, ValueError):  # the client disconnected, or sent nonsense
                pass

    def read(self, peer: socket.socket) -> tuple[str, dict[str, str]]:
        with peer.makefile("rb") as file:
            target = file.readline(65536).decode("latin-1").split(" ")[1]
            fields: dict[str, str] = {}
            while line := file.readline(65536).rstrip(b"\r\n"):
                name, _, value = line.decode().partition(":")
                fields[name.lower()] = value.strip()
            file.read(int(fields.get("content-length", 0)))
        return target, fields

    def answer(self, peer: socket.socket, target: str, fields: dict[str, str]) -> None:
        path, _, query = target.partition("?")
        if path == "/log":
            with self.lock:
                ids, self.ids = self.ids, []
            return peer.sendall(response(json.dumps(ids, ensure_ascii=False).encode(), kind="application/json"))
        with self.lock:
            self.ids.append(fields.get("last-event-id"))
            number = self.requests[query]
            self.requests[query] += 1
        steps = [step for step in urllib.parse.parse_qsl(query, keep_blank_values=True) if step[0] != "run"]
        step, value = steps[number] if number < len(steps) else ("status", "204")
        self.play(peer, step, value)

    def play(self, peer: socket.socket, step: str, value: str) -> None:
        match step:
            case "events":
                peer.sendall(response(value.encode()))
            case "type":
                peer.sendall(response(b"data: typed\n\n", kind=value))
            case "status" if value == "204":
                peer.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            case "status":
                peer.sendall(response(f'{{"status":{value}}}'.encode(), f"{value} Status", "application/json"))
            case "cut":
                peer.sendall(response(value.encode(), missing=1))
            case "reset":
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            case "hold":
                peer.sendall(response(value.encode(), missing=1))
                while peer.recv(65536):
                    pass


def main() -> None:
    server = Server()
    print(server.listener.getsockname()[1], flush=True)
    threading.Thread(target=server.run, daemon=True).start()
    sys.stdin.buffer.read()  # returns when the test that started this server ends


if __name__ == "__main__":
    main()
