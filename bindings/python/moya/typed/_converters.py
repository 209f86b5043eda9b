"""Makes values of annotated types from JSON values. The types are checked, and nothing is converted silently: a text is
not a number, and a bool is not an integer."""

import collections.abc
import dataclasses
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from threading import local
from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Tuple, Union, get_args, get_origin
from uuid import UUID

from .._errors import MoyaError, UsageError, reason_of
from .._json import Digits, json_text, number_of
from .._status import Status
from .._types import clock, day, hints_of, moment, of_base64, steps, uuid
from ._parameters import annotated

#: A function that makes a value of a type from a JSON value.
Converter = Callable[[Any], Any]
#: The fields of an object. For each: the name in Python, the key in JSON, the converter, and whether the key is
#: required.
_Rows = List[Tuple[str, str, Converter, bool]]


class _Known(Dict[Any, Converter]):
    """The converters of classes. The converter of a class is made before the converters of its fields, because a class
    may contain itself. `waiting` then makes the converters of the fields in a loop, because a chain of classes may be
    longer than Python's stack."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: List[Callable[[], None]] = []


class Misfit(ValueError):
    """A JSON value does not have the required type. Contains the reason, and the place inside the value."""

    def __init__(self, reason: str, place: "Tuple[Union[str, int], ...]" = (), origin: Optional[Exception] = None) -> None:
        """`origin` is the exception of a function of the program, for example __post_init__."""
        super().__init__(reason)
        self.reason, self.place, self.origin = reason, place, origin

    def inside(self, step: "Union[str, int]") -> "Misfit":
        return Misfit(self.reason, (step, *self.place), self.origin)

    def __str__(self) -> str:
        return f"{self.reason} at {'.'.join(map(str, self.place))!r}" if self.place else self.reason


_registered: Dict[Any, Converter] = {}
#: The converters of classes that were needed so far. Several types of an API often contain the same class.
_made: Dict[Any, Converter] = {}


def register_value(kind: Any, decode: "Callable[[bytes], Any]") -> None:
    """Registers a function that makes values of a type from JSON text. The converter of each type that contains this
    type calls the function."""
    _registered[kind] = lambda value: decode(json_text(value, "a value"))
    _made.clear()


def is_typed_dict(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, dict) and hasattr(kind, "__total__")


def converter(kind: Any) -> Converter:
    """Returns the converter of a type. Errors: UsageError for a type that no converter knows."""
    known = _Known()
    found = _converter(kind, known)
    while known.waiting:
        known.waiting.pop()()
    _made.update(known)  # only if every type in it has a converter
    return found


def _converter(kind: Any, known: _Known) -> Converter:
    if kind in _registered:
        return _registered[kind]
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    kind = getattr(kind, "__value__", kind)  # type X = …, since Python 3.12
    if hasattr(kind, "__supertype__"):
        return _converter(kind.__supertype__, known)  # NewType
    origin, arguments = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        return _converter(kind.__origin__, known)
    if getattr(origin, "_name", "") in ("Required", "NotRequired", "ReadOnly"):
        return _converter(arguments[0], known)
    if origin is Literal:
        return _literal(arguments)
    if origin is Union or type(kind).__name__ == "UnionType":
        ordered = sorted(arguments, key=lambda it: it is float)  # float is last, so that an integer stays an integer
        return _union([_converter(it, known) for it in ordered], type(None) in arguments)
    container = origin if origin is not None else kind
    if container in _LISTS:
        return _list(_converter(arguments[0] if arguments else Any, known), _LISTS[container])
    if container is tuple:
        return _tuple((Any, ...) if kind is tuple or kind is Tuple else arguments, known)
    if container in _MAPPINGS:
        key, element = arguments or (Any, Any)
        return _mapping(_converter(key, known) if key in (str, Any) else _key(_converter(key, known)), _converter(element, known))
    made = _made.get(kind) or known.get(kind)
    if made is not None:
        return made
    if isinstance(container, type):
        made = _of_class(container, arguments, kind, known)
        if made is not None:
            known[kind] = made
            return made
    reason = f"{kind!r} is not a type that JSON can be decoded as. moya.typed.register names a function for a type"
    raise UsageError(reason, Status.ARGUMENT)


def _of_class(kind: Any, arguments: "Tuple[Any, ...]", whole: Any, known: _Known) -> Optional[Converter]:
    if issubclass(kind, Enum):
        return _enum(kind)
    if hasattr(kind, "__struct_fields__"):
        import msgspec

        return lambda value: msgspec.convert(value, whole)
    if hasattr(kind, "__pydantic_validator__"):
        import pydantic

        validate: Converter = pydantic.TypeAdapter(whole).validate_python
        return validate
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind, hints_of(kind, arguments), known)
    if is_typed_dict(kind):
        return _typed_dict(kind, hints_of(kind, arguments), known)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _named_tuple(kind, hints_of(kind, arguments), known)
    return None


# ── Scalars ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_JSON_NAMES = {dict: "an object", list: "an array", str: "a string", bool: "a bool", int: "a number", float: "a number", Digits: "a number"}


def _misfit(wanted: str, value: Any) -> Misfit:
    return Misfit(f"it is {_JSON_NAMES.get(type(value), 'null')}, not {wanted}")


def _none(value: Any) -> None:
    if value is not None:
        raise _misfit("null", value)


def _bool(value: Any) -> bool:
    if value is True or value is False:
        return bool(value)
    raise _misfit("a bool", value)


def _int(value: Any) -> int:
    if type(value) is int:
        return value
    raise _misfit("an integer", value)


def _float(value: Any) -> float:
    if type(value) is float:
        return value
    if type(value) in (int, Digits):
        try:
            return float(value)
        except OverflowError:
            raise Misfit("it is larger than any float") from None
    raise _misfit("a number", value)


def _str(value: Any) -> str:
    if type(value) is str:
        return value
    raise _misfit("a string", value)


def _text_of(parse: "Callable[[str], Any]", wanted: str) -> Converter:
    def convert(value: Any) -> Any:
        if type(value) is not str:
            raise _misfit(wanted, value)
        try:
            return parse(value)
        except ValueError:
            raise Misfit(f"it is a string, but not {wanted}") from None

    return convert


def _decimal(value: Any) -> Decimal:
    if type(value) is Digits:
        return Decimal(value.text)
    if type(value) in (str, int, float):
        try:
            return Decimal(str(value))
        except InvalidOperation:
            pass
    raise _misfit("a decimal number", value)


def _same(value: Any) -> Any:
    return value


_SIMPLE: Dict[Any, Converter] = {
    Any: _same, object: _same, type(None): _none, None: _none, bool: _bool, int: _int, float: _float, str: _str, Decimal: _decimal,
    datetime: _text_of(moment, "a date and a time with an offset (RFC 3339)"), date: _text_of(day, "a date"),
    time: _text_of(clock, "a time"), UUID: _text_of(uuid, "a UUID"), bytes: _text_of(of_base64, "base64"),
}


def _plain(value: Any) -> "Tuple[Any, Any]":
    """Returns the type that a value has in JSON, and the value. In Python, 1, 1.0 and True are equal."""
    return next((it for it in (bool, int, float, str) if isinstance(value, it)), type(value)), value


def _literal(values: "Tuple[Any, ...]") -> Converter:
    known = {_plain(value.value if isinstance(value, Enum) else value): value for value in values}

    def convert(value: Any) -> Any:
        if not isinstance(value, (dict, list)) and (found := _plain(value)) in known:
            return known[found]
        raise Misfit(f"it is not one of {', '.join(map(repr, values))}")

    return convert


def _enum(kind: Any) -> Converter:
    members = {_plain(it.value): it for it in kind}
    types = {it for it, _ in members}

    def convert(value: Any) -> Any:
        if not isinstance(value, (dict, list)):
            plain, _ = key = _plain(value)
            found = members.get((float, value) if plain is int and int not in types else key)
            if found is None and plain in types:
                try:
                    found = kind._missing_(value)
                except Exception:
                    pass  # any exception of _missing_ means that the enumeration has no member for the value
            if isinstance(found, kind):
                return found
        raise Misfit(f"it is not a {kind.__name__}")

    return convert


def _union(choices: "List[Converter]", takes_none: bool) -> Converter:
    if takes_none and len(choices) == 2:
        inner = choices[0] if choices[1] is _none else choices[1]
        return lambda value: None if value is None else inner(value)

    def attempt(value: Any) -> "Tuple[Any, Optional[Misfit]]":
        reasons = []
        for choice in choices:
            try:
                return choice(value), None
            except ValueError as problem:
                reasons.append(str(problem if isinstance(problem, Misfit) else Misfit(*reason_of(problem))))
        return None, Misfit("; ".join(dict.fromkeys(reasons)))

    def convert(value: Any) -> Any:
        made, problem = _attempts.once(attempt, value) if type(value) in (dict, list) else attempt(value)
        if problem is not None:
            raise problem
        return made

    return convert


class _Attempts(local):
    """The results of inner unions. A union tries several classes for one value, and each of them would convert the
    unions inside the value again. Without this object, each level of a value would double the work."""

    def __init__(self) -> None:
        self._found: "Optional[Dict[Tuple[Any, int], Tuple[Any, Any]]]" = None

    def once(self, attempt: Callable[[Any], Any], value: Any) -> Any:
        """Returns attempt(value). Inside the outermost union, runs the attempt only once for each value."""
        if self._found is None:
            try:
                self._found = {}
                return attempt(value)
            finally:
                self._found = None
        key = (attempt, id(value))
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = (attempt(value), value)  # holds the value, so that no other value gets its id
        return known[0]


_attempts = _Attempts()


# ── Containers ────────────────────────────────────────────────────────────────────────────────────────────────────────

_LISTS: Dict[Any, Any] = {
    list: list, set: set, frozenset: frozenset, collections.abc.Sequence: list, collections.abc.Iterable: list,
    collections.abc.Collection: list, collections.abc.MutableSequence: list, collections.abc.Set: set, collections.abc.MutableSet: set,
}
_MAPPINGS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)


def _inside(problem: ValueError, step: "Union[str, int]") -> Misfit:
    return (problem if isinstance(problem, Misfit) else Misfit(*reason_of(problem))).inside(step)


def _list(element: Converter, make: Any) -> Converter:
    def convert(value: Any) -> Any:
        if type(value) is not list:
            raise _misfit("an array", value)
        found: List[Any] = []
        try:
            for inner in value:
                found.append(element(inner))
        except ValueError as problem:
            raise _inside(problem, len(found)) from None
        return found if make is list else make(found)

    return convert


def _tuple(arguments: "Tuple[Any, ...]", known: _Known) -> Converter:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _list(_converter(arguments[0], known), tuple)
    elements = [_converter(it, known) for it in arguments if it != ()]  # Python 3.9 has Tuple[()] with the argument ()

    def convert(value: Any) -> Any:
        if type(value) is not list or len(value) != len(elements):
            raise Misfit(f"it is not an array of {len(elements)} elements")
        return tuple(_elements(elements, value))

    return convert


def _elements(converters: List[Converter], value: List[Any]) -> List[Any]:
    found: List[Any] = []
    try:
        for convert, inner in zip(converters, value):
            found.append(convert(inner))
    except ValueError as problem:
        raise _inside(problem, len(found)) from None
    return found


def _key(convert_value: Converter) -> Converter:
    """Returns the converter for the keys of an object, which are always texts. A key may be the digits of a number."""

    def convert(name: str) -> Any:
        try:
            return convert_value(name)
        except ValueError:
            number = number_of(name)
            if number is None:
                raise
        return convert_value(number)

    return convert


def _mapping(key: Converter, element: Converter) -> Converter:
    def convert(value: Any) -> Any:
        if type(value) is not dict:
            raise _misfit("an object", value)
        found: Dict[Any, Any] = {}
        name = ""
        try:
            for name, inner in value.items():
                found[key(name)] = element(inner)
        except ValueError as problem:
            raise _inside(problem, name) from None
        return found

    return convert


# ── Classes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dataclass(kind: Any, hints: "Mapping[str, Any]", known: _Known) -> Converter:
    fields = [it for it in dataclasses.fields(kind) if it.init]
    return _object(kind, [(it.name, annotated(hints[it.name])[1] or it.name, hints[it.name], _is_required(it)) for it in fields], known)


def _is_required(it: "dataclasses.Field[Any]") -> bool:
    return it.default is dataclasses.MISSING and it.default_factory is dataclasses.MISSING


def _typed_dict(kind: Any, hints: "Mapping[str, Any]", known: _Known) -> Converter:
    required = getattr(kind, "__required_keys__", frozenset(hints))
    fields = []
    for name, hint in hints.items():
        # If the annotations are texts, __required_keys__ ignores the marks Required and NotRequired in them.
        mark = getattr(get_origin(hint), "_name", "")
        is_required = mark == "Required" or mark != "NotRequired" and name in required
        fields.append((name, name, hint, is_required))
    return _object(dict, fields, known)


def _object(make: Any, fields: "List[Tuple[str, str, Any, bool]]", known: _Known) -> Converter:
    """Returns the converter of a class. `fields` are like _Rows, but with types instead of converters."""
    rows: _Rows = []
    is_nested = any("." in key or "\\" in key for _, key, *_ in fields)
    known.waiting.append(lambda: rows.extend((name, key, _converter(hint, known), needs) for name, key, hint, needs in fields))
    return _nested_object(make, rows, [steps(key) for _, key, *_ in fields]) if is_nested else _flat_object(make, rows)


def _flat_object(make: Any, rows: _Rows) -> Converter:
    def convert(value: Any) -> Any:
        if type(value) is not dict:
            raise _misfit("an object", value)
        found: Dict[str, Any] = {}
        key, missing = "", None
        try:
            for name, key, inner, is_required in rows:
                if key in value:
                    found[name] = inner(value[key])
                elif is_required:
                    missing = key
                    break
        except ValueError as problem:
            raise _inside(problem, key) from None
        if missing is not None:
            raise Misfit(f"it has no {missing!r}")
        return found if make is dict else _made_of(make, found)

    return convert


def _made_of(make: Any, found: "Dict[str, Any]") -> Any:
    """Makes an object. If __post_init__ or a default_factory raises an exception, raises a Misfit, to which the callers
    add the place of the object."""
    try:
        return make(**found)
    except MoyaError:
        raise
    except Exception as problem:
        raised = "" if isinstance(problem, ValueError) else f"{make.__name__} raised {type(problem).__name__}: "
        raise Misfit(f"{raised}{problem}", (), problem) from None


def _nested_object(make: Any, rows: _Rows, paths: "List[List[str]]") -> Converter:
    """Returns the converter of a dataclass with a field whose name in JSON is a key path."""

    def convert(value: Any) -> Any:
        if type(value) is not dict:
            raise _misfit("an object", value)
        found: Dict[str, Any] = {}
        key, missing = "", None
        try:
            for (name, key, inner, is_required), path in zip(rows, paths):
                it: Any = value
                for step in path:
                    it = it.get(step, _ABSENT) if type(it) is dict else _ABSENT
                if it is not _ABSENT:
                    found[name] = inner(it)
                elif is_required:
                    missing = key
                    break
        except ValueError as problem:
            raise _inside(problem, key) from None
        if missing is not None:
            raise Misfit(f"it has no {missing!r}")
        return _made_of(make, found)

    return convert


_ABSENT = object()


def _named_tuple(kind: Any, hints: "Mapping[str, Any]", known: _Known) -> Converter:
    elements: List[Converter] = []
    most = len(kind._fields)
    least = most - len(kind._field_defaults)

    def fill() -> None:
        elements.extend(_converter(hints.get(name, Any), known) for name in kind._fields)

    def convert(value: Any) -> Any:
        if type(value) is not list or not least <= len(value) <= most:
            raise Misfit(f"it is not an array of {most} elements")
        return kind(*_elements(elements, value))

    known.waiting.append(fill)
    return convert
