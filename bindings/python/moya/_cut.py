"""Lines and server-sent events of a body that comes in pieces. Cut here, since a callback of the library's for each line
would cost 25 µs. The rules are those of Sources/MoyaHTTP/Stream, and so are the tests."""

import codecs
from typing import Iterator, List, NamedTuple, Optional

from ._errors import ProtocolError
from ._status import Status

#: Bytes of a line, and characters of an event's data.
LONGEST = 1 << 20


class Event(NamedTuple):
    """One server-sent event (WHATWG HTML, "Server-sent events")."""

    type: str
    data: str
    #: The last that the stream has named, perhaps with an earlier event; "": none.
    id: str
    #: Seconds after which the server wants to be asked again, as it said last; None: it did not.
    retry: Optional[float]


class LineCutter:
    """Lines end with LF, or CR and LF."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []
        self._length = 0

    def feed(self, piece: bytes) -> Iterator[bytes]:
        first, *others = piece.split(b"\n")
        for rest in others:
            yield self._ended(first)
            first = rest
        if first:
            self._parts.append(first)
            self._length += len(first)
            _check(self._length - 1, "a line")  # a CR may be a part of its end

    def end(self) -> Iterator[bytes]:
        if self._parts:
            yield self._ended(b"")

    def _ended(self, last: bytes) -> bytes:
        line = b"".join([*self._parts, last])
        self._parts.clear()
        self._length = 0
        if line.endswith(b"\r"):
            line = line[:-1]
        _check(len(line), "a line")
        return line


class EventParser:
    def __init__(self) -> None:
        # The stream is UTF-8 with at most one byte order mark; what is not becomes U+FFFD.
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._line: List[str] = []
        self._length = 0
        self._owes_line_feed = False
        self._type, self._data, self._id = "", "", ""
        self._has_data = False
        self._retry: Optional[float] = None

    def feed(self, piece: bytes) -> Iterator[Event]:
        text = self._decoder.decode(piece)
        if self._owes_line_feed and text:
            text = text[1:] if text[0] == "\n" else text
            self._owes_line_feed = False
        self._owes_line_feed = self._owes_line_feed or text.endswith("\r")
        first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for rest in others:
            yield from self._take("".join([*self._line, first]))
            self._line.clear()
            self._length = 0
            first = rest
        if first:
            self._line.append(first)
            self._length += len(first)
            _check(self._length, "a line")

    def _take(self, line: str) -> Iterator[Event]:
        _check(len(line), "a line")
        if not line:
            if self._has_data:
                yield Event(self._type or "message", self._data, self._id, self._retry)
            self._type, self._data, self._has_data = "", "", False
            return
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data = f"{self._data}\n{value}" if self._has_data else value
            self._has_data = True
            _check(len(self._data), "an event's data")
        elif name == "event":
            self._type = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit() and len(value) <= 18:
            self._retry = int(value) / 1000


def _check(length: int, what: str) -> None:
    if length > LONGEST:
        raise ProtocolError(f"{what} of the body is longer than the limit of {LONGEST}", Status.TOO_LARGE)
