"""Checks that a plugin of Python follows the rules of moya.Plugin.

    python -m moya.plugin_check MODULE:CLASS [--config JSON] [--test ROW] [--time-limit S] [--json] | --list

This program makes up the responses, so nothing is sent. `--config` is a JSON object with the arguments of the class.
Each row is a test of one rule. It runs in its own process, which is killed after the time limit (10 seconds). The exit
status is 0 if no row failed, 1 if a row failed, and 2 for a wrong command line or if the plugin cannot be made.
"""

import argparse
import asyncio
import concurrent.futures
import contextlib
import gc
import importlib
import json
import os
import select
import signal
import sys
import threading
import time
import weakref
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import moya
from ._plugin_watch import FAILED, FAILING, NONE, PASSED, VERDICTS, WARNING
from ._plugin_watch import Stop, Watch, on_audit, overridden, shown, waits, watched

#: Seconds until a call is out of time. A plugin cannot wait longer than this.
_TIMEOUT = 3.0
_JSON = {"Content-Type": "application/json"}
_RESULTS = {
    "JSON": moya.Sample(json={"items": [{"name": "one"}]}, headers=_JSON),
    "a response without a body": moya.Sample(status_code=204),
    "JSON that is cut off": moya.Sample(body=b'{"items": [', headers=_JSON),
    "bytes that are not UTF-8": moya.Sample(body=b"\xff\0\xfe", headers={"Content-Type": "text/plain; charset=utf-8"}),
    "status 401": moya.Sample(status_code=401, headers={"WWW-Authenticate": "Bearer"}),
    "status 404": moya.Sample(status_code=404, text="<p>not found</p>"),
    "status 503": moya.Sample(status_code=503, headers={"Retry-After": "0"}),
    "no connection": moya.Sample(failure=moya.Status.CONNECT),
    "an idle connection": moya.Sample(failure=moya.Status.TIMEOUT_IDLE),
}
_REQUESTS: "Dict[str, Dict[str, Any]]" = {
    "GET": {"query": {"q": "a b"}},
    "POST of JSON": {"method": "POST", "json": {"name": "Ann"}},
    "PUT of bytes": {"method": "PUT", "body": b"\0\xff"},
}


#: Follows a finding in the pipe. JSON has no such byte.
_END = b"\n"


class Finding(NamedTuple):
    verdict: str
    text: str


# ── Providers and calls ───────────────────────────────────────────────────────────────────────────────────────────────


class Caller:
    """A Provider or an AsyncProvider, with made-up responses."""

    def __init__(self, provider: Any, stubs: moya.StubRules) -> None:
        self.provider, self.stubs = provider, stubs

    def target(self, request: str = "GET", result: str = "JSON") -> moya.Target:
        name = f"{request} with {result}"
        self.stubs.add(_RESULTS[result], target=name)
        return moya.Target("https://api.example.com", "/items", name=name, **_REQUESTS[request])

    async def call(self, target: moya.Target) -> Any:
        """Returns the response, or the MoyaError that the call raises."""
        try:
            if isinstance(self.provider, moya.AsyncProvider):
                return await self.provider.call(target)
            return await asyncio.to_thread(self.provider.call, target)
        except moya.MoyaError as problem:
            return problem

    async def expect_end(self, when: str) -> Any:
        """Makes a call that must end before its timeout."""
        end = await self.call(self.target())
        if isinstance(end, moya.Timeout):
            raise Stop(FAILED, f"a call {when} is out of time: {end}")
        return end


class Scene:
    """Makes plugins and providers for the test of a row, which is one rule."""

    def __init__(self, kind: "type[moya.Plugin]", config: "Dict[str, Any]", is_async: bool) -> None:
        self.plain, self.config, self.is_async = kind, config, is_async
        self.watch = Watch()
        self.kind = watched(kind, self.watch)
        self.lines: List[str] = []

    def plugin(self) -> moya.Plugin:
        return self.kind(**self.config)

    @contextlib.asynccontextmanager
    async def provider(self, *plugins: moya.Plugin) -> "AsyncIterator[Caller]":
        stubs = moya.StubRules()
        stubs.add(moya.Sample(json={}))  # for requests of the plugin itself
        log: Any = {"log": lambda _, line: self.lines.append(line), "log_level": moya.LogLevel.DEBUG}
        options: Any = {"stubs": stubs, "plugins": plugins, "timeout": _TIMEOUT, **log}
        if self.is_async:
            async with moya.AsyncProvider(**options) as provider:
                yield Caller(provider, stubs)
            return
        caller = Caller(moya.Provider(**options), stubs)
        try:
            yield caller
        finally:
            await asyncio.to_thread(caller.provider.close)

    async def each_result(self, caller: Caller) -> "List[Any]":
        """Makes a call for each kind of request and result, at the same time."""
        targets = [caller.target(request, result) for request in _REQUESTS for result in _RESULTS]
        return await asyncio.gather(*(caller.call(target) for target in targets))


