"""Text across the boundary: UTF-8 both ways."""

import ctypes

from ._structs import Str


def bytes_of(borrowed: Str) -> bytes:
    """A copy of borrowed bytes; b"" when there are none."""
    return ctypes.string_at(borrowed.data, borrowed.len) if borrowed.data else b""


def text_of(borrowed: Str) -> str:
    """A copy of borrowed text; "" when there is none."""
    return bytes_of(borrowed).decode("utf-8", "replace")
