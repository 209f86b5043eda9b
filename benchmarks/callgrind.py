"""Counts the instructions of a request: runs a benchmark program under callgrind, with `batch_server.py` as its
server."""

import contextlib
import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nginx

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "build/benchmarks"
PYTHON = ROOT / "build/venv-bench/bin/python"  # has uvloop, on which asyncio then runs
# The requests of the two runs. Before each run, a tenth as many requests are sent as a warm-up. All four numbers are
# multiples of 64, the size of a batch of the server.
SHORT, LONG = 640, 1920
WARM_UP = 1.1
REQUESTS = (LONG - SHORT) * WARM_UP
DEADLINE = 600  # seconds after which a run is stopped


@dataclass
class Row:
    name: str
    program: str
    baseline: str | None = None  # the row that does the same without libmoya
    in_flight: int = 64
    tls: str | None = None  # the protocol over TLS, "h2" or "http/1.1"; None: no TLS
    form: str | None = None  # the way to send, for a program that has several ways
    arguments: tuple[str, ...] = ()  # further arguments of the program
    swift: bool = False
    python: bool = False  # a script of benchmarks/python; only the thread that makes the calls is counted
    pause: float | None = None  # the seconds before the server responds
    pieces: bool = False  # a request is a piece of one body, which `pieces.py` sends
    # Functions whose names begin with one of these texts do not count, and neither do the functions that they call.
    # They belong to the benchmark. The number of their instructions depends on how its threads take turns.
    without: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return re.sub(r"\W+", "-", self.name)


class Bench:
    """The benchmark programs, with the library of this checkout, or of another checkout to compare with."""

    def __init__(self, tree: Path, directory: str, profiles: Path | None) -> None:
        self.tree = tree
        # valgrind takes a while to read the symbols, and only profiles need them.
        self.library = tree / ("build/symbols/libmoya.so.1" if profiles else "build/libmoya.so.1")
        self.directory = directory
        self.profiles = profiles
        nginx.make_certificate(directory)

    def per_request(self, row: Row, long: int = LONG) -> float:
        """Returns the instructions of a request: the difference between a long and a short run, divided by the
        additional requests. So what happens only once in a run does not count."""
        return (self.counted(row, long) - self.counted(row, SHORT)) / ((long - SHORT) * WARM_UP)

    def counted(self, row: Row, requests: int) -> int:
        """Returns the instructions of a run, without those of the functions that do not count."""
        count = self.count(row, requests)
        return count - cost_of_all(self.profile(row, requests), row.without) if row.without else count

    def calls_per_request(self, row: Row, function: str) -> float:
        """Returns how often a request calls a function. Reads the profiles that the last `per_request` of the row has
        written. The profiles name functions only if this bench has a folder for profiles."""
        short, long = (calls(self.profile(row, requests), function) for requests in (SHORT, LONG))
        return (long - short) / REQUESTS

    def cost_per_request(self, row: Row, function: str) -> float:
        """Returns the instructions of a function in a request, with those of the functions that it calls. Reads the
        same profiles as `calls_per_request`."""
        short, long = (cost(self.profile(row, requests), function) for requests in (SHORT, LONG))
        return (long - short) / REQUESTS

    def profile(self, row: Row, requests: int) -> Path:
        return (self.profiles or Path(self.directory)) / f"{row.file}.{requests}"

    def count(self, row: Row, requests: int) -> int:
        environment = {
            **os.environ,
            "LD_LIBRARY_PATH": str(self.library.parent),
            "BENCH_CA_FILE": f"{self.directory}/certificate.pem",
            "SWIFT_DETERMINISTIC_HASHING": "1",
            "PYTHONHASHSEED": "0",
            "BENCH_IS_COUNTED": "1",
            "PYTHONPATH": str(self.tree / "bindings/python"),
            "MOYA_LIBRARY": str(self.library),
            "MOYA_PLUGIN_PATH": str(self.tree / "build/moya/plugins"),
        }
        profile = self.profile(row, requests)
        command = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile}", *self.program(row)]
        if row.python:
            command.insert(2, "--separate-threads=yes")
        with self.server(row) as url:
            command += [url, str(requests), str(row.in_flight), *filter(None, [row.form]), *row.arguments]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=DEADLINE)
        if done.returncode != 0:
            raise RuntimeError(f"{row.name}: {row.program} ended with status {done.returncode}\n{done.stderr}")
        if row.python:
            Path(f"{profile}-01").replace(profile)  # the profile of the first thread
        found = re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)
        if not found:
            raise RuntimeError(f"{row.name}: callgrind has counted nothing\n{done.stderr}")
        return int(found[1])

    def program(self, row: Row) -> list[str | Path]:
        if row.python:
            return [PYTHON if PYTHON.exists() else sys.executable, ROOT / "benchmarks/python" / row.program]
        return [(self.tree / "benchmarks/swift/.build/release" if row.swift else PROGRAMS) / row.program]

    @contextlib.contextmanager
    def server(self, row: Row) -> Iterator[str]:
        """Runs the server of the row, and yields its URL. The server waits until `in_flight` requests have arrived, and
        then responds to all of them. If the row has `pieces`, the server is pieces.py. If `in_flight` is 0, there is no
        server."""
        if row.in_flight == 0:
            yield "http://127.0.0.1/user"
            return
        names = ("certificate.pem", "certificate.key", row.tls) if row.tls else ()
        # If only one request is in flight, the server pauses before it responds, so that the program's thread goes to
        # sleep in every run.
        pause = (0.001 if row.in_flight == 1 else 0) if row.pause is None else row.pause
        command = [sys.executable, ROOT / "benchmarks/batch_server.py", str(row.in_flight), str(pause), *names]
        if row.pieces:
            command = [sys.executable, ROOT / "benchmarks/pieces.py"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, cwd=self.directory, text=True, **pipes) as server:
            port = server.stdout.readline().strip()
            path = "" if row.pieces else "/user"
            yield f"{'https' if row.tls else 'http'}://127.0.0.1:{port}{path}"

    def description(self) -> dict[str, str]:
        """Returns what was measured: the commit, and the libcurl of the library and of the programs without the
        library."""
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.tree, capture_output=True, text=True)
        system = version("libcurl.so.4", "curl_version")
        return {
            "commit": commit.stdout.strip(),
            "libcurl": version(self.library, "moya_features") or f"{system} (system)",
            "plain libcurl": system or "?",
        }


