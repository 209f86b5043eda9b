"""Tests of the module record, with a real server and without it."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Tuple

import har
import playing
from playing import Call, Config, Result, check, moya, server

Play = Callable[[str, Config, List[Call]], List[Result]]
sys.path.insert(0, str(playing.ROOT / "Tests/servers/peers"))
import certificates  # noqa: E402

PROGRAMS: Dict[str, Play] = {
    "C": playing.c_whole, "C, streamed": playing.c_pieces, "Python": playing.python_whole,
    "Python, streamed": playing.python_pieces, "moya": playing.tool}
if "MOYA_PLUGIN_PLAYER" in os.environ:
    PROGRAMS["Swift"] = playing.swift

CALLS: Dict[str, Call] = {
    "a response": Call("/ok"),
    "another status": Call("/status/404"),
    "a body that is no text": Call("/gzip-none", "POST", bytes(range(256))),
    "a large body": Call("/bytes/70000"),
    "a compressed body": Call("/gzip"),
    "two fields of a name": Call("/fields"),
    "a response after redirects": Call("/redirect/2"),
    "chunks": Call("/lines/30"),
    "a body until the end of the connection": Call("/events"),
    "no body": Call("/ok", "HEAD"),
    "the first of two equal requests": Call("/echo?a=1&b=2", "POST", b'{"x": 1}'),
    "the second of two equal requests": Call("/echo?a=1&b=2", "POST", b'{"x": 1}'),
    "another body": Call("/echo?a=1&b=2", "POST", b'{"x": 2}'),
    "a body that is cut off": Call("/truncated-body"),
    "a status that is not accepted": Call("/status/500", accepts="2xx"),
    "no server": Call("http://127.0.0.1:1/x"),
}


@contextmanager
def http2_server(folder: Path) -> Iterator[str]:
    """Runs Tests/servers/peers/h2server.py, and yields its URL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ready = folder / "ready"
    script = playing.ROOT / "Tests/servers/peers/h2server.py"
    files = [folder / "valid.pem", folder / "leaf.key"]
    # The server reports connections that a client has broken off.
    server_process = subprocess.Popen(["/usr/bin/python3", script, *files, str(port), ready], stderr=subprocess.DEVNULL)
    try:
        while not ready.exists():
            if server_process.poll() is not None:
                raise AssertionError("the server over HTTP/2 ended")
        yield f"https://127.0.0.1:{port}"
    finally:
        server_process.kill()
        server_process.wait()


def calls_to(base: str) -> List[Call]:
    return [call if "://" in call.url else call._replace(url=base + call.url) for call in CALLS.values()]


def cassette(folder: Path, name: str = "cassette") -> Path:
    return folder / f"{name}.har"


def judge(path: Path, whose: str) -> None:
    wrong = har.faults(path)
    check(f"record: HAR's schemas and haralyzer accept the cassette of {whose}", not wrong, "\n".join(wrong))


def as_text(field: Tuple[bytes, bytes]) -> Tuple[bytes, bytes]:
    """A value that is not UTF-8 is ISO 8859-1, because JSON has only Unicode."""
    try:
        field[1].decode()
    except UnicodeDecodeError:
        return field[0], field[1].decode("latin-1").encode()
    return field


def is_replay(first: Result, second: Result) -> bool:
    """The message of a replayed failure has the recorded message at its end, after the name of the plugin."""
    fields = None if first.fields is None else tuple(map(as_text, first.fields))
    message = re.sub(r"^(moya: )?\w+: ", "", first.message.strip())
    return first[:2] + (fields, first.body) == second[:4] and second.message.strip().endswith(message)


def replays_what_it_records(folder: Path) -> None:
    for whose, play in PROGRAMS.items():
        path = cassette(folder, whose.replace(", ", "-"))
        config: Config = {"file": str(path), "mode": "all" if whose == "moya" else "once", "keep": ["Set-Cookie"]}
        with server() as base:
            calls = calls_to(base)
            recorded = play("record", {**config, "mode": "new"} if whose == "moya" else config, calls)
        judge(path, whose)
        # The program makes one call in each process, so each process begins at the first entry.
        replayed = play("record", {**config, "mode": "none"}, calls)
        for name, first, second in zip(CALLS, recorded, replayed):
            check(f"record: {whose}: {name} is replayed without the server", is_replay(first, second), f"{first}\n{second}")
        check(f"record: {whose}: every call has a result", len(recorded) == len(replayed) == len(CALLS), (recorded, replayed))


