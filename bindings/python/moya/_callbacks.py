"""Python functions that the library calls, kept as long as it may call them."""

import atexit
import ctypes
import itertools
import threading
import weakref
from typing import Any, Callable, Dict, Optional

from . import _library as c
from . import _structs
from ._arguments import text
from ._status import Activity, LogLevel, Status

#: What `user` is in C: a number, under which the functions are kept until the library releases it.
_kept: Dict[int, object] = {}
_numbers = itertools.count(1)

_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Log = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t)


@_Release
def _forget(user: int, _pop: Callable[..., Any] = _kept.pop) -> None:
    _pop(user, None)  # also while Python ends, when this module's names are gone


#: Address of the moya_release_fn.
FORGET: int = ctypes.cast(_forget, ctypes.c_void_p).value or 0


def keep(function: Any) -> "tuple[int, int]":
    """The address of a C function, and the `user` under which it is kept until FORGET gets that."""
    user = next(_numbers)
    _kept[user] = function
    return 0 if isinstance(function, tuple) else address(function), user


def kept(user: int) -> Any:
    """What is kept under that number. Errors: KeyError."""
    return _kept[user]


def address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def log_function(write: Callable[[LogLevel, str], Any]) -> Any:
    """A moya_log_fn. What `write` raises goes to sys.unraisablehook."""

    @_Log
    def told(_: int, level: int, message: bytes, __: int) -> None:
        write(LogLevel(level), message.decode("utf-8", "replace"))

    return told


_Refresh = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_Activity = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p)


def builtin(refresh: Optional[Callable[[], str]], activity: Optional[Callable[[bool, str], Any]]) -> Any:
    """The moya_builtin of these functions, which are kept until the library releases them."""

    @_Refresh
    def asked(_: int, handle: int) -> None:
        # On a thread of its own: this one belongs to the library, and other calls wait for it.
        threading.Thread(target=_refresh, args=(refresh, handle), name="moya refresh", daemon=True).start()

    @_Activity
    def told(_: int, change: int, target: bytes) -> None:
        if activity is not None:
            activity(change == Activity.BEGAN, target.decode("utf-8", "replace"))

    struct = _structs.Builtin(ctypes.sizeof(_structs.Builtin))
    _, struct.user = keep((asked, told))
    struct.release = FORGET
    if refresh is not None:
        struct.refresh = address(asked)
    if activity is not None:
        struct.activity = address(told)
    return struct


def _refresh(refresh: Callable[[], str], handle: int) -> None:
    try:
        status = c.refresh_answer(handle, text(refresh(), "a new token"))
        if status:
            c.refresh_fail(handle, Status.PLUGIN_HOOK, b"the new token cannot stand in a header field")
    except BaseException as problem:  # its text may be a secret
        c.refresh_fail(handle, Status.PLUGIN_HOOK, f"the refresh raised {type(problem).__name__}".encode())
    finally:
        c.refresh_release(handle)


#: Providers that call Python functions: a thread of the library's must not come back when Python is gone.
_open: "weakref.WeakSet[Any]" = weakref.WeakSet()


def close_at_exit(provider: Any) -> None:
    _open.add(provider)


@atexit.register
def _close_all() -> None:
    for provider in list(_open):
        provider._close_now()
