"""Defines APIs whose endpoints are typed, and calls of their endpoints as values."""

from __future__ import annotations
from functools import partial
from types import TracebackType
from typing import (
    TYPE_CHECKING, Any, AsyncIterator, Awaitable, ClassVar, Dict, Generic, Iterator, Mapping, Optional, Tuple, Type,
    TypeVar, overload,
)

from .._arguments import Fields, text, wrong
from .._asyncio import AsyncProvider
from .._base_provider import BaseProvider
from .._errors import UsageError
from .._provider import Provider
from .._status import BoolStyle, Status

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    from .._target import Target

    P = ParamSpec("P")
else:
    P = TypeVar("P")  # ParamSpec is not in Python 3.9

if TYPE_CHECKING:
    from typing_extensions import TypeVar as _TypeVar
    from typing_extensions import Unpack

    from .._options import Options
    from ._result import APIError
    from ._result import Iterated

    #: What makes the calls of an API: moya.Provider or moya.AsyncProvider.
    M = _TypeVar("M", Provider, AsyncProvider, default=Provider)
else:
    M = TypeVar("M", Provider, AsyncProvider)  # a default needs Python 3.13


# ── Calls as values ───────────────────────────────────────────────────────────────────────────────────────────────────

T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)


class Call(Generic[R_co]):
    """An endpoint and its arguments, as a value: `GitHub.user("octocat")`. Calls can be compared, hashed and pickled,
    for queues, stubs and tests. `API.send` sends a call. The repr does not show arguments in header fields."""

    __slots__ = ("api", "name", "arguments")

    #: The class of the API.
    api: Any
    #: The name of the endpoint.
    name: str
    #: The names and values of all parameters, including defaults, in the order of the declaration.
    arguments: "Tuple[Tuple[str, Any], ...]"

    def __init__(self, api: Any, name: str, arguments: "Tuple[Tuple[str, Any], ...]") -> None:
        set_ = object.__setattr__
        set_(self, "api", api)
        set_(self, "name", name)
        set_(self, "arguments", tuple((parameter, _copy(value)) for parameter, value in arguments))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Call is a value: make another")

    def __repr__(self) -> str:
        hidden = vars_of(self.api, self.name).hidden(dict(self.arguments))
        said = ", ".join(f"{name}={'…' if name in hidden else repr(value)}" for name, value in self.arguments)
        return f"{self.api.__name__}.{self.name}({said})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Call):
            return NotImplemented
        return self.api is other.api and self.name == other.name and self.arguments == other.arguments

    def __hash__(self) -> int:
        return hash((self.api, self.name, tuple((name, _hash(value)) for name, value in self.arguments)))

    def __reduce__(self) -> "Tuple[Any, ...]":
        return Call, (self.api, self.name, self.arguments)

    @property
    def target(self) -> "Target":
        """The target of the call, with the base URL of the class."""
        endpoint = vars_of(self.api, self.name)
        made: "Target" = endpoint.target(self.api, (), dict(self.arguments))
        return made


class _Docstring:
    """The `__doc__` of a class with the decorator `documented`. The `__doc__` of the class is the docstring of the
    class. The `__doc__` of an object is the docstring of the function that declares the endpoint."""

    def __init__(self, of_class: Optional[str]) -> None:
        self._of_class = of_class

    def __get__(self, it: Any, owner: Any) -> Optional[str]:
        found: Optional[str] = self._of_class if it is None else it.__wrapped__.func.__doc__
        return found


def documented(kind: "Type[T]") -> "Type[T]":
    """A decorator for a class whose objects are endpoints. An object has the docstring of the function in its
    `__wrapped__`, which declares the endpoint."""
    kind.__doc__ = _Docstring(kind.__doc__)  # type: ignore[assignment]
    return kind


@documented
class UnboundEndpoint(Generic[P, R_co]):
    """An endpoint of a class, `GitHub.user`. Calling it makes a Call. Two such objects are equal if
    their classes and endpoints are equal."""

    __slots__ = ("api", "name")

    def __init__(self, api: Any, name: str) -> None:
        self.api, self.name = api, name

    def __call__(self, *args: "P.args", **kwargs: "P.kwargs") -> "Call[R_co]":
        """Makes a Call with these arguments. Errors: TypeError for arguments that the endpoint does not take."""
        return Call(self.api, self.name, vars_of(self.api, self.name).arguments(args, kwargs))

    @property
    def __wrapped__(self) -> Any:  # what inspect.signature() shows
        return partial(vars_of(self.api, self.name).function, None)

    def __repr__(self) -> str:
        return f"{self.api.__name__}.{self.name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnboundEndpoint) and self.api is other.api and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.api, self.name))

    def __reduce__(self) -> "Tuple[Any, ...]":
        return getattr, (self.api, self.name)


