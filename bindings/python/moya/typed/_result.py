"""Makes the result of a call from the response: a value, None, or an error."""

import dataclasses
import re
import sys
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import (
    Any, Callable, ClassVar, ForwardRef, Generic, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar,
    get_args, get_origin,
)

from .._arguments import integer, wrong
from .._cut import Event
from .._errors import JSONError, KeyPathError, MoyaError, ResponseError, StatusError, UsageError, reason_of
from .._json import sound_value_of
from .._response import Response
from .._status import Status
from .._text import shown_url
from .._types import class_hints
from ._converters import Misfit, converter, is_typed_dict, register_value
from ._parameters import Name


# ── Decoding ──────────────────────────────────────────────────────────────────────────────────────────────────────────

T = TypeVar("T")
#: A function that makes a value from JSON text.
Decoder = Callable[[bytes], Any]

_registered: "dict[Any, Decoder]" = {}


def register(kind: "Type[T]", decode: "Callable[[bytes], T]") -> None:
    """Registers a function that makes values of a class from JSON text. The function must raise an exception for a text
    that it does not accept. Call `register` before the first call of an endpoint whose result has the class."""
    _registered[kind] = decode
    register_value(kind, decode)
    _answers[_is_own].clear()
    _decoder.cache_clear()


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
    """Returns the value at a key path of the body. Errors: JSONError for a body that is not JSON; KeyPathError for a
    value of another type."""
    function = decoder(kind)
    text = response.json_bytes(key_path) if key_path else response.content
    try:
        return function(text)
    except MoyaError:
        raise
    except Exception as problem:
        if text.startswith(b"\xef\xbb\xbf"):  # a byte order mark, which the library drops
            return decode_text(response, kind, response.json_bytes(key_path))
        raise refused(response, kind, key_path, problem) from getattr(problem, "origin", None) or problem


def decode_text(response: Response, kind: Any, text: bytes, what: str = "") -> Any:
    """Decodes a text that is a part of the response. `what` names the part in errors. "": the text is the body. Errors:
    JSONError for a text that is not JSON; KeyPathError for a value of another type."""
    try:
        return decoder(kind)(text)
    except MoyaError:
        raise
    except Exception as problem:
        if what and not _is_json(text):
            raise JSONError(f"{response._name}: {what} is not JSON", Status.JSON, target=response.target, response=response) from None
        raise _misfit(response, kind, what, problem) from getattr(problem, "origin", None) or problem


def refused(response: Response, kind: Any, key_path: str, problem: Exception) -> ResponseError:
    """Returns the error for a body that a decoder did not accept. If the library does not accept the body as JSON
    either, returns the library's error. Otherwise returns a KeyPathError."""
    try:
        response.json(key_path)
    except ResponseError as error:
        return error
    return _misfit(response, kind, f"the JSON at {key_path!r}" if key_path else "", problem)


def _misfit(response: Response, kind: Any, what: str, problem: Exception) -> ResponseError:
    message = f"{response._name}: {what or 'the JSON'} is not a {shown(kind)}: {_reason(problem)}"
    return KeyPathError(message, Status.JSON_TYPE, target=response.target, response=response)


def _reason(problem: Exception) -> str:
    """Returns what is wrong with a body, without showing values in it."""
    if isinstance(problem, RecursionError):
        return "it is nested too deeply"
    return str(problem if isinstance(problem, Misfit) else Misfit(*reason_of(problem)))


def shown(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind).replace("typing.", "")


def decoder(kind: Any) -> Decoder:
    """Returns a function that decodes JSON text as a type. Errors: UsageError for a type that has no decoder."""
    return _decoder(kind, get_args(kind))


@lru_cache(maxsize=None)
def _decoder(kind: Any, order: "Tuple[Any, ...]") -> Decoder:
    """Does what `decoder` does. A union prefers its first type. But Union[A, B] and Union[B, A] are equal, so `order`
    makes the cache distinguish them."""
    known = _registered.get(kind)
    if known is not None:
        return known
    # Pydantic and msgspec know neither registered classes nor the annotation typed.Name. Neither of them can decode a
    # type that contains both models of Pydantic and Structs of msgspec. The converters of this package can.
    has_model = _has(_is_model, kind)
    needs_converter = _has(_is_own, kind) or has_model and _has(_is_struct, kind)
    if has_model and not needs_converter:
        import pydantic

        validate: Decoder = pydantic.TypeAdapter(kind).validate_json
        return validate
    convert, is_exact = converter(kind), _has(_is_decimal, kind)
    quick = None if needs_converter else _msgspec_decoder(kind)
    if quick is None:
        return lambda text: convert(_json(text, is_exact))
    return _both(quick, lambda text: convert(_json(text, is_exact)), _has(_is_moment, kind))


#: A date that msgspec reads by other rules than this package: it has no offset, or more than 6 digits after the second.
_ODD_MOMENT = re.compile(rb'"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{7}|(?:\.\d+)?")')


