"""Makes a Python object from a definition (docs/definitions.md). The endpoints of the definition are functions of the
object. See moya.open."""

import io
import os
from ctypes import byref
from functools import wraps
from types import TracebackType
from typing import (
    TYPE_CHECKING, Any, Awaitable, Callable, Iterator, List, Mapping, NoReturn, Optional, Type, TypeVar, Union,
    overload,
)

import moya  # for annotations

from ._arguments import near
from ._asyncio import AsyncProvider
from ._base_provider import BaseProvider
from ._endpoint import ApiHandle, Endpoint, EndpointOptions, Sender, api_parse, python_names
from ._errors import DefinitionError, MoyaError, UsageError
from ._json import json_text, value_of
from ._library import ErrorHandle
from ._options import Options, Unpack
from ._provider import Provider
from ._response import Response, take_error
from ._status import Status
from ._types import Types

Source = Union[str, bytes, "os.PathLike[str]", Mapping[str, Any]]

if TYPE_CHECKING:
    from typing import Protocol

    class Function(Protocol):
        """An endpoint of an OpenedAPI. Calling it returns the result. `response` makes the same call and returns the
        moya.Response. `stream` returns a moya.Stream. `download` writes the body to the file or the folder that its
        first argument names. `with_options` returns a function whose calls have other options."""

        __name__: str
        response: Callable[..., Response]
        stream: "Callable[..., moya.Stream]"
        download: Callable[..., Response]

        def __call__(self, *values: Any, **named: Any) -> Any: ...
        def with_options(self, **options: Unpack[EndpointOptions]) -> "Function": ...

    class AsyncFunction(Protocol):
        """An endpoint of an AsyncOpenedAPI, which must be awaited."""

        __name__: str
        response: Callable[..., Awaitable[Response]]
        stream: "Callable[..., moya.AsyncStream]"
        download: Callable[..., Awaitable[Response]]

        def __call__(self, *values: Any, **named: Any) -> Awaitable[Any]: ...
        def with_options(self, **options: Unpack[EndpointOptions]) -> "AsyncFunction": ...


