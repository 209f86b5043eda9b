"""The two protocols of `batch_server.py`, without I/O: they take bytes, count requests, and return bytes."""

BODY = b'{"id":583231,"login":"octocat","followers":17}'
# The header fields that nginx sends.
FIELDS = [
    (b"server", b"nginx/1.22.1"),
    (b"date", b"Sun, 22 Nov 2026 01:00:00 GMT"),
    (b"content-type", b"application/json"),
    (b"content-length", b"%d" % len(BODY)),
]


class HTTP1:
    """One connection's state, without its socket. `waiting` is the number of requests that have no response yet."""

    greeting = b""
    answer = b"HTTP/1.1 200 OK\r\n" + b"".join(b"%s: %s\r\n" % field for field in FIELDS) + b"\r\n" + BODY

    def __init__(self) -> None:
        self.received = b""
        self.waiting = 0

    def receive(self, data: bytes) -> bytes:
        """Takes received bytes, and returns the bytes that must be sent at once."""
        *requests, self.received = (self.received + data).split(b"\r\n\r\n")
        self.waiting += len(requests)
        return b""

    def answers(self) -> bytes:
        """Returns the responses to all requests that wait."""
        count, self.waiting = self.waiting, 0
        return self.answer * count


DATA, HEADERS, SETTINGS, PING = 0, 1, 4, 6
ACK = END_STREAM = 1
END_HEADERS = 4


def frame(kind: int, flags: int, stream: bytes, payload: bytes = b"") -> bytes:
    """Returns the bytes of an HTTP/2 frame (RFC 9113 §4.1)."""
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream + payload


class HTTP2:
    """One HTTP/2 connection's state. Each HEADERS frame counts as a request. Its fields are not decoded."""

    greeting = frame(SETTINGS, 0, bytes(4))
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    # 0x88 is `:status: 200` in the static table. 0 begins a field that is not in a table and is not added to one (RFC
    # 7541 §6.2.2).
    fields = b"\x88" + b"".join(b"\0%c%s%c%s" % (len(name), name, len(value), value) for name, value in FIELDS)

    def __init__(self) -> None:
        self.received = b""
        self.start = len(self.preface)  # where the next frame starts
        self.streams: list[bytes] = []

    @property
    def waiting(self) -> int:
        return len(self.streams)

    def receive(self, data: bytes) -> bytes:
        acknowledgements = b""
        data = self.received + data
        while len(head := data[self.start : self.start + 9]) == 9:
            length, kind, flags, stream = int.from_bytes(head[:3], "big"), head[3], head[4], head[5:]
            end = self.start + 9 + length
            if end > len(data):
                break
            if kind == HEADERS:
                self.streams.append(stream)
            elif kind in (SETTINGS, PING) and not flags & ACK:
                payload = data[self.start + 9 : end] if kind == PING else b""
                acknowledgements += frame(kind, ACK, stream, payload)
            self.start = end
        if self.start <= len(data):
            data, self.start = data[self.start :], 0
        self.received = data
        return acknowledgements

    def answers(self) -> bytes:
        streams, self.streams = self.streams, []
        return b"".join(
            frame(HEADERS, END_HEADERS, stream, self.fields) + frame(DATA, END_STREAM, stream, BODY)
            for stream in streams
        )
