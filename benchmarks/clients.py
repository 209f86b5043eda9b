#!/usr/bin/env python3
"""Measures the CPU time of a call from Python, including the kernel's part, for moya and other clients. They take
turns.

    script/bench python [--quick | --table]

    --quick     makes few calls, to check that everything works
    --table     also writes the tables into docs/performance.md. Use it only on a machine that does nothing else

A client that is not installed or that fails is named and left out. The library is $MOYA_LIBRARY; if it is not set, the
library of this checkout. Ratios are to aiohttp on uvloop; below 1 means less CPU time.
"""

import json
import os
import platform
import subprocess
import sys
import textwrap
from pathlib import Path
from statistics import median

import nginx

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/performance.md"
BEGIN, END = (f"<!-- script/bench python --table: {which} -->\n" for which in ("begin", "end"))
PYTHON = ROOT / "build/venv-clients/bin/python"
BASE = "aiohttp"
#: The clients, and the package of each. moya needs none.
CLIENTS = {
    "moya": None, "pyreqwest": "pyreqwest", "wreq": "wreq", "primp": "primp", "pycurl": "pycurl", "httpx2": "httpx2",
    "moya-async": None, "pyreqwest-async": "pyreqwest", "wreq-async": "wreq", BASE: "aiohttp", "httpx2-async": "httpx2",
}
LEVELS = (1, 8, 32, 64)
QUICK = "--quick" in sys.argv
#: How many seconds a client may take for one figure.
LONGEST = 300
ROUNDS, CALLS = (1, 128) if QUICK else (5, 3840)


def versions() -> "dict[str, str]":
    """Returns the versions of the packages in CLIENTS that are installed."""
    listed = subprocess.run([PYTHON, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"], capture_output=True, check=True)
    found = {row["name"]: row["version"] for row in json.loads(listed.stdout)}
    return {name: found[name] for name in sorted({*CLIENTS.values(), "uvloop"} - {None}) if name in found}


def microseconds(client: str, call: str, in_flight: int, url: str) -> "float | None":
    """Returns the CPU time of a call. If the client fails, prints that it is left out, and returns None."""
    library = os.environ.get("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python"), "MOYA_LIBRARY": library}
    program = [PYTHON, ROOT / "benchmarks/python/clients.py"]
    arguments = [*program, url, str(CALLS), str(in_flight), client, call]
    try:
        done = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=LONGEST)
        fault = (done.stderr.splitlines() or ["no output"])[-1] if done.returncode else None
    except subprocess.TimeoutExpired:
        fault = f"it has not ended after {LONGEST} s"
    if fault is None:
        return float(done.stdout)
    print(f"{client} is left out of {call}: {fault}", file=sys.stderr)
    return None


def measure(clients: "list[str]", call: str, url: str) -> "dict[tuple[str, int], list[float]]":
    """Returns the times of each client that did not fail, for each number of calls in flight (LEVELS)."""
    found: "dict[tuple[str, int], list[float]]" = {}
    for turn in range(ROUNDS):
        for level in LEVELS:
            for client in clients[:: -1 if turn % 2 else 1]:
                took = microseconds(client, call, level, url)
                if took is None:
                    clients = [it for it in clients if it != client]
                else:
                    found.setdefault((client, level), []).append(took)
    return {key: times for key, times in found.items() if key[0] in clients}


def table(call: str, found: "dict[tuple[str, int], list[float]]") -> str:
    lines = [f"| {call}, µs of CPU time (ratio) | " + " | ".join(f"{level} in flight" for level in LEVELS) + " |", "|---|" + "--:|" * len(LEVELS)]
    for client in (it for it in CLIENTS if (it, LEVELS[0]) in found):
        cells = []
        for level in LEVELS:
            took, base = median(found[client, level]), found.get((BASE, level))
            cells.append(f"{took:.0f} ({took / median(base):.2f})" if base else f"{took:.0f}")
        lines.append(f"| {client} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    if QUICK and "--table" in sys.argv:
        sys.exit("--quick makes too few calls for --table")
    installed = versions()
    for name in sorted({*CLIENTS.values(), "uvloop"} - {None} - set(installed)):
        print(f"{name} is not installed: {'asyncio uses its own loop' if name == 'uvloop' else 'it is left out'}", file=sys.stderr)
    clients = [client for client, package in CLIENTS.items() if package is None or package in installed]
    tables = []
    with nginx.running() as server:
        (server.folder / "small").write_text("0123456789abcdef")
        (server.folder / "users").mkdir()
        (server.folder / "users/octocat").write_text(json.dumps({"login": "octocat", "id": 1, "about": "x" * 980}))
        for call in ("bare", "full"):
            tables.append(table(call, measure(clients, call, server.files.rstrip("/"))))
            print(f"\n{tables[-1]}", end="", flush=True)
    used = ", ".join(f"{name} {version}" for name, version in installed.items())
    made = f"The figures are medians of {ROUNDS} rounds, with CPython {platform.python_version()} on {os.cpu_count()} cores."
    tables.append(textwrap.fill(f"{made} The packages are {used}.", 120) + "\n")
    print(f"\n{tables[-1]}", end="")
    if "--table" in sys.argv:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(before + BEGIN + "\n" + "\n".join(tables) + "\n" + END + after)


if __name__ == "__main__":
    main()
