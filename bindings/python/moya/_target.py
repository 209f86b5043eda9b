"""Targets. A target describes one operation of an API as a value."""

import os
import sys
from types import MethodType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Mapping, Optional, Protocol, Tuple, TypedDict, Union

from . import _arguments as check
from ._arguments import Fields, Parameters, Stub, Values, headers
from ._errors import UsageError
from ._json import json_text
from ._lower import Lowered, Words, lower, lower_for_call, lower_usual
from ._values import (
    Auth, Content, Part, Retry, RetryFunction, Sample, Timeouts, Value, body, body_length, credential, files_of, parts_of,
    retry_of,
)
from ._session import TargetSession
from ._status import BoolStyle, Status, StubBehavior, Validation
from ._text import shown_url

if sys.version_info >= (3, 11):
    from typing import Unpack as Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
else:
    Unpack = Optional  # Anything that takes brackets. It is only needed when annotations are evaluated.


class RouteFields(TypedDict, total=False):
    """The fields of a target that a route can set. moya.Target explains each field."""

    headers: Optional[Fields]
    query: Optional[Values]
    json: Any
    body: Optional[Content]
    body_length: Optional[int]
    trailers: Optional[Callable[[], Fields]]
    timeout: Union[None, float, Timeouts]
    name: Optional[str]
    sample: Optional[Sample]
    stub: Stub
    stub_delay: float
    tags: Iterable[str]
    validate: Union[Validation, Iterable[int]]
    share: bool
    any_coding: bool
    decode: bool
    only_headers: bool
    form: Optional[Values]
    files: Any
    multipart: Optional[Iterable[Part]]
    list_key: str
    bool_style: BoolStyle
    auth: Optional[Auth]
    redirects: Optional[int]
    max_body: Optional[int]
    session: Optional[TargetSession]
    retry: Union[None, Retry, RetryFunction]


class TargetFields(RouteFields, total=False):
    """The fields of a target, except those that can be positional arguments."""

    path_values: Optional[Parameters]


class Replacements(TargetFields, total=False):
    """The fields that Target.replace can change."""

    base_url: Optional[str]
    path: str
    method: str


_new: Any = object.__new__

#: Targets that have only a URL. The number and the length of the URLs are limited, so that this cache stays small.
_known_urls: "Dict[str, Target]" = {}
_known_url = _known_urls.get
_MOST_URLS, _LONGEST_URL = 16, 1024


def _remembered(url: str, target: "Target") -> "Target":
    if len(url) <= _LONGEST_URL:
        if len(_known_urls) >= _MOST_URLS:
            _known_urls.clear()
        _known_urls[url] = target
    return target


if TYPE_CHECKING:
    _OnePerURL = type  # so that type checkers look at the parameters of __init__
else:

    class _OnePerURL(type(Protocol)):
        """Makes Target(url), without other arguments, return the same object for equal URLs, because programs send the
        same few targets again and again.

        The base class is the metaclass of protocols, so a class may be derived from both a target and a protocol.
        isinstance and issubclass use the checks of a plain class, because those of protocols are slower.
        """

        __instancecheck__, __subclasscheck__ = type.__instancecheck__, type.__subclasscheck__

        def __call__(cls, *given: Any, **fields: Any) -> Any:
            if len(given) != 1 or fields or cls is not Target or type(given[0]) is not str:
                return super().__call__(*given, **fields)
            url = given[0]
            return _known_url(url) or _remembered(url, super().__call__(url))

        @property
        def __signature__(cls) -> Any:
            """The parameters of a target. help() shows them instead of the parameters of __call__."""
            from inspect import signature

            return signature(MethodType(cls.__init__, cls))