def _both(quick: Decoder, careful: Decoder, has_moments: bool) -> Decoder:
    """Returns a decoder that uses msgspec for texts that msgspec accepts, and this package's converters for all others.
    So the rules and errors of a program do not depend on whether msgspec is installed."""

    def decode(text: bytes) -> Any:
        if not has_moments or _ODD_MOMENT.search(text) is None:
            try:
                return quick(text)
            except MoyaError:
                raise
            except Exception:
                pass
        return careful(text)

    return decode


def _json(text: bytes, is_exact: bool) -> Any:
    try:
        return sound_value_of(text, is_exact)
    except (ValueError, RecursionError) as problem:
        raise Misfit(f"it is not JSON: {problem}") from None


def _is_json(text: bytes) -> bool:
    try:
        sound_value_of(text)
    except (ValueError, RecursionError):
        return False
    return True


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


def _is_model(part: Any) -> bool:
    return hasattr(part, "__pydantic_validator__")


def _is_struct(part: Any) -> bool:
    return hasattr(part, "__struct_fields__")


def _is_own(part: Any) -> bool:
    return part in _registered or isinstance(part, Name) or _has_own_fields(part)


def _has_own_fields(part: Any) -> bool:
    """Returns whether a dataclass has a field that its __init__ does not take. msgspec would fill it from the JSON."""
    return isinstance(part, type) and dataclasses.is_dataclass(part) and not all(it.init for it in dataclasses.fields(part))


def _is_decimal(part: Any) -> bool:
    return part is Decimal


def _is_moment(part: Any) -> bool:
    return part is datetime


#: The answers to each question about types. Several endpoints of an API often have the same classes in their types, and
#: need not search the same class again.
_answers: "dict[Callable[[Any], bool], dict[Any, bool]]" = {_is_model: {}, _is_struct: {}, _is_own: {}, _is_decimal: {}, _is_moment: {}}


def _has(question: "Callable[[Any], bool]", kind: Any) -> bool:
    """Returns whether `question` returns true for a type, for a type inside it, or for the typed.Name of one of its
    fields."""
    answers = _answers[question]
    found: "dict[Any, Any]" = {}  # for each part, the part that contains it
    waiting = [(kind, None)]
    while waiting:
        it, outer = waiting.pop()
        try:
            if it in found or answers.get(it) is False:
                continue
        except TypeError:  # it has no hash, so it is no type
            continue
        found[it] = outer
        if answers.get(it) or question(it):
            while it is not None:  # the types that contain the part have it too
                answers[it] = True
                it = found[it]
            return True
        waiting += [(inner, it) for inner in _parts(it)]
    answers.update(dict.fromkeys(found, False))
    return False


def _parts(kind: Any) -> "List[Any]":
    """Returns what a type contains directly. For List[User] and Annotated[int, Name("id")], these are the elements in
    the brackets. For a dataclass, a TypedDict, a named tuple, and a NewType of one, these are the class and the types
    of its fields."""
    parts = [*get_args(kind), *getattr(kind, "__metadata__", ())]
    for origin in (getattr(kind, "__origin__", kind), getattr(kind, "__supertype__", None)):
        if isinstance(origin, type) and (dataclasses.is_dataclass(origin) or is_typed_dict(origin) or hasattr(origin, "_fields")):
            parts += [origin, *class_hints(origin).values()]
    return parts


# ── Errors with a decoded body ────────────────────────────────────────────────────────────────────────────────────────

E = TypeVar("E")


def checked_errors(errors: "Mapping[int, Any]") -> "Mapping[int, Type[APIError[Any]]]":
    """Checks the keys and values of `errors`. A key is a status (404) or a class of statuses (4). Errors:
    UsageError."""
    for status, kind in errors.items():
        integer(status, "a status in errors", 1, 599)
        if not isinstance(kind, type) or not issubclass(kind, APIError):
            raise wrong(f"the error for {status}", "a class derived from moya.typed.APIError", kind)
    return errors


