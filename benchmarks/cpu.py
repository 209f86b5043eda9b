#!/usr/bin/env python3
"""Measures the CPU time of a request, including the kernel's part, for a program with libmoya and for a program with
libcurl alone. The two run in pairs, and each of them runs first in every other pair.

    script/bench cpu [NAME...]      only rows whose name contains a NAME
"""

import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import nginx

ROOT = Path(__file__).resolve().parents[1]
PAIRS = 7


@dataclass
class Row:
    name: str
    ours: str
    plain: str
    requests: int
    in_flight: int
    tls: bool = False
    cpus: tuple[int, ...] = tuple(nginx.CPUS)  # the CPUs that the programs may use; nginx has the last one


ROWS = [
    Row("64 in flight, callbacks", "moya_callback", "curl_in_flight", 30_000, 64),
    Row("64 in flight, queue", "moya_queue", "curl_in_flight", 30_000, 64),
    Row("64 in flight, a plugin", "moya_plugin", "curl_in_flight", 30_000, 64),
    Row("64 in flight over HTTP/2, callbacks", "moya_callback", "curl_in_flight", 20_000, 64, tls=True),
    Row("64 in flight over HTTP/2, queue", "moya_queue", "curl_in_flight", 20_000, 64, tls=True),
    Row("1000 at once", "moya_burst", "curl_burst", 20_000, 1000),
    Row("blocking", "moya_blocking", "curl_easy", 15_000, 1),
    Row("blocking, client and server on one CPU", "moya_blocking", "curl_easy", 15_000, 1, cpus=(nginx.CPUS[-1],)),
]


def microseconds(program: str, row: Row, server: nginx.Server) -> float:
    """Returns the microseconds of CPU time for each request. The warm-up counts too, for both programs."""
    url = server.tls_url if row.tls else server.url
    environment = {**os.environ, "LD_LIBRARY_PATH": str(ROOT / "build"), "BENCH_CA_FILE": server.certificate}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [ROOT / "build/benchmarks" / program, url, str(row.requests), str(row.in_flight)],
        env=environment, check=True, stdout=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, row.cpus),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / row.requests * 1e6


def main() -> None:
    names = sys.argv[1:]
    print("| work | µs, ours | µs, plain program | ratio |\n|---|--:|--:|--:|")
    with nginx.running() as server:
        for row in ROWS:
            if names and not any(name in row.name for name in names):
                continue
            pairs = []
            for number in range(PAIRS):
                order = (row.ours, row.plain) if number % 2 == 0 else (row.plain, row.ours)
                took = {program: microseconds(program, row, server) for program in order}
                pairs.append((took[row.ours], took[row.plain]))
            ours, plain = (median(each) for each in zip(*pairs))
            ratio = median(plain / ours for ours, plain in pairs)
            print(f"| {row.name} | {ours:.1f} | {plain:.1f} | {ratio:.2f}× |", flush=True)


if __name__ == "__main__":
    main()
