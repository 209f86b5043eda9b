"""Counts how many instructions the hooks of plugins add to a request without a plugin.

    python3 -B benchmarks/hooks.py      after script/build benchmarks
"""

import re
import tempfile
from collections.abc import Iterator
from statistics import median
from typing import Tuple

from callgrind import ROOT, Bench, Row

#: The most instructions (the number) that the first kind of plugin may add to the second kind. libcurl needs 517
#: instructions for each header field.
BOUNDS = [
    ("no hook", "no plugin", 150),
    ("a header field", "no plugin", 1500),
    ("ten of them", "no plugin", 1900),
    ("may wait, and does not", "a hook that does nothing", 150),
    ("resumed at once", "no plugin", 6000),
    ("a text, twice", "a text", 250),
]

#: The most instructions that a hook for bodies adds to a piece of a stream.
MOST_OF_A_PIECE = 500
FEW_PIECES, MANY_PIECES = 4_000, 12_000


def of_a_piece(bench: Bench) -> float:
    """Returns the instructions that a hook for bodies adds to a piece of 16 KiB that it passes on. Turns of the loop in
    which only a part of a piece has arrived can add up to 150, so this is the least of three counts."""

    def count(hook: str) -> float:
        row = Row(f"pieces, {hook}", "moya_chunks", form=hook, pieces=True)
        return (bench.count(row, MANY_PIECES) - bench.count(row, FEW_PIECES)) / (MANY_PIECES - FEW_PIECES)

    return min(count("a hook") - count("no hook") for _ in range(3))


def rows(bench: Bench) -> Iterator[Tuple[str, float]]:
    """Yields each kind of plugin, and the instructions that it adds to a request: the median of three runs."""
    source = (ROOT / "benchmarks/moya_hooks.c").read_text()
    plain = 0.0
    for kind in re.findall(r'^    \{"([^"]+)", \d+,', source, re.MULTILINE):
        count = median(bench.per_request(Row(f"hooks {kind}", "moya_hooks", form=kind)) for _ in range(3))
        plain = plain or count
        yield kind, count - plain


def main() -> None:
    print("| a plugin with | instructions a request more |\n|---|--:|")
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(ROOT, directory, None)
        for kind, count in rows(bench):
            print(f"| {kind} | {count:+,.0f} |", flush=True)
        print(f"| a piece of a body | {of_a_piece(bench):+,.0f} |", flush=True)


if __name__ == "__main__":
    main()
