"""Finds libmoya, loads it and declares its functions. The headers that moya.h includes describe the functions. This
module also has a class for each kind of handle."""

import ctypes
import os
from ctypes import c_bool, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, List, NoReturn, Optional, Tuple

from ._structs import Completion, Str

_NAME = "libmoya.so.1"
_MAJOR = 1


def _find() -> str:
    """Returns the path of the library to load. This is $MOYA_LIBRARY or, if it is not set, the library next to this
    module (in a wheel), in the build tree, or in the system."""
    chosen = os.environ.get("MOYA_LIBRARY")
    if chosen:
        return chosen
    here = os.path.dirname(os.path.realpath(__file__))
    tree = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    for candidate in (os.path.join(here, _NAME), os.path.join(tree, "build", _NAME)):
        if os.path.exists(candidate):
            return candidate
    return _NAME


def _open(path: str) -> "tuple[ctypes.CDLL, ctypes.PyDLL]":
    try:
        return ctypes.CDLL(path), ctypes.PyDLL(path)
    except OSError as problem:
        hint = "run script/build, or set MOYA_LIBRARY to the path of libmoya.so" if path == _NAME else f"tried {path}"
        raise ImportError(f"moya: cannot load libmoya ({hint}): {problem}", path=path) from None


path = _find()

# The library is opened twice. CDLL lets other Python threads run during a call, for functions that block or may take
# long. PyDLL holds the interpreter's lock. PyDLL is faster, and is safe for functions that return at once and never
# wait for another thread.
_waiting, _quick = _open(path)


def _waits(name: str, result: Optional[type], *arguments: Any) -> Any:
    return _declare(_waiting, name, result, arguments)


def _returns(name: str, result: Optional[type], *arguments: Any) -> Any:
    return _declare(_quick, name, result, arguments)


def _declare(library: ctypes.CDLL, name: str, result: Optional[type], arguments: "tuple[Any, ...]") -> Any:
    try:
        function = getattr(library, name)
    except AttributeError:
        raise ImportError(f"moya: {path} has no {name}: is it libmoya {_MAJOR}?", path=path) from None
    function.restype, function.argtypes = result, arguments
    return function


def declared(name: str, result: Optional[type], *arguments: Any) -> Any:
    """Declares a function that returns at once. Modules that few programs need call this when they are imported."""
    return _returns(name, result, *arguments)


def declared_waiting(name: str, result: Optional[type], *arguments: Any) -> Any:
    """Like declared(), but for a function that may take long or may run the program's code."""
    return _waits(name, result, *arguments)


def declared_passing(name: str, result: Optional[type]) -> Any:
    """Like declared_waiting(), but ctypes passes the arguments without a check, which is much faster. Pass only objects
    that passed() or byref() has made, None, and ints of 31 bits."""
    function = _waiting[name]
    function.restype = result
    return function


def passed(handle: c_void_p) -> Any:
    """Returns an object that ctypes passes for a handle without a check. The object holds no reference to the
    handle."""
    return c_void_p.from_param(handle.value)


#: Returns an object that ctypes passes for an address without a check.
passed_address = c_void_p.from_param

version_number = _returns("moya_version_number", c_uint32)
if version_number() >> 16 != _MAJOR:
    raise ImportError(f"moya: {path} is version {version_number():#x}, this package needs {_MAJOR}.x", path=path)
version = _returns("moya_version", c_char_p)
features = _returns("moya_features", c_char_p)
status_name = _returns("moya_status_name", c_char_p, c_int32)
_constant = _returns("moya_constant", c_int32, c_char_p, c_void_p)


def constant(name: str) -> int:
    """Returns the value of a constant of the header, or the size of a struct, by its name. So this package repeats no
    number of the headers."""
    value = c_int64()
    if _constant(name.encode(), ctypes.byref(value)) != 0:
        raise ImportError(f"moya: {path} has no constant {name}", path=path)
    return value.value


