"""Describe an HTTP API once, as targets, and call it; with stubs, plugins and typed answers included.

    import moya

    with moya.Provider() as provider:
        response = provider.call(moya.Target("https://api.github.com", "/users/octocat"))
        print(response.status_code, response.json("followers", int))
"""

from ._api import API, Route
from ._asyncio import AsyncProvider, Group
from ._errors import (
    Cancelled,
    ConnectError,
    ConnectTimeout,
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
from ._facts import Redirect, Timings
from ._headers import Headers
from ._library import path as _path
from ._library import features as _features
from ._library import version as _version
from ._options import Options
from ._parts import Part, Timeouts
from ._provider import Provider
from ._response import Response
from ._status import BoolStyle, LogLevel, Status, StubBehavior, Validation
from ._target import Sample, Target

__version__ = "1.0.0"
#: Of the library that was found, and where.
library_version: str = _version().decode()
features: str = _features().decode()  # "libcurl/8.21.0 (bundled) OpenSSL/3.0.22 …", for reports of faults
library_path: str = _path

__all__ = [
    "API",
    "AsyncProvider",
    "BoolStyle",
    "Cancelled",
    "ConnectError",
    "ConnectTimeout",
    "Group",
    "Headers",
    "InvalidURL",
    "JSONError",
    "KeyPathError",
    "LogLevel",
    "MoyaError",
    "NetworkError",
    "NoStub",
    "Options",
    "Part",
    "PluginError",
    "ProtocolError",
    "Provider",
    "Redirect",
    "RequestError",
    "Response",
    "ResponseError",
    "Route",
    "Sample",
    "StateError",
    "StatusError",
    "Status",
    "StubBehavior",
    "SystemFailure",
    "Target",
    "Timeout",
    "Timeouts",
    "Timings",
    "TransferError",
    "UsageError",
    "Validation",
    "features",
    "library_path",
    "library_version",
]
