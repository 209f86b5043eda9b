"""One operation of an API, described as a value: what Moya calls a target."""

import os
import sys
from types import MethodType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Mapping, Optional, Protocol, Tuple, TypedDict, Union

from . import _arguments as check
from ._arguments import Fields, Parameters, Stub, Values, headers
from ._errors import UsageError
from ._json import json_text
from ._lower import Lowered, lower
from ._retry import Retry, RetryFunction, retry_of
from ._status import NO_REDIRECTS, BoolStyle, Status, StubBehavior, Validation
from ._text import shown_url
from ._values import Auth, Content, Part, Sample, Timeouts, Value, body, body_length, credential, files_of, parts_of

if sys.version_info >= (3, 11):
    from typing import Unpack as Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
else:
    Unpack = Optional  # Anything with brackets: it only has to be there when annotations are evaluated.


class TargetFields(TypedDict, total=False):
    """moya.Target says what each is."""

    headers: Optional[Fields]
    query: Optional[Values]
    json: Any
    body: Optional[Content]
    body_length: Optional[int]
    timeout: Union[None, float, Timeouts]
    name: Optional[str]
    sample: Optional[Sample]
    stub: Stub
    stub_delay: float
    tags: Iterable[str]
    validate: Union[Validation, Iterable[int]]
    share: bool
    any_coding: bool
    path_values: Optional[Parameters]
    form: Optional[Values]
    files: Any
    multipart: Optional[Iterable[Part]]
    list_key: str
    bool_style: BoolStyle
    auth: Optional[Auth]
    redirects: Optional[int]
    max_body: Optional[int]
    session: Optional[Mapping[str, Any]]
    retry: Union[None, Retry, RetryFunction]


#: Targets that are a URL and nothing else. How many, and of how many characters, so that what is kept stays small.
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
    _OnePerURL = type  # so that checkers look at the parameters of __init__
else:

    class _OnePerURL(type(Protocol)):
        """Gives the same target whenever it is made of the same URL and nothing else: programs send the same few over and over,
        and targets are values. 0.1 µs less of a call of 3.9, and 7,000 instructions where it was lowered anew.

        Derived from the class of protocols, which is derived from ABCMeta, so that a class may be derived from a target and
        from one of these. What is a target is asked as of any class, which is faster."""

        __instancecheck__, __subclasscheck__ = type.__instancecheck__, type.__subclasscheck__

        def __call__(cls, *given: Any, **fields: Any) -> Any:
            if len(given) != 1 or fields or cls is not Target or type(given[0]) is not str:
                return super().__call__(*given, **fields)
            url = given[0]
            return _known_url(url) or _remembered(url, super().__call__(url))

        @property
        def __signature__(cls) -> Any:
            """What help() shows: the parameters of a target, and not those of __call__."""
            from inspect import signature

            return signature(MethodType(cls.__init__, cls))


