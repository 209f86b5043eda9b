"""Stores the Python functions that the library calls, for as long as it may call them."""

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
from ._errors import MoyaError, StateError, error_kind
from ._status import Activity, LogLevel, Status
from ._threads import keep_interrupt, serves_any_thread, start_thread

#: The functions by the number that is their `user` in C. A function is stored until the library releases the number.
_kept: Dict[int, object] = {}
_numbers = itertools.count(1)

_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Log = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t)


# `_kept.pop` has no bytecode, so no signal handler interrupts it. It also runs while Python ends, when the names of this
# module are gone.
_forget: Any = _Release(_kept.pop)
#: The address of `_forget` as a moya_release_fn.
FORGET: int = ctypes.cast(_forget, ctypes.c_void_p).value or 0


def keep(function: Any) -> "tuple[int, int]":
    """Stores a function of ctypes, and returns its address in C and a number. C passes this number to the function as
    `user`. When the library no longer needs the function, it calls FORGET with the number, which drops the function."""
    user = next(_numbers)
    _kept[user] = function
    return 0 if isinstance(function, tuple) else address(function), user


def kept(user: int) -> Any:
    """Returns the function that is stored under the number `user`. Errors: KeyError."""
    return _kept[user]


def address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def log_function(write: Callable[[LogLevel, str], Any]) -> Any:
    """Makes a moya_log_fn. If `write` raises, the exception goes to sys.unraisablehook. An interrupt is raised
    later."""

    def told(_: int, level: int, message: bytes, __: int) -> None:
        try:
            write(LogLevel(level), message.decode("utf-8", "replace"))
        except BaseException as problem:
            if not keep_interrupt(problem):
                raise

    return _Log(told)


_Refresh = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_Activity = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p)


