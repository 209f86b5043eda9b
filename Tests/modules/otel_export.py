"""Tests how the module otel sends spans: batches, a collector that fails, the end of a provider, forks, and the
checker.

With MOYA_LONG=1, also makes 10,000 calls with a collector that is dead."""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import List

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse

import playing
from playing import check, moya
from spans import REFUSED, TRACES, World, facts, judge, provider, world

IS_LONG = os.environ.get("MOYA_LONG") == "1"


def call(made: "moya.Provider", it: World, count: int) -> None:
    for number in range(count):
        made.call(moya.Target(it.url, f"/{number}"))


def lost(lines: List[str]) -> List[str]:
    return [line.partition("moya.otel: ")[2] or line for line in lines if "lost" in line]


def resident() -> int:
    """Returns the resident memory of this process, in KiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def sends_batches(folder: Path) -> None:
    with world() as it:
        with provider(it.config(batch_spans=10, key="Bearer canary-key", key_field="X-Key")) as made:
            call(made, it, 25)
            check("otel: full batches are sent while a program makes calls", it.call_until(made, lambda: len(it.batches) >= 2), len(it.spans))
        judge(it, "batches")
        sizes, fields = [len(batch.spans) for batch in it.batches], it.batches[0].fields
        order = [facts(span)["url.full"].rpartition("/")[2] for span in it.spans]
    check("otel: no batch has more spans than batch_spans, and the end sends the rest", max(sizes) <= 10 and sum(sizes) == len(it.requests), sizes)
    check("otel: spans are sent in the order in which their calls ended", order[:25] == [str(number) for number in range(25)], order)
    expected = {"content-type": "application/x-protobuf", "x-key": "Bearer canary-key"}
    check("otel: a request with spans has its type and the key, and no trace context", expected.items() <= fields.items() and "traceparent" not in fields, fields)
    with world() as it, provider(it.config(every_ms=20)) as made:
        check("otel: a span waits for others for every_ms at most", it.call_until(made, lambda: len(it.spans) > 0))


def sends_batches_without_other_calls(folder: Path) -> None:
    """Checks that a span need not wait for another call, because library threads run the tasks."""

    async def play(it: World) -> bool:
        async with moya.AsyncProvider() as made:
            made.load_plugin("otel", it.config(every_ms=20))
            await made.call(moya.Target(it.url, "/x"))
            return await asyncio.to_thread(it.wait_for, lambda: len(it.spans) == 1)

    with world() as it:
        check("otel: with library threads, a span is sent after every_ms without another call", asyncio.run(play(it)))


def sends_again(folder: Path) -> None:
    lines: List[str] = []
    with world() as it:
        it.statuses = [503, 429, 200]
        with provider(it.config(every_ms=1, queue_spans=100000), lines) as made:
            check("otel: a batch is sent again after 503 and 429", it.call_until(made, lambda: len(it.batches) >= 3), len(it.batches))
        bodies = {batch.message.SerializeToString() for batch in it.batches[:3]}
    check("otel: it is the same batch, and no span is lost", len(bodies) == 1 and lines == [], (len(bodies), lines))
    lines = []
    with world() as it:
        it.statuses = [400]
        with provider(it.config(batch_spans=2), lines) as made:
            it.call_until(made, lambda: len(it.batches) > 1)
    good = len(lines) == 2 and "the collector responds with the status 400" in lines[0] and "the collector takes spans again; 2 spans were lost" in lines[1]
    check("otel: spans that the collector refuses are counted, and told once", good, lines)


def follows_no_redirect(folder: Path) -> None:
    """The spans and the key are only for the collector, so no redirect may get them."""
    wrong = []
    for status in (301, 302, 303, 307, 308):
        lines: List[str] = []
        with world() as it, world() as other:
            it.statuses, it.location = [status], other.url + "/other"
            with provider(it.config(key="canary-key", key_field="X-Key"), lines) as made:
                call(made, it, 1)
            if other.requests or len(lines) != 2 or f"the collector responds with the status {status}" not in lines[0]:
                wrong.append((status, other.requests, lines))
    check("otel: a redirect of the collector gets neither spans nor the key", not wrong, wrong)


def counts_rejected_spans(folder: Path) -> None:
    """Checks that rejected spans count as lost. In the last rows, the response of the collector is empty, damaged or of
    another kind, so it rejects nothing."""
    rejects = ExportTraceServiceResponse()
    rejects.partial_success.rejected_spans = 2
    rejects.partial_success.error_message = "too old"
    reply, wrong = rejects.SerializeToString(), []
    for body, expected in ((reply, 2), (b"\x12\x01a" + reply, 2), (b"", 0), (reply[:4], 0), (reply[:1], 0), (b"{}", 0), (b"\xff" * 30, 0)):
        lines: List[str] = []
        with world() as it:
            it.reply = body
            with provider(it.config(), lines) as made:
                call(made, it, 3)
        said = [line for line in lines if f"{expected} spans were lost" in line or "rejects some of them" in line]
        if len(said) != (2 if expected else 0) or len(lines) != len(said):
            wrong.append((body, lines))
    check("otel: spans that the collector rejects in its response are counted", not wrong, wrong)


def bounds_the_queue(folder: Path) -> None:
    lines: List[str] = []
    with world() as it:
        it.statuses = [0]  # the collector does not respond
        with provider(it.config(queue_spans=5, batch_spans=3, close_ms=0), lines) as made:
            it.call_until(made, lambda: len(it.batches) == 1)
            call(made, it, 20)
        it.released.set()
        sent = len(it.requests)
    good = len(lines) == 2 and "spans are lost: the queue is full" in lines[0] and f"{sent} spans were lost" in lines[1]
    check("otel: spans for which the queue has no room are lost, counted and told once", good, (sent, lines))


def ends_within_its_limit(folder: Path) -> None:
    rows = [("does not respond", {"close_ms": 50}, [0]), ("responds with 503", {}, [503] * 9), ("cannot be reached", {"endpoint": REFUSED + TRACES}, [])]
    if IS_LONG:
        rows.append(("does not respond in the time of the library", {"close_ms": 2000}, [0]))
    for name, config, statuses in rows:
        lines: List[str] = []
        with world() as it:
            it.statuses = statuses
            with provider({**it.config(), **config}, lines) as made:
                call(made, it, 2)
            it.released.set()
        good = len(lines) == 2 and "spans are lost: " in lines[0] and "2 spans were lost" in lines[1]
        check(f"otel: the end of a provider says how many spans are lost if the collector {name}", good, lines)


def loses_spans_if_calls_are_stubbed(folder: Path) -> None:
    lines: List[str] = []
    with world() as it:
        with provider(it.config(), lines, stub=True) as made:
            made.call(moya.Target("http://api.test", "/x", sample=moya.Sample(body=b"made up")))
        check("otel: if all calls are stubbed, nothing is sent", it.batches == [] and len(lost(lines)) == 2, lines)


def leaves_forked_children_alone(folder: Path) -> None:
    program = """
