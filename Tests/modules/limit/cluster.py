"""Tests one limit that two machines share. The machines are two network namespaces with a veth pair. Each runs four
processes. The store is a Redis server with TLS and a password.

    cluster.py MODULE FOLDER      needs root, for the namespaces

A program of its own counts what arrives. The limit is checked in two ways: by the times of the permissions on the
store's clock, which must obey the limit exactly, and by what arrives. Then the Redis server stops, and each process
continues with its part of the limit. Then the server starts again."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from redis_server import RedisServer, is_there  # noqa: E402
from serving import crowded, finish, most_in_a_second, start  # noqa: E402

HERE, MODULE = Path(__file__).resolve().parent, sys.argv[1]
RATE, BURST, SECONDS, PROCESSES = 200, 20, 10, 4
NAMES, ADDRESSES = ("moya-test-a", "moya-test-b"), ("10.231.77.1", "10.231.77.2")
good = True


def check(name: str, holds: bool, shown: object = "") -> None:
    global good
    good &= holds
    print(f"{'ok' if holds else 'not ok'} - limit: {name}", flush=True)
    if not holds:
        print(f"    {str(shown)[:1500]}", flush=True)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def inside(name: str) -> "tuple[str, ...]":
    return ("ip", "netns", "exec", name)


def make_network() -> None:
    for name in NAMES:
        ip("netns", "add", name)
    ip("link", "add", "moya-a", "netns", NAMES[0], "type", "veth", "peer", "name", "moya-b", "netns", NAMES[1])
    for name, link, address in zip(NAMES, ("moya-a", "moya-b"), ADDRESSES):
        ip("-n", name, "addr", "add", f"{address}/24", "dev", link)
        ip("-n", name, "link", "set", link, "up")
        ip("-n", name, "link", "set", "lo", "up")


def remove_network() -> None:
    for name in NAMES:
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


class Counter:
    """The counting server, in the first namespace. It stays in this program's process group and prints its times at the
    end."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([*inside(NAMES[0]), sys.executable, "-B", str(HERE / "counting.py"), ADDRESSES[0]],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.url = f"http://{ADDRESSES[0]}:{self.process.stdout.readline().strip()}"

    def times(self) -> List[float]:
        said, _ = self.process.communicate(timeout=60)
        return [float(word) for word in said.split()]


def workers(server: RedisServer, url: str, seconds: float, **more: Any) -> "List[subprocess.Popen[str]]":
    config = {"rate": RATE, "burst": BURST, "store": server.address, **more}
    return [start(MODULE, config, url, 10**6, 25, seconds, inside(name)) for name in NAMES for _ in range(PROCESSES)]


def flat(results: List[Dict[str, Any]], key: str) -> List[Any]:
    return [each for result in results for each in result[key]]


def shares_one_limit(server: RedisServer) -> None:
    counter = Counter()
    results = finish(workers(server, counter.url, SECONDS))
    arrived = counter.times()
    permitted = flat(results, "times")
    over = crowded(permitted, RATE, BURST)
    check("no window of all permissions has more than rate × window + burst", over is None and len(permitted) > RATE, over)
    late = crowded([int(at * 1e6) for at in arrived], RATE * 1.02, BURST, BURST * 0.02 + RATE * 0.02)
    check("what arrives is within 2 % of that", late is None, (late, most_in_a_second(arrived)))
    expected = RATE * SECONDS
    check("at least 95 % of the limit is used", len(arrived) >= 0.95 * expected, (len(arrived), expected))
    check("each process has its part", min(result["ok"] for result in results) > expected / len(results) / 4, [result["ok"] for result in results])
    check("there is no warning", not flat(results, "warnings"), flat(results, "warnings")[:3])
    print(f"#   {len(arrived)} calls of {expected} in {SECONDS} s, {most_in_a_second(arrived)} in the fullest second")


def goes_on_alone(server: RedisServer) -> None:
    counter = Counter()
    running = workers(server, counter.url, 12)
    for worker in running:
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    begin = time.time()
    time.sleep(3)
    server.stop()
    stopped = time.time()
    time.sleep(4)
    server.start()
    started = time.time()
    results = finish(running, begin=False)
    arrived = sorted(counter.times())
    warnings = [[line for _, line in result["warnings"]] for result in results]
    check("each process warns once, and says when the store works again",
          all(len([line for line in each if "of the limit" in line]) == 1 and len([line for line in each if "works again" in line]) == 1 for each in warnings),
          warnings)
    check("the warning has the number of processes", all("1/8 of the limit" in each[0] for each in warnings if each), warnings)
    check("no warning has the password", "canary" not in json.dumps(warnings))
    within = [result["warnings"][0][0] - stopped for result in results if result["warnings"]]
    check("each process goes on within a second", len(within) == len(results) and max(within) < 1, within)
    alone = [at for at in arrived if stopped + 1 <= at < started]
    rate = len(alone) / (started - stopped - 1)
    check("together, the processes stay within the limit and use at least 80 % of it", 0.8 * RATE <= rate <= 1.02 * RATE + BURST / 3, rate)
    after = [at for at in arrived if started + 1.5 <= at < begin + 12]
    rate = len(after) / (begin + 12 - started - 1.5)
    check("after that, they share the limit again", 0.9 * RATE <= rate <= 1.1 * RATE, rate)
    check("no call failed, except those that ran out of time at the end",
          all("after its timeout" in line or "timed out" in line or "time" in line for line in flat(results, "failed")), flat(results, "failed")[:3])


def main() -> int:
    if not is_there() or os.geteuid() != 0:
        check("redis-server and the right to make network namespaces are there", False)
        return 1
    folder = Path(sys.argv[2])
    remove_network()
    make_network()
    server = RedisServer.make(folder, tls=True, host=ADDRESSES[0])
    server.namespace = NAMES[0]
    try:
        server.start()
        shares_one_limit(server)
        server.command("FLUSHALL")
        goes_on_alone(server)
        server.stop()
    finally:
        server.kill()
        remove_network()
    return not good


if __name__ == "__main__":
    sys.exit(main())
