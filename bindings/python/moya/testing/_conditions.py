"""Defines the conditions of a rule of a Mock, and finds the differences of a request that does not meet them."""

import json as _json
import re
from collections import Counter
from threading import local
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Pattern, Tuple, TypedDict, Union,
)
from urllib.parse import parse_qsl, unquote, urlsplit

from .. import _arguments as check
from .._errors import UsageError
from .._status import Status
from .._stubs import StubRequest
from .._target import Target
from ._redaction import Redaction

#: A text, which must be equal, or a compiled pattern, which must match some part. In a text, {name} stands for one
#: segment.
Text = Union[str, "Pattern[str]"]
#: Names and values. A value is a text, a number, a bool, a compiled pattern, or None for any value.
Wanted = Union[Mapping[str, Any], Iterable[Tuple[str, Any]]]

_redaction = Redaction()
MARK = "<redacted>"
#: The longest text that a message shows of a value.
_LONGEST = 200
#: The most differences that a message shows.
MOST_DIFFERENCES = 12


class Difference(NamedTuple):
    """How a request differs from what a rule wants. A message shows few of the differences that are found, so the text
    of a difference is made only when it is shown."""

    #: Makes what differs, what the rule wants, and what the request has.
    texts: "Callable[[], Tuple[str, str, str]]"

    def __str__(self) -> str:
        what, wanted, got = self.texts()
        return f"{what}: wanted {_short(wanted)}, got {_short(got)}"


def _plain(what: str, wanted: str, got: str) -> Difference:
    return Difference(lambda: (what, wanted, got))


#: The difference if a function of the test (`matches`) has refused the request.
ASKED = _plain("matches", "a true value", "a false one")


class Condition(NamedTuple):
    """One condition. `differences` gets the request, and the target that was called."""

    #: How much each difference counts. The rule whose differences have the smallest sum fits a request best.
    weight: int
    #: The condition as messages show it.
    text: str
    differences: "Callable[[StubRequest, Optional[Target]], Iterable[Difference]]"
    #: Whether a function of the test (`matches`) decides. It gets each request once.
    asks: bool = False
    #: A field of moya_stub_rule and its value. If it is set, the library skips the rule for most requests that do not
    #: meet the condition, so Python need not check them. It never skips the rule for a request that meets the
    #: condition. None: there is no such field.
    first: Optional[Tuple[str, str]] = None

    def is_met(self, request: StubRequest, target: Optional[Target]) -> bool:
        return next(iter(self.differences(request, target)), None) is None


class Conditions(TypedDict, total=False):
    """The conditions that Mock.on takes: what a request must have."""

    method: Union[str, Iterable[str]]
    """A method, or several."""
    url: Text
    """The whole URL without its query. The case of the scheme and the host does not matter. In a text, {name} stands
    for one segment. A compiled pattern must match some part."""
    host: Text
    """The host with its port."""
    path: Text
    """The path, percent-decoded."""
    query: Wanted
    """Items of the query. Items with the same name must be in the same order in the query as here. Other items do not
    matter. A value may be a compiled pattern, or None for any value."""
    exact_query: bool
    """Whether the query must have no other items."""
    headers: Wanted
    """Header fields, as in `query`."""
    form: Wanted
    """Fields of an encoded form, as in `query`."""
    json: Any
    """A JSON value that equals the body."""
    json_contains: Any
    """JSON that is in the body: objects of the body may have other members."""
    body: Union[bytes, "Pattern[bytes]"]
    """Bytes that equal the body, or a compiled pattern that is found in it."""
    target: str
    """The name of the target."""
    matches: Callable[[StubRequest], Any]
    """A function that gets the moya.StubRequest, and returns a true value for a match."""


def conditions(given: Mapping[str, Any]) -> List[Condition]:
    """Makes the conditions. Errors: UsageError; TypeError for an unknown name."""
    for name in given:
        if name not in Conditions.__annotations__:
            raise check.unknown("on", name, Conditions.__annotations__, "condition")
    made = [_MAKERS[name](given[name]) for name in _MAKERS if given.get(name) is not None]
    if given.get("exact_query"):
        made.append(_no_other_items(given.get("query")))
    return made


class _Last(local):
    """What this thread has read last of each part of a request. The conditions of many rules read the same request one
    after another, and a body can be long."""

    def __init__(self) -> None:
        self._values: Dict[str, Tuple[Any, Any]] = {}

    def read(self, part: str, source: Any, read: Callable[[], Any]) -> Any:
        """Returns what `read` returns. If the last `source` of this part was equal, returns the same object again."""
        known = self._values.get(part)
        if known is None or known[0] != source:
            known = self._values[part] = source, read()
        return known[1]


_last = _Last()


