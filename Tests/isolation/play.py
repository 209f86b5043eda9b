#!/usr/bin/env python3
"""Compiles programs that contain the rows, runs them, and prints `ok - …` or `not ok - …` for each row.

    play.py --objects FILE --libraries "-lcurl …" --module FILE -- FLAG…
    --objects FILE     a file that names the compiled objects of the library, one a line
    --libraries LIST   the libraries with which these objects are linked
    --module FILE      a module with a plugin that logs
    FLAG…              the arguments with which swiftc finds the library's Swift modules
    --keep FOLDER      writes the programs to this folder, and does not remove them
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import program as made
from program import Place, Program

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATIONS = {"debug": ["-Onone"]}
if os.environ.get("MOYA_LONG") == "1":
    CONFIGURATIONS["release"] = ["-O"]
DIAGNOSTIC = re.compile(r"^(?:.*/)?([^/:\n]+\.swift):(\d+):\d+: (error|warning): (.*)$", re.MULTILINE)
#: A diagnostic about isolation, and not, for example, about a typing error in a row.
ABOUT_ISOLATION = re.compile(r"Sendable|isolat|concurren|data race", re.IGNORECASE)
#: This warning is allowed, because some rows use names of Moya 13.
ALLOWED = re.compile(r"is deprecated")

#: The code between the rows, which has no diagnostic in any program.
AROUND = Place("the code around the rows", "file")
RUNS, IS_DIAGNOSED = "runs", "is diagnosed"

#: For each kind of check and each row: what went wrong.
Findings = dict[tuple[str, str], list[str]]


@contextmanager
def server() -> Iterator[str]:
    """Runs examples/server.py and yields the URL of a page."""
    child = subprocess.Popen([sys.executable, ROOT / "examples/server.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{child.stdout.readline().strip()}/zen"
    finally:
        child.communicate()


def run(command: list[object], **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
        env={**os.environ, **environment}, check=False,
    )
    return done.returncode, done.stdout


class Player:
    def __init__(self, work: Path, library: Path, flags: list[str], surroundings: dict[str, str]) -> None:
        self.work, self.library, self.flags, self.surroundings = work, library, flags, surroundings

    def command(self, program: Program, *more: object) -> list[object]:
        isolation = ["-default-isolation", "MainActor"] if program.by_default else []
        return ["swiftc", "-swift-version", program.language, "-diagnostic-style", "llvm", *isolation, *self.flags, *more]

    def folder(self, *parts: object) -> Path:
        folder = self.work / "-".join(str(part).replace(" ", "-") for part in parts)
        folder.mkdir()
        return folder

    def play(self, program: Program, configuration: str) -> Findings:
        """Checks that the program compiles, and in Swift 6 without a diagnostic. Then checks that it runs to its end,
        and that every row has the right result."""
        name = f"Swift {program.language}, {configuration}"
        folder = self.folder("awaiting" if program.awaits else "calling", program.language, configuration, program.by_default)
        executable, sources = folder / "program", program.write(folder)
        options = [*CONFIGURATIONS[configuration], "-wmo", "-module-name", "Rows", "-o", executable, self.library]
        path = ["-Xlinker", "-rpath", "-Xlinker", self.library.parent]
        status, output = run([*self.command(program, *options, *path), *sources])
        wrong: dict[Place, list[str]] = {place: [] for place in [AROUND, *program.places]}
        for place, kind, text in diagnostics(program, output):
            if kind == "error" or program.language >= 6:
                wrong[place].append(f"{kind}: {text}")
        if status == 0:
            status, said = run([executable], **self.surroundings)
            right = set(re.findall(r"^row: right (.*)$", said, re.MULTILINE))
            for place in program.places:
                if place.id not in right:
                    wrong[place].append(f"no right result; the program ended with status {status}")
        elif not any(wrong.values()):
            wrong[AROUND].append(output)
        return {(RUNS, place.row): [f"{name}, {place.context}: {text}" for text in texts] for place, texts in wrong.items()}

    def judge(self, program: Program) -> Findings:
        """Checks that every row has a diagnostic about isolation, and an error where there must be one."""
        folder = self.folder("flawed", program.by_default)
        _, output = run([*self.command(program, "-typecheck", "-wmo", "-module-name", "Rows"), *program.write(folder)])
        found: dict[Place, set[str]] = defaultdict(set)
        findings: Findings = defaultdict(list)
        others: dict[Place, list[str]] = defaultdict(list)
        for place, kind, text in diagnostics(program, output):
            if place != AROUND and ABOUT_ISOLATION.search(text):
                found[place].add(kind)
            else:
                others[place].append(f"{kind}: {text}")
        for place in program.places:
            wanted = {"error"} if place.is_error else {"error", "warning"}
            texts = [] if found[place] & wanted else [f"no {' and no '.join(sorted(wanted))} about isolation", *others[place]]
            findings[IS_DIAGNOSED, place.row] += [f"{place.context}: {text}" for text in texts]
        findings[RUNS, AROUND.row] += others[AROUND]
        return findings


def diagnostics(program: Program, output: str) -> Iterator[tuple[Place, str, str]]:
    for file, line, kind, text in dict.fromkeys(DIAGNOSTIC.findall(output)):
        if not ALLOWED.search(text):
            yield program.lines.get((file, int(line)), AROUND), kind, text


def link(objects: Path, libraries: list[str], output: Path) -> None:
    """Links the library once, as a shared library that all programs use."""
    status, text = run(["swiftc", "-emit-library", "-o", output, f"@{objects}", *libraries])
    if status:
        sys.exit(f"not ok - the core is linked\n{text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=Path, required=True)
    parser.add_argument("--libraries", default="")
    parser.add_argument("--module", default="")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory, server() as url, ThreadPoolExecutor(2) as pool:
        work = options.keep or Path(directory)
        work.mkdir(parents=True, exist_ok=True)
        library = work / "libcore.so"
        link(options.objects, options.libraries.split(), library)
        player = Player(work, library, options.flags, {"ISOLATION_SERVER": url, "ISOLATION_MODULE": options.module})
        jobs = []
        for program in made.programs():
            if program.runs:
                jobs += [pool.submit(player.play, program, configuration) for configuration in CONFIGURATIONS]
            else:
                jobs.append(pool.submit(player.judge, program))
        findings: Findings = defaultdict(list)
        for job in jobs:
            for key, texts in job.result().items():
                findings[key] += texts
    for (kind, row), texts in findings.items():
        print(f"{'not ok' if texts else 'ok'} - {row} {kind}", flush=True)
        for text in texts[:20]:
            print(f"    {text}", flush=True)
    return any(findings.values())


if __name__ == "__main__":
    sys.exit(main())