class Target(Value, metaclass=_OnePerURL):
    """What to call, and with what. A value: it can be called any number of times, by any provider.

    base_url    "https://api.example.com/v1"; None: the provider's, to which "v2" is joined
    path        joined to base_url with one slash, percent-encoded; a `?` in it is a character of the path. {name} stands
                for the value of that name in path_values, {{ and }} for a brace
    path_values texts and numbers, percent-encoded as one segment each
    method      any token
    headers     names and values
    query       parameters, percent-encoded, in the order given: texts, numbers, bools, None (a name alone), lists and
                mappings of these. As it is now, like all that follows: later changes do not count
    json        a JSON value, the body. Sent with every method, GET too
    form        fields of a form, the body; values as in query
    body        bytes, the body as it is, without a Content-Type of its own; or a path, a file opened for bytes, an
                iterable of bytes: read while they are sent. What can be read only once can be sent only once
    body_length bytes of a body that is an iterable or a file that cannot seek: they are sent with a Content-Length instead
                of in chunks. More are not sent, fewer are an error. A list or a tuple of bytes needs none
    files       names and files, for a multipart form: what `body` takes, or a tuple of file name, that, and its type.
                Fields of `form` come before them
    multipart   the parts of a multipart form, moya.Part
    list_key    how the elements of a list are named in a query or a form: "{key}[]", "{key}", "{key}[{index}]" …
    bool_style  how a bool is written there: BoolStyle.NUMERIC is 1 and 0, BoolStyle.LITERAL true and false
    timeout     seconds for the whole call, or a moya.Timeouts; None: the provider's
    auth        a user's name and a password, sent when the server asks for them (Basic or Digest); or a moya.Basic or
                Bearer, sent at once, or a moya.Digest
    redirects   how many are followed; 0: a 3xx is an answer. None: as many as the provider says
    max_body    bytes after decoding; None: the provider's
    name        for errors, plugins and logs
    sample      the answer of a stub
    stub        whether to take it: True is at once, False is never; stub_delay is in seconds, for StubBehavior.DELAYED
    tags        for plugins
    validate    which statuses are a success: a moya.Validation, or the statuses (200, 404); with any other the call
                raises StatusError, whose `response` is what came
    share       while an equal request of the same AsyncProvider is under way, none is sent: the calls share its answer
    any_coding  a body in a content coding that is not known comes as it is, and a Content-Encoding of none or utf-8 is no coding;
                otherwise such an answer is an error
    session     how it connects differently: a mapping of what Options says of it, of `cert`, `cert_hosts`, `min_tls`, `ca`,
                `verify`, `pins`, `guard`, `http`, `interface`, `proxy`, `no_proxy`, `proxy_auth`. A check becomes stricter
                only: `verify` has no False
    retry       a moya.Retry in place of the provider's, or a function that decides (Retry.decide)

    At most one of json, body, form or files, and multipart. Errors: UsageError for an argument of a wrong type or value, RequestError for one that
    cannot be sent; what else is wrong, such as the URL, is found when it is called.
    """

    # What a target does not say is an attribute of the class: so none of it is copied, lowered or compared.
    base_url: Optional[str] = None
    path: str = ""
    method: str = "GET"
    headers: Optional[Tuple[Tuple[str, str], ...]] = None
    query: Optional[Tuple[Tuple[str, Any], ...]] = None
    body: Optional[Content] = None
    body_length: Optional[int] = None
    timeout: Union[None, float, Timeouts] = None
    name: Optional[str] = None
    sample: Optional[Sample] = None
    stub: StubBehavior = StubBehavior.DEFAULT
    stub_delay: float = 0.0
    tags: Tuple[str, ...] = ()
    validate: Union[Validation, Tuple[int, ...]] = Validation.NONE
    share: bool = False
    any_coding: bool = False
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
    session: Optional[Dict[str, Any]] = None
    #: The moya_target, and what it points into. There is none: not lowered, as a target that was copied or pickled. It has
    #: no default, with which Python would look for it in the class each time.
    _c: Lowered

    def __init__(
        self,
        base_url: Optional[str] = None,
        path: str = "",
        method: str = "GET",
        **fields: Unpack[TargetFields],
    ) -> None:
        said = self.__dict__  # past __setattr__, which refuses
        if fields:
            said.update(checked(fields))
        if base_url is not None:
            said["base_url"] = base_url
        if path != "":
            said["path"] = path
        if method != "GET":
            said["method"] = method
        said["_c"] = lower(said)

    def _with(self, path: str, fields: Mapping[str, Any]) -> "Target":
        """The same with a path and fields that this one has not: lowered from where this one was. Errors: as the class."""
        said = checked(fields)
        if path != "":
            said["path"] = path
        it = Target.__new__(Target)
        it.__dict__.update(self.__dict__)
        it.__dict__.update(said, _c=lower(said, self.__dict__.get("_c")))
        return it

    @property
    def json(self) -> Any:
        """The JSON value that is the body: a copy."""
        text = vars(self).get("json")
        return None if text is None else text.value

    def __repr__(self) -> str:
        path = self.path.partition("?")[0]
        base = "" if self.base_url is None else shown_url(self.base_url)
        joined = f"{base.rstrip('/')}/{path.lstrip('/')}" if path else base
        return f"<moya.Target {self.name or 'unnamed'}: {self.method} {joined}>"

    def replace(self, **changes: Any) -> "Target":
        """Another target with some fields changed."""
        return Target(**{**self._fields(), **changes})

    def _lower(self) -> Lowered:
        # When two threads lower it, the first struct stays: its thread may be using it already.
        lowered: Lowered = vars(self).setdefault("_c", lower(self._fields()))
        return lowered


