"""Checks the arguments of callers, and converts them to the form that the library takes.

Errors: UsageError for a wrong type or value, RequestError for text that cannot be sent. Each error names the argument
and the reason. No error shows the value, which may be a secret.
"""

import os
from array import array
from enum import Enum
from itertools import chain
from math import isfinite
from typing import Any, Iterable, List, Mapping, Optional, Tuple, Union

from ._errors import RequestError, UsageError
from ._status import NO_REDIRECTS, Status, StubBehavior, Validation

Scalar = Union[str, int, float, bool]
#: Names with texts: a mapping, or pairs. In pairs, a name may occur twice.
Texts = Union[Mapping[str, str], Iterable[Tuple[str, str]]]
#: Header fields. A value of bytes is sent as it is.
Fields = Union[Mapping[str, str], Mapping[str, bytes], Mapping[str, Union[str, bytes]], Iterable[Tuple[str, Union[str, bytes]]]]
Parameters = Union[Mapping[str, Scalar], Iterable[Tuple[str, Scalar]]]
#: Names and values like Fields. A value may also be a list, a mapping or None.
Values = Union[Mapping[str, Any], Iterable[Tuple[str, Any]]]
Stub = Union[StubBehavior, bool]


class Joined(Tuple[str, ...]):
    """A list that a query or a form has as one value, with commas between the elements. A comma in an element becomes
    %2C. An empty list is left out."""

    __slots__ = ()



_MAX_MS = 0xFFFFFFFF
#: How an error message describes the values that a query or a form takes.
TREE_VALUE = "a str, a number, a bool, None, a list or a mapping of these"


def wrong(what: str, wanted: str, value: object) -> UsageError:
    """Makes the error for a value of a wrong type."""
    return UsageError(f"{what} must be {wanted}, not {_kind(value)}", Status.ARGUMENT)


def function(given: Any, what: str, wanted: str = "a function") -> Any:
    """Checks a function that the library calls. A coroutine function is an error, because nothing would await it.
    Errors: UsageError."""
    if not callable(given):
        raise wrong(what, wanted, given)
    if is_coroutine_function(given):
        raise UsageError(f"{what} must not be a coroutine function, since nothing awaits it", Status.ARGUMENT)
    return given


def is_coroutine_function(given: Any) -> bool:
    """Does the same as `inspect.iscoroutinefunction`. The package does not import `inspect`, which takes long."""
    while hasattr(given, "func") and hasattr(given, "keywords"):  # functools.partial
        given = given.func
    if not hasattr(given, "__code__") and not hasattr(given, "__func__"):
        given = getattr(type(given), "__call__", None)  # noqa: B004
    code = getattr(getattr(given, "__func__", given), "__code__", None)
    return code is not None and bool(code.co_flags & _AWAITED)


#: Flags of the code of a coroutine function and of an asynchronous generator (CO_COROUTINE, CO_ASYNC_GENERATOR).
_AWAITED = 0x80 | 0x200


#: Argument names of other HTTP clients, with the names that this package uses.
_ELSEWHERE = {
    "params": ("query", "parameters"), "data": ("form", "body"), "content": ("body",), "allow_redirects": ("redirects", "max_redirects"),
    "follow_redirects": ("redirects", "max_redirects"), "proxies": ("proxy",), "cacert": ("ca",), "http2": ("http",),
    "retries": ("retry",), "url": ("base_url",), "cert": ("session",), "verify": ("session",), "proxy": ("session",),
}


def near(name: str, known: Iterable[str]) -> str:
    """Returns the end of an error message about an unknown name. It suggests names that the caller may have meant."""
    import difflib  # imported here, because only this function needs it

    all_known = list(known)
    close = [it for it in _ELSEWHERE.get(name, ()) if it in all_known] or difflib.get_close_matches(name, all_known, 1)
    return f": did you mean {' or '.join(map(repr, close))}?" if close else ""


def unknown(taker: str, name: str, known: Iterable[str], kind: str = "argument") -> TypeError:
    """Makes the error for an unknown argument."""
    return TypeError(f"{taker}() has no {kind} {name!r}{near(name, known)}")


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


def utf8(value: Any, what: str) -> bytes:
    if not isinstance(value, str):
        raise wrong(what, "a str", value)
    try:
        return str.encode(value)
    except UnicodeEncodeError:
        raise UsageError(f"{what} is not valid Unicode", Status.UTF8) from None


def text(value: Any, what: str) -> bytes:
    """Encodes a text as UTF-8 for a C string. Refuses a text with a NUL, which would end the C string."""
    if type(value) is str and "\0" not in value and value.isascii():
        return value.encode()
    encoded = utf8(value, what)
    if b"\0" in encoded:
        raise RequestError(f"{what} has a NUL character", Status.INVALID_REQUEST)
    return encoded