class Saboteur(moya.Plugin):
    """Fails each call in the hook that `hook` names. If `hook` is empty, fails no call."""

    def __init__(self, identifier: str) -> None:
        self.id, self.hook = identifier, ""

    def _fail(self, hook: str) -> None:
        if self.hook == hook:
            raise RuntimeError("the check fails this call")

    def prepare(self, call: moya.PluginCall) -> None:
        self._fail("prepare")

    def sign(self, call: moya.PluginCall) -> None:
        self._fail("sign")

    def process(self, call: moya.PluginCall) -> None:
        self._fail("process")


# ── Rows ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def _added(scene: Scene) -> str:
    hooks = overridden(scene.plain)
    if not hooks:
        raise Stop(WARNING, "the class overrides no hook")
    async with scene.provider(scene.plugin()):
        return f"has {', '.join(hooks)}"


async def _sent(scene: Scene) -> str:
    async with scene.provider(scene.plugin()) as caller, scene.provider() as bare:
        await asyncio.gather(caller.call(caller.target()), bare.call(bare.target()))
        scene.watch.expect_no_problem()
        sent = [it for it in caller.stubs.requests if it.target == "GET with JSON"]
        if not sent:
            return "answers or fails the call, and sends nothing"
        before = {name.lower(): value for name, value in bare.stubs.requests[0].headers.items()}
        changed = [name for name, value in sent[0].headers.items() if before.get(name.lower()) != value]
        return f"sets {', '.join(changed)}" if changed else "changes no header field"


async def _results(scene: Scene) -> str:
    async with scene.provider(scene.plugin()) as caller:
        ends = await scene.each_result(caller)
    scene.watch.expect_no_problem()
    return f"{len(ends)} kinds of calls"


async def _hook_fails(scene: Scene) -> str:
    hooks = [hook for hook in overridden(scene.plain) if hook in FAILING]
    if not hooks:
        raise Stop(NONE, "no hook of the plugin can fail a call")
    async with scene.provider(scene.plugin()) as caller:
        for scene.watch.fails_in in (*hooks, ""):
            await caller.expect_end("after a call in which a hook raised")
    scene.watch.expect_no_problem()
    return ""


async def _other_fails(scene: Scene) -> str:
    before, after = Saboteur("org.example.before"), Saboteur("org.example.after")
    async with scene.provider(before, scene.plugin(), after) as caller:
        for saboteur in (before, after):
            for saboteur.hook in (*FAILING, ""):
                await caller.expect_end("after a call that another plugin failed")
    scene.watch.expect_no_problem()
    return ""


async def _parallel(scene: Scene) -> str:
    async with scene.provider(scene.plugin()) as caller:
        target = caller.target()
        ends = await asyncio.gather(*(caller.call(target) for _ in range(50)))
    scene.watch.expect_no_problem()
    late = sum(isinstance(end, moya.Timeout) for end in ends)
    if late:
        raise Stop(WARNING, f"{late} of {len(ends)} calls at the same time had no end in {_TIMEOUT:g} s")
    return f"{len(ends)} calls at the same time"


async def _providers(scene: Scene) -> str:
    async with scene.provider(scene.plugin()) as second:
        async with scene.provider(scene.plugin()) as first:
            await asyncio.gather(first.expect_end("of two providers"), second.expect_end("of two providers"))
        await second.expect_end("after the end of another provider")
    scene.watch.expect_no_problem()
    return ""


async def _cancelled(scene: Scene) -> str:
    watch, waited = scene.watch, []
    for hook in waits(scene.plain):
        async with scene.provider(scene.plugin()) as caller:
            begun = watch.begun[hook] = asyncio.Event()
            task = asyncio.ensure_future(caller.call(caller.target()))
            asked = asyncio.ensure_future(begun.wait())
            await asyncio.wait([task, asked], return_when=asyncio.FIRST_COMPLETED)
            asked.cancel()
            is_waiting = hook in watch.open
            task.cancel()
            await asyncio.wait([task])
            end = asyncio.get_running_loop().time() + _TIMEOUT
            while hook in watch.open and asyncio.get_running_loop().time() < end:
                await asyncio.sleep(0.001)
            if hook in watch.open:
                raise Stop(FAILED, f"{hook} did not end in {_TIMEOUT:g} s after its call was cancelled")
            waited += [hook] * is_waiting
            await caller.expect_end("after a cancelled call")
    watch.expect_no_problem()
    if not waited:
        raise Stop(NONE, "no hook waited")
    return f"cancelled in {', '.join(waited)}"


