"""JSON text that cannot change any more."""

import json
from typing import Any

from ._errors import RequestError
from ._status import Status

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class JSONText(bytes):
    """The text of a JSON value, without spaces: what a target or a sample keeps, since the value itself may change."""

    __slots__ = ()

    @property
    def value(self) -> Any:
        """Another copy of the value each time."""
        return json.loads(self)


def json_text(value: Any, what: str) -> JSONText:
    """Errors: RequestError (ENCODING)."""
    if isinstance(value, JSONText):
        return value
    try:
        return JSONText(_encode(value).encode())
    except (TypeError, ValueError, RecursionError) as problem:
        reason = "it has text that is not valid Unicode" if isinstance(problem, UnicodeError) else problem
        raise RequestError(f"{what} is not a JSON value: {reason}", Status.ENCODING) from None
