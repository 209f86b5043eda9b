"""Finds the endpoint to which a test's rule applies. A rule names an endpoint or a call of an endpoint. Only this
module knows which Python objects can stand for them."""

import sys
from typing import Any, Callable, NamedTuple, Optional, Tuple, Union

from .. import _arguments as check
from .._api import Route
from .._cut import Event, EventParser
from .._endpoint import Sender
from .._errors import MoyaError, UsageError
from .._json import json_text
from .._response import _from_parts
from .._status import Status
from .._target import Target
from .._values import Sample

_JSON = (("Content-Type", "application/json"),)
_EVENTS = (("Content-Type", "text/event-stream"),)


class Subject(NamedTuple):
    """An endpoint, as rules see it."""

    #: The name of the endpoint's targets.
    name: str
    #: Reads the declared result of the endpoint from a response. Raises an exception if the response does not have such
    #: a result. None: the endpoint declares no result.
    read: "Optional[Callable[[Any], Any]]" = None
    #: The key path of the result in the body.
    at: str = ""
    #: What the body is: "json", "bytes", "events" or "lines". "" if there is no result.
    form: str = "json"
    #: Returns whether another page follows a response. None: the response alone does not say this, or the result has no
    #: pages.
    is_followed: "Optional[Callable[[Any], bool]]" = None

    def sample(self, value: Any) -> Sample:
        """Makes a response from which the endpoint reads this value as its result. Errors: UsageError if the endpoint
        cannot have this result."""
        made = self._sample(value)
        self.check(made)
        return made

    def check(self, sample: Sample) -> None:
        """Checks whether the endpoint can read a sample that is a success. Errors: UsageError."""
        if self.read is None or sample.failure or not 200 <= sample.status_code <= 299:
            return
        try:
            self.read(_response(sample))
        except Exception as problem:
            text = str(problem).replace(f"{_REPLY.name}: ", "", 1)
            reason = f"{self.name}: the reply is not what the endpoint returns: {text}"
            raise UsageError(reason, Status.ARGUMENT) from problem

    def expect_end(self, sample: Sample) -> None:
        """Checks that no page follows the last reply of a rule. Otherwise each further request would get this reply
        again, and the pages would never end. Errors: UsageError."""
        if self.is_followed is None or sample.failure or not 200 <= sample.status_code <= 299:
            return
        try:
            is_followed = self.is_followed(_response(sample))
        except MoyaError:
            return  # the call raises this error, so its pages end
        if is_followed:
            reason = f"{self.name}: the last reply leads to another page, so the pages never end: add an empty page, reply(…, [])"
            raise UsageError(reason, Status.ARGUMENT)

    def _sample(self, value: Any) -> Sample:
        if self.form == "" and value is None:
            return Sample(status_code=204)
        if self.form == "bytes" and isinstance(value, bytes):
            return Sample(body=value)
        if self.form in ("events", "lines") and isinstance(value, (list, tuple)):
            texts = [it if isinstance(it, (str, Event)) else _json(it).decode() for it in value]
            if self.form == "lines":
                return Sample(text="".join(f"{text}\n" for text in texts))
            return Sample(text="".join(_event(it) for it in texts), headers=_EVENTS)
        body = _json(value)
        for name in reversed(self.at.split(".") if self.at else ()):
            if not name.isidentifier():
                reason = f"{self.name}: give a moya.Sample, since {self.at!r} is not a path of names"
                raise UsageError(reason, Status.ARGUMENT)
            body = b'{"%s":%s}' % (name.encode(), body)
        return Sample(body=body, headers=_JSON)


_REPLY = Target("http://reply.invalid", name="the reply")


def _response(sample: Sample) -> Any:
    raw = tuple((name.encode(), check.field_value(value, f"the value of {name} in headers")) for name, value in sample.headers)
    return _from_parts(sample.status_code, "http://reply.invalid/", raw, sample.body, _REPLY)


