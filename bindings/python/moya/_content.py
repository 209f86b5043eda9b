"""Makes the bodies of requests. A query or a form becomes a value tree of the library (value.h). The library reads a
file or an iterable while it sends the request."""

import ctypes
import math
import os
import weakref
from collections import deque
from ctypes import c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from itertools import count
from queue import Empty
from threading import Lock, get_ident
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from . import _arguments as check
from . import _library as c
from . import _structs
from ._errors import RequestError, Timeout, UsageError
from ._status import BoolStyle, ReadFn, Status


# ── Trees: the parameters of a query, the fields of a form ────────────────────────────────────────────────────────────

_object = c.declared("moya_value_object", c_void_p)
_destroy = c.declared("moya_value_release", None, c_void_p)
_KINDS = {
    "text": (c_char_p, c_size_t), "int64": (c_int64,), "uint64": (c_uint64,), "double": (c_double,), "bool": (c_bool,),
    "null": (),
}
_set = {kind: c.declared(f"moya_value_set_{kind}", c_int32, c_void_p, c_char_p, *taken) for kind, taken in _KINDS.items()}
_add = {kind: c.declared(f"moya_value_add_{kind}", c_int32, c_void_p, *taken) for kind, taken in _KINDS.items()}
for _kind in ("object", "array"):
    _set[_kind] = c.declared(f"moya_value_set_{_kind}", c_void_p, c_void_p, c_char_p)
    _add[_kind] = c.declared(f"moya_value_add_{_kind}", c_void_p, c_void_p)

_join = c.declared("moya_value_join", c_int32, c_void_p)

_LONGEST = 4096


class Tree:
    """A moya_value, which is freed with this object."""

    def __init__(self, members: Iterable[Tuple[str, Any]], what: str) -> None:
        self.address = _object()
        if not self.address:
            raise MemoryError
        _fill_object(self.address, members, what)

    def __del__(self) -> None:
        _destroy(getattr(self, "address", None))


def _fill_object(node: int, members: Iterable[Tuple[str, Any]], what: str) -> None:
    names: "set[bytes]" = set()
    for name, value in members:
        key = check.text(name, f"a name in {what}")
        if key in names:
            raise UsageError(f"a name comes twice in {what}: give it a list", Status.ARGUMENT)
        if len(key) > _LONGEST:
            raise UsageError(f"a name in {what} is longer than {_LONGEST} bytes", Status.ARGUMENT)
        names.add(key)
        _put(_set, (node, key), value, what)


def _put(into: Any, place: "Tuple[Any, ...]", value: Any, what: str) -> None:
    if isinstance(value, str):
        text = check.utf8(str.__str__(value), f"a value in {what}")
        status = into["text"](*place, text, len(text))
    elif value is None:
        status = into["null"](*place)
    elif isinstance(value, bool):
        status = into["bool"](*place, value)
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 64:
            raise UsageError(f"a value in {what} is an integer of more than 64 bits", Status.ARGUMENT)
        status = into["uint64" if value >= 1 << 63 else "int64"](*place, value)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise RequestError(f"a value in {what} is not a finite number", Status.ENCODING)
        status = into["double"](*place, value)
    elif isinstance(value, Mapping):
        _fill_object(_child(into["object"](*place), what), check.pairs(value, what), what)
        return
    elif isinstance(value, (tuple, list)):
        node = _child(into["array"](*place), what)
        for element in value:
            _put(_add, (node,), element, what)
        if isinstance(value, check.Joined):
            _join(node)  # its status is not checked: if _join fails, the request fails
        return
    else:
        raise check.wrong(f"a value in {what}", check.TREE_VALUE, value)
    if status:
        raise RequestError(f"{what} cannot be used: {c.status_name(status).decode()}", Status(status))


def _child(node: Any, what: str) -> Any:
    if not node:
        reason = "it is nested too deeply, with more than 512 levels, or has more than 10 000 names in one mapping"
        raise RequestError(f"{what} cannot be used: {reason}", Status.ENCODING)
    return node


