"""Converts between the types of a definition and Python: makes annotations for signatures, values from JSON, and
arguments from values."""

import ctypes
import enum
import os
import re
import struct
import sys
from collections import deque
from copy import deepcopy
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from typing import (
    Any, Callable, Dict, Generic, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, TypeVar, Union, get_args,
    get_origin, get_type_hints,
)
from uuid import UUID

from . import _library as c
from . import _structs
from ._errors import ArgumentError, UsageError
from ._status import Kind, Status

_SCALARS: Dict[str, Any] = {
    **{f"{sign}{bits}": int for sign in "iu" for bits in (8, 16, 32, 64)},
    "f32": float, "f64": float, "boolean": bool, "str": str, "bytes": bytes, "date": datetime, "raw": Any,
    "file": Union[str, "os.PathLike[str]"],
}
_MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d)|())", re.ASCII)
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_CLOCK = re.compile(r"\d\d:\d\d:\d\d(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)?", re.ASCII)
_UUID = re.compile("[0-9A-Fa-f]{8}(-?)[0-9A-Fa-f]{4}(?:\\1[0-9A-Fa-f]{4}){2}\\1[0-9A-Fa-f]{12}")

#: The most types that a docstring describes.
_MOST_DESCRIBED = 50

#: A function that makes a Python value from a JSON value; None: the two values are the same.
Reader = Optional[Callable[[Any], Any]]


class Types:
    """The types of one definition, which the library has checked. The parameter `words` of the functions is a type as
    the definition writes it: "i64", "[repo]", "str?"."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._name: str = document["name"]
        self._types: Mapping[str, Any] = document.get("types", {})
        self._dates: str = document.get("dates", "offset")
        self._annotations: Dict[str, Any] = {}
        self._readers: Dict[str, Reader] = {}

    def annotation(self, words: str) -> Any:
        if words.endswith("?"):
            return Optional[self.annotation(words[:-1])]
        if words[0] == "[":
            return List[self.annotation(words[1:-1])]  # type: ignore[misc]
        if words[0] == "{":
            return Dict[str, self.annotation(words[1:-1])]  # type: ignore[misc]
        if words in _SCALARS:
            return _SCALARS[words]
        if words not in self._annotations:
            self._annotate(words)
        return self._annotations[words]

    def _annotate(self, name: str) -> None:
        """Makes the annotations of a named type and of the types in it. Uses a loop instead of recursion, because a
        chain of types may be longer than Python's stack."""
        waiting = [(name, False)]
        while waiting:
            name, has_inner = waiting.pop()
            if has_inner:
                self._annotations[name] = self._named(name)
            elif name not in self._annotations:
                self._annotations[name] = Dict[str, Any]  # the annotation of a struct inside itself
                waiting.append((name, True))
                inner = (type_of(it).strip("[]{}?") for it in self._types[name].get("fields", {}).values())
                waiting += [(it, False) for it in inner if it not in _SCALARS]

    def _named(self, name: str) -> Any:
        shape = self._types[name]
        if "names" in shape:
            return Literal[tuple(shape["names"])]
        fields = {key: self.annotation(type_of(it)) for key, it in shape["fields"].items()}
        made: Any = TypedDict(name, fields)  # type: ignore[misc]
        made.__module__ = self._name
        return made

    def reader(self, words: str, dates: Optional[str] = None) -> Reader:
        """Returns a function that makes a value of the type from JSON. The library has checked that the JSON is of the
        type. `dates` is the date format that the definition names at this place; None: the definition's general date
        format."""
        if words.endswith("?"):
            inner = self.reader(words[:-1], dates)
            return None if inner is None else lambda value: None if value is None else inner(value)
        if words[0] in "[{":
            element = self.reader(words[1:-1], dates)
            if element is None:
                return None
            if words[0] == "[":
                return lambda values: [element(value) for value in values]
            return lambda values: {key: element(value) for key, value in values.items()}
        if words == "date":
            return moment_in_utc if (dates or self._dates) == "utc" else moment
        if words == "bytes":
            return _of_base64
        shape = self._types.get(words)
        if words in _SCALARS or shape is None or "names" in shape:
            return None
        if words not in self._readers:
            self._readers[words] = self._struct_reader(shape["fields"])
        return self._readers[words]

    def _struct_reader(self, fields: Mapping[str, Any]) -> Reader:
        """Returns the reader of a struct. The readers of the fields are made when the first value is read, because a
        struct may contain itself, and a chain of structs may be longer than Python's stack."""
        rows: Any = None

        def read(value: Any) -> Dict[str, Any]:
            nonlocal rows
            if rows is None:
                rows = [self._field(name, it) for name, it in fields.items()]
            return _struct(value, rows)

        return read

    def _field(self, name: str, it: Any) -> "Tuple[str, str, Tuple[str, ...], Any, Reader]":
        described = it if isinstance(it, dict) else {}
        first, *inner = steps(described.get("key", name))
        words = type_of(it)
        return name, first, tuple(inner), self.standard(words, described.get("default")), self.reader(
            words, described.get("dates")
        )

    def described(self, words: str) -> List[str]:
        """Returns lines that describe each struct in a type once, including the structs inside structs. There is a
        limit, because in a large definition a type may contain most of the other types."""
        lines: List[str] = []
        left, told = deque([words]), set()
        while left:
            name = left.popleft().strip("[]{}?")
            shape = self._types.get(name)
            if shape is None or name in told:
                continue
            if len(lines) == _MOST_DESCRIBED:
                return [*lines, "    … and the types inside these types"]
            told.add(name)
            if "names" in shape:
                lines.append(f"    {name}: one of {', '.join(map(repr, shape['names']))}")
                continue
            fields = {key: type_of(it) for key, it in shape["fields"].items()}
            lines.append(f"    {name}: {', '.join(f'{key} {type}' for key, type in fields.items())}")
            left.extend(fields.values())
        return lines

    def standard(self, words: str, value: Any) -> Any:
        """Returns a default of the definition as a Python value."""
        reader = self.reader(words)
        return value if value is None or reader is None else reader(value)


