"""Records what the hooks of a plugin do, for moya.plugin_check."""

import asyncio
import contextlib
import contextvars
import inspect
import threading
from typing import Any, Dict, Iterator, List, Optional, Tuple

import moya
from . import _arguments as check

HOOKS = ("prepare", "sign", "will_send", "did_receive", "should_retry", "process", "close")
FAILING = ("prepare", "sign", "process")
#: The types of the values that a hook may return, and a text for them. It does not matter what will_send, did_receive
#: and close return.
_ANSWER = (type(None), moya.Sample, moya.Response), "None, a moya.Sample or a moya.Response"
_ANSWERS: "Dict[str, Tuple[Tuple[type, ...], str]]" = {
    "prepare": _ANSWER,
    "sign": ((type(None),), "None"),
    "process": _ANSWER,
}
#: The audit events of Python that a hook must not cause.
_BLOCKING = ("open", "time.sleep", "socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.fork",
             "os.forkpty", "os.posix_spawn", "os.exec", "os.spawn")  # fmt: skip
#: The verdicts, from the best to the worst.
VERDICTS = NONE, PASSED, WARNING, FAILED = "none", "passed", "warning", "failed"


class Stop(Exception):
    """Ends the test of a row, which is a rule for plugins. The arguments of the exception are a verdict and a text."""


#: The watch of the hook that runs in this context, the name of the hook, and the number of its thread.
_running: "contextvars.ContextVar[Optional[Tuple[Watch, str, int]]]" = contextvars.ContextVar("hook", default=None)


class Watch:
    """Records what the hooks of the plugins do while one row, which is a rule for plugins, is tested."""

    def __init__(self) -> None:
        self.open: List[str] = []  # hooks that have begun and not ended
        self.problems: List[str] = []
        self.close_problems: List[str] = []
        self.blocking: List[str] = []
        self.begun: "Dict[str, asyncio.Event]" = {}
        self.fails_in = ""  # the hook in which the check raises

    @contextlib.contextmanager
    def hook(self, name: str, call: Optional[moya.PluginCall]) -> Iterator[None]:
        where = _place(name, call)
        self.open.append(name)
        if name in self.begun:
            self.begun[name].set()
        token = _running.set((self, name, threading.get_ident()))
        try:
            yield
            if name == self.fails_in:
                raise moya.PluginError("the check raises this", moya.Status.PLUGIN_HOOK)
        except Exception as problem:
            # In a hook that can fail a call, a MoyaError is not a problem: the hook fails the call on purpose.
            if name not in FAILING or not isinstance(problem, moya.MoyaError):
                problems = self.close_problems if name == "close" else self.problems
                problems.append(f"{where} raised {shown(problem)}")
            raise
        finally:
            _running.reset(token)
            self.open.remove(name)

    def judge(self, name: str, call: Optional[moya.PluginCall], value: Any) -> Any:
        """Notes a value that the hook must not return. The library itself notices such a value only after the hook, too
        late for this object."""
        try:
            if name in _ANSWERS and not isinstance(value, _ANSWERS[name][0]):
                raise check.wrong(f"what {name} returns", _ANSWERS[name][1], value)
            if name == "should_retry" and value is not None:
                check.delay(value, "what should_retry returns")
        except moya.MoyaError as problem:
            self.problems.append(f"{_place(name, call)}: {problem}")
        return value

    def expect_no_problem(self) -> None:
        more = f" (and {len(self.problems) - 1} more)" if self.problems[1:] else ""
        if self.problems:
            raise Stop(FAILED, self.problems[0] + more)


def _place(name: str, call: Optional[moya.PluginCall]) -> str:
    return name if call is None or not call.name else f"{name} of {call.name}"


def shown(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}"


def watched(kind: "type[moya.Plugin]", watch: Watch) -> "type[moya.Plugin]":
    """Returns a subclass of the plugin's class. It reports each run of a hook to `watch`."""

    def wrap(name: str, function: Any) -> Any:
        async def wait(self: Any, call: moya.PluginCall) -> Any:
            with watch.hook(name, call):
                return watch.judge(name, call, await function(self, call))

        def run(self: Any, *call: moya.PluginCall) -> Any:
            with watch.hook(name, call[0] if call else None):
                return watch.judge(name, call[0] if call else None, function(self, *call))

        return wait if inspect.iscoroutinefunction(function) else run

    return type(kind.__name__, (kind,), {name: wrap(name, getattr(kind, name)) for name in overridden(kind)})


def overridden(kind: "type[moya.Plugin]") -> "List[str]":
    return [name for name in HOOKS if getattr(kind, name) is not getattr(moya.Plugin, name)]


def waits(kind: "type[moya.Plugin]") -> "List[str]":
    return [name for name in overridden(kind) if inspect.iscoroutinefunction(getattr(kind, name))]


def on_audit(event: str, arguments: "Tuple[Any, ...]") -> None:
    """An audit hook (sys.addaudithook). Notices what blocks the thread that runs a hook of the plugin. Python reports
    `time.sleep` since version 3.11."""
    if event not in _BLOCKING:
        return
    at = _running.get()
    if at is None or at[2] != threading.get_ident():
        return
    if event == "open" and str(arguments[0]).endswith((".py", ".pyc", ".so")):  # an import
        return
    if event == "socket.connect" and arguments[0].gettimeout() == 0:  # it does not block
        return
    what = f"{at[1]} calls {event}" + (f" of {arguments[0]}" if event == "open" else "")
    if what not in at[0].blocking:
        at[0].blocking.append(what)
