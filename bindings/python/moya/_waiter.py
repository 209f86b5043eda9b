"""Wakes a task that waits, from any thread."""

from typing import Any, Optional

from ._loop import running_loop


class Waiter:
    """The task of an event loop that runs now. Errors: RuntimeError outside a task."""

    __slots__ = ("_loop", "_future")

    def __init__(self) -> None:
        self._loop = running_loop()
        self._future: Any = None

    def clear(self) -> None:
        """Prepares the next wait. A `wake` that follows ends it, even if it comes before `wait`."""
        self._future = self._loop.create_future()

    async def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits until `wake` or until the time is over. Returns whether `wake` ended the wait, which may be a `wake`
        that was meant for the previous wait."""
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
