"""Contains the endpoints of typed APIs. An endpoint is an attribute of an API. If the API has a Provider, the attribute
is a function that makes calls. If the API has an AsyncProvider, the result of this function must be awaited or
iterated. As an attribute of the class, the endpoint is a function that makes a Call."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import (
    TYPE_CHECKING, Any, AsyncIterator, Callable, Dict, FrozenSet, Generic, Iterable, Iterator, Mapping, Optional, Tuple,
    Type, TypeVar, TypedDict, Union, get_type_hints, overload,
)

from .._api import Route, _merged, _rows
from .._arguments import Fields, integer, unknown, wrong
from .._asyncio import AsyncProvider
from .._errors import UsageError
from .._response import Response, _from_parts
from .._status import BoolStyle, Status
from .._values import Auth, Retry, RetryFunction, Sample, Timeouts
from ._api import UnboundEndpoint, documented
from ._pages import Page, Pager, following
from ._parameters import Parameters
from ._result import APIError, Iterated, Lines, Pages, Result, checked_errors

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec, Unpack

    from .._provider import Provider
    from .._target import Target
    from ._api import API

    P = ParamSpec("P")
else:
    P = TypeVar("P")  # ParamSpec is not in Python 3.9

R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")

#: Methods without a body: their parameters are in the query, unless the declaration says otherwise.
_WITHOUT_BODY = frozenset(("GET", "HEAD", "DELETE", "OPTIONS", "TRACE"))
#: The fields that are the same in all targets of an endpoint, so its route sets them. Each call sets the others.
_SHARED = frozenset(("headers", "timeout", "sample", "auth", "redirects", "max_body", "any_coding", "share"))


class Endpoint(Generic[P, R_co]):
    """One operation of an API. The decorators `get`, `post` and so on make it."""

    def __init__(
        self,
        function: Callable[..., Any],
        method: str,
        path: str,
        *,
        at: str,
        none: Any,
        errors: Mapping[int, Type[APIError[Any]]],
        pages: Optional[Pager],
        done: Optional[str],
        fields: Mapping[str, Any],
    ) -> None:
        self.function, self.name, self.__doc__ = function, function.__name__, function.__doc__
        self._method, self._path, self._at, self._none, self._errors, self._pager = method, path, at, none, errors, pages
        self._done, self._fields = done, fields
        self._parameters = Parameters(function.__qualname__, function, path)
        self._owner: Any = None
        #: None: the annotations were not read yet.
        self._result: Optional[Result] = None

    def __set_name__(self, owner: Any, name: str) -> None:
        self._owner, self.name = owner, name
        style = {field: getattr(owner, field) for field in ("list_key", "bool_style") if getattr(owner, field, None) is not None}
        fields = {**style, **self._fields}
        self._each = {field: value for field, value in fields.items() if field not in _SHARED}
        self._route = Route(self._path, self._method, **{field: fields[field] for field in fields if field in _SHARED})
        self._route.__set_name__(owner, name)

    def _redeclared(self, owner: Any) -> Endpoint[P, R_co]:
        """Returns a copy of this endpoint for a derived class that has other `errors`, `list_key` or `bool_style`. The
        targets of the copy have the same name."""
        made = copy(self)
        made._result, made._parameters = None, copy(self._parameters)
        made.__set_name__(owner, self.name)
        made._route._name = self._route._name
        return made

    @overload
    def __get__(self, api: None, owner: Any) -> UnboundEndpoint[P, R_co]: ...
    @overload
    def __get__(self: Endpoint[P, Iterated[T]], api: API[Provider], owner: Any) -> Method[P, Iterator[T]]: ...
    @overload
    def __get__(self: Endpoint[P, Iterated[T]], api: API[AsyncProvider], owner: Any) -> AsyncIteration[P, T]: ...
    @overload
    def __get__(self, api: API[Provider], owner: Any) -> Method[P, R_co]: ...
    @overload
    def __get__(self, api: API[AsyncProvider], owner: Any) -> AsyncMethod[P, R_co]: ...
    def __get__(self, api: Any, owner: Any) -> Any:
        if api is None:
            return UnboundEndpoint(owner, self.name)
        result = self.result()
        if isinstance(api.provider, AsyncProvider):
            return AsyncMethod(self, api) if result.iterated is None else AsyncIteration(self, api)
        return Method(self, api) if result.iterated is None else Iteration(self, api)

    def result(self) -> Result:
        """Returns what the annotations say about the result. The annotations are read at the first use, because they
        may name classes that are declared later. Errors: UsageError."""
        if self._result is None:
            name = self._route._name
            try:
                hints = get_type_hints(self.function, include_extras=True)
            except Exception as problem:
                raise UsageError(f"{name}: its annotations cannot be evaluated: {problem}", Status.ARGUMENT) from None
            if "return" not in hints:
                raise UsageError(f"{name} does not say what it returns", Status.ARGUMENT)
            errors = {**checked_errors(getattr(self._owner, "errors", {})), **self._errors}
            result = Result(name, hints["return"], self._at, self._none, errors, self._done)
            if result.none and not result.takes_none and result.iterated is None:
                raise UsageError(f"{name}: `none` is for a result that may be None", Status.ARGUMENT)
            if (result.iterated is Pages) != (self._pager is not None):
                raise UsageError(f"{name}: `pages` is for a result of Pages[…], and needs one", Status.ARGUMENT)
            self._parameters.prepare(hints, self._method.upper() not in _WITHOUT_BODY)
            self._result = result
        return self._result

    def arguments(self, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Tuple[Tuple[str, Any], ...]:
        return self._parameters.arguments(args, kwargs)

    def hidden(self, arguments: Mapping[str, Any]) -> FrozenSet[str]:
        """Returns the names of the parameters whose values a repr must not show."""
        self.result()
        return self._parameters.hidden(arguments)

    def target(self, api: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Target:
        """Makes the target of a call. `api` is an API or its class. Errors: TypeError, UsageError, RequestError."""
        if self._result is None:
            self.result()
        fields = self._parameters.fields(api, args, kwargs)
        if "headers" in fields:  # without this, the call's header fields would replace all header fields of the route
            fields["headers"] = _merged(_rows(self._fields.get("headers")), _rows(fields["headers"]))
        return self._route._made(api, fields.pop("_path", {}), {**self._each, **fields})

    @property
    def pager(self) -> Pager:
        assert self._pager is not None  # `result` has checked this
        return self._pager


class _Bound:
    """An endpoint of an API object, which has a provider."""

    __slots__ = ("_endpoint", "_api")

    def __init__(self, endpoint: Any, api: Any) -> None:
        self._endpoint, self._api = endpoint, api

    def __repr__(self) -> str:
        return f"<{type(self._api).__name__}.{self._endpoint.name} of {self._api.provider!r}>"

    @property
    def __name__(self) -> str:
        return str(self._endpoint.name)

    @property
    def __wrapped__(self) -> Any:  # what help() and inspect.signature() show
        return partial(self._endpoint.function, self._api)


@documented
class Method(_Bound, Generic[P, R_co]):
    """An endpoint of an API over a Provider."""

    __slots__ = ()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Makes the call and returns the result. Errors: MoyaError, TypeError."""
        endpoint = self._endpoint
        result: R_co = endpoint._result.read(self._api.provider.call(endpoint.target(self._api, args, kwargs)))
        return result

    def response(self, *args: P.args, **kwargs: P.kwargs) -> Response:
        """Makes the call and returns the response, with any status. Errors: MoyaError, TypeError."""
        response: Response = self._api.provider.call(self._endpoint.target(self._api, args, kwargs))
        return response

    def target(self, *args: P.args, **kwargs: P.kwargs) -> Target:
        """Returns the target of the call, for provider.stream and provider.download. Errors: UsageError, TypeError."""
        target: Target = self._endpoint.target(self._api, args, kwargs)
        return target


