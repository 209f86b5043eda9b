"""Values as texts of a request, and as JSON."""

import dataclasses
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Any, Callable, Dict, List, Mapping, Tuple, get_type_hints
from uuid import UUID

from .._arguments import wrong
from .._errors import RequestError, UsageError
from .._json import JSONText, json_text
from .._status import Status
from .._types import NOT_GIVEN, steps
from ._places import annotated

_SCALARS = (str, int, float, bool)


def parameter(value: Any, what: str) -> Any:
    """Returns the value as a query or a form takes it: a scalar, None, or a list or mapping of these. Errors:
    UsageError."""
    kind = type(value)
    if kind in _SCALARS or value is None:
        return value
    if isinstance(value, Enum):
        return parameter(value.value, what)
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, datetime):
        return moment_text(value, what)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (UUID, Decimal)):
        return str(value)
    if isinstance(value, Mapping):
        return {name: parameter(inner, what) for name, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [parameter(inner, what) for inner in value]
    raise wrong(what, "a text, a number, a bool, a date, a Decimal, a UUID, an Enum, or a list or mapping of these", value)


def one_text(value: Any, what: str) -> str:
    """Returns the value as one text, for a path, a header field or an element of a list with commas. Errors:
    UsageError."""
    plain = parameter(value, what)
    if type(plain) is str:
        return plain
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, (str, int, float)):
        return str(plain)
    raise wrong(what, "one text or number", value)


def joined(value: Any, what: str) -> str:
    """Returns the elements with commas between them. An element with a comma is an error, because the server would read
    two elements. Errors: UsageError."""
    if isinstance(value, (str, bytes)) or not isinstance(value, (list, tuple, set, frozenset)):
        return one_text(value, what)
    texts = [one_text(inner, what) for inner in value]
    if any("," in text for text in texts):
        raise UsageError(f"{what} has an element with a comma, which separates elements", Status.ARGUMENT)
    return ",".join(texts)


def moment_text(value: datetime, what: str) -> str:
    """Returns the text of RFC 3339. Errors: UsageError for a datetime without a time zone."""
    if value.utcoffset() is None:
        raise UsageError(f"{what} is a datetime without a time zone", Status.ARGUMENT)
    text = value.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def json_of(value: Any, what: str) -> JSONText:
    """Returns the JSON text of a value, which may have dataclasses, Structs, models, dates, Decimals, UUIDs, Enums and
    sets in it. A field of a dataclass that is None and has the default None is left out. Errors: RequestError."""
    try:
        return json_text(value, what)
    except RequestError:
        pass
    try:
        return JSONText(_encoder()(value).encode())
    except (TypeError, ValueError, RecursionError) as problem:
        reason = "it has text that is not valid Unicode" if isinstance(problem, UnicodeError) else problem
        raise RequestError(f"{what} is not a JSON value: {reason}", Status.ENCODING) from None


@lru_cache(maxsize=None)
def _encoder() -> Callable[[Any], str]:
    from json import JSONEncoder

    encoder = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_json_value)
    return encoder.encode


def _json_value(value: Any) -> Any:
    """Converts a value that the module json cannot write."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and not hasattr(value, "__pydantic_validator__"):
        found: Dict[str, Any] = {}
        for name, key, may_be_left_out in _keys(type(value)):
            member = getattr(value, name)
            if not (member is NOT_GIVEN or member is None and may_be_left_out):
                put_inside(found, key, member)
        return found
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return moment_text(value, "a value")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (UUID, Decimal)):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        from base64 import b64encode

        return b64encode(value).decode()
    if hasattr(value, "__struct_fields__"):
        import msgspec

        return msgspec.to_builtins(value)
    if hasattr(value, "__pydantic_validator__"):
        import pydantic

        return pydantic.TypeAdapter(type(value)).dump_python(value, mode="json", by_alias=True)
    raise TypeError(f"it has a {type(value).__name__}")


def put_inside(members: "Dict[str, Any]", key_path: str, value: Any) -> None:
    """Puts a value into an object, or into an object inside it."""
    *outer, last = steps(key_path)
    for step in outer:
        members = members.setdefault(step, {})
    members[last] = value


@lru_cache(maxsize=None)
def _keys(kind: Any) -> "List[Tuple[str, str, bool]]":
    """Returns for each field of a dataclass its name, its key in JSON, and whether it is left out if it is None."""
    hints = get_type_hints(kind, include_extras=True)
    return [(it.name, _key(it.name, hints), it.default is None) for it in dataclasses.fields(kind)]


def _key(name: str, hints: "Dict[str, Any]") -> str:
    return annotated(hints[name])[1] or name
