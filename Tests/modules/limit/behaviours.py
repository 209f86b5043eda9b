"""Tests what the module limit does in calls.

    behaviours.py MODULE [NAME…]      MODULE: the path of limit.so. NAME: only the tests whose names contain it
"""

import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Any, Callable, List

from serving import Config, Site, crowded, finish, moya, site, start, wait_until

MODULE = os.path.abspath(sys.argv[1])
tests: List[Callable[[Site, Path], None]] = []


def test(function: Callable[[Site, Path], None]) -> Callable[[Site, Path], None]:
    tests.append(function)
    return function


def same(*values: object) -> None:
    assert all(value == values[0] for value in values), values


class Limited:
    """A provider with the module, and the lines of its log."""

    def __init__(self, config: Config, *before: Any, kind: Any = moya.Provider, **options: Any) -> None:
        self.lines: List[str] = []
        self.warnings: List[str] = []
        self.provider = kind(log=self.log, log_level=moya.LogLevel.DEBUG, **options)
        for name, its in before:
            self.provider.add_plugin(name, its)
        self.provider.load_plugin(MODULE, config)

    def log(self, level: Any, line: str) -> None:
        (self.warnings if level >= moya.LogLevel.WARNING else self.lines).append(line)

    @property
    def times(self) -> List[int]:
        return [int(found[1]) for line in self.lines if (found := re.search(r"permits a call at (\d+) us", line))]

    def __enter__(self) -> "Limited":
        return self

    def __exit__(self, *_: object) -> None:
        self.provider.close()

    def call(self, at: Site, path: str = "/count", **options: Any) -> Any:
        return self.provider.call(moya.Target(at.url, path, name="call", **options))

    def refused(self, at: Site, path: str = "/count", **options: Any) -> str:
        """Makes a call that must fail. Returns the name of its error."""
        try:
            self.call(at, path, **options)
        except moya.MoyaError as error:
            self.message = str(error)
            return error.status.name
        raise AssertionError("the call succeeded")


def places(folder: Path) -> List[Config]:
    """Returns a config for each kind of store. MOYA_REDIS is the address of a Redis server."""
    redis = os.environ.get("MOYA_REDIS")
    return [{}, {"store": f"file:{folder}/store"}, *([{"store": redis, "name": folder.name}] if redis else [])]


def shared(folder: Path) -> List[Config]:
    return places(folder)[1:]


@test
def no_window_has_more_than_the_rate_and_the_burst(at: Site, folder: Path) -> None:
    for config in places(folder):
        with Limited({"rate": 200, "burst": 4, **config}) as it:
            for _ in range(15):
                same(it.call(at).text, "ok")
            same(len(it.times), 15)
            same(crowded(it.times, 200, 4), None)


@test
def processes_share_a_limit_through_a_file(at: Site, folder: Path) -> None:
    config = {"rate": 300, "burst": 5, **shared(folder)[-1]}
    results = finish([start(MODULE, config, at.url, 40, 8, 20) for _ in range(3)])
    times = [time for result in results for time in result["times"]]
    same(len(times), 120, sum(result["ok"] for result in results), len(set(times)))
    same(crowded(times, 300, 5), None)
    same([result["failed"] + result["warnings"] for result in results], [[]] * 3)


@test
def origins_tags_and_names_have_limits_of_their_own(at: Site, folder: Path) -> None:
    slow = {"rate": 0.01, "store": f"file:{folder}/store"}
    other = at.url.replace("127.0.0.1", "localhost")
    with Limited(slow) as it, Limited({**slow, "name": "second"}) as second, Limited({**slow, "tags": ["bulk"]}) as tagged:
        same(it.call(at).status_code, second.call(at).status_code, tagged.call(at, tags=["bulk"]).status_code, 200)
        same(it.provider.call(moya.Target(other, "/count", name="call")).status_code, 200)
        same([tagged.call(at).status_code for _ in range(3)], [200] * 3)
        for each, options in ((it, {}), (second, {}), (tagged, {"tags": ["x", "bulk"]})):
            same(each.refused(at, timeout=5, **options), "TIMEOUT_TOTAL")
    with Limited({"rate": 0.01, "origins": ["https://api.example.com"]}) as it:
        same([it.call(at).status_code for _ in range(3)], [200] * 3)


@test
def a_call_whose_turn_comes_too_late_fails_at_once_and_takes_nothing(at: Site, folder: Path) -> None:
    for config in places(folder):
        with Limited({"rate": 2, **config}) as it:
            it.call(at)
            for _ in range(10):
                same(it.refused(at, timeout=0.2), "TIMEOUT_TOTAL")
                # On a busy machine, the time may be over before the call asks.
                assert "would come after its timeout" in it.message or "within its total timeout" in it.message, it.message
            it.call(at, timeout=2)  # 10 permissions would take longer