@documented
class Iteration(Method[Any, Any]):
    """An endpoint over a Provider whose result is an iterator."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        endpoint, provider = self._endpoint, self._api.provider
        target = endpoint.target(self._api, args, kwargs)
        return _pages(endpoint, provider, target) if endpoint._result.iterated is Pages else _listen(endpoint, provider, target)


@documented
class AsyncMethod(_Bound, Generic[P, R_co]):
    """An endpoint of an API over an AsyncProvider."""

    __slots__ = ()

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Makes the call and returns the result. Errors: MoyaError, TypeError."""
        endpoint = self._endpoint
        result: R_co = endpoint._result.read(await self._api.provider.call(endpoint.target(self._api, args, kwargs)))
        return result

    async def response(self, *args: P.args, **kwargs: P.kwargs) -> Response:
        """Makes the call and returns the response, with any status. Errors: MoyaError, TypeError."""
        response: Response = await self._api.provider.call(self._endpoint.target(self._api, args, kwargs))
        return response

    def target(self, *args: P.args, **kwargs: P.kwargs) -> Target:
        """Returns the target of the call, for provider.stream and provider.download. Errors: UsageError, TypeError."""
        target: Target = self._endpoint.target(self._api, args, kwargs)
        return target


@documented
class AsyncIteration(_Bound, Generic[P, R_co]):
    """An endpoint over an AsyncProvider whose result is an asynchronous iterator."""

    __slots__ = ()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[R_co]:
        """Returns the iterator, which makes the calls. Errors, also of the iterator: MoyaError, TypeError."""
        endpoint, provider = self._endpoint, self._api.provider
        target = endpoint.target(self._api, args, kwargs)
        is_paged = endpoint._result.iterated is Pages
        return _pages_later(endpoint, provider, target) if is_paged else _listen_later(endpoint, provider, target)

    async def response(self, *args: P.args, **kwargs: P.kwargs) -> Response:
        """Makes the first call and returns its response, with any status. Errors: MoyaError, TypeError."""
        response: Response = await self._api.provider.call(self._endpoint.target(self._api, args, kwargs))
        return response

    def target(self, *args: P.args, **kwargs: P.kwargs) -> Target:
        """Returns the target of the call. For pages, this is the target of the first page. Errors: UsageError,
        TypeError."""
        target: Target = self._endpoint.target(self._api, args, kwargs)
        return target


