"""Tests the module token with a store: all processes together renew a token once, processes may be killed, and the
store contains only what it should.

Without MOYA_LONG=1, only what needs one process runs."""

import fcntl
import json
import os
import signal
import stat
import struct
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import playing
from authorization import FIRST_REFRESH, authorization
from playing import Config, check, moya
from token_calls import TOKEN, config, get

sys.path.insert(0, str(playing.ROOT / "Tests/modules/shared"))
import redis_server  # noqa: E402

LONG = os.environ.get("MOYA_LONG") == "1"
F_OFD_SETLK = 37


class Worker:
    """A process that makes calls (token/worker.py)."""

    def __init__(self, options: Config, url: str) -> None:
        script = playing.ROOT / "Tests/modules/token/worker.py"
        self.log: List[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(script), TOKEN, json.dumps(options), url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")})
        self.read("ready")

    def read(self, wanted: str) -> Any:
        """Reads lines until one has the name `wanted`, and returns the value of this line."""
        assert self.process.stdout
        for line in self.process.stdout:
            name, value = json.loads(line)
            if name == "log":
                self.log.append(value)
            if name == wanted:
                return value
        raise AssertionError(f"the worker ended; log: {self.log}")

    def start(self, count: int) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def calls(self, count: int) -> List[str]:
        self.start(count)
        return list(self.read("calls"))

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def end(self) -> None:
        self.process.kill() if self.process.poll() is None else None
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@contextmanager
def workers(count: int, options: Config, url: str) -> Iterator[List[Worker]]:
    with ExitStack() as stack:
        made = []
        for _ in range(count):
            made.append(Worker(options, url))
            stack.callback(made[-1].end)
        yield made


@contextmanager
def stores(folder: Path) -> Iterator[Dict[str, str]]:
    """Yields the addresses of the stores to test."""
    found = {"file": f"file:{folder / 'tokens'}"}
    if not LONG or not redis_server.is_there():
        yield found
        return
    (folder / "redis").mkdir()
    server = redis_server.RedisServer.make(folder / "redis")
    server.start()
    try:
        yield {**found, "Redis": server.address}
    finally:
        server.stop()


def two_providers_share_a_token(folder: Path) -> None:
    path = folder / "tokens"
    with authorization() as at, moya.Provider() as one, moya.Provider() as other:
        for provider in (one, other):
            provider.load_plugin(TOKEN, config(at, store=f"file:{path}"))
        got = [provider.call(get(at)).json()["token"] for provider in (one, other)]
        check("token: two providers with a store share a token", got == at.valid * 2 and len(at.grants) == 1, (got, at.grants))
        mode = stat.S_IMODE(path.stat().st_mode)
        check("token: the file of the store is for its user only", mode == 0o600, oct(mode))
        at.end_all()
        got = [provider.call(get(at)).json()["token"] for provider in (one, other)]
        check("token: a token that was refused is renewed once for both", got == at.valid * 2 and len(at.grants) == 2, (got, at.grants))
        at.end_all()
        at.replies = [lambda: (503, {}, [])]
        failed = 0
        try:
            one.call(get(at))
        except moya.MoyaError:
            failed += 1
        got = [provider.call(get(at)).json()["token"] for provider in (other, one)]
        check("token: after a failed renewal another provider may renew at once", failed == 1 and got == at.valid * 2, got)
        data = path.read_bytes()
        check("token: neither the secret of the client nor its name is in the file", b"canary-client" not in data and b"basic-client" not in data)


def a_refresh_token_survives_the_program(folder: Path) -> None:
    with authorization() as at:
        at.give_refresh_token("basic-client")
        for _ in range(3):
            with moya.Provider() as provider:
                provider.load_plugin(TOKEN, config(at, refresh_token=FIRST_REFRESH, store=f"file:{folder / 'tokens'}"))
                provider.call(get(at))
                at.end_all()
                provider.call(get(at))
            at.end_all()
        used = [form["refresh_token"] for form in at.grants]
        check("token: with a store, the next program uses the newest refresh token",
              used[0] == FIRST_REFRESH and len(set(used)) == len(used) == 6 and at.reuses == 0, used)


def a_forked_child_finds_what_others_have_stored(folder: Path) -> None:
    program = """
import json, os, sys, moya
module, config, url = sys.argv[1:]
def provider():
    made = moya.Provider(); made.load_plugin(module, json.loads(config)); return made
def call(it): print(it.call(moya.Target(url, "/me")).status_code, flush=True)
one, other = provider(), provider()
call(one)
ready, go = os.pipe(), os.pipe()
if os.fork() == 0:
    os.read(go[0], 1)
    call(one)
    os._exit(0)
call(other)  # the server ends the token, so the module renews it
os.write(go[1], b"x")
os.wait()
one.close(), other.close()
"""
    with authorization() as at:
        at.on_request = lambda number: at.end_all() if number == 2 else None
        options = json.dumps(config(at, store=f"file:{folder / 'tokens'}"))
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, TOKEN, options, at.url], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}, check=False, timeout=60)
        check("token: a forked child uses what another process has stored", done.stdout.split() == ["200"] * 3 and len(at.grants) == 2,
              done.stdout + done.stderr)


# ── Several processes ──


