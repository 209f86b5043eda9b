#!/usr/bin/env python3
"""Counts the instructions of a request, for every way to send one, and prints a markdown table.

`script/bench instructions` builds the programs and then calls this script. On a shared machine, times vary by tens of
per cent, but these figures vary by less than one per cent. callgrind counts the instructions of all threads outside the
kernel. The server responds to all requests in flight together, so that a loop wakes up equally often in every run.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from callgrind import ROOT, Bench, Row

PLAIN, PLAIN_1 = "plain libcurl", "plain libcurl, one by one"
PLAIN_2, PLAIN_TLS = "plain libcurl, HTTP/2", "plain libcurl, HTTP/1.1 over TLS"
BY_HAND = "a struct, by hand"
TURNS = ("$s6flight4TurnC",)  # the semaphores with which the threads of a Swift benchmark take turns
ROWS = [
    Row(PLAIN, "curl_in_flight"),
    Row("callbacks", "moya_callback", PLAIN),
    Row("callbacks, a plugin", "moya_plugin", PLAIN),
    Row("callbacks, a path template, validation, retry", "moya_policies", "callbacks"),
    Row("queue, its consumer waits", "moya_queue", PLAIN),
    Row("queue, its consumer polls", "moya_queue_fd", PLAIN),
    Row("Swift callbacks", "flight", PLAIN, form="callbacks", swift=True),
    Row("Swift async", "flight", PLAIN, form="async", swift=True),
    Row("Swift, a task that waits without a request", "flight", in_flight=0, form="waiting", swift=True),
    Row("Swift, a chunk of a stream", "flight", in_flight=0, form="chunks", swift=True, without=TURNS),
    Row("Swift, a chunk of a stream that has arrived", "flight", in_flight=0, form="arrived", swift=True, without=TURNS),
    Row(PLAIN_2, "curl_in_flight", tls="h2"),
    Row("callbacks, HTTP/2", "moya_callback", PLAIN_2, tls="h2"),
    Row(PLAIN_TLS, "curl_in_flight", tls="http/1.1"),
    Row("callbacks, HTTP/1.1 over TLS", "moya_callback", PLAIN_TLS, tls="http/1.1"),
    Row(PLAIN_1, "curl_easy", in_flight=1),
    Row("blocking", "moya_blocking", PLAIN_1, in_flight=1),
    Row("immediate stub", "moya_stub", in_flight=0),
    Row("immediate stub, a bound function", "moya_stub_bound", "immediate stub", in_flight=0),
    Row("immediate stub, a plugin", "moya_stub_plugin", in_flight=0),
    Row("a call that the module cache answers", "moya_cache", in_flight=0),
    Row("callbacks, recorded", "moya_record", "callbacks", form="all", without=("write_cassette", "record_destroy")),
    Row("callbacks, recorded, with the write of the file", "moya_record", "callbacks", form="all"),
    Row(BY_HAND, "moya_user", in_flight=0, form="target"),
    Row("a struct, by an endpoint of typed.h", "moya_user", BY_HAND, in_flight=0, form="endpoint"),
    Row("a struct, by moya_api_call", "moya_user", BY_HAND, in_flight=0, form="definition"),
    Row("a struct, by a bound function", "moya_user", BY_HAND, in_flight=0, form="function"),
    Row("Python asyncio, a bare target", "calls.py", form="bare", python=True),
    Row("Python asyncio, an endpoint with headers, query and JSON", "calls.py", form="endpoint", python=True),
    Row("Python, blocking", "calls.py", in_flight=1, form="blocking", python=True),
    Row("Python, immediate stub", "calls.py", in_flight=0, form="stub", python=True),
]


def table(rows: list[Row], counts_of: Callable[[Row], list[float]], before: dict[str, dict]) -> dict[str, dict]:
    """Prints a table. Each line is printed as soon as its row is measured, and several rows are measured at the same
    time. Returns the counts of all rows."""
    found: dict[str, dict] = {}
    print("| 64 in flight, if not said | instructions | spread | plain | ratio | before | change |")
    print("|---|--:|--:|--:|--:|--:|--:|", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for row, counts in zip(rows, pool.map(counts_of, rows), strict=True):
            value = median(counts)
            spread = (max(counts) - min(counts)) / value * 100
            found[row.name] = {"instructions": round(value), "spread": round(spread, 2)}
            cells = [row.name, f"{value:,.0f}", f"{spread:.1f} %" if len(counts) > 1 else "–", "–", "–", "–", "–"]
            if row.baseline in found:
                plain = found[row.baseline]["instructions"]
                cells[3:5] = f"{plain:,}", f"{plain / value:.2f}×"
            if old := before.get(row.name):
                cells[5:] = f"{old['instructions']:,}", f"{change(value, old):+.1f} %"
            print("| " + " | ".join(cells) + " |", flush=True)
    return found


def measure(bench: Bench, row: Row, options: argparse.Namespace, before: dict | None) -> list[float]:
    counts = [bench.per_request(row) for _ in range(options.runs)]
    # A row that seems worse gets two more runs, because about one run in thirty is wrong by a per cent.
    if before and change(median(counts), before) > options.bound:
        counts += [bench.per_request(row) for _ in range(2)]
    return counts


def change(instructions: float, before: dict) -> float:
    """Returns the change in per cent. Above 0 means worse."""
    return (instructions / before["instructions"] - 1) * 100


def worse(found: dict[str, dict], before: dict[str, dict], bound: float) -> list[str]:
    """Returns a line for each row of libmoya that is worse. If a row of a program without libmoya has changed, prints
    that the machine or the system is another one."""
    lines = []
    for name in found.keys() & before.keys():
        by = change(found[name]["instructions"], before[name])
        if name.startswith(PLAIN) and abs(by) > bound:
            text = "another machine or system than before, so that our rows cannot be compared"
            print(f"{name}: {by:+.1f} %: {text}", file=sys.stderr)
        elif not name.startswith(PLAIN) and by > bound:
            lines.append(f"{name}: {by:+.1f} %, more than {bound:g} %")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench instructions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also writes the figures there")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compares with these, and fails if a row is worse")
    parser.add_argument("--bound", type=float, default=2, metavar="PERCENT", help="by more than this (default 2)")
    parser.add_argument("--runs", type=int, default=1, metavar="N", help="the median and the spread of N runs (default 1)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose libraries are measured: built before")
    parser.add_argument("--profiles", type=Path, metavar="DIR", help="keeps callgrind's files, for functions.py")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only rows whose name contains it")
    options = parser.parse_args()

    rows = [row for row in ROWS if not options.names or any(part in row.name for part in options.names)]
    before = json.loads(options.against.read_text())["rows"] if options.against else {}
    profiles = options.profiles.resolve() if options.profiles else None
    if profiles:
        profiles.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(options.tree.resolve(), directory, profiles)
        about = bench.description()
        print(*(f"{key} {value}" for key, value in about.items()), sep=", ", end="\n\n", flush=True)
        found = table(rows, lambda row: measure(bench, row, options, before.get(row.name)), before)
    if options.json:
        options.json.write_text(json.dumps({**about, "rows": found}, indent=2) + "\n")
    missed = worse(found, before, options.bound)
    for line in missed:
        print(line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
