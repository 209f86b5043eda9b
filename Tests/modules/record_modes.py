"""Tests the modes of the module record, which entries it plays, its errors, and moya-plugin-check."""

import gzip
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, List, Tuple

import brotli
import playing
import zstandard
from cassettes import answers, cassette, entries, judge, statuses
from playing import Call, Config, check, moya, server
from wire import Reply, Request, wire



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


def sends_no_further_attempt(folder: Path) -> None:
    path = cassette(folder, "attempts")

    class Again(moya.Plugin):
        """Asks for two further attempts of each call."""

        id = "org.libmoya.again"

        def should_retry(self, call: moya.PluginCall) -> "float | None":
            return 0 if call.attempt < 3 else None

    with server() as base:
        refused, unknown = moya.Target(base, "/status/503"), moya.Target(base, "/ok")
        with moya.Provider() as provider:
            provider.load_plugin("record", {"file": str(path)})
            provider.call(refused)
    for mode in ("none", "new"):
        with moya.Provider(timeout=20) as provider:
            provider.load_plugin("record", {"file": str(path), "mode": mode})
            provider.add_plugin(Again())
            check(f"record: {mode} replays each attempt of a call", provider.call(refused).status_code == 503)
            if mode == "none":
                try:
                    problem = f"it returns {provider.call(unknown)}"
                except moya.MoyaError as error:
                    problem = str(error)
                check("record: none sends no attempt of an unknown call", "has no response" in problem, problem)


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


def reads_files_of_other_programs(folder: Path) -> None:
    path, url = cassette(folder), "http://api.test/a"
    versions = {"http/1.0": "HTTP/1.0", "HTTP/1.1": "HTTP/1.1", "http/1.1": "HTTP/1.1", "http/2.0": "HTTP/2", "HTTP/2": "HTTP/2", "h2": "HTTP/2", "h3": None}
    for written, expected in versions.items():
        document: Any = answers(("GET", url, "", "body"))
        document["log"]["entries"][0]["response"]["httpVersion"] = written
        path.write_text(json.dumps(document), encoding="utf-8-sig")
        with moya.Provider(timeout=20) as provider:
            provider.load_plugin("record", {"file": str(path), "mode": "none"})
            response = provider.call(moya.Target(url))
        got = response.text, response.http_version
        check(f"record: a file with a byte order mark and the version {written} is played", got == ("body", expected), got)
    statuses({"file": str(path), "mode": "new"}, Call(url))
    check("record: a file with a byte order mark that has all requests stays", path.read_bytes().startswith(b"\xef\xbb\xbf"))
    path.write_bytes(b"\xef\xbb\xbf{")
    try:
        statuses({"file": str(path)})
        said = "no error"
    except moya.MoyaError as error:
        said = str(error)
    check("record: an error counts the bytes of the byte order mark", said.endswith("at byte 4"), said)


def ignores_the_spelling_of_urls(folder: Path) -> None:
    path, base = cassette(folder), "http://api.test"
    # Each row has two spellings, and whether they are equal.
    rows = [("/a?b[]=x,y:z", "/a?b%5B%5D=x%2cy%3Az", True), ("/a?q={a}|b^c", "/a?q=%7Ba%7D%7Cb%5Ec", True), ("/{a}|b", "/%7Ba%7D%7cb", True),
            ("/é?q=é", "/%C3%A9?q=%c3%a9", True), ("/a?q=x+y", "/a?q=x%20y", True), ("/a?%71=~'!", "/a?q=%7E%27%21", True),
            ("/a?q=1=2", "/a?q=1%3D2", True), ("/a?q=x+y", "/a?q=x%2By", False), ("/a+b", "/a%20b", False), ("/a%2Fb", "/a/b", False),
            ("/a?q=1&r", "/a?q=1%26r", False), ("/a?q%3D1", "/a?q=1", False), ("/a?q=%", "/a?q=%25", True), ("/A", "/a", False), ("/a?q", "/a?q=", False)]
    for written, called, is_equal in rows:
        path.write_text(json.dumps(answers(("GET", base + written, "", "found"))))
        for match in ("strict", "lenient"):
            with moya.Provider(timeout=20) as provider:
                provider.load_plugin("record", {"file": str(path), "mode": "none", "match": match})
                try:
                    got = provider.call(moya.Target(base + called)).text
                except moya.NoStub:
                    got = ""
            check(f"record: with {match}, {called} {'equals' if is_equal else 'is not'} {written}", got == ("found" if is_equal else ""), got)


