"""Python functions that the library calls, kept as long as it may call them."""

import atexit
import ctypes
import itertools
import weakref
from typing import Any, Callable, Dict

from ._status import LogLevel

#: What `user` is in C: a number, under which the functions are kept until the library releases it.
_kept: Dict[int, object] = {}
_numbers = itertools.count(1)

_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Log = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t)


@_Release
def _forget(user: int) -> None:
    _kept.pop(user, None)


#: Address of the moya_release_fn.
FORGET: int = ctypes.cast(_forget, ctypes.c_void_p).value or 0


def keep(function: Any) -> "tuple[int, int]":
    """The address of a C function, and the `user` under which it is kept until FORGET gets that."""
    user = next(_numbers)
    _kept[user] = function
    return ctypes.cast(function, ctypes.c_void_p).value or 0, user


def log_function(write: Callable[[LogLevel, str], Any]) -> Any:
    """A moya_log_fn. What `write` raises goes to sys.unraisablehook."""

    @_Log
    def told(_: int, level: int, message: bytes, __: int) -> None:
        write(LogLevel(level), message.decode("utf-8", "replace"))

    return told


#: Providers that call Python functions: a thread of the library's must not come back when Python is gone.
_open: "weakref.WeakSet[Any]" = weakref.WeakSet()


def close_at_exit(provider: Any) -> None:
    _open.add(provider)


@atexit.register
def _close_all() -> None:
    for provider in list(_open):
        provider._close_now()
