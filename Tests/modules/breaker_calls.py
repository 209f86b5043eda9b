"""Tests the module breaker in calls: what it refuses, what counts, and that no probe is lost. The circuits stay open
for an hour, and the tests move the clock ahead (breaker/clock.c). Tests/steps/modules runs this program.
"""

import asyncio
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

import playing
from playing import Call, Config, check, moya, passes_plugin_check, server

HERE = Path(__file__).resolve().parent
HOUR = 3_600_000
OPEN = {"failures": 2, "open_ms": HOUR}
REFUSED = r".*: plugin [a-z.]*breaker failed in prepare: (https?://[^ /]+) gets no calls "
IS_OPEN = REFUSED + r"for [\d.]+ m?s more, because (.*)$"
IS_PROBED = REFUSED + r"until a probe has succeeded; another probe may begin in [\d.]+ m?s$"
CANARY = "canary-7f3b91"


def an_hour_passes() -> None:
    ctypes.CDLL(None).clock_move(ctypes.c_int64(3601))


class Origin:
    def __init__(self, url: str) -> None:
        self.url = url

    def sent(self, path: str) -> int:
        """Returns how many requests the server has received for paths that begin with this text."""
        with urllib.request.urlopen(f"{self.url}/log") as response:
            requests = json.load(response)["requests"]
        return sum(count for name, count in requests.items() if name.startswith(f"GET {path}"))

    def await_sent(self, path: str, count: int) -> None:
        while self.sent(path) < count:
            pass


class Guarded:
    """A provider with the module."""

    def __init__(self, origin: Origin, config: Optional[Config] = None, after: "tuple[moya.Plugin, ...]" = (), **options: Any) -> None:
        self.origin, self.lines = origin, []  # type: Origin, List[str]
        self.provider = moya.Provider(log=lambda _, line: self.lines.append(line), **options)
        self.provider.load_plugin("breaker", {**OPEN, **(config or {})})
        for plugin in after:
            self.provider.add_plugin(plugin)

    def __enter__(self) -> "Guarded":
        return self

    def __exit__(self, *_: object) -> None:
        self.provider.close()

    def call(self, path: str, **fields: Any) -> str:
        """Returns the status of the response, or the message of the error."""
        try:
            return str(self.provider.call(moya.Target(f"{self.origin.url}{path}", name="call", **fields)).status_code)
        except moya.MoyaError as error:
            return str(error)

    def trip(self) -> None:
        for _ in range(2):
            self.call("/status/503")

    def is_open(self, cause: str = ".*") -> bool:
        match = re.match(IS_OPEN, self.call("/ok"))
        return bool(match and match[1] == self.origin.url and re.fullmatch(cause, match[2]))

    def starts(self, path: str, **fields: Any) -> threading.Thread:
        """Makes a call on another thread. Returns when the server has received it."""
        before = self.origin.sent(path)
        thread = threading.Thread(target=self.call, args=(path,), kwargs=fields)
        thread.start()
        self.origin.await_sent(path, before + 1)
        return thread

    def cancels(self, *threads: threading.Thread) -> None:
        self.provider.cancel_all()
        for thread in threads:
            thread.join()


def test(name: str) -> Callable[[Callable[[Origin], object]], None]:
    """Runs a function that returns True, or what to show."""

    def decorator(function: Callable[[Origin], object]) -> None:
        tests.append((name, function))

    return decorator


tests: "list[tuple[str, Callable[[Origin], object]]]" = []


@test("an open circuit sends nothing, and the message names the origin, the time and the reason")
def _(origin: Origin) -> object:
    with Guarded(origin) as guarded:
        guarded.trip()
        before, message = origin.sent("/ok"), guarded.call("/ok")
        match = re.match(IS_OPEN, message)
        holds = match and match[1] == origin.url and match[2] == "its last 2 calls failed"
        return bool(holds) and origin.sent("/ok") == before or message