def flat(members: Iterable[Tuple[str, Any]], what: str, style: BoolStyle) -> "List[Tuple[str, str]]":
    """Returns the fields of a multipart form. A value becomes one text. A list becomes one text for each element. A
    Joined becomes one text with commas."""
    fields = []
    for name, value in members:
        if isinstance(value, check.Joined):
            value = ",".join(value) if value else ()
        for element in value if isinstance(value, (tuple, list)) else (value,):
            fields.append((name, check.scalar(element, f"a value in {what}", style is BoolStyle.LITERAL)))
    return fields


# ── Sources: files and iterables ──────────────────────────────────────────────────────────────────────────────────────

_READ_FAILED, _READ_LATER = int(ReadFn.FAILED), int(ReadFn.LATER)

_READ = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_REWIND = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_TRAILERS = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

#: The value of `reader` after the call that read the content has ended. The content can be read only once.
_NOBODY = -1
#: The sources by their numbers, by which the library identifies them. A cancelled call may ask for a source that no
#: longer exists.
_sources: "weakref.WeakValueDictionary[int, Source]" = weakref.WeakValueDictionary()
_numbers = count(1)
#: The trailers that each thread gave last. They must live until the library has copied their C array, which happens
#: after `_on_trailers` has returned. The source cannot hold them: it may be gone by then, or give trailers on another
#: thread.
_last_trailers: Dict[int, check.Pairs] = {}


def _has_bytes(piece: Any, what: str) -> bool:
    """Returns whether a piece of a body has at least one byte. Errors: TypeError for a piece that is not bytes. Its
    message begins with `what`."""
    if not isinstance(piece, (bytes, bytearray, memoryview)):
        raise TypeError(f"{what} gives {type(piece).__name__}, not bytes")
    return len(piece) > 0


class _Given:
    """A file or an iterable that a program has given as a body. All calls that send the body share this object."""

    __slots__ = ("content", "is_file", "start", "length", "is_repeatable", "reader", "_lock", "_process")

    def __init__(self, content: Any) -> None:
        self.content = content
        self.is_file = hasattr(content, "read")
        self.start, self.length = _extent(content) if self.is_file else (None, 0)
        if isinstance(content, tuple):
            self.length = sum(map(len, content))
        self.is_repeatable = self.start is not None if self.is_file else not isinstance(content, Iterator)
        #: The number of the source that reads this content, if the content can be read only once. None: no source has
        #: read it.
        self.reader: Optional[int] = None
        self._lock, self._process = Lock(), os.getpid()

    @property
    def lock(self) -> Lock:
        """The lock that a source holds while it uses the file's position. A forked child makes a lock of its own,
        because a thread that does not exist in the child may hold the parent's lock."""
        if self._process != os.getpid():
            self._lock, self._process = Lock(), os.getpid()
        return self._lock