def lowered(target: Target) -> Lowered:
    """The target's moya_target. Errors: UsageError for what is no target."""
    if type(target) is not Target and not isinstance(target, Target):
        hint = " (a route is to be called first, with its values)" if callable(target) else ""
        raise check.wrong("target", f"a moya.Target{hint}", target)
    try:
        return target._c
    except AttributeError:
        return target._lower()


def address_of(target: Target) -> int:
    """The address of the target's moya_target. Errors: UsageError for what is no target."""
    return lowered(target)[0]


def cause_of(target: Target) -> Optional[BaseException]:
    """What a file or an iterable of the target's raised while it was sent; once. KeyboardInterrupt and its like are
    raised here."""
    known: Optional[Lowered] = vars(target).get("_c")
    for thing in known[2] if known is not None else ():
        problem = getattr(thing, "error", None)
        if problem is not None:
            thing.error = None
            if not isinstance(problem, Exception):
                raise problem
            return problem
    return None


# ── What a target may say beside its URL and method, and how each is checked ──────────────────────────────────────────


def checked(given: Mapping[str, Any]) -> Dict[str, Any]:
    """What is said, without defaults, in the form in which a target keeps it. Errors: UsageError, RequestError; TypeError
    for what no target has."""
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


# Before Python 3.12 a member of an enumeration is looked up by code of Python's.
_DEFAULT, _ANY_STATUS, _NUMERIC = StubBehavior.DEFAULT, Validation.NONE, BoolStyle.NUMERIC
#: What can stand for a body, and the two of them that can stand together.
_BODIES, _FORM = frozenset(("json", "body", "form", "files", "multipart")), {"form", "files"}
#: For the others None is to say nothing.
_NEVER_NONE = frozenset(("stub", "validate", "list_key", "bool_style"))
#: Each gives what a target keeps of a value; None: it is the default.
_CHECKS: "Dict[str, Callable[[Any], Any]]" = {
    "headers": lambda it: headers(it, "headers"),
    "query": lambda it: check.values(it, "query"),
    "json": lambda it: json_text(it, "json"),
    "body": lambda it: body(it, "body"),
    "body_length": lambda it: body_length(it, "body_length"),
    "timeout": lambda it: it,
    "name": lambda it: it,
    "sample": _sample,
    "stub": _stub,
    "stub_delay": lambda it: it or None,
    "tags": _tags,
    "validate": _validate,
    "share": lambda it: True if it else None,
    "any_coding": lambda it: True if it else None,
    "path_values": _path_values,
    "form": lambda it: check.values(it, "form"),
    "files": files_of,
    "multipart": parts_of,
    "list_key": lambda it: None if it == "{key}[]" else it,
    "bool_style": _bool_style,
    "auth": credential,
    "redirects": lambda it: check.integer(it, "redirects", 0, NO_REDIRECTS - 1),
    "max_body": lambda it: check.integer(it, "max_body", 1, 0xFFFFFFFFFFFFFFFF),
    "session": lambda it: dict(it) if isinstance(it, Mapping) else it,
    "retry": retry_of,
}
