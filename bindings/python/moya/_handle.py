"""Handles of the library, each owned by a Python object."""

import ctypes
from typing import Any, List, NoReturn, Optional

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


#: Few, since each call that has ended keeps the sample of its stub until all of these have.
CALLS, HANDLE_SIZE = 16, ctypes.sizeof(ctypes.c_void_p)


class CallHandles(ctypes.c_void_p * CALLS):  # type: ignore[misc]
    """The handles of calls, which are released together, when the last reference to this array goes: a handle of its own
    would be 4,500 instructions of a call."""

    __slots__ = ()
    __del__: Any = _as_method(c.releases_calls(CALLS))
    __reduce__ = Handle.__reduce__


class BlockingCallHandle(Handle):
    """A call that its thread has left for a while. Releasing it cancels the call."""

    __slots__ = ()
    __del__: Any = _as_method(c.releases("moya_blocking_call_release", waits=True))


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
#: 4 KB, which one answer keeps that is kept.
ROWS = 64
_FIRST, _STEP = Completion.response.offset // HANDLE_SIZE, ROW_SIZE // HANDLE_SIZE


class Rows(ResponseHandle * (ROWS * _STEP)):  # type: ignore[misc]
    """Room for ended calls, to be filled once. An answer that is drained has its owner already, since that lies in these
    rows: to retain it there for another owner would be 2,000 instructions of a call. Errors are owned by the rows, until
    moya_completions_release."""

    __slots__ = ()
    __reduce__ = Handle.__reduce__

    def answers(self) -> "List[Optional[ResponseHandle]]":
        """The owner of each row's answer: to be made before the row is filled, and once. It keeps the rows."""
        owners: "List[Optional[ResponseHandle]]" = self[_FIRST::_STEP]
        return owners


def rows(count: int) -> Any:
    """A class of arrays with room for ended calls. An array owns what is in it: to keep an answer or an error, retain
    it. Its rows may be filled again once they were released."""
    release = _as_method(c.releases_rows(count))
    return type("Rows", (Completion * count,), {"__slots__": (), "__del__": release, "__reduce__": Handle.__reduce__})