# Handles and out parameters are c_void_p: an int, None or byref(…) is passed without a conversion.
provider_create = _waits("moya_provider_create", c_int32, c_void_p, c_void_p, c_void_p)
provider_close = _waits("moya_provider_close", None, c_void_p)
provider_destroy = _waits("moya_provider_destroy", None, c_void_p)
provider_add_builtin = _waits("moya_provider_add_builtin", c_int32, c_void_p, c_char_p, c_char_p, c_void_p, c_void_p)
# These functions may continue calls that waited for a token. This may take long, so other Python threads may run.
refresh_answer = _waits("moya_refresh_answer", c_int32, c_void_p, c_char_p)
refresh_fail = _waits("moya_refresh_fail", c_int32, c_void_p, c_int32, c_char_p)
refresh_run = _waits("moya_refresh_run", c_int32, c_void_p, c_void_p, c_void_p)
refresh_release = _waits("moya_refresh_release", None, c_void_p)
# If the call has handlers (handlers.h), they run inside this function.
provider_call = _waits("moya_provider_call", c_int32, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)
#: These functions write the result of a call to a Row. Pass only handles, Rows, objects that passed_address() or byref()
#: has made, and small ints, as with provider_enqueue_all.
provider_call_row, provider_call_row_for = _waiting["moya_provider_call_row"], _waiting["moya_provider_call_row_for"]
provider_call_row.restype = provider_call_row_for.restype = c_int32
# A plugin's hooks run inside this function. They may take long, so other Python threads may run.
#: `parts` says what the queue gets before the completion. It is an OR of MOYA_ROW_HEAD, MOYA_ROW_CHUNK,
#: MOYA_ROW_PROGRESS and MOYA_ROW_STEP.
provider_enqueue_parts = _waits(
    "moya_provider_enqueue", c_int32, c_void_p, c_void_p, c_void_p, c_uint64, c_uint32, c_void_p, c_void_p, c_void_p
)


#: Does the same as provider_enqueue_parts. Pass only what declared_passing() says.
provider_enqueue_quickly = declared_passing("moya_provider_enqueue", c_int32)


def provider_enqueue(
    provider: Any, target: Any, queue: Any, tag: int, call: Any, error: Any, group: Any = None
) -> int:
    """Calls moya_provider_enqueue for a call that puts only its completion into the queue."""
    status: int = provider_enqueue_parts(provider, target, queue, tag, 0, group, call, error)
    return status


#: Call this function only with arguments that passed() or byref() has made, or with ints of 31 bits. ctypes passes
#: these arguments without a check, which is much faster.
provider_enqueue_all = _waiting["moya_provider_enqueue_all"]
provider_enqueue_all.restype = c_int32
provider_cancel_all = _waits("moya_provider_cancel_all", None, c_void_p)

# The handlers of the call may run inside this function.
provider_send = _waits("moya_provider_send", c_int32, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)

call_pause = _waits("moya_call_pause", None, c_void_p)
call_resume = _waits("moya_call_resume", None, c_void_p)
call_retain = _returns("moya_call_retain", c_void_p, c_void_p)

# These functions may wait for a thread that saves a file.
provider_cookies = _waits("moya_provider_cookies", c_int32, c_void_p, c_char_p, c_void_p, c_void_p)
provider_set_cookie = _waits("moya_provider_set_cookie", c_int32, c_void_p, c_void_p, c_void_p)
provider_clear_cookies = _waits("moya_provider_clear_cookies", c_int32, c_void_p, c_char_p, c_void_p)
provider_save_cookies = _waits("moya_provider_save_cookies", c_int32, c_void_p, c_void_p)
cookie_list_count = _returns("moya_cookie_list_count", c_size_t, c_void_p)
cookie_list_at = _returns("moya_cookie_list_at", c_void_p, c_void_p, c_size_t)
cookie_list_release = _returns("moya_cookie_list_release", None, c_void_p)

call_cancel = _waits("moya_call_cancel", None, c_void_p)

group_create = _returns("moya_group_create", c_int32, c_void_p, c_uint32, c_void_p, c_void_p)
group_release = _returns("moya_group_release", None, c_void_p)
group_cancel = _waits("moya_group_cancel", None, c_void_p)
group_count = _returns("moya_group_count", c_size_t, c_void_p)

stubs_create = _returns("moya_stubs_create", c_int32, c_void_p, c_void_p)
stubs_release = _returns("moya_stubs_release", None, c_void_p)
stubs_add = _returns("moya_stubs_add", c_int32, c_void_p, c_void_p, c_void_p, c_void_p)
stubs_remove = _returns("moya_stubs_remove", None, c_void_p, c_uint64)
stubs_reset = _returns("moya_stubs_reset", None, c_void_p)
stubs_count = _returns("moya_stubs_count", c_uint64, c_void_p, c_uint64)
stubs_record = _returns("moya_stubs_record", c_int32, c_void_p, c_size_t, c_void_p)
stubs_record_count = _returns("moya_stubs_record_count", c_size_t, c_void_p)
stubs_record_at = _returns("moya_stubs_record_at", c_void_p, c_void_p, c_size_t)

