"""Tests the module compress. The decoders of Python's packages judge the bodies that a server receives."""

import asyncio
import gzip
import hashlib
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import brotli
import playing
import zstandard
from playing import LONG, Call, Config, check, moya, passes_plugin_check
from sigv4_judge import KEY, faults
from wire import Reply, Request, wire

ROUNDS = 500 if LONG else 40
SEED = int(os.environ.get("MOYA_SEED", "39"))
WINDOW = 8 << 20  # bytes. RFC 9659 §3: no decoder of zstd must have more
DECODERS: Dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress, "br": brotli.decompress,
    "zstd": lambda body: zstandard.ZstdDecompressor(max_window_size=WINDOW).decompress(body), "": lambda body: body}
DOCUMENT = b'{"id": 583231, "login": "octocat", "followers": 17},' * 200
LONG_DOCUMENT = DOCUMENT * 2  # is compressed on another thread


def decoded(request: Request) -> bytes:
    return DECODERS[request.field("Content-Encoding")](request.body)


def codings(requests: List[Request]) -> List[str]:
    return [request.field("Content-Encoding") for request in requests]


def passes_the_checker(folder: Path) -> None:
    passes_plugin_check("compress", {"least_bytes": 1}, {"coding": "zstd", "effort": "best", "least_bytes": 1})


def never_ends_the_process(folder: Path) -> None:
    """By default, brotli calls exit if there is no memory. The module must not contain this call."""
    names = subprocess.run(["nm", "-D", "--undefined-only", playing.MODULES / "compress.so"], capture_output=True, text=True, check=True).stdout
    check("compress: the module cannot end the process", not re.search(r" (exit|_exit|abort)(@|$)", names, re.M), names)


def costs_little_without_a_body(folder: Path) -> None:
    playing.costs_little("compress", {})


def the_page_runs(folder: Path) -> None:
    with wire() as at:
        ends = [done.returncode for done in playing.page_programs("compress", at.url, folder)]
        requests = at.taken()
    check("compress: the page's program sends a compressed body", ends == [0] and codings(requests) == ["zstd"] and b'{"id":999}' in decoded(requests[0]), requests)


