"""Python's values as trees of the library's: the parameters of a query, the fields of a form."""

import math
from ctypes import c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Iterable, List, Mapping, Tuple

from . import _arguments as check
from . import _library as c
from ._errors import RequestError, UsageError
from ._status import BoolStyle, Status

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

_WANTED = "a str, a number, a bool, None, a list or a mapping of these"


_LONGEST = 4096


def frozen(value: Any, what: str) -> Any:
    """A copy of a value that later changes do not reach. Errors: UsageError for what is none; RequestError (ENCODING)
    for one that is nested too deeply."""
    try:
        return _frozen(value, what)
    except RecursionError:
        raise RequestError(f"{what} is nested too deeply", Status.ENCODING) from None


def _frozen(value: Any, what: str) -> Any:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {name: _frozen(member, what) for name, member in value.items()}
    if isinstance(value, (bytes, bytearray, memoryview)) or not isinstance(value, Iterable):
        raise check.wrong(what, _WANTED, value)
    return tuple([_frozen(element, what) for element in value])


class Tree:
    """A moya_value, freed with this object."""

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
        return
    else:
        raise check.wrong(f"a value in {what}", _WANTED, value)
    if status:
        raise RequestError(f"{what} cannot be used: {c.status_name(status).decode()}", Status(status))


def _child(node: Any, what: str) -> Any:
    if not node:
        reason = "it is nested too deeply, with more than 512 levels, or has more than 10 000 names in one mapping"
        raise RequestError(f"{what} cannot be used: {reason}", Status.ENCODING)
    return node


def flat(members: Iterable[Tuple[str, Any]], what: str, style: BoolStyle) -> "List[Tuple[str, str]]":
    """Fields of a multipart form: a text each, of a list a text for each element."""
    fields = []
    for name, value in members:
        for element in value if isinstance(value, (tuple, list)) else (value,):
            fields.append((name, check.scalar(element, f"a value in {what}", style is BoolStyle.LITERAL)))
    return fields