class APIError(StatusError, Generic[E]):
    """A status that is not a success, with its body. Derive a class for each error that callers handle differently.
    Name the class in `errors` of an endpoint or of an API:

        class NotFound(APIError[Problem]): ...

        @get("/users/{name}", errors={404: NotFound})
        def user(self, name: str) -> User: ...
    """

    response: Response
    _of: ClassVar[Any] = bytes

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for base in vars(cls).get("__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            is_error = isinstance(origin, type) and issubclass(origin, APIError)
            if is_error and len(arguments) == 1 and not isinstance(arguments[0], TypeVar):
                cls._of = arguments[0]

    @property
    def value(self) -> E:
        """The body as a value of type E. Errors: JSONError, KeyPathError if the body is not of this type, for example
        the HTML of a proxy."""
        value: E = decode(self.response, resolved(type(self)._of, type(self)))
        return value


# ── Results ───────────────────────────────────────────────────────────────────────────────────────────────────────────

R_co = TypeVar("R_co", covariant=True)


class Iterated(Generic[R_co]):
    """The base class of the results that are iterators of R: Pages, Events and Lines. With a Provider the endpoint
    returns an Iterator, and with an AsyncProvider an AsyncIterator."""


class Pages(Iterated[R_co]):
    """A result in several pages. The iterator yields the elements of all pages, and fetches a page when it is
    needed."""


class Events(Iterated[R_co]):
    """Server-sent events. The data of each event is decoded as R. Events[str] yields the data as it is, and
    Events[moya.Event] the event."""


class Lines(Iterated[R_co]):
    """JSON Lines. Each line is decoded as R; empty lines are skipped. Lines[str] yields the lines as they are."""


class Result:
    """The result of one endpoint, as its annotation and the arguments of its decorator say."""

    def __init__(
        self, name: str, annotation: Any, at: str, none: Sequence[int], errors: Mapping[int, Type[APIError[Any]]], done: Optional[str]
    ) -> None:
        self.name, self.at, self.none, self.errors, self.done = name, at, frozenset(none), dict(errors), done
        origin = get_origin(annotation)
        #: Pages, Events or Lines; None: the result is one value.
        self.iterated: Any = origin if origin in (Pages, Events, Lines) else None
        self.kind: Any = get_args(annotation)[0] if self.iterated is not None else annotation
        if self.iterated is Pages:
            self.kind = List[self.kind]  # type: ignore[name-defined]
        self.takes_none = type(None) in get_args(self.kind) or self.kind in (Any, type(None), None)
        self._read = self._reader()

    def _reader(self) -> "Callable[[Response], Any]":
        kind, at = self.kind, self.at
        if kind is None or kind is type(None):
            return lambda response: None
        if kind is Response:
            return lambda response: response
        if kind is bytes and not at:
            return lambda response: response.content
        if kind is str and not at:
            return _text
        if self.iterated in (Events, Lines) and kind in (str, Event):
            return lambda response: None  # not used
        try:
            quick = decoder(kind)
        except UsageError as problem:
            raise UsageError(f"{self.name}: {problem}", Status.ARGUMENT) from None
        except TypeError as problem:  # for example a type that has no hash
            reason = f"{self.name}: {shown(kind)} is not a type that JSON can be decoded as: {problem}"
            raise UsageError(reason, Status.ARGUMENT) from None
        if at:
            return self._read_at if self.takes_none and kind is not Any else lambda response: decode(response, kind, at)

        def read(response: Response) -> Any:
            try:
                return quick(response.content)
            except Exception:
                return decode(response, kind)

        return read

    def _read_at(self, response: Response) -> Any:
        """Returns the value at the key path. Returns None if there is nothing. Errors: JSONError; KeyPathError."""
        try:
            return decode(response, self.kind, self.at)
        except KeyPathError as error:
            if error.status is not Status.KEY_PATH:
                raise
            return None

    def read(self, response: Response) -> Any:
        """Returns the result. Errors: the APIError for the status; StatusError; JSONError; KeyPathError."""
        status = response.status_code
        if status < 200 or status > 299:
            if self.refuse(response):
                return None
        if self.takes_none and not response.content:
            return None
        return self._read(response)

    def refuse(self, response: Response) -> bool:
        """Returns whether a status that is not a success stands for the result None. If it does not, raises the
        endpoint's error for the status, or a StatusError."""
        status = response.status_code
        if status in self.none:
            return True
        kind = self.errors.get(status) or self.errors.get(status // 100)
        if kind is not None:
            message = f"{self.name}: HTTP status {status} from {shown_url(response.url)}"
            raise kind(message, Status.STATUS_CODE, target=response.target, response=response)
        response.raise_for_status()
        return False

    def page(self, response: Response) -> "Sequence[Any]":
        """Returns the elements of one page. Errors: those of read()."""
        items: Any = self.read(response)
        return () if items is None else items

    def element(self, response: Response, text: str, what: str) -> Any:
        """Decodes a line, or the data of an event. `what` names it in errors. Errors: JSONError, KeyPathError."""
        return text if self.kind is str else decode_text(response, self.kind, text.encode(), what)

    def of_event(self, response: Response, event: Event, number: int) -> "Tuple[bool, Any]":
        """Returns whether the event is the last one, and its value. Errors: JSONError, KeyPathError."""
        if event.data == self.done:
            return True, None
        return False, event if self.kind is Event else self.element(response, event.data, f"event {number}")


def _text(response: Response) -> str:
    """Returns the string in the body if the Content-Type is JSON, otherwise the body as text. Errors: those of
    decode()."""
    media_type = (response.header("Content-Type") or "").partition(";")[0].strip().lower()
    if media_type == "application/json" or media_type.endswith("+json"):
        value = response.json()
        if not isinstance(value, str):
            message = f"{response._name}: the JSON is not a {shown(str)}"
            raise KeyPathError(message, Status.JSON_TYPE, target=response.target, response=response)
        return value
    return response.text
