"""The decorators that declare endpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Type, TypedDict, TypeVar, Union

from .._arguments import Fields, integer, unknown, wrong
from .._retry import Retry, RetryFunction
from .._status import BoolStyle
from .._values import Auth, Sample, Timeouts
from ._endpoint import Endpoint
from ._errors import APIError, checked_errors
from ._pages import Pager

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec, Unpack

    P = ParamSpec("P")
R = TypeVar("R")


class EndpointFields(TypedDict, total=False):
    """The fields of a target that an endpoint may set. moya.Target explains each of them."""

    headers: Optional[Fields]
    timeout: Union[None, float, Timeouts]
    retry: Union[None, Retry, RetryFunction]
    auth: Optional[Auth]
    sample: Optional[Sample]
    tags: Iterable[str]
    share: bool
    any_coding: bool
    redirects: Optional[int]
    max_body: Optional[int]
    list_key: str
    bool_style: BoolStyle


class Decorator:
    """Makes an Endpoint of a function that declares it."""

    def __init__(self, method: str, path: str, said: Mapping[str, Any]) -> None:
        self._method, self._path, self._said = method, path, said

    def __call__(self, function: Callable[Concatenate[Any, P], R]) -> Endpoint[P, R]:
        return Endpoint(function, self._method, self._path, **self._said)


def endpoint(
    method: str,
    path: str,
    *,
    at: str = "",
    none: Iterable[int] = (),
    errors: Optional[Mapping[int, Type[APIError[Any]]]] = None,
    pages: Optional[Pager] = None,
    done: Optional[str] = None,
    **fields: Unpack[EndpointFields],
) -> Decorator:
    """Declares an endpoint. `get`, `post`, `put`, `patch`, `delete` and `head` do the same for their method.

    path        as in moya.Route. {name} stands for the parameter of that name
    at          the key path of the result in the body, for example "items"; "": the whole body
    none        statuses for which the result is None, for example (404,)
    errors      the APIError for a status, or for a class of statuses: {404: NotFound, 5: ServerError}
    pages       how a result of Pages[…] continues: LinkPages(), CursorPages(…) …
    done        the data of the event that ends Events[…], for example "[DONE]"
    fields      EndpointFields

    The parameters of the function are the parameters of the endpoint. A parameter that the path names is in the path.
    All others are in the query for GET, HEAD, DELETE, OPTIONS and TRACE, and otherwise members of a JSON object, unless
    their annotation says otherwise (Query, Comma, Header, Field, Form, File, Body). If None is the default of a
    parameter and its value, it is not sent.

    Errors: UsageError for a path with a placeholder that is not a parameter, and for arguments of a wrong type or value.
    """
    for name in fields:
        if name not in EndpointFields.__annotations__:
            raise unknown("an endpoint", name, EndpointFields.__annotations__)
    given = {name: value for name, value in fields.items() if value is not None}
    statuses = tuple(integer(status, "a status in none", 100, 599) for status in none)
    if pages is not None and not callable(getattr(pages, "next", None)):
        raise wrong("pages", "an object with a method `next`, for example LinkPages()", pages)
    said = {"at": at, "none": statuses, "errors": checked_errors(errors or {}), "pages": pages, "done": done, "fields": given}
    return Decorator(method, path, said)


class _Of:
    """The decorator of one method."""

    def __init__(self, method: str) -> None:
        self._method = method

    def __call__(
        self,
        path: str,
        *,
        at: str = "",
        none: Iterable[int] = (),
        errors: Optional[Mapping[int, Type[APIError[Any]]]] = None,
        pages: Optional[Pager] = None,
        done: Optional[str] = None,
        **fields: Unpack[EndpointFields],
    ) -> Decorator:
        """Declares an endpoint of this method, as `endpoint` does."""
        return endpoint(self._method, path, at=at, none=none, errors=errors, pages=pages, done=done, **fields)


get = _Of("GET")  #: Declares an endpoint of the method GET, as `endpoint` does.
head = _Of("HEAD")  #: Declares an endpoint of the method HEAD. A response to it has no body.
post = _Of("POST")  #: Declares an endpoint of the method POST, as `endpoint` does.
put = _Of("PUT")  #: Declares an endpoint of the method PUT, as `endpoint` does.
patch = _Of("PATCH")  #: Declares an endpoint of the method PATCH, as `endpoint` does.
delete = _Of("DELETE")  #: Declares an endpoint of the method DELETE, as `endpoint` does.
