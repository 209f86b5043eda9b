"""JSON text that cannot change any more. The module json is imported for the first value: it is a tenth of what
`import moya` costs."""

from functools import lru_cache
from typing import Any, Callable

from ._errors import RequestError
from ._status import Status


@lru_cache(maxsize=None)
def _encoder() -> Callable[[Any], str]:
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def value_of(text: bytes) -> Any:
    """The value of a text. Errors: ValueError, RecursionError."""
    from json import loads

    return loads(text)


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
        return JSONText(_encoder()(value).encode())
    except (TypeError, ValueError, RecursionError) as problem:
        reason = "it has text that is not valid Unicode" if isinstance(problem, UnicodeError) else problem
        raise RequestError(f"{what} is not a JSON value: {reason}", Status.ENCODING) from None
