"""Python functions that the library calls, kept as long as it may call them."""

import atexit
import contextvars
import ctypes
import itertools
import threading
import weakref
from typing import Any, Awaitable, Callable, Dict, Optional

from . import _library as c
from . import _structs
from ._arguments import text
from ._errors import MoyaError
from ._status import Activity, LogLevel, Status

#: What `user` is in C: a number, under which the functions are kept until the library releases it.
_kept: Dict[int, object] = {}
_numbers = itertools.count(1)

_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Log = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t)


def _on_release(user: int, _pop: Callable[..., Any] = _kept.pop) -> None:
    _pop(user, None)  # also while Python ends, when this module's names are gone


_forget: Any = _Release(_on_release)
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

    def told(_: int, level: int, message: bytes, __: int) -> None:
        write(LogLevel(level), message.decode("utf-8", "replace"))

    return _Log(told)


_Refresh = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_Activity = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p)


def builtin(refresh: Any, activity: "Optional[Callable[[bool, str], Any]]", loop: Any) -> Any:
    """The moya_builtin of these functions, which are kept until the library releases them. `loop`: a reference to what
    gives the event loop for a refresh that is a coroutine function; None: it is none."""

    def asked(_: int, handle: int) -> None:
        token = _Wanted(handle)
        if loop is not None:
            _await(refresh, loop(), token)
            return
        # On a thread of its own: this one belongs to the library, and other calls wait for it.
        threading.Thread(target=token.get, args=(refresh,), name="moya refresh", daemon=True).start()

    def told(_: int, change: int, target: bytes) -> None:
        if activity is not None:
            activity(change == Activity.BEGAN, target.decode("utf-8", "replace"))

    struct = _structs.Builtin(ctypes.sizeof(_structs.Builtin))
    functions: Any = _Refresh(asked), _Activity(told)
    _, struct.user = keep(functions)
    struct.release_user = FORGET
    if refresh is not None:
        struct.refresh = address(functions[0])
    if activity is not None:
        struct.activity = address(functions[1])
    return struct


_Work = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Wanted:
    """A new token that is wanted. Without an answer it has failed when this object is gone."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def run(self, work: "Callable[[], Any]") -> Any:
        """What `work` gives, which runs on this thread to get the token. A call that it makes, and that needs the token,
        fails instead of waiting for itself."""
        results: "list[Any]" = []
        problems: "list[BaseException]" = []

        def run(_: "int | None") -> None:
            try:
                results.append(work())
            except BaseException as problem:
                problems.append(problem)

        function = _Work(run)
        if c.refresh_run(self._handle, address(function), None):
            run(None)
        if problems:
            raise problems[0]
        return results[0]

    def get(self, refresh: "Callable[[], str]") -> None:
        """Gets the token, on a thread that ends with this."""
        wanted.set(weakref.ref(self))
        self.take(lambda: self.run(refresh))

    def take(self, give: "Callable[[], str]") -> None:
        try:
            status = c.refresh_answer(self._handle, text(give(), "a new token"))
            if status:
                c.refresh_fail(self._handle, Status.PLUGIN_HOOK, b"the new token cannot stand in a header field")
        except BaseException as problem:
            # The text of an error that is not this package's may be a secret.
            why = f": {problem}" if isinstance(problem, MoyaError) else ""
            c.refresh_fail(self._handle, Status.PLUGIN_HOOK, f"the refresh raised {type(problem).__name__}{why}".encode())

    def __del__(self, _release: Any = c.refresh_release) -> None:
        _release(self._handle)


#: The token that code of this context gets. Coroutines that such code gives to an event loop have it too.
wanted: "contextvars.ContextVar[Optional[weakref.ref[_Wanted]]]" = contextvars.ContextVar("moya refresh", default=None)


def for_refresh(enqueue: Any) -> Any:
    """`enqueue`, as code of this context calls it: for a refresh, or not."""
    reference = wanted.get()
    token = None if reference is None else reference()
    return enqueue if token is None else lambda *arguments: token.run(lambda: enqueue(*arguments))


def _await(refresh: "Callable[[], Awaitable[str]]", running: Any, token: _Wanted) -> None:
    """Runs a coroutine function on an event loop. Whatever becomes of the loop, the calls that wait are told."""

    async def give() -> str:
        wanted.set(weakref.ref(token))
        return await refresh()

    def begin() -> None:
        task = loop.create_task(give())
        tasks.add(task)  # an event loop keeps its tasks weakly
        task.add_done_callback(tasks.discard)
        task.add_done_callback(lambda it: token.take(it.result))

    loop: Any = None if running is None else running()
    tasks: "set[Any]" = set()
    try:
        if loop is not None:
            loop.call_soon_threadsafe(begin)
    except RuntimeError:  # the event loop was closed, and with it its calls
        pass


#: Providers that call Python functions: a thread of the library's must not come back when Python is gone.
_open: "weakref.WeakSet[Any]" = weakref.WeakSet()


def close_at_exit(provider: Any) -> None:
    _open.add(provider)


@atexit.register
def _close_all() -> None:
    for provider in list(_open):
        provider._close_now()


#: By the number that is the `user` of a call's moya_target: its moya._calls.Call. A call that was given up may be asked about
#: when it is gone.
calls: "weakref.WeakValueDictionary[int, Any]" = weakref.WeakValueDictionary()
_RETRY_NO = c.constant("MOYA_RETRY_NO")


def _on_decide(user: int, attempt: int, response: Optional[int], error: Optional[int]) -> int:
    call = calls.get(user)
    if call is None:  # it was given up
        return _RETRY_NO
    after: int = call.retry_after(attempt, response, error)
    return after


_decide = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p)(_on_decide)
#: Address of the function of a moya_retry that asks the policy of its call.
DECIDE: int = address(_decide)
