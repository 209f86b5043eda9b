"""Tests the text, the file and the options of the module metrics: labels, the limit, secrets, forks, errors."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import List, Optional

import playing
from exposition import Sums, counters, faults, shown, text_of
from playing import Call, Config, check, moya, server

SAMPLE = moya.Sample(text="made up")


def stubbed(config: Config, *names: "Optional[str]", **options: str) -> Sums:
    """Makes a call with each name. Returns the counters afterwards."""
    with moya.Provider(stub=True) as provider:
        provider.load_plugin("metrics", config)
        for name in names:
            provider.call(moya.Target(**{"base_url": "http://api.test", "name": name, "sample": SAMPLE, **options}))
        return Sums(shown(provider))


def labels_are_read_as_they_were_given(folder: Path) -> None:
    names = ['with "quotes"', "with \\ and \\n", "two\nlines", "tab\there", "über 木", "{a=\"b\"} 1", "# HELP x", "x" * 300, "é" * 200]
    total = stubbed({}, *names)
    expected = [*names[:7], "x" * 255, "é" * 127]
    for name in expected:
        check(f"metrics: the label {name[:20]!r} is read as it was given", total.of("moya_calls_total", target=name) == 1, total)
    check("metrics: a target without a name is `unnamed`, whatever its path",
          stubbed({}, None, None, path="/users/17").of("moya_calls_total", target="unnamed", origin="http://api.test") == 2)
    for url, origin in (("HTTP://API.test:8080/x?y=http://z", "http://api.test:8080"), ("https://ann:p%40ss@api.test/@", "https://api.test"),
                        ("http://[::1]:80/x", "http://[::1]:80"), ("http://api.test?x=@y", "http://api.test")):
        total = stubbed({}, "one", base_url=url)
        check(f"metrics: the origin of {url} is {origin}", total.of("moya_calls_total", origin=origin) == 1, total)


def counts_further_sets_together(folder: Path) -> None:
    names = [f"name-{number}" for number in range(100)]
    total = stubbed({"most_sets": 10}, *names, *names)
    rows = [row for row in total.all if row.name == "moya_calls_total"]
    check("metrics: there are most_sets sets, and one for the others", len(rows) == 11, total)
    check("metrics: the others are counted in one set", total.of("moya_calls_total", origin="other", target="other", method="other") == 180)
    check("metrics: with a limit, the sums stay right", total.of("moya_calls_total") == total.of("moya_call_duration_seconds_count") == 200)


def buckets_are_those_of_the_option(folder: Path) -> None:
    total = stubbed({"buckets_ms": ["0.001", "1.5", "20", "3600000"]}, "one")
    bounds = [row.labels["le"] for row in total.all if row.name == "moya_call_duration_seconds_bucket"]
    check("metrics: buckets_ms sets the bounds", bounds == ["0.000001", "0.0015", "0.02", "3600", "+Inf"], bounds)
    check("metrics: no bucket but +Inf", [row.labels["le"] for row in stubbed({"buckets_ms": []}, "one").all if "le" in row.labels] == ["+Inf"])
    for given, reason in ((["x"], "not a number"), (["1", "1"], "not above"), (["0"], "not above"), (["1e3"], "not a number"), (["1."], "not a number"),
                          ([".5"], "not a number"), (["1,5"], "not a number"), (["9" * 13], "not a number"), ([str(n) for n in range(1, 66)], "more than 64")):
        try:
            stubbed({"buckets_ms": given})
            said = "no error"
        except moya.MoyaError as error:
            said = str(error)
        check(f"metrics: the buckets {given[:3]} are an error", reason in said and given[-1] in said, said)


def every_status_has_the_name_of_its_kind(folder: Path) -> None:
    library = folder / "kinds.so"
    subprocess.run(["gcc", "-std=c11", "-shared", "-fPIC", f"-I{playing.ROOT / 'include'}", "-o", library,
                    playing.ROOT / "plugins/metrics/kinds.c"], check=True)
    kinds = ctypes.CDLL(str(library))
    kinds.kind_name.restype, kinds.kind_name.argtypes, kinds.kind_of.restype = ctypes.c_char_p, [ctypes.c_size_t], ctypes.c_size_t
    wrong = [status.name for status in moya.Status if status < 0 and kinds.kind_name(kinds.kind_of(int(status))) != status.name.lower().encode()]
    check("metrics: every status has the name of its kind", not wrong and len(moya.Status) > 40, wrong)
    check("metrics: a number that is no status is of the kind other", {kinds.kind_name(kinds.kind_of(number)) for number in (
        1, -13, -128, -1000, -2**31)} == {b"other"})


def threads_count_at_the_same_time(folder: Path) -> None:
    sources = [playing.ROOT / "plugins" / f"{name}.c" for name in (
        "common/bytes", "metrics/buckets", "metrics/counts", "metrics/exposition", "metrics/kinds", "metrics/labels")]
    for sanitizers in ("thread", "address,undefined") if playing.LONG else ("thread",):
        program = folder / sanitizers
        subprocess.run(["gcc", "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-fsanitize={sanitizers}",
                        f"-I{playing.ROOT / 'include'}", "-o", program, playing.ROOT / "Tests/modules/metrics_counts.c", *sources, "-pthread"], check=True)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        print(done.stdout, end="", flush=True)
        check(f"metrics: threads that count pass the sanitizers {sanitizers}", done.returncode == 0 and not done.stderr, done.stderr)


def hides_secrets(folder: Path) -> None:
    path, lines = folder / "file.prom", []  # type: Path, List[str]
    with moya.Provider(log=lambda level, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as provider:
        provider.load_plugin("metrics", {"file": str(path)})
        for url in ("http://canary-user:canary-password@127.0.0.1:1", "http://:canary-only@127.0.0.1:1"):
            target = moya.Target(url, "/canary-path", name="dead", query={"token": "canary-query"}, headers={"Authorization": "canary-field"})
            try:
                provider.call(target)
            except moya.MoyaError as error:
                lines.append(str(error).replace("canary-path", ""))
        text = text_of(provider)
    check("metrics: no secret is in a file or a text", "canary" not in text + path.read_text(), text)
    check("metrics: no secret is in a log or a message of the module", not [line for line in lines if "metrics" in line and "canary" in line], lines)
    check("metrics: the calls with secrets are counted", Sums(counters(text)).of("moya_calls_total", origin="http://127.0.0.1:1") == 2, text)


def writes_whole_files(folder: Path) -> None:
    path = folder / "file.prom"
    lines: List[str] = []
    with server() as base, moya.Provider(log=lambda level, line: lines.append(line)) as provider:
        provider.load_plugin("metrics", {"file": str(path), "every_ms": 100})
        check("metrics: the file is there when the plugin is added", not faults(path.read_text()))
        read = calls = 0
        while calls < 20 or (Sums(counters(path.read_text())).of("moya_calls_total") < 5 and calls < 100_000):
            provider.call(moya.Target(base, "/ok", name="ok"))
            calls += 1
            read += not faults(path.read_text())
        check("metrics: every reader finds a whole file", read == calls)
        check("metrics: the file is written while the provider is used", calls < 100_000)
        check("metrics: the file does not have the call for the text", Sums(shown(provider)).of("moya_calls_total") == calls)
        folder.chmod(0o500)
        if os.getuid() == 0:  # root may still write there, so the test moves the folder
            path.unlink()
            folder.rename(folder.with_name(folder.name + "-moved"))
        while not lines and calls < 100_000:
            provider.call(moya.Target(base, "/ok", name="ok"))
            calls += 1
        for _ in range(200):
            provider.call(moya.Target(base, "/ok", name="ok"))
            calls += 1
    if os.getuid() == 0:
        folder.with_name(folder.name + "-moved").rename(folder)
    folder.chmod(0o700)
    check("metrics: a file that cannot be written is one warning", len(lines) == 1 and f"the file {path} cannot be written: " in lines[0], lines)
    path = folder / "closed.prom"
    with moya.Provider(stub=True) as provider:
        provider.load_plugin("metrics", {"file": str(path), "every_ms": 86_400_000})
        for _ in range(3):
            provider.call(moya.Target("http://api.test", name="one", sample=SAMPLE))
        check("metrics: before its time, the file is not written", Sums(counters(path.read_text())).of("moya_calls_total") == 0)
    check("metrics: the file is written at the end", Sums(counters(path.read_text())).of("moya_calls_total") == 3)
    check("metrics: no other file stays", [it.name for it in folder.iterdir()] == ["closed.prom"], list(folder.iterdir()))


def explains_errors(folder: Path) -> None:
    for name, place, reason in (("a folder that does not exist", folder / "no/such.prom", "No such file"), ("a folder", folder, "Is a directory")):
        try:
            stubbed({"file": str(place)})
            said = "no error"
        except moya.MoyaError as error:
            said = str(error)
        check(f"metrics: {name} is an error with a reason", f"the file {place} cannot be written: {reason}" in said, said)
    missing = playing.python_whole("record", {"file": str(folder / "x.har"), "mode": "all"}, [Call("http://metrics.invalid/")])[0]
    check("metrics: without the module, the call for the text fails", missing.status == "RESOLVE", missing)


def children_do_not_write_the_file(folder: Path) -> None:
    path = folder / "file.prom"
    program = """
