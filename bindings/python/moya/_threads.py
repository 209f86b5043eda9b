"""Threads of Python that run calls, and what a thread knows about the callbacks that it is in."""

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


#: Whether library threads may call functions of this interpreter. A thread that Python did not start always enters the
#: first interpreter of the process. Since Python 3.13, other interpreters that can import this package may have their
#: own memory, which such a thread would corrupt.
serves_any_thread = _serves_any_thread()


class _Inside(threading.local):
    #: The numbers of the moya._calls.Functions whose backend or request function runs on this thread. The outermost one
    #: comes first.
    owners: Tuple[int, ...] = ()


#: Stores for each thread whose backend or request function it runs. Inside such a function, every function of the
#: library that waits returns an error. So a call that a backend makes runs on another thread, while the thread of the
#: backend waits.
inside = _Inside()


def refuse_own(functions: Any) -> None:
    """Raises StateError if this thread is inside the backend or the request function of the provider that is about to
    make a call. `functions` has these two. The call would wait for the function, which waits for the call."""
    if functions is not None and functions.number in inside.owners:
        reason = "a provider's backend and request function cannot wait for a call of the same provider"
        raise StateError(reason, Status.STATE)


#: What signal handlers have raised in callbacks of the library, for example KeyboardInterrupt. ctypes would only print
#: it. The next function of this package on the main thread raises it.
interrupts: List[BaseException] = []


def keep_interrupt(problem: BaseException) -> bool:
    """Stores the exception of a callback if a signal handler has raised it. Returns whether it did."""
    is_interrupt = not isinstance(problem, Exception) and threading.current_thread() is threading.main_thread()
    if is_interrupt:
        interrupts.append(problem)
    return is_interrupt


def raise_interrupt() -> None:
    """Raises the first interrupt. The others are of the same call, so no later call may raise them."""
    first = interrupts[:1]
    if first and threading.current_thread() is threading.main_thread():
        interrupts.clear()
        raise first[0]


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


def new_thread(name: str, run: Callable[..., Any], *arguments: Any) -> threading.Thread:
    """Makes a thread that runs something for which this thread waits. If `serves_any_thread` is true, it is a daemon
    thread, which does not keep the process alive. Otherwise the interpreter may allow no daemon threads, so it is an
    ordinary thread, for which the interpreter waits when it ends."""
    owners = inside.owners

    def start() -> None:
        inside.owners = owners
        run(*arguments)

    return threading.Thread(target=start, name=name, daemon=serves_any_thread)