@test("a streamed call fails with the same message")
def _(origin: Origin) -> object:
    with Guarded(origin) as guarded:
        guarded.trip()
        try:
            with guarded.provider.stream(moya.Target(f"{origin.url}/ok", name="call")):
                return "it is sent"
        except moya.MoyaError as error:
            return bool(re.match(IS_OPEN, str(error))) or str(error)


@test("C, the program and Swift fail with the same message")
def _(origin: Origin) -> object:
    calls = [Call(f"{origin.url}{path}") for path in ("/status/503", "/status/503", "/ok")]
    players: "list[Any]" = [playing.c_whole, playing.c_pieces] + ([playing.swift] if os.environ.get("MOYA_PLUGIN_PLAYER") else [])
    shown = []
    for player in players:
        last = player("breaker", OPEN, calls)[-1]
        if last.status != "failed" if player is playing.swift else not re.match(IS_OPEN, last.message):
            shown.append((player.__name__, last))
    said = playing.tool("breaker", {"failures": 1, "open_ms": HOUR}, calls[:1])[-1]  # `moya` makes one call
    warned = said.message.endswith(f"{origin.url} gets no calls for 3600.0 s, because its last call failed\n")
    return not shown and warned or (shown, said)


@test("a probe that succeeds closes the circuit, and a probe that fails opens it again")
def _(origin: Origin) -> object:
    with Guarded(origin) as guarded:
        guarded.trip()
        an_hour_passes()
        shown = [guarded.call("/status/500"), guarded.is_open("a probe failed")]
        an_hour_passes()
        shown += [guarded.call("/ok"), guarded.call("/status/503"), guarded.call("/ok")]
        warned = [line for line in guarded.lines if "gets no calls for 3600.0 s, because" in line]
        return shown == ["500", True, "200", "503", "200"] and len(warned) == 2 or (shown, guarded.lines)


@test("one origin does not stop another")
def _(origin: Origin) -> object:
    with Guarded(origin) as guarded:
        guarded.trip()
        other = guarded.provider.call(moya.Target(origin.url.replace("127.0.0.1", "localhost") + "/ok"))
        return other.status_code == 200 and guarded.is_open()


@test("names of hosts have no case, and the usual port is no other origin")
def _(origin: Origin) -> object:
    with Guarded(origin, {"failures": 1}, stub=True) as guarded:
        for at, other in (("HTTPS://API.example.com", "https://api.EXAMPLE.com:443"), ("http://ann:secret@b.example", "http://b.example:80/x?y")):
            first = moya.Target(at, name="call", sample=moya.Sample(status_code=503))
            guarded.provider.call(first)
            try:
                guarded.provider.call(moya.Target(other, name="call", sample=moya.Sample(status_code=200)))
                return f"{other} is sent"
            except moya.PluginError as error:
                if not re.match(IS_OPEN, str(error)) or "secret" in str(error):
                    return str(error)
    return True


@test("the ratio opens the circuit when enough results have come")
def _(origin: Origin) -> object:
    with Guarded(origin, {"failures": 0, "ratio": 0.5, "least_results": 4, "window_ms": 86_400_000}) as guarded:
        shown = [guarded.call(path) for path in ("/status/503", "/ok", "/status/503", "/ok")]
        return shown == ["503", "200", "503", "200"] and guarded.is_open("2 of its last 4 calls failed") or shown


@test("a thousand origins are remembered, and those with closed circuits are forgotten first")
def _(origin: Origin) -> object:
    bad = moya.Sample(status_code=503)
    with Guarded(origin, stub=True) as guarded:

        def call(name: str) -> str:
            try:
                return str(guarded.provider.call(moya.Target(f"https://{name}.example", name="call", sample=bad)).status_code)
            except moya.PluginError:
                return "open"

        first = [call("open"), call("open"), call("old"), *(call(f"n{number}") for number in range(1000))]
        shown = [call("open"), call("n999"), call("n999"), call("old"), call("old"), call("old")]
        return set(first) == {"503"} and shown == ["open", "503", "open", "503", "503", "open"] or shown


