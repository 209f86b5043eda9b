"""Tests that the module metrics counts calls of every kind. prometheus_client reads what it writes."""

import asyncio
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Tuple

import playing
from exposition import Sums, counters, shown
from playing import Call, check, moya, server

#: The number of calls after which the sums are compared.
MANY = 10_000 if playing.LONG else 500


def sums_are_those_of_the_server_and_the_caller(folder: Path) -> None:
    """Makes calls with three providers, each on four threads. Each thread counts what it receives."""
    places = (("/ok", "ok"), ("/status/404", "missing"), ("/status/503", "busy"), ("/bytes/1000", "bytes"))
    received: Counter[Tuple[str, str]] = Counter()
    lock = threading.Lock()

    def caller(provider: "moya.Provider", base: str, first: int) -> None:
        own: Counter[Tuple[str, str]] = Counter()
        for number in range(first, MANY, 12):
            path, name = places[number % len(places)]
            response = provider.call(moya.Target(base, path, name=name, query={"id": str(number)}))
            own[name, f"{response.status_code // 100}xx"] += 1
        with lock:
            received.update(own)

    with server() as base:
        providers = [moya.Provider() for _ in range(3)]
        for number, provider in enumerate(providers):
            provider.load_plugin("metrics", {"file": str(folder / f"{number}.prom"), "every_ms": 100})
        threads = [threading.Thread(target=caller, args=(providers[first % 3], base, first)) for first in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for provider in providers:
            provider.close()
        with moya.Provider() as provider:
            log = provider.call(moya.Target(base, "/log")).json()["requests"]
    sent: Counter[str] = Counter()
    for request, count in log.items():
        sent[request.partition(" ")[2].partition("?")[0]] += count
    texts = [(folder / f"{number}.prom").read_text() for number in range(3)]
    total = Sums(*(counters(text) for text in texts))
    by_target = {name: total.of("moya_calls_total", target=name) for _, name in places}
    check(f"metrics: of {MANY} calls of 3 providers and 12 threads, the sums are those of the callers",
          {key: total.of("moya_calls_total", target=key[0], status=key[1]) for key in received} == received
          and sum(by_target.values()) == MANY, (received, by_target))
    check("metrics: the sums of the attempts are those of the server",
          all(sent[path] == total.of("moya_attempts_total", target=name) for path, name in places), (sent, by_target))
    check("metrics: the histogram has each call once",
          total.of("moya_call_duration_seconds_count") == MANY and total.of("moya_call_duration_seconds_bucket", le="+Inf") == MANY)
    check("metrics: the bytes are those of the bodies",
          total.of("moya_response_body_bytes_total", target="bytes") == 1000 * by_target["bytes"])
    check("metrics: no provider counts calls of another one", all(counters(text) for text in texts) and len({
        Sums(counters(text)).of("moya_calls_total") for text in texts} | {MANY}) > 1)


def counts_failures_by_kind(folder: Path) -> None:
    with server() as base:
        rows: List[Tuple[str, Dict[str, Any], str, str]] = [
            ("connect", {"base_url": "http://127.0.0.1:1"}, "connect", "none"),
            ("refused", {"path": "/status/404", "validate": range(200, 300)}, "status_code", "4xx"),
            ("cut", {"path": "/cut/1000/10"}, "incomplete_body", "2xx"),
            ("late", {"path": "/never", "timeout": 0.2}, "timeout_total", "none"),
            ("no-url", {"base_url": "ftp://files.test"}, "invalid_url", "none"),
            ("redirects", {"path": "/redirect/3", "redirects": 1}, "redirect", "3xx"),
        ]
        with moya.Provider() as provider:
            provider.load_plugin("metrics")
            for name, options, _, _ in rows:
                try:
                    provider.call(moya.Target(**{"base_url": base, "name": name, **options}))
                except moya.MoyaError:
                    continue
            total = Sums(shown(provider))
    for name, _, kind, status in rows:
        check(f"metrics: a call that fails with {kind} is counted once",
              total.of("moya_call_failures_total", target=name) == total.of("moya_call_failures_total", target=name, kind=kind) == 1
              and total.of("moya_calls_total", target=name, status=status) == 1, total.rows(name))
    check("metrics: a URL that has no scheme for HTTP has its origin", total.of("moya_calls_total", origin="ftp://files.test") == 1, total)


def counts_attempts_and_cancelled_calls(folder: Path) -> None:
    with server() as base:
        with moya.Provider() as provider:
            provider.load_plugin("metrics")
            provider.call(moya.Target(base, "/busy/2", name="busy", retry=moya.Retry(attempts=4)))
            total = Sums(shown(provider))
        check("metrics: a call with two retries is one call and three attempts",
              total.of("moya_calls_total", target="busy", status="2xx") == total.of("moya_calls_total", target="busy") == 1
              and total.of("moya_attempts_total", target="busy", status="5xx") == 2
              and total.of("moya_attempts_total", target="busy", status="2xx") == 1, total.rows("busy"))

        async def play() -> None:
            async with moya.AsyncProvider(loops=4) as provider:
                provider.load_plugin("metrics", {"file": str(folder / "loops.prom")})
                tasks = [asyncio.ensure_future(provider.call(moya.Target(base, "/never", name="never"))) for _ in range(5)]
                await asyncio.sleep(0)
                await asyncio.gather(*(provider.call(moya.Target(base, "/bytes/10", name="one")) for _ in range(100)))
                await asyncio.gather(*(provider.call(moya.Target(base, "/bytes/9", name="shared", share=True)) for _ in range(20)))
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run(play())
        total = Sums(counters((folder / "loops.prom").read_text()))
        with moya.Provider() as provider:
            shared = provider.call(moya.Target(base, "/log")).json()["requests"]["GET /bytes/9"]
    check("metrics: calls on four loops are counted", total.of("moya_calls_total", target="one") == 100, total.rows("one"))
    check("metrics: cancelled calls are failures", total.of("moya_call_failures_total", target="never", kind="cancelled") == 5, total.rows("never"))
    check("metrics: calls that share a request are calls of their own, with its attempts",
          total.of("moya_calls_total", target="shared") == 20 and total.of("moya_attempts_total", target="shared") == shared, total.rows("shared"))


def counts_streams_downloads_and_stubs(folder: Path) -> None:
    with server() as base, moya.Provider() as provider:
        provider.load_plugin("metrics")
        with provider.stream(moya.Target(base, "/bytes/100000", name="streamed")) as stream:
            stream.read()
        provider.download(moya.Target(base, "/bytes/1000", name="downloaded"), folder / "file")
        provider.call(moya.Target(base, "/count", name="sent", method="POST", body=b"x" * 5000))
        total = Sums(shown(provider))
    for name, bytes_down in (("streamed", 100000), ("downloaded", 1000)):
        check(f"metrics: a call that is {name} is counted with its bytes",
              total.of("moya_calls_total", target=name, status="2xx") == 1
              and total.of("moya_response_body_bytes_total", target=name) == bytes_down, total.rows(name))
    check("metrics: the bytes of a request are counted",
          total.of("moya_request_body_bytes_total", target="sent", method="POST") == 5000, total.rows("sent"))
    with moya.Provider(stub=True) as provider:
        provider.load_plugin("metrics")
        for _ in range(7):
            provider.call(moya.Target("http://api.test", "/a", name="stub", sample=moya.Sample(status_code=201)))
        total = Sums(shown(provider))
    check("metrics: stubs are counted", total.of("moya_calls_total", target="stub", status="2xx") == 7
          and total.of("moya_attempts_total", target="stub") == 7, total.rows("stub"))


def counts_calls_of_every_program(folder: Path) -> None:
    with server() as base:
        calls = [Call(base + "/ok"), Call(base + "/status/404"), Call(base + "/status/500", "POST", b"x")]
        for how in ("c_whole", "c_pieces", "tool", "swift") if playing.HAS_SWIFT else ("c_whole", "c_pieces", "tool"):
            path = folder / f"{how}.prom"
            if how == "tool":  # each command is a program of its own, which begins at 0
                playing.tool("metrics", {"file": str(path)}, calls[:1])
                expected = {"2xx": 1.0}
            else:
                getattr(playing, how)("metrics", {"file": str(path)}, calls)
                expected = {"2xx": 1.0, "4xx": 1.0, "5xx": 1.0}
            total = Sums(counters(path.read_text()))
            got = {status: total.of("moya_calls_total", origin=base, status=status) for status in expected}
            check(f"metrics: the file has the calls of {how}", got == expected and total.of("moya_calls_total") == len(expected), total)
        text = playing.c_whole("metrics", {}, [calls[0], Call("http://metrics.invalid/")])[1]
        check("metrics: a C program gets the text by a call", text.status == "OK" and text.http == 200
              and (b"Content-Type", b"text/plain; version=0.0.4; charset=utf-8") in (text.fields or ()), text)


def the_program_of_the_page_runs(folder: Path) -> None:
    with server() as base:
        for number, said in enumerate(playing.page_programs("metrics", base, folder)):
            check(f"metrics: program {number + 1} of its page runs", said.returncode == 0, said.stdout + said.stderr)
    check("metrics: the program of its page writes the file", Sums(counters((folder / "api.prom").read_text())).of(
        "moya_calls_total", target="zen") == 1)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
