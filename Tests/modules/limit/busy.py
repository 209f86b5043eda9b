"""Tests what the module limit does while the store is busy, in a forked child, and for an attempt to another origin.

    busy.py MODULE [NAME…]      MODULE: the path of limit.so. NAME: only the tests whose names contain it
"""

import fcntl
import os
import struct
import sys
import threading
from pathlib import Path
from typing import Any, List, Tuple

from behaviours import Limited, main, same, test, tests
from serving import Config, Site, moya, site, wait_until

tests.clear()
OFD_SETLK = 37


def locked(path: Path, held: List[Any], status: int, **fields: str) -> Any:
    """Returns a reply during which another program begins to use the file."""

    def reply() -> Tuple[int, Any]:
        held.append(path.open("r+b"))
        fcntl.fcntl(held[-1], OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        return status, fields

    return reply


@test
def a_place_is_given_back_even_if_the_file_is_busy_and_no_further_call_is_made(at: Site, folder: Path) -> None:
    config: Config = {"concurrency": 1, "lease_ms": 600_000, "store": f"file:{folder}/store"}
    held: List[Any] = []
    with Limited(config) as it, Limited(config) as other:
        at.replies[:] = [locked(folder / "store", held, 200)]
        same(it.call(at, "/reply").status_code, 200)
        held.pop().close()
        same(other.call(at, timeout=20).status_code, 200)


@test
def a_pause_reaches_others_even_if_the_file_is_busy_and_no_further_call_is_made(at: Site, folder: Path) -> None:
    config: Config = {"rate": 10_000, "store": f"file:{folder}/store"}
    held: List[Any] = []

    def stops(other: Limited) -> bool:
        try:
            return other.call(at, timeout=5).status_code != 200
        except moya.MoyaError as error:
            return "would come after its timeout" in str(error)

    with Limited(config) as it, Limited(config) as other:
        at.replies[:] = [locked(folder / "store", held, 429, **{"Retry-After": "600"})]
        same(it.call(at, "/reply").status_code, 429)
        held.pop().close()
        wait_until(lambda: stops(other))


def failures_in_a_child(at: Site, config: Config) -> str:
    """Makes calls on four threads of a forked child. Returns the errors."""
    with Limited(config) as it:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            said: List[str] = []

            def run() -> None:
                for _ in range(300):
                    try:
                        it.call(at, sample=moya.Sample(text="stub"), stub=True)
                    except moya.MoyaError as error:
                        said.append(str(error))

            threads = [threading.Thread(target=run) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            os.write(write, "|".join(said[:5]).encode())
            os._exit(0)
        os.close(write)
        errors = os.read(read, 2000).decode()
        os.waitpid(child, 0)
        os.close(read)
        return errors


@test
def in_a_forked_child_with_threads_a_call_that_need_not_wait_succeeds(at: Site, folder: Path) -> None:
    for place in ({}, {"store": f"file:{folder}/store"}):
        for config in ({"rate": 1_000_000, "burst": 1_000_000}, {"concurrency": 64}):
            same(failures_in_a_child(at, {**config, **place}), "")


@test
def an_attempt_that_goes_to_another_origin_counts_for_that_origin(at: Site, folder: Path) -> None:
    with site() as other:

        class Failover(moya.Plugin):
            id, version, about = "org.example.failover", "1.0.0", "Sends the second attempt to another server."

            def prepare(self, call: Any) -> None:
                if call.attempt > 1:
                    call.request.url = f"{other.url}/reply"

            def should_retry(self, call: Any) -> "int | None":
                return 0 if call.attempt == 1 and call.result.status_code == 503 else None

        at.replies[:] = [(503, {})]
        other.replies[:] = [(429, {"Retry-After": "600"})]
        provider = moya.Provider()
        provider.add_plugin(Failover())
        provider.load_plugin(os.path.abspath(sys.argv[1]), {"rate": 100, "burst": 100})
        with provider:
            same(provider.call(moya.Target(at.url, "/reply", name="call")).status_code, 429)
            same(provider.call(moya.Target(at.url, "/count", name="call", timeout=5)).status_code, 200)
            try:
                provider.call(moya.Target(other.url, "/count", name="call", timeout=5))
            except moya.MoyaError as error:
                same(error.status.name, "TIMEOUT_TOTAL")
            else:
                raise AssertionError("the other origin has no pause")


if __name__ == "__main__":
    sys.exit(main())
