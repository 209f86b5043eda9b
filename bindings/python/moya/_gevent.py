"""Makes calls under gevent. A call runs on a thread of its own. While a greenlet waits for the call, other greenlets
run."""

from collections import deque
from queue import Empty
from typing import Any, Callable, Deque, Optional, Tuple

import gevent
from gevent import event, monkey
from gevent._hub_local import get_hub_if_exists


class Worker:
    """A thread that runs a function, and a queue from which a greenlet takes what the function puts there. It is used
    instead of threading.Thread and queue.SimpleQueue, which gevent may have replaced by classes for greenlets."""

    def __init__(self, run: Callable[[], Any]) -> None:
        self._run, self._is_over = run, False
        self._things: Deque[Any] = deque()
        self._came = event.Event()
        #: The watcher with which the thread wakes the hub, gevent's event loop. While the watcher is active, the hub
        #: does not end.
        self._watcher: Any = None
        self.ident: Any = None

    def start(self) -> None:
        self._watcher = gevent.get_hub().loop.async_()
        self._watcher.start(self._wake)
        self.ident = monkey.get_original("_thread", "start_new_thread")(self._start, ())

    def _start(self) -> None:
        try:
            _on_thread(self._run)
        finally:
            self._is_over = True
            self._watcher.send()

    def _wake(self) -> None:
        """Runs in the hub, gevent's event loop, after the thread has woken the hub."""
        self._came.set()
        if self._is_over:
            self._watcher.close()

    def put(self, thing: Any) -> None:
        """Puts a thing into the queue. [the thread of this worker]"""
        self._things.append(thing)
        self._watcher.send()

    def empty(self) -> bool:
        return not self._things

    def get(self, timeout: Optional[float] = None) -> Any:
        """Waits for a thing, at most `timeout` seconds. Errors: queue.Empty."""
        self._wait(lambda: self._things, timeout)
        if not self._things:
            raise Empty
        return self._things.popleft()

    def join(self) -> None:
        self._wait(lambda: self._is_over)

    def _wait(self, is_over: Callable[[], Any], seconds: Optional[float] = None) -> None:
        while not is_over():
            self._came.clear()
            if not is_over() and not self._came.wait(seconds):
                return


def start_thread(run: Callable[..., Any], arguments: "Tuple[Any, ...]") -> None:
    """Runs a function on a thread of the system."""
    monkey.get_original("_thread", "start_new_thread")(_on_thread, (run, *arguments))


def _on_thread(run: Callable[..., Any], *arguments: Any) -> None:
    try:
        run(*arguments)
    finally:
        # The function may have run functions of the program, which may have made a hub on this thread.
        hub = get_hub_if_exists()
        if hub is not None:
            hub.destroy(destroy_loop=True)


def wait_for(function: Callable[[], Any]) -> Any:
    """Runs a function on a thread, and returns its result. Other greenlets run in the meantime."""
    return gevent.get_hub().threadpool.apply(function)