@test
def streams_stubs_and_retries_take_permissions(at: Site, folder: Path) -> None:
    at.replies[:] = [(503, {}), (503, {}), (200, {})]
    with Limited({"rate": 1000, "burst": 50}, ("moya.retry", {"delay_ms": 1, "statuses": [503]})) as it:
        same(it.call(at, "/reply").status_code, 200)
        same(len(it.times), 3)
        with it.provider.stream(moya.Target(at.url, "/count", name="call")) as stream:
            same(b"".join(stream.iter_bytes()), b"ok")
        same(it.call(at, sample=moya.Sample(text="stub"), stub=True).text, "stub")
        same(len(it.times), 5)


@test
def a_429_of_one_process_stops_the_others(at: Site, folder: Path) -> None:
    for config in places(folder):
        with Limited({**config}) as it:
            at.replies[:] = [(429, {"Retry-After": "60"})]
            same(it.call(at, "/reply").status_code, 429)
            same(it.refused(at, timeout=5), "TIMEOUT_TOTAL")
    with Limited({"store": f"file:{folder}/store"}) as it, Limited({"store": f"file:{folder}/store", "learn": False}) as deaf:
        count = len(at.seen)
        same(it.refused(at, timeout=5), "TIMEOUT_TOTAL")
        same(len(at.seen), count)
        same(deaf.call(at).status_code, 200)
    result, = finish([start(MODULE, {"store": f"file:{folder}/store"}, at.url, 1, 1, 5)])
    assert result["ok"] == 0 and "after its timeout" in result["failed"][0], result


@test
def a_429_stops_a_call_that_waits_for_its_turn_elsewhere(at: Site, folder: Path) -> None:
    for config in shared(folder):
        at.replies[:] = [(429, {"Retry-After": "60"})]
        with Limited({"rate": 1, **config}) as it, Limited(config) as other:
            it.call(at)
            names: List[str] = []
            waiter = threading.Thread(target=lambda: names.append(it.refused(at, timeout=5)))
            waiter.start()
            wait_until(lambda: len(it.times) == 2)
            same(other.call(at, "/reply").status_code, 429)
            count = len(at.seen)
            waiter.join()
            same(names, ["TIMEOUT_TOTAL"])
            same(len(at.seen), count)


@test
def a_server_that_says_that_nothing_is_left_gets_no_request(at: Site, folder: Path) -> None:
    at.replies[:] = [(200, {"RateLimit": '"default";r=0;t=60'})]
    with Limited({"rate": 1000, "store": f"file:{folder}/store"}) as it:
        same(it.call(at, "/reply").status_code, 200)
        same(it.refused(at, timeout=5), "TIMEOUT_TOTAL")


@test
def a_429_after_a_redirect_says_nothing_about_the_origin_that_redirects(at: Site, folder: Path) -> None:
    with site() as other, Limited({}) as it:
        at.replies[:] = [(302, {"Location": f"{other.url}/reply"})]
        other.replies[:] = [(429, {"Retry-After": "31536000"})]
        same(it.call(at, "/reply").status_code, 429)
        same(it.call(at).status_code, 200)


@test
def no_more_calls_run_at_once_than_are_allowed(at: Site, folder: Path) -> None:
    async def all_of(it: Limited) -> List[int]:
        calls = [asyncio.ensure_future(it.provider.call(moya.Target(at.url, "/hold", name="call"))) for _ in range(6)]
        await asyncio.get_running_loop().run_in_executor(None, at.await_held, 2)
        at.release.set()
        codes = [(await call).status_code for call in calls]
        await it.provider.aclose()
        return codes

    for config in places(folder):
        at.release.clear()
        at.most_running = 0
        same(asyncio.run(all_of(Limited({"concurrency": 2, **config}, kind=moya.AsyncProvider))), [200] * 6)
        while at.held.acquire(blocking=False):
            pass
        same(at.most_running, 2)


@test
def a_cancelled_call_gives_its_place_back(at: Site, folder: Path) -> None:
    async def cancel(config: Config) -> None:
        it = Limited({"concurrency": 1, **config}, kind=moya.AsyncProvider)
        call = asyncio.ensure_future(it.provider.call(moya.Target(at.url, "/hold", name="call")))
        await asyncio.get_running_loop().run_in_executor(None, at.await_held, 1)
        waiting = asyncio.ensure_future(it.provider.call(moya.Target(at.url, "/count", name="call")))
        await asyncio.sleep(0)
        for each in (waiting, call):
            each.cancel()
        await asyncio.wait([waiting, call])
        same((await it.provider.call(moya.Target(at.url, "/count", name="call"))).status_code, 200)
        await it.provider.aclose()

    for config in places(folder):
        asyncio.run(cancel(config))