async def _blocks(scene: Scene) -> str:
    sys.addaudithook(on_audit)
    async with scene.provider(scene.plugin()) as caller:
        await scene.each_result(caller)
    if scene.watch.blocking:
        raise Stop(WARNING, "; ".join(scene.watch.blocking))
    return ""


async def _secrets(scene: Scene) -> str:
    plugin = scene.plugin()
    fields, texts = {name.lower() for name in plugin.secret_headers}, [text for text in plugin.secrets if text]
    async with scene.provider(plugin) as caller:
        ends = await scene.each_result(caller)
        for request in caller.stubs.requests:
            for name, value in request.headers.items():
                if name.lower() in fields:
                    texts += [value, value.split(" ")[-1]]
    if not texts:
        raise Stop(NONE, "no secrets and no secret_headers")
    errors = [str(end) for end in ends if isinstance(end, Exception)]
    for place, lines in {"a log line": scene.lines, "an error": errors, "repr(plugin)": [repr(plugin)]}.items():
        if any(text in line for text in texts if len(text.encode()) >= 6 for line in lines):
            raise Stop(FAILED, f"{place} shows a secret")
    if any(len(text.encode()) < 6 for text in plugin.secrets):
        raise Stop(WARNING, "the library does not hide a secret of less than 6 bytes")
    return ""


async def _closed(scene: Scene) -> str:
    before, made = set(threading.enumerate()), scene.plugin()
    plugin = weakref.ref(made)
    async with scene.provider(made) as caller:
        await caller.call(caller.target())
    scene.watch.expect_no_problem()
    if scene.watch.close_problems:
        raise Stop(FAILED, scene.watch.close_problems[0])
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    threads = [it for it in set(threading.enumerate()) - before if not it.name.startswith(("moya", "asyncio_"))]
    if tasks or threads:
        left = f"the thread {threads[0].name}" if threads else f"the task {tasks.pop().get_name()}"
        raise Stop(WARNING, f"{left} still runs after the end of the provider")
    del caller, made
    end = time.monotonic() + 5
    while plugin() is not None:  # other threads may still hold a call, and with it the plugin
        if time.monotonic() > end:
            raise Stop(WARNING, "something still refers to the plugin after the end of its provider")
        await asyncio.sleep(0.01)
        gc.collect()
    return ""


_Row = Callable[[Scene], Awaitable[str]]
_ROWS: "Dict[str, Tuple[_Row, str]]" = {
    "add": (_added, "it can be made from the config, and added to a provider"),
    "call": (_sent, "a call passes its hooks without an exception other than a MoyaError"),
    "results": (_results, "so does a call of any kind of request and result"),
    "hook-fails": (_hook_fails, "after a call in which a hook raised, the next call ends"),
    "other-plugin-fails": (_other_fails, "after a call that another plugin failed, the next call ends"),
    "parallel": (_parallel, "hooks of different calls may run at the same time"),
    "two-providers": (_providers, "instances of two providers do not disturb each other"),
    "cancel": (_cancelled, "a coroutine that waits ends with its call"),
    "blocking": (_blocks, "no hook opens files, connects, starts processes or sleeps"),
    "secrets": (_secrets, "secrets are not in log lines, errors and the repr"),
    "close": (_closed, "nothing of the plugin remains after the end of its provider"),
}


# ── Processes and the report ──────────────────────────────────────────────────────────────────────────────────────────


async def _run(scene: Scene, row: _Row, writer: int) -> None:
    threads = concurrent.futures.ThreadPoolExecutor(64, "asyncio_")  # for calls of a moya.Provider
    asyncio.get_running_loop().set_default_executor(threads)
    try:
        found = Finding(PASSED, await row(scene))
    except Stop as stop:
        found = Finding(*stop.args)
    except Exception as problem:
        found = Finding(FAILED, shown(problem))
    with open(writer, "wb", closefd=False) as answer:
        answer.write(json.dumps(found).encode() + _END)
    os._exit(0)  # asyncio.run would wait for hooks that do not end


