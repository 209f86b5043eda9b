"""Files and iterables that the library reads while it sends them."""

import ctypes
import os
import weakref
from itertools import count
from typing import Any, Iterator, Optional

from . import _structs
from ._status import ReadFn

_READ_FAILED = int(ReadFn.FAILED)

_READ = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_REWIND = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

#: By the number that the library knows them by. A call that was cancelled may ask for a source that is gone.
_sources: "weakref.WeakValueDictionary[int, Source]" = weakref.WeakValueDictionary()
_numbers = count(1)


class Source:
    """Bytes of a file, from where it is now, or of an iterable, for one call at a time.

    A file that can seek, and an iterable that is no iterator, begin anew for every call.
    """

    def __init__(self, given: Any, length: Optional[int] = None) -> None:
        """`length`: the bytes that the caller has said."""
        self.error: Optional[BaseException] = None
        self._given = given
        self._rest = b""
        self._begun = self._ended = False
        self._pieces: Optional[Iterator[bytes]] = None
        self._is_file = hasattr(given, "read")
        self._start, self.length = _extent(given) if self._is_file else (None, 0)
        if isinstance(given, tuple):
            self.length = sum(map(len, given))
        if length is not None:
            self.length = length
        is_repeatable = self._start is not None if self._is_file else not isinstance(given, Iterator)
        self._number = next(_numbers)
        _sources[self._number] = self
        self.struct = _structs.Stream(
            size=ctypes.sizeof(_structs.Stream),
            read=ctypes.cast(_read, ctypes.c_void_p),
            rewind=ctypes.cast(_rewind, ctypes.c_void_p) if is_repeatable else None,
            user=self._number,
            release_user=ctypes.cast(_release, ctypes.c_void_p),
            len=self.length,
        )
        self._is_repeatable = is_repeatable

    def read(self, room: int) -> bytes:
        if self._ended:
            # An earlier call has read it.
            if not self._is_repeatable:
                raise ValueError("it was read by an earlier call")
            self.rewind()
        self._begun = True
        if not self._rest:
            self._rest = self._next(room)
        piece, self._rest = self._rest[:room], self._rest[room:]
        return piece

    def _next(self, room: int) -> bytes:
        if self._is_file:
            piece = self._given.read(room)
            if piece is None:
                raise ValueError("it has nothing to read yet, and does not block")
        else:
            if self._pieces is None:
                self._pieces = iter(self._given)
            piece = next((piece for piece in self._pieces if len(piece)), b"")
        if not isinstance(piece, (bytes, bytearray, memoryview)):
            raise TypeError(f"it gives {type(piece).__name__}, not bytes")
        return bytes(piece)

    def rewind(self) -> None:
        if self._is_file:
            self._given.seek(self._start)
        self._pieces, self._rest, self._ended = None, b"", False

    def end(self) -> None:
        """The call is over."""
        self._ended = self._begun


def _extent(file: Any) -> "tuple[Optional[int], int]":
    """Where a file stands, and how many bytes follow; None and 0: it cannot seek."""
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
    except BaseException as problem:  # noqa: B036 - none may pass through the library; the call raises with it as cause
        source.error = problem
        return _READ_FAILED
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


def _on_release(user: int) -> None:
    source = _sources.get(user)
    if source is not None:
        source.end()


_read: Any = _READ(_on_read)
_rewind: Any = _REWIND(_on_rewind)
_release: Any = _RELEASE(_on_release)