@test
def after_many_cancelled_calls_every_place_is_free(at: Site, folder: Path) -> None:
    async def storm(config: Config) -> None:
        dice = random.Random(folder.name)
        it = Limited({"concurrency": 3, "rate": 2000, "burst": 5, **config}, kind=moya.AsyncProvider)

        async def one() -> None:
            call = asyncio.ensure_future(it.provider.call(moya.Target(at.url, "/count", name="call")))
            for _ in range(dice.randrange(12)):
                await asyncio.sleep(0)
            if dice.random() < 0.3:
                await asyncio.sleep(dice.random() / 200)
            if dice.random() < 0.7:
                call.cancel()
            await asyncio.wait([call])

        await asyncio.gather(*(one() for _ in range(120)))
        at.release.clear()
        holds = [asyncio.ensure_future(it.provider.call(moya.Target(at.url, "/hold", name="call", timeout=10))) for _ in range(3)]
        await asyncio.get_running_loop().run_in_executor(None, at.await_held, 3)
        at.release.set()
        same([(await hold).status_code for hold in holds], [200] * 3)
        await it.provider.aclose()

    for config in places(folder):
        asyncio.run(storm(config))
    same(at.most_running <= 3, True)


@test
def a_failed_call_gives_its_place_back(at: Site, folder: Path) -> None:
    with Limited({"concurrency": 1, "store": f"file:{folder}/store"}) as it:
        for _ in range(3):
            try:
                it.provider.call(moya.Target("http://127.0.0.1:1", "/", name="dead"))
            except moya.MoyaError as error:
                same(error.status.name, "CONNECT")


@test
def a_killed_process_gives_its_places_back(at: Site, folder: Path) -> None:
    config = {"concurrency": 1, "lease_ms": 200, "store": f"file:{folder}/store"}
    worker = start(MODULE, config, at.url.replace("/count", "") + "/hold?", 1, 1, 20)
    assert worker.stdin
    at.release.clear()
    worker.stdin.write("go\n")
    worker.stdin.flush()
    wait_until(lambda: any("hold" in path for path in at.seen))
    worker.send_signal(signal.SIGKILL)
    worker.communicate()
    with Limited(config) as it:
        same(it.call(at, timeout=10).status_code, 200)


@test
def a_long_call_keeps_its_place(at: Site, folder: Path) -> None:
    config = {"concurrency": 1, "lease_ms": 1500, "store": f"file:{folder}/store"}

    async def both() -> None:
        it = Limited(config, kind=moya.AsyncProvider)
        other = Limited(config, kind=moya.AsyncProvider)
        long = asyncio.ensure_future(it.provider.call(moya.Target(at.url, "/hold", name="call")))
        await asyncio.get_running_loop().run_in_executor(None, at.await_held, 1)
        end = time.monotonic() + 2  # longer than the lease
        while time.monotonic() < end:
            try:
                await other.provider.call(moya.Target(at.url, "/count", name="call", timeout=0.1))
            except moya.MoyaError as error:
                same(error.status.name, "TIMEOUT_TOTAL")
            else:
                raise AssertionError("the place was lost")
        at.release.set()
        same((await long).status_code, 200)
        same((await other.provider.call(moya.Target(at.url, "/count", name="call", timeout=10))).status_code, 200)
        await it.provider.aclose()
        await other.provider.aclose()

    asyncio.run(both())


@test
def calls_go_on_without_a_store_that_fails(at: Site, folder: Path) -> None:
    (folder / "gone").mkdir()
    config = {"rate": 1000, "store": f"file:{folder}/gone/store"}
    with Limited(config) as it, Limited({**config, "local": False}) as strict:
        same(it.call(at).status_code, strict.call(at).status_code, it.call(at).status_code, 200)
        (folder / "gone/store").unlink()
        (folder / "gone").rmdir()
        same([it.call(at).status_code for _ in range(4)], [200] * 4)
        same(len(it.warnings), 1)
        assert "gone/store: No such file" in it.warnings[0] and "1/2 of the limit" in it.warnings[0], it.warnings
        same(strict.refused(at), "OTHER")
        (folder / "gone").mkdir()
        same(it.call(at).status_code, 200)
        same([line for line in it.lines if "works again" in line] != [], True)
        same(len(it.warnings), 1)


