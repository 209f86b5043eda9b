"""Decodes the body of a response, or a part of it, as the type that an annotation names.

msgspec decodes its Structs, and pydantic its models. If msgspec is installed, it also decodes all other types that it
knows, because it is several times faster than the converters of this package.
"""

import dataclasses
import sys
from functools import lru_cache
from typing import Any, Callable, ForwardRef, Iterator, List, Optional, Set, Tuple, Type, TypeVar, get_args, get_type_hints

from .._errors import KeyPathError, MoyaError, ResponseError, UsageError
from .._json import sound_value_of
from .._response import Response
from .._status import Status
from ._converters import Misfit, converter, is_typed_dict, register_value
from ._places import Name

T = TypeVar("T")
#: A function of JSON text.
Decoder = Callable[[bytes], Any]

_registered: "dict[Any, Decoder]" = {}


def register(kind: "Type[T]", decode: "Callable[[bytes], T]") -> None:
    """Registers a function that makes values of a class from JSON text. It must raise an exception for a text that it
    does not accept. Register it before the first call of an endpoint whose result has the class."""
    _registered[kind] = decode
    register_value(kind, decode)
    decoder.cache_clear()


def resolved(kind: Any, near: Any) -> Any:
    """Returns the type for a forward reference to a name in the module of the class `near`. Errors: UsageError."""
    if isinstance(kind, ForwardRef):
        kind = kind.__forward_arg__
    if not isinstance(kind, str):
        return kind
    try:
        return eval(kind, dict(vars(sys.modules[near.__module__])))  # noqa: S307
    except Exception as problem:
        raise UsageError(f"{near.__name__}: {kind!r} cannot be evaluated: {problem}", Status.ARGUMENT) from None


def decode(response: Response, kind: Any, key_path: str = "") -> Any:
    """Returns the value at a key path of the body. Errors: JSONError for a body that is not JSON; KeyPathError for
    another type."""
    function = decoder(kind)
    text = response.json_bytes(key_path) if key_path else response.content
    try:
        return function(text)
    except MoyaError:
        raise
    except Exception as problem:
        if text.startswith(b"\xef\xbb\xbf"):  # a byte order mark, which the library drops
            return decode_text(response, kind, response.json_bytes(key_path))
        raise refused(response, kind, key_path, problem) from problem


def decode_text(response: Response, kind: Any, text: bytes) -> Any:
    """Decodes a text that is a part of the response. Errors: KeyPathError."""
    try:
        return decoder(kind)(text)
    except MoyaError:
        raise
    except Exception as problem:
        raise _misfit(response, kind, "", problem) from problem


def refused(response: Response, kind: Any, key_path: str, problem: Exception) -> ResponseError:
    """Returns the error for a body that a decoder did not accept. The library says whether the body is JSON."""
    try:
        response.json(key_path)
    except ResponseError as error:
        return error
    return _misfit(response, kind, key_path, problem)


def _misfit(response: Response, kind: Any, key_path: str, problem: Exception) -> ResponseError:
    place = f"the JSON at {key_path!r}" if key_path else "the JSON"
    message = f"{response._name}: {place} is not a {shown(kind)}: {_reason(problem)}"
    return KeyPathError(message, Status.JSON_TYPE, target=response.target, response=response)


def _reason(problem: Exception) -> str:
    """Says what is wrong. Leaves the values of the body out."""
    errors = getattr(problem, "errors", None)
    if callable(errors) and "pydantic" in sys.modules:
        found = errors(include_url=False, include_context=False, include_input=False)
        return "; ".join(f"{'.'.join(map(str, it['loc']))}: {it['msg']}" if it["loc"] else str(it["msg"]) for it in found[:3])
    return str(problem)


def shown(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind).replace("typing.", "")


@lru_cache(maxsize=None)
def decoder(kind: Any) -> Decoder:
    """Returns a function that decodes JSON text as a type. Errors: UsageError for a type that has no decoder."""
    known = _registered.get(kind)
    if known is not None:
        return known
    parts = list(_parts(kind, set()))
    has_model = any(hasattr(part, "__pydantic_validator__") for part in parts)
    has_struct = any(hasattr(part, "__struct_fields__") for part in parts)
    # Only the converters of this package know these, and both kinds of models at once.
    needs_converter = any(part in _registered or isinstance(part, Name) for part in parts) or has_model and has_struct
    if has_model and not needs_converter:
        import pydantic

        validate: Decoder = pydantic.TypeAdapter(kind).validate_json
        return validate
    convert = converter(kind)
    quick = None if needs_converter else _msgspec_decoder(kind)
    if quick is not None:
        return quick
    return lambda text: convert(_json(text))


def _json(text: bytes) -> Any:
    try:
        return sound_value_of(text)
    except (ValueError, RecursionError) as problem:
        raise Misfit(f"it is not JSON: {problem}") from None


def _msgspec_decoder(kind: Any) -> Optional[Decoder]:
    try:
        import msgspec
    except ImportError:
        return None
    try:
        quick: Decoder = msgspec.json.Decoder(kind).decode
    except TypeError:  # for example a union of two dataclasses
        return None
    return quick


def _parts(kind: Any, seen: "Set[int]") -> "Iterator[Any]":
    """Yields a type, the types in it, and the Names of fields."""
    if id(kind) in seen:
        return
    seen.add(id(kind))
    try:
        hash(kind)
    except TypeError:
        return
    yield kind
    inner: List[Any] = [*get_args(kind), *getattr(kind, "__metadata__", ())]
    origin: Tuple[Any, ...] = (getattr(kind, "__origin__", kind), getattr(kind, "__supertype__", None))
    for it in origin:
        if isinstance(it, type) and (dataclasses.is_dataclass(it) or is_typed_dict(it) or hasattr(it, "_fields")):
            yield it
            inner += get_type_hints(it, include_extras=True).values()
    for it in inner:
        yield from _parts(it, seen)
