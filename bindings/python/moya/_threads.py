"""Makes the threads of Python that run calls. Stores what each thread runs in callbacks of the library, and the
interrupts that came there."""

import ctypes
import sys
import threading
from typing import Any, Callable, List, Tuple

from ._errors import StateError
from ._status import Status


def _serves_any_thread() -> bool:
    here, main = ctypes.pythonapi.PyInterpreterState_Get, ctypes.pythonapi.PyInterpreterState_Main
    here.restype = main.restype = ctypes.c_void_p
    return sys.version_info < (3, 13) or bool(here() == main())


#: Whether library threads may call Python functions of this interpreter. A thread that Python did not start always
#: enters the first interpreter of the process. Since Python 3.13, other interpreters may have their own memory, which
#: such a thread would corrupt.
serves_any_thread = _serves_any_thread()


class _Inside(threading.local):
    #: The numbers of the moya._calls.Functions whose backend or request function runs on this thread. The outermost one
    #: comes first.
    owners: Tuple[int, ...] = ()


#: Says for each thread which backends and request functions the thread is running. Inside such a function, the
#: functions of the library that wait return an error. So a call that a backend makes runs on another thread, and the
#: thread of the backend waits for it.
inside = _Inside()
#: Not empty after the first backend or request function has begun. While this list is empty, `inside.owners` is empty
#: on every thread, and calls do not look there.
ever_inside: List[bool] = []


def refuse_own(functions: Any) -> None:
    """Raises StateError if a provider is about to make a call inside its own backend or request function. The call
    would wait for the function, and the function for the call. `functions` are the functions of the provider."""
    if functions is not None and functions.number in inside.owners:
        reason = "a provider's backend and request function cannot wait for a call of the same provider"
        raise StateError(reason, Status.STATE)


#: The exceptions that signal handlers raised in callbacks of the library, for example KeyboardInterrupt. ctypes would
#: only print them. The next function of this package on the main thread raises them.
interrupts: List[BaseException] = []


def keep_interrupt(problem: BaseException) -> bool:
    """Stores an exception that a callback caught, if a signal handler raised it. Returns whether a signal handler
    raised it."""
    is_interrupt = not isinstance(problem, Exception) and threading.current_thread() is threading.main_thread()
    if is_interrupt:
        interrupts.append(problem)
    return is_interrupt


def raise_interrupt() -> None:
    """Raises the first stored interrupt, and drops the others. They came in the same call, so no later call may raise
    them."""
    first = interrupts[:1]
    if first and threading.current_thread() is threading.main_thread():
        interrupts.clear()
        raise first[0]


def drop_interrupt(problem: BaseException) -> None:
    """Drops a stored interrupt that the main thread is about to raise in another way."""
    if problem in interrupts and threading.current_thread() is threading.main_thread():
        interrupts.remove(problem)


def greenlets() -> Any:
    """Returns moya._gevent if gevent has replaced the module socket, and the current greenlet may wait; otherwise
    None."""
    monkey: Any = sys.modules.get("gevent.monkey")
    if monkey is None or not monkey.is_module_patched("socket"):
        return None
    from gevent import get_hub, getcurrent

    if getcurrent() is get_hub():
        return None
    from . import _gevent

    return _gevent


def _with_owners(run: Callable[..., Any], arguments: "Tuple[Any, ...]") -> "Callable[[], None]":
    """Returns a function that calls `run` on another thread. If this thread runs a function of a provider, the other
    thread counts as running it too, so calls to this provider are refused there."""
    owners = inside.owners

    def start() -> None:
        inside.owners = owners
        run(*arguments)

    return start


def new_thread(name: str, run: Callable[..., Any], *arguments: Any) -> threading.Thread:
    """Makes a thread that runs a function while this thread waits. If `serves_any_thread` is true, it is a daemon
    thread, so the process can end before it. Otherwise it is an ordinary thread, because the interpreter may not allow
    daemon threads. An interpreter that ends waits for its ordinary threads."""
    return threading.Thread(target=_with_owners(run, arguments), name=name, daemon=serves_any_thread)


def start_thread(name: str, run: Callable[..., Any], *arguments: Any) -> None:
    """Starts a thread for which no thread waits. gevent may have replaced threading.Thread by a class for greenlets. A
    greenlet would not run while its thread is in the library."""
    monkey: Any = sys.modules.get("gevent.monkey")
    if monkey is None or not monkey.is_module_patched("threading"):
        new_thread(name, run, *arguments).start()
        return
    from . import _gevent

    _gevent.start_thread(_with_owners(run, arguments), ())