def programs_share_cassettes(folder: Path) -> None:
    path = cassette(folder)
    with server() as base:
        calls = [Call(base + "/gzip"), Call(base + "/truncated-body")]
        playing.c_pieces("record", {"file": str(path)}, calls)
        expected = playing.python_pieces("record", {"file": str(cassette(folder, "other"))}, calls)
    for whose, play in PROGRAMS.items():
        got = play("record", {"file": str(path), "mode": "none"}, calls[:1])
        check(f"record: {whose} replays what C recorded from a stream", got[0].body == expected[0].body, got)
    got = playing.python_pieces("record", {"file": str(path), "mode": "none"}, calls)
    check("record: a stream receives the bytes that had arrived, and then the failure", is_replay(expected[1], got[1]), got)


def connects_nowhere(folder: Path) -> None:
    path, log = cassette(folder), folder / "strace"
    with server() as base:
        calls = [Call(base + "/ok"), Call(base + "/lines/3"), Call("http://no-such-host.test/")]
        playing.c_whole("record", {"file": str(path)}, calls[:2])
    strace = ("strace", "-f", "-qq", "-e", "trace=connect,sendto", "-o", str(log))
    unknown = Call("http://no-such-host.test/")
    results = playing.c_program("whole", "record", {"file": str(path), "mode": "none"}, [*calls, unknown], strace)
    check("record: strace shows no connection in a replay", log.exists() and log.read_text() == "", log.read_text() if log.exists() else results)
    check("record: an unknown request is not sent", [it.status for it in results] == ["OK", "OK", "NO_STUB", "NO_STUB"], results)


