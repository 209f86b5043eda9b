"""Describes APIs as classes. Each route of a class makes targets."""

from enum import Enum
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, Union

from ._arguments import Fields, pairs, scalar, text, unknown, wrong
from ._errors import UsageError
from ._lower import Words, words_of
from ._status import Status
from ._target import RouteFields, Target, TargetFields, Unpack, expect_path

Rows = Tuple[Tuple[str, str], ...]
#: What _known_target() returns: the base URL, the headers of the API, the headers of the route, a target that has these
#: three, and the result of words_of() for the target.
_Known = Tuple[str, Any, Optional[Rows], Target, Words]


class API:
    """An API as a class, which has a base URL, the headers of every call, and routes:

        class GitHub(moya.API):
            base_url = "https://api.github.com"
            headers = {"Accept": "application/vnd.github+json"}
            zen = moya.Route("/zen")
            user = moya.Route("/users/{name}")
            create = moya.Route("/repos", "POST")

        provider.call(GitHub.user(name="octocat"))
        provider.call(GitHub("http://localhost:8080").create(json={"name": "hello"}))
    """

    base_url: str
    headers: Optional[Fields] = None

    def __init__(self, base_url: str) -> None:
        text(base_url, "base_url")
        self.base_url = base_url


class Route:
    """One operation. Calling a route fills the {placeholders} of its path and returns a Target. The other fields of a
    Target (query, json, headers …) can be set here as defaults, or in the call.

    The value of a placeholder is one segment of the path: a str, a number, or any object that converts to text. A
    member of an Enum stands for its value. A slash in a value is sent as %2F.
    """

    def __init__(self, path: str, method: str = "GET", **defaults: Unpack[RouteFields]) -> None:
        text(path, "path")
        expect_path(path, "Route(path, {!r})")
        text(method, "method")
        for name in defaults:
            if name not in _ARGUMENTS:
                raise unknown("Route", name, _ARGUMENTS)
        self._path, self._method = path, method
        self._defaults: Dict[str, Any] = {**defaults}
        self._placeholders = _placeholders(path)
        self._has_braces = "{" in path or "}" in path
        self._slashes = path.count("/")
        self._pieces = _pieces(path, self._placeholders)
        #: The names of the fields in the shared target (_known_target). If a call sets none of these fields, its target
        #: is a copy of the shared target, with the fields of the call. None: the route has no shared target.
        self._common = {"name", "headers", *defaults} if _KEPT.issuperset(defaults) else None
        #: What _known_target() has returned last.
        self._known: Optional[_Known] = None
        self._name = "a route"
        #: The class for which __get__ was last called, and the function that it has returned.
        self._bound: "Optional[Tuple[Type[API], Callable[..., Target]]]" = None

    def __set_name__(self, owner: Type[API], name: str) -> None:
        self._name = f"{owner.__name__}.{name}"

    def __getstate__(self) -> Dict[str, Any]:
        return {**vars(self), "_known": None, "_bound": None}  # a copied target has no struct

    def __get__(self, instance: Optional[API], owner: Type[API]) -> Callable[..., Target]:
        if instance is not None:
            return partial(self._make, instance)
        bound = self._bound
        if bound is None or bound[0] is not owner:
            self._bound = bound = owner, partial(self._make, owner)
        return bound[1]

    def _make(self, api: Union[API, Type[API]], /, *unnamed: Any, **given: Any) -> Target:
        if unnamed:
            raise TypeError(f"{self._name}() takes values by name only, not {len(unnamed)} without")
        values: Dict[str, Any] = {}
        for name in self._placeholders:
            if name in given:
                values[name] = given.pop(name)
        return self._made(api, values, given)

    def _made(self, api: Union[API, Type[API]], values: Dict[str, Any], given: Dict[str, Any]) -> Target:
        """Returns the target with these values of the placeholders and these other fields. Errors: UsageError,
        TypeError."""
        if len(values) < len(self._placeholders):
            missing = [name for name in self._placeholders if name not in values]
            raise TypeError(f"{self._name}() needs {', '.join(f'{name}=…' for name in missing)}, a text or a number")
        path, escaped = self._path, None
        if self._has_braces:
            if self._pieces is None:
                texts = {name: _segment(name, value, self._name) for name, value in values.items()}
                odd = next((name for name, value in texts.items() if "/" in value), None)
                if odd is not None:
                    reason = f"{self._name}: {odd} has a slash, which its placeholder cannot have, because it has a format"
                    raise UsageError(reason, Status.ARGUMENT)
                path = path.format_map(texts)
            else:
                path, pieces = self._pieces
                for name, literal in pieces:
                    value = values[name]
                    if type(value) is not str or value in _NO_SEGMENTS or "/" in value:
                        value = _segment(name, value, self._name)
                    path += value + literal
            if self._pieces is not None and path.count("/") != self._slashes:  # the library writes the slash of a value as %2F
                path, segments = self._path, {name: _segment(name, value, self._name) for name, value in values.items()}
                escaped = [(name, part) for name, segment in segments.items() for part in _parts(segment)]
            elif "{" in path or "}" in path:
                path = path.replace("{", "{{").replace("}", "}}")  # In a target, a single brace starts a name.
        query, json = given.get("query"), given.get("json")
        is_usual = path and escaped is None and self._common is not None and len(given) == (query is not None) + (json is not None)
        if not is_usual and not given.keys() <= _ARGUMENTS:
            name = next(name for name in given if name not in _ARGUMENTS)
            raise unknown(self._name, name, [*self._placeholders, *_ARGUMENTS])
        if escaped is not None:
            given = {**given, "path_values": escaped}
        try:
            base_url = api.base_url
        except AttributeError:
            raise UsageError(f"{self._name}() needs a base_url: its API has none", Status.ARGUMENT) from None
        if is_usual:
            headers, known = api.headers, self._known
            if known is None or known[0] != base_url or known[1] != headers or known[2] is not None:
                known = self._known_target(base_url, headers)
            target = known[3]._with_usual(path, query, json, known[4])
            if target is not None:
                return target
        if self._common is not None and self._common.isdisjoint(given):
            return self._known_target(base_url, api.headers)[3]._with(path, given)
        fields: Any = {"name": self._name, **self._defaults, **given}
        fields["headers"] = _merged(_rows(api.headers), _rows(fields.get("headers")))
        return Target(base_url, path, self._method, **fields)

    def _known_target(self, base_url: str, headers: Optional[Fields]) -> _Known:
        """Returns what all calls of this route share. Stores it, and makes it again only if the base URL, the headers
        of the API or the headers of the route have changed."""
        own = _rows(self._defaults.get("headers"))
        said = dict(headers) if type(headers) is dict else _rows(headers)
        known = self._known
        if known is None or known[:3] != (base_url, said, own):
            fields: Any = {"name": self._name, **self._defaults, "headers": _merged(_rows(said), own)}
            target = Target(base_url, "", self._method, **fields)
            self._known = known = base_url, said, own, target, words_of(target._c)
        return known