def random_body(chance: random.Random) -> bytes:
    size = chance.choice([0, 1, 100, 1023, 1024, 1025, 16384, 16385, 100_000, 3_000_000 if LONG else 200_000])
    if chance.random() < 0.1:
        return chance.randbytes(size)
    words = [chance.randbytes(chance.randint(1, 9)) for _ in range(50)]
    return b"".join(chance.choices(words, k=size // 4))[:size]


def decoders_give_the_bytes_back(folder: Path) -> None:
    chance = random.Random(SEED)
    configs: List[Config] = [{"coding": coding, "effort": effort} for coding in ("gzip", "br", "zstd") for effort in ("fast", "usual", "best")]
    wrong: List[object] = []
    shorter = 0
    with wire() as at:
        for number, config in enumerate(configs):
            with moya.Provider(timeout=60) as provider:
                provider.load_plugin("compress", config)
                for _ in range(ROUNDS * number // len(configs), ROUNDS * (number + 1) // len(configs)):
                    body = random_body(chance)
                    target = moya.Target(at.url, name="call", method="POST", body=body)
                    if chance.random() < 0.3:
                        with provider.stream(target) as stream:
                            stream.read()
                    else:
                        provider.call(target)
                    request = at.taken()[0]
                    coding = request.field("Content-Encoding")
                    shorter += coding != ""
                    is_right = decoded(request) == body and (coding == config["coding"] and len(request.body) < len(body) or request.body == body)
                    if not is_right or (len(body) < 1024 and coding):
                        wrong.append((config, len(body), request.fields))
    check(f"compress: decoders give {ROUNDS} random bodies back (seed {SEED})", not wrong and shorter > ROUNDS // 4, (shorter, wrong))


def compresses_json_and_forms(folder: Path) -> None:
    values = {"names": ["octocat"] * 500}
    with wire() as at, moya.Provider(timeout=20) as provider:
        provider.load_plugin("compress", {})
        provider.call(moya.Target(at.url, method="POST", json=values))
        provider.call(moya.Target(at.url, method="PUT", form={"name": "octocat" * 500}))
        requests = at.taken()
    kinds = [request.field("Content-Type").partition(";")[0] for request in requests]
    check("compress: JSON and forms are compressed and keep their types", codings(requests) == ["gzip"] * 2
          and kinds == ["application/json", "application/x-www-form-urlencoded"] and b"octocatoctocat" in decoded(requests[1]), requests)


def leaves_other_bodies_as_they_are(folder: Path) -> None:
    file = folder / "body"
    file.write_bytes(DOCUMENT)
    packed = gzip.compress(DOCUMENT)
    bodies: List[Tuple[str, Dict[str, Any]]] = [
        ("a file", {"body": file}), ("a stream", {"body": [DOCUMENT]}), ("a form with a file", {"files": {"part": DOCUMENT}}),
        ("a short body", {"body": DOCUMENT[:1023]}), ("a body that does not become shorter", {"body": os.urandom(4096)}),
        ("a body that the caller has compressed", {"body": packed + bytes(1024), "headers": {"Content-Encoding": "gzip"}}),
        ("a body with the coding identity", {"body": DOCUMENT, "headers": {"content-encoding": "identity"}})]
    bodies += [(f"a body with {name}", {"body": DOCUMENT, "headers": {name: value}}) for name, value in (
        ("Content-MD5", "x"), ("Content-Digest", "sha-256=:x:"), ("Repr-Digest", "sha-256=:x:"), ("Digest", "x"),
        ("Content-Range", "bytes 0-1/2"))]
    lines: List[str] = []
    with wire() as at, moya.Provider(timeout=20, log=lambda level, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as provider:
        provider.load_plugin("compress", {})
        for name, options in bodies:
            provider.call(moya.Target(at.url, name="call", method="PUT", **options))
            request = at.taken()[0]
            plain = options.get("body", b"")
            body = plain.read_bytes() if isinstance(plain, Path) else b"".join(plain) if isinstance(plain, list) else plain
            wanted = dict(map(lambda each: (each[0].lower(), each[1]), options.get("headers", {}).items())).get("content-encoding", "")
            is_same = request.body == body if body else DOCUMENT in request.body
            check(f"compress: {name} is sent as it is", is_same and request.field("Content-Encoding") == wanted, request.fields)
    said = [line for line in lines if "because it is a file or a stream" in line]
    check("compress: the log says so of files and streams", len(said) == 3, lines)


# ── 415 ──


def only_plain(request: Request) -> Reply:
    return Reply(415) if request.field("Content-Encoding") else Reply()


def sends_plain_bodies_after_a_refusal(folder: Path) -> None:
    for kind, call in {"whole": lambda provider, target: provider.call(target).status_code, "streamed": streamed}.items():
        with wire() as at, wire() as other, moya.Provider(timeout=20) as provider:
            at.reply = only_plain
            provider.load_plugin("compress", {"coding": "zstd"})
            target = moya.Target(at.url, "/a", method="POST", body=DOCUMENT)
            got = [call(provider, each) for each in (target, target.replace(path="/b"), target.replace(base_url=other.url))]
            requests, others = at.taken(), other.taken()
            # The caller of a stream already has the head of the refusal, so the module cannot send the request again.
            wanted = ([200, 200, 200], ["zstd", "", ""]) if kind == "whole" else ([415, 200, 200], ["zstd", ""])
            check(f"compress: after a 415, the origin gets no more compressed bodies, {kind}", (got, codings(requests)) == wanted
                  and all(decoded(each) == DOCUMENT for each in requests), (got, codings(requests)))
            check(f"compress: other origins get compressed bodies, {kind}", codings(others) == ["zstd"], others)
    with wire() as at, moya.Provider(timeout=20) as provider:
        provider.load_plugin("compress", {})
        at.reply = lambda request: Reply(415 if request.target == "/never" else 200)
        got = [provider.call(moya.Target(at.url, path, method="POST", body=DOCUMENT)).status_code for path in ("/never", "/good")]
        check("compress: if the body as it is gets a 415, too, its coding was not the reason", got == [415, 200]
              and codings(at.taken()) == ["gzip", "", "gzip"], got)
        provider.call(moya.Target(at.url, "/never", method="POST", body=b"short"))
        check("compress: a 415 for a short body is not tried again", len(at.taken()) == 1)
    with wire() as at, wire() as other, moya.Provider(timeout=20) as provider:
        provider.load_plugin("compress", {})
        away = Reply(307, headers={"Location": other.url})
        at.reply, other.reply = lambda request: away if request.target == "/away" else Reply(), only_plain
        for path in ("/away", "/good"):
            provider.call(moya.Target(at.url, path, method="POST", body=DOCUMENT))
        check("compress: a 415 after a redirect to another origin says nothing about the first one",
              codings(at.taken())[-1] == "gzip")


def streamed(provider: moya.Provider, target: moya.Target) -> int:
    with provider.stream(target) as stream:
        stream.read()
        return stream.response.status_code


def compresses_each_attempt(folder: Path) -> None:
    with wire() as at, moya.Provider(timeout=20) as provider:
        provider.load_plugin("compress", {})
        at.reply = lambda request: Reply(200 if len(at.seen) == 3 else 503)
        target = moya.Target(at.url, method="PUT", body=DOCUMENT * 5, retry=moya.Retry(attempts=4, delay=0.001))
        got, requests = provider.call(target).status_code, at.taken()
        check("compress: each attempt has the compressed body", got == 200 and len(requests) == 3 and all(
            decoded(each) == DOCUMENT * 5 and each.field("Content-Encoding") for each in requests), requests)


# ── With other modules and programs ──


def signs_what_is_sent(folder: Path) -> None:
    config: Config = {**KEY, "service": "s3"}
    for order in (("compress", "sigv4"), ("sigv4", "compress")):
        with wire() as at, moya.Provider(timeout=20) as provider:
            at.reply = only_plain
            for name in order:
                provider.load_plugin(name, config if name == "sigv4" else {"coding": "br"})
            got = [provider.call(moya.Target(at.url, method="PUT", body=DOCUMENT * size)).status_code for size in (1, 5)]
            requests = at.taken()
            hashes = [hashlib.sha256(each.body).hexdigest() == each.field("X-Amz-Content-Sha256") for each in requests]
            check(f"compress: sigv4 signs what is sent, in the order {', '.join(order)}", got == [200, 200] and codings(requests) == ["br", "", ""]
                  and all(hashes) and not faults(at, requests, config), requests)


def compresses_calls_at_once(folder: Path) -> None:
    bodies = [DOCUMENT[n:] * (1 + n % 4) for n in range(100)]
    chance = random.Random(SEED)

    async def parallel(url: str) -> List[int]:
        async with moya.AsyncProvider(loops=4) as provider:
            provider.load_plugin("compress", {"coding": "zstd"})
            calls = [asyncio.ensure_future(provider.call(moya.Target(url, f"/{n}", method="POST", body=body))) for n, body in enumerate(bodies)]
            never = [asyncio.ensure_future(provider.call(moya.Target(url, "/cancelled", method="POST", body=DOCUMENT * 200)))
                     for _ in range(200 if LONG else 40)]
            done = [await call for call in calls[:20]]  # bodies of other calls are being compressed
            for each in never:
                each.cancel()
                for _ in range(chance.randint(0, 3)):
                    await asyncio.sleep(0)
            await asyncio.gather(*never, return_exceptions=True)
            return [response.status_code for response in (*done, *await asyncio.gather(*calls[20:]))]

    with wire() as at:
        got = asyncio.run(parallel(at.url))
        requests = [each for each in at.taken() if each.target != "/cancelled"]
    is_right = all(decoded(each) == bodies[int(each.target[1:])] and each.field("Content-Encoding") for each in requests)
    check("compress: 100 bodies at once on four loops, beside calls that are cancelled", got == [200] * 100 and len(requests) == 100 and is_right, got)


def compresses_stubbed_calls(folder: Path) -> None:
    with moya.Provider(stub=True) as provider:
        provider.load_plugin("compress", {})
        got = provider.call(moya.Target("http://api.test", method="POST", body=DOCUMENT * 5, sample=moya.Sample(body=b"made up")))
    check("compress: a stubbed call has its response", got.text == "made up", got)


def compresses_in_forked_children(folder: Path) -> None:
    program = """
import os, sys, moya
provider = moya.Provider(timeout=20); provider.load_plugin("compress", {})
def call(path): print(provider.call(moya.Target(sys.argv[1], path, method="POST", body=b"octocat" * 10000)).status_code, flush=True)
call("/parent")
if os.fork() == 0:
    call("/child")
    os._exit(0)
os.wait()
provider.close()
"""
    with wire() as at:
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, at.url], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")})
        requests = at.taken()
    check("compress: a forked child compresses a long body", done.stdout.split() == ["200", "200"] and codings(requests) == ["gzip"] * 2
          and all(decoded(each) == b"octocat" * 10000 for each in requests), done.stdout + done.stderr)


def works_in_every_language(folder: Path) -> None:
    programs = {}
    if "MOYA_MODULE_PLAYER" in os.environ:
        programs = {"C": playing.c_whole, "C, in pieces": playing.c_pieces}
    if "MOYA_PLUGIN_PLAYER" in os.environ:
        programs["Swift"] = playing.swift
    with wire() as at:
        for name, program in programs.items():
            program("compress", {"coding": "br"}, [Call(at.url + "/a", "POST", DOCUMENT), Call(at.url + "/b", "POST", LONG_DOCUMENT)])
            requests = at.taken()
            check(f"compress: bodies of {name} are compressed", codings(requests) == ["br"] * 2 and decoded(requests[1]) == LONG_DOCUMENT, requests)
        words = [str(playing.PREFIX / "bin/moya"), "post", at.url, "text=" + "octocat" * 500, "--plugin", "compress"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        requests = at.taken()
        check("compress: bodies of the command line are compressed", codings(requests) == ["gzip"] and b"octocatocto" in decoded(requests[0]), done.stdout + done.stderr)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
