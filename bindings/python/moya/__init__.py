"""Describe an HTTP API once, as targets, and call it. Stubs, plugins and typed results are included.

    import moya

    with moya.Provider() as provider:
        response = provider.call(moya.Target("https://api.github.com", "/users/octocat"))
        print(response.status_code, response.json("followers", int))
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from ._api import API, Route
from ._asyncio import AsyncProvider
from ._cookies import Cookie, Cookies
from ._errors import (
    ArgumentError,
    Cancelled,
    ConnectError,
    ConnectTimeout,
    DefinitionError,
    InvalidURL,
    JSONError,
    KeyPathError,
    MoyaError,
    NetworkError,
    NoStub,
    PluginError,
    ProtocolError,
    RequestError,
    ResponseError,
    StateError,
    StatusError,
    SystemFailure,
    Timeout,
    TransferError,
    UsageError,
)
from ._headers import Headers, PluginHeaders
from ._library import features as _features
from ._library import path as _path
from ._library import version as _version
from ._options import Options
from ._provider import Provider
from ._response import Redirect, Response, Timings
from ._status import BodyKind, BoolStyle, LogLevel, Status, StepKind, StubbedBy, StubBehavior, Validation
from ._target import Target
from ._values import Basic, Bearer, Digest, Part, Retry, Sample, Timeouts
from ._watch import Progress, Step

if _TYPE_CHECKING:
    from ._cut import Event as Event
    from ._endpoint import EndpointOptions as EndpointOptions
    from ._stream import AsyncEvents as AsyncEvents
    from ._stream import Events as Events
    from ._group import AsyncGroup as AsyncGroup
    from ._group import Group as Group
    from ._opened import AsyncOpenedAPI as AsyncOpenedAPI
    from ._opened import AsyncTypedAPI as AsyncTypedAPI
    from ._opened import OpenedAPI as OpenedAPI
    from ._opened import TypedAPI as TypedAPI
    from ._opened import open as open
    from ._opened import open_async as open_async
    from ._plugin import Plugin as Plugin
    from ._plugin import PluginCall as PluginCall
    from ._request import PluginRequest as PluginRequest
    from ._request import PluginResult as PluginResult
    from ._request import Request as Request
    from ._stream import AsyncStream as AsyncStream
    from ._stream import Stream as Stream
    from ._stubs import StubRequest as StubRequest
    from ._stubs import StubRule as StubRule
    from ._stubs import StubRules as StubRules
    from ._types import NOT_GIVEN as NOT_GIVEN
    from .testing import intercept as intercept

__version__ = "1.0.0"
#: The version of the library that was loaded.
library_version: str = _version().decode()
features: str = _features().decode()  # for example "libcurl/8.22.0 (bundled) OpenSSL/3.0.22 …", for bug reports
library_path: str = _path

__all__ = [
    "API",
    "ArgumentError",
    "AsyncEvents",
    "AsyncGroup",
    "AsyncOpenedAPI",
    "AsyncProvider",
    "AsyncStream",
    "AsyncTypedAPI",
    "Basic",
    "Bearer",
    "BodyKind",
    "BoolStyle",
    "Cancelled",
    "ConnectError",
    "ConnectTimeout",
    "Cookie",
    "Cookies",
    "DefinitionError",
    "Digest",
    "EndpointOptions",
    "Event",
    "Events",
    "Group",
    "Headers",
    "InvalidURL",
    "JSONError",
    "KeyPathError",
    "LogLevel",
    "MoyaError",
    "NOT_GIVEN",
    "NetworkError",
    "NoStub",
    "OpenedAPI",
    "Options",
    "Part",
    "Plugin",
    "PluginCall",
    "PluginError",
    "PluginHeaders",
    "PluginRequest",
    "PluginResult",
    "Progress",
    "ProtocolError",
    "Provider",
    "Redirect",
    "Request",
    "RequestError",
    "Response",
    "ResponseError",
    "Retry",
    "Route",
    "Sample",
    "StateError",
    "StatusError",
    "Status",
    "Step",
    "StepKind",
    "Stream",
    "StubBehavior",
    "StubRequest",
    "StubRule",
    "StubRules",
    "StubbedBy",
    "SystemFailure",
    "Target",
    "Timeout",
    "Timeouts",
    "Timings",
    "TransferError",
    "TypedAPI",
    "UsageError",
    "Validation",
    "features",
    "intercept",
    "library_path",
    "library_version",
    "open",
    "open_async",
]

#: Names that many programs do not need. Their modules are loaded when a name is first used.
_LATER = {
    "AsyncEvents": "_stream", "AsyncGroup": "_group", "AsyncOpenedAPI": "_opened", "AsyncStream": "_stream",
    "AsyncTypedAPI": "_opened", "EndpointOptions": "_endpoint", "Event": "_cut", "Events": "_stream", "Group": "_group",
    "NOT_GIVEN": "_types", "OpenedAPI": "_opened",
    "Plugin": "_plugin", "PluginCall": "_plugin", "PluginRequest": "_request", "PluginResult": "_request",
    "Request": "_request", "Stream": "_stream", "StubRequest": "_stubs", "StubRule": "_stubs", "StubRules": "_stubs",
    "TypedAPI": "_opened", "intercept": "testing", "open": "_opened", "open_async": "_opened",
}


def __dir__() -> "list[str]":
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    thing = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return thing