class Source:
    """The bytes of an iterable, or of a file. A file is read from the position that it had when the target was made.
    Each call reads a source of its own, which `for_call` makes.

    If a file can seek, or an iterable is not an iterator, each call gets all bytes, even if several calls are in
    flight. Any other content can be read only once: the first call that asks for bytes gets them.
    """

    #: A call that reads this object runs Python functions.
    takes_part = True

    def __init__(
        self, given: Any, length: Optional[int] = None, trailers: Optional[Callable[[], check.Fields]] = None
    ) -> None:
        """`length` is the number of bytes, if the caller has given it. `trailers` returns the fields that follow the
        body. A body with trailers has no length and is sent in chunks, even if it is a file."""
        self._given = given if isinstance(given, _Given) else _Given(given)
        self.length = 0 if trailers is not None else self._given.length if length is None else length
        self._make_trailers = trailers
        self.error: Optional[BaseException] = None
        self._pieces: Optional[Iterator[bytes]] = None
        self._rest = b""
        self._position = 0  # the number of bytes of a file that were read
        self._number = next(_numbers)
        _sources[self._number] = self
        self.struct = _structs.Stream(
            size=ctypes.sizeof(_structs.Stream),
            read=ctypes.cast(_read, ctypes.c_void_p),
            rewind=ctypes.cast(_rewind, ctypes.c_void_p) if self._given.is_repeatable else None,
            user=self._number,
            release_user=ctypes.cast(_release, ctypes.c_void_p),
            len=self.length,
            trailers=None if trailers is None else ctypes.cast(_trailers, ctypes.c_void_p),
        )

    def for_call(self) -> "Source":
        """Returns a source that gives the same bytes to one call."""
        return Source(self._given, self.length, self._make_trailers)

    def read(self, room: int) -> Optional[bytes]:
        """Returns the next bytes, at most `room`. b"": there are no more. Errors: those of the file or the iterable;
        TypeError if it gives something else than bytes; ValueError if another call has read the content."""
        if not self._rest:
            self._rest = self._next(room)
        piece, self._rest = self._rest[:room], self._rest[room:]
        return piece

    def _next(self, room: int) -> bytes:
        given = self._given
        if not given.is_repeatable:
            with given.lock:
                given.reader = given.reader or self._number
            if given.reader != self._number:
                raise ValueError("it was read by an earlier call")
        piece: Any
        if given.is_file:
            with given.lock:
                if given.start is not None:
                    given.content.seek(given.start + self._position)
                piece = given.content.read(room)
            if piece is None:
                raise ValueError("it has nothing to read yet, and does not block")
        else:
            if self._pieces is None:
                if not hasattr(given.content, "__iter__") and hasattr(given.content, "__aiter__"):
                    raise TypeError("it is an asynchronous iterable, which only an AsyncProvider sends")
                self._pieces = iter(given.content)
            piece = next((piece for piece in self._pieces if _has_bytes(piece, "it")), b"")
        _has_bytes(piece, "it")
        self._position += len(piece)
        return bytes(piece)

    def trailers(self) -> check.Pairs:
        """Returns the fields that follow the body. Errors: those of the caller's function, UsageError, RequestError."""
        return check.headers(() if self._make_trailers is None else self._make_trailers(), "trailers")

    def rewind(self) -> None:
        """Goes back to the first byte."""
        self._pieces, self._rest, self._position = None, b"", 0

    def end(self) -> None:
        """Ends the use of the source by a request. A call that reconnects makes several requests with one source."""
        if self._given.is_repeatable:
            self.rewind()
        elif self._given.reader == self._number:
            self._given.reader = _NOBODY


def _extent(file: Any) -> "tuple[Optional[int], int]":
    """Returns the position of a file and the number of bytes that follow; None and 0 if it cannot seek."""
    try:
        start = file.tell()
        end = file.seek(0, os.SEEK_END)
        file.seek(start)
    except (OSError, ValueError, AttributeError, TypeError):
        return None, 0
    return (start, max(0, end - start)) if isinstance(end, int) else (None, 0)


def _on_read(user: int, buffer: int, room: int) -> int:
    source = _sources.get(user)
    if source is None:
        return _READ_FAILED
    try:
        piece = source.read(room)
    except BaseException as problem:  # noqa: B036 - must not pass through the library; becomes the cause of the error
        source.error = problem
        return _READ_FAILED
    if piece is None:  # a moya._content.Pulled makes its pieces elsewhere
        return _READ_LATER
    ctypes.memmove(buffer, piece, len(piece))
    return len(piece)


def _on_rewind(user: int) -> int:
    source = _sources.get(user)
    if source is None:
        return 1
    try:
        source.rewind()
    except BaseException as problem:  # noqa: B036 - as in _on_read
        source.error = problem
        return 1
    return 0


def _on_trailers(user: int, address: int) -> int:
    source = _sources.get(user)
    if source is None:
        return 1
    try:
        rows = source.trailers()
    except BaseException as problem:  # noqa: B036 - as in _on_read
        source.error = problem
        return 1
    _last_trailers[get_ident()] = rows
    given = _structs.Trailers.from_address(address)
    given.headers, given.header_count = rows.address, len(rows)
    return 0


def _on_release(user: int) -> None:
    source = _sources.get(user)
    if source is not None:
        source.end()


_read: Any = _READ(_on_read)
_rewind: Any = _REWIND(_on_rewind)
_trailers: Any = _TRAILERS(_on_trailers)
_release: Any = _RELEASE(_on_release)


