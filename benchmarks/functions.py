#!/usr/bin/env python3
"""Shows which functions made a row of `script/bench instructions` better or worse.

    functions.py BEFORE AFTER ROW [COUNT]

BEFORE and AFTER are folders that `--profiles DIR` filled. ROW is the name of a row. Prints the instructions of each
function for one request, without those of the functions that it calls. The functions that changed most come first.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from callgrind import LONG, REQUESTS, SHORT, Row


def functions(profile: Path) -> Counter[str]:
    command = ["callgrind_annotate", "--threshold=100", "--auto=no", "--show-percs=no", profile]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: Counter[str] = Counter()
    # "1,234  file:function [library]"
    for count, name in re.findall(r"^ *([\d,]+) +[^:\n]+:(.+?)(?: \[[^\]]*\])?$", text, re.MULTILINE):
        # ThinLTO adds suffixes that differ from build to build.
        found[re.sub(r"\.llvm\.\d+", "", name)] += int(count.replace(",", ""))
    return found


def per_request(directory: Path, row: Row) -> Counter[str]:
    """Returns the instructions of each function for one request. As for a whole row, the function divides the
    difference between a long and a short run by the additional requests. Functions with the same name in two files are
    added up."""
    found = functions(directory / f"{row.file}.{LONG}")
    found.subtract(functions(directory / f"{row.file}.{SHORT}"))
    return Counter({name: count / REQUESTS for name, count in found.items()})


if __name__ == "__main__":
    row = Row(sys.argv[3], "")
    before, after = (per_request(Path(directory), row) for directory in sys.argv[1:3])
    names = sorted(before.keys() | after.keys(), key=lambda name: -abs(after[name] - before[name]))
    lines = [f"{'change':>9} {'before':>9} {'after':>9}"]
    lines += [f"{after.total() - before.total():9.0f} {before.total():9.0f} {after.total():9.0f}  all"]
    for name in names[: int(sys.argv[4]) if len(sys.argv) > 4 else 40]:
        lines += [f"{after[name] - before[name]:9.0f} {before[name]:9.0f} {after[name]:9.0f}  {name}"]
    swift = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(lines), capture_output=True, text=True, check=True)
    subprocess.run(["c++filt"], input=swift.stdout, text=True, check=True)
