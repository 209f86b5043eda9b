"""Counts how many instructions a module adds to a call for which it has nothing to do.

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
from statistics import median
from typing import Any

from callgrind import LONG, ROOT, Bench, Row

MODULES = ROOT / "build/moya/plugins"
IN_FLIGHT = 64
#: A module adds about two per cent to a request. So the runs are longer than those of other benchmarks.
REQUESTS = 4 * LONG


@contextlib.contextmanager
def one_cpu() -> Iterator[None]:
    """Lets this thread, and the processes that it starts, run on one CPU only. Otherwise, the server and the program run at
    the same time, and the load of the machine changes how many of the responses share a turn of the loop. A count could
    then differ from the next one by 100 instructions a request, and now differs by 15."""
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


#: A bound is about 200 above the greatest count that was seen when it was set. The library, which calls the hooks, needs most
#: of these instructions.
IDLE = [
    Idle("cache", "a method that changes no resource and is not stored", 1650, method="OPTIONS"),
    Idle("chaos", "no probability", 1100),
    Idle("chaos", "another path", 1350, {"fail": 0.5, "path": "/elsewhere/*"}),
    Idle("compress", "no body", 1200),
    Idle("compress", "a small body", 1400, body=100, method="POST"),
    Idle(
        "headers", "another origin", 1700, {"rules": ["https://api.example.com set X-Team: shop", "https://*.example.org remove X-Debug"]}
    ),
    Idle("limit", "other tags", 1550, {"rate": 1, "tags": ["a", "b", "c"]}),
    Idle("limit", "another origin", 1350, {"rate": 1, "origins": ["https://api.example.com"]}),
    Idle("otel", "no span and no field", 1100, {"sampler": "always_off", "propagate": False}),
    Idle(
        "token",
        "another origin",
        1450,
        {"token_url": "http://127.0.0.1:1/", "client_id": "bench", "client_secret": "bench", "origins": ["https://api.example.com"]},
    ),
    # These modules have something to do for each call.
    Idle("cache", "a POST, whose URL becomes invalid", 13300, body=100, method="POST"),
    Idle("breaker", "counted, and no failure", 2550),
    Idle("metrics", "counted", 8900),
]


def rows(bench: Bench, wanted: list[str]) -> Iterator[tuple[Idle, float]]:
    """Yields each row, and the instructions that its module adds to a request."""
    os.environ["MOYA_PLUGIN_PATH"] = str(MODULES)
    plain: dict[tuple[str, str], float] = {}

    def count(name: str, *arguments: str) -> float:
        row = Row(f"idle {name}", "moya_flight", in_flight=IN_FLIGHT, arguments=arguments)
        with one_cpu():
            return median(bench.per_request(row, REQUESTS) for _ in range(3))

    for idle in IDLE:
        if wanted and idle.module not in wanted:
            continue
        request = (str(idle.body), idle.method)
        if request not in plain:
            plain[request] = count(f"no module {idle.method} {idle.body}", "", "{}", *request)
        yield idle, count(idle.name, idle.module, json.dumps(idle.config), *request) - plain[request]


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
