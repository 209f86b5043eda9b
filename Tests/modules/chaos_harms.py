"""Tests what the module chaos does to calls of each kind: failures, responses, cuts, delays, retries, forks,
messages."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

import playing
from playing import Config, check, moya, server


def play(config: Config, target: "moya.Target", streams: bool = False) -> Tuple[str, bytes, str, List[str]]:
    """Makes a call. Returns the name of its status, its bytes, its message, and the log."""
    lines: List[str] = []
    body, name, message = b"", "OK", ""
    with moya.Provider(log=lambda level, line: lines.append(f"{level} {line}"), log_level=moya.LogLevel.INFO) as provider:
        provider.load_plugin("chaos", config)
        try:
            if streams:
                with provider.stream(target) as stream:
                    for piece in stream.iter_bytes():
                        body += piece
            else:
                body = provider.call(target).content
        except moya.MoyaError as error:
            name, message = error.status.name, str(error)
    return name, body, message, lines


def requests(base: str) -> Dict[str, int]:
    with moya.Provider() as provider:
        return dict(provider.call(moya.Target(base, "/log")).json()["requests"])


def failures_have_their_kind_and_name_the_module(folder: Path) -> None:
    with server() as base:
        for number, error in enumerate(("connect", "resolve", "tls", "timeout_connect", "network")):
            for streams in (False, True):
                path = f"/bytes/{number * 2 + streams + 1}"
                name, _, message, _ = play({"fail": 1, "error": error}, moya.Target(base, path), streams)
                check(f"chaos: a {'streamed' if streams else 'whole'} call fails with {error}", name == error.upper(), (name, message))
                check("chaos: its message says that the module made it", "the module chaos " in message
                      and " on purpose (seed 1, attempt 1)" in message, message)
                sent = requests(base).get(f"GET {path}", 0)
                check(f"chaos: the server {'receives' if error == 'network' else 'does not receive'} it", sent == (error == "network"), sent)


def cuts_bodies_after_their_bytes(folder: Path) -> None:
    with server() as base:
        for count in (0, 1, 9, 10):
            for path in ("/bytes/10", "/lines/3"):
                for streams in (True, False):
                    target = moya.Target(base, path)
                    full = play({}, target, streams)[1]
                    name, body, message, _ = play({"cut": 1, "cut_bytes": count}, target, streams)
                    is_cut = len(full) > count
                    check(f"chaos: {path}, {'streamed' if streams else 'whole'}, is {'' if is_cut else 'not '}cut after {count} bytes",
                          name == ("INCOMPLETE_BODY" if is_cut else "OK") and (not is_cut or "cut this body" in message)
                          and body == (full[:count] if streams else b"") if is_cut else body == full, (name, body, message))
        large = play({"cut": 1, "cut_bytes": 300_000}, moya.Target(base, "/bytes/1000000"), True)
        check("chaos: a body of many pieces is cut after its bytes", large[0] == "INCOMPLETE_BODY" and len(large[1]) == 300_000, len(large[1]))
        empty = play({"cut": 1}, moya.Target(base, "/bytes/0"))
        check("chaos: a body without bytes is not cut", empty[0] == "OK", empty)
        zipped = play({"cut": 1, "cut_bytes": 5}, moya.Target(base, "/gzip"), True)
        check("chaos: the bytes are those of the decoded body", zipped[1] == play({}, moya.Target(base, "/gzip"))[1][:5] != b"", zipped)
        path = folder / "file"
        with moya.Provider() as provider:
            provider.load_plugin("chaos", {"cut": 1, "answer": 1})
            provider.download(moya.Target(base, "/bytes/1000"), path)
        check("chaos: a download is neither answered nor cut", path.stat().st_size == 1000)
        with moya.Provider() as provider:
            provider.load_plugin("chaos", {"fail": 1, "error": "network"})
            try:
                provider.download(moya.Target(base, "/bytes/77"), folder / "other")
                said = ""
            except moya.MoyaError as error:
                said = f"{error.status.name} {error}"
        check("chaos: a download that fails is not sent", said.startswith("NETWORK") and "made this failure" in said
              and "GET /bytes/77" not in requests(base), said)


def answers_are_responses(folder: Path) -> None:
    with server() as base:
        for status in (429, 503):
            for streams in (False, True):
                with moya.Provider() as provider:
                    provider.load_plugin("chaos", {"answer": 1, "answer_status": status})
                    target = moya.Target(base, "/gzip")
                    if streams:
                        with provider.stream(target) as stream:
                            response, body = stream.response, b"".join(stream.iter_bytes())
                    else:
                        response = provider.call(target)
                        body = response.content
                check(f"chaos: a {'streamed' if streams else 'whole'} call is answered with {status}", response.status_code == status
                      and body.startswith(b"the module chaos made this response on purpose"), (response, body))
                check("chaos: the fields of the other body are gone", "Content-Encoding" not in response.headers
                      and response.headers["Content-Type"] == "text/plain", response.headers.raw)
        lines: List[str] = []
        with moya.Provider(log=lambda level, line: lines.append(line), log_level=moya.LogLevel.INFO) as provider:
            provider.load_plugin("chaos", {"seed": 1, "answer": 0.5})
            response = provider.call(moya.Target(base, "/ok", retry=moya.Retry(attempts=10)))
        answered = sum(line.endswith(" is answered") for line in lines)
        check("chaos: an answer is retried, and each attempt is decided anew", response.status_code == 200 and answered > 0
              and requests(base)["GET /ok"] == answered + 1, lines)


def delays_end(folder: Path) -> None:
    with server() as base:
        name, body, _, lines = play({"delay": 1, "delay_ms": 1, "delay_most_ms": 3}, moya.Target(base, "/ok"))
        check("chaos: a delayed call ends", name == "OK" and any(" waits " in line for line in lines), lines)
        name, _, message, _ = play({"delay": 1, "delay_ms": 1, "fail": 1}, moya.Target(base, "/ok"))
        check("chaos: a call can wait and then fail", name == "CONNECT" and "made this failure" in message, message)
        name, _, message, _ = play({"delay": 1, "delay_ms": 1, "cut": 1, "cut_bytes": 2}, moya.Target(base, "/ok"))
        check("chaos: a call can wait and then be cut", name == "INCOMPLETE_BODY", message)
        name, _, message, _ = play({"delay": 1, "delay_ms": 86_400_000}, moya.Target(base, "/ok", timeout=0.1))
        check("chaos: the total timeout of a call ends its delay", name == "TIMEOUT_TOTAL", message)

        async def cancelled() -> Tuple[List[Any], int]:
            async with moya.AsyncProvider(loops=4) as provider:
                provider.load_plugin("chaos", {"delay": 1, "delay_ms": 86_400_000, "path": "/never"})
                tasks = [asyncio.ensure_future(provider.call(moya.Target(base, "/never"))) for _ in range(10)]
                good = await asyncio.gather(*(provider.call(moya.Target(base, "/ok")) for _ in range(50)))
                for task in tasks:
                    task.cancel()
                return await asyncio.gather(*tasks, return_exceptions=True), len(good)

        ended, good = asyncio.run(cancelled())
        check("chaos: calls that wait can be cancelled, and delay no others", good == 50 and all(
            isinstance(it, asyncio.CancelledError) for it in ended), ended)


def counts_attempts_of_all_loops(folder: Path) -> None:
    async def calls() -> int:
        async with moya.AsyncProvider(loops=4) as provider:
            provider.load_plugin("chaos", {"seed": 3, "fail": 0.5})
            results = await asyncio.gather(*(provider.call(moya.Target(base, "/ok")) for _ in range(200)), return_exceptions=True)
            return sum(isinstance(it, moya.ConnectError) for it in results)

    with server() as base:
        counts = {asyncio.run(calls()) for _ in range(3)}
    check("chaos: calls on four loops have the decisions of the seed", len(counts) == 1, counts)


def warns_when_it_is_added(folder: Path) -> None:
    for config, expected in (({"delay": 0.01}, 1), ({"cut": 1}, 1), ({}, 0), ({"delay_ms": 5}, 0)):
        lines: List[str] = []
        with moya.Provider(stub=True, log=lambda level, line: lines.append(line), log_level=moya.LogLevel.WARNING) as provider:
            provider.load_plugin("chaos", config)
            for _ in range(3):
                try:
                    provider.call(moya.Target("http://api.test", sample=moya.Sample(text="x")))
                except moya.MoyaError:
                    continue
        loud = [line for line in lines if "harms calls of this provider on purpose" in line]
        check(f"chaos: with {config} there {'is one warning' if expected else 'is no warning'}", len(loud) == len(lines) == expected, lines)


def explains_errors(folder: Path) -> None:
    for config, reason in (({"fail": 1.5}, "fail is not a probability"), ({"cut": -0.1}, "cut is not a probability"), ({"delay_ms": 5, "delay_most_ms": 4}, "delay_most_ms is less than delay_ms"),
                           ({"origin": "api.test"}, 'origin "api.test" is not an origin'), ({"origin": "http://api.test/x"}, "is not an origin"), ({"path": "users/*"}, 'path "users/*" begins neither'),
                           ({"error": "magic"}, "error"), ({"answer_status": 600}, "answer_status"), ({"seed": -1}, "seed"), ({"delay": "often"}, "delay")):
        try:
            with moya.Provider() as provider:
                provider.load_plugin("chaos", config)
            said = "no error"
        except moya.MoyaError as error:
            said = str(error)
        check(f"chaos: {config} is an error with a reason", reason in said, said)


def hides_secrets(folder: Path) -> None:
    lines: List[str] = []
    for config in ({"fail": 1}, {"cut": 1, "delay": 1, "delay_ms": 1}, {"answer": 1}):
        target = moya.Target("http://canary-user:canary-password@api.test", "/x", query={"token": "canary-query"},
                             headers={"Authorization": "canary-field"}, sample=moya.Sample(text="canary-body"))
        with moya.Provider(stub=True, log=lambda level, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as provider:
            provider.load_plugin("chaos", config)
            try:
                lines.append(provider.call(target).text)
            except moya.MoyaError as error:
                lines.append(str(error))
    check("chaos: no secret is in a log, a message or an answer", "canary" not in "\n".join(lines) and len(lines) > 5, lines)


def works_in_forked_children(folder: Path) -> None:
    program = """
