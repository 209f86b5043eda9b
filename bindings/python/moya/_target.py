"""One operation of an API, described as a value: what Moya calls a target."""

import ctypes
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from . import _arguments as check
from ._arguments import Fields, Parameters, Stub, Values
from ._credential import Auth
from ._errors import RequestError, UsageError
from ._immutable import Value
from ._json import json_text
from ._lower import lower
from ._parts import Content, Part, Timeouts, credential, files_of, parts_of
from ._parts import body as content
from ._retry import Retry, RetryFunction, retry_of
from ._status import NO_REDIRECTS, BoolStyle, Status, StubBehavior, Validation
from ._text import shown_url


class Sample(Value):
    """A made-up answer for stubs.

    At most one of `json` (any JSON value), `text` and `body`. `failure`: the exchange fails with that status, one of
    RESOLVE … ADDRESS, and there is no answer. `url`: the one that answered, as behind redirects; None: the request's. Errors: UsageError, RequestError.
    """

    status_code: int
    headers: Tuple[Tuple[str, str], ...]
    body: bytes
    failure: Status
    url: Optional[str]

    def __init__(
        self,
        *,
        json: Any = None,
        text: Optional[str] = None,
        body: Optional[bytes] = None,
        status_code: int = 200,
        headers: Optional[Fields] = None,
        failure: Status = Status.OK,
        url: Optional[str] = None,
    ) -> None:
        if (json is not None) + (text is not None) + (body is not None) > 1:
            raise TypeError("a sample has one of json, text and body")
        if json is not None:
            body = bytes(json_text(json, "a sample's json"))
        elif text is not None:
            body = check.utf8(text, "a sample's text")
        vars(self).update(
            status_code=check.integer(status_code, "a sample's status_code", 100, 599),
            headers=() if headers is None else check.pairs(headers, "a sample's headers"),
            body=b"" if body is None else check.data(body, "a sample's body"),
            failure=_failure(failure),
            url=url,
        )

    def __repr__(self) -> str:
        made = f"{self.status_code}, {len(self.body)} bytes" if self.failure is Status.OK else self.failure.name
        return f"<moya.Sample {made}>"


def _failure(status: Any) -> Status:
    if not isinstance(status, Status):
        raise check.wrong("a sample's failure", "a moya.Status", status)
    if status is Status.OK or Status.ADDRESS <= status <= Status.RESOLVE:
        return status
    raise UsageError(f"a sample's failure cannot be {status.name}: it is one of RESOLVE … ADDRESS", Status.ARGUMENT)