class Target(Value, metaclass=_OnePerURL):
    """What to call, and with which data. A target is a value: any provider can call it any number of times.

    base_url    "https://api.example.com/v1"; None: the provider's base_url. A relative base_url, for example "v2", is
                joined to the provider's
    path        joined to base_url with one slash, and percent-encoded; a `?` is a character of the path. {name} stands
                for a value of path_values, and {{ and }} stand for a brace
    path_values texts and numbers, each percent-encoded as one segment. Here, in query, form and json, a member of an
                Enum stands for its value
    method      any token
    headers     names and values. A value is a str, which is sent as UTF-8, or bytes, which are sent as they are
    query       parameters, percent-encoded, in the given order: texts, numbers, bools, None (only a name), lists and
                mappings of these. This value and the values below are read when the target is made. Later changes have
                no effect
    json        a JSON value, which becomes the body. It is sent with every method, even with GET
    form        fields of a form, which becomes the body; values as in query
    body        bytes are sent as they are, without a Content-Type. A path, a file opened for bytes or an iterable of
                bytes is read while it is sent. A body that can be read only once can be sent only once. In an
                AsyncProvider, the iterable may be asynchronous
    body_length the number of bytes of a body that is an iterable or a file that cannot seek. The bytes are then sent
                with a Content-Length instead of in chunks. Bytes after that number are not sent; fewer bytes are an
                error. A list or a tuple of bytes does not need body_length
    trailers    a function that returns header fields that follow the body, for example a checksum (RFC 9110 §6.5). It
                is called when the body was read to its end, and again if the body is sent again. The body must be an
                iterable or an open file, without body_length. It is sent in chunks over HTTP/1.1. A session that
                requires HTTP/2 is an error. Fields that a server needs before the body, for example Content-Type, are
                an error, and the server does not receive the end of the body. The library adds no field `Trailer`,
                plugins do not see the trailers, and a stub does not ask for them
    files       names and files of a multipart form. A file is anything that `body` takes, or a tuple of file name,
                content and type. Fields of `form` come before the files
    multipart   the parts of a multipart form (moya.Part)
    list_key    how the elements of a list are named in a query or a form: "{key}[]", "{key}", "{key}[{index}]" …
    bool_style  how a bool is written in a query or a form. BoolStyle.NUMERIC is 1 and 0, BoolStyle.LITERAL is true and
                false
    timeout     seconds for the whole call, or a moya.Timeouts; None: the provider's
    auth        (user, password) is sent when the server asks for it (Basic or Digest). A moya.Basic or moya.Bearer is
                sent at once. A moya.Digest is sent when the server asks
    redirects   how many redirects are followed; 0: a 3xx is an ordinary response; None: the provider's number
    max_body    the most bytes of a body after decoding; None: the provider's
    name        the name in errors, plugins and logs
    sample      the response of a stub
    stub        whether the sample is the response: True: at once; False: never; StubBehavior.DELAYED: after stub_delay
    stub_delay  the delay for StubBehavior.DELAYED, in seconds
    tags        texts that plugins read. `only_tag` and `not_tag` of Provider.add_plugin choose targets by their tags
    validate    which statuses are a success: a moya.Validation, or statuses, for example (200, 404). For any other
                status, the call raises StatusError, whose `response` is the response
    share       while an equal request of the same AsyncProvider is in flight, no other is sent, and the calls share one
                response
    any_coding  a body with an unknown content coding is returned as it is, and a Content-Encoding of none or utf-8
                means no coding. Otherwise such a response is an error
    decode      False: the body is returned as the server has sent it; Content-Encoding tells how it is encoded
    only_headers    the library adds no User-Agent, Accept or Accept-Encoding to the header fields
    session     a mapping of options that differ from the provider's: `cert`, `cert_hosts`, `min_tls`, `ca`, `verify`,
                `pins`, `guard`, `http`, `interface`, `proxy`, `no_proxy`, `proxy_auth`. Options explains each option.
                A guard and the oldest TLS version can only become stricter. With `verify=False`, the call has a
                connection of its own, which serves no call that checks certificates. `verify=True` and `pins` need an
                authority of `ca` in this mapping or, without `ca`, of the system. They do not use the provider's `ca`
    retry       a moya.Retry that replaces the provider's, or a function that decides (Retry.decide)

    Set at most one of json, body, multipart, and form or files.

    Errors: UsageError for an argument of a wrong type or value; RequestError for an argument that cannot be sent. Other
    mistakes, for example in the URL, are found when the target is called.
    """

    # These attributes of the class are the defaults. A target has no attribute for a field that it does not set. So the
    # field is not copied, converted to C or compared.
    base_url: Optional[str] = None
    path: str = ""
    method: str = "GET"
    headers: Optional[Tuple[Tuple[str, str], ...]] = None
    query: Optional[Tuple[Tuple[str, Any], ...]] = None
    body: Optional[Content] = None
    body_length: Optional[int] = None
    trailers: Optional[Callable[[], Fields]] = None
    timeout: Union[None, float, Timeouts] = None
    name: Optional[str] = None
    sample: Optional[Sample] = None
    stub: StubBehavior = StubBehavior.DEFAULT
    stub_delay: float = 0.0
    tags: Tuple[str, ...] = ()
    validate: Union[Validation, Tuple[int, ...]] = Validation.NONE
    share: bool = False
    any_coding: bool = False
    decode: bool = True
    only_headers: bool = False
    path_values: Optional[Tuple[Tuple[str, str], ...]] = None
    form: Optional[Tuple[Tuple[str, Any], ...]] = None
    files: Optional[Tuple[Part, ...]] = None
    multipart: Optional[Tuple[Part, ...]] = None
    list_key: str = "{key}[]"
    bool_style: BoolStyle = BoolStyle.NUMERIC
    auth: Optional[Auth] = None
    redirects: Optional[int] = None
    max_body: Optional[int] = None
    retry: Optional[Retry] = None
    session: Optional[TargetSession] = None
    #: The moya_target, and the objects that it points to. A copied or unpickled target has no `_c` until it is
    #: converted to C. `_c` has no default in the class, because Python would then also search the class whenever it
    #: reads `_c`.
    _c: Lowered

    def __init__(
        self,
        base_url: Optional[str] = None,
        path: str = "",
        method: str = "GET",
        **fields: Unpack[TargetFields],
    ) -> None:
        said = self.__dict__  # without __setattr__, which raises
        if fields:
            said.update(checked(fields))
        if base_url is not None:
            said["base_url"] = base_url
        if path != "":
            said["path"] = path
        if method != "GET":
            said["method"] = method
        said["_c"] = lower(said)
        expect_path(path, "Target(base_url, path, {!r})")

    def _with(self, path: str, fields: Mapping[str, Any]) -> "Target":
        """Returns a copy of this target with a path and more fields. This target must not have a path or any of these
        fields. The C struct is copied too. Errors: those of the class."""
        said = checked(fields)
        if path != "":
            said["path"] = path
        it = Target.__new__(Target)
        it.__dict__.update(self.__dict__)
        it.__dict__.update(said, _c=lower(said, self.__dict__.get("_c")))
        return it

    def _with_usual(self, path: str, query: Any, json: Any, words: Words) -> "Optional[Target]":
        """Does the same as _with() for the fields that most calls have, but faster. A query or a JSON value that is
        None is not set. `words` is the result of words_of() for this target. Returns None for values that _with() must
        convert or refuse. Errors: those of the class."""
        rows: "Tuple[Tuple[str, Any], ...]" = ()
        if query is not None:
            if not query or type(query) is not dict:
                return None
            rows = tuple(query.items())
        text = None if json is None else json_text(json, "json")
        made = lower_usual(self._c, words, path, rows, text)
        if made is None:
            return None
        it: Target = _new(Target)
        said = it.__dict__
        said.update(self.__dict__)
        said["path"], said["_c"] = path, made
        if rows:
            said["query"] = rows
        if text is not None:
            said["json"] = text
        return it

    @property
    def json(self) -> Any:
        """A copy of the JSON value that is the body."""
        text = vars(self).get("json")
        return None if text is None else text.value

    def __repr__(self) -> str:
        path = self.path.partition("?")[0]
        base = "" if self.base_url is None else shown_url(self.base_url)
        joined = f"{base.rstrip('/')}/{path.lstrip('/')}" if path else base
        return f"<moya.Target {self.name or 'unnamed'}: {self.method} {joined}>"

    def replace(self, **changes: Unpack[Replacements]) -> "Target":
        """Returns a copy with some fields changed."""
        fields: Any = {**self._fields(), **changes}
        return Target(**fields)

    def _lower(self) -> Lowered:
        # If two threads make the C struct of one target, the first struct stays, because a thread may be using it
        # already.
        lowered: Lowered = vars(self).setdefault("_c", lower(self._fields()))
        return lowered