import os, sys, moya
base = sys.argv[1]
provider = moya.Provider(); provider.load_plugin("chaos", {"seed": 3, "fail": 0.5, "delay": 0.5, "delay_ms": 1})
def play():
    try: return str(provider.call(moya.Target(base, "/ok")).status_code)
    except moya.MoyaError as error: return error.status.name
first = [play() for _ in range(5)]
read, write = os.pipe()
if os.fork() == 0:
    os.write(write, " ".join(play() for _ in range(20)).encode())
    os._exit(0)
os.close(write); os.wait()
child = os.read(read, 10000).decode()
parent = " ".join(play() for _ in range(20))
print(child == parent, "CONNECT" in child and "200" in child, flush=True)
provider.close()
"""
    with server() as base:
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, base], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}, check=False)
    check("chaos: a forked child goes on with the numbers of its parent", done.stdout.split() == ["True", "True"], done.stdout + done.stderr)


def the_program_of_the_page_runs(folder: Path) -> None:
    with server() as base:
        for said in playing.page_programs("chaos", base, folder):
            check("chaos: the program of its page runs, and a call of it fails", said.returncode == 0
                  and "the module chaos made this failure on purpose (seed 7, " in said.stdout, said.stdout + said.stderr)


def checks(folder: Path) -> None:
    # In the row `cuts` of the checker, several pieces arrive in one call of the library. If the plugin passes on a
    # piece and then fails, the library drops this piece. So here a body is cut before its first byte.
    # cuts_bodies_after_their_bytes tests the other cuts.
    configs: List[Config] = [{"delay": 1, "delay_ms": 5, "cut": 1}, {"fail": 1, "error": "network", "path": "/*"}]
    if playing.LONG:
        configs += [{}, {"answer": 1}, {"delay": 1, "delay_ms": 200, "fail": 1}]
    playing.passes_plugin_check("chaos", *configs)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
