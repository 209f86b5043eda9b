"""JSON text that cannot change any more. The module json is imported when the first value is needed, because it would
make `import moya` slower."""

from ctypes import c_bool, c_char_p, c_size_t
from functools import lru_cache
from math import isinf
from typing import Any, Callable, Dict, Iterable, List, Tuple

from . import _library as c
from ._errors import RequestError
from ._status import Status

_is_unambiguous = c.declared_waiting("moya_json_is_unambiguous", c_bool, c_char_p, c_size_t)


@lru_cache(maxsize=None)
def _encoders() -> "Tuple[Callable[[Any], str], Callable[[Any, bool], Iterable[str]]]":
    """Returns two functions of the module json, which encode a value. The first looks for cycles. The second does not
    look for cycles. It is faster, because it is made only once. The module json makes such a function for each
    value."""
    from json import JSONEncoder, encoder

    it = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    make: Any = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return it.encode, it.iterencode
    text = encoder.encode_basestring
    return it.encode, make(None, it.default, text, None, it.key_separator, it.item_separator, False, False, False)


@lru_cache(maxsize=None)
def _loads() -> Callable[[bytes], Any]:
    from json import loads

    return loads


class OutOfRange(ValueError):
    """A number is larger than any float."""


@lru_cache(maxsize=None)
def _scanners() -> "Tuple[Callable[[str, int], Tuple[Any, int]], Callable[[str, int], Tuple[Any, int]]]":
    """Returns two scanners, which parse JSON. The first is only for unambiguous texts. The second is for all texts, and
    follows the library's rules: the first of equal keys counts, and no number becomes infinity. The second is slower,
    so the library is asked which scanner a text needs."""
    from json import JSONDecoder

    quick: Any = JSONDecoder(parse_constant=_refuse)
    careful: Any = JSONDecoder(parse_constant=_refuse, parse_float=_number, object_pairs_hook=_object)
    return quick.scan_once, careful.scan_once


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _number(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise OutOfRange("a number is larger than any float")
    return number


def _object(members: "List[Tuple[str, Any]]") -> "Dict[str, Any]":
    made = dict(members)
    if len(made) < len(members):
        made.update(reversed(members))
    return made


def value_of(text: bytes) -> Any:
    """Returns the value of a text that this package wrote, or that the library has checked for equal keys. Errors:
    ValueError, RecursionError."""
    return _loads()(text)


def sound_value_of(text: bytes) -> Any:
    """Returns the value of a text that the library found valid, by the library's rules. Errors: OutOfRange,
    ValueError, RecursionError."""
    quick, careful = _scanners()
    return _scanned(quick if _is_unambiguous(text, len(text)) else careful, text)


def plain_value_of(text: bytes) -> Any:
    """Returns the value of a valid and unambiguous text. Errors: ValueError for any other text; RecursionError."""
    if not _is_unambiguous(text, len(text)):
        raise ValueError
    return _scanned(_scanners()[0], text)


def _scanned(scan: "Callable[[str, int], Tuple[Any, int]]", text: bytes) -> Any:
    characters = text.decode("utf-8-sig").strip(" \t\n\r")
    try:
        value, end = scan(characters, 0)
    except StopIteration:
        raise ValueError from None
    if end != len(characters):
        raise ValueError
    return value


class JSONText(bytes):
    """The text of a JSON value, without spaces. Targets and samples store it, because the value itself may change."""

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The value. The text is parsed each time, so a caller who changes the value does not change this object."""
        return value_of(self)


def json_text(value: Any, what: str) -> JSONText:
    """Returns the text of a value. Errors: RequestError (ENCODING)."""
    if isinstance(value, JSONText):
        return value
    try:
        encode, quick = _encoders()
        try:
            text = "".join(quick(value, False))
        except (TypeError, ValueError, RecursionError):
            text = encode(value)  # the error of this encoder says more
        return JSONText(text.encode())
    except (TypeError, ValueError, RecursionError) as problem:
        reason = "it has text that is not valid Unicode" if isinstance(problem, UnicodeError) else problem
        raise RequestError(f"{what} is not a JSON value: {reason}", Status.ENCODING) from None