class _Opened:
    """The endpoints of a definition as functions. A function is made when it is first used."""

    _is_async = False

    def __init__(self, source: Source, provider: BaseProvider, owns: bool) -> None:
        functions = provider._functions
        if functions is not None and functions.endpoint is not None:
            reason = "the provider's `endpoint` changes targets of Python's, which calls of a definition are not"
            raise UsageError(reason, Status.ARGUMENT)
        text = definition_text(source)
        handle, error = ApiHandle(), ErrorHandle()
        status = api_parse(provider._open(), text, len(text), byref(handle), byref(error))
        if status:
            raise refused(take_error(status, error), text)
        document = value_of(text)
        self._handle, self._provider, self._owns = handle, provider, owns
        self._name: str = document["name"]
        self._base_url: Optional[str] = document.get("base_url")
        self._types = Types(document)
        self._endpoints: Mapping[str, Any] = document["endpoints"]
        self.__doc__ = document.get("description", f"The API {self._name}.")
        #: The names of the endpoints in the definition, by the names of the attributes.
        self._attributes = python_names(self._endpoints, [*super().__dir__(), "_attributes", "close", "aclose"])
        self._own_names = {name: own for own, name in self._attributes.items()}

    def __repr__(self) -> str:
        return f"<moya.{type(self).__name__} {self._name}: {len(self)} endpoints>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a moya.{type(self).__name__} belongs to this process: it cannot be copied or pickled")

    def __len__(self) -> int:
        return len(self._endpoints)

    def __iter__(self) -> Iterator[str]:
        """Iterates over the names of the endpoints, spelled as in the definition."""
        return iter(self._endpoints)

    def __contains__(self, name: object) -> bool:
        return name in self._endpoints

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._attributes]

    if not TYPE_CHECKING:  # a type checker would accept any name

        def __getattr__(self, attribute: str) -> Any:
            attributes = self.__dict__.get("_attributes", {})
            name = attributes.get(attribute)
            if name is None:
                api = self.__dict__.get("_name", "this API")
                raise AttributeError(f"{api} has no endpoint {attribute!r}{near(attribute, attributes)}")
            function = self.__dict__[attribute] = self._function(name)
            return function

    def __getitem__(self, name: str) -> Any:
        """Returns an endpoint by its name in the definition, even if the name is a keyword or a name of this class."""
        if name not in self._endpoints:
            raise KeyError(f"{self._name} has no endpoint {name!r}{near(name, self._endpoints)}")
        return getattr(self, self._own_names[name])

    def _function(self, name: str) -> Any:
        endpoint = Endpoint(self._name, name, self._endpoints[name], self._types)
        sender = Sender(endpoint, self._handle, self._provider, self._types, self._base_url)
        return self._function_of(endpoint, sender)

    def _function_of(self, endpoint: Endpoint, sender: Sender) -> Any:
        respond, give = (sender.respond_later, sender.give_later) if self._is_async else (sender.respond, sender.give)
        response = endpoint.function(respond, Response, is_async=self._is_async)
        if not endpoint.result[0]:
            give = respond
        function: Any = endpoint.function(give, endpoint.annotation(), is_async=self._is_async)
        function.__doc__, response.__doc__ = endpoint.docstring(), endpoint.docstring(False)
        response.__qualname__ += ".response"
        # `stream` and `download` take any arguments. They call `values`, in which Python assigns the arguments to the
        # parameters of the endpoint.
        values = endpoint.function(lambda given: given, tuple, is_async=False)
        save = sender.download_later if self._is_async else sender.download

        @wraps(response)
        def stream(*given: Any, **named: Any) -> Any:
            return sender.stream(values(*given, **named))

        def download(path: "Union[str, os.PathLike[str]]", /, *given: Any, **named: Any) -> Any:
            return save(path, values(*given, **named))

        def with_options(**options: Unpack[EndpointOptions]) -> Any:
            return self._function_of(endpoint, sender.with_options(options))

        function.response, function.stream, function.download = response, stream, download
        function.with_options, function.sender = with_options, sender
        return function


class TypedAPI(_Opened):
    """The base class of OpenedAPI, and of the classes that `moya python` writes. It has everything except the
    endpoints. Each class that `moya python` writes names its endpoints, so a type checker accepts only these."""

    @property
    def provider(self) -> Provider:
        """The provider that sends the calls."""
        provider: Any = self._provider
        return provider  # type: ignore[no-any-return]

    def close(self) -> None:
        """Closes the provider, if open() has made it. A provider that was passed to open() stays open."""
        if self._owns:
            self.provider.close()

    def __enter__(self: "Opened") -> "Opened":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class OpenedAPI(TypedAPI):
    """An API that a definition describes. Each endpoint is a function.

        with moya.open("github.moya.json", timeout=10) as github:
            repos = github.user_repos("octocat", page=2)
            response = github.user_repos.response("octocat")  # the moya.Response

    `help(github.user_repos)` shows its parameters and its result. If the name of an endpoint is a keyword or a name of
    this class, the attribute has a `_` at the end; `github["import"]` finds the endpoint under its own name. Any thread
    may use the object, as long as the provider is open.
    """

    if TYPE_CHECKING:
        def __getattr__(self, attribute: str) -> "Function": ...
        def __getitem__(self, name: str) -> "Function": ...


class AsyncTypedAPI(_Opened):
    """The base class of AsyncOpenedAPI, and of the classes that `moya python` writes for asyncio. Like
    TypedAPI, it has everything except the endpoints."""

    _is_async = True

    @property
    def provider(self) -> AsyncProvider:
        """The provider that sends the calls."""
        provider: Any = self._provider
        return provider  # type: ignore[no-any-return]

    async def aclose(self) -> None:
        """Closes the provider, if open_async() has made it. A provider that was passed to open() stays open."""
        if self._owns:
            await self.provider.aclose()

    async def __aenter__(self: "Opened") -> "Opened":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()


