"""How an exchange went: what an answer tells beside itself."""

import ctypes
from ctypes import byref
from typing import NamedTuple, Optional, Tuple

from . import _library as c
from ._handle import ResponseHandle
from ._status import Info
from ._structs import Str
from ._text import shown_url, text_of

_VERSIONS = {10: "HTTP/1.0", 11: "HTTP/1.1", 20: "HTTP/2"}


class Timings(NamedTuple):
    """When each part of an exchange ended, in seconds. The first three count from the start of the last hop, and are 0
    for a step that did not happen, as with a kept connection; the others from when the request was submitted."""

    name_lookup: float
    connect: float
    tls: float
    first_byte: float
    total: float


class Redirect(NamedTuple):
    """A response that led to another URL."""

    status_code: int
    url: str

    def __repr__(self) -> str:
        return f"Redirect({self.status_code}, {shown_url(self.url)!r})"


def info(handle: ResponseHandle, what: Info) -> Optional[int]:
    value: int = c.response_info(handle, what)
    return None if value < 0 else value


def http_version(handle: ResponseHandle) -> Optional[str]:
    return _VERSIONS.get(c.response_info(handle, Info.HTTP_VERSION))


def timings(handle: ResponseHandle) -> Optional[Timings]:
    parts = (Info.NAME_LOOKUP_US, Info.CONNECT_US, Info.TLS_US, Info.FIRST_BYTE_US, Info.TOTAL_US)
    values = [c.response_info(handle, part) for part in parts]
    return None if values[-1] < 0 else Timings(*(value / 1_000_000 for value in values))


def remote_address(handle: ResponseHandle) -> Optional[Tuple[str, int]]:
    address = c.response_remote_address(handle)
    return (text_of(address), c.response_info(handle, Info.REMOTE_PORT)) if address.data else None


def history(handle: ResponseHandle) -> Tuple[Redirect, ...]:
    status, url = ctypes.c_int32(), Str()
    found = []
    for index in range(c.response_redirect_count(handle)):
        if c.response_redirect_at(handle, index, byref(status), byref(url)) == 0:
            found.append(Redirect(status.value, text_of(url)))
    return tuple(found)