def ignores_the_spelling_of_forms(folder: Path) -> None:
    path, url = cassette(folder), "http://api.test/a"
    for sent, form, is_equal in (("a=x+y&b=1,2:/", {"a": "x y", "b": "1,2:/"}, True), ("a=x%2By", {"a": "x y"}, False), ("a=1&b=2", {"a": "1&b=2"}, False)):
        document: Any = answers(("POST", url, sent, "found"))
        document["log"]["entries"][0]["request"]["headers"] = [{"name": "content-type", "value": "application/x-www-form-urlencoded; charset=UTF-8"}]
        path.write_text(json.dumps(document))
        with moya.Provider(timeout=20) as provider:
            provider.load_plugin("record", {"file": str(path), "mode": "none"})
            try:
                got = provider.call(moya.Target(url, method="POST", form=form)).text
            except moya.NoStub:
                got = ""
        check(f"record: the form {form} {'equals' if is_equal else 'is not'} {sent}", got == ("found" if is_equal else ""), got)


def reads_forms_of_other_programs(folder: Path) -> None:
    """By HAR 1.2, a form is either a text or a list of parameters."""
    path, url = cassette(folder), "http://api.test/a"
    document: Any = answers(("POST", url, "", "found"))
    document["log"]["entries"][0]["request"]["headers"] = [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}]
    document["log"]["entries"][0]["request"]["postData"] = {
        "mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "1 2+ü&"}, {"name": "c"}]}
    path.write_text(json.dumps(document))
    for form, is_equal in (({"a b": "1 2+ü&", "c": ""}, True), ({"a b": "1 2"}, False)):
        with moya.Provider(timeout=20) as provider:
            provider.load_plugin("record", {"file": str(path), "mode": "none"})
            try:
                got = provider.call(moya.Target(url, method="POST", form=form)).text
            except moya.NoStub:
                got = ""
        check(f"record: the form {form} {'equals' if is_equal else 'is not'} a list of parameters", got == ("found" if is_equal else ""), got)


def records_bodies_that_the_library_does_not_decode(folder: Path) -> None:
    path, text = cassette(folder), b'{"token":"canary","a":1}'
    raw = zlib.compressobj(wbits=-15)
    bodies = {"gzip": ("gzip", gzip.compress(text)), "zlib": ("deflate", zlib.compress(text)), "raw": ("deflate", raw.compress(text) + raw.flush()),
              "plain": ("", text), "identity": ("identity", text), "br": ("BR", brotli.compress(text)),
              "zstd": ("zstd", zstandard.compress(text)),
              "twice": ("deflate, gzip", gzip.compress(zlib.compress(text))), "cut": ("gzip", gzip.compress(text)[:-1]),
              "more": ("gzip", gzip.compress(text) + b"more"), "other": ("dcb", b"?")}
    # The module has no decoders for br and zstd.
    is_decoded = {name: coding in ("gzip", "deflate", "", "identity", "deflate, gzip") and name not in ("cut", "more") for name, (coding, _) in bodies.items()}
    lines: List[str] = []

    def call(base: str, name: str, decode: bool, **config: Any) -> Tuple[str, bytes, bool]:
        with moya.Provider(timeout=20, log=lambda _, line: lines.append(line)) as provider:
            provider.load_plugin("record", {"file": str(path), "match": "lenient", **config})
            try:
                response = provider.call(moya.Target(base, f"/{name}", decode=decode))
            except moya.MoyaError as error:
                return error.status.name, b"", False
            return "OK", response.content, "Content-Encoding" in response.headers

    def reply(request: Request) -> Reply:
        coding, body = bodies[request.target[1:]]
        return Reply(200, body, {"Content-Encoding": coding} if coding else {})

    with wire() as at:
        at.reply = reply
        base = at.url
        seen = {name: call(base, name, False, mode="new")[1] for name in bodies}
    check("record: a caller who does not decode gets what the server has sent", seen == {name: body for name, (_, body) in bodies.items()}, seen)
    hidden = text.replace(b"canary", b"redacted")
    for name, (coding, body) in bodies.items():
        for decode in (True, False):
            expected = ("OK", hidden, bool(coding) and decode) if is_decoded[name] else ("NO_STUB", b"", False) if decode else ("OK", body, True)
            got = call(base, name, decode, mode="none")
            check(f"record: a body with {name} that was not decoded is played with decode={decode}", got == expected, (got, expected))
    check("record: the secret of a body that the library does not decode is hidden", "canary" not in path.read_text())
    said = sum("the body of the response cannot be decoded, so its secrets are not hidden" in line for line in lines)
    check("record: the log has a warning for each body that cannot be decoded", said == list(is_decoded.values()).count(False), lines)


def hides_secrets_of_encoded_requests(folder: Path) -> None:
    text = b'{"token":"canary-0123456789","a":1}'
    bodies = {"gzip": gzip.compress(text), "deflate": zlib.compress(text)}
    for coding, body in bodies.items():
        path = cassette(folder)
        with wire() as at:
            base = at.url
            for mode in ("all", "none"):
                with moya.Provider(timeout=20) as provider:
                    provider.load_plugin("record", {"file": str(path), "mode": mode})
                    # Another level of compression gives other bytes of the same body.
                    sent = gzip.compress(text, 0) if coding == "gzip" and mode == "none" else body
                    headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
                    got = provider.call(moya.Target(base, "/a", method="POST", body=sent, headers=headers)).status_code
                    check(f"record: a request with a body in {coding} is recorded and played ({mode})", got == 200, got)
        post = json.loads(path.read_text())["log"]["entries"][0]["request"]["postData"]
        check(f"record: the secret of a request with a body in {coding} is hidden", post["text"] == '{"token":"redacted","a":1}', post)
    with wire() as at:
        lines: List[str] = []
        with moya.Provider(timeout=20, log=lambda _, line: lines.append(line)) as provider:
            provider.load_plugin("record", {"file": str(cassette(folder)), "mode": "all"})
            provider.call(moya.Target(at.url, "/a", method="POST", body=b"?", headers={"Content-Encoding": "dcb"}))
        check("record: the log has a warning for the body of a request that cannot be decoded", any("the body of the request cannot be decoded" in line for line in lines), lines)


def explains_errors(folder: Path) -> None:
    files = {
        "damaged": ("{", "it is not JSON"),
        "empty": ("", "it is not JSON"),
        "too deep": ('{"log": {"entries": []}, "x": ' + "[" * 200 + "]" * 200 + "}", "more than 200 levels"),
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


def replaces_only_the_cassette(folder: Path) -> None:
    """Another user of the folder could make links with the names that the module gives to its new files."""
    path, victim = cassette(folder), folder / "victim"
    victim.write_text("untouched")
    links = [folder / f".moya-{os.getpid()}-{number}.new" for number in range(30)]
    for link in links:
        link.symlink_to(victim)
    with playing.server() as base:
        statuses({"file": str(path)}, Call(base + "/ok"))
        check("record: a link with the name of the new file is not followed", victim.read_text() == "untouched" and path.is_file(), victim.read_text()[:99])
        check("record: a link with the name of the new file stays", all(link.is_symlink() for link in links))
    left = [each.name for each in folder.glob("*.new") if not each.is_symlink()]
    check("record: no other file is left", not left, left)


def keeps_permissions(folder: Path) -> None:
    path = cassette(folder)
    with playing.server() as base:
        statuses({"file": str(path)}, Call(base + "/ok"))
        for mode in (0o600, 0o640):
            path.chmod(mode)
            statuses({"file": str(path), "mode": "all"}, Call(base + "/ok"))
            check(f"record: a cassette with the mode {mode:o} keeps it", path.stat().st_mode & 0o777 == mode, oct(path.stat().st_mode))


def takes_the_longest_name(folder: Path) -> None:
    path = folder / ("n" * 255)
    with playing.server() as base:
        statuses({"file": str(path)}, Call(base + "/ok"))
    check("record: a cassette may have the longest name that the system allows", path.is_file() and len(list(folder.iterdir())) == 1,
          list(folder.iterdir()))


def keeps_the_limit_of_files(folder: Path) -> None:
    """A write beyond the limit would end the process with SIGXFSZ."""
    path = cassette(folder)
    program = """
import resource, signal, sys, moya
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
with moya.Provider(log=lambda level, text: print(text)) as provider:
    provider.load_plugin("record", {"file": sys.argv[2]})
    print(provider.call(moya.Target(sys.argv[1], "/bytes/5000")).status_code)
"""
    with playing.server() as base:
        ended = subprocess.run([sys.executable, "-c", program, base, path], capture_output=True, text=True, check=False,
                               env=dict(os.environ, PYTHONPATH=str(playing.ROOT / "bindings/python")))
    check("record: a cassette that is longer than the process may write is an error in the log",
          ended.returncode == 0 and "cannot be written: File too large" in ended.stdout, (ended.returncode, ended.stdout, ended.stderr))
    check("record: no part of such a cassette is left", not list(folder.iterdir()), list(folder.iterdir()))


def checks(folder: Path) -> None:
    path = cassette(folder)
    path.write_text(json.dumps(answers(*[("GET", "https://api.test/", "", "")] * 2)))
    playing.passes_plugin_check(
        "record", {"file": str(folder / "new.har")}, {"file": str(path), "mode": "none", "match": "lenient"},
        {"file": str(folder / "all.har"), "mode": "all", "match_fields": ["Accept"], "scrub_fields": ["X-Own"], "most_bytes": 1000})


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
