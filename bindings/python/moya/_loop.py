"""Event loops that make calls. They are event loops of asyncio and runs of trio. anyio uses one of the two.

The rest of the package uses an event loop only through the functions of `Loop`. An event loop of asyncio has these
functions already. _trio.py adds them to a run of trio.
"""

import sys
from typing import TYPE_CHECKING, Any, Callable, Coroutine, Iterable, Optional, Tuple, Type

if TYPE_CHECKING:
    from typing import Protocol

    class Loop(Protocol):
        """What the package needs of an event loop. The names and their meanings come from asyncio."""

        def create_future(self) -> Any: ...
        def create_task(self, coroutine: "Coroutine[Any, Any, Any]", /) -> Any: ...
        def call_soon(self, function: Callable[[], Any], /) -> Any: ...
        def call_later(self, seconds: float, function: Callable[[], Any], /) -> Any: ...
        def call_soon_threadsafe(self, function: Callable[[], Any], /) -> Any: ...
        def add_reader(self, fd: int, function: Callable[[], Any], /) -> Any: ...
        def remove_reader(self, fd: int, /) -> Any: ...
        def is_running(self) -> bool: ...
        def is_closed(self) -> bool: ...
else:
    Loop = Any


def _has_trio() -> bool:
    """Returns whether the program has imported trio."""
    return sys.modules.get("trio") is not None


def running_loop() -> Loop:
    """Returns the event loop of the task that runs now. Errors: RuntimeError if no task runs."""
    if _has_trio():
        from ._trio import running

        loop = running()
        if loop is not None:
            return loop
    from asyncio import get_running_loop  # imported here, because `import moya` alone must not load asyncio

    return get_running_loop()


def runs_here(loop: Loop) -> Callable[[], bool]:
    """Returns a function that returns whether a task of this loop runs now. Call that function on the thread of the
    loop. With trio, `loop.is_running` is not enough: a thread can run an event loop of asyncio and trio at once."""
    return (lambda: running_loop() is loop) if _has_trio() else loop.is_running


def start(loop: Loop, coroutine: "Coroutine[Any, Any, Any]") -> Any:
    """Starts a coroutine on the loop. Returns an object whose `cancel` cancels it. The event loop refers to the
    coroutine until it ends. Errors: RuntimeError if the loop is closed. [any thread]"""
    if _has_trio():
        from ._trio import TrioLoop

        if isinstance(loop, TrioLoop):
            return loop.start(coroutine)
    from asyncio import run_coroutine_threadsafe

    return run_coroutine_threadsafe(coroutine, loop)  # type: ignore[arg-type]


async def all_done(loop: Loop, futures: Iterable[Any]) -> None:
    """Waits until all of these futures of the loop are done."""
    left = {future for future in futures if not future.done()}
    end = loop.create_future()

    def one_done(future: Any) -> None:
        left.discard(future)
        if not left and not end.done():
            end.set_result(None)

    for future in list(left):
        future.add_done_callback(one_done)
    if left:
        await end


async def turn(loop: Loop) -> None:
    """Lets the tasks that are ready run once."""
    future = loop.create_future()
    loop.call_soon(lambda: None if future.done() else future.set_result(None))
    await future


def cancellations() -> "Tuple[Type[BaseException], ...]":
    """Returns the exception classes that a cancelled task raises."""
    from asyncio import CancelledError

    if not _has_trio():
        return (CancelledError,)
    from trio import Cancelled

    return (CancelledError, Cancelled)


# ── The task that waits ───────────────────────────────────────────────────────────────────────────────────────────────


class Waiter:
    """Lets the task that runs now wait until another task or thread calls `wake`. Errors: RuntimeError outside a
    task."""

    __slots__ = ("_loop", "_future")

    def __init__(self) -> None:
        self._loop = running_loop()
        self._future: Any = None

    def clear(self) -> None:
        """Prepares the next wait. A `wake` after this call ends the next wait, even if it comes before `wait`."""
        self._future = self._loop.create_future()

    async def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits until `wake` is called or the time is over. Returns whether `wake` ended the wait. Such a `wake` may
        have been meant for the previous wait."""
        timer = None if seconds is None else self._loop.call_later(seconds, self._end_late)
        try:
            return bool(await self._future)
        finally:
            self._future = None
            if timer is not None:
                timer.cancel()

    def wake(self) -> None:
        """Ends the wait, if there is one. Errors: RuntimeError if the event loop is closed. [any thread]"""
        if self._future is not None:
            self._loop.call_soon_threadsafe(self.wake_here)

    def wake_here(self) -> None:
        """Does the same as `wake`, on the thread of the event loop."""
        self._end(True)

    def _end_late(self) -> None:
        self._end(False)

    def _end(self, is_woken: bool) -> None:
        if self._future is not None and not self._future.done():
            self._future.set_result(is_woken)