#: For each kind of result, whether two such results open the circuit.
KINDS = {
    "/status/500": True, "/status/404": False, "/status/429": False, "/truncated-body": True, "/redirect/40": False,
}


@test("a failure is a status of 5xx, or no whole response")
def _(origin: Origin) -> object:
    wrong = []
    for path, opens in KINDS.items():
        with Guarded(origin) as guarded:
            shown = [guarded.call(path), guarded.call(path)]
            if guarded.is_open() != opens:
                wrong.append((path, shown))
    with Guarded(origin, {"statuses": ["429"]}) as guarded:
        shown = [guarded.call(path) for path in ("/status/503", "/status/503", "/status/429", "/status/429")]
        if not guarded.is_open():
            wrong.append(("429", shown))
    with Guarded(Origin("http://127.0.0.1:1")) as guarded:
        shown = [guarded.call("/"), guarded.call("/")]
        if not guarded.is_open():
            wrong.append(("no connection", shown))
    return not wrong or wrong


@test("a cancelled call counts as nothing")
def _(origin: Origin) -> object:
    with Guarded(origin) as guarded:
        guarded.call("/status/503")
        for _ in range(3):
            guarded.cancels(guarded.starts("/never"))
        still = guarded.call("/ok")
        return still == "200" or still


@test("while all places are taken, other calls are refused")
def _(origin: Origin) -> object:
    with Guarded(origin, {"probes": 2}) as guarded:
        guarded.trip()
        an_hour_passes()
        probes = [guarded.starts("/never"), guarded.starts("/never")]
        message = guarded.call("/ok")
        guarded.cancels(*probes)
        return bool(re.match(IS_PROBED, message)) and guarded.call("/ok") == "200" or message


@test("a probe that never ends blocks the origin no longer than an open circuit")
def _(origin: Origin) -> object:
    with Guarded(origin, timeout=90_000, idle_timeout=90_000) as guarded:
        guarded.trip()
        an_hour_passes()
        probe = guarded.starts("/never")
        message = guarded.call("/ok")
        an_hour_passes()
        after = guarded.call("/ok")
        guarded.cancels(probe)
        return bool(re.match(IS_PROBED, message)) and after == "200" or (message, after)


class Fails(moya.Plugin):
    id = "org.example.fails"
    on = False

    def prepare(self, _: Any) -> None:
        if self.on:
            raise moya.UsageError("on purpose")


class Answers(moya.Plugin):
    id = "org.example.answers"
    on = False

    def prepare(self, _: Any) -> "Optional[moya.Sample]":
        return moya.Sample(status_code=200) if self.on else None


def ways(guarded: Guarded, plugins: "tuple[Any, ...]", folder: str) -> "Iterator[tuple[str, Callable[[], object]]]":
    """Yields the ways in which a probe ends without a success."""

    def with_plugin(plugin: Any) -> None:
        plugin.on = True
        guarded.call("/ok")
        plugin.on = False

    def left() -> None:
        with guarded.provider.stream(moya.Target(f"{guarded.origin.url}/bytes/9000000", name="call")) as stream:
            next(stream.iter_bytes())

    def to_a_folder_that_is_missing() -> None:
        try:
            guarded.provider.download(moya.Target(f"{guarded.origin.url}/ok"), f"{folder}/missing/file")
        except moya.MoyaError:
            pass

    yield "was cancelled", lambda: guarded.cancels(guarded.starts("/never"))
    yield "was failed by another plugin", lambda: with_plugin(plugins[0])
    yield "was answered by another plugin", lambda: with_plugin(plugins[1])
    yield "left its stream", left
    yield "could not write its file", to_a_folder_that_is_missing
    yield "stopped at a limit", lambda: guarded.call("/redirect/40")
    yield "was retried", lambda: guarded.call("/busy/1000000", retry=moya.Retry(attempts=3, delay=0.001, jitter=0))
    yield "timed out", lambda: guarded.call("/never", timeout=0.05)
    yield "has no connection", lambda: guarded.call("/truncated-body")