def type_of(it: Any) -> str:
    """Returns the type of a field, a parameter or a result as a text, for example "[repo]"."""
    if not isinstance(it, dict):
        return str(it)
    words: str = it["type"]
    return f"{words}?" if it.get("nullable") and words[-1] != "?" else words


def steps(key: str) -> List[str]:
    """Returns the keys of a key path."""
    return [re.sub(r"\\(.)", r"\1", step) for step in re.findall(r"(?:^|\.)((?:\\.|[^.\\])*)", key)]


def _struct(value: Any, rows: List[Any]) -> Dict[str, Any]:
    made = {}
    for name, first, inner, standard, reader in rows:
        found = value.get(first)
        for key in inner:
            found = found.get(key) if found is not None else None
        if found is None:
            found = deepcopy(standard) if standard.__class__ in (dict, list) else standard
        elif reader is not None:
            found = reader(found)
        made[name] = found
    return made


def moment(text: str) -> datetime:
    """Parses a date of RFC 3339 §5.6, with its offset. A space may replace the T. Errors: ValueError."""
    return _moment(text, needs_offset=True)


def moment_in_utc(text: str) -> datetime:
    """Parses a date and converts it to UTC, without an offset. Errors: ValueError."""
    return _moment(text, needs_offset=False)


def _moment(text: str, *, needs_offset: bool) -> datetime:
    match = _MOMENT.fullmatch(text)
    if match is None or needs_offset and match.group(11) is not None:
        raise ValueError("it is no date of RFC 3339")
    year, month, day, hour, minute, second = map(int, match.group(1, 2, 3, 4, 5, 6))
    fraction, sign, hours, minutes = match.group(7, 8, 9, 10)
    zone = timezone.utc
    if sign and (hours, minutes) != ("00", "00"):
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        zone = timezone(offset if sign == "+" else -offset)
    if second > 60:
        raise ValueError("it has no such second")
    micro = int((fraction or "0").ljust(6, "0")[:6])
    leap = timedelta(seconds=1 if second == 60 else 0)  # a leap second is the start of the next minute
    try:
        return datetime(year, month, day, hour, minute, min(second, 59), micro, zone) + leap
    except OverflowError:
        raise ValueError("it is after the year 9999") from None


def day(text: str) -> date:
    """Parses a full-date of RFC 3339. Errors: ValueError."""
    match = _DAY.fullmatch(text)
    if match is None:
        raise ValueError("it is no date of RFC 3339")
    return date(*map(int, match.groups()))


