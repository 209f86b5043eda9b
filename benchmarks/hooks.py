"""Counts how many instructions the hooks of plugins add to a request without a plugin.

    python3 -B benchmarks/hooks.py      after script/build benchmarks
"""

import re
import tempfile
from collections.abc import Iterator
from statistics import median
from typing import Tuple

from callgrind import ROOT, Bench, Row

#: The most instructions that a kind of plugin adds to another kind. libcurl needs 500 of those for a header field.
BOUNDS = [
    ("no hook", "no plugin", 150),
    ("a header field", "no plugin", 1500),
    ("ten of them", "no plugin", 1900),
    ("may wait, and does not", "a hook that does nothing", 150),
    ("resumed at once", "no plugin", 6000),
    ("a text, twice", "a text", 250),
]


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
        for kind, count in rows(Bench(ROOT, directory, None)):
            print(f"| {kind} | {count:+,.0f} |", flush=True)


if __name__ == "__main__":
    main()
