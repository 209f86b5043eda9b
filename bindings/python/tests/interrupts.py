"""Interrupts calls of the package at each of its steps, so that no test depends on luck."""

import asyncio
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Callable, Iterator

import moya

_PACKAGE = str(Path(moya.__file__).parent)

#: How many bytecodes lie between two interrupts in tests whose `act` is long.
APART = 1 if os.environ.get("MOYA_LONG") == "1" else 6


def each_step(
    act: "Callable[[], object]", interrupt: "Callable[[], object]", prepare: "Callable[[], object]" = lambda: None, apart: int = 1
) -> "Iterator[int]":
    """Runs `prepare` and `act` again and again. In each run, calls `interrupt` once, before one bytecode of the
    package's own code in `act`, as Python calls a signal handler. The first run interrupts before the first bytecode,
    and each later run `apart` bytecodes later. An exception of `interrupt` is raised there. Yields the number of the
    bytecode. Ends when `act` has no bytecode with that number and runs to its end."""
    _run(0, lambda: moya.Target(), interrupt)  # CPython 3.12.1 shows no bytecodes of the first call that is traced
    step = 1 - apart
    while True:
        step += apart
        prepare()
        if not _run(step, act, interrupt):
            assert step > 10, f"only {step - 1} steps of {_PACKAGE} were seen"
            return
        yield step


def _run(step: int, act: "Callable[[], object]", interrupt: "Callable[[], object]") -> bool:
    seen = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal seen
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            seen += 1
            if seen == step:
                sys.settrace(None)
                interrupt()
        return trace if seen < step else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return seen >= step


def interrupt() -> None:
    raise KeyboardInterrupt


def finish_stop(loop: asyncio.AbstractEventLoop) -> None:
    """Call this after an interrupt of `loop.run_until_complete`. If the main task ended in the turn that was interrupted,
    asyncio still has to stop the loop for it. Without this function, the next run of the loop would stop at once."""
    loop.call_soon(loop.stop)
    loop.run_forever()
