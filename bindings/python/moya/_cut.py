"""Cuts a body into lines or server-sent events. The body arrives in pieces. Python code does this, because a callback
from the library for each line would be slow. The rules and the tests are the same as in Sources/MoyaHTTP/Message."""

from typing import Iterator, List, NamedTuple, Optional

from . import _arguments as check
from ._errors import ProtocolError
from ._status import Status
from ._text import without_mark

#: The maximum number of bytes of a line and of an event's data, unless the caller sets another limit.
LONGEST = 1 << 20


class Event(NamedTuple):
    """One server-sent event (WHATWG HTML, "Server-sent events")."""

    type: str
    data: str
    #: The last ID that the stream has sent, with this event or an earlier one. "": the stream has sent no ID.
    id: str = ""
    #: After how many seconds the client should reconnect, as the server last said; None: the server did not say.
    retry: Optional[float] = None


def line_limit(max_line: Optional[int]) -> int:
    """Returns the limit that the caller has set, or the standard limit. Errors: UsageError."""
    return LONGEST if max_line is None else check.integer(max_line, "max_line", 1, 0xFFFFFFFF)


class LineCutter:
    """Cuts a body into lines, which end with LF, or with CR and LF."""

    def __init__(self, max_line: Optional[int] = None) -> None:
        self._limit = line_limit(max_line)
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
            _check(self._length - 1, self._limit)  # a CR here may belong to the end of the line

    def end(self) -> Iterator[bytes]:
        if self._parts:
            yield self._ended(b"")

    def _ended(self, last: bytes) -> bytes:
        line = b"".join([*self._parts, last])
        self._parts.clear()
        self._length = 0
        if line.endswith(b"\r"):
            line = line[:-1]
        _check(len(line), self._limit)
        return line


class LineText:
    """Decodes the text of lines, in order."""

    def __init__(self, encoding: str) -> None:
        self._encoding, self._is_first = encoding, True

    def of(self, line: bytes) -> str:
        text = line.decode(self._encoding, "replace")
        if self._is_first:
            self._is_first = False
            return without_mark(text)
        return text


class EventParser:
    """Parses server-sent events. A line ends with LF, CR, or CR and LF. The stream is UTF-8. A byte order mark at its
    start is dropped, and invalid bytes become U+FFFD."""

    def __init__(self, max_line: Optional[int] = None) -> None:
        self._limit = line_limit(max_line)
        #: The pieces of the unfinished line.
        self._line: List[bytes] = []
        self._length = 0
        #: Whether the last line ended with CR. An LF that follows then belongs to the end of that line.
        self._owes_line_feed = False
        self._is_first_line = True
        self._type, self._id = "", ""
        self._data: List[bytes] = []
        #: The length of the event's data, with a line feed after each line.
        self._data_length = 0
        self._retry: Optional[float] = None

    def feed(self, piece: bytes) -> Iterator[Event]:
        if self._owes_line_feed and piece:
            piece = piece[1:] if piece.startswith(b"\n") else piece
            self._owes_line_feed = False
        for line in piece.splitlines(True):
            if not line.endswith((b"\n", b"\r")):
                self._line.append(line)
                self._length += len(line)
                self._owes_line_feed = False
                _check(self._length, self._limit)
                return
            self._line.append(line.rstrip(b"\r\n"))
            whole = b"".join(self._line) if len(self._line) > 1 else self._line[0]
            self._line.clear()
            self._length = 0
            self._owes_line_feed = line.endswith(b"\r")
            yield from self._take(whole)

    def _take(self, line: bytes) -> Iterator[Event]:
        _check(len(line), self._limit)
        if self._is_first_line:
            self._is_first_line = False
            line = line[3:] if line.startswith(b"\xef\xbb\xbf") else line
        if not line:
            if self._data:
                data = b"\n".join(self._data).decode("utf-8", "replace")
                yield Event(self._type or "message", data, self._id, self._retry)
            self._type, self._data, self._data_length = "", [], 0
            return
        name, _, value = line.partition(b":")
        value = value[1:] if value.startswith(b" ") else value
        if name == b"data":
            self._data.append(value)
            self._data_length += len(value) + 1
            _check(self._data_length - 1, self._limit, "an event of the body has more data than")
        elif name == b"event":
            self._type = value.decode("utf-8", "replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif name == b"retry" and value.isdigit() and len(value) <= 18:
            self._retry = int(value) / 1000


def _check(length: int, limit: int, what: str = "a line of the body is longer than") -> None:
    if length > limit:
        raise ProtocolError(f"{what} the limit of {limit} bytes (max_line)", Status.TOO_LARGE)