def _event(given: "Union[str, Event]") -> str:
    """Returns the text of an event as a server sends it. `given` is the event or its data."""
    event = given if isinstance(given, Event) else Event("message", given)
    rows = [("event", "" if event.type == "message" else event.type), ("id", event.id)]
    rows += [("retry", "" if event.retry is None else str(round(event.retry * 1000)))]
    text = "".join(f"{name}: {value}\n" for name, value in rows if value)
    return text + "".join(f"data: {line}\n" for line in event.data.split("\n")) + "\n"


def _json(value: Any) -> bytes:
    """Returns the JSON text of a value. Errors: RequestError."""
    typed: Any = sys.modules.get("moya.typed._parameters")  # it knows dataclasses, Structs, models and dates
    return bytes((json_text if typed is None else typed.json_of)(value, "a reply"))


# ── What a program gives ──────────────────────────────────────────────────────────────────────────────────────────────


def subject_of(what: Any) -> "Tuple[Subject, Optional[Target]]":
    """Returns the endpoint, and the target of a call if `what` is a call. `what` is one of these:

    - a moya.Target, which is a call
    - a route of a moya.API, `GitHub.user`
    - a function of a definition, `github.user`
    - an endpoint of moya.typed, `GitHub.user`, or a call of it, `GitHub.user("octocat")`. Both have the attributes
      `api` (a class) and `name`. `vars(api)[name]` is the declared endpoint, unless a base class of `api` declares it.
      The method `result()` of the declared endpoint returns the object that reads a response. A call also has a
      `target`

    Errors: UsageError.
    """
    if isinstance(what, Target):
        return Subject(what.name or ""), what
    route = getattr(getattr(what, "func", None), "__self__", None)
    if isinstance(route, Route):
        return Subject(route._name), None
    sender = getattr(what, "sender", None)
    if isinstance(sender, Sender):
        result = sender._result
        return Subject(sender._endpoint, result.read if result._type else None, result._key_path), None
    if isinstance(getattr(what, "api", None), type) and isinstance(getattr(what, "name", None), str):
        target = getattr(what, "target", None)
        return _typed(what.api, what.name), target
    raise check.wrong("what a rule is about", "a moya.Target, or an endpoint or a call of an API", what)


def _typed(api: Any, name: str) -> Subject:
    declared: Any = next(vars(kind)[name] for kind in api.__mro__ if name in vars(kind))
    result = declared.result()
    iterated = "" if result.iterated is None else result.iterated.__name__
    if iterated in ("Events", "Lines"):
        return Subject(declared._route._name, _elements(result), "", iterated.lower())
    if result.kind in (None, type(None)):
        return Subject(declared._route._name, None, "", "")
    form = "bytes" if result.kind is bytes else "json"
    follows = _followed(declared.pager, result) if iterated else None
    return Subject(declared._route._name, result.page if iterated else result.read, result.at, form, follows)


def _followed(pager: Any, result: Any) -> "Optional[Callable[[Any], bool]]":
    """Returns a function that says whether another page follows a response. Another page follows if the response has
    elements, and no number of all pages or elements. Returns None for pagers whose pages end in another way."""
    from ..typed._pages import NumberedPages, OffsetPages, Page, counted

    if not isinstance(pager, (NumberedPages, OffsetPages)):
        return None
    place = pager.total if isinstance(pager, OffsetPages) else pager.count
    return lambda response: bool(result.page(response)) and counted(Page(_REPLY, response, ()), place) is None


def _elements(result: Any) -> Callable[[Any], Any]:
    """Returns a function that reads each event, or each line, of a response."""

    def read(response: Any) -> None:
        if result.iterated.__name__ == "Events":
            for number, event in enumerate(EventParser().feed(response.content), 1):
                if result.of_event(response, event, number)[0]:
                    return
        else:
            for number, line in enumerate(response.content.decode("utf-8", "replace").split("\n"), 1):
                if line.strip():
                    result.element(response, line, f"line {number}")

    return read
