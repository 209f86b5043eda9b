"""Contains what the tests share."""

import atexit
import functools
import gc
import os
import socket
import sys
import time
import unittest
from typing import Any, Callable

import moya
from moya._loop import running_loop
from server import Server

#: The longest wait of a test, in seconds. In a successful test, every wait is much shorter.
DEADLINE = 20.0

STUB = moya.StubBehavior.IMMEDIATE


def stubbed(**fields: Any) -> moya.Target:
    """Returns a target whose response is a stub."""
    given = {"name": "stubbed", "stub": STUB, "sample": moya.Sample(json={"items": [{"name": "one", "size": 1.5}]})}
    return moya.Target("https://api.example.com", "/items", **{**given, **fields})


def wait_until(condition: "Callable[[], bool]") -> None:
    """Waits until the condition is true, at most until the deadline."""
    end = time.monotonic() + DEADLINE
    while not condition() and time.monotonic() < end:
        os.sched_yield()


def is_moved(provider: moya.AsyncProvider) -> bool:
    """Returns whether the thread of this event loop runs the calls of the provider now. If it does, the descriptor of
    its queue is an epoll set with two members: one that is readable when there are results, and the descriptor of the
    library's loop."""
    fd = provider._inboxes[running_loop()].fd
    with open(f"/proc/self/fdinfo/{fd}") as file:
        return file.read().count("tfd:") == 2


def expect_linear(test: unittest.TestCase, make: "Callable[[int], Callable[[], Any]]", size: int) -> None:
    """Fails if the work grows faster than its input. `make` returns a function that works on an input of a size. Counts
    the calls of functions of Python and C, because a time would differ from run to run. The step from twice to four times
    the size may add at most three times as many calls as the step from once to twice. Linear work adds twice as many.
    Works once before it counts, because the first work may fill caches, and frees objects of earlier tests."""
    make(size)()
    gc.collect()
    few, more, most = (_calls_of(make(count)) for count in (size, 2 * size, 4 * size))
    test.assertLess((most - more) / (more - few), 3, f"{size}: {few}, {2 * size}: {more}, {4 * size}: {most} calls")


def _calls_of(run: "Callable[[], Any]") -> int:
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def expect_no_more_descriptors(
    test: unittest.TestCase, before: int, count: "Callable[[], int]" = descriptors
) -> None:
    """Waits until the process has no more descriptors than before. The library closes some on its own thread."""
    wait_until(lambda: count() <= before)
    test.assertLessEqual(count(), before)


@functools.lru_cache(maxsize=None)
def closed_port() -> int:
    """Returns a port of loopback without a listener. No server gets it as long as the tests run."""
    holder = socket.socket()
    atexit.register(holder.close)
    holder.bind(("127.0.0.1", 0))
    port: int = holder.getsockname()[1]
    return port


class ServerTest(unittest.TestCase):
    server: Server

    def setUp(self) -> None:
        self.server = Server()
        self.enterContextOf(self.server)

    def enterContextOf(self, manager: Any) -> Any:
        """Enters a context until the end of the test, like unittest's enterContext, which Python 3.9 does not have."""
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def target(self, path: str, method: str = "GET", **fields: Any) -> moya.Target:
        return moya.Target(self.server.url, path, method, **{"name": path, "timeout": DEADLINE, **fields})
