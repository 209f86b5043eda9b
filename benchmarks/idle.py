"""Counts how many instructions a module adds to a call. In most rows, the module has nothing to do for the call.

    python3 -B benchmarks/idle.py [MODULE...]      after script/build benchmarks moya_modules
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from callgrind import LONG, ROOT, Bench, Row

MODULES = ROOT / "build/moya/plugins"
IN_FLIGHT = 64
#: A module adds about two per cent to a request, and the counts of two runs of the same program differ by up to 0.2 per
#: cent. So a row is the mean of this many pairs of runs.
PAIRS = 4


@contextlib.contextmanager
def one_cpu() -> Iterator[None]:
    """Lets this thread, and the processes that it starts, run on one CPU only. Otherwise, the server and the program
    run at the same time, and the load of the machine changes how many of the responses share a turn of the loop."""
    cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cpus)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cpus)


@dataclass
class Idle:
    module: str
    calls: str  # what the calls of the row are
    most: int  # the bound for Tests/steps/instructions
    config: dict[str, Any] = field(default_factory=dict)
    body: int = 0  # the bytes of the request's body
    method: str = "GET"

    @property
    def name(self) -> str:
        return f"{self.module}, {self.calls}"


#: When a bound was set, it was about 100 above the greatest count that had been seen. The library, which calls the
#: hooks, needs most of these instructions.
IDLE = [
    Idle("cache", "a method that changes no resource and is not stored", 1000, method="OPTIONS"),
    Idle("chaos", "no probability", 750),
    Idle("chaos", "another path", 1050, {"fail": 0.5, "path": "/elsewhere/*"}),
    Idle("compress", "no body", 950),
    Idle("compress", "a small body", 1000, body=100, method="POST"),
    Idle(
        "headers", "another origin", 1050, {"rules": ["https://api.example.com set X-Team: shop", "https://*.example.org remove X-Debug"]}
    ),
    Idle("limit", "other tags", 1000, {"rate": 1, "tags": ["a", "b", "c"]}),
    Idle("limit", "another origin", 950, {"rate": 1, "origins": ["https://api.example.com"]}),
    Idle("otel", "no span and no field", 750, {"sampler": "always_off", "propagate": False}),
    Idle(
        "token",
        "another origin",
        1050,
        {"token_url": "http://127.0.0.1:1/", "client_id": "bench", "client_secret": "bench", "origins": ["https://api.example.com"]},
    ),
    # These modules have something to do for each call.
    Idle("cache", "a POST, whose URL becomes invalid", 12700, body=100, method="POST"),
    Idle("breaker", "counted, and no failure", 2400),
    Idle("metrics", "counted", 8300),
]


def rows(bench: Bench, wanted: list[str]) -> Iterator[tuple[Idle, float]]:
    """Yields each row, and the instructions that its module adds to a request: the mean difference between two counts
    that follow one another. If it exceeds the row's bound, counts again twice, and yields the median."""
    os.environ["MOYA_PLUGIN_PATH"] = str(MODULES)

    def count(idle: Idle, *module: str) -> float:
        row = Row(f"idle {idle.name}", "moya_flight", in_flight=IN_FLIGHT, arguments=(*module, str(idle.body), idle.method))
        return bench.per_request(row, LONG)

    def added(idle: Idle) -> float:
        with one_cpu():
            return mean(count(idle, idle.module, json.dumps(idle.config)) - count(idle, "", "{}") for _ in range(PAIRS))

    for idle in IDLE:
        if wanted and idle.module not in wanted:
            continue
        differences = [added(idle)]
        if differences[0] > idle.most:
            differences += [added(idle) for _ in range(2)]
        yield idle, median(differences)


def hooks(module: str) -> str:
    command = [ROOT / "build/bin/moya", "plugins", "--json", MODULES / f"{module}.so"]
    (plugin,) = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    flags = {"reads_bodies": "bodies", "waits": "waits", "needs_slot": "needs a slot"}
    return " ".join([*plugin["hooks"], *(word for key, word in flags.items() if plugin.get(key))])


def main() -> None:
    print("| module | calls | hooks | instructions a request more |\n|---|---|---|--:|")
    with tempfile.TemporaryDirectory() as directory:
        for idle, count in rows(Bench(ROOT, directory, None), sys.argv[1:]):
            print(f"| {idle.module} | {idle.calls} | {hooks(idle.module)} | {count:+,.0f} |", flush=True)


if __name__ == "__main__":
    main()
