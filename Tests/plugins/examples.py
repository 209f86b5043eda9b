"""Compiles the plugins of examples/plugins, and runs each with a local server: in Python with whole bodies and with
streams, in the C program `moya`, and in a Swift program. The environment variable MOYA_PLUGIN_PLAYER is the path of the
Swift program (player/main.swift). Botocore judges the signatures of sigv4.c. Tests/steps/plugins runs this file.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple
from urllib.parse import quote, unquote

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build/tests/example_plugins"
sys.path.insert(0, str(ROOT / "bindings/python"))
sys.dont_write_bytecode = True
os.environ.setdefault("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))
import moya  # noqa: E402

FLAGS = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-fvisibility=hidden"]

failed = False


def check(name: str, holds: bool, shown: object = "") -> None:
    global failed
    failed |= not holds
    print(f"{'ok' if holds else 'not ok'} - {name}", flush=True)
    if not holds:
        print("\n".join(f"    {line}" for line in str(shown).splitlines()[:30]), flush=True)


class Served:
    """What the server has received, and what it responds with next."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seen: List[Tuple[str, str, Dict[str, str], bytes]] = []
        self.tokens = 0
        self.refused = set()
        self.failing = 0

    def count(self, path: str) -> int:
        with self.lock:
            return sum(seen[1].split("?")[0] == path for seen in self.seen)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: Served

    def log_message(self, *_: Any) -> None:
        pass

    def answer(self, status: int, body: bytes = b"", *fields: Tuple[str, str]) -> None:
        self.send_response_only(status)
        for name, value in fields:
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        served = self.served
        path = self.path.split("?")[0]
        with served.lock:
            served.seen.append((self.command, self.path, dict(self.headers.items()), body))
            if path == "/token":
                served.tokens += 1
                token = f"t{served.tokens}"
        if path == "/token":
            return self.answer(200, json.dumps({"access_token": token, "token_type": "Bearer"}).encode())
        if path == "/secret":
            given = self.headers.get("Authorization", "").removeprefix("Bearer ")
            if not given.startswith("t") or given in served.refused:
                return self.answer(401)
            return self.answer(200, b"secret")
        if path == "/tagged":
            tag = '"v1"'
            if self.headers.get("If-None-Match") == tag:
                return self.answer(304, b"", ("ETag", tag), ("Cache-Control", "max-age=0"))
            return self.answer(200, b"one two", ("ETag", tag), ("Cache-Control", "max-age=0"))
        if path == "/fresh":
            return self.answer(200, b"fresh", ("Cache-Control", "max-age=60"))
        if path == "/cookies":
            return self.answer(200, b"c", ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"))
        if path == "/text":
            return self.answer(200, b"hello world", ("Content-Type", "text/plain"))
        if path == "/unsteady":
            with served.lock:
                fails = served.failing > 0
                served.failing -= fails
            return self.answer(500 if fails else 200, b"" if fails else b"ok")
        self.answer(200, b"ok")

    do_POST = do_PUT = do_DELETE = do_GET


@contextmanager
def server() -> Iterator[Tuple[str, Served]]:
    served = Served()
    http = ThreadingHTTPServer(("127.0.0.1", 0), type("Own", (Handler,), {"served": served}))
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}", served
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


def module(name: str) -> Path:
    return OUT / f"{name}.so"


@contextmanager
def provider(*plugins: Tuple[str, Dict[str, Any]], **options: Any) -> Iterator[moya.Provider]:
    with moya.Provider(timeout=30, **options) as made:
        for name, config in plugins:
            made.load_plugin(module(name), config)
        yield made


def streamed(made: moya.Provider, target: moya.Target) -> Tuple[moya.Response, bytes]:
    with made.stream(target) as stream:
        body = b"".join(stream.iter_bytes())
        return stream.response, body