class Target(Value):
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
    session     how it connects differently: a mapping of what Options says of it, of `cert`, `cert_hosts`, `min_tls`, `ca`,
                `verify`, `pins`, `guard`, `http`, `interface`, `proxy`, `no_proxy`, `proxy_auth`. A check becomes stricter
                only: `verify` has no False
    retry       a moya.Retry in place of the provider's, or a function that decides (Retry.decide)

    At most one of json, body, form or files, and multipart. Errors: UsageError for an argument of a wrong type or value, RequestError for one that
    cannot be sent; what else is wrong, such as the URL, is found when it is called.
    """

    base_url: Optional[str]
    path: str
    method: str
    headers: Optional[Tuple[Tuple[str, str], ...]]
    query: Optional[Tuple[Tuple[str, Any], ...]]
    body: Optional[Content]
    timeout: Union[None, float, Timeouts]
    name: Optional[str]
    sample: Optional[Sample]
    stub: StubBehavior
    stub_delay: float
    tags: Tuple[str, ...]
    validate: Union[Validation, Tuple[int, ...]]
    share: bool
    # What few targets say is an attribute of the class, until one says it.
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

    def __init__(
        self,
        base_url: Optional[str] = None,
        path: str = "",
        method: str = "GET",
        *,
        headers: Optional[Fields] = None,
        query: Optional[Values] = None,
        json: Any = None,
        body: Optional[Content] = None,
        timeout: Union[None, float, Timeouts] = None,
        name: Optional[str] = None,
        sample: Optional[Sample] = None,
        stub: Stub = StubBehavior.DEFAULT,
        stub_delay: float = 0.0,
        tags: Iterable[str] = (),
        validate: Union[Validation, Iterable[int]] = Validation.NONE,
        share: bool = False,
        path_values: Optional[Parameters] = None,
        form: Optional[Values] = None,
        files: Any = None,
        multipart: Optional[Iterable[Part]] = None,
        list_key: str = "{key}[]",
        bool_style: BoolStyle = BoolStyle.NUMERIC,
        auth: Optional[Auth] = None,
        redirects: Optional[int] = None,
        max_body: Optional[int] = None,
        session: Optional[Mapping[str, Any]] = None,
        retry: Union[None, Retry, RetryFunction] = None,
    ) -> None:
        bodies = (json is not None) + (body is not None) + (form is not None or files is not None)
        if bodies + (multipart is not None) > 1:
            raise TypeError("a target has one of json, body, form or files, and multipart")
        # All fields at once, past __setattr__, which refuses: a target is made for every call, and each assignment costs.
        fields = {
            "base_url": base_url,
            "path": path,
            "method": method,
            "headers": None if headers is None else check.pairs(headers, "headers"),
            "query": None if query is None else check.values(query, "query"),
            "json": None if json is None else json_text(json, "json"),
            "body": None if body is None else content(body, "body"),
            "timeout": timeout,
            "name": name,
            "sample": sample,
            "stub": check.stub(stub, "stub"),
            "stub_delay": stub_delay,
            "tags": _tags(tags) if tags else (),
            "validate": validate if validate is Validation.NONE else check.validation(validate, "validate"),
            "share": bool(share),
        }
        if sample is not None and not isinstance(sample, Sample):
            raise check.wrong("sample", "a moya.Sample", sample)
        if path_values is not None:
            rows = check.pairs(path_values, "path_values")
            fields["path_values"] = tuple((name, check.scalar(value, f"the value for {name!r}")) for name, value in rows)
        if form is not None:
            fields["form"] = check.values(form, "form")
        if files is not None:
            fields["files"] = files_of(files)
        if multipart is not None:
            fields["multipart"] = parts_of(multipart)
        if list_key != "{key}[]":
            fields["list_key"] = list_key
        if bool_style is not BoolStyle.NUMERIC:
            if not isinstance(bool_style, BoolStyle):
                raise check.wrong("bool_style", "a moya.BoolStyle", bool_style)
            fields["bool_style"] = bool_style
        if auth is not None:
            fields["auth"] = credential(auth)
        if redirects is not None:
            fields["redirects"] = check.integer(redirects, "redirects", 0, NO_REDIRECTS - 1)
        if retry is not None:
            fields["retry"] = retry_of(retry)
        if session is not None:
            fields["session"] = dict(session) if isinstance(session, Mapping) else session
        if max_body is not None:
            fields["max_body"] = check.integer(max_body, "max_body", 1, 0xFFFFFFFFFFFFFFFF)
        object.__setattr__(self, "__dict__", fields)
        self._lower()

    @property
    def json(self) -> Any:
        """The JSON value that is the body: a copy."""
        text = vars(self)["json"]
        return None if text is None else text.value

    def __repr__(self) -> str:
        path = self.path.partition("?")[0]
        base = "" if self.base_url is None else shown_url(self.base_url)
        joined = f"{base.rstrip('/')}/{path.lstrip('/')}" if path else base
        return f"<moya.Target {self.name or 'unnamed'}: {self.method} {joined}>"

    def replace(self, **changes: Any) -> "Target":
        """Another target with some fields changed."""
        return Target(**{**self._fields(), **changes})

    def _lower(self) -> int:
        struct, kept = lower(self)
        # When two threads lower it, the first struct stays: its thread may be using it already.
        address: int = vars(self).setdefault("_c", (ctypes.addressof(struct), struct, kept))[0]
        return address


def _tags(given: Any) -> Tuple[str, ...]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise check.wrong("tags", "several texts", given)
    return tuple(given)


def address_of(target: Target) -> int:
    """The address of the target's moya_target. Errors: UsageError for what is no target."""
    if not isinstance(target, Target):
        hint = " (a route is to be called first, with its values)" if callable(target) else ""
        raise check.wrong("target", f"a moya.Target{hint}", target)
    known = vars(target).get("_c")
    # One that was copied or pickled has none yet.
    return known[0] if known is not None else target._lower()


def cause_of(target: Target) -> Optional[BaseException]:
    """What a file or an iterable of the target's raised while it was sent; once. KeyboardInterrupt and its like are
    raised here."""
    known = vars(target).get("_c")
    for thing in known[2] if known is not None else ():
        problem = getattr(thing, "error", None)
        if problem is not None:
            thing.error = None
            if not isinstance(problem, Exception):
                raise problem
            return problem  # type: ignore[no-any-return]
    return None