#: The fields of a Target that a route or its call may set. `path_values` is not one of them, because the placeholders
#: set it.
_ARGUMENTS = frozenset(TargetFields.__annotations__) - {"path_values"}


#: The fields that a shared target may have (_known_target). They are converted to C once, and each call copies the
#: result. All other fields are converted in each call.
_KEPT = frozenset(
    (
        "headers", "timeout", "sample", "stub", "stub_delay", "share", "any_coding", "decode", "only_headers", "auth",
        "redirects", "max_body",
    )
)


class _Names(Dict[str, str]):
    """Records every name that `format_map` asks for."""

    def __missing__(self, name: str) -> str:
        self[name] = ""
        return ""


def _placeholders(path: str) -> List[str]:
    names = _Names()
    try:
        path.format_map(names)
        wrong_name = next((name for name in names if not name.isidentifier()), None)
        problem = None if wrong_name is None else f"{wrong_name!r} is none"
    except (ValueError, LookupError, AttributeError) as error:
        problem = str(error)
    if problem is not None:
        raise UsageError(f"path has a placeholder that is not a name: {problem}", Status.ARGUMENT)
    return list(names)


#: Texts that would change the path, or be no segment of it.
_NO_SEGMENTS = frozenset(("", ".", ".."))


def _pieces(path: str, names: List[str]) -> "Optional[Tuple[str, List[Tuple[str, str]]]]":
    """Returns the text before the first placeholder of a path, and for each placeholder its name and the text after it.
    Returns None if a placeholder has a format, for example {name:>4}. Joining the pieces is faster than formatting the
    path."""
    try:
        texts = path.format_map({name: f"\0{name}\0" for name in names}).split("\0")
    except ValueError:  # a format contains another placeholder, for example {name:{width}}
        return None
    literals, found = texts[::2], texts[1::2]
    escaped = [it.replace("{", "{{").replace("}", "}}") for it in literals]
    if escaped[0] + "".join(f"{{{name}}}{text}" for name, text in zip(found, escaped[1:])) != path:
        return None
    return literals[0], list(zip(found, literals[1:]))


def _segment(name: str, value: Any, route: str) -> str:
    """Returns a value as one segment of a path. Errors: UsageError, which names the route, for a value that would
    change the path."""
    what = f"{route}: {name}"
    if type(value) is str:
        segment = value
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        segment = scalar(value, what)
    elif isinstance(value, Enum):
        return _segment(name, value.value, route)
    elif isinstance(value, bool):
        raise UsageError(f"{what} must be a text or a number, not bool: write 'true' or 1", Status.ARGUMENT)
    elif value is None or isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "__iter__"):
        raise wrong(what, "a text or a number", value)
    else:
        segment = str(value)  # a UUID, a date …
    # A server that decodes %2F before it reads the path would take ".." in "../admin" for a segment of its own.
    dots = next((it for it in segment.split("/") if it in (".", "..")), None) if "." in segment else None
    if dots or not segment:
        reason = "it is empty" if not segment else f"it is {dots}" if dots == segment else f"it has the segment {dots}"
        raise UsageError(f"{what} is not one segment of a path: {reason}", Status.ARGUMENT)
    return segment


def _parts(segment: str) -> List[str]:
    """Splits a segment at its commas. If a placeholder has several values, the library puts a comma between them, and
    does not encode this comma."""
    parts = segment.split(",")
    return parts if all(parts) else [segment]


def _rows(given: Optional[Fields]) -> Optional[Rows]:
    if given is None:
        return None
    return tuple(given.items()) if type(given) is dict else pairs(given, "headers")


def _merged(base: Optional[Rows], own: Optional[Rows]) -> Optional[Rows]:
    """Joins the headers of the API with the headers of the route or the call. A field of the route or the call replaces
    the API's fields of the same name."""
    if base is None or own is None:
        return own if base is None else base
    names = {name.lower() for name, _ in pairs(own, "headers")}
    return (*(row for row in pairs(base, "headers") if row[0].lower() not in names), *own)