#: The methods that HTTP defines. A path that equals one of them is a mistake: the caller has mixed up the arguments.
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "QUERY"))


def expect_path(path: str, example: str) -> None:
    """Raises UsageError if a path is the name of a method. `example` shows the right order of the arguments."""
    if path in _METHODS:
        reason = f'path is "{path}", which is a method: write {example.format(path)}, or method="{path}"'
        raise UsageError(reason, Status.ARGUMENT)


def lowered(target: Target) -> Lowered:
    """Returns the target's moya_target. Errors: UsageError if it is not a target."""
    if type(target) is not Target and not isinstance(target, Target):
        hint = " (a route is to be called first, with its values)" if callable(target) else ""
        raise check.wrong("target", f"a moya.Target{hint}", target)
    try:
        return target._c
    except AttributeError:
        return target._lower()


def address_of(target: Target) -> int:
    """Returns the address of the target's moya_target. Errors: UsageError if it is not a target."""
    return lowered(target)[0]


def for_call(target: Target) -> Tuple[Target, int]:
    """Returns a target for one call, and the address of its moya_target. If the target has a file or an iterable, it is
    a copy with its own reader, so several calls can read the content at the same time. Errors: UsageError if it is not
    a target."""
    known = lowered(target)
    if known[3] is not None:
        return target, known[0]
    own = lower_for_call(known)
    if own is known:
        return target, known[0]
    it = Target.__new__(type(target))
    it.__dict__.update(vars(target), _c=own)
    return it, own[0]


