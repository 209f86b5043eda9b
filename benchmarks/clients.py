#!/usr/bin/env python3
"""Measures the CPU time of a call from Python, including the kernel's part, for moya and other clients. They take turns.

    script/bench python [--quick]      --quick makes few calls, to check that everything works

The library is $MOYA_LIBRARY, or that of this checkout. Ratios are to aiohttp on uvloop; below 1 means less CPU time.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import nginx

ROOT = Path(__file__).resolve().parents[1]
CLIENTS = ("moya", "pyreqwest", "primp", "pycurl", "httpx2", "moya-async", "pyreqwest-async", "aiohttp", "httpx2-async")
LEVELS = (1, 8, 32, 64)
QUICK = "--quick" in sys.argv
ROUNDS, CALLS = (1, 128) if QUICK else (5, 3840)


def microseconds(client: str, call: str, in_flight: int, url: str) -> "float | None":
    """Returns None if the client fails, and says so."""
    library = os.environ.get("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python"), "MOYA_LIBRARY": library}
    program = [ROOT / "build/venv-clients/bin/python", ROOT / "benchmarks/python/clients.py"]
    done = subprocess.run([*program, url, str(CALLS), str(in_flight), client, call], env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"{client}, {call}, {in_flight} in flight: {(done.stderr.splitlines() or ['no output'])[-1]}", file=sys.stderr)
        return None
    return float(done.stdout)


def table(call: str, url: str) -> None:
    found: "dict[tuple[str, int], list[float]]" = {(client, level): [] for client in CLIENTS for level in LEVELS}
    for turn in range(ROUNDS):
        for level in LEVELS:
            for client in CLIENTS[:: -1 if turn % 2 else 1]:
                took = microseconds(client, call, level, url)
                found[client, level] += [] if took is None else [took]
    print(f"\n| {call}, µs of CPU time (ratio) | " + " | ".join(f"{level} in flight" for level in LEVELS) + " |\n|---|" + "--:|" * len(LEVELS))
    for client in CLIENTS:
        cells = []
        for level in LEVELS:
            ours, base = found[client, level], found["aiohttp", level]
            cells.append(f"{median(ours):.0f} ({median(ours) / median(base):.2f})" if ours and base else "–")
        print(f"| {client} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    with nginx.running() as server:
        (server.folder / "small").write_text("0123456789abcdef")
        (server.folder / "users").mkdir()
        (server.folder / "users/octocat").write_text(json.dumps({"login": "octocat", "id": 1, "about": "x" * 980}))
        for call in ("bare", "full"):
            table(call, server.files.rstrip("/"))


if __name__ == "__main__":
    main()
