#!/usr/bin/env python3
"""Runs every benchmark and prints a markdown table. script/bench builds the programs and then calls this script."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import nginx
import sink

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "build/benchmarks"
SWIFT = ROOT / "benchmarks/swift/.build/release"
LIBRARY = ROOT / "build/libmoya.so.1"
PYTHON = ROOT / "build/venv-bench/bin/python"
#: Options of the module chaos that match no call of the benchmark, so that the module has nothing to do.
CHAOS = '{"fail": 0.5, "path": "/elsewhere/*"}'
#: Rules of the module headers. They are for other origins than that of the benchmark.
RULES = '{"rules": ["https://api.example.com set X-Team: shop", "https://*.example.org remove X-Debug"]}'
#: Credentials for the module sigv4.
SIGNED = '{"service": "execute-api", "region": "eu-central-1", "key_id": "bench", "secret": "bench"}'
#: A limit that no call has to wait for.
LIMIT = '{"rate": 1000000, "burst": 1000000}'
WARM_UP = 1.1  # a program that must send n requests sends n / 10 more before it measures


@dataclass
class Row:
    name: str
    unit: str
    ours: Callable[[], float]
    baseline: Callable[[], float] | None = None
    at_least: float | None = None
    goal: float | None = None
    less_is_better: bool = False
    best: bool = False  # compares the best runs and not the medians, for work that other load can slow very much

    def measure(self, pairs: int) -> dict:
        """Runs our program and the baseline in pairs, so that other load of the machine slows both. Each of them runs
        first in every other pair, so that what a run leaves in caches affects both."""
        ours, baseline, ratios = [], [], []
        for pair in range(pairs):
            runs = [(ours, self.ours)]
            if self.baseline:
                runs.append((baseline, self.baseline))
            for values, run in runs if pair % 2 == 0 else reversed(runs):
                values.append(run())
            if self.baseline:
                better, worse = (baseline, ours) if self.less_is_better else (ours, baseline)
                ratios.append(better[-1] / worse[-1])
        typical = max if self.best else median
        if self.best and self.baseline:
            ratios = [max(ours) / max(baseline)]
        return {
            "name": self.name,
            "ours": typical(ours),
            "baseline": typical(baseline) if baseline else None,
            "unit": self.unit,
            "ratio": median(ratios) if ratios else None,
        }


def on_first_cpu() -> None:
    """Puts a program that sends one request after another on the first CPU. nginx has the last CPU. If the scheduler
    chose, the two could be on one CPU or on two, and the result would double or halve."""
    os.sched_setaffinity(0, nginx.CPUS[:1])


def output(command: list, prepare: Callable[[], None] | None = None, **environment: str) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
        preexec_fn=prepare,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return done


def program(
    name: str | Path, *arguments: object, column: int = 0, prepare: Callable | None = None, **environment: str
) -> Callable[[], float]:
    """Returns a function that runs a program. The program prints one line of numbers. The function returns the number
    with the index `column`."""
    return lambda: float(output([PROGRAMS / name, *arguments], prepare, **environment).stdout.split()[column])


def allocations(name: str, url: str) -> Callable[[], float]:
    def count(requests: int) -> int:
        done = output([PROGRAMS / name, url, requests], LD_PRELOAD=str(PROGRAMS / "count_allocations.so"))
        return int(re.search(r"allocations (\d+)", done.stderr).group(1))

    return lambda: per_request(count, 2000)


def system_calls(name: str, url: str) -> Callable[[], float]:
    def count(requests: int) -> int:
        with tempfile.NamedTemporaryFile("r") as summary:
            strace = ["strace", "-f", "-c", "-U", "calls,name", "-o", summary.name]
            output([*strace, PROGRAMS / name, url, requests])
            return int(re.search(r"(\d+)\s+total", summary.read()).group(1))

    return lambda: per_request(count, 1000)


def per_request(count: Callable[[int], int], requests: int) -> float:
    """Returns what `count` counts for one request: the difference between a long and a short run, divided by the
    additional requests. So what happens only once in a run does not count."""
    return (count(2 * requests) - count(requests)) / (requests * WARM_UP)


def python(script: str, *arguments: object) -> Callable[[], float]:
    path = str(ROOT / "bindings/python")
    command = [PYTHON, ROOT / "benchmarks" / script, *arguments]
    return lambda: float(output(command, PYTHONPATH=path, MOYA_LIBRARY=str(LIBRARY)).stdout)


def token_config(url: str) -> str:
    """Returns a config for the module `token`. It has a token already, and the server never refuses the token."""
    origin = "/".join(url.split("/")[:3])
    return json.dumps({"token_url": f"{origin}/token", "client_id": "bench", "client_secret": "bench", "token": "bench", "origins": [origin]})


def rows(server: nginx.Server, scale: float) -> list[Row]:
    url = server.url

    def times(requests: int) -> int:
        return int(requests * scale)

    def in_flight(name: str) -> Callable[[], float]:
        return program(name, url, times(50_000), 64)

    def in_flight_through(module: str, config: str = "{}") -> Callable[[], float]:
        return program("moya_flight", url, times(50_000), 64, module, config)

    def through(module: str, config: str = "{}", body: int = 0) -> Callable[[], float]:
        return program("moya_module", url, times(200_000), 1, module, config, body, prepare=on_first_cpu)

    def over_http2(name: str) -> Callable[[], float]:
        return program(name, server.tls_url, times(50_000), 64, BENCH_CA_FILE=server.certificate)

    def flight(form: str) -> Callable[[], float]:
        return program(SWIFT / "flight", url, times(50_000), 64, form)

    def burst(name: str) -> Callable[[], float]:
        return program(name, url, times(20_000), 1000)

    def one_by_one(name: str, requests: int = 10_000) -> Callable[[], float]:
        return program(name, url, times(requests), prepare=on_first_cpu)

    def costs(name: str, cost: Callable, ours: str, baseline: str) -> Row:
        return Row(name, "", cost(ours, url), cost(baseline, url), less_is_better=True)

    multi2 = over_http2("curl_in_flight")
    multi, easy = in_flight("curl_in_flight"), one_by_one("curl_easy")
    found = [
        Row("64 in flight, callbacks", "requests/s", in_flight("moya_callback"), multi, 1.0, 1.15),
        Row("64 in flight, queue", "requests/s", in_flight("moya_queue"), multi, 1.0, 1.15),
        Row("64 in flight, a plugin", "requests/s", in_flight("moya_plugin"), multi, 0.95, 1.1),
        Row("64 in flight, recorded", "requests/s", in_flight("moya_record"), in_flight("moya_callback"), goal=0.95),
        Row("64 in flight, counted", "requests/s", in_flight_through("metrics"), in_flight("moya_callback"), goal=0.95),
        Row("64 in flight, chaos for others", "requests/s", in_flight_through("chaos", CHAOS), in_flight("moya_callback"), goal=0.95),
        Row("64 in flight, with spans", "requests/s", in_flight_through("otel", json.dumps({"endpoint": url})), in_flight("moya_callback")),
        Row("replayed from a cassette", "calls/s", program("moya_record", url, times(200_000), 64, "none"), multi),
        Row("64 in flight over HTTP/2, callbacks", "requests/s", over_http2("moya_callback"), multi2, 0.95, 1.15),
        Row("64 in flight over HTTP/2, queue", "requests/s", over_http2("moya_queue"), multi2, 0.95, 1.15),
        Row("1000 at once", "requests/s", burst("moya_burst"), burst("curl_burst"), 1.2, 1.8),
        Row("blocking", "requests/s", one_by_one("moya_blocking"), easy, 0.9, 1.0),
        Row("immediate stub", "calls/s", one_by_one("moya_stub", 500_000), easy, 35, 150),
        Row("immediate stub, the breaker", "calls/s", through("breaker"), one_by_one("moya_stub", 200_000)),
        Row("immediate stub, rules for header fields", "calls/s", through("headers", RULES), one_by_one("moya_stub", 200_000)),
        Row("immediate stub, signed for AWS", "calls/s", through("sigv4", SIGNED), one_by_one("moya_stub", 200_000)),
        Row("immediate stub, with a token", "calls/s", through("token", token_config(url)), one_by_one("moya_stub", 200_000)),
        Row("immediate stub, 4 KiB with zstd", "calls/s", through("compress", '{"coding": "zstd"}', 4096), one_by_one("moya_stub", 200_000)),
        Row("immediate stub, under a limit", "calls/s", through("limit", LIMIT), one_by_one("moya_stub", 200_000)),
        Row("from the cache", "calls/s", one_by_one("moya_cache", 200_000), easy),
        Row("swift: 64 in flight", "requests/s", flight("callbacks"), multi),
        Row("swift: 64 in flight, async", "requests/s", flight("async"), multi),
    ]
    if PYTHON.exists() and (ROOT / "benchmarks/python/moya_asyncio.py").exists():
        ours = python("python/moya_asyncio.py", url, times(20_000), 64)
        theirs = python("python/aiohttp_uvloop.py", url, times(10_000), 64)
        found.append(Row("Python asyncio, 64 in flight", "requests/s", ours, theirs, None, 3))
    for name, unit, column in (("load and first call", "ms", 0), ("resident memory added", "KiB", 1)):
        ours = program("moya_load", LIBRARY, column=column)
        theirs = program("curl_load", "libcurl.so.4", column=column)
        found.append(Row(name, unit, ours, theirs, less_is_better=True))
    return [
        *found,
        Row("library, stripped", "MB", lambda: LIBRARY.stat().st_size / 1e6),
        costs("allocations per request, 64 in flight", allocations, "moya_queue", "curl_in_flight"),
        costs("allocations per request, blocking", allocations, "moya_blocking", "curl_easy"),
        Row("allocations per call, stub", "", allocations("moya_stub", url)),
        costs("system calls per request, 64 in flight, callbacks", system_calls, "moya_callback", "curl_in_flight"),
        costs("system calls per request, 64 in flight, queue", system_calls, "moya_queue", "curl_in_flight"),
        costs("system calls per request, blocking", system_calls, "moya_blocking", "curl_easy"),
    ]


def json_rows() -> list[Row]:
    """Returns rows that read JSON values from an array of 100 000 users with 30 MB. The baseline of two rows is a
    number that we want to reach. It is not measured."""

    def row(name: str, unit: str, column: int, wanted: float, less_is_better: bool = False) -> Row:
        ours = program("moya_json", column=column)
        return Row(f"JSON: {name}", unit, ours, lambda: wanted, 1.0, less_is_better=less_is_better)

    return [
        Row("JSON: 30 MB read and checked", "GB/s", program("moya_json", column=0)),
        row("a walk over 30 MB", "GB/s", 1, 1.0),
        Row("JSON: seven fields of each user by name", "GB/s", program("moya_json", column=2)),
        row("a field that is not there", "ns", 3, 50, less_is_better=True),
        Row("JSON: a text of each of 16 000 items by key path", "ms", program("moya_json", column=4)),
    ]


def struct_rows() -> list[Row]:
    """Returns rows that decode the same users into structs. libmoya copies the texts of the users into its result. The
    baseline with yyjson does not copy them, except in the last row."""
    ours = program("moya_structs")
    rows = [
        Row("structs: 30 MB of users, beside jansson", "GB/s", ours, program("jansson_structs"), 3.0),
        Row("structs: memory, of that of the structs and texts", "", program("moya_structs", column=1), lambda: 1.3, 1.0, less_is_better=True),
        Row("structs: most memory on the way", "", program("moya_structs", column=2), lambda: 1.3, 1.0, less_is_better=True),
    ]
    if (PROGRAMS / "yyjson_structs").exists():
        rows.append(Row("structs: 30 MB of users, beside yyjson", "GB/s", ours, program("yyjson_structs"), 0.8, 1.0))
        rows.append(Row("structs: the same, yyjson's texts copied", "GB/s", ours, program("yyjson_structs", "copy")))
    return rows


def form_rows() -> list[Row]:
    """Returns a row for a call with a target that is written by hand, and rows for three other ways to make a call.
    These rows say how much more the other ways cost. A stub rule responds. The last row is the time to open a
    definition. Except in the first row, the baseline is a number that we do not want to exceed. It is not measured."""
    names = ["an endpoint of typed.h", "moya_api_call", "a bound function"]
    bounds = [150, 300, 300]
    rows = [Row("forms: a target by hand, to a struct", "ns", program("moya_user_costs", column=0))]
    for column, (name, bound) in enumerate(zip(names, bounds, strict=True), 1):
        # The cost is a difference of two times, so it may be 0 or negative on a machine whose speed varies. Then 1 ns
        # is used, because 0 and negative numbers have no ratio.
        ours = lambda cost=program("moya_user_costs", column=column): max(1, cost())
        rows.append(Row(f"forms: above that, {name}", "ns", ours, lambda bound=bound: bound, 1.0, less_is_better=True))
    opening = program("moya_definition")
    rows.append(Row("forms: a definition of 200 endpoints is opened", "ms", opening, lambda: 5, 1.0, less_is_better=True))
    return rows


def large_rows(server: nginx.Server, sink_url: str) -> list[Row]:
    """Returns rows that transfer a gigabyte from and to a file, compared with the program curl, and a row with many
    slow readers. Files are in memory, the server discards what it receives, and servers and programs use different
    CPUs. Otherwise a disk or a shared CPU would decide the result. In a virtual machine, it can take longer to get
    memory for a received file than to transfer the file. So the best runs are compared."""
    content, copy = server.folder / "gigabyte", server.folder / "copy"
    mega = os.urandom(1 << 20)
    with open(content, "wb") as file:
        for _ in range(1024):
            file.write(mega)
    with open(server.folder / "megabyte", "wb") as file:
        file.write(mega)

    def speed(*command: object) -> Callable[[], float]:
        """Measures the megabytes/s of a program, including its start."""

        def measure() -> float:
            copy.unlink(missing_ok=True)
            started = time.perf_counter()
            output(list(command), on_first_cpu)
            return content.stat().st_size / (time.perf_counter() - started) / 1e6

        return measure

    def memory(*command: object) -> Callable[[], float]:
        """Measures the most memory of a program in KiB, including its code."""

        def measure() -> float:
            copy.unlink(missing_ok=True)
            return program("child_memory", *command)()

        return measure

    url, to = server.files + "gigabyte", sink_url
    ways = {"to a file": ("down", url, copy), "from a file": ("up", to, content), "from a form": ("form", to, content)}
    options = {"down": ["-o", copy, url], "up": ["-T", content, to], "form": ["-X", "PUT", "-F", f"file=@{content}", to]}

    rows = []
    for name, (way, address, file) in ways.items():
        ours, curl = [PROGRAMS / "moya_transfer", way, address, file], ["curl", "-sf", *options[way]]
        rows.append(Row(f"1 GB {name}", "MB/s", speed(*ours), speed(*curl), 0.95, best=True))
        rows.append(Row(f"memory of 1 GB {name}", "KiB", memory(*ours), memory(*curl), less_is_better=True))
    rows.append(Row("memory of each of 1000 slow streams", "KiB", program("moya_streams", server.files + "megabyte", 1000)))
    return rows


def scale_rows(server: nginx.Server, scale: float) -> list[Row]:
    """Returns rows with the cost of a request. They differ in the number of calls in flight and in the number of event
    loops. The baseline is one loop with 64 calls in flight. Other rows have the memory of a call that runs, and of a
    call that waits for its turn."""

    def ours(in_flight: int, loops: int, connections: int, column: int = 0) -> Callable[[], float]:
        requests = int(max(30_000, 3 * in_flight) * scale)
        return program("moya_scale", server.url, requests, in_flight, loops, connections, column=column)

    usual, rows = ours(64, 1, 64), []
    for in_flight in (1, 64, 1000, 10_000):
        for loops in (1, 2, 4):
            if loops <= in_flight:
                name = f"scale: {in_flight} in flight, {loops} loop{'s' if loops > 1 else ''}"
                rows.append(Row(name, "µs of CPU", ours(in_flight, loops, in_flight), usual, less_is_better=True))
    rows.append(Row("scale: 10000 in flight, 64 of which run", "µs of CPU", ours(10_000, 1, 64), usual, less_is_better=True))
    for count in (1000, 10_000):
        rows.append(Row(f"scale: memory of each of {count} that run", "KiB", ours(count, 1, count, column=2)))
        rows.append(Row(f"scale: memory of each of {count}, most of which wait", "KiB", ours(count, 1, 64, column=2)))
    return rows


def list_rows() -> list[Row]:
    """Returns rows with the cost of an element in a long list. The baseline is the cost of an element in a short
    list."""
    return [
        Row(
            f"lists: each of 6400 {kind}", "ns of CPU", program("moya_lists", kind, 6400),
            program("moya_lists", kind, 400), less_is_better=True,
        )
        for kind in ("headers", "plugins", "rules", "targets")
    ]


def swift_rows(easy: Callable[[], float]) -> list[dict]:
    """Returns the rows that the program benchmarks/swift/Sources/values prints as JSON lines. A time without a baseline
    is compared with one curl_easy_perform on loopback, which is measured in the same run."""
    lines = output([SWIFT / "values"]).stdout.splitlines()
    found = [json.loads(line) for line in lines if line.startswith("{")]
    scales = {"ns": 1e9, "µs": 1e6, "us": 1e6, "ms": 1e3}
    for row in found:
        if row.get("baseline") is None and row["unit"] in scales:
            row["baseline"] = scales[row["unit"]] / easy()
            row["ratio"] = row["baseline"] / row["ours"]
    return found


def figure(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()

    def wanted(name: str) -> bool:
        return not options.names or any(part in name for part in options.names)

    missed = []
    results = []

    def show(result: dict, at_least: float | None = None, goal: float | None = None) -> None:
        results.append(result)
        bounds = ("–" if bound is None else f"{bound:g}×" for bound in (at_least, goal))
        ratio = "–" if result["ratio"] is None else f"{result['ratio']:.2f}×"
        cells = [result["name"], figure(result["ours"]), figure(result["baseline"]), result["unit"], ratio, *bounds]
        print("| " + " | ".join(cells) + " |", flush=True)
        if at_least and result["ratio"] < at_least:
            missed.append(f"{result['name']}: {result['ratio']:.2f}× is less than {at_least:g}×")

    print("| work | ours | baseline | unit | ratio | at least | goal |")
    print("|---|--:|--:|---|--:|--:|--:|", flush=True)
    with nginx.running() as server:
        for row in rows(server, 0.1 if options.quick else 1):
            if wanted(row.name):
                show(row.measure(options.pairs), row.at_least, row.goal)
        others = [*json_rows(), *struct_rows(), *form_rows(), *scale_rows(server, 0.1 if options.quick else 1), *list_rows()]
        for row in others:
            if wanted(row.name):
                show(row.measure(options.pairs), row.at_least, row.goal)
        if wanted("swift"):
            for result in swift_rows(program("curl_easy", server.url, 10_000, prepare=on_first_cpu)):
                show(result)
    if "large" in options.names or not options.names:
        with nginx.running(in_memory=True) as server, sink.running(nginx.CPUS[-1]) as sink_url:
            for row in large_rows(server, sink_url):
                show(row.measure(options.pairs * 3), row.at_least, row.goal)
    if options.json:
        lines = (json.dumps(result, ensure_ascii=False) + "\n" for result in results)
        options.json.write_text("".join(lines))
    for line in missed:
        print(line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