queue_create = _returns("moya_queue_create", c_int32, c_void_p, c_void_p)
queue_destroy = _waits("moya_queue_destroy", None, c_void_p)
queue_fd = _returns("moya_queue_fd", c_int, c_void_p)
queue_set_buffer = _waits("moya_queue_set_buffer", None, c_void_p, c_size_t)
queue_drain = _returns("moya_queue_drain", c_int64, c_void_p, c_void_p, c_size_t, c_size_t)
queue_wait = _waits("moya_queue_wait", c_int64, c_void_p, c_void_p, c_size_t, c_size_t, c_int32)
#: Pass only objects that passed() or byref() has made, and small ints, as with provider_enqueue_all.
queue_drain_quickly = _quick["moya_queue_drain"]
queue_drain_quickly.restype = c_int64
#: Does the same as queue_drain_quickly, for a queue that runs calls when it is drained (moya_queue_set_pump). This may
#: take long, so other Python threads may run.
queue_drain_moving = _waiting["moya_queue_drain"]
queue_drain_moving.restype = c_int64
queue_set_pump = _returns("moya_queue_set_pump", c_int32, c_void_p, c_size_t, c_void_p)
completions_release = _returns("moya_completions_release", None, c_void_p, c_size_t, c_size_t)
#: Does the same as completions_release. Pass only objects that byref() has made, and small ints.
completions_release_quickly = _quick["moya_completions_release"]
completions_release_quickly.restype = None


def releases_rows(count: int) -> Any:
    """Returns moya_completions_release for arrays of `count` rows. The returned function takes only the array: the row
    size and the number of rows have defaults."""
    flags = ((1, "rows"), (1, "row_size", ctypes.sizeof(Completion)), (1, "count", count))
    prototype = ctypes.PYFUNCTYPE(None, c_void_p, c_size_t, c_size_t)
    return prototype(("moya_completions_release", _quick), flags)


def releases_calls(count: int) -> Any:
    """Returns moya_calls_release for arrays of `count` handles. The returned function takes only the array."""
    flags = ((1, "calls"), (1, "count", count))
    return ctypes.PYFUNCTYPE(None, c_void_p, c_size_t)(("moya_calls_release", _quick), flags)


def releases(name: str, *, waits: bool = False) -> Any:
    """Declares the function that releases a kind of handle, for `__del__`. Its only argument is always such a handle,
    so ctypes need not check the argument, which is faster."""
    function = (_waiting if waits else _quick)[name]
    function.restype = None
    return function


# This function copies a body. This may take long, so other Python threads may run.
response_create = _waits(
    "moya_response_create", c_int32, c_int32, c_char_p, c_void_p, c_size_t, c_uint32, c_char_p, c_size_t, c_void_p, c_void_p
)
response_retain = _returns("moya_response_retain", c_void_p, c_void_p)
response_status = _returns("moya_response_http_status", c_int32, c_void_p)
response_reason = _returns("moya_response_reason", Str, c_void_p)
response_body = _returns("moya_response_body", Str, c_void_p)
#: Does the same as response_body. Pass only handles.
response_body_quickly = _quick["moya_response_body"]
response_body_quickly.restype = Str
response_header = _returns("moya_response_header", Str, c_void_p, c_char_p)
response_header_count = _returns("moya_response_header_count", c_size_t, c_void_p)
response_headers = _returns("moya_response_headers", Str, c_void_p)
response_header_at = _returns("moya_response_header_at", c_int32, c_void_p, c_size_t, c_void_p, c_void_p)
response_file = _returns("moya_response_file", Str, c_void_p)
response_url = _returns("moya_response_url", Str, c_void_p)
response_info = _returns("moya_response_info", c_int64, c_void_p, c_int32)
response_remote_address = _returns("moya_response_remote_address", Str, c_void_p)
response_redirect_count = _returns("moya_response_redirect_count", c_size_t, c_void_p)
response_redirect_at = _returns("moya_response_redirect_at", c_int32, c_void_p, c_size_t, c_void_p, c_void_p)
response_trailer_count = _returns("moya_response_trailer_count", c_size_t, c_void_p)
response_trailer_at = _returns("moya_response_trailer_at", c_int32, c_void_p, c_size_t, c_void_p, c_void_p)
#: JSON texts of at most this length are parsed in microseconds, and no other thread of Python runs during that time. If
#: others ran, this thread would often have to wait until one of them lets it run again, which takes longer.
SHORT_JSON = 1 << 14


def _parses(name: str) -> "Tuple[Any, Any]":
    """Declares a function that parses the body of a response. Returns a function for a long body, which lets other
    threads run, and a function for a body of at most SHORT_JSON bytes."""
    arguments = c_void_p, c_char_p, c_void_p, c_void_p
    return _waits(name, c_int32, *arguments), _returns(name, c_int32, *arguments)


response_json_string = _parses("moya_response_json_string")
response_json_int64 = _parses("moya_response_json_int64")
response_json_double = _parses("moya_response_json_double")
response_json_bool = _parses("moya_response_json_bool")
response_json_raw = _parses("moya_response_json_raw")
json_is_unambiguous = _waits("moya_json_is_unambiguous", c_bool, c_char_p, c_size_t)
#: Does the same as json_is_unambiguous, for a text of at most SHORT_JSON bytes. Pass only bytes and a small int.
json_is_unambiguous_quickly = _quick["moya_json_is_unambiguous"]
json_is_unambiguous_quickly.restype = c_bool

