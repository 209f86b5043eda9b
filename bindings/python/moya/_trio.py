"""Wraps a run of trio. The wrapper has the functions that this package calls on an event loop (_loop.py)."""

from contextvars import copy_context
from typing import Any, Callable, Coroutine, Dict, Generator, List, Optional

import trio
from trio import lowlevel

from ._errors import Cancelled
from ._status import Status


class Future:
    """A value that arrives later. One task may await it. Only the thread of the run may use it."""

    __slots__ = ("_task", "_is_done", "_value", "_error", "_callbacks")

    def __init__(self) -> None:
        self._task: Any = None
        self._is_done = False
        self._value: Any = None
        self._error: Optional[BaseException] = None
        self._callbacks: "List[Callable[[Any], Any]]" = []

    def done(self) -> bool:
        return self._is_done

    def result(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._value

    def set_result(self, value: Any) -> None:
        self._end(value, None)

    def set_exception(self, error: BaseException) -> None:
        self._end(None, error)

    def cancel(self) -> None:
        self._end(None, Cancelled("the call was cancelled", Status.CANCELLED))

    def add_done_callback(self, function: "Callable[[Any], Any]") -> None:
        if self._is_done:
            function(self)
        else:
            self._callbacks.append(function)

    def _end(self, value: Any, error: Optional[BaseException]) -> None:
        if self._is_done:
            return
        self._value, self._error, self._is_done = value, error, True
        task, self._task = self._task, None
        if task is not None:
            lowlevel.reschedule(task)
        callbacks, self._callbacks = self._callbacks, []
        for function in callbacks:
            function(self)

    def __await__(self) -> "Generator[Any, Any, Any]":
        if self._is_done:
            yield from lowlevel.checkpoint().__await__()
        else:
            self._task = lowlevel.current_task()
            yield from lowlevel.wait_task_rescheduled(self._leave).__await__()
        return self.result()

    def _leave(self, _: Any) -> Any:
        """Lets the task stop waiting. trio calls this when the scope of the waiting task is cancelled."""
        self._task = None
        return lowlevel.Abort.SUCCEEDED


class Task(Future):
    """A coroutine that runs as a system task of trio. If it raises an exception, the exception becomes the result of
    the task. Otherwise trio would end the whole run."""

    __slots__ = ("_scope",)

    def __init__(self) -> None:
        super().__init__()
        self._scope = trio.CancelScope()

    def cancel(self) -> None:
        self._scope.cancel()

    async def run(self, coroutine: "Coroutine[Any, Any, Any]") -> None:
        with self._scope:
            try:
                self.set_result(await coroutine)
            except Exception as problem:
                self.set_exception(problem)
            except BaseException as problem:  # cancelled, or the program ends
                self.set_exception(problem)
                raise


class TrioLoop:
    """One run of trio (trio.run). [the thread of the run, unless a function says something else]"""

    def __init__(self) -> None:
        self._token = lowlevel.current_trio_token()
        #: The function for each descriptor that is watched.
        self._readers: "Dict[int, Callable[[], Any]]" = {}
        self._is_over = False
        self._spawn(self._watch_end)

    async def _watch_end(self) -> None:
        try:
            await trio.sleep_forever()
        finally:
            self._is_over = True

    def is_running(self) -> bool:
        """Returns whether the run is not over yet. [any thread]"""
        return not self._is_over

    def is_closed(self) -> bool:
        """Returns whether the run is over. [any thread]"""
        return self._is_over

    def create_future(self) -> Future:
        return Future()

    def create_task(self, coroutine: "Coroutine[Any, Any, Any]") -> Task:
        task = Task()
        if not self._spawn(task.run, coroutine):
            coroutine.close()
            Future.cancel(task)
        return task

    def start(self, coroutine: "Coroutine[Any, Any, Any]") -> "_Started":
        """Starts a coroutine, as asyncio.run_coroutine_threadsafe does. [any thread]"""
        return _Started(self, coroutine)

    def call_soon(self, function: "Callable[[], Any]") -> None:
        """Calls a function once, after all tasks that are ready now have run."""
        self._spawn(self._call_soon, function)

    async def _call_soon(self, function: "Callable[[], Any]") -> None:
        # trio may run this task before the other tasks that are ready. After a checkpoint, each of them has run.
        await lowlevel.cancel_shielded_checkpoint()
        function()

    def call_later(self, seconds: float, function: "Callable[[], Any]") -> Task:
        """Calls a function after this time. Returns a task. If the task is cancelled before that time, the function is
        not called."""
        return self.create_task(self._call_later(seconds, function))

    async def _call_later(self, seconds: float, function: "Callable[[], Any]") -> None:
        await trio.sleep(seconds)
        function()

    def call_soon_threadsafe(self, function: "Callable[[], Any]") -> None:
        """Calls a function on the thread of the run. Errors: RuntimeError if the run is over. [any thread]"""
        self._token.run_sync_soon(function)

    def add_reader(self, fd: int, function: "Callable[[], Any]") -> None:
        self._readers[fd] = function
        self._spawn(self._read, fd, function)

    async def _read(self, fd: int, function: "Callable[[], Any]") -> None:
        try:
            while self._readers.get(fd) is function:
                await lowlevel.wait_readable(fd)
                function()
        except trio.ClosedResourceError:
            pass  # remove_reader() ended the wait

    def remove_reader(self, fd: int) -> None:
        self._readers.pop(fd, None)
        lowlevel.notify_closing(fd)

    def _spawn(self, run: "Callable[..., Any]", *arguments: Any) -> bool:
        """Starts a system task. Returns False if the run ends, because then no task can start."""
        try:
            lowlevel.spawn_system_task(run, *arguments, context=copy_context())
        except RuntimeError:
            return False
        return True


class _Started:
    """A coroutine that another thread starts and may cancel."""

    def __init__(self, loop: TrioLoop, coroutine: "Coroutine[Any, Any, Any]") -> None:
        self._loop, self._is_cancelled = loop, False
        self._task: Optional[Task] = None

        def begin() -> None:
            self._task = loop.create_task(coroutine)
            if self._is_cancelled:
                self._task.cancel()

        try:
            loop.call_soon_threadsafe(begin)
        except RuntimeError:
            coroutine.close()
            raise

    def cancel(self) -> None:
        self._is_cancelled = True
        try:
            self._loop.call_soon_threadsafe(self._cancel)
        except RuntimeError:
            pass  # the run is over, and the coroutine with it

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _has_task() -> bool:
    try:
        lowlevel.current_task()
    except RuntimeError:
        return False
    return True


#: Versions of trio before 0.23 have no in_trio_task.
_is_in_task: "Callable[[], bool]" = getattr(lowlevel, "in_trio_task", _has_task)
_run: "lowlevel.RunVar[TrioLoop]" = lowlevel.RunVar("moya")


def running() -> Optional[TrioLoop]:
    """Returns the run of the trio task that runs now; None: no trio task runs."""
    if not _is_in_task():
        return None
    try:
        loop: TrioLoop = _run.get()
    except LookupError:
        loop = TrioLoop()
        _run.set(loop)
    return loop
