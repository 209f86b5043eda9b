"""Handles of the library, each owned by a Python object."""

import ctypes
from typing import Any, NoReturn

from . import _library as c
from ._structs import Completion

_as_method = ctypes.pythonapi.PyInstanceMethod_New
_as_method.restype, _as_method.argtypes = ctypes.py_object, (ctypes.py_object,)


class Handle(ctypes.c_void_p):
    """Made empty; the library fills it in, as an out parameter or as the result of a function. It is released when the
    last reference to this object goes.

    Invariant: a handle has its owner from the instant in which it exists to the one in which it is released. So its
    destructor is the library's function itself: there is no bytecode between the last reference and the release, where
    a signal handler could raise, and no code that it could be called from twice.
    """

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} belongs to this process: it cannot be copied or pickled")


class ProviderHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.provider_destroy)


class QueueHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.queue_destroy)


class CallHandle(Handle):
    """The handle of a call. Releasing it does not stop the call."""

    __slots__ = ()
    __del__: Any = _as_method(c.releases("moya_call_release"))


class ExchangeHandle(Handle):
    """A call that its thread has left for a while. Releasing it cancels the call."""

    __slots__ = ()
    __del__: Any = _as_method(c.releases("moya_exchange_release", waits=True))


class StubsHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.stubs_release)


class GroupHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.group_release)


class ResponseHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.releases("moya_response_release"))


class ErrorHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.releases("moya_error_release"))


class CookieListHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.cookie_list_release)


# Each gives one more reference to the same thing, in a handle of its own.
c.response_retain.restype = ResponseHandle
c.error_retain.restype = ErrorHandle
c.call_retain.restype = CallHandle

ROW_SIZE = ctypes.sizeof(Completion)


def rows(count: int) -> Any:
    """A class of arrays with room for ended calls. An array owns what is in it: to keep an answer or an error, retain
    it. Its rows may be filled again once they were released."""
    release = _as_method(c.releases_rows(count))
    return type("Rows", (Completion * count,), {"__slots__": (), "__del__": release, "__reduce__": Handle.__reduce__})
