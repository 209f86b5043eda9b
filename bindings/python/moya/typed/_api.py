"""APIs whose endpoints are typed."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Awaitable, ClassVar, Generic, Iterator, AsyncIterator, Mapping, Optional, Type, TypeVar, overload

from .._arguments import Fields, text, wrong
from .._asyncio import AsyncProvider
from .._base_provider import BaseProvider
from .._errors import UsageError
from .._provider import Provider
from .._status import BoolStyle, Status
from ._call import Call

if TYPE_CHECKING:
    from typing_extensions import TypeVar as _TypeVar
    from typing_extensions import Unpack

    from .._options import Options
    from ._errors import APIError
    from ._result import Iterated

    #: What makes the calls of an API: moya.Provider or moya.AsyncProvider.
    M = _TypeVar("M", Provider, AsyncProvider, default=Provider)
else:
    M = TypeVar("M", Provider, AsyncProvider)  # a default needs Python 3.13
T = TypeVar("T")


class API(Generic[M]):
    """An API over a provider. Derive a class that declares endpoints: `class GitHub(API[M])`.

    `GitHub(timeout=10)` makes a Provider of these options (moya.Options), so its endpoints return their results.
    `GitHub(moya.AsyncProvider())` is asynchronous, so its endpoints are awaited. `GitHub.user("ann")`, an endpoint of
    the class, makes a Call. `base_url` replaces the base URL of the class.

    Leaving a `with` or an `async with` block closes the provider.
    """

    #: The base URL; None: that of the provider.
    base_url: Optional[str] = None
    #: Header fields of every request.
    headers: Optional[Fields] = None
    #: The errors for the statuses of all endpoints. Those of an endpoint come first.
    errors: ClassVar[Mapping[int, Type[APIError[Any]]]] = {}
    #: How endpoints write lists in a query and a form; None: as moya.Target does.
    list_key: ClassVar[Optional[str]] = None
    #: How endpoints write bools in a query and a form; None: as moya.Target does.
    bool_style: ClassVar[Optional[BoolStyle]] = None
    #: What makes the calls.
    provider: M

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
        """Sends a Call of this class, as the endpoint does. Errors: those of the endpoint; UsageError for a Call of
        another class."""
        if not isinstance(call, Call) or not isinstance(self, call.api):
            what = f"of {call.api.__name__}" if isinstance(call, Call) else type(call).__name__
            raise UsageError(f"call must be a call of {type(self).__name__}, not {what}", Status.ARGUMENT)
        return getattr(self, call.name)(**dict(call.arguments))


Opened = TypeVar("Opened", bound=API[Provider])
AsyncOpened = TypeVar("AsyncOpened", bound=API[AsyncProvider])