# ── One value ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _one(weight: int, what: str, given: Any, value_of: Callable[[StubRequest], str]) -> Condition:
    wanted = _as_sent(what, given) if isinstance(given, str) else given
    matches = _matcher(wanted, what)

    def differences(request: StubRequest, _: Optional[Target]) -> List[Difference]:
        got = value_of(request)
        return [] if matches(got) else [Difference(lambda: (what, _shown(wanted), _shown(got)))]

    plain = _PLAIN.get(what)
    is_plain = plain is not None and isinstance(wanted, str) and plain.fullmatch(wanted)
    return Condition(weight, _text(wanted), differences, first=(what, wanted) if is_plain else None)


def _as_sent(what: str, wanted: str) -> str:
    """Returns a text in the form that a request has: with the scheme and the host in lower case. Errors: UsageError for
    a text that no request can match."""
    if what == "url":
        scheme, mark, rest = wanted.partition("://")
        host, slash, path = rest.partition("/")
        if not mark:
            raise UsageError("url must begin with http:// or https://; use path= for a path", Status.ARGUMENT)
        if "?" in rest or "#" in rest:
            raise UsageError("url has a query or a fragment; use query= for a query", Status.ARGUMENT)
        if "@" in host:
            raise UsageError("url has a user, which a request has in the header field Authorization", Status.ARGUMENT)
        return f"{scheme}://{host}".lower() + (slash or "/") + path
    if what == "path" and not wanted.startswith(("/", "{")):
        raise UsageError("path must begin with a slash, and have the path of the base URL too", Status.ARGUMENT)
    if what == "host" and "/" in wanted:
        raise UsageError("host must be a host with its port; use url= for a URL", Status.ARGUMENT)
    return wanted.lower() if what == "host" else wanted


#: Texts for which the library's comparison gives the same result as that of this module, because the library never
#: encodes their characters.
_PLAIN = {"url": re.compile(r"https?://[a-z0-9.:-]+(/[A-Za-z0-9_.~-]+)+"), "path": re.compile(r"(/[A-Za-z0-9_.~-]+)+")}


def _matcher(wanted: Any, what: str) -> Callable[[str], bool]:
    if isinstance(wanted, re.Pattern):
        pattern: "Pattern[str]" = wanted
        if not isinstance(pattern.pattern, str):
            raise check.wrong(what, "a str or a pattern of a str", wanted)
        return lambda got: pattern.search(got) is not None
    if not isinstance(wanted, str):
        raise check.wrong(what, "a str or a compiled pattern", wanted)
    if "{" not in wanted:
        return lambda got: got == wanted
    segments = re.compile("".join(_piece(piece) for piece in re.split(r"(\{\w+\})", wanted)))
    return lambda got: segments.fullmatch(got) is not None


def _piece(piece: str) -> str:
    return "[^/]+" if re.fullmatch(r"\{\w+\}", piece) else re.escape(piece)


def _method(wanted: Any) -> Condition:
    methods = [wanted] if isinstance(wanted, str) else list(wanted)
    names = [check.text(it, "method").decode().upper() for it in methods]

    def differences(request: StubRequest, _: Optional[Target]) -> List[Difference]:
        is_met = request.method.upper() in names
        return [] if is_met else [_plain("method", " or ".join(names), request.method)]

    return Condition(2, "|".join(names), differences)


def _url_of(request: StubRequest) -> str:
    return request.url.partition("?")[0]


def path_of(request: StubRequest) -> str:
    return unquote(urlsplit(request.url).path) or "/"


def _host_of(request: StubRequest) -> str:
    return urlsplit(request.url).netloc


# ── Names and values ──────────────────────────────────────────────────────────────────────────────────────────────────


def _items(
    weight: int, what: str, wanted: Any, source_of: Callable[[StubRequest], Any],
    items_of: Callable[[StubRequest], List[Tuple[str, str]]], is_secret: Callable[[str], bool], is_header: bool = False,
) -> Condition:
    """Makes a condition of names and values. `source_of` returns the part of a request that `items_of` reads."""
    fold = str.lower if is_header else str
    rows = [(name, _value(value, f"a value in {what}")) for name, value in check.pairs(wanted, what)]

    def grouped(request: StubRequest) -> Dict[str, List[str]]:
        got: Dict[str, List[str]] = {}
        for name, value in items_of(request):
            got.setdefault(fold(name), []).append(value)
        return got

    def differences(request: StubRequest, _: Optional[Target]) -> List[Difference]:
        got = _last.read(what, source_of(request), lambda: grouped(request))
        found = []
        places: Dict[str, int] = {}
        for name, value in rows:
            values, place = got.get(fold(name), []), places.get(fold(name), 0)
            met = _found(value, values, place)
            if met is None:
                found.append(_difference(f"{what} {name}", value, values[place:], is_secret(name)))
            places[fold(name)] = len(values) if met is None else met + 1
        return found

    return Condition(weight, what, differences)