class AsyncOpenedAPI(AsyncTypedAPI):
    """An API that a definition describes, like OpenedAPI. Its endpoints are coroutine functions:

        async with moya.open_async("github.moya.json") as github:
            repos = await github.user_repos("octocat")
    """

    if TYPE_CHECKING:
        def __getattr__(self, attribute: str) -> "AsyncFunction": ...
        def __getitem__(self, name: str) -> "AsyncFunction": ...


Opened = TypeVar("Opened", bound=_Opened)


@overload
def open(definition: Source, *, provider: AsyncProvider) -> AsyncOpenedAPI: ...
@overload
def open(definition: Source, *, provider: Optional[Provider] = None, **options: Unpack[Options]) -> OpenedAPI: ...
def open(definition: Source, *, provider: Optional[BaseProvider] = None, **options: Any) -> _Opened:
    """Opens a definition: a path, a mapping, or JSON text (bytes, or a str that begins with "{").

    `provider`, a moya.Provider or a moya.AsyncProvider, sends the calls of the definition. Without `provider`, a new
    Provider with these options (moya.Options) sends the calls, and is closed together with the returned object.

    Errors: DefinitionError, with the place as a JSON Pointer; OSError for a file; UsageError; TypeError for a provider
    together with options.
    """
    if provider is None:
        return _own(OpenedAPI, definition, Provider(**options))
    if options:
        raise TypeError(f"open() takes a provider, or options of one ({', '.join(options)}), not both")
    if isinstance(provider, AsyncProvider):
        return AsyncOpenedAPI(definition, provider, False)
    if isinstance(provider, Provider):
        return OpenedAPI(definition, provider, False)
    raise UsageError(
        f"provider must be a moya.Provider or a moya.AsyncProvider, not {type(provider).__name__}", Status.ARGUMENT
    )


def open_async(definition: Source, **options: Unpack[Options]) -> AsyncOpenedAPI:
    """Opens a definition like open(). A new AsyncProvider sends its calls."""
    return _own(AsyncOpenedAPI, definition, AsyncProvider(**options))


def _own(kind: "Type[Opened]", definition: Source, provider: BaseProvider) -> "Opened":
    try:
        return kind(definition, provider, True)
    except BaseException:
        provider._handle = None  # nothing was sent, so there is nothing to wait for
        raise


# ── Reading definitions, and errors in them ───────────────────────────────────────────────────────────────────────────

#: How many bytes of a file are read: one more than the library accepts, so that it refuses a longer file.
_MOST = (8 << 20) + 1


def definition_text(source: Any) -> bytes:
    """Returns the JSON text of a definition that open() was called with. Errors: UsageError, OSError."""
    if isinstance(source, Mapping):
        return bytes(json_text(dict(source), "a definition"))
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source.encode("utf-8", "surrogatepass")
    if not isinstance(source, (str, os.PathLike)):
        raise UsageError(
            f"a definition is a path, a mapping or JSON text, not {type(source).__name__}", Status.ARGUMENT
        )
    with io.open(source, "rb") as file:
        return file.read(_MOST)


def refused(error: MoyaError, text: bytes) -> MoyaError:
    """Returns `error`. If it is a DefinitionError, sets its `pointer` to the place of the mistake."""
    if isinstance(error, DefinitionError):
        error.pointer = _pointer(str(error), text)
    return error


def _pointer(message: str, text: bytes) -> str:
    """Returns the JSON Pointer at the start of a message. A key may have spaces, so the pointer is the longest start of
    the message that leads to a value of the definition. If no start leads to a value, the pointer is the first word of
    the message."""
    words = message.split(" ")
    if not message.startswith("/"):
        return ""
    try:
        document = value_of(text)
    except (ValueError, RecursionError):
        return words[0]
    lengths = range(len(words), 0, -1)
    return next((it for it in (" ".join(words[:length]) for length in lengths) if _leads(it, document)), words[0])


def _leads(pointer: str, value: Any) -> bool:
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return False
    return True
