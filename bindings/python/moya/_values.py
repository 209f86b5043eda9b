"""Python's values as arguments of a definition's endpoints (moya_argument of include/moya/api.h)."""

import ctypes
import enum
import os
import struct
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Iterable, List, Mapping, Sequence, Tuple

from . import _library as c
from . import _structs
from ._errors import ArgumentError
from ._given import NOT_GIVEN
from ._status import Kind, Status

#: A moya_argument: name, kind, flags, integer, number, data, length, type, reserved.
_ROW = "PiIqdPNPQ"
#: Of one that is not given.
_ABSENT = (0, 0, 0, 0.0, 0, 0, 0, 0)
#: Of one that is an array.
_ARRAY = c.constant("MOYA_ARGUMENT_ARRAY")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)
#: What a value is behind its name.
_Row = Tuple[int, int, int, float, int, int, int, int]

#: Where the bytes of a bytes object are, as long as it lives.
_address: Callable[[bytes], int] = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(
    ("PyBytes_AsString", ctypes.pythonapi)
)
assert struct.calcsize(_ROW) == ctypes.sizeof(_structs.Argument)


class Arguments:
    """What the calls of one endpoint are given: turns values, in the order of its parameters, into moya_argument's."""

    def __init__(self, endpoint: str, parameters: "Iterable[Tuple[str, str, Any, bool]]") -> None:
        """`parameters`: name, the type's word, the value that is not sent, since it stands for the default, and whether
        None is JSON's null."""
        self._endpoint = endpoint
        self._rows: "List[Tuple[int, bytes, str, Any, bool]]" = []
        for name, word, standard, is_nullable in parameters:
            encoded = name.encode()
            word = word.rstrip("?")
            self._rows.append((_address(encoded), encoded, word, standard, is_nullable or word == "raw"))
        self.count = len(self._rows)
        self._pack = struct.Struct(f"@{_ROW * self.count}").pack

    def pack(self, values: "Tuple[Any, ...]") -> "Tuple[bytes, List[bytes]]":
        """The array, and what its pointers point into: to be kept as long. Errors: ArgumentError."""
        flat: List[Any] = []
        kept: List[bytes] = []
        for value, (address, name, word, standard, takes_none) in zip(values, self._rows):
            flat.append(address)
            if value is standard or value is NOT_GIVEN or value is None and not takes_none:
                flat += _ABSENT
                continue
            take = _json if value is None or word == "raw" else _TAKE.get(type(value), _other)
            try:
                flat += take(value, word, kept)
            except (TypeError, ValueError, OverflowError, RecursionError) as problem:
                raise ArgumentError(
                    f"{self._endpoint}: the parameter '{name.decode()}' {_reason(problem)}", Status.ARGUMENT
                ) from None
        return self._pack(*flat), kept


def _reason(problem: Exception) -> str:
    if isinstance(problem, UnicodeError):
        return "is not valid Unicode"
    return f"is not a JSON value: {problem}" if not isinstance(problem, _Misfit) else str(problem)


class _Misfit(ValueError):
    """Why a value is no argument; it does not show the value."""


def _bytes_at(kind: int, data: bytes, kept: List[bytes]) -> _Row:
    kept.append(data)
    return (kind, 0, 0, 0.0, _address(data), len(data), 0, 0)


def _text(value: str, word: str, kept: List[bytes]) -> _Row:
    encoded = value.encode()
    if word == "file":
        if b"\0" in encoded:
            raise _Misfit("has a zero in it")
        return _bytes_at(Kind.STR, encoded, kept)
    return _bytes_at(Kind.TEXT, encoded, kept)


def _integer(value: int, word: str, kept: List[bytes]) -> _Row:
    if -(1 << 63) <= value < 1 << 63:
        return (Kind.I64, 0, value, 0.0, 0, 0, 0, 0)
    if 0 < value < 1 << 64:
        return (Kind.U64, 0, value - (1 << 64), 0.0, 0, 0, 0, 0)
    raise _Misfit("is an integer of more than 64 bits")


def _number(value: float, word: str, kept: List[bytes]) -> _Row:
    return (Kind.F64, 0, 0, value, 0, 0, 0, 0)


def _boolean(value: bool, word: str, kept: List[bytes]) -> _Row:
    return (Kind.BOOLEAN, 0, int(value), 0.0, 0, 0, 0, 0)


def _bytes(value: bytes, word: str, kept: List[bytes]) -> _Row:
    return _bytes_at(Kind.BYTES, value, kept)


def _date(value: datetime, word: str, kept: List[bytes]) -> _Row:
    if value.utcoffset() is None:
        raise _Misfit("is a datetime without a time zone")
    return (Kind.DATE, 0, (value - _EPOCH) // _MICROSECOND, 0.0, 0, 0, 0, 0)


def _json(value: Any, word: str, kept: List[bytes]) -> _Row:
    from json import dumps

    text = dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_in_json).encode()
    return _bytes_at(Kind.RAW, text, kept)


def _list(value: Any, word: str, kept: List[bytes]) -> _Row:
    if word != "[bytes]":
        return _json(value, word, kept)
    pieces = [bytes(it) for it in value if isinstance(it, (bytes, bytearray, memoryview))]
    if len(pieces) != len(value):
        raise _Misfit("has an element that is not bytes")
    kept += pieces
    array = struct.pack("@" + "PN" * len(pieces), *(number for it in pieces for number in (_address(it), len(it))))
    kept.append(array)
    return (Kind.BYTES, _ARRAY, 0, 0.0, _address(array), len(pieces), 0, 0)


def _in_json(value: Any) -> Any:
    """Within JSON, what json does not know by itself."""
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise _Misfit("has a datetime without a time zone")
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        from base64 import b64encode

        return b64encode(value).decode()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    raise TypeError(f"it has a {type(value).__name__}")


def _other(value: Any, word: str, kept: List[bytes]) -> _Row:
    """A value of a class that is none of `_TAKE`, such as one that was derived from these."""
    if isinstance(value, enum.Enum):
        return _TAKE.get(type(value.value), _other)(value.value, word, kept)
    for kind, take in _TAKE.items():
        if isinstance(value, kind):
            return take(value, word, kept)
    if isinstance(value, os.PathLike):
        return _text(os.fsdecode(value), word, kept)
    if hasattr(value, "__index__"):
        return _integer(value.__index__(), word, kept)
    if isinstance(value, Mapping):
        return _json(dict(value), word, kept)
    if isinstance(value, Sequence):
        return _json(list(value), word, kept)
    raise _Misfit(f"is not to be a {type(value).__name__}, but {_WANTED.get(word, word)}")


_TAKE: "Dict[type, Callable[[Any, str, List[bytes]], _Row]]" = {
    str: _text, bool: _boolean, int: _integer, float: _number, dict: _json, list: _list, tuple: _list, datetime: _date,
    bytes: _bytes, bytearray: lambda value, word, kept: _bytes(bytes(value), word, kept),
    memoryview: lambda value, word, kept: _bytes(bytes(value), word, kept),
}
_WANTED = {"file": "the path of a file", "date": "a datetime with a time zone"}
