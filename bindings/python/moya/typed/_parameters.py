"""How the arguments of a call become a target."""

import inspect
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Tuple, TypeVar

from .._api import Route
from .._arguments import is_coroutine_function, utf8, wrong
from .._errors import UsageError
from .._status import Status
from .._types import NOT_GIVEN
from .._values import Part, files_of
from ._encoding import joined, json_of, one_text, parameter, put_inside
from ._places import annotated

T = TypeVar("T")


class _Changes(Dict[str, Any]):
    """What send() returns."""


def send(**changes: Any) -> T:  # type: ignore[type-var]
    """Ends the body of a declaration: `return send()`. The body runs at each call, and may raise an exception. By the
    name of a parameter, send() says what is sent in place of its argument:

        @get("/tasks")
        def tasks(self, ids: Optional[List[str]] = None) -> List[Task]:
            if ids == []:
                raise ValueError("ids must not be empty")
            return send(ids=ids and ",".join(ids))

    Type checkers take the result for that of the declaration.
    """
    return _Changes(changes)  # type: ignore[return-value]


#: Puts a value into the fields of a target: fields, the name in the request, the value, what errors call it.
_Put = Callable[[Dict[str, Any], str, Any, str], None]


class _Row(NamedTuple):
    name: str
    key: str
    put: _Put
    #: The value of an argument that the caller leaves out. NOT_GIVEN: there is no default.
    standard: Any
    what: str


class Parameters:
    """The parameters of one endpoint. Errors, when it is made: UsageError, for a declaration that cannot be right."""

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
        for placeholder in self._placeholders:
            if placeholder not in self.names:
                known = ", ".join(self.names) or "there are none"
                reason = f"{name}: the path has {{{placeholder}}}, which is not a parameter ({known})"
                raise UsageError(reason, Status.ARGUMENT)
        self._rows: List[_Row] = []

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
            if key is None or word == "path":
                key = it.name.replace("_", "-").title() if word == "header" else it.name
            if (word, key) in keys:
                raise UsageError(f"{self._name} has two parameters that are {key!r} in the request", Status.ARGUMENT)
            keys.add((word, key))
            places.add("form" if word == "file" else word)
            put = _comma if place is not None and place.is_joined else _PUT[word]
            standard = NOT_GIVEN if it.default is it.empty else it.default
            rows.append(_Row(it.name, key, put, standard, f"{self._name}: {it.name}"))
        if len(places & {"field", "form", "body"}) > 1:
            raise UsageError(f"{self._name} has more than one body: {', '.join(sorted(places))}", Status.ARGUMENT)
        self._rows = rows

    def hidden(self) -> "FrozenSet[str]":
        """The names of the parameters in header fields, which may be secrets."""
        return frozenset(row.name for row in self._rows if row.put is _header)

    def arguments(self, args: "Tuple[Any, ...]", kwargs: "Dict[str, Any]") -> "Tuple[Tuple[str, Any], ...]":
        """Returns the names and values of all parameters, including defaults. Errors: TypeError."""
        given = self._signature().bind(None, *args, **kwargs)
        given.apply_defaults()
        return tuple((name, given.arguments[name]) for name in self.names)

    def _signature(self) -> inspect.Signature:
        return inspect.signature(self._function)

    def fields(self, api: Any, args: "Tuple[Any, ...]", kwargs: "Dict[str, Any]") -> "Dict[str, Any]":
        """Returns the placeholders and the fields of the target. Errors: TypeError; UsageError; RequestError; what the
        body of the declaration raises."""
        changes = self._function(api, *args, **kwargs)  # so Python checks the arguments
        given = dict(zip(self.names, args))
        if kwargs:
            given.update(kwargs)
        if changes is not None:
            given.update(self._changed(changes))
        fields: Dict[str, Any] = {}
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
    fields[key] = value if type(value) is str else joined(value, what)


def _query(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    if type(value) is not str:
        value = parameter(value, what)
    query = fields.get("query")
    if query is None:
        fields["query"] = {key: value}
    else:
        query[key] = value


def _comma(fields: "Dict[str, Any]", key: str, value: Any, what: str) -> None:
    fields.setdefault("query", {})[key] = joined(value, what)


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
    made = fields.get("files", ())
    for it in value if isinstance(value, list) else (value,):
        is_file = isinstance(it, (bytes, bytearray, memoryview, tuple)) or hasattr(it, "read") or hasattr(it, "__fspath__")
        is_file = is_file or hasattr(it, "__next__")
        made += files_of([(key, it)]) if is_file else (Part(key, one_text(it, what)),)
    fields["files"] = made


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


_PUT: "Dict[str, _Put]" = {
    "path": _path, "query": _query, "header": _header, "field": _field, "form": _form, "file": _file, "body": _body,
}
