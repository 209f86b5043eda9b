"""Wakes a task that waits, from any thread: a task of asyncio or of trio."""

import sys
from typing import Any, Optional, Union


class AsyncioWaiter:
    """One task of asyncio."""

    __slots__ = ("_loop", "_future")

    def __init__(self) -> None:
        from asyncio import get_running_loop

        self._loop = get_running_loop()
        self._future: Any = None

    def clear(self) -> None:
        """Prepares the next wait. A `wake` that follows ends it, even if it comes before `wait`."""
        self._future = self._loop.create_future()

    async def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits until `wake` or until the time is over. Returns whether `wake` ended the wait, which may be a `wake`
        that was meant for the previous wait."""
        timer = None if seconds is None else self._loop.call_later(seconds, self._end, False)
        try:
            return bool(await self._future)
        finally:
            self._future = None
            if timer is not None:
                timer.cancel()

    def wake(self) -> None:
        """Ends the wait, if there is one. Errors: RuntimeError if the event loop is closed. [any thread]"""
        if self._future is not None:
            self._loop.call_soon_threadsafe(self._end, True)

    def wake_here(self) -> None:
        """Does the same as `wake`, on the thread of the event loop."""
        self._end(True)

    def _end(self, is_woken: bool) -> None:
        if self._future is not None and not self._future.done():
            self._future.set_result(is_woken)


class TrioWaiter:
    """One task of trio. It has the functions of AsyncioWaiter."""

    __slots__ = ("_trio", "_token", "_event")

    def __init__(self, trio: Any) -> None:
        self._trio = trio
        self._token = trio.lowlevel.current_trio_token()
        self._event: Any = None

    def clear(self) -> None:
        self._event = self._trio.Event()

    async def wait(self, seconds: Optional[float] = None) -> bool:
        event = self._event
        try:
            with self._trio.move_on_after(float("inf") if seconds is None else seconds):
                await event.wait()
            return bool(event.is_set())
        finally:
            self._event = None

    def wake(self) -> None:
        event = self._event
        if event is not None:
            self._token.run_sync_soon(event.set)  # trio.RunFinishedError is a RuntimeError

    def wake_here(self) -> None:
        if self._event is not None:
            self._event.set()


def waiter_here() -> Union[AsyncioWaiter, TrioWaiter]:
    """Makes a waiter for the running task. Errors: RuntimeError outside a task."""
    return TrioWaiter(sys.modules["trio"]) if is_trio() else AsyncioWaiter()


def is_trio() -> bool:
    """Whether trio runs the caller."""
    trio = sys.modules.get("trio")
    return trio is not None and bool(trio.lowlevel.in_trio_run())