def vars_of(api: "Type[Any]", name: str) -> Any:
    """Returns the Endpoint that a class or one of its base classes declares."""
    for kind in api.__mro__:
        if name in vars(kind):
            return vars(kind)[name]
    raise AttributeError(f"{api.__name__} has no endpoint {name!r}")


def _copy(value: Any) -> Any:
    """Copies lists, mappings and sets, so that later changes of them have no effect."""
    if isinstance(value, list):
        return [_copy(inner) for inner in value]
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return set(value) if isinstance(value, set) else value


def _hash(value: Any) -> int:
    """Returns a hash that is equal for equal values, even if they are not hashable."""
    if isinstance(value, (list, tuple)):
        return hash(tuple(_hash(inner) for inner in value))
    if isinstance(value, dict):
        found: Dict[Any, int] = {key: _hash(inner) for key, inner in value.items()}
        return hash(frozenset(found.items()))
    if isinstance(value, set):
        return hash(frozenset(value))
    try:
        return hash(value)
    except TypeError:
        return hash(type(value).__name__)


# ── APIs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class API(Generic[M]):
    """An API over a provider. Derive a class that declares endpoints: `class GitHub(API[M])`.

    `GitHub(timeout=10)` makes a Provider of these options (moya.Options), so its endpoints return their results.
    `GitHub(moya.AsyncProvider())` is asynchronous, so its endpoints are awaited. The argument `base_url` replaces the
    base URL of the class. `GitHub.user("ann")`, which needs no provider, makes a Call.

    Leaving a `with` or an `async with` block closes the provider.
    """

    #: The base URL; None: the provider's base URL.
    base_url: Optional[str] = None
    #: Header fields of every request.
    headers: Optional[Fields] = None
    #: The errors for statuses, for all endpoints. If an endpoint declares an error for the same status, that error is
    #: used.
    errors: ClassVar[Mapping[int, Type[APIError[Any]]]] = {}
    #: How endpoints write lists in a query and a form; None: as moya.Target does.
    list_key: ClassVar[Optional[str]] = None
    #: How endpoints write bools in a query and a form; None: as moya.Target does.
    bool_style: ClassVar[Optional[BoolStyle]] = None
    #: What makes the calls.
    provider: M

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if vars(cls).keys().isdisjoint(("errors", "list_key", "bool_style")):
            return
        for name in dir(cls):
            inherited: Any = next((vars(kind)[name] for kind in cls.__mro__ if name in vars(kind)), None)
            if name not in vars(cls) and hasattr(inherited, "_redeclared"):
                setattr(cls, name, inherited._redeclared(cls))

    @overload
    def __init__(self: API[Provider], **options: Unpack[Options]) -> None: ...
    @overload
    def __init__(self, provider: M, *, base_url: Optional[str] = None) -> None: ...
    def __init__(self, provider: Any = None, *, base_url: Optional[str] = None, **options: Any) -> None:
        if provider is None:
            provider = Provider(**options)
        elif options:
            raise TypeError(f"{type(self).__name__}() takes a provider, or options of one ({', '.join(options)}), not both")
        elif not isinstance(provider, BaseProvider):
            raise wrong("provider", "a moya.Provider or a moya.AsyncProvider", provider)
        self.provider = provider
        if base_url is not None:
            text(base_url, "base_url")
            self.base_url = base_url

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.provider!r}>"

    def __enter__(self: Opened) -> Opened:
        if isinstance(self.provider, AsyncProvider):
            raise TypeError(f"a {type(self).__name__} with an AsyncProvider needs `async with`")
        return self

    def __exit__(
        self: API[Provider], kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.provider.close()

    async def __aenter__(self: AsyncOpened) -> AsyncOpened:
        if not isinstance(self.provider, AsyncProvider):
            raise TypeError(f"a {type(self).__name__} with a Provider needs `with`")
        return self

    async def __aexit__(
        self: API[AsyncProvider], kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.provider.aclose()

    @overload
    def send(self: API[Provider], call: Call[Iterated[T]]) -> Iterator[T]: ...
    @overload
    def send(  # type: ignore[overload-overlap]
        self: API[AsyncProvider], call: Call[Iterated[T]]
    ) -> AsyncIterator[T]: ...
    @overload
    def send(self: API[Provider], call: Call[T]) -> T: ...
    @overload
    def send(self: API[AsyncProvider], call: Call[T]) -> Awaitable[T]: ...
    def send(self, call: Any) -> Any:
        """Sends a Call of this class, and returns what the endpoint returns. Errors: those of the endpoint; UsageError
        for a Call of another class."""
        if not isinstance(call, Call) or not isinstance(self, call.api):
            what = f"of {call.api.__name__}" if isinstance(call, Call) else type(call).__name__
            raise UsageError(f"call must be a call of {type(self).__name__}, not {what}", Status.ARGUMENT)
        return getattr(self, call.name)(**dict(call.arguments))


Opened = TypeVar("Opened", bound=API[Provider])
AsyncOpened = TypeVar("AsyncOpened", bound=API[AsyncProvider])