import os, sys, moya
base, path = sys.argv[1:]
provider = moya.Provider(); provider.load_plugin("metrics", {"file": path, "every_ms": 100})
one = moya.Target(base, "/ok", name="one")
for _ in range(3): provider.call(one)
if os.fork() == 0:
    provider.call(one)
    import time; begin = time.monotonic()
    while time.monotonic() - begin < 0.25: provider.call(one.replace(name="child"))
    text = provider.call(moya.Target("http://metrics.invalid", "/")).text
    print([line for line in text.splitlines() if line.startswith("moya_calls_total") and "one" in line][0].split()[1], flush=True)
    provider.close()
    print('child' in open(path).read(), flush=True)
    os._exit(0)
os.wait()
provider.close()
"""
    with server() as base:
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, base, str(path)], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}, check=False)
    check("metrics: a child counts on, and does not write the file", done.stdout.split() == ["4", "False"], done.stdout + done.stderr)
    total = Sums(counters(path.read_text()))
    check("metrics: the parent's file has the parent's calls", total.of("moya_calls_total") == total.of("moya_calls_total", target="one") == 3, total)


def checks(folder: Path) -> None:
    playing.passes_plugin_check("metrics", {}, {"file": str(folder / "check.prom"), "every_ms": 1000}, {"most_sets": 1, "buckets_ms": ["1"]})


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
