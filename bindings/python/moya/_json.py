"""Stores JSON values as texts, which cannot change any more. The module json is imported when the first value is
needed. An earlier import would make `import moya` slower."""

import re
from enum import Enum
from functools import lru_cache
from math import isinf
from typing import Any, Callable, Dict, Iterable, List, Tuple, Union, get_args, get_origin

from . import _library as c
from ._errors import RequestError
from ._status import Status
from ._text import without_mark


@lru_cache(maxsize=None)
def _encoders() -> "Tuple[Callable[[Any], str], Callable[[Any, bool], Iterable[str]]]":
    """Returns two functions of the module json, which encode a value. The first looks for cycles, and makes a new
    encoder for each value. The second does not look for cycles, and uses one encoder for all values, which is
    faster."""
    from json import JSONEncoder, encoder

    it = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_value_of_enum)
    make: Any = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return it.encode, it.iterencode
    text = encoder.encode_basestring
    return it.encode, make(None, it.default, text, None, it.key_separator, it.item_separator, False, False, False)


def _value_of_enum(given: Any) -> Any:
    if isinstance(given, Enum):
        return given.value
    raise TypeError(f"Object of type {type(given).__name__} is not JSON serializable")


@lru_cache(maxsize=None)
def _loads() -> Callable[[bytes], Any]:
    from json import loads

    return loads


_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)


class OutOfRange(ValueError):
    """A number is larger than any float, or an integer has more digits than Python reads."""


class Digits(float):
    """A number with its text, which may have more digits than a float stores."""

    __slots__ = ("text",)

    text: str


@lru_cache(maxsize=None)
def _scanners() -> "Tuple[Callable[[str, int], Tuple[Any, int]], Callable[[str, int], Tuple[Any, int]]]":
    """Returns two scanners, which parse JSON. The first is only for unambiguous texts: no object has a key twice, and
    no number is larger than any float. The second is for all texts, and follows the library's rules: the first of equal
    keys counts, and no number becomes infinity. The second is slower, so the library says which scanner a text
    needs."""
    from json import JSONDecoder

    quick: Any = JSONDecoder(parse_constant=_refuse)
    careful: Any = JSONDecoder(parse_constant=_refuse, parse_float=_number, object_pairs_hook=_object)
    return quick.scan_once, careful.scan_once