# ── Iterators ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pages(endpoint: Any, provider: Any, target: Optional[Target]) -> Iterator[Any]:
    while target is not None:
        response = provider.call(target)
        items = endpoint._result.page(response)
        yield from items
        target = following(endpoint.pager, Page(target, response, items))


async def _pages_later(endpoint: Any, provider: Any, target: Optional[Target]) -> AsyncIterator[Any]:
    while target is not None:
        response = await provider.call(target)
        items = endpoint._result.page(response)
        for item in items:
            yield item
        target = following(endpoint.pager, Page(target, response, items))


def _listen(endpoint: Any, provider: Any, target: Target) -> Iterator[Any]:
    result: Result = endpoint._result
    is_lines = result.iterated is Lines
    with provider.stream(target, events=not is_lines) as stream:
        head = stream.response
        if not head.is_success and result.refuse(_with_body(head, stream.read())):
            return
        if is_lines:
            for number, line in enumerate(stream.iter_lines(), 1):
                if line.strip():
                    yield result.element(head, line, f"line {number}")
            return
        for number, event in enumerate(stream.iter_events(), 1):
            is_last, value = result.of_event(head, event, number)
            if is_last:
                return
            yield value


async def _listen_later(endpoint: Any, provider: Any, target: Target) -> AsyncIterator[Any]:
    result: Result = endpoint._result
    number = 0
    is_lines = result.iterated is Lines
    async with provider.stream(target, events=not is_lines) as stream:
        head = stream.response
        if not head.is_success and result.refuse(_with_body(head, await stream.aread())):
            return
        if is_lines:
            async for line in stream.aiter_lines():
                number += 1
                if line.strip():
                    yield result.element(head, line, f"line {number}")
            return
        async for event in stream.aiter_events():
            number += 1
            is_last, value = result.of_event(head, event, number)
            if is_last:
                return
            yield value


def _with_body(head: Response, body: bytes) -> Response:
    """Returns a response with the head of a stream and the body that was read, so that an error has both."""
    return _from_parts(head.status_code, head.url, head.headers.raw, body, head.target)


# ── The decorators ────────────────────────────────────────────────────────────────────────────────────────────────────

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
    pages       the object that finds the next page of a result Pages[…]: LinkPages(), CursorPages(…) …
    done        the data of the event that ends Events[…], for example "[DONE]"
    fields      fields of the endpoint's targets (EndpointFields)

    The parameters of the function are the parameters of the endpoint. A parameter that the path names is in the path.
    For GET, HEAD, DELETE, OPTIONS and TRACE, all others are in the query. For other methods, they are members of a JSON
    object. An annotation can choose another place (Query, Comma, Header, Field, Form, File, Body, JSON). A parameter
    whose default and value are None is not sent.

    Errors: UsageError for a path with a placeholder that is not a parameter, and for arguments of a wrong type or
    value.
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
    """Makes decorators for endpoints of one HTTP method."""

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