def tool(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([str(ROOT / "build/bin/moya"), *arguments], capture_output=True, text=True, timeout=60)


@contextmanager
def swift(*plugins: Tuple[str, Dict[str, Any]], seconds: float = 30) -> Iterator["Swift"]:
    """Starts a Swift program whose provider has these plugins."""
    listed = json.dumps([[str(module(name)), config] for name, config in plugins])
    process = subprocess.Popen(
        [os.environ["MOYA_PLUGIN_PLAYER"], listed, str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield Swift(process)
    process.stdin.close()
    if process.wait(60) != 0:
        raise AssertionError(f"the Swift program ended with {process.returncode}")


class Swift:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def calls(self, *calls: Dict[str, Any]) -> List[Dict[str, Any]]:
        """Starts calls at the same time, and returns their rows in the order in which they ended."""
        self.process.stdin.write(json.dumps(calls) + "\n")
        self.process.stdin.flush()
        rows: List[Dict[str, Any]] = []
        for line in self.process.stdout:
            if not line.strip():
                return rows
            rows.append(json.loads(line))
        raise AssertionError("the Swift program ended early")

    def get(self, url: str) -> Dict[str, Any]:
        return self.calls({"url": url})[0]


def get(made: moya.Provider, base: str, path: str, **options: Any) -> moya.Response:
    return made.call(moya.Target(base, path, name=path[1:], **options))


# ── Each plugin ──


def oauth(base: str, served: Served, folder: Path) -> None:
    config = {"url": base + "/token", "client_id": "c", "client_secret": "s3cret&more"}

    async def five() -> List[moya.Response]:
        async with moya.AsyncProvider(timeout=30) as made:
            made.load_plugin(module("oauth"), config)
            target = moya.Target(base, "/secret", name="secret")
            return list(await asyncio.gather(*(made.call(target) for _ in range(5))))

    got = asyncio.run(five())
    check("oauth: five calls at once need one token", [r.text for r in got] == ["secret"] * 5 and served.tokens == 1, served.seen)
    forms = [seen[3] for seen in served.seen if seen[1] == "/token"]
    check("oauth: the form is percent-encoded", forms == [b"grant_type=client_credentials&client_id=c&client_secret=s3cret%26more"], forms)
    with provider(("oauth", config)) as made:
        first = get(made, base, "/secret")
        served.refused.add(f"t{served.tokens}")
        second = get(made, base, "/secret")
        check("oauth: a token that is refused is replaced", (first.text, second.text, served.tokens) == ("secret", "secret", 3), served.tokens)
        response, body = streamed(made, moya.Target(base, "/secret"))
        check("oauth: a streamed call has the token", (response.status_code, body) == (200, b"secret"))
    done = tool("get", base + "/secret", "--plugin", f"{module('oauth')}={json.dumps(config)}")
    check("oauth: the tool has the token", done.stdout == "secret", done)
    before = served.tokens
    with swift(("oauth", config)) as program:
        rows = program.calls(*[{"url": base + "/secret"}] * 5)
        check("oauth: five calls of Swift need one token",
              [row.get("text") for row in rows] == ["secret"] * 5 and served.tokens == before + 1, rows)
        served.refused.add(f"t{served.tokens}")
        row = program.get(base + "/secret")
        check("oauth: Swift replaces a token that is refused", row.get("text") == "secret" and served.tokens == before + 2, row)


def await_files(folder: Path, count: int) -> None:
    """Waits until the cache has written this many files. The cache writes on a thread of its own."""
    for _ in range(3000):
        if sum("." not in name for name in os.listdir(folder)) >= count:  # a file that is being written has a dot
            return
        threading.Event().wait(0.01)
    raise AssertionError(f"{count} files are not in the cache after 30 s")


def cache(base: str, served: Served, folder: Path) -> None:
    with provider(("cache", {"folder": str(folder)})) as made:
        first, body = streamed(made, moya.Target(base, "/tagged"))
        await_files(folder, 1)
        again, second = streamed(made, moya.Target(base, "/tagged"))
        whole = get(made, base, "/tagged")
        check("cache: a streamed response is stored, and 304 gives it to streamed and to whole calls",
              (body, second, whole.content) == (b"one two",) * 3 and [first.status_code, again.status_code, whole.status_code] == [200] * 3,
              (body, second, whole))
        check("cache: the server was asked whether it is still valid", served.count("/tagged") == 3
              and [s[2].get("If-None-Match") for s in served.seen] == [None, '"v1"', '"v1"'], served.seen)
        get(made, base, "/fresh")
        await_files(folder, 2)
        fresh = get(made, base, "/fresh")
        _, shown = streamed(made, moya.Target(base, "/fresh"))
        check("cache: a fresh response is answered without the server", served.count("/fresh") == 1
              and fresh.content == shown == b"fresh", served.seen)
    done = tool("get", base + "/fresh", "--plugin", f"{module('cache')}={json.dumps({'folder': str(folder)})}")
    check("cache: another process finds the response", done.stdout == "fresh" and served.count("/fresh") == 1, done)
    with swift(("cache", {"folder": str(folder)})) as program:
        rows = [program.get(base + path) for path in ("/tagged", "/fresh")]
    check("cache: Swift finds the responses", [row.get("text") for row in rows] == ["one two", "fresh"]
          and (served.count("/tagged"), served.count("/fresh")) == (4, 1), rows)


def rate(base: str, served: Served, folder: Path) -> None:
    async def calls() -> List[str]:
        ended: List[str] = []
        async with moya.AsyncProvider(timeout=30) as made:
            made.load_plugin(module("rate"), {"every_ms": 150})

            async def one(name: str) -> None:
                await made.call(moya.Target(base, "/" + name))
                ended.append(name)

            await asyncio.gather(*(one(name) for name in "abcd"))
        return ended

    check("rate: calls leave in the order in which they came", asyncio.run(calls()) == list("abcd"))
    with provider(("rate", {"every_ms": 60000})) as made:
        get(made, base, "/first")
        try:
            made.call(moya.Target(base, "/second", timeout=0.2))
            check("rate: a call whose turn would come too late fails", False)
        except moya.MoyaError as error:
            check("rate: a call whose turn would come too late fails", served.count("/second") == 0, error)
    with swift(("rate", {"every_ms": 150})) as program:
        rows = program.calls(*[{"url": f"{base}/{name}"} for name in "abcd"])
    check("rate: calls of Swift leave in the order in which they came", [row["index"] for row in rows] == [0, 1, 2, 3], rows)
    with swift(("rate", {"every_ms": 60000}), seconds=0.5) as program:
        rows = [program.get(base + "/first"), program.get(base + "/second")]
    check("rate: a call of Swift whose turn would come too late fails",
          "the turn of the call" in rows[1].get("error", "") and served.count("/second") == 0, rows)


def cassette(base: str, served: Served, folder: Path) -> None:
    file = str(folder / "tape")
    with provider(("cassette", {"file": file, "mode": "record"})) as made:
        cookies = get(made, base, "/cookies")
        _, text = streamed(made, moya.Target(base, "/text"))
    sent = len(served.seen)
    with provider(("cassette", {"file": file, "mode": "replay"})) as made:
        again = get(made, base, "/cookies")
        _, shown = streamed(made, moya.Target(base, "/text"))
        check("cassette: two Set-Cookie fields are recorded and replayed",
              again.headers.get_all("Set-Cookie") == ["a=1", "b=2"] == cookies.headers.get_all("Set-Cookie"), again.headers)
        check("cassette: a streamed body is recorded and replayed", text == shown == b"hello world", (text, shown))
        try:
            get(made, base, "/unknown")
            check("cassette: a request without a record fails", False)
        except moya.MoyaError as error:
            check("cassette: a request without a record fails", "cassette" in str(error), error)
    check("cassette: nothing is sent in a replay", len(served.seen) == sent)
    with provider(("cassette", {"file": file, "mode": "record"})) as made:
        get(made, base, "/text")
    sent = len(served.seen)
    done = tool("get", base + "/text", "--plugin", f"{module('cassette')}={json.dumps({'file': file, 'mode': 'replay'})}")
    check("cassette: the tool replays it", done.stdout == "hello world" and len(served.seen) == sent, done)
    with swift(("cassette", {"file": file, "mode": "record"})) as program:
        program.get(base + "/cookies")
    sent = len(served.seen)
    with swift(("cassette", {"file": file, "mode": "replay"})) as program:
        rows = [program.get(base + "/cookies"), program.get(base + "/unknown")]
    check("cassette: Swift records and replays", rows[0]["cookies"] == ["a=1", "b=2"] and "cassette" in rows[1]["error"]
          and len(served.seen) == sent, rows)


def trace(base: str, served: Served, folder: Path) -> None:
    config = {"collector": base + "/spans", "every_ms": 60000}
    dead = "http://127.0.0.1:1"

    def python() -> None:
        with provider(("trace", config)) as made:
            get(made, base, "/good")
            try:
                made.call(moya.Target(dead, "/bad", name="bad"))
            except moya.MoyaError:
                pass

    def program() -> None:
        with swift(("trace", config)) as made:
            made.get(base + "/good")
            made.get(dead + "/bad")

    for language, calls in {"Python": python, "Swift": program}.items():
        served.seen.clear()
        calls()
        spans = [span for seen in served.seen if seen[1] == "/spans" for span in json.loads(seen[3])]
        parents = [seen[2].get("traceparent", "") for seen in served.seen if seen[1] == "/good"]
        check(f"trace: the spans are sent when the provider is closed, {language}", len(spans) == 2, spans)
        check(f"trace: the request has the span's ids, {language}", len(parents) == 1 and parents[0].startswith("00-")
              and str(spans[:1]).find(parents[0].split("-")[1]) >= 0, (parents, spans))
        check(f"trace: the request with the spans is not traced, {language}",
              all("traceparent" not in s[2] for s in served.seen if s[1] == "/spans"))


def breaker(base: str, served: Served, folder: Path) -> None:
    with provider(("breaker", {"failures": 2, "pause_ms": 300})) as made:
        served.failing = 2
        for _ in range(2):
            get(made, base, "/unsteady")
        refused = 0
        try:
            get(made, base, "/unsteady")
        except moya.MoyaError:
            refused = served.count("/unsteady")
        check("breaker: the circuit opens after two failures", refused == 2, refused)
        answered = []
        while not answered:  # the circuit decides when it lets a trial through
            try:
                answered.append(get(made, base, "/unsteady").text)
            except moya.MoyaError:
                threading.Event().wait(0.02)
        check("breaker: a trial closes it", answered == ["ok"] and get(made, base, "/unsteady").text == "ok", answered)
    with swift(("breaker", {"failures": 2, "pause_ms": 60000})) as program:
        served.failing = 2
        before = served.count("/unsteady")
        rows = [program.get(base + "/unsteady") for _ in range(3)]
    check("breaker: the circuit opens in Swift", "error" in rows[2] and served.count("/unsteady") == before + 2, rows)


def upper(base: str, served: Served, folder: Path) -> None:
    with provider(("upper", {})) as made:
        whole = get(made, base, "/text")
        _, body = streamed(made, moya.Target(base, "/text"))
        check("upper: whole and streamed bodies are changed", whole.text == "HELLO WORLD" and body == b"HELLO WORLD", (whole.text, body))
        check("upper: other types are not", get(made, base, "/fresh").text == "fresh")
    done = tool("get", base + "/text", "--plugin", str(module("upper")))
    check("upper: in the tool", done.stdout == "HELLO WORLD", done)
    with swift(("upper", {})) as program:
        rows = [program.get(base + path) for path in ("/text", "/fresh")]
    check("upper: in Swift", [row.get("text") for row in rows] == ["HELLO WORLD", "fresh"], rows)


def everything(base: str, served: Served, folder: Path) -> None:
    plugins = [("trace", {"collector": base + "/spans", "every_ms": 60000}), ("cache", {"folder": str(folder)}),
               ("breaker", {"failures": 3, "pause_ms": 1000}), ("rate", {"every_ms": 1}), ("upper", {})]
    with provider(*plugins) as made:
        whole = get(made, base, "/text")
        _, body = streamed(made, moya.Target(base, "/text"))
        check("all: five plugins work together", whole.text == "HELLO WORLD" and body == b"HELLO WORLD", (whole.text, body))
    check("all: the spans were sent", served.count("/spans") == 1, served.seen)
    with swift(*plugins) as program:
        row = program.get(base + "/text")
    check("all: five plugins work together in Swift", row.get("text") == "HELLO WORLD" and served.count("/spans") == 2, row)


KEY = {"key_id": "AKIDEXAMPLE", "secret": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "region": "eu-central-1"}


def random_call(chance: random.Random, base: str) -> Dict[str, Any]:
    def text(most: int, letters: str = "abcXYZ019-._~", least: int = 1) -> str:
        return "".join(chance.choice(letters) for _ in range(chance.randint(least, most)))

    path = "/" + "/".join("p" + text(8) for _ in range(chance.randint(0, 3)))
    letters = "abcXYZ019-._~!$&'()*+,;=:@%20 é/"
    query = "&".join(f"{text(5)}={quote(text(6, letters, 0), safe='')}" for _ in range(chance.randint(0, 4)))
    method = chance.choice(["GET", "POST", "PUT", "DELETE"])
    call: Dict[str, Any] = {"url": base + path + ("?" + query if query else ""), "method": method}
    call["headers"] = {"X-Own-" + text(3): text(6) for _ in range(chance.randint(0, 2))}
    if method != "GET" and chance.random() < 0.8:
        call["body"] = text(40, letters)
    return call


def signature(seen: Tuple[str, str, Dict[str, str], bytes], base: str, service: str) -> Tuple[str, str]:
    """Returns the signature that botocore computes for a request as the server received it, and the canonical form of
    this request."""
    from botocore.auth import S3SigV4Auth, SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials

    verb, url, sent, got = seen
    names = sent["Authorization"].split("SignedHeaders=")[1].split(",")[0].split(";")
    # A server of AWS decodes the query and encodes it again. Botocore encodes the query if it gets decoded parameters.
    pairs = [pair.split("=", 1) for pair in url.partition("?")[2].split("&") if pair]
    request = AWSRequest(
        method=verb, url=base + url.partition("?")[0], data=got, params=[(unquote(k), unquote(v)) for k, v in pairs],
        headers={name: value for name, value in sent.items() if name.lower() in names})
    request.context["timestamp"] = sent["X-Amz-Date"]
    request.context["payload_signing_enabled"] = True
    kind = S3SigV4Auth if service == "s3" else SigV4Auth
    signer = kind(Credentials(KEY["key_id"], KEY["secret"]), service, KEY["region"])
    canonical = signer.canonical_request(request)
    return signer.signature(signer.string_to_sign(request, canonical), request), canonical


def sigv4(base: str, served: Served, folder: Path) -> None:
    seed = int(os.environ.get("MOYA_SEED", "36"))
    rounds = 200

    def python(config: Dict[str, Any], calls: List[Dict[str, Any]]) -> None:
        with provider(("sigv4", config)) as made:
            for call in calls:
                body = {"body": call["body"].encode()} if "body" in call else {}
                made.call(moya.Target(call["url"], "", call["method"], headers=call["headers"], **body))

    def program(config: Dict[str, Any], calls: List[Dict[str, Any]]) -> None:
        with swift(("sigv4", config)) as made:
            for call in calls:
                made.calls(call)

    for language, send in {"Python": python, "Swift": program}.items():
        chance = random.Random(seed)
        wrong: List[str] = []
        count = 0
        for service in ("execute-api", "s3"):
            served.seen.clear()
            send({**KEY, "service": service}, [random_call(chance, base) for _ in range(rounds // 2)])
            count += len(served.seen)
            for seen in served.seen:
                made, canonical = signature(seen, base, service)
                if made not in seen[2]["Authorization"]:
                    wrong.append(f"seed {seed}, {service}: {seen[0]} {seen[1]}\n{canonical}\n{seen[2]}")
        check(f"sigv4: botocore computes the same signature for {rounds} requests, {language}",
              not wrong and count == rounds, "\n".join(wrong) or count)


TESTS: Dict[str, Callable[[str, Served, Path], None]] = {
    "oauth": oauth, "cache": cache, "rate": rate, "cassette": cassette, "trace": trace, "breaker": breaker,
    "upper": upper, "sigv4": sigv4, "all": everything,
}


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    sources = sorted((ROOT / "examples/plugins").glob("*.c"))
    for source in sources:
        subprocess.run(["gcc", *FLAGS, f"-I{ROOT / 'include'}", "-o", str(module(source.stem)), str(source), "-pthread"], check=True)
    check("every plugin of examples/plugins is tested", {s.stem for s in sources} <= set(TESTS), sources)
    for name in sys.argv[1:] or list(TESTS):
        with tempfile.TemporaryDirectory() as folder, server() as (base, served):
            TESTS[name](base, served, Path(folder))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
