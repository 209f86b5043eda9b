"""Tests the modes of the module record, which entries it plays, its errors, and moya-plugin-check."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

import playing
from cassettes import answers, cassette, entries, judge, statuses
from playing import Call, Config, check, moya, server



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
