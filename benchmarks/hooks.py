"""Counts how many more instructions a request needs if a plugin takes part in it, for each kind of hook.

    python3 -B benchmarks/hooks.py      after script/build benchmarks
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Tuple

from callgrind import LONG, ROOT, Bench, Row

HEADER = "a header field"
#: This function of libcurl writes the header fields, and searches them for fields that it knows.
WRITES_FIELDS = "Curl_http"
OWN_PART = f"{HEADER}, without {WRITES_FIELDS}"

#: Two kinds of plugins and a number. A request with the first kind may need at most this many more instructions than a
#: request with the second kind.
BOUNDS = [
    ("no hook", "no plugin", 150),
    (HEADER, "no plugin", 1450),
    (OWN_PART, "no plugin", 900),
    ("ten of them", "no plugin", 1900),
    ("may wait, and does not", "a hook that does nothing", 150),
    ("resumed at once", "no plugin", 6000),
    ("a text, twice", "a text", 250),
    ("will_send", "no plugin", 460),
    ("did_receive", "no plugin", 870),
    ("process", "no plugin", 660),
    ("release_slot", "no plugin", 200),
    ("stores in its slot", "no plugin", 1100),
]

#: The most instructions that a hook for bodies adds to a piece of a stream.
MOST_OF_A_PIECE = 500
FEW_PIECES, MANY_PIECES = 4_000, 12_000


def of_a_piece(bench: Bench) -> float:
    """Returns the instructions that a hook for bodies adds to a piece of 16 KiB that it passes on. A count can be
    higher by up to 150, if the event loop wakes up when only a part of a piece has arrived. So this function counts
    three times and returns the least count."""

    def count(hook: str) -> float:
        row = Row(f"pieces, {hook}", "moya_chunks", form=hook, pieces=True)
        return (bench.count(row, MANY_PIECES) - bench.count(row, FEW_PIECES)) / (MANY_PIECES - FEW_PIECES)

    return min(count("a hook") - count("no hook") for _ in range(3))


def rows(bench: Bench, named: Bench) -> Iterator[Tuple[str, float]]:
    """Yields each kind of plugin, and the instructions that it adds to a request: the median of three long runs.

    `named` is a Bench with a folder for profiles, because only profiles tell the instructions of one function."""
    source = (ROOT / "benchmarks/moya_hooks.c").read_text()
    kinds = [Row(f"hooks {kind}", "moya_hooks", form=kind) for kind in re.findall(r'^    \{"([^"]+)", \d+,', source, re.MULTILINE)]
    plain = 0.0
    for row in kinds:
        count = median(bench.per_request(row, 4 * LONG) for _ in range(3))
        plain = plain or count
        yield str(row.form), count - plain
        if row.form == HEADER:
            with_field, without = (writing(named, each) for each in (row, kinds[0]))
            yield OWN_PART, count - plain - (with_field - without)


def writing(named: Bench, row: Row) -> float:
    """Returns the instructions with which libcurl writes the header fields of a request."""
    named.per_request(row)
    return named.cost_per_request(row, WRITES_FIELDS)


def main() -> None:
    print("| a plugin with | instructions a request more |\n|---|--:|")
    with tempfile.TemporaryDirectory() as directory:
        bench, named = (Bench(ROOT, directory, profiles) for profiles in (None, Path(directory)))
        for kind, count in rows(bench, named):
            print(f"| {kind} | {count:+,.0f} |", flush=True)
        print(f"| a piece of a body | {of_a_piece(bench):+,.0f} |", flush=True)


if __name__ == "__main__":
    main()
