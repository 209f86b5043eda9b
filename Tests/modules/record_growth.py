"""Tests that the work of the module record grows no faster than its cassette. Counts the instructions for cassettes of
three sizes, because times differ from run to run."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Callable, List

import playing
from cassettes import answers, cassette
from playing import Call, Config, Result, check

#: The step from the second size to the third may need at most this many times the instructions of the step from the
#: first size to the second. Linear work needs 2 times as many, because each size is twice the one before.
MOST = 2.4


def instructions_of(profile: Path) -> int:
    found = re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)
    return int(found[1]) if found else 0


def instructions(config: Config, calls: List[Call]) -> "tuple[int, List[Result]]":
    profile = Path(config["file"]).with_suffix(".profile")
    results = playing.c_program("whole", "record", config, calls, ("valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "-q"))
    return instructions_of(profile), results


def grows_evenly(what: str, least: int, count: Callable[[int], int]) -> None:
    few, more, most = (count(factor * least) for factor in (1, 2, 4))
    holds = 0 < few < more < most and most - more < MOST * (more - few)
    check(f"record: {what} takes work that grows evenly", holds, f"{few:,}, {more:,} and {most:,} instructions")


def replays_evenly(folder: Path) -> None:
    rows = {
        "of different URLs": lambda number: ("GET", f"http://a.test/{number}", ""),
        "of one URL": lambda number: ("GET", "http://a.test/", ""),
        "of one URL with different bodies": lambda number: ("POST", "http://a.test/", f"body {number}"),
    }
    for what, row in rows.items():

        def count(size: int, row: Callable[[int], "tuple[str, str, str]"] = row) -> int:
            path = cassette(folder)
            requests = [row(number) for number in range(size)]
            path.write_text(json.dumps(answers(*((*each, "good") for each in requests))))
            calls = [Call(url, method, body.encode()) for method, url, body in requests]
            number, results = instructions({"file": str(path), "mode": "none"}, calls)
            return number if [each.status for each in results] == ["OK"] * size else 0

        grows_evenly(f"a cassette with calls {what}", 2000, count)


def hides_secrets_evenly(folder: Path) -> None:
    def count(size: int) -> int:
        path = cassette(folder, "secrets")
        path.unlink(missing_ok=True)
        with playing.server() as base:
            body = json.dumps([{"token": f"canary{number:06}"} for number in range(size)], separators=(",", ":")).encode()
            number, results = instructions({"file": str(path)}, [Call(f"{base}/echo", "POST", body)])
        return number if "canary" not in path.read_text() and results[0].http == 200 else 0

    grows_evenly("a body with secrets", 300, count)


def sorts_evenly(folder: Path) -> None:
    """Tests that sorting is fast for every order in which calls end, because a server decides this order."""
    program = folder / "order"
    sources = [playing.ROOT / "Tests/modules/order_test.c", playing.ROOT / "plugins/record/order.c"]
    strict = ["-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{playing.ROOT / 'include'}"]
    subprocess.run(["gcc", *strict, "-fsanitize=address,undefined", "-o", program, *sources], check=True)
    check("record: entries are in the order in which their calls began", subprocess.run([program], check=False).returncode == 0)
    subprocess.run(["gcc", *strict, "-o", program, *sources], check=True)

    def count(size: int) -> int:
        profile = folder / "order.profile"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "-q", program, str(size)]
        return instructions_of(profile) if subprocess.run(command, check=False).returncode == 0 else 0

    grows_evenly("sorting entries whose calls ended in any order", 10000, count)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