def cause_of(target: Target) -> Optional[BaseException]:
    """Returns the exception that a file or an iterable of the target raised while it was sent. Forgets the exception,
    so later calls do not return it again. If the exception is KeyboardInterrupt or similar, raises it."""
    known: Optional[Lowered] = vars(target).get("_c")
    for thing in known[2] if known is not None else ():
        problem = getattr(thing, "error", None)
        if problem is not None:
            thing.error = None
            if not isinstance(problem, Exception):
                raise problem
            return problem
    return None


# ── Fields of a target, and how each is checked ───────────────────────────────────────────────────────────────────────


def checked(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the given fields as a target stores them. Leaves out fields that have the default value. Errors:
    UsageError, RequestError; TypeError for a name that no target has."""
    said = {}
    for name, value in given.items():
        checks = _CHECKS.get(name)
        if checks is None:
            raise check.unknown("Target", name, _CHECKS)
        if value is not None or name in _NEVER_NONE:
            found = checks(value)
            if found is not None:
                said[name] = found
    if len(said) > 1 and len(_BODIES.intersection(said)) > 1 and said.keys() & _BODIES != _FORM:
        raise TypeError("a target has one of json, body, form or files, and multipart")
    if "body_length" in said and isinstance(said.get("body"), (type(None), bytes, os.PathLike)):
        reason = "body_length is for a body that is an iterable or a file that cannot seek"
        raise UsageError(reason, Status.ARGUMENT)
    if "trailers" in said and isinstance(given.get("body"), (list, tuple)):
        said["body"] = said["body"] or ()  # a list without bytes is an iterable, too
    if "trailers" in said and ("body_length" in said or isinstance(said.get("body"), (type(None), bytes, os.PathLike))):
        reason = "trailers are for a body without a length: an iterable or an open file, without body_length"
        raise UsageError(reason, Status.ARGUMENT)
    return said


def _sample(given: Any) -> Sample:
    if not isinstance(given, Sample):
        raise check.wrong("sample", "a moya.Sample", given)
    return given


def _stub(given: Any) -> Optional[StubBehavior]:
    return None if given is _DEFAULT else check.stub(given, "stub")


def _tags(given: Any) -> Optional[Tuple[str, ...]]:
    if not given:
        return None
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise check.wrong("tags", "several texts", given)
    return tuple(given)


def _validate(given: Any) -> "Union[None, Validation, Tuple[int, ...]]":
    return None if given is _ANY_STATUS else check.validation(given, "validate")


def _path_values(given: Any) -> "Tuple[Tuple[str, str], ...]":
    rows = check.pairs(given, "path_values")
    return tuple((name, check.scalar(value, f"the value for {name!r}")) for name, value in rows)


def _bool_style(given: Any) -> Optional[BoolStyle]:
    if not isinstance(given, BoolStyle):
        raise check.wrong("bool_style", "a moya.BoolStyle", given)
    return None if given is _NUMERIC else given


# These members are looked up only once, because before Python 3.12 each look-up runs Python code.
_DEFAULT, _ANY_STATUS, _NUMERIC = StubBehavior.DEFAULT, Validation.NONE, BoolStyle.NUMERIC
#: The fields that can be a body, and the two of these fields that can be combined.
_BODIES, _FORM = frozenset(("json", "body", "form", "files", "multipart")), {"form", "files"}
#: Fields for which None is a wrong value. For all other fields, None means that the field is not set.
_NEVER_NONE = frozenset(("stub", "validate", "list_key", "bool_style"))
#: Each function returns what a target stores for a value; None: the value is the default.
_CHECKS: "Dict[str, Callable[[Any], Any]]" = {
    "headers": lambda it: headers(it, "headers"),
    "query": lambda it: check.values(it, "query"),
    "json": lambda it: json_text(it, "json"),
    "body": lambda it: body(it, "body"),
    "body_length": lambda it: body_length(it, "body_length"),
    "trailers": lambda it: check.function(it, "trailers"),
    "timeout": lambda it: it,
    "name": lambda it: it,
    "sample": _sample,
    "stub": _stub,
    "stub_delay": lambda it: it or None,
    "tags": _tags,
    "validate": _validate,
    "share": lambda it: True if it else None,
    "any_coding": lambda it: True if it else None,
    "decode": lambda it: None if it else False,
    "only_headers": lambda it: True if it else None,
    "path_values": _path_values,
    "form": lambda it: check.values(it, "form"),
    "files": files_of,
    "multipart": parts_of,
    "list_key": lambda it: None if it == "{key}[]" else it,
    "bool_style": _bool_style,
    "auth": credential,
    "redirects": lambda it: check.redirects(it, "redirects"),
    "max_body": lambda it: check.integer(it, "max_body", 1, 0xFFFFFFFFFFFFFFFF),
    "session": lambda it: dict(it) if isinstance(it, Mapping) else it,
    "retry": retry_of,
}