@lru_cache(maxsize=None)
def _exact_scanner() -> "Callable[[str, int], Tuple[Any, int]]":
    """Returns a scanner for all texts (see _scanners). It makes Digits of numbers with a fraction or an exponent."""
    from json import JSONDecoder

    it: Any = JSONDecoder(parse_constant=_refuse, parse_float=_digits, object_pairs_hook=_object)
    scan: "Callable[[str, int], Tuple[Any, int]]" = it.scan_once
    return scan


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _number(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise OutOfRange("a number is larger than any float")
    return number


def _digits(text: str) -> Digits:
    made = Digits(_number(text))
    made.text = text
    return made


def _object(members: "List[Tuple[str, Any]]") -> "Dict[str, Any]":
    made = dict(members)
    if len(made) < len(members):
        made.update(reversed(members))
    return made


def value_of(text: bytes) -> Any:
    """Returns the value of a text in which no object has a key twice. This package wrote the text, or the library has
    checked it. Errors: ValueError, RecursionError."""
    return _loads()(text)


def sound_value_of(text: bytes, exact: bool = False) -> Any:
    """Returns the value of a text that the library has found valid. Equal keys and large numbers are treated by the
    library's rules. If `exact` is true, numbers with a fraction or an exponent become Digits. Errors: OutOfRange,
    ValueError, RecursionError."""
    if exact:
        return _scanned(_exact_scanner(), text)
    quick, careful = _scanners()
    return _scanned(quick if _is_unambiguous(text) else careful, text)


def plain_value_of(text: bytes) -> Any:
    """Returns the value of a valid and unambiguous text. Errors: ValueError for any other text; RecursionError."""
    if not _is_unambiguous(text):
        raise ValueError
    scan, characters = _scanners()[0], text.decode()
    try:
        value, end = scan(characters, 0)
        if end == len(characters):
            return value
    except StopIteration:  # the text begins with a space or a byte order mark
        pass
    return _scanned(scan, text)


def _is_unambiguous(text: bytes) -> bool:
    length = len(text)
    check = c.json_is_unambiguous_quickly if length <= c.SHORT_JSON else c.json_is_unambiguous
    found: bool = check(text, length)
    return found


def _scanned(scan: "Callable[[str, int], Tuple[Any, int]]", text: bytes) -> Any:
    characters = without_mark(text.decode()).strip(" \t\n\r")
    try:
        value, end = scan(characters, 0)
    except StopIteration:
        raise ValueError from None
    except ValueError as problem:
        # Python reads at most 4300 digits of an integer, because longer ones take too much time.
        if "set_int_max_str_digits" in str(problem):
            raise OutOfRange("an integer has more digits than sys.set_int_max_str_digits allows") from None
        raise
    if end != len(characters):
        raise ValueError
    return value


def number_of(text: str) -> "Union[None, int, float]":
    """Returns the number of a text; None if the text is no number of JSON, or if the number is larger than any
    float."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    number = float(text) if found.group(1) or found.group(2) else int(text)
    return None if type(number) is float and isinf(number) else number


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


# ── Types of JSON values ──────────────────────────────────────────────────────────────────────────────────────────────


class Misfit(ValueError):
    """A JSON value does not have the type that the caller requires."""

    def __init__(self, place: str, problem: str) -> None:
        """`place` is the place inside the value, for example "[3].name"; "" is the value itself."""
        super().__init__(problem)
        self.place, self.problem = place, problem


_NONE = type(None)
_KINDS = {
    dict: "an object", list: "an array", str: "a string", bool: "true or false", int: "an integer", float: "a number",
    _NONE: "null",
}


def is_json_type(of: Any) -> bool:
    """Returns whether `of` is a type of JSON values: str, int, float, bool, None, list, dict, and list[…],
    dict[str, …], Optional[…] and Union[…] of such types. Any stands for every type."""
    if of is Any or of is None or isinstance(of, type) and of in _KINDS:
        return True
    origin, arguments = get_origin(of), get_args(of)
    if origin is dict:
        return not arguments or (arguments[0] is str and is_json_type(arguments[1]))
    return (origin is list or _is_union(origin)) and all(map(is_json_type, arguments))


def of_type(value: Any, of: Any, place: str = "") -> Any:
    """Returns a JSON value that has the type `of`, for which is_json_type() returns True. An integer becomes
    a float if `of` requires a float. Errors: Misfit."""
    origin, arguments = get_origin(of) or of, get_args(of)
    if of is Any:
        return value
    if _is_union(origin):
        return _of_one(value, arguments, place)
    kind: Any = _NONE if origin is None else origin
    if kind is float and type(value) is int:
        return _float(value, place)
    if type(value) is not kind:
        raise Misfit(place, f"is {_KINDS[type(value)]}, not {_KINDS[kind]}")
    if kind is list and arguments:
        return [of_type(element, arguments[0], f"{place}[{index}]") for index, element in enumerate(value)]
    if kind is dict and arguments:
        before = f"{place}." if place else ""
        return {name: of_type(member, arguments[1], f"{before}{name}") for name, member in value.items()}
    return value


def _is_union(origin: Any) -> bool:
    return origin is Union or getattr(origin, "__name__", "") == "UnionType"  # int | str is a UnionType


def _of_one(value: Any, kinds: Tuple[Any, ...], place: str) -> Any:
    if value is None and _NONE in kinds:
        return None
    others = [kind for kind in kinds if kind is not _NONE]
    if len(others) == 1:
        return of_type(value, others[0], place)
    for kind in sorted(others, key=lambda it: it is float):  # float is last, so that int comes before it
        try:
            return of_type(value, kind, place)
        except Misfit:
            pass
    raise Misfit(place, f"is {_KINDS[type(value)]}, and has none of the required types")


def _float(value: int, place: str) -> float:
    try:
        return float(value)
    except OverflowError:
        raise Misfit(place, "is larger than any float") from None