def _run_apart(scene: Scene, row: _Row, time_limit: float) -> Finding:
    """Runs the test of a row, which is one rule for plugins, in a process of its own."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)  # processes that the plugin starts end with the group
            sys.unraisablehook = lambda _: None  # the watch has already noted the exception
            asyncio.run(_run(scene, row, writer))
        finally:
            os._exit(1)
    os.close(writer)
    code: "Optional[int]" = None
    with open(reader, "rb"):
        last = time.monotonic() + time_limit
        try:
            text = _read(reader, last)
            code = _status(child, last)
        finally:
            with contextlib.suppress(OSError):  # the group has no process left
                os.killpg(child, signal.SIGKILL)
            if code is None:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        text += _read(reader, 0)
    if code is None:
        return Finding(FAILED, f"it did not end in {time_limit:g} s")
    if not text:
        end = f"the signal {signal.Signals(-code).name}" if code < 0 else f"the status {code}"
        return Finding(FAILED, f"the process ended with {end}")
    try:
        return Finding(*json.loads(text))
    except ValueError:  # the pipe has two findings, perhaps mixed
        return Finding(FAILED, "a hook forked the process, and both processes made calls")


def _read(reader: int, last: float) -> bytes:
    """Reads until a finding is complete, until no process can write any more, or until the time `last`."""
    text = b""
    while not text.endswith(_END) and select.select([reader], [], [], max(0, last - time.monotonic()))[0]:
        piece = os.read(reader, 1 << 16)
        if not piece:
            break
        text += piece
    return text


def _status(child: int, last: float) -> "Optional[int]":
    """Waits for a process and returns its exit code, or None if the process has not ended at the time `last`."""
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > last:
            return None
        time.sleep(0.001)


def _worst(kind: "type[moya.Plugin]", config: "Dict[str, Any]", row: _Row, time_limit: float) -> Finding:
    """Runs the test of a row with each kind of provider that accepts the plugin. Returns the worst result."""
    kinds = (True,) if waits(kind) else (False, True)
    found = [_run_apart(Scene(kind, config, is_async), row, time_limit) for is_async in kinds]
    return max(found, key=lambda it: VERDICTS.index(it.verdict))


def _plugin_class(name: str) -> "type[moya.Plugin]":
    module, _, attribute = name.partition(":")
    sys.path.insert(0, os.getcwd())
    kind = getattr(importlib.import_module(module), attribute)
    if not (isinstance(kind, type) and issubclass(kind, moya.Plugin)):
        raise TypeError(f"{name} is not a subclass of moya.Plugin")
    return kind


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m moya.plugin_check", description="Checks a plugin of Python.")
    parser.add_argument("plugin", nargs="?", metavar="MODULE:CLASS")
    parser.add_argument("--config", type=json.loads, default={}, metavar="JSON", help="the arguments of the class")
    parser.add_argument("--test", choices=_ROWS, metavar="ROW", help="runs only this row")
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="S", help="the most seconds for a row")
    parser.add_argument("--json", action="store_true", help="prints a JSON object")
    parser.add_argument("--list", action="store_true", help="prints the names of all rows and their rules")
    return parser


def main(arguments: "Optional[Sequence[str]]" = None) -> int:
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.list:
        print(*(f"{name:<20} {rule}" for name, (_, rule) in _ROWS.items()), sep="\n")
        return 0
    if not asked.plugin or not isinstance(asked.config, dict):
        parser.error("name a plugin: MODULE:CLASS" if not asked.plugin else "--config must be a JSON object")
    try:
        kind = _plugin_class(asked.plugin)
        kind(**asked.config)
    except (Exception, SystemExit) as problem:
        hint = "; --config sets arguments" if "required" in str(problem) and isinstance(problem, TypeError) else ""
        print(f"{asked.plugin}: {shown(problem)}{hint}", file=sys.stderr)
        return 2
    found = {}
    for name in [asked.test] if asked.test else _ROWS:
        found[name] = it = _worst(kind, asked.config, _ROWS[name][0], asked.time_limit)
        if not asked.json:
            print(f"{it.verdict:<8} {name:<20} {it.text}".rstrip(), flush=True)
    verdicts = [it.verdict for it in found.values()]
    count = {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    if asked.json:
        rows = [{"name": name, "verdict": it.verdict, "text": it.text} for name, it in found.items()]
        print(json.dumps({"plugin": asked.plugin, "rows": rows, **count}, indent=2))
    else:
        print(f"{count[PASSED]} passed, {count[WARNING]} warnings, {count[FAILED]} failed, "
              f"{count[NONE]} without a meaning for this plugin")  # fmt: skip
    return int(count[FAILED] > 0)


if __name__ == "__main__":
    sys.exit(main())
