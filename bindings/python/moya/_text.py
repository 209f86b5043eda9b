"""Text across the boundary, and what of it may be shown."""

import ctypes
import re

from ._structs import Str


def bytes_of(borrowed: Str) -> bytes:
    """A copy of borrowed bytes; b"" when there are none."""
    return ctypes.string_at(borrowed.data, borrowed.len) if borrowed.data else b""


def text_of(borrowed: Str) -> str:
    """A copy of borrowed text; "" when there is none."""
    return bytes_of(borrowed).decode("utf-8", "replace")


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
_HOST = re.compile(r"(\[[^\[\]@]*\]|[^:@\[\]]*)(:[0-9]*)?")


def shown_url(url: str) -> str:
    """Scheme, host, port and path of a URL: user, password, query and fragment may be secrets. What is no such
    URL is not shown at all, since any part of it may be one of those."""
    scheme, mark, rest = re.split("[?#]", url, maxsplit=1)[0].partition("://")
    authority, slash, path = rest.partition("/")
    host = authority.rpartition("@")[2]
    if not (mark and _SCHEME.fullmatch(scheme) and _HOST.fullmatch(host)):
        return "…"
    return f"{scheme}://{host}{slash}{path}"
