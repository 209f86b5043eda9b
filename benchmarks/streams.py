#!/usr/bin/env python3
"""Measures the CPU time of a blocking stream in Python, and of reading the header fields of a response. The time
includes the kernel's part. Compares this checkout with another one. The two run in pairs, and each of them runs first
in every other pair.

    benchmarks/streams.py [OTHER]     OTHER is the other checkout. Without it, only this checkout is measured

The library is $MOYA_LIBRARY; if it is not set, the library of this checkout.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import nginx

ROOT = Path(__file__).resolve().parents[1]
PAIRS = 9
ROWS = {"stream": 3000, "call": 3000, "fields": 20_000}


def microseconds(tree: Path, form: str, url: str) -> float:
    library = os.environ.get("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))
    environment = {**os.environ, "PYTHONPATH": str(tree / "bindings/python"), "MOYA_LIBRARY": library}
    command = [sys.executable, ROOT / "benchmarks/python/streams.py", url, str(ROWS[form]), form]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def main() -> None:
    trees = [ROOT, *(Path(path).resolve() for path in sys.argv[1:2])]
    print("| µs of CPU time | this checkout | other | ratio |\n|---|--:|--:|--:|")
    with nginx.running() as server:
        for form in ROWS:
            found: list[list[float]] = [[] for _ in trees]
            for pair in range(PAIRS):
                for index in range(len(trees))[:: -1 if pair % 2 else 1]:
                    found[index].append(microseconds(trees[index], form, server.url))
            ours = median(found[0])
            others = [f"{median(found[1]):.1f}", f"{median(a / b for a, b in zip(*found)):.2f}"] if found[1:] else ["–", "–"]
            print(f"| {form} | {ours:.1f} | {others[0]} | {others[1]} |", flush=True)


if __name__ == "__main__":
    main()
