#!/usr/bin/env python3
"""Measures the CPU time of a call of httpx, once with httpx's own transport and once with the transport moya.httpx. The
time includes the kernel's part. The two run in pairs, and each of them runs first in every other pair.

    benchmarks/dropin.py [PYTHON]     PYTHON has httpx; script/judge makes build/venv-suites/bin/python

The library is $MOYA_LIBRARY; if it is not set, the library of this checkout.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import nginx

ROOT = Path(__file__).resolve().parents[1]
PAIRS = int(os.environ.get("PAIRS", "9"))
COUNT = 1920
ROWS = {"Client": 0, "AsyncClient, 1 in flight": 1, "AsyncClient, 32 in flight": 32}
TRANSPORTS = ("moya", "httpx")


def microseconds(python: str, transport: str, in_flight: int, url: str) -> float:
    library = os.environ.get("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python"), "MOYA_LIBRARY": library}
    command = [python, ROOT / "benchmarks/python/dropin.py", url, str(COUNT), transport, str(in_flight)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def main() -> None:
    python = sys.argv[1] if sys.argv[1:] else str(ROOT / "build/venv-suites/bin/python")
    print("| µs of CPU time | over moya | httpx's own | ratio |\n|---|--:|--:|--:|")
    with nginx.running() as server:
        for name, in_flight in ROWS.items():
            found: dict[str, list[float]] = {transport: [] for transport in TRANSPORTS}
            for pair in range(PAIRS):
                for transport in TRANSPORTS[:: -1 if pair % 2 else 1]:
                    found[transport].append(microseconds(python, transport, in_flight, server.url))
            ours, theirs = found["moya"], found["httpx"]
            ratio = median(a / b for a, b in zip(ours, theirs))
            print(f"| {name} | {median(ours):.0f} | {median(theirs):.0f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