error_retain = _returns("moya_error_retain", c_void_p, c_void_p)
error_message = _returns("moya_error_message", Str, c_void_p)
error_domain = _returns("moya_error_domain", c_int32, c_void_p)
error_code = _returns("moya_error_code", c_int64, c_void_p)
error_response = _returns("moya_error_response", c_void_p, c_void_p)


# ── Handles, each owned by a Python object ────────────────────────────────────────────────────────────────────────────

_as_method = ctypes.pythonapi.PyInstanceMethod_New
_as_method.restype, _as_method.argtypes = ctypes.py_object, (ctypes.py_object,)


class Handle(ctypes.c_void_p):
    """A handle that this object owns. A new object is empty. The library writes the handle into it, as an out parameter
    or as the result of a function. The handle is released when the last reference to this object is dropped.

    Invariant: a handle has an owner from the moment when it exists until it is released. So `__del__` is the library's
    release function itself, not a function of Python. Before it runs, there is no bytecode at which a signal handler
    could raise. No other code can call it a second time.
    """

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} belongs to this process: it cannot be copied or pickled")


class ProviderHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(provider_destroy)


class QueueHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(queue_destroy)


class CallHandle(Handle):
    """The handle of a call. Releasing the handle does not stop the call."""

    __slots__ = ()
    __del__: Any = _as_method(releases("moya_call_release"))


#: The number of handles in an array, and the size of a handle. The number is small, because a completed call holds the
#: sample of its stub until all calls of the array have completed.
CALLS, HANDLE_SIZE = 16, ctypes.sizeof(ctypes.c_void_p)


class CallHandles(ctypes.c_void_p * CALLS):  # type: ignore[misc]
    """The handles of calls, which are released together when the last reference to this array is dropped. This is much
    faster than a separate handle object for each call."""

    __slots__ = ()
    __del__: Any = _as_method(releases_calls(CALLS))
    __reduce__ = Handle.__reduce__


class BlockingCallHandle(Handle):
    """A blocking call that has not ended. The thread that makes the call can do other work before it continues the
    call. Releasing the handle cancels the call."""

    __slots__ = ()
    __del__: Any = _as_method(releases("moya_blocking_call_release", waits=True))


class StubsHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(stubs_release)


class GroupHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(group_release)


class ResponseHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(releases("moya_response_release"))


class ErrorHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(releases("moya_error_release"))


class CookieListHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(cookie_list_release)


# Each of these functions adds a reference to an object and returns it as a new handle.
response_retain.restype = ResponseHandle
error_retain.restype = ErrorHandle
call_retain.restype = CallHandle

ROW_SIZE = ctypes.sizeof(Completion)
#: The number of rows in an array of the class Rows. A row has the result of a call. An array has 4 KB. The
#: response of a row holds the whole array in memory.
ROWS = 64
_FIRST, _STEP = Completion.response.offset // HANDLE_SIZE, ROW_SIZE // HANDLE_SIZE


class Rows(ResponseHandle * (ROWS * _STEP)):  # type: ignore[misc]
    """Room for the rows of completed calls. An object can be filled only once. The handle of a response stays in its
    row, and an object of `answers` releases it. So the package need not retain the response, which would be slow. The
    rows own their errors until moya_completions_release."""

    __slots__ = ()
    __reduce__ = Handle.__reduce__

    def answers(self) -> "List[Optional[ResponseHandle]]":
        """Returns a ResponseHandle for each row. The handle owns the response that the library will write into the row,
        and holds a reference to the array of rows. Call this method once, before the rows are filled."""
        owners: "List[Optional[ResponseHandle]]" = self[_FIRST::_STEP]
        return owners


class Row(ResponseHandle * _STEP):  # type: ignore[misc]
    """Room for the result of one blocking call. An object can be filled only once. Before it is filled, read its
    `row[ANSWER]`, which is a ResponseHandle. This handle owns the response that the library will write into the row, and
    holds a reference to the row. After a failure, error_of() owns the error of the row."""

    __slots__ = ()
    __reduce__ = Handle.__reduce__


#: The index of the response in a Row.
ANSWER = _FIRST


def error_of(row: Row) -> ErrorHandle:
    """Returns a handle that owns the error in a row. Call this function only once for a row."""
    return ErrorHandle.from_buffer(row, Completion.error.offset)


def rows(count: int) -> Any:
    """Makes a class of arrays for `count` rows of completed calls. An array owns the responses and errors in its rows.
    Retain what you need longer than the array. After its rows were released, the array can be filled again."""
    release = _as_method(releases_rows(count))
    return type("Rows", (Completion * count,), {"__slots__": (), "__del__": release, "__reduce__": Handle.__reduce__})
