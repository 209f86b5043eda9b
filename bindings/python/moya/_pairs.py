"""Names and values as the library reads them: arrays of moya_header or moya_parameter."""

from array import array
from itertools import chain
from typing import Any, List, Tuple

from . import _arguments as check
from ._errors import MoyaError


class Pairs(tuple["tuple[str, str]", ...]):
    """Names and values, with the array that says the same. Immutable: the array is made once, for all targets that share
    these pairs, and lives as long as this."""

    address: int
    _kept: List[object]

    def __reduce__(self) -> "Tuple[object, ...]":
        return tuple, (tuple(self),)  # an address is of this process


def lowered(rows: "Tuple[Tuple[str, str], ...]", what: str) -> Pairs:
    """The same rows. Errors: UsageError, RequestError; they name `what`."""
    it = Pairs(rows)
    it._kept = []
    it.address = array_of(rows, what, it._kept)
    return it


def headers(given: Any, what: str) -> Pairs:
    """Header fields as a caller gives them. Errors: as lowered()."""
    return given if type(given) is Pairs else lowered(check.pairs(given, what), what)


def array_of(rows: Any, what: str, kept: List[Any]) -> int:
    """The address of their array, which `kept` keeps. Errors: as lowered()."""
    try:
        texts = "\0".join(chain.from_iterable(rows)).encode()
    except (TypeError, UnicodeEncodeError):
        raise _fault(rows, what) from None
    parts = texts.split(b"\0") if rows else []
    if len(parts) != 2 * len(rows):
        raise _fault(rows, what)
    # All texts stand in one array, whose address is asked for once: it takes longer than all the rest.
    memory = array("B", texts + b"\0")
    address: int = memory.buffer_info()[0]
    addresses = []
    for part in parts:
        addresses.append(address)
        address += len(part) + 1
    pointers = array("Q", addresses)
    kept += (memory, pointers)
    return pointers.buffer_info()[0]


def _fault(rows: Any, what: str) -> MoyaError:
    """What is wrong with the first text that is no C string."""
    try:
        for name, value in rows:
            check.text(name, f"a name in {what}")
            check.text(value, f"a value in {what}")
    except MoyaError as problem:
        return problem
    raise AssertionError(what)  # not reached