def refuses_downloads(folder: Path) -> None:
    with server() as base, moya.Provider() as provider:
        provider.load_plugin("record", {"file": str(cassette(folder))})
        try:
            provider.download(moya.Target(base, "/ok"), folder / "file")
            message = "it is not refused"
        except (moya.MoyaError, moya.UsageError) as error:
            message = str(error)
        config = json.dumps({"file": str(cassette(folder))})
        command = [str(playing.PREFIX / "bin/moya"), "get", base + "/ok", "--output", str(folder / "file"), "--plugin", f"record={config}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    for whose, said in (("Python", message), ("moya", done.stderr)):
        check(f"record: {whose}: a download to a file is refused with a sentence",
              "a download to a file is neither recorded nor replayed" in said and not (folder / "file").exists(), said)


# ── Modes ──


def statuses(config: Config, *calls: Call) -> List[str]:
    """What each call returns: a body, or the name of an error."""
    results = []
    with moya.Provider(timeout=20) as provider:
        provider.load_plugin("record", config)
        for call in calls:
            try:
                results.append(provider.call(playing.target(call)).text)
            except moya.MoyaError as error:
                results.append(error.status.name)
    return results


def entries(path: Path) -> List[str]:
    return [entry["request"]["url"].rpartition("/")[2] for entry in json.loads(path.read_text())["log"]["entries"]]


def modes(folder: Path) -> None:
    path = cassette(folder)
    with server() as base:
        ok, other = Call(base + "/ok"), Call(base + "/status/200")
        counted = '{"status": 200}'
        try:
            statuses({"file": str(path), "mode": "none"}, ok)
            check("record: none fails without a cassette", False)
        except moya.MoyaError as error:
            check("record: none fails without a cassette", "does not exist" in str(error), error)
        statuses({"file": str(path)}, ok)
        check("record: once records if there is no cassette", entries(path) == ["ok"], entries(path))
        before = path.read_bytes()
        check("record: once sends nothing if there is a cassette", statuses({"file": str(path)}, other) == ["NO_STUB"])
        check("record: once does not change a cassette", path.read_bytes() == before)
        check("record: new sends what the cassette does not have", statuses({"file": str(path), "mode": "new"}, ok, other)[1:] == [counted])
        check("record: new adds it to the cassette", entries(path) == ["ok", "200"], entries(path))
        first = json.loads(before)["log"]["entries"][0]
        check("record: new leaves the entries as they are", json.loads(path.read_text())["log"]["entries"][0] == first)
        statuses({"file": str(path), "mode": "all"}, other, other)
        check("record: all replaces the entries of the same request", entries(path) == ["ok", "200", "200"], entries(path))
        check("record: a cassette without a call is not written", statuses({"file": str(cassette(folder, "none"))}) == []
              and not cassette(folder, "none").exists())
    judge(path, "three recordings")


def answers(*rows: Tuple[str, str, str, str]) -> Dict[str, object]:
    """A HAR file as a browser writes it: method, URL, body of the request, body of the response."""
    made = []
    for method, url, sent, body in rows:
        post = {"postData": {"mimeType": "text/plain", "text": sent}} if sent else {}
        fields = [{"name": ":status", "value": "200"}, {"name": "content-type", "value": "text/plain"}]
        made.append({
            "request": {"method": method, "url": url, "headers": [{"name": "X-Version", "value": "2"}], **post},
            "response": {"status": 200, "headers": fields, "content": {"text": body}}})
    return {"log": {"entries": made}}


def matches(folder: Path) -> None:
    path = cassette(folder)
    url = "http://api.test/a?x=1&y=2"
    path.write_text(json.dumps(answers(
        ("GET", url, "", "one"), ("GET", url, "", "two"), ("POST", url, "p", "posted"), ("GET", "http://api.test/b?token=redacted", "", "b"))))
    get, turned = Call(url), Call("http://api.test/a?y=2&x=1")
    post, wrong, b = Call(url, "POST", b"p"), Call(url, "POST", b"q"), Call("http://api.test/b?token=secret-of-mine")
    rows: List[Tuple[str, Config, List[Call], List[str]]] = [
        ("strict plays each entry once, in any order", {}, [b, post, get, get, get], ["b", "posted", "one", "two", "NO_STUB"]),
        ("strict compares bodies and the order of parameters", {}, [wrong, turned], ["NO_STUB", "NO_STUB"]),
        ("ordered plays the entries in their order", {"match": "ordered"}, [get, get, post, b], ["one", "two", "posted", "b"]),
        ("ordered refuses another order", {"match": "ordered"}, [get, post, get], ["one", "NO_STUB", "two"]),
        ("lenient ignores bodies and the order of parameters", {"match": "lenient"}, [wrong, turned], ["posted", "one"]),
        ("lenient plays the last entry again", {"match": "lenient"}, [get, get, get], ["one", "two", "two"]),
        ("a request whose secret is another one matches", {}, [b], ["b"]),
        ("match_fields compares a field", {"match_fields": ["X-Version"]}, [
            get, get._replace(headers=(("X-Version", "1"),)), get._replace(headers=(("x-version", "2"),))], ["NO_STUB", "NO_STUB", "one"]),
    ]
    for name, config, calls, expected in rows:
        got = statuses({"file": str(path), "mode": "none", **config}, *calls)
        check(f"record: {name}", got == expected, got)


def explains_errors(folder: Path) -> None:
    files = {
        "damaged": ("{", "it is not JSON"),
        "empty": ("", "it is not JSON"),
        "other": ("[]", "it has no log.entries"),
        "no-request": ('{"log": {"entries": [{"request": {}}]}}', "entry 1 has no request with a method and a URL"),
        "no-status": ('{"log": {"entries": [{"request": {"method": "GET", "url": "x"}}]}}', "entry 1 has no response with a status"),
        "bad-body": ('{"log": {"entries": [{"request": {"method": "GET", "url": "x"}, "response": {"status": 200, '
                     '"content": {"text": "?", "encoding": "base64"}}}]}}', "entry 1 has a damaged response body")}
    rows = [("a folder that does not exist", {"file": str(folder / "no/such.har")}, "cannot be written"),
            ("a folder as the cassette", {"file": str(folder)}, "cannot be read")]
    for name, (text, message) in files.items():
        (folder / f"{name}.har").write_text(text)
        rows.append((f"the file {name}", {"file": str(folder / f"{name}.har")}, message))
    for name, config, message in rows:
        try:
            statuses(config)
            said = "no error"
        except moya.MoyaError as error:
            said = str(error)
        check(f"record: {name} is an error with a reason", message in said, said)
    path = cassette(folder)
    path.write_text(json.dumps(answers(("GET", "http://api.test/?token=redacted", "", ""))))
    results = playing.python_whole("record", {"file": str(path), "mode": "none"}, [
        Call("http://api.test/?token=canary-secret"), Call("http://api.test/?token=canary-secret"), Call("http://api.test/b")])
    check("record: the message of an unknown request says what the cassette has", "all were played" in results[1].message
          and results[2].message.endswith("has no response for GET http://api.test/b"), results)
    check("record: no message has a secret", "canary" not in str(results), results)


# ── Calls of every kind ──


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
    certificates.make(folder)

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
        check(f"record: a request with {name} finds its entry", first == second, (first, second))
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


# ── Secrets ──


def hides_secrets(folder: Path) -> None:
    path, lines = cassette(folder), []
    os.environ["CANARY_OF_RECORD"] = "canary/variable ü"
    inner = json.dumps({"client_secret": "canary-inner", "plain": "stays-1"})
    document = json.dumps({"password": "canary-json", "deep": [{"access_token": "canary-deep"}], "text": inner, "page": "stays-2"})
    target = moya.Target(
        "http://ann:canary-user@" + "HOST", "/echo/{part}", name="secrets", method="POST", path_values={"part": "canary/variable ü"},
        query={"token": "canary-query", "page": "stays-3", "key": "canary-key"}, body=document.encode(),
        headers={"X-Api-Key": "canary-field", "Content-Type": "application/json", "Cookie": "sid=canary-cookie-of-ann; theme=dark",
                 "Referer": "http://x.test/?session=canary-referer", "X-Own": "canary-own", "X-Plain": "stays-4"})
    config: Config = {"file": str(path), "scrub_variables": ["CANARY_OF_RECORD"], "scrub_fields": ["X-Own"], "scrub_parameters": ["pet_name"]}
    form = b"user=ann&pass%77ord=canary-form&pet%5Fname=canary-pet&page=stays-5"
    with server() as base:
        host = base.removeprefix("http://")

        def play(mode: str) -> List[str]:
            shown = []
            with moya.Provider(log=lambda level, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as provider:
                provider.load_plugin("record", {**config, "mode": mode})
                form_type = {"Content-Type": "application/x-www-form-urlencoded"}
                for each in (target.replace(base_url=f"http://ann:canary-user@{host}"),
                             moya.Target(base, "/echo", name="form", method="POST", body=form, headers=form_type),
                             moya.Target(base, "/set", name="cookie", query={"c": "a=1; Path=/"})):
                    shown.append(str(provider.call(each).status_code))
                try:
                    provider.call(moya.Target("http://127.0.0.1:1", "/x", name="dead", query={"token": "canary-dead"}))
                except moya.MoyaError as error:
                    lines.append(str(error))
            return shown

        play("once")
        calls = play("none")
    text = path.read_text()
    leaks = [text[max(0, found.start() - 60):found.end() + 40] for found in re.finditer("canary", text)]
    check("record: no secret is in a cassette", not leaks, "\n".join(leaks))
    check("record: no secret is in a log or a message", not [line for line in lines if "canary" in line], lines)
    check("record: what is no secret stays", all(f"stays-{n}" in text for n in range(1, 6)), text)
    check("record: a request with secrets finds its entry", calls == ["200", "200", "200"], calls)
    cookies = [it["cookies"] for it in (entry["response"] for entry in json.loads(text)["log"]["entries"])]
    check("record: the value of a cookie is hidden, and not its name", cookies[2] == [{"name": "a", "value": "redacted"}], cookies)
    judge(path, "a call with secrets")


def checks(folder: Path) -> None:
    path = cassette(folder)
    path.write_text(json.dumps(answers(*[("GET", "https://api.test/", "", "")] * 2)))
    playing.passes_plugin_check(
        "record", {"file": str(folder / "new.har")}, {"file": str(path), "mode": "none", "match": "lenient"},
        {"file": str(folder / "all.har"), "mode": "all", "match_fields": ["Accept"], "scrub_fields": ["X-Own"], "most_bytes": 1000})


def main() -> int:
    tests = [value for value in globals().values() if callable(value) and getattr(value, "__annotations__", {}).get("folder") is Path
             and "path" not in value.__annotations__ and value is not cassette]
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))
    return 1 if playing.failed else 0


if __name__ == "__main__":
    sys.exit(main())