def texts_of(plugin: object, name: str) -> Iterable[str]:
    """Returns an attribute that is a list of texts. Errors: UsageError for a single text, because Python would read it
    as a list of letters."""
    given: Any = getattr(plugin, name)
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise wrong(f"{type(plugin).__name__}.{name}", "a list of str", given)
    return given


def field_value(value: Any, what: str) -> bytes:
    """Returns the bytes of a header field's value: bytes as they are, a text as text() encodes it."""
    if not isinstance(value, bytes):
        return text(value, what)
    if b"\0" in value:
        raise RequestError(f"{what} has a NUL character", Status.INVALID_REQUEST)
    return value


def optional_text(value: Any, what: str) -> Optional[bytes]:
    """Encodes a text like text(), but returns None for None."""
    return None if value is None else text(value, what)


def path(value: Any, what: str) -> bytes:
    """Encodes the path of a file as text() does. The path is a str or a PathLike."""
    return text(os.fspath(value) if isinstance(value, os.PathLike) else value, what)


def module(value: Any) -> bytes:
    """Encodes the path or the name of a module of plugins."""
    # Python turns Path("./limit.so") into "limit.so". The library looks for a name without a slash in the folders for
    # plugins, so a PathLike becomes an absolute path here.
    return path(os.path.abspath(value) if isinstance(value, os.PathLike) else value, "path")