@test("a probe without a result gives its place back, and a probe with a failure too")
def _(origin: Origin) -> object:
    wrong = []
    plugins = (Fails(), Answers())
    with tempfile.TemporaryDirectory() as folder, Guarded(origin, {}, plugins) as guarded:
        for name, way in ways(guarded, plugins, folder):
            guarded.trip()
            an_hour_passes()
            way()
            message = guarded.call("/ok")
            failed = name in ("was retried", "timed out", "has no connection")
            if failed:
                if not re.match(IS_OPEN, message):
                    wrong.append(f"a probe that {name}: {message}")
                an_hour_passes()
                message = guarded.call("/ok")
            if message != "200":
                wrong.append(f"a probe that {name}: then {message}")
    return not wrong or "\n".join(wrong)


@test("a retry of a call that opened the circuit is refused")
def _(origin: Origin) -> object:
    with Guarded(origin, {"failures": 1}, retry=moya.Retry(attempts=3, delay=0.001, jitter=0)) as guarded:
        before, message = origin.sent("/busy"), guarded.call("/busy/1000000")
        return bool(re.match(IS_OPEN, message)) and origin.sent("/busy") == before + 1 or message


@test("a circuit that opened lets nothing through on many loops, and then as many probes as it has places")
def _(origin: Origin) -> object:
    async def run() -> object:
        async with moya.AsyncProvider(loops=4) as provider:
            provider.load_plugin("breaker", {"failures": 5, "open_ms": HOUR, "probes": 3})

            async def call(path: str) -> str:
                try:
                    return str((await provider.call(moya.Target(f"{origin.url}{path}", name="call"))).status_code)
                except moya.MoyaError as error:
                    return "open" if re.match(IS_OPEN, str(error)) else "probed" if re.match(IS_PROBED, str(error)) else str(error)

            first = await asyncio.gather(*(call("/status/503") for _ in range(40)))
            before = origin.sent("/ok")
            second = await asyncio.gather(*(call("/ok") for _ in range(100)))
            nothing = origin.sent("/ok") - before
            an_hour_passes()
            never = origin.sent("/never")
            probes = [asyncio.ensure_future(call("/never")) for _ in range(100)]
            while origin.sent("/never") < never + 3:
                await asyncio.sleep(0)
            while sum(probe.done() for probe in probes) < 97:
                await asyncio.sleep(0)
            refused = [probe.result() for probe in probes if probe.done()]
            for each in probes:
                each.cancel()
            await asyncio.gather(*probes, return_exceptions=True)
            for _ in range(10_000):  # a place is free when the library has ended its call
                if (after := await call("/ok")) != "probed":
                    break
            holds = first.count("503") >= 5 and second == ["open"] * 100 and nothing == 0
            return holds and refused == ["probed"] * 97 and after == "200" or [Counter(first), Counter(second), nothing, Counter(refused), after]

    return asyncio.run(run())


@test("a probe that several callers share has one place, and its end gives it back once")
def _(origin: Origin) -> object:
    async def run() -> object:
        async with moya.AsyncProvider() as provider:
            provider.load_plugin("breaker", {"failures": 1, "open_ms": HOUR})
            target = moya.Target(f"{origin.url}/never", name="call", share=True)
            await provider.call(moya.Target(f"{origin.url}/status/503"))
            an_hour_passes()
            never, callers = origin.sent("/never"), [asyncio.ensure_future(provider.call(target)) for _ in range(3)]
            while origin.sent("/never") < never + 1:
                await asyncio.sleep(0)
            callers.pop().cancel()
            shown = []
            for is_last in (False, True):
                for _ in range(10_000 if is_last else 1):
                    try:
                        shown.append(str((await provider.call(moya.Target(f"{origin.url}/ok", name="call"))).status_code))
                        break
                    except moya.PluginError as error:
                        message = str(error)
                if not is_last:
                    shown.append("probed" if re.match(IS_PROBED, message) else message)
                for each in callers:
                    each.cancel()
                await asyncio.gather(*callers, return_exceptions=True)
            return shown == ["probed", "200"] and origin.sent("/never") == never + 1 or shown

    return asyncio.run(run())