def one_renewal_serves_all_processes(folder: Path) -> None:
    with stores(folder) as addresses:
        for name, address in addresses.items():
            for grant, row in {"client credentials": {}, "refresh": {"refresh_token": FIRST_REFRESH}}.items():
                with authorization() as at, workers(4, config(at, store=address, **row), at.url) as started:
                    at.give_refresh_token("basic-client")
                    got: List[str] = []
                    for _ in range(3):
                        # If all calls of a process had ended before the token ended, the process still has the old
                        # token.
                        got += [each for worker in started for each in worker.calls(1)]
                        midway = len(at.seen) + 100
                        at.on_request = lambda number: at.end_all() if number == midway else None
                        for worker in started:
                            worker.start(50)
                        got += [each for worker in started for each in worker.read("calls")]
                    failed = [each for each in got if not each.startswith("canary-access-")]
                    check(f"token: {name}, {grant}: 612 calls of 4 processes, tokens end midway: none fails", not failed and len(got) == 612, failed)
                    check(f"token: {name}, {grant}: … and there is one token request for each end in all processes",
                          len(at.grants) == 4 and at.reuses == 0, (len(at.grants), at.reuses))


def tokens_that_end_by_the_clock_are_renewed_once(folder: Path) -> None:
    with stores(folder) as addresses:
        for name, address in addresses.items():
            with authorization() as at, workers(4, config(at, store=address), at.url) as started:
                at.lifetime = 6  # the margin is at most half of it
                got: List[str] = []
                while len(at.by_access) < 3:
                    for worker in started:
                        worker.start(20)
                    got += [each for worker in started for each in worker.read("calls")]
                early = [pair for pair in zip(at.ends, at.ends[1:]) if pair[1] - at.lifetime < pair[0] - at.lifetime / 2 - 1]
                failed = [each for each in got if not each.startswith("canary-access-")]
                check(f"token: {name}: while tokens end by the clock, no call of 4 processes fails", not failed, failed)
                check(f"token: {name}: … and no token is got while another is fresh", not early and len(at.grants) == len(at.ends), at.ends)


def the_next_process_takes_over(folder: Path) -> None:
    with stores(folder) as addresses:
        for name, address in addresses.items():
            with authorization() as at, workers(3, config(at, store=address, timeout_ms=1000), at.url) as started:
                asked, ends = threading.Event(), threading.Event()

                def reply() -> Any:
                    asked.set()
                    ends.wait(60)
                    return "go on"

                at.replies = [reply]
                started[0].start(1)
                asked.wait(60)
                started[0].signal(signal.SIGKILL)
                started[1].start(10)
                started[2].start(10)
                got = started[1].read("calls") + started[2].read("calls")
                check(f"token: {name}: if the process that renews is killed, one of the others takes over",
                      got == at.valid[-1:] * 20 and len(at.grants) == 2, (got, at.grants))
                ends.set()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock of a store in a file."""
    with path.open("r+b") as file:
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
        while True:
            try:
                fcntl.fcntl(file, F_OFD_SETLK, lock)
                break
            except OSError:
                pass
        yield


def a_late_write_is_refused(folder: Path) -> None:
    path = folder / "tokens"
    with authorization() as at, workers(2, config(at, store=f"file:{path}", timeout_ms=1000), at.url) as (late, other):
        lock = ExitStack()

        def reply() -> Any:
            lock.enter_context(locked(path))
            return "go on"

        at.replies = [reply]
        late.start(1)
        while "the token endpoint has sent a token" not in "".join(late.log):
            late.read("log")
        late.signal(signal.SIGSTOP)  # it has a token, which it cannot write while the store is locked
        lock.close()
        first = other.calls(1)
        late.signal(signal.SIGCONT)
        second = late.read("calls")
        check("token: a process that comes too late uses the token of the process that took over", first == second == at.valid[-1:], (first, second))
        check("token: … its write was refused", any("the token came after the lease had ended" in line for line in late.log), late.log)
        check("token: … and the store has the token of the other", other.calls(1) == first and len(at.grants) == 2 and len(at.valid) == 2, at.valid)


def without_the_store(folder: Path) -> None:
    if not redis_server.is_there():
        return
    server = redis_server.RedisServer.make(folder)
    server.start()
    with authorization() as at, workers(2, config(at, store=server.address), at.url) as started:
        first = started[0].calls(1) + started[1].calls(1)
        server.stop()
        at.end_all()
        alone = started[0].calls(5) + started[1].calls(5)
        warnings = [line for worker in started for line in worker.log if "the store cannot be used" in line]
        check("token: without its store, each process gets a token of its own",
              len(set(first)) == 1 and sorted(set(alone)) == sorted(at.valid) and len(at.grants) == 3, (first, alone))
        check("token: … with one warning, which has no password", len(warnings) == 2 and not any("canary" in line for line in warnings), warnings)
        server.start()
        again: List[str] = []
        while len(set(again)) != 1:  # the module tries to reach the store about once a second
            at.end_all()
            again = started[0].calls(5) + started[1].calls(5)
        check("token: … and shares one again when the store is back", again == at.valid * 10, (again, at.valid))
        server.stop()
    server.start()
    with authorization() as at, workers(1, config(at, store=server.address, refresh_token=FIRST_REFRESH), at.url) as (worker,):
        at.give_refresh_token("basic-client")
        good = worker.calls(1)
        server.stop()
        at.end_all()
        got = worker.calls(3)
        check("token: without its store, a refresh token is not used, and the error says so", good[0].startswith("canary-access") and all(
            "there is no token, because the store cannot be used: " in it for it in got) and len(at.grants) == 1, got)
        server.start()
        while not got[0].startswith("canary-access"):
            got = worker.calls(3)
        check("token: … until the store is back", got == at.valid * 3 and at.reuses == 0, got)
    server.stop()


LONG_TESTS: List[Callable[[Path], None]] = [
    one_renewal_serves_all_processes, tokens_that_end_by_the_clock_are_renewed_once, the_next_process_takes_over, a_late_write_is_refused,
    without_the_store]

if __name__ == "__main__":
    sys.exit(playing.run({name: it for name, it in globals().items() if LONG or it not in LONG_TESTS}))