def calls(profile: Path, function: str) -> int:
    """Returns how often a function was called in the run that a profile describes. callgrind writes the name of a
    function once, and later only its number."""
    text = profile.read_text()
    number = re.search(rf"fn=\((\d+)\) {function}$", text, re.MULTILINE)
    if not number:
        return 0
    found = re.findall(rf"^cfn=\({number[1]}\).*\ncalls=(\d+)", text, re.MULTILINE)
    return sum(int(count) for count in found)


def cost(profile: Path, function: str) -> int:
    """Returns the instructions of a function in a profile, with those of the functions that it calls. The part of the
    profile that begins with the function's name lists its own instructions and those of its calls, each in a line that
    ends with the number."""
    text = profile.read_text()
    number = re.search(rf"fn=\((\d+)\) {function}$", text, re.MULTILINE)
    if not number:
        return 0
    parts = re.findall(rf"^fn=\({number[1]}\).*\n((?:(?!fn=).*\n)*)", text, re.MULTILINE)
    return sum(int(line[1]) for part in parts for line in re.finditer(r"^[+\-*\d].* (\d+)$", part, re.MULTILINE))


def cost_of_all(profile: Path, starts: tuple[str, ...]) -> int:
    """Returns the instructions of all functions whose names begin with one of these texts, with those of the functions
    that they call. If such a function calls another one of them, this call counts once."""
    names: dict[str, str] = {}
    total, counts, callee_counts, is_of_callee = 0, False, False, False
    for line in profile.read_text().splitlines():
        if found := re.match(r"c?fn=\((\d+)\)(?: (.*))?$", line):
            number, name = found.groups()
            names.setdefault(number, name)
            if line[0] == "c":
                callee_counts = names[number].startswith(starts)
            else:
                counts = names[number].startswith(starts)
        elif line.startswith("calls="):
            is_of_callee = callee_counts
        elif found := re.match(r"[+\-*\d].* (\d+)$", line):
            total += int(found[1]) if counts and not is_of_callee else 0
            is_of_callee = False
    return total


def version(library: Path | str, function: str) -> str | None:
    """Returns the version of libcurl that a library's version function names, for example "8.22.0 (bundled)". `None`:
    the library has no such function."""
    try:
        call = getattr(ctypes.CDLL(library), function)
    except AttributeError:
        return None
    call.restype = ctypes.c_char_p
    return re.match(r"libcurl/([\d.]+(?: \(\w+\))?)", call().decode())[1]