def builtin(refresh: Any, activity: "Optional[Callable[[bool, str], Any]]", loop: Any) -> Any:
    """Makes a moya_builtin with these functions. They are stored until the library releases them.

    If `refresh` is a coroutine function, `loop` is a weak reference to a method that returns the event loop on which
    the coroutine runs. Otherwise `loop` is None.
    """

    def asked(_: int, handle: int) -> None:
        token = _Wanted(handle)
        if loop is not None:
            _await(refresh, loop(), token)
            return
        # `refresh` runs on a thread of its own, because the current thread belongs to the library, and other calls wait
        # for it.
        start_thread("moya refresh", token.get, refresh)

    def told(_: int, change: int, target: bytes) -> None:
        try:
            if activity is not None:
                activity(change == Activity.BEGAN, target.decode("utf-8", "replace"))
        except BaseException as problem:
            if not keep_interrupt(problem):
                raise

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
    """A request for a new token. If nothing has answered it when this object is freed, the refresh fails."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def run(self, work: "Callable[[], Any]") -> Any:
        """Runs `work` on this thread to get the token, and returns its result. A call that `work` makes must not need
        the token. Such a call would wait for itself, so it fails."""
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
        """Gets the token. The thread of the refresh ends when this function returns."""
        wanted.set(weakref.ref(self))
        self.take(lambda: self.run(refresh))

    def take(self, give: "Callable[[], str]") -> None:
        try:
            status = c.refresh_answer(self._handle, text(give(), "a new token"))
            if status:
                c.refresh_fail(self._handle, Status.PLUGIN_HOOK, b"the new token cannot stand in a header field")
        except BaseException as problem:
            # Only the text of this package's errors is shown. The text of another exception may be a secret.
            why = f": {problem}" if isinstance(problem, MoyaError) else ""
            c.refresh_fail(self._handle, Status.PLUGIN_HOOK, f"the refresh raised {type(problem).__name__}{why}".encode())

    def __del__(self, _release: Any = c.refresh_release) -> None:
        _release(self._handle)


#: If the code in this context fetches a token: the _Wanted that waits for the token. Otherwise None. Coroutines that
#: this code starts on an event loop have the same context.
wanted: "contextvars.ContextVar[Optional[weakref.ref[_Wanted]]]" = contextvars.ContextVar("moya refresh", default=None)


def for_refresh(enqueue: Any) -> Any:
    """Returns `enqueue`, a function that starts a call. If the code in this context fetches a new token, the returned
    function runs `enqueue` inside `_Wanted.run`. Then the library knows that the call serves to get the token."""
    reference = wanted.get()
    token = None if reference is None else reference()
    return enqueue if token is None else lambda *arguments: token.run(lambda: enqueue(*arguments))


def _await(refresh: "Callable[[], Awaitable[str]]", running: Any, token: _Wanted) -> None:
    """Runs `refresh`, a coroutine function that returns a new token, on an event loop. If the event loop is closed
    before `refresh` returns, the calls that wait for the token fail."""

    async def give() -> str:
        wanted.set(weakref.ref(token))
        return await refresh()

    def begin() -> None:
        task = loop.create_task(give())
        tasks.add(task)  # an event loop holds only weak references to its tasks
        task.add_done_callback(tasks.discard)
        task.add_done_callback(lambda it: token.take(it.result))

    loop: Any = None if running is None else running()
    tasks: "set[Any]" = set()
    try:
        if loop is not None:
            loop.call_soon_threadsafe(begin)
    except RuntimeError:  # the event loop was closed, together with its calls
        pass


#: The open providers that call Python functions. They are closed before Python ends, because after that a library
#: thread must not call such a function.
_open: "weakref.WeakSet[Any]" = weakref.WeakSet()


def close_at_exit(provider: Any) -> None:
    _open.add(provider)


def _close_all() -> None:
    for provider in list(_open):
        provider._close_now()


if serves_any_thread:
    atexit.register(_close_all)
else:
    # A subinterpreter waits for its threads before it runs the functions of atexit. But the threads that run the calls
    # of providers end only when the providers are closed. So _close_all must run before that wait.
    getattr(threading, "_register_atexit", atexit.register)(_close_all)


#: The moya._calls.Call by the number that is the `user` of a call's moya_target. The library may still ask about a
#: cancelled call when its moya._calls.Call is gone, so a number may be missing here.
calls: "weakref.WeakValueDictionary[int, Any]" = weakref.WeakValueDictionary()
_RETRY_NO = c.constant("MOYA_RETRY_NO")


def _on_decide(user: int, attempt: int, response: Optional[int], error: Optional[int]) -> int:
    call = calls.get(user)
    if call is None:  # the call was cancelled
        return _RETRY_NO
    after: int = call.retry_after(attempt, response, error)
    return after


_decide = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p)(_on_decide)
#: The address of the `decide` of a moya_retry. It asks the policy of the call.
DECIDE: int = address(_decide)


# ── Plugins ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Table:
    """Loads a C struct of function pointers, which the library passes to a plugin. Each function becomes an
    attribute."""

    #: Functions in which the program's code may run, or that may wait for another thread. While one of them runs, other
    #: Python threads may run.
    _WAITING = ("log", "defer", "resume", "after", "cancel")

    def __init__(self, place: int, functions: "Dict[str, Any]") -> None:
        for index, (name, types) in enumerate(functions.items()):
            # The struct begins with two numbers of 32 bits. The function pointers follow.
            pointer = ctypes.c_void_p.from_address(place + 8 + ctypes.sizeof(ctypes.c_void_p) * index).value
            prototype: Any = ctypes.CFUNCTYPE if name in self._WAITING else ctypes.PYFUNCTYPE
            setattr(self, name, prototype(*types)(pointer))


class Wait:
    """Runs a hook that is a coroutine function. The library waits for its end, because this package has deferred the
    context of the hook. `call` is the moya.PluginCall.

    Like a hook in C, the coroutine begins even if the call has already ended. In that case it is cancelled at its first
    await, because the library no longer waits for it.

    Invariant: the context is resumed once, by the code that removes this object from the `waits` of the plugin's seat
    (_plugins.Seat, the place of the plugin in its provider).
    """

    def __init__(self, call: Any, loop: Any, context: Any) -> None:
        self.call, self.loop, self.context = call, loop, context
        self.number = next(_numbers)
        _waits[self.number] = self
        self.handle, self.tasks = call._context, call._seat.tasks
        self.timer = ctypes.c_uint64()
        #: The handle of the provider, if the provider was closed before the coroutine ended.
        self.provider: Any = None
        self.task: Any = None
        #: Whether the coroutine has begun, whether the call has ended, and whether the coroutine was cancelled.
        self.has_begun = self.is_over = self.is_cancelled = False

    def begin(self) -> None:
        status = self._set_timer()
        if status:
            raise error_kind(Status(status))(f"the hook cannot wait: {Status(status).name}", Status(status))
        try:
            self.loop.call_soon_threadsafe(self._start)
        except RuntimeError:
            raise StateError("the event loop of the call is closed", Status.STATE) from None

    def _set_timer(self) -> int:
        """Sets a timer and returns the status. The library calls timed() when the time is over, or before that if the
        call ends."""
        status: int = self.tasks.after(self.handle, _TIMER_MS, _TIMED, self.number, ctypes.byref(self.timer))
        return status

    def timed(self, status: int) -> None:
        """Runs when the timer ends. Notices that the call has ended, or sets the next timer. [any thread]"""
        if status == Status.OK:
            status = self._set_timer()
        if status != Status.OK:
            self._over()

    def _start(self) -> None:
        if self.context is None:
            self.task = self.loop.create_task(self._run())
        else:
            self.task = self.context.copy().run(self.loop.create_task, self._run())
        # If the event loop ends before the first step of the task, _run does not run. Then only this callback ends the
        # wait.
        self.task.add_done_callback(lambda _: self._end(Status.PLUGIN_HOOK))

    async def _run(self) -> None:
        call, status = self.call, int(Status.PLUGIN_HOOK)
        self.has_begun = True
        if self.is_over:
            self.loop.call_soon(self._cancel)
        try:
            status = call._take(await call._seat.run(call))
        except Exception as problem:
            status = call._fail(problem)
        except BaseException as problem:  # the task was cancelled, or the event loop ends
            if self.number in call._seat.waits:
                call._get("fail", f"the hook ended with {type(problem).__name__}".encode())
            raise
        finally:
            self._end(status)

    def _over(self) -> None:
        self.is_over = True
        try:
            self.loop.call_soon_threadsafe(self._cancel)
        except RuntimeError:  # the event loop is closed, so the coroutine does not continue
            self._end(Status.CANCELLED)

    def _cancel(self) -> None:
        # Cancels the task once, after its first step. A task that is cancelled before its first step does not run the
        # coroutine. A second cancellation would disturb how the coroutine ends.
        if self.has_begun and self.task is not None and not self.is_cancelled:
            self.is_cancelled = True
            self.task.cancel()

    def _end(self, status: int) -> None:
        seat = self.call._seat
        if seat.waits.pop(self.number, None) is not None:
            self.tasks.cancel(self.handle, self.timer.value)
            seat.host.resume(self.handle, status)
        self.task = self.provider = None  # otherwise this object and its task would hold references to each other
        self.call._end()


#: The milliseconds of each timer of a Wait. The timers notice the end of the call. Most hooks end before the first
#: timer, which is then cancelled.
_TIMER_MS = 60000
#: The Wait objects by their numbers. The seat (_plugins.Seat) of the hook's plugin owns each Wait.
_waits: "weakref.WeakValueDictionary[int, Wait]" = weakref.WeakValueDictionary()


def _on_timed(_: int, __: int, user: int, status: int) -> None:
    wait = _waits.get(user)
    if wait is not None:
        wait.timed(status)


_timed = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)(_on_timed)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_timed))  # the library may call it when this module is gone
_TIMED: int = address(_timed)
