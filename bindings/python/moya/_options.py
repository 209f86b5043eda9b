"""A provider's settings."""

import ctypes
from typing import Any, Optional, TypedDict

from . import _structs
from ._errors import UsageError
from ._lower import milliseconds, text
from ._status import NO_REDIRECTS, Status, StubBehavior


class Options(TypedDict, total=False):
    """What Provider and AsyncProvider take. Times are in seconds; what is left out has the default named here."""

    timeout: Optional[float]
    """Wall clock of a call, retries and redirects included: 300."""
    connect_timeout: Optional[float]
    """Name, TCP and TLS: 10."""
    idle_timeout: Optional[float]
    """Without a byte: 60."""
    max_connections: Optional[int]
    """256."""
    max_connections_per_host: Optional[int]
    """64; what is beyond waits in order."""
    max_redirects: Optional[int]
    """16; 0: a 3xx is an answer."""
    max_body_size: Optional[int]
    """Bytes after decoding: 1 GiB."""
    ca_file: Optional[str]
    """PEM; the system's."""
    user_agent: Optional[str]
    """"libmoya/1.0.0"."""
    proxy: Optional[str]
    """A URL; "": none; the environment's, when the provider is made."""
    stub: StubBehavior
    """For targets that do not say: NEVER."""
    stub_delay: float
    """For DELAYED: 0."""


def lower_options(
    pump: int,
    *,
    timeout: Optional[float] = None,
    connect_timeout: Optional[float] = None,
    idle_timeout: Optional[float] = None,
    max_connections: Optional[int] = None,
    max_connections_per_host: Optional[int] = None,
    max_redirects: Optional[int] = None,
    max_body_size: Optional[int] = None,
    ca_file: Optional[str] = None,
    user_agent: Optional[str] = None,
    proxy: Optional[str] = None,
    stub: StubBehavior = StubBehavior.DEFAULT,
    stub_delay: float = 0.0,
) -> _structs.ProviderOptions:
    """The C struct. Errors: UsageError."""
    return _structs.ProviderOptions(
        size=ctypes.sizeof(_structs.ProviderOptions),
        pump=pump,
        connect_timeout_ms=milliseconds(connect_timeout, "connect_timeout"),
        idle_timeout_ms=milliseconds(idle_timeout, "idle_timeout"),
        total_timeout_ms=milliseconds(timeout, "timeout"),
        max_connections=_count(max_connections, "max_connections", 0xFFFFFFFF),
        max_connections_per_host=_count(max_connections_per_host, "max_connections_per_host", 0xFFFFFFFF),
        max_redirects=NO_REDIRECTS if max_redirects == 0 else _count(max_redirects, "max_redirects", NO_REDIRECTS - 1),
        max_body_size=_count(max_body_size, "max_body_size", 0xFFFFFFFFFFFFFFFF),
        ca_file=text(ca_file, "ca_file"),
        user_agent=text(user_agent, "user_agent"),
        stub=stub,
        stub_delay_ms=milliseconds(stub_delay or None, "stub_delay"),
        proxy=text(proxy, "proxy"),
    )


def _count(value: Any, what: str, most: int) -> int:
    """0, which is the library's default, for None."""
    if value is None:
        return 0
    if isinstance(value, int) and 0 < value <= most:
        return value
    raise UsageError(f"{what} must be an integer from 1 to {most}", Status.ARGUMENT)
