"""What a target may say beside its URL and method: the arguments of moya.Target, and how each is checked."""

import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Mapping, Optional, Tuple, TypedDict, Union

from . import _arguments as check
from ._arguments import Fields, Parameters, Stub, Values
from ._credential import Auth
from ._errors import UsageError
from ._json import json_text
from ._pairs import headers
from ._parts import Content, Part, Timeouts, body, body_length, credential, files_of, parts_of
from ._retry import Retry, RetryFunction, retry_of
from ._sample import Sample
from ._status import NO_REDIRECTS, BoolStyle, Status, StubBehavior, Validation

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