def clock(text: str) -> time:
    """Parses a time of RFC 3339, with or without an offset. Errors: ValueError."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise ValueError("it is no time of RFC 3339")
    made = _moment(f"2000-01-01T{text}", needs_offset=False)
    return made.timetz() if match.group(1) else made.time()


def uuid(text: str) -> UUID:
    """Parses a UUID with its hyphens, or without them. Errors: ValueError."""
    if not _UUID.fullmatch(text):
        raise ValueError("it is no UUID")
    return UUID(text)


def of_base64(text: str) -> bytes:
    """Decodes base64. Errors: ValueError for characters that base64 does not have."""
    from base64 import b64decode

    return b64decode(text, validate=True)


def _of_base64(text: str) -> bytes:
    from base64 import b64decode

    return b64decode(text)


# ── Omitted parameters ────────────────────────────────────────────────────────────────────────────────────────────────


class _NotGiven(enum.Enum):
    NOT_GIVEN = 0

    def __repr__(self) -> str:
        return "moya.NOT_GIVEN"


#: A parameter with this value is not sent, as if the caller had left it out. Use this value for a nullable parameter,
#: for which None means JSON's null.
NOT_GIVEN: Any = _NotGiven.NOT_GIVEN


# ── Values as arguments (moya_argument of include/moya/api.h) ─────────────────────────────────────────────────────────

#: A moya_argument: name, kind, flags, integer, number, data, length, type, reserved.
_ROW = "PiIqdPNPQ"
#: The moya_argument of an omitted argument, without its name.
_ABSENT = (0, 0, 0, 0.0, 0, 0, 0, 0)
#: The flag of an array.
_ARRAY = c.constant("MOYA_ARGUMENT_ARRAY")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)
#: The fields of a moya_argument without its name.
_Row = Tuple[int, int, int, float, int, int, int, int]

#: Returns the address of the bytes of a bytes object, valid as long as the object.
_address: Callable[[bytes], int] = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(
    ("PyBytes_AsString", ctypes.pythonapi)
)
assert struct.calcsize(_ROW) == ctypes.sizeof(_structs.Argument)


class Arguments:
    """Converts the values of one endpoint's calls, in the order of its parameters, into an array of moya_argument."""

    def __init__(self, endpoint: str, parameters: "Iterable[Tuple[str, str, Any, bool]]") -> None:
        """`parameters` has four values for each parameter: its name, its type as a text, the value that stands for the
        default and is not sent, and whether None means JSON's null."""
        self._endpoint = endpoint
        self._rows: "List[Tuple[int, bytes, str, Any, bool]]" = []
        for name, word, standard, is_nullable in parameters:
            encoded = name.encode()
            word = word.rstrip("?")
            self._rows.append((_address(encoded), encoded, word, standard, is_nullable or word == "raw"))
        self.count = len(self._rows)
        self._pack = struct.Struct(f"@{_ROW * self.count}").pack

    def pack(self, values: "Tuple[Any, ...]") -> "Tuple[bytes, List[bytes]]":
        """Returns the array, and the objects to which its pointers point. These objects must live as long as the array.
        Errors: ArgumentError."""
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
    """Says why a value is not a valid argument, without showing the value."""


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
    """Converts a value that the module json cannot write."""
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
    """Converts a value whose class is not in `_TAKE`, for example a subclass of a class in `_TAKE`."""
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


# ── The types of the fields of a class ───────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=None)
def class_hints(kind: Any) -> "Mapping[str, Any]":
    """Returns the types of the fields of a class. Errors: UsageError for annotations that cannot be evaluated."""
    try:
        return get_type_hints(kind, include_extras=True)
    except Exception as problem:
        reason = f"the annotations of {kind.__name__} cannot be evaluated: {problem}"
        raise UsageError(reason, Status.ARGUMENT) from None


def hints_of(kind: Any, arguments: "Tuple[Any, ...]") -> "Mapping[str, Any]":
    """Returns the types of the fields of a class. If the class is generic, or derived from a generic class, replaces
    the type variables by `arguments`. A variable without an argument becomes Any. Errors: UsageError."""
    hints = class_hints(kind)
    if not hasattr(kind, "__parameters__"):
        return hints
    found: Dict[str, Any] = {}
    _fill(kind, dict(zip(kind.__parameters__, arguments)), hints, found)
    return {name: found.get(name, hint) for name, hint in hints.items()}


def _fill(kind: Any, variables: "Dict[Any, Any]", hints: "Mapping[str, Any]", found: "Dict[str, Any]") -> None:
    """Puts the types of the fields that a class and its base classes declare into `found`. Each class has its own
    mapping of type variables, because two classes may use one variable for different types."""
    for base in getattr(kind, "__orig_bases__", kind.__bases__):
        origin = get_origin(base) or base
        if origin is not Generic and hasattr(origin, "__parameters__"):
            given = (_filled(it, variables) for it in get_args(base))
            _fill(origin, dict(zip(origin.__parameters__, given)), hints, found)
    own = kind.__annotations__ if "__annotations__" in vars(kind) or sys.version_info >= (3, 14) else ()
    found.update({name: _filled(hints[name], variables) for name in own if name in hints})


def _filled(hint: Any, variables: "Dict[Any, Any]") -> Any:
    """Puts the arguments of a generic class in place of its type variables."""
    if isinstance(hint, TypeVar):
        return variables.get(hint, Any)
    needed = getattr(hint, "__parameters__", ())
    return hint[tuple(variables.get(it, Any) for it in needed)] if needed and not isinstance(hint, type) else hint
