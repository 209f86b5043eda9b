#!/usr/bin/python3
"""Runs the test suite of another HTTP client, first with its own transport and then over moya, and compares.

    suite.py NAME PYTHON FOLDER [TEST...]

    NAME      httpx, httpx2 (the tests of httpx, with httpx2) or requests
    PYTHON    the interpreter of an environment with requirements.txt
    FOLDER    where the source archives are unpacked
    TEST      arguments for pytest: runs only these tests over moya, and shows what pytest prints

Every test that passes with the client's own transport must pass over moya, except those that NAME.toml lists with the
reason. The list is exact: a listed test that passes is a failure too, unless its class says `varies = true`.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def archive_of(name: str, python: str, folder: Path) -> Path:
    """Downloads the archives, checks their hashes and returns the unpacked folder of one of them."""
    suite = "requests" if name == "requests" else "httpx"
    row = next(line.split(" ")[0] for line in (HERE / "archives.txt").read_text().splitlines() if line.startswith(f"{suite}=="))
    unpacked = folder / row.replace("==", "-")
    if not unpacked.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        command = [python, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--no-binary", ":all:",
                   "--require-hashes", "-r", str(HERE / "archives.txt"), "-d", str(folder)]
        subprocess.run(command, check=True, stdout=sys.stderr)
        for archive in folder.glob("*.tar.gz"):
            subprocess.run(["tar", "xf", archive, "-C", folder], check=True)
    return unpacked


def play(name: str, python: str, suite: Path, is_moya: bool, more: "list[str]") -> "dict[str, str]":
    """Runs the suite. Returns the outcome of each test: passed, failed or skipped."""
    with tempfile.NamedTemporaryFile("r") as outcomes:
        environment = {**os.environ, "OVER": name, "OUTCOMES": outcomes.name, "MOYA_LOG": ""}
        environment["PYTHONPATH"] = f"{HERE}:{ROOT / 'bindings/python'}"
        environment.pop("MOYA", None)
        if is_moya:
            environment["MOYA"] = "1"
        command = [python, "-B", "-m", "pytest", "-q", "-p", "over_moya", "-p", "no:cacheprovider", "-m", "not network", *more]
        shown = None if more else subprocess.DEVNULL
        subprocess.run(command, cwd=suite, env=environment, timeout=600, stdout=shown, stderr=shown, check=False)
        found: "dict[str, str]" = {}
        for line in outcomes:
            outcome, _, test = line.rstrip("\n").partition(" ")
            if found.get(test) != "failed":  # what fails after the test counts too
                found[test] = outcome
    return found


def listed(name: str) -> "tuple[dict[str, str], set[str]]":
    """Returns the tests that NAME.toml lists, each with the name of its class. Also returns the listed tests that may
    pass. A test without [ stands for all its parameters."""
    classes = tomllib.loads((HERE / f"{name}.toml").read_text())
    assert all(fields["reason"] for fields in classes.values())
    known = {test: kind for kind, fields in classes.items() for test in fields["tests"]}
    return known, {test for test, kind in known.items() if classes[kind].get("varies")}


def main() -> int:
    name, python, folder = sys.argv[1:4]
    suite = archive_of(name, python, Path(folder))
    if sys.argv[4:]:
        return 1 if "failed" in play(name, python, suite, True, sys.argv[4:]).values() else 0
    own, ours = play(name, python, suite, False, []), play(name, python, suite, True, [])
    known, varying = listed(name)
    good = {test for test, outcome in own.items() if outcome == "passed"}
    failed = {test for test in good if ours.get(test) != "passed"}

    def kind_of(test: str) -> "str | None":
        return known.get(test) or known.get(test.partition("[")[0])

    wrong = [f"{test}: {ours.get(test, 'did not run')}" for test in sorted(failed) if not kind_of(test)]
    used = {test if test in known else test.partition("[")[0] for test in failed}
    wrong += [f"{test}: passes, but is listed under {kind}" for test, kind in known.items() if test not in used | varying]
    passed = len(good) - len(failed)
    print(f"{'not ok' if wrong or not passed else 'ok'} - {passed} of the {len(good)} tests that pass with {name}'s own transport "
          f"pass over moya, and the others are listed")
    print(f"    {len(own) - len(good)} tests: do not pass with {name}'s own transport on this machine, and do not count")
    for line in wrong:
        print(f"    {line}")
    return 1 if wrong or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
