"""What moves the calls of AsyncProviders. The library's own threads do not come along into a forked child: there a thread
of Python's moves them."""

import os
import threading
import weakref
from ctypes import c_int32, c_void_p
from typing import Any

from . import _library as c
from ._errors import StateError
from ._handle import ProviderHandle
from ._status import Pump, Status

_process = c.declared_waiting("moya_provider_process", c_int32, c_void_p, c_int32, c_void_p)


class _Process:
    """This process, as forks have made it."""

    #: It, or one that it descends from, has a thread of the library's.
    has_threads = False
    #: That thread is an ancestor's.
    has_lost_threads = False


#: Those of this process that have not gone; in a forked child they are the parent's.
_providers: "weakref.WeakSet[Any]" = weakref.WeakSet()


def kind() -> Pump:
    """Of a provider that is made now."""
    if _Process.has_lost_threads:
        return Pump.HOST
    _Process.has_threads = True
    return Pump.DISPATCH


def begin(provider: Any, pump: Pump, handle: ProviderHandle) -> None:
    """To be called once with a provider of that kind. Its thread ends when the provider is closed."""
    _providers.add(provider)
    if pump == Pump.HOST:
        threading.Thread(target=_move, args=(handle,), name="moya.pump", daemon=True).start()


def _move(handle: ProviderHandle) -> None:
    while not _process(handle, -1, None):
        pass


def inherited() -> StateError:
    """The error of a provider that a forked child has from its parent."""
    reason = "this process was forked, and the AsyncProvider is its parent's: make one in this process"
    return StateError(reason, Status.FORKED)


def _in_child() -> None:
    _Process.has_lost_threads = _Process.has_threads
    for provider in list(_providers):
        provider._is_inherited, provider._caller, provider._outbox = True, None, None
    _providers.clear()


os.register_at_fork(after_in_child=_in_child)
