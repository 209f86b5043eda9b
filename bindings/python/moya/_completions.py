"""Where calls end: the library's queue, drained in batches."""

import ctypes
import struct
from typing import Any, Iterator, Optional, Tuple

from . import _library as c
from ._errors import take_error
from ._structs import COMPLETION_FORMAT, Completion

#: tag, status, HTTP status, response, error
Row = Tuple[int, int, int, int, int]

_ROWS = 256
_SIZE = ctypes.sizeof(Completion)
_unpack = struct.Struct(COMPLETION_FORMAT).iter_unpack


class Completions:
    """A queue and the room for one batch of its rows. Used by one thread at a time."""

    __slots__ = ("handle", "_rows", "_address", "_bytes")

    handle: Optional[int]

    def __init__(self) -> None:
        self.handle = None
        handle, error = ctypes.c_void_p(), ctypes.c_void_p()
        status = c.queue_create(ctypes.byref(handle), ctypes.byref(error))
        if status:
            raise take_error(status, error.value)
        self.handle = handle.value
        self._rows = (Completion * _ROWS)()
        self._address = ctypes.addressof(self._rows)
        self._bytes = memoryview(self._rows).cast("B")

    @property
    def fd(self) -> int:
        """Readable while rows are waiting."""
        return int(c.queue_fd(self.handle))

    def drain(self) -> Iterator[Row]:
        """One batch. Its responses and errors belong to the caller, who takes every row."""
        count: int = c.queue_drain(self.handle, self._address, _SIZE, _ROWS)
        # The bytes are copied: a row may lead to another drain before this batch is through.
        return _unpack(bytes(self._bytes[: count * _SIZE])) if count > 0 else iter(())

    def close(self, _destroy: Any = c.queue_destroy) -> None:
        """Releases the rows that nobody took; calls that still name the queue end without one."""
        handle, self.handle = self.handle, None
        if handle is not None:
            _destroy(handle)

    __del__ = close


def release(row: Row) -> None:
    """For a row that nobody waits for."""
    c.response_release(row[3])
    c.error_release(row[4])