@test
def a_redis_server_that_is_not_there_is_one_warning_without_its_password(at: Site, folder: Path) -> None:
    os.environ["CANARY_STORE"] = "redis://ann:canary-word@127.0.0.1:1/3"
    with Limited({"rate": 1000, "store": {"env": "CANARY_STORE"}}) as it:
        same([it.call(at).status_code for _ in range(3)], [200] * 3)
        same(len(it.warnings), 1)
        assert "Redis at 127.0.0.1:1" in it.warnings[0], it.warnings
        same([line for line in it.lines + it.warnings if "canary" in line], [])
    for address in ("redis://ann:canary@host:x", "http://ann:canary@host", "redis://ann:canary@host/1?x=y", "rediss://%zz:canary@host"):
        try:
            Limited({"store": address})
        except moya.MoyaError as error:
            assert "the address of the" in str(error) and "canary" not in str(error) and "ann:" not in str(error), error
        else:
            raise AssertionError(address)


@test
def no_secret_of_a_url_is_in_the_file_or_the_log(at: Site, folder: Path) -> None:
    with Limited({"rate": 1000, "concurrency": 3, "store": f"file:{folder}/store"}) as it:
        base = at.url.replace("//", "//ann:canary-user@")
        same(it.provider.call(moya.Target(base, "/count", name="call", query={"token": "canary-query"})).status_code, 200)
        same([line for line in it.lines if "limit" in line and "canary" in line], [])
    same(b"canary" in (folder / "store").read_bytes(), False)


@test
def a_file_of_another_program_is_refused_with_its_name(at: Site, folder: Path) -> None:
    (folder / "notes").write_text("a text" * 1000)
    try:
        Limited({"store": f"file:{folder}/notes"})
    except moya.MoyaError as error:
        assert "notes is not a store of libmoya" in str(error), error
    else:
        raise AssertionError("the file was accepted")
    same((folder / "notes").read_text(), "a text" * 1000)


@test
def an_option_that_could_limit_nothing_is_refused_with_its_name(at: Site, folder: Path) -> None:
    for config, said in (({"origins": [at.url, "api.example.com"]}, 'the text "api.example.com" of origins is not an origin'),
                         ({"origins": [at.url + "/v1"]}, "/v1\" of origins is not an origin"),
                         ({"name": "n" * 51}, "name is longer than 50 bytes"), ({"tags": ["a", "t" * 120]}, "of tags is longer than 119 bytes")):
        try:
            Limited({"rate": 1, **config}).provider.close()
        except moya.MoyaError as error:
            assert said in str(error), error
        else:
            raise AssertionError(config)
    with Limited({"rate": 0.01, "origins": [at.url + "/"], "name": "n" * 50}) as it:
        it.call(at)
        same(it.refused(at, timeout=1), "TIMEOUT_TOTAL")


@test
def a_forked_child_shares_the_limit(at: Site, folder: Path) -> None:
    for config in shared(folder):
        fork_and_call(at, {"rate": 0.01, "burst": 2, **config})


def fork_and_call(at: Site, config: Config) -> None:
    with Limited(config) as it:
        it.call(at)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            said = ["?"]
            try:
                said = [it.call(at).text, it.refused(at, timeout=300), it.message]
            except BaseException as error:  # noqa: BLE001
                said.append(repr(error))
            os.write(write, "|".join(said).encode())
            os._exit(0)
        os.close(write)
        said = os.read(read, 2000).decode()
        os.waitpid(child, 0)
        os.close(read)
        assert said.startswith("ok|FORKED|") and "forked child cannot wait" in said, said
        same(it.refused(at, timeout=1), "TIMEOUT_TOTAL")


@test
def several_event_loops_use_one_provider(at: Site, folder: Path) -> None:
    with Limited({"rate": 500, "burst": 3, **shared(folder)[-1]}) as it:
        threads = [threading.Thread(target=lambda: [it.call(at) for _ in range(10)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        same(len(it.times), 40)
        same(crowded(it.times, 500, 3), None)


def main() -> int:
    failed = 0
    for each in tests:
        if len(sys.argv) > 2 and not any(name in each.__name__ for name in sys.argv[2:]):
            continue
        with tempfile.TemporaryDirectory() as folder, site() as at:
            try:
                each(at, Path(folder))
            except Exception:  # noqa: BLE001
                failed += 1
                print(f"not ok - limit: {each.__name__.replace('_', ' ')}")
                print("".join(f"    {line}\n" for line in traceback.format_exc().splitlines()), flush=True)
            else:
                print(f"ok - limit: {each.__name__.replace('_', ' ')}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