def _value(value: Any, what: str) -> Any:
    if isinstance(value, re.Pattern) and not isinstance(value.pattern, str):
        raise check.wrong(what, "a str, a number or a pattern of a str", value)
    return value if value is None or isinstance(value, re.Pattern) else check.scalar(value, what)


def _found(wanted: Any, values: List[str], place: int) -> Optional[int]:
    """Returns the index of the first value that is wanted. The search begins at `place`."""
    if isinstance(wanted, str):
        return values.index(wanted, place) if wanted in values[place:] else None
    numbers = range(place, len(values))
    return next((index for index in numbers if wanted is None or wanted.search(values[index])), None)


def _difference(what: str, wanted: Any, got: List[str], is_secret: bool) -> Difference:
    def texts() -> Tuple[str, str, str]:
        shown = "none" if not got else MARK if is_secret else " and ".join(_shown(it) for it in got[:MOST_DIFFERENCES])
        return what, "any" if wanted is None else MARK if is_secret else _shown(wanted), shown

    return Difference(texts)


def _query(wanted: Any) -> Condition:
    return _items(1, "query", wanted, _query_of, lambda request: request.query, _redaction.is_secret_parameter)


def _query_of(request: StubRequest) -> str:
    return request.url.partition("?")[2]


def _no_other_items(wanted: Any) -> Condition:
    names = Counter(name for name, _ in check.pairs(wanted, "query")) if wanted is not None else Counter()

    def differences(request: StubRequest, _: Optional[Target]) -> Iterator[Difference]:
        left = names.copy()
        for name, _ in _last.read("exact query", _query_of(request), lambda: request.query):
            left[name] -= 1
            if left[name] < 0:
                yield _plain(f"query {name}", "none", "another item")

    return Condition(1, "exact query", differences)


def _headers(wanted: Any) -> Condition:
    return _items(
        1, "header", wanted, lambda request: request.headers.raw, lambda request: request.headers.items(),
        _redaction.is_secret_header, True,
    )


def _form(wanted: Any) -> Condition:
    def items(request: StubRequest) -> List[Tuple[str, str]]:
        return parse_qsl(request.text, keep_blank_values=True)

    return _items(1, "form", wanted, lambda request: request.body, items, _redaction.is_secret_parameter)


# ── Bodies ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _body(wanted: Any) -> Condition:
    if not isinstance(wanted.pattern if isinstance(wanted, re.Pattern) else wanted, bytes):
        raise check.wrong("body", "bytes or a compiled pattern of bytes", wanted)

    def differences(request: StubRequest, _: Optional[Target]) -> List[Difference]:
        got = request.body or b""
        is_met = wanted.search(got) is not None if isinstance(wanted, re.Pattern) else got == wanted
        size = "a pattern" if isinstance(wanted, re.Pattern) else f"{len(wanted)} bytes"
        return [] if is_met else [_plain("body", size, f"{len(got)} other bytes")]

    return Condition(1, "body", differences)


def _json_condition(wanted: Any, is_part: bool) -> Condition:
    def differences(request: StubRequest, _: Optional[Target]) -> Iterator[Difference]:
        got = _last.read("json", request.body, lambda: _json_of(request))
        if got is _NONE:
            return iter([_plain("json", "JSON", "a body that is not JSON")])
        return json_differences("json", wanted, got, is_part)

    return Condition(1, "json", differences)


_NONE = object()


def _json_of(request: StubRequest) -> Any:
    try:
        return request.json()
    except ValueError:
        return _NONE


#: A place in a JSON value, and the two values there that are compared.
_Row = Tuple[Tuple[str, ...], Any, Any]


def json_differences(place: str, wanted: Any, got: Any, is_part: bool) -> Iterator[Difference]:
    """Finds how two JSON values differ. If `is_part` is set, objects may have other members than `wanted` has."""
    open_rows: List[Iterator[_Row]] = [iter([((place,), wanted, got)])]
    while open_rows:
        row = next(open_rows[-1], None)
        if row is None:
            open_rows.pop()
            continue
        _, one, other = row
        if isinstance(one, dict) and isinstance(other, dict):
            open_rows.append(_members(*row, is_part))
        elif isinstance(one, (list, tuple)) and isinstance(other, list):
            if len(one) == len(other):
                open_rows.append(_elements(*row))
            else:
                yield _plain("".join(row[0]), f"{len(one)} elements", f"{len(other)} elements")
        elif one != other or isinstance(one, bool) is not isinstance(other, bool):
            yield _values(*row)