# ── Bodies that the thread or task of the call makes ──────────────────────────────────────────────────────────────────


class Pulled(Source):
    """A request's body that comes from an iterator or an asynchronous iterator. When the library needs a piece of the
    body, the reader takes it from the iterator. The reader is the thread or the task that waits for the response. So
    the iterator may wait, may make calls of the same provider, and sees the reader's context variables. If the iterator
    raises an exception, the exception is raised in the reader.

    The library thread writes `_rest`. The reader writes all other fields.
    """

    def __init__(
        self,
        pieces: Any,
        length: Optional[int] = None,
        *,
        write: Optional[float] = None,
        read: Optional[float] = None,
        trailers: Optional[Callable[[], check.Fields]] = None,
    ) -> None:
        """`write` is the maximum number of seconds that the reader waits for the next step while the body is sent.
        `read` is the same limit after the body was sent. None: no limit."""
        super().__init__(iter(()), length, trailers)
        self._iterator = pieces
        self._pieces_made: Deque[bytes] = deque()
        self._write, self._read = write, read
        self._made = 0
        self._trailers: Optional[check.Pairs] = None
        #: The feed of the call. It receives the library's requests for pieces, and has the handle of the call.
        self.feed: Any = None
        self.is_asked = self.is_complete = False

    def for_call(self) -> "Source":
        """Returns this object, which was made for one call."""
        return self

    def read(self, room: int) -> Optional[bytes]:
        """Returns the next bytes, or None if the reader must make them first. [library thread]"""
        if not self._rest:
            if self._pieces_made:
                self._rest = self._pieces_made.popleft()
            elif self.is_complete:
                return b""
            else:
                self.feed.put(self)
                return None
        piece, self._rest = self._rest[:room], self._rest[room:]
        return piece

    def trailers(self) -> check.Pairs:
        """Returns the trailers, which the reader has made at the end of the body. [library thread]"""
        return check.headers((), "trailers") if self._trailers is None else self._trailers

    @property
    def limit(self) -> Optional[float]:
        """The maximum number of seconds that the reader waits for the next step of the call. None: no limit."""
        return self._write if self.is_asked and not self.is_complete else self._read if self.is_complete else None

    def late(self) -> Timeout:
        """Makes the error for a wait that took too long."""
        what = "sent" if self.is_complete else "took"
        return Timeout(f"the server {what} nothing for {self.limit} s", Status.TIMEOUT_IDLE, target=self.feed.target)

    def pull(self) -> None:
        """Makes the next piece. Errors: those of the iterator."""
        self.is_asked = True
        self._give(next((piece for piece in self._iterator if _has_bytes(piece, "the body")), None))

    async def pull_here(self) -> None:
        """Makes the next piece of an asynchronous iterator. Errors: those of the iterator."""
        self.is_asked = True
        if not hasattr(self._iterator, "__anext__"):
            return self.pull()
        async for piece in self._iterator:
            if _has_bytes(piece, "the body"):
                return self._give(piece)
        self._give(None)

    def _give(self, piece: Any) -> None:
        if piece is None:
            if self._make_trailers is not None:
                self._trailers = super().trailers()
            self.is_complete = True
        else:
            self._pieces_made.append(bytes(piece))
            self._made += len(piece)
            # The library does not ask again after `length` bytes.
            self.is_complete = 0 < self.length <= self._made
        c.call_resume(self.feed.call)

    def take(self, parts: Any) -> Any:
        """Takes a part of a response from a queue. Until the part arrives, makes pieces of the request's body whenever
        the library asks for one."""
        while True:
            try:
                part = parts.get(timeout=self.limit)
            except Empty:
                raise self.late() from None
            if part is not self:
                return part
            self.pull()


def pulled_by(feed: Any) -> Optional[Pulled]:
    """Returns the body of a request if the reader of the response makes the pieces of this body, otherwise None.
    `feed` is the moya._parts.Feed of the call. It becomes the `feed` of the body."""
    body = feed.target.body
    if not isinstance(body, Pulled):
        return None
    body.feed = feed
    return body