import json, os, sys, moya
base, config = sys.argv[1], json.loads(sys.argv[2])
provider = moya.Provider(log=lambda level, line: print(line, flush=True)); provider.load_plugin("otel", config)
provider.call(moya.Target(base, "/parent"))
if os.fork() == 0:
    for _ in range(2):
        provider.call(moya.Target(base, "/child", headers={"traceparent": "x"}))
    own = moya.Provider(); own.load_plugin("otel", config)
    own.call(moya.Target(base, "/own"))
    own.close()
    os._exit(0)
os.wait()
provider.close()
"""
    with world() as it:
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, it.url, json.dumps(it.config())], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}, check=False)
        fields = [request.fields.get("traceparent") for request in it.requests if request.path == "/child"]
        paths = sorted(facts(span)["url.full"].rpartition("/")[2] for span in it.spans)
    said = done.stdout + done.stderr
    check("otel: calls of a forked child are left as they are", fields == ["x", "x"] and said.count("calls of a forked child have no spans") == 1, said)
    check("otel: a provider of the child sends spans", paths == ["own", "parent"], (paths, said))


def passes_the_checker(folder: Path) -> None:
    playing.passes_plugin_check("otel", *([{}, {"sampler": "always_off"}, {"batch_spans": 1, "every_ms": 1}] if IS_LONG else [{"batch_spans": 1}]))


def is_not_delayed_by_a_dead_collector(folder: Path) -> None:
    """Makes 10,000 calls with a collector that refuses connections, and with one that does not respond."""
    if not IS_LONG:
        return

    def play(it: World, config: "dict | None") -> "tuple[float, int]":
        lines: List[str] = []
        with moya.Provider(log=lambda level, line: lines.append(line), log_level=moya.LogLevel.INFO) as made:
            if config:
                made.load_plugin("otel", config)
            target = moya.Target("http://api.test", "/x", name="x", sample=moya.Sample(body=b"ok"), stub=True)
            call(made, it, 1)
            before, begin = resident(), time.process_time()
            for _ in range(10_000):
                made.call(target)
            used, after = time.process_time() - begin, resident()
        if config:
            good = len(lost(lines)) == 2 and f"{10_001} spans were lost" in lines[1]
            check("otel: each of 10,001 spans is counted", good, lines)
        return used, after - before

    with world() as it:
        plain, _ = play(it, None)
        for name, endpoint in (("refuses connections", REFUSED + TRACES), ("does not respond", it.url + TRACES)):
            it.statuses = [0] * 100
            used, grown = play(it, {"endpoint": endpoint, "close_ms": 100})
            print(f"# a collector that {name}: {1e2 * (used - plain):.0f} µs of the processor for a call more, {grown} KiB more")
            check(f"otel: 10,000 calls end, and memory stays bounded, with a collector that {name}", grown < 8192, f"{grown} KiB")
        it.released.set()


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