def plugin_options(config: Any, plugin: Any) -> bytes:
    """Returns the options of a plugin as a JSON object. `plugin` is its id, or the path or the name of its module.
    Errors: UsageError, which names the plugin."""
    if not isinstance(config, Mapping):
        raise wrong(f"config of {plugin}", "a mapping", config)
    import json

    try:
        return json.dumps(dict(config), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(f"config of {plugin} is not a JSON object: {problem}", Status.ARGUMENT) from None


def data(value: Any, what: str) -> bytes:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise wrong(what, "bytes", value)


def pairs(given: Any, what: str) -> "tuple[tuple[str, Any], ...]":
    """Copies names and values, so that a later change of the caller's object has no effect."""
    if type(given) is dict or isinstance(given, Mapping):  # isinstance with a class of `typing` would take longer than
                                                           # everything else here
        rows = tuple(given.items())
    else:
        if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
            raise wrong(what, "a mapping or pairs of names and values", given)
        rows = tuple(tuple(row) if isinstance(row, (tuple, list)) else (row,) for row in given)
        if any(len(row) != 2 for row in rows):
            raise UsageError(f"{what} must be a mapping or pairs of names and values", Status.ARGUMENT)
    for name, _ in rows:
        if not isinstance(name, str):
            raise wrong(f"a name in {what}", "a str", name)
    return rows


def values(given: Any, what: str) -> "tuple[tuple[str, Any], ...]":
    """Copies names and values like pairs(), and also copies the lists and mappings among the values."""
    rows = pairs(given, what)
    for _, value in rows:
        if not isinstance(value, (str, int, float)):
            return tuple((name, frozen(value, f"a value in {what}")) for name, value in rows)
    return rows


def frozen(value: Any, what: str) -> Any:
    """Copies a value, so that later changes have no effect. Errors: UsageError for a wrong type; RequestError
    (ENCODING) for a value that is nested too deeply."""
    try:
        return _frozen(value, what)
    except RecursionError:
        raise RequestError(f"{what} is nested too deeply", Status.ENCODING) from None


def _frozen(value: Any, what: str) -> Any:
    if value is None or isinstance(value, (str, int, float, Joined)):
        return value
    if isinstance(value, Enum):
        return _frozen(value.value, what)
    if isinstance(value, Mapping):
        return {name: _frozen(member, what) for name, member in value.items()}
    if isinstance(value, (bytes, bytearray, memoryview)) or not isinstance(value, Iterable):
        raise wrong(what, TREE_VALUE, value)
    return tuple([_frozen(element, what) for element in value])


def scalar(value: Any, what: str, is_literal: bool = False) -> str:
    """Returns the text of a value in a query. For a member of an Enum, and for a subclass of str or int, this is the
    text of the plain value. A bool becomes "true" or "false" if `is_literal` is set, otherwise "1" or "0". Errors:
    UsageError; RequestError for infinity and NaN."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, bool):
        return ("true" if value else "false") if is_literal else "1" if value else "0"
    if isinstance(value, float):
        if not isfinite(value):
            raise RequestError(f"{what} is not a finite number", Status.ENCODING)
        return float.__repr__(value)
    if isinstance(value, int):
        try:
            return int.__repr__(value)
        except ValueError:
            raise UsageError(f"{what} is an integer of too many digits", Status.ARGUMENT) from None
    if isinstance(value, Enum):
        return scalar(value.value, what, is_literal)
    raise wrong(what, "str, int, float or bool", value)


def milliseconds(seconds: Any, what: str) -> int:
    """Returns whole milliseconds, at least one, or 0 for None."""
    if seconds is None:
        return 0
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise wrong(what, "a number of seconds", seconds)
    if not 0 < seconds <= _MAX_MS / 1000:  # also refuses NaN
        raise UsageError(f"{what} must be a positive number of seconds, at most 49 days", Status.ARGUMENT)
    return max(1, round(seconds * 1000))


def delay(seconds: Any, what: str) -> int:
    """Returns whole milliseconds like milliseconds(), but allows 0 seconds and returns 0 for them."""
    return 0 if isinstance(seconds, (int, float)) and seconds == 0 else milliseconds(seconds, what)


def integer(value: Any, what: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(what, "an integer", value)
    if not least <= value <= most:
        raise UsageError(f"{what} must be from {least} to {most}", Status.ARGUMENT)
    return value


def redirects(value: Any, what: str) -> int:
    """Checks a number of redirects. A bool is an error, because other clients take a bool here. The message says what
    to write instead."""
    if isinstance(value, bool):
        raise UsageError(f"{what} must be an integer, not bool: 0 follows no redirect", Status.ARGUMENT)
    return integer(value, what, 0, NO_REDIRECTS - 1)


def validation(value: Any, what: str) -> "Union[Validation, Tuple[int, ...]]":
    """Checks which statuses are a success: a Validation, or the statuses themselves."""
    if isinstance(value, Validation) and value is not Validation.STATUSES:
        return value
    if isinstance(value, (str, bytes, int)) or not isinstance(value, Iterable):
        raise wrong(what, "a moya.Validation or several statuses", value)
    statuses = tuple(int(integer(status, f"a status in {what}", 100, 599)) for status in value)
    if not statuses:
        raise UsageError(f"{what} has no status", Status.ARGUMENT)
    return statuses


def stub(value: Any, what: str) -> StubBehavior:
    """Checks how a target is stubbed. The value is True (at once), False (never) or a StubBehavior."""
    if isinstance(value, bool):
        return StubBehavior.IMMEDIATE if value else StubBehavior.NEVER
    if isinstance(value, StubBehavior):
        return value
    raise wrong(what, "a moya.StubBehavior, True or False", value)


# ── Arrays of moya_header and moya_parameter ──────────────────────────────────────────────────────────────────────────


class Pairs(tuple["tuple[str, Any]", ...]):
    """Names and values, together with their C array. Immutable. The array is made once for all targets that share this
    object, and lives as long as the object."""

    address: int
    _kept: List[object]

    def __reduce__(self) -> "Tuple[object, ...]":
        return tuple, (tuple(self),)  # pickles only the texts, because an address is valid only in this process


def lowered(rows: "Tuple[Tuple[str, Any], ...]", what: str) -> Pairs:
    """Makes Pairs of header fields. Errors: UsageError, RequestError, whose messages name `what`."""
    it = Pairs(rows)
    it._kept = []
    it.address = array_of(rows, what, it._kept, field_value)
    return it


def headers(given: Any, what: str) -> Pairs:
    """Makes Pairs of the header fields that a caller gives. Errors: those of lowered()."""
    return given if type(given) is Pairs else lowered(pairs(given, what), what)


def array_of(rows: Any, what: str, kept: List[Any], encoded: Any = text) -> int:
    """Makes a C array of the names and values `rows`, adds it to `kept` and returns its address. `encoded` is text() or
    field_value(). Errors: those of lowered()."""
    try:
        texts = "\0".join(chain.from_iterable(rows)).encode()
    except (TypeError, UnicodeEncodeError):
        texts = _encoded(rows, what, encoded)
    parts = texts.split(b"\0") if rows else []
    if len(parts) != 2 * len(rows):
        parts = _encoded(rows, what, encoded).split(b"\0")  # raises the error
    # All texts are in one array, so the address is needed only once. Getting the address takes longer than everything
    # else here.
    memory = array("B", texts + b"\0")
    address: int = memory.buffer_info()[0]
    addresses = []
    for part in parts:
        addresses.append(address)
        address += len(part) + 1
    pointers = array("Q", addresses)
    kept += (memory, pointers)
    return pointers.buffer_info()[0]


def _encoded(rows: Any, what: str, encoded: Any) -> bytes:
    """Encodes names and values one by one, and joins them with NUL. Errors: those of lowered()."""
    parts: List[bytes] = []
    for name, value in rows:
        parts += (text(name, f"a name in {what}"), encoded(value, f"the value of {name} in {what}"))
    return b"\0".join(parts)
