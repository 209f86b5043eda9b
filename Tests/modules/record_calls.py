"""Tests calls of every kind through the module record."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

import playing
from cassettes import cassette, entries, judge, statuses
from playing import Call, Config, check, http2_server, moya, server


def records_one_entry_for_each_call(folder: Path) -> None:
    path = cassette(folder)
    with server() as base:
        busy = moya.Target(base, "/busy/2", name="busy", retry=moya.Retry(attempts=4))
        with moya.Provider() as provider:
            provider.load_plugin("record", {"file": str(path)})
            retried = provider.call(busy)
        check("record: of a call with retries, the last attempt is recorded",
              [it["response"]["status"] for it in json.loads(path.read_text())["log"]["entries"]] == [retried.status_code] == [200])

        async def parallel(config: Config, count: int) -> List[str]:
            async with moya.AsyncProvider(loops=4) as provider:
                provider.load_plugin("record", config)
                got = await asyncio.gather(*(provider.call(moya.Target(base, f"/bytes/{n}")) for n in range(count)))
                return [response.text for response in got]

        config = {"file": str(cassette(folder, "parallel"))}
        first = asyncio.run(parallel(config, 200))
    second = asyncio.run(parallel({**config, "mode": "none"}, 200))
    check("record: 200 calls at once on four loops are recorded and replayed", first == second == ["x" * n for n in range(200)])
    judge(cassette(folder, "parallel"), "200 calls at once")


def records_shared_requests_once(folder: Path) -> None:
    path = cassette(folder)

    async def play(config: Config, url: str) -> List[int]:
        async with moya.AsyncProvider() as provider:
            provider.load_plugin("record", config)
            target = moya.Target(url, "/bytes/100000", share=True)
            return [len(it.content) for it in await asyncio.gather(*(provider.call(target) for _ in range(20)))]

    with server() as base:
        recorded = asyncio.run(play({"file": str(path)}, base))
        with moya.Provider() as provider:
            sent = provider.call(moya.Target(base, "/log")).json()["requests"]["GET /bytes/100000"]
    replayed = asyncio.run(play({"file": str(path), "mode": "none", "match": "lenient"}, base))
    check("record: calls that share a request have one entry", len(entries(path)) == sent, (sent, entries(path)))
    check("record: calls that share a request are replayed", recorded == replayed == [100000] * 20, (recorded, replayed))


def records_http2(folder: Path) -> None:
    path = cassette(folder)

    def play(mode: str, base: str) -> List[Tuple[str, bytes]]:
        results = []
        with moya.Provider(ca=folder / "ca.pem") as provider:
            provider.load_plugin("record", {"file": str(path), "mode": mode})
            for place in ("/ok", "/reset?length", "/goaway?length", "/no"):
                body, name = b"", "OK"
                try:
                    with provider.stream(moya.Target(base + place)) as stream:
                        for piece in stream.iter_bytes():
                            body += piece
                except moya.MoyaError as error:
                    name = error.status.name
                results.append((name, body))
            provider.call(moya.Target(base + "/windows"))
        return results

    with http2_server(folder) as base:
        recorded = play("once", base)
    check("record: streams of HTTP/2 are replayed up to the moment of their failure", recorded == play("none", base)
          and [len(it[1]) for it in recorded[1:3]] == [10000, 10000], recorded)
    whole = json.loads(path.read_text())["log"]["entries"][-1]
    check("record: the version of HTTP is recorded", whole["response"]["httpVersion"] == "HTTP/2" == whole["request"]["httpVersion"], whole)
    judge(path, "calls over HTTP/2")


def records_what_came_before_a_cancel(folder: Path) -> None:
    path, never = cassette(folder), cassette(folder, "never")

    def first_piece(config: Config, url: str) -> bytes:
        with moya.Provider() as provider:
            provider.load_plugin("record", config)
            with provider.stream(moya.Target(url)) as stream:
                return next(iter(stream.iter_bytes()))[:5]

    async def cancel(base: str) -> None:
        async with moya.AsyncProvider() as provider, moya.AsyncProvider() as asking:
            provider.load_plugin("record", {"file": str(never)})
            call = asyncio.ensure_future(provider.call(moya.Target(base, "/never")))
            while "GET /never" not in (await asking.call(moya.Target(base, "/log"))).json()["requests"]:
                pass
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)

    with server() as base:
        asyncio.run(cancel(base))
        url = base + "/large/30000000"
        recorded = first_piece({"file": str(path)}, url)
    check("record: a call that is cancelled before its response is not recorded", not never.exists())
    check("record: a stream that the caller leaves is replayed", first_piece({"file": str(path), "mode": "none"}, url) == recorded)
    check("record: its entry has only what had arrived", 0 < json.loads(path.read_text())["log"]["entries"][0]["response"]["content"]["size"] < 30000000)
    judge(path, "a stream that the caller leaves")


def leaves_out_large_bodies(folder: Path) -> None:
    path, lines = cassette(folder), []
    log = lambda level, line: lines.append(line)
    with server() as base, moya.Provider(log=log) as provider:
        provider.load_plugin("record", {"file": str(path), "most_bytes": 1000})
        sizes = [len(provider.call(moya.Target(base, f"/bytes/{n}")).content) for n in (1000, 1001)]
        with provider.stream(moya.Target(base, "/bytes/1002")) as stream:
            sizes.append(sum(map(len, stream.iter_bytes())))
    check("record: the caller receives a body that is longer than most_bytes", sizes == [1000, 1001, 1002], sizes)
    said = sum("longer than most_bytes" in line for line in lines)
    check("record: it is not recorded, and the log says so", entries(path) == ["1000"] and said == 2, lines)


def records_bodies_of_every_kind(folder: Path) -> None:
    path, file = cassette(folder), folder / "body"
    file.write_bytes(b"from a file")
    bodies = {"a file": {"body": file}, "a stream": {"body": [b"from ", b"a stream"]}, "a form": {"files": {"part": b"x"}},
              "fields of a form": {"form": {"a": "b", "password": "canary"}}, "JSON": {"json": {"a": [1]}}}

    def play(mode: str, base: str) -> List[str]:
        with moya.Provider() as provider:
            provider.load_plugin("record", {"file": str(path), "mode": mode})
            return [provider.call(moya.Target(base, "/count", method="POST", **body)).text for body in bodies.values()]

    with server() as base:
        recorded = play("once", base)
    replayed = play("none", base)
    for name, first, second in zip(bodies, recorded, replayed):
        check(f"record: a request with {name} finds its entry", first.replace("canary", "redacted") == second, (first, second))
    posts = [entry["request"].get("postData", {}) for entry in json.loads(path.read_text())["log"]["entries"]]
    check("record: a body that a plugin cannot read is named in its entry",
          [it.get("_moya", {}).get("body") for it in posts] == ["file", "stream", "stream", None, None], posts)
    judge(path, "requests with bodies")


def records_stubs(folder: Path) -> None:
    path = cassette(folder)
    sample = moya.Target("http://api.test", "/stub", name="stub", sample=moya.Sample(body=b"made up"))
    with moya.Provider(stub=True) as provider:
        provider.load_plugin("record", {"file": str(path)})
        provider.call(sample)
    got = statuses({"file": str(path), "mode": "none"}, Call("http://api.test/stub"))
    check("record: the response of a stub is recorded and replayed", got == ["made up"], got)


def works_in_forked_children(folder: Path) -> None:
    path = cassette(folder)
    program = """
import os, sys, moya
base, path = sys.argv[1:]
provider = moya.Provider(); provider.load_plugin("record", {"file": path, "mode": "new"})
print(provider.call(moya.Target(base, "/ok")).status_code, flush=True)
if os.fork() == 0:
    for place in ("/ok", "/status/201"):
        try: print(provider.call(moya.Target(base, place)).status_code, flush=True)
        except moya.MoyaError as error: print(error.status.name, flush=True)
    os._exit(0)
os.wait()
provider.close()
"""
    with server() as base:
        statuses({"file": str(path)}, Call(base + "/ok"), Call(base + "/ok"))
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, base, str(path)], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}, check=False)
    check("record: a forked child replays, and does not record", done.stdout.split() == ["200", "200", "FORKED"], done.stdout + done.stderr)
    check("record: a forked child does not write the cassette", entries(path) == ["ok", "ok"], entries(path))


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
