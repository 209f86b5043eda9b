"""JSON text that cannot change any more. The module json is imported for the first value: it is a tenth of what
`import moya` costs."""

from functools import lru_cache
from typing import Any, Callable, Iterable, Tuple

from ._errors import RequestError
from ._status import Status

#: The most levels that the library reads.
_LEVELS = 512


@lru_cache(maxsize=None)
def _encoders() -> "Tuple[Callable[[Any], str], Callable[[Any, bool], Iterable[str]]]":
    """The encoder of the module json, and what that makes anew for each value: quicker, but without a look for cycles."""
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


@lru_cache(maxsize=None)
def _scanner() -> "Callable[[str, int], Tuple[Any, int]]":
    from json import JSONDecoder

    decoder: Any = JSONDecoder(parse_constant=_refuse)
    return decoder.scan_once  # type: ignore[no-any-return]


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def value_of(text: bytes) -> Any:
    """The value of a text. Errors: ValueError, RecursionError."""
    return _loads()(text)


def plain_value_of(text: bytes) -> Any:
    """The value of a text that is sound for the library too: Python takes half surrogate pairs and more than 512 levels.
    Errors: ValueError, RecursionError; also for texts of which this cannot be said so quickly."""
    if b"\\u" in text and (b"\\ud" in text or b"\\uD" in text):
        raise ValueError
    if len(text) > 2 * _LEVELS and text.count(b"[") + text.count(b"{") > _LEVELS:
        raise ValueError
    characters = text.strip(b" \t\n\r").decode()
    try:
        value, end = _scanner()(characters, 0)
    except StopIteration:
        raise ValueError from None
    if end != len(characters):
        raise ValueError
    return value


class JSONText(bytes):
    """The text of a JSON value, without spaces: what a target or a sample keeps, since the value itself may change."""

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The value, parsed anew each time, so that a caller who changes it changes nothing here."""
        return value_of(self)


def json_text(value: Any, what: str) -> JSONText:
    """The text of a value. Errors: RequestError (ENCODING)."""
    if isinstance(value, JSONText):
        return value
    try:
        encode, quick = _encoders()
        try:
            text = "".join(quick(value, False))
        except (TypeError, ValueError, RecursionError):
            text = encode(value)  # which says more of what is wrong
        return JSONText(text.encode())
    except (TypeError, ValueError, RecursionError) as problem:
        reason = "it has text that is not valid Unicode" if isinstance(problem, UnicodeError) else problem
        raise RequestError(f"{what} is not a JSON value: {reason}", Status.ENCODING) from None
