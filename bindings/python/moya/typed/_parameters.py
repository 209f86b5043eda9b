"""Makes the target of a call from the call's arguments."""

import dataclasses
import inspect
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import (
    Annotated, Any, Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union, get_args, get_origin,
)
from uuid import UUID

from .._api import Route
from .._arguments import Joined, is_coroutine_function, text, utf8, wrong
from .._errors import RequestError, UsageError
from .._json import JSONText, json_text
from .._status import Status
from .._types import NOT_GIVEN, class_hints, steps
from .._values import Part, files_of


# ── Where a parameter goes ────────────────────────────────────────────────────────────────────────────────────────────

T = TypeVar("T")


class Place(NamedTuple):
    """Where a parameter goes."""

    #: "path", "query", "header", "field", "form", "file", "body" or "json".
    word: str
    #: Whether a list is sent as one text, with commas between its elements.
    is_joined: bool = False


_COMMA, _FORM, _JOINED_FORM = Place("query", True), Place("form"), Place("form", True)


class Name:
    """The name of a parameter in the request, or of a dataclass field in JSON, if it differs from its name in Python:

        def user(self, request_id: Annotated[Header[str], Name("X-Request-ID")]) -> User: ...

    In JSON the name is a key path. A dot leads into an inner object: Name("owner.login"). Write a dot in a key as `\\.`.
    """

    def __init__(self, name: str) -> None:
        text(name, "a Name")
        self.name = name

    def __repr__(self) -> str:
        return f"Name({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Name) and other.name == self.name

    def __hash__(self) -> int:
        return hash((Name, self.name))


#: A parameter of the query of the URL.
Query = Annotated[T, Place("query")]
#: A parameter of the query. A list is sent as one text, with commas between its elements. `Form[Comma[T]]` is a field of
#: a form.
Comma = Annotated[T, Place("query", True)]
#: A header field. `trace_id` is the field Trace-Id.
Header = Annotated[T, Place("header")]
#: A member of a JSON object, which is the body.
Field = Annotated[T, Place("field")]
#: A field of a form, which is the body.
Form = Annotated[T, Place("form")]
#: A part of a multipart form: a text, a number, a file (what Target.files takes), or a list of these. If the annotation
#: has only texts and numbers, bytes have no file name.
File = Annotated[T, Place("file")]
#: The whole body. A text, bytes, a path, an open file and an iterator of bytes are sent as they are. Any other value is
#: sent as JSON.
Body = Annotated[T, Place("body")]
#: The whole body, as JSON: a text becomes a string of JSON, and None becomes null.
JSON = Annotated[T, Place("json")]


def annotated(hint: Any) -> "Tuple[Optional[Place], Optional[str]]":
    """Returns the place and the name that an annotation gives. They may be inside Optional: `Header[str] | None`."""
    place, name = None, None
    for inner in get_args(hint):
        is_union = get_origin(inner) is Union or type(inner).__name__ == "UnionType"
        if is_union or getattr(inner, "__metadata__", None):
            inner_place, inner_name = annotated(inner)
            place, name = place or inner_place, name or inner_name
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, Place):
            place = _JOINED_FORM if {place, note} == {_FORM, _COMMA} else note
        elif isinstance(note, Name):
            name = note.name
    return place, name


# ── Values as texts of a request, and as JSON ─────────────────────────────────────────────────────────────────────────

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
    """Returns a datetime in the format of RFC 3339. Errors: UsageError for a datetime without a time zone."""
    if value.utcoffset() is None:
        raise UsageError(f"{what} is a datetime without a time zone", Status.ARGUMENT)
    text = value.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def json_of(value: Any, what: str) -> JSONText:
    """Returns the JSON text of a value. The value and its keys may contain dataclasses, Structs, models, dates, Decimals,
    UUIDs, Enums and sets. A dataclass field is left out if its value and its default are None. Errors: RequestError."""
    try:
        return json_text(value, what)
    except RequestError:
        pass
    try:
        try:
            text = _encoder()(value)
        except TypeError:
            text = _encoder()(_with_plain_keys(value))
        return JSONText(text.encode())
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
        for name, key, outer, may_be_left_out in _keys(type(value)):
            member = getattr(value, name)
            if not (member is NOT_GIVEN or member is None and may_be_left_out):
                (_inner(found, outer) if outer else found)[key] = member
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