def _members(place: Tuple[str, ...], wanted: Any, got: Any, is_part: bool) -> Iterator[_Row]:
    for name, value in wanted.items():
        yield (*place, f".{name}"), value, got.get(name, _NONE)
    for name, value in () if is_part else got.items():
        if name not in wanted:
            yield (*place, f".{name}"), _NONE, value


def _elements(place: Tuple[str, ...], wanted: Any, got: Any) -> Iterator[_Row]:
    for index, (one, other) in enumerate(zip(wanted, got)):
        if not (one is other or type(one) is str and one == other):  # a list can have many equal texts and numbers
            yield (*place, f"[{index}]"), one, other


def _values(place: Tuple[str, ...], wanted: Any, got: Any) -> Difference:
    def texts() -> Tuple[str, str, str]:
        name = "".join(place)
        # The values may be inside a member whose name is that of a secret.
        shown = _hidden if _redaction.is_secret_member(name) else _json_text
        return name, shown(wanted), shown(got)

    return Difference(texts)


def _hidden(value: Any) -> str:
    """Hides texts, and shows numbers: they are often counts, for example max_tokens."""
    return _json_text(value) if value is _NONE or value is None or isinstance(value, (int, float)) else MARK


def _json_text(value: Any) -> str:
    if value is _NONE:
        return "none"
    try:
        return _json.dumps(Redaction().json(value), ensure_ascii=False)
    except (TypeError, ValueError):
        return f"a {type(value).__name__}"


# ── What was called ───────────────────────────────────────────────────────────────────────────────────────────────────


def named(name: str) -> Condition:
    """Makes the condition that the target has this name."""

    def differences(request: StubRequest, _: Optional[Target]) -> List[Difference]:
        return [] if request.target == name else [_plain("target", name, request.target or "unnamed")]

    return Condition(4, check.text(name, "target").decode(), differences, first=("target", name))


#: The fields that decide whether two calls are the same. The base URL does not, because a test may use another server.
_SAME = ("name", "path", "method", "query", "path_values", "json", "body", "form", "files", "multipart")


def call_differences(wanted: Target, got: Optional[Target]) -> Iterator[Difference]:
    """Finds how a target that was called differs from the target that a rule or a test wants. A header field that only
    the call has is not a difference."""
    if got is None:
        yield _plain("call", "a target", "none")
        return
    for field in _SAME:
        one, other = getattr(wanted, field), getattr(got, field)
        if field == "json":
            yield from json_differences("json", one, other, False) if one is not None or other is not None else ()
        elif one != other:
            yield _fields(field, one, other)
    rows: Dict[str, List[Any]] = {}
    for name, value in got.headers or ():
        rows.setdefault(name.lower(), []).append(value)
    for name, value in wanted.headers or ():
        others = rows.get(name.lower(), [])
        if value not in others:
            yield _difference(f"header {name}", value, others, _redaction.is_secret_header(name))


def called(wanted: Target) -> Condition:
    """Makes the condition that this target was called."""
    first = ("target", wanted.name) if wanted.name else None
    return Condition(2, wanted.name or repr(wanted), lambda _, target: call_differences(wanted, target), first=first)


def _fields(field: str, wanted: Any, got: Any) -> Difference:
    return Difference(lambda: (field, _field(field, wanted), _field(field, got)))


def _field(field: str, value: Any) -> str:
    if value is None:
        return "none"
    if field in ("query", "form", "path_values"):
        return _json_text([[name, MARK if _redaction.is_secret_parameter(name) else it] for name, it in value])
    if field in ("name", "path", "method"):
        return str(value)
    return f"{len(value)} bytes" if isinstance(value, bytes) else f"a {type(value).__name__}"


def _function(wanted: Any) -> Condition:
    check.function(wanted, "matches")

    def differences(request: StubRequest, _: Optional[Target]) -> List[Difference]:
        return [] if wanted(request) else [ASKED]

    return Condition(1, "matches", differences, asks=True)


_MAKERS: Dict[str, Callable[[Any], Condition]] = {
    "target": named,
    "method": _method,
    "url": lambda wanted: _one(4, "url", wanted, _url_of),
    "host": lambda wanted: _one(4, "host", wanted, _host_of),
    "path": lambda wanted: _one(4, "path", wanted, path_of),
    "query": _query,
    "headers": _headers,
    "form": _form,
    "body": _body,
    "json": lambda wanted: _json_condition(wanted, False),
    "json_contains": lambda wanted: _json_condition(wanted, True),
    "matches": _function,
}


# ── Texts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _text(wanted: Any) -> str:
    if isinstance(wanted, re.Pattern):
        return re.sub(r"//[^/@]*@", "//", f"/{wanted.pattern}/")  # without a user and a password
    return re.sub(r"//[^/@]*@", "//", Redaction().text(str(wanted)))


def _shown(value: Any) -> str:
    return _text(value) if isinstance(value, re.Pattern) else repr(_text(value))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
