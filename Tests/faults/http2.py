"""HTTP/2 in the script of a row. It has the steps of http1.py (send, pause, idle, stall, close …), and frames by name.

    read            the preface and the settings, then the next request's HEADERS (and its body, unless read-head)
    { read-part = 1000 }    the HEADERS and this many bytes of the body; the window has the 65,535 bytes with which
                            HTTP/2 begins
    { frame = "DATA", flags = ["END_STREAM"], stream = 1, data = "bytes" }
    { frame = "HEADERS", headers = [[":status", "200"]] }      default of `stream`: that of the last request
    { frame = "RST_STREAM", code = 2 }   { frame = "GOAWAY", last = 0, code = 0 }   { frame = "SETTINGS", data = "…" }
    { frame = 11, data = "…" }           any type by number; `length` replaces the true length of the payload
    answer          HEADERS, DATA and END_STREAM: a correct response to the last request
    { flood = "…" } takes a frame as well: { flood = { frame = "DATA" } }
"""

import struct
import time
from typing import Any

from connection import Connection, Ended
from rows import BadRow

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
TYPES = ["DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY", "WINDOW_UPDATE",
         "CONTINUATION"]  # fmt: skip
FLAGS = {"END_STREAM": 1, "ACK": 1, "END_HEADERS": 4, "PADDED": 8, "PRIORITY": 32}
ON_CONNECTION = ("SETTINGS", "PING", "GOAWAY")


def frame(kind: int, flags: int, stream: int, payload: bytes, length: int | None = None) -> bytes:
    return struct.pack(">I", len(payload) if length is None else length)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def literal(name: str, value: str) -> bytes:
    """Returns a field without indexing (RFC 7541 §6.2.2)."""
    return b"\0" + b"".join(integer(len(text)) + text.encode("latin-1") for text in (name, value))


def integer(value: int) -> bytes:
    if value < 127:
        return bytes([value])
    out, value = b"\x7f", value - 127
    while value >= 128:
        out += bytes([value % 128 + 128])
        value //= 128
    return out + bytes([value])


class Session:
    """One connection. It reads requests, and stores the stream of the last one."""

    def __init__(self, connection: Connection) -> None:
        from hpack import Decoder  # Debian's python3-hpack; only HTTP/2 needs it

        self.connection, self.decoder, self.begun = connection, Decoder(max_header_list_size=1 << 20), False
        self.stream, self.target = 0, ""

    def take(self, count: int) -> bytes:
        buffer = self.connection.buffer
        while len(buffer) < count:
            buffer += self.connection.receive()
        data = bytes(buffer[:count])
        del buffer[:count]
        return data

    def begin(self) -> None:
        if not self.begun:
            self.begun = True
            if self.take(len(PREFACE)) != PREFACE:
                raise Ended
            self.connection.send(frame(4, 0, 0, b""))

    def read(self, with_body: bool = True, part: int | None = None) -> None:
        """Reads the next request that is not for /good, with `part` bytes of its body."""
        while True:
            self.read_request(with_body, part)
            if not self.target.startswith("/good"):
                return
            self.answer(b"good")

    def read_request(self, with_body: bool, part: int | None = None) -> None:
        self.begin()
        block, kind, flags, stream = b"", -1, 0, 0
        ended, came = False, 0
        while not ended:
            head = self.take(9)
            kind, flags, stream = struct.unpack(">BBI", head[3:])
            payload = self.take(int.from_bytes(head[:3], "big"))
            if kind in (1, 9):  # HEADERS, CONTINUATION
                if kind == 1:
                    start = 5 if flags & 32 else 0
                    block, self.stream, last = payload[start:], stream, bool(flags & 1)
                else:
                    block += payload
                if flags & 4:
                    fields = dict(self.decoder.decode(block))
                    self.target = fields[":path"]
                    if not self.target.startswith("/good"):
                        line = f"{fields[':method']} {self.target}"
                        self.connection.server.saw_request(line, "\n".join(f"{k}: {v}" for k, v in fields.items()))
                        self.connection.calls_ended = self.connection.stage.calls_ended
                    self.connection.server.saw(repr(fields).encode())
                    ended = last or not with_body or part == 0
            elif kind == 0 and part is not None and stream == self.stream:
                came += len(payload)
                ended = came >= part
            elif kind == 0 and payload:  # DATA: gives back the room in the window
                self.connection.server.saw(payload)
                room = struct.pack(">I", len(payload))
                self.connection.send(frame(8, 0, 0, room) + frame(8, 0, stream, room))
            if kind == 0 and stream == self.stream and flags & 1:
                ended = True
            elif kind == 4 and not flags & 1:
                self.connection.send(frame(4, 1, 0, b""))
            elif kind == 7:  # GOAWAY: nothing more will come (RFC 9113 §5.4.1)
                raise Ended
            elif kind == 6 and not flags & 1:
                self.connection.send(frame(6, 1, 0, payload))

    def answer(self, body: bytes) -> None:
        block = literal(":status", "200") + literal("content-length", str(len(body)))
        self.connection.send(frame(1, 4, self.stream, block) + frame(0, 1, self.stream, body))

    def bytes_of(self, step: dict[str, Any]) -> bytes:
        kind = step["frame"]
        payload = step.get("data", "").encode("latin-1")
        flags = step.get("flags", ["END_HEADERS"] if kind == "HEADERS" else [])
        match kind:
            case "HEADERS" | "CONTINUATION" | "PUSH_PROMISE":
                payload += b"".join(literal(name, value) for name, value in step.get("headers", []))
            case "RST_STREAM":
                payload = payload or struct.pack(">I", int(step.get("code", 0)))
            case "GOAWAY":
                payload = struct.pack(">II", step.get("last", self.stream), step.get("code", 0)) + payload
            case "WINDOW_UPDATE":
                payload = payload or struct.pack(">I", step.get("by", 1))
        bits = 0
        for flag in flags:
            bits |= FLAGS[flag] if isinstance(flag, str) else flag
        stream = step.get("stream", 0 if kind in ON_CONNECTION else self.stream)
        return frame(TYPES.index(kind) if isinstance(kind, str) else kind, bits, stream, payload, step.get("length"))


def play(connection: Connection, script: list[Any]) -> None:
    session = Session(connection)
    for step in script:
        step = {step: None} if isinstance(step, str) else step
        name, argument = next(iter(step.items()))
        match name:
            case "read":
                session.read()
            case "read-head":
                session.read(with_body=False)
            case "read-part":
                session.read(part=int(argument))
            case "frame":
                connection.send_as_scripted(session.bytes_of(step))
            case "send":
                connection.send_as_scripted(argument.encode("latin-1"))
            case "cork" | "uncork":
                connection.cork(name == "cork")
            case "answer":
                session.answer((argument or "answer").encode("latin-1"))
            case "flood":
                piece = session.bytes_of(argument) if isinstance(argument, dict) else argument.encode("latin-1")
                piece *= max(1, 16_384 // len(piece))
                with connection.resting():
                    while True:
                        connection.send(piece)
            case "pause":
                time.sleep(argument * connection.stage.slowness / 1000)
            case "idle":
                connection.stage.wait_for_end(connection)
            case "stall":
                connection.wait_for_hangup()
            case "close":
                raise Ended
            case "fin":
                raise Ended("fin")
            case "rst":
                connection.reset()
            case _:
                raise BadRow(f"no step {step!r:.80}")
    while True:
        session.read()
        session.answer(b"answer")