def _with_plain_keys(value: Any) -> Any:
    """Returns a copy of a value with keys that the module json can write. A key may be an Enum, date, UUID or Decimal."""
    if isinstance(value, dict):
        return {_plain_key(key): _with_plain_keys(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_plain_keys(inner) for inner in value]
    return value if value is None or isinstance(value, _SCALARS) else _with_plain_keys(_json_value(value))


def _plain_key(key: Any) -> Any:
    if key is None or isinstance(key, _SCALARS):
        return key
    plain = _json_value(key)
    if not isinstance(plain, _SCALARS):
        raise TypeError(f"it has a key that is a {type(key).__name__}")
    return plain


def put_inside(members: "Dict[str, Any]", key_path: str, value: Any) -> None:
    """Puts a value at a key path of an object. Makes the inner objects on the way if they are missing."""
    *outer, last = steps(key_path)
    _inner(members, outer)[last] = value


def _inner(members: "Dict[str, Any]", path: "List[str]") -> "Dict[str, Any]":
    """Returns the inner object to which a path leads. Makes the objects on the way if they are missing."""
    for step in path:
        members = members.setdefault(step, {})
    return members


@lru_cache(maxsize=None)
def _keys(kind: Any) -> "List[Tuple[str, str, List[str], bool]]":
    """Returns four facts about each field of a dataclass: its name, its key in JSON, the keys of the objects that
    contain it, and whether it is left out when it is None."""
    hints, found = class_hints(kind), []
    for it in dataclasses.fields(kind):
        *outer, key = steps(annotated(hints[it.name])[1] or it.name)
        found.append((it.name, key, outer, it.default is None))
    return found


# ── The arguments of a call ───────────────────────────────────────────────────────────────────────────────────────────


class _Changes(Dict[str, Any]):
    """What send() returns."""


def send(**changes: Any) -> T:  # type: ignore[type-var]
    """Ends the body of a declaration: `return send()`. The body runs at each call, and may raise an exception. Each
    keyword argument of send() names a parameter of the endpoint, and gives the value to send instead of its argument:

        @get("/tasks")
        def tasks(self, ids: Optional[List[str]] = None) -> List[Task]:
            if ids == []:
                raise ValueError("ids must not be empty")
            return send(ids=ids and ",".join(ids))

    For type checkers, the result of send() has the type of the declaration's result.
    """
    return _Changes(changes)  # type: ignore[return-value]


#: A function that puts a value into the fields of a target. Its arguments are the fields, the name in the request, the
#: value, and how error messages name the value.
_Put = Callable[[Dict[str, Any], str, Any, str], None]


class _Row(NamedTuple):
    name: str
    key: str
    put: _Put
    #: The value of an argument that the caller leaves out. NOT_GIVEN: there is no default.
    standard: Any
    what: str


class Parameters:
    """The parameters of one endpoint. Errors of the constructor: UsageError for a declaration that cannot be right."""

    def __init__(self, name: str, function: Callable[..., Any], path: str) -> None:
        self._name, self._function = name, function
        if is_coroutine_function(function):
            raise UsageError(f"{name} is declared with `def`, also for an AsyncProvider", Status.ARGUMENT)
        self._said = list(inspect.signature(function).parameters.values())[1:]
        for it in self._said:
            if it.kind in (it.VAR_POSITIONAL, it.VAR_KEYWORD):
                raise UsageError(f"{name}: {it} is not a parameter that can be sent", Status.ARGUMENT)
        self.names = tuple(it.name for it in self._said)
        self._placeholders = Route(path)._placeholders
        if "?" in path or "#" in path:
            reason = f"{name}: its path has a query or a fragment. Declare a parameter with a default, which is in the query"
            raise UsageError(reason, Status.ARGUMENT)
        for placeholder in self._placeholders:
            if placeholder not in self.names:
                known = ", ".join(self.names) or "there are none"
                reason = f"{name}: the path has {{{placeholder}}}, which is not a parameter ({known})"
                raise UsageError(reason, Status.ARGUMENT)
        self._rows: List[_Row] = []
        self._is_object = False  # True if a call without any member of the body sends an empty object

    def prepare(self, hints: Mapping[str, Any], in_body: bool) -> None:
        """Reads the annotations. Errors: UsageError."""
        rows, places, keys = [], set(), set()
        for it in self._said:
            place, key = annotated(hints.get(it.name))
            word = "path" if it.name in self._placeholders else "field" if in_body else "query"
            if place is not None:
                word = place.word
                if it.name in self._placeholders:
                    raise UsageError(f"{self._name}: {it.name} is in the path, and has the place {word!r}", Status.ARGUMENT)
            if word in ("body", "json"):
                key = word
            elif key is None or word == "path":
                key = it.name.replace("_", "-").title() if word == "header" else it.name
            if (word, key) in keys:
                raise UsageError(f"{self._name} has two parameters that are {key!r} in the request", Status.ARGUMENT)
            keys.add((word, key))
            places.add("form" if word == "file" else word)
            put = _PUT[word]
            if place is not None and place.is_joined:
                put = _comma_form if word == "form" else _comma
            if put is _file and _is_of_texts(hints.get(it.name)):
                put = _text_file
            standard = NOT_GIVEN if it.default is it.empty else it.default
            rows.append(_Row(it.name, key, put, standard, f"{self._name}: {it.name}"))
        if len(places & {"field", "form", "body", "json"}) > 1:
            raise UsageError(f"{self._name} has more than one body: {', '.join(sorted(places))}", Status.ARGUMENT)
        members = {key: steps(key) for word, key in keys if word == "field"}
        for key, path in members.items():
            outer = next((it for it, other in members.items() if it != key and path[: len(other)] == other), None)
            if outer is not None:
                raise UsageError(f"{self._name} has the member {key!r} inside another member, {outer!r}", Status.ARGUMENT)
        self._rows = rows
        self._is_object = bool(members)

    def hidden(self, arguments: "Mapping[str, Any]") -> "FrozenSet[str]":
        """Returns the names of the parameters whose values may be secrets. These are the parameters in header fields,
        and those with the name of a secret. For a number, Redaction.is_secret_number decides, because many numbers with
        names like max_tokens are not secret."""
        from ..testing._redaction import Redaction  # imported here, because only a repr needs it

        redaction, found = Redaction(), set()
        for row in self._rows:
            value = arguments[row.name]
            is_number, is_open = isinstance(value, (int, float)), value is None or isinstance(value, bool)
            if row.put is _header or not is_open and any(
                redaction.is_secret_number(it, str(value)) if is_number else redaction.is_secret_parameter(it) for it in (row.name, row.key)
            ):
                found.add(row.name)
        return frozenset(found)

    def arguments(self, args: "Tuple[Any, ...]", kwargs: "Dict[str, Any]") -> "Tuple[Tuple[str, Any], ...]":
        """Returns the names and values of all parameters, including defaults. Errors: TypeError."""
        given = self._signature().bind(None, *args, **kwargs)
        given.apply_defaults()
        return tuple((name, given.arguments[name]) for name in self.names)

    def _signature(self) -> inspect.Signature:
        return inspect.signature(self._function)

    def fields(self, api: Any, args: "Tuple[Any, ...]", kwargs: "Dict[str, Any]") -> "Dict[str, Any]":
        """Returns the fields of the target, and the values of the placeholders as `_path`. Errors: TypeError, UsageError,
        RequestError, and what the body of the declaration raises."""
        changes = self._function(api, *args, **kwargs)  # so Python checks the arguments
        given = dict(zip(self.names, args), **kwargs)
        if changes is not None:
            given.update(self._changed(changes))
        fields: Dict[str, Any] = {"_json": {}} if self._is_object else {}
        for name, key, put, standard, what in self._rows:
            value = given.get(name, standard)
            if value is NOT_GIVEN or value is None and standard is None:
                continue
            put(fields, key, value, what)
        if "_json" in fields:
            fields["json"] = json_of(fields.pop("_json"), f"{self._name}: the body")
        return fields

    def _changed(self, changes: Any) -> "Dict[str, Any]":
        if type(changes) is not _Changes:
            raise UsageError(f"{self._name}: its body must return send(…), or nothing", Status.ARGUMENT)
        for name in changes:
            if name not in self.names:
                raise UsageError(f"{self._name}: send() has {name}, which is not a parameter", Status.ARGUMENT)
        return changes


def _path(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields.setdefault("_path", {})[key] = value if type(value) is str else joined(value, what)


def _query(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    if type(value) is not str:
        value = parameter(value, what)
    query = fields.get("query")
    if query is None:
        fields["query"] = {key: value}
    else:
        query[key] = value


def _joined(value: Any, what: str) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)):
        return Joined(one_text(inner, what) for inner in value)
    return one_text(value, what)


def _comma(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields.setdefault("query", {})[key] = _joined(value, what)


def _comma_form(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields.setdefault("form", {})[key] = _joined(value, what)


def _header(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields.setdefault("headers", {})[key] = joined(value, what)


def _field(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    members = fields.setdefault("_json", {})
    if "." in key or "\\" in key:
        put_inside(members, key, value)
    else:
        members[key] = value


def _form(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields.setdefault("form", {})[key] = parameter(value, what)


def _file(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    """Adds parts. Bytes are a file, and get a file name."""
    made = fields.get("files", ())
    for it in value if isinstance(value, list) else (value,):
        is_file = isinstance(it, (bytes, bytearray, memoryview, tuple)) or hasattr(it, "read") or hasattr(it, "__fspath__")
        is_file = is_file or hasattr(it, "__next__")
        made += files_of([(key, it)]) if is_file else (Part(key, one_text(it, what)),)
    fields["files"] = made


def _text_file(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    """Adds parts whose annotation has only texts and numbers. So bytes are the text of a part, without a file name."""
    for it in value if isinstance(value, list) else (value,):
        if isinstance(it, (bytes, bytearray, memoryview)):
            fields["files"] = (*fields.get("files", ()), Part(key, it))
        else:
            _file(fields, key, it, what)


def _is_of_texts(hint: Any) -> bool:
    """Returns whether an annotation allows only texts, numbers and lists of these."""
    arguments = get_args(hint)
    if get_origin(hint) is Annotated:
        return _is_of_texts(arguments[0])
    if arguments:
        return all(_is_of_texts(it) for it in arguments)
    return hint in _SCALARS or hint is type(None) or isinstance(hint, type) and issubclass(hint, Enum)


def _body(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    is_raw = isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "__fspath__") or hasattr(value, "read")
    if is_raw or hasattr(value, "__next__"):
        fields["body"] = value
    elif type(value) is str:
        fields["body"] = utf8(value, what)
    elif value is None:
        raise wrong(what, "a body; None cannot be sent", value)
    else:
        fields["json"] = json_of(value, what)


def _json(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields["json"] = json_of(value, what)


_PUT: "Dict[str, _Put]" = {
    "path": _path, "query": _query, "header": _header, "field": _field, "form": _form, "file": _file, "body": _body, "json": _json,
}