@test("a forked child has the circuits of its parent, and no lock of the parent's threads")
def _(origin: Origin) -> object:
    with Guarded(origin, stub=True) as guarded:
        ends = threading.Event()

        def busy() -> None:
            while not ends.is_set():
                guarded.call("/a", sample=moya.Sample(status_code=404))

        for _ in range(2):
            guarded.provider.call(moya.Target("http://a.example", sample=moya.Sample(status_code=503)))
        threads = [threading.Thread(target=busy) for _ in range(3)]
        for thread in threads:
            thread.start()
        statuses = []
        for _ in range(40):
            child = os.fork()
            if child == 0:
                shown = []
                for url in ("http://a.example", "http://b.example"):
                    try:
                        guarded.provider.call(moya.Target(url, name="call", sample=moya.Sample(status_code=200)))
                        shown.append("sent")
                    except moya.MoyaError as error:
                        shown.append("open" if re.match(IS_OPEN, str(error)) else str(error))
                os._exit(0 if shown == ["open", "sent"] else 1)
            statuses.append(os.waitpid(child, 0)[1])
        ends.set()
        for thread in threads:
            thread.join()
        return statuses == [0] * 40 or statuses


@test("neither the message nor the log has a secret of the URL or of a field")
def _(origin: Origin) -> object:
    with Guarded(origin) as guarded:
        url = origin.url.replace("://", f"://ann:{CANARY}@")
        for _ in range(3):
            try:
                guarded.provider.call(moya.Target(f"{url}/status/503", name="call", query={"key": CANARY}, headers={"Authorization": CANARY}))
            except moya.MoyaError as error:
                guarded.lines.append(str(error))
        shown = "\n".join(guarded.lines)
        return CANARY not in shown and "its last 2 calls failed" in shown or shown


@test("options that make no sense are refused with a sentence")
def _(origin: Origin) -> object:
    wrong = []
    for config, sentence in (
        ({"ratio": 1.5}, "the option `ratio` is not a number from 0 to 1"),
        ({"ratio": -0.1}, "the option `ratio` is not a number from 0 to 1"),
        ({"statuses": ["50x"]}, "`50x` in the option `statuses` is not a status like 503 or 5xx"),
        ({"statuses": ["5xx", "+12"]}, "`+12` in the option `statuses` is not a status like 503 or 5xx"),
        ({"statuses": ["600"]}, "`600` in the option `statuses` is not a status like 503 or 5xx"),
        ({"statuses": ["6xx"]}, "`6xx` in the option `statuses` is not a status like 503 or 5xx"),
        ({"statuses": [""]}, "`` in the option `statuses` is not a status like 503 or 5xx"),
    ):
        try:
            Guarded(origin, config).provider.close()
            wrong.append(str(config))
        except moya.MoyaError as error:
            if not str(error).endswith(sentence):
                wrong.append(str(error))
    return not wrong or "\n".join(wrong)


@contextmanager
def preloaded_clock() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/clock.so"
        strict = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC"]
        subprocess.run([*strict, "-o", library, str(HERE / "breaker/clock.c")], check=True)
        yield library


def main() -> int:
    if "BREAKER_CLOCK" not in os.environ:
        with preloaded_clock() as library:
            environment = {**os.environ, "LD_PRELOAD": library, "BREAKER_CLOCK": library}
            return subprocess.run([sys.executable, "-B", *sys.argv], env=environment, check=False).returncode
    del os.environ["LD_PRELOAD"]
    passes_plugin_check("breaker", {}, {"failures": 1, "open_ms": 1}, {"ratio": 0.5, "least_results": 1, "probes": 2, "successes": 2})
    playing.costs_little("breaker", {})
    with server() as url:
        for name, function in tests:
            if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                continue
            shown: object = ""
            try:
                shown = function(Origin(url))
            except Exception as error:
                shown = repr(error)
            check(f"breaker: {name}", shown is True, shown)
    return playing.failed


if __name__ == "__main__":
    sys.exit(main())
