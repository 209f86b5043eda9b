#!/usr/bin/env python3
"""Prints the functions of the library that requests call, one a line, those first in which the most is done.

    hot_functions.py DIR ARCHIVE...

DIR is a folder that `script/bench instructions --profiles DIR` filled. A linker takes the list as an order (script/link),
so that what runs lies together and the rest elsewhere. It moves whole sections: a function of an ARCHIVE whose object has
one for all its functions is left out, since it would bring the others along.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from callgrind import LONG, REQUESTS, SHORT

LIBRARY = "libmoya.so"
NAMED = re.compile(r"^(fn|ob)=\((\d+)\)(?: (.+))?$")
COST = re.compile(r"^[+\-*\d]\S*(?: [+\-*\d]\S*)* (\d+)$")


def functions(profile: Path) -> Counter[str]:
    """Instructions of each of the library's functions, its own. Callgrind's format: a name stands where its number comes
    first, and a line behind `calls=` is the cost of what was called."""
    names: dict[tuple[str, str], str] = {}
    found: Counter[str] = Counter()
    inside, function, isCalled = False, "", False
    for line in profile.read_text().splitlines():
        if named := NAMED.match(line):
            kind, number, text = named.groups()
            name = names.setdefault((kind, number), text or "")
            if kind == "ob":
                inside = LIBRARY in name
            else:
                function = name
        elif line.startswith("calls="):
            isCalled = True
        elif cost := COST.match(line):
            if inside and not isCalled:
                found[function] += int(cost[1])
            isCalled = False
        elif (called := re.match(r"^c(fn|ob)=\((\d+)\) (.+)$", line)):
            names[called[1], called[2]] = called[3]
    return found


def immovable(archives: list[str]) -> set[str]:
    """Functions that share their section with all others of their object."""
    table = subprocess.run(["nm", "--format=sysv", *archives], capture_output=True, text=True, check=True).stdout
    cells = ([cell.strip() for cell in line.split("|")] for line in table.splitlines())
    return {row[0] for row in cells if len(row) == 7 and row[6] == ".text"}


def main(directory: Path, archives: list[str]) -> None:
    without = immovable(archives)
    all_rows: Counter[str] = Counter()
    for long in sorted(directory.glob(f"*.{LONG}")):
        found = functions(long)
        found.subtract(functions(long.with_suffix(f".{SHORT}")))
        all_rows.update(found)
    for name, count in sorted(all_rows.items(), key=lambda each: (-each[1], each[0])):
        # An instruction a request at least, over all rows together. Two forms of a recursive function are one; suffixes of ThinLTO differ from build to build.
        if count >= REQUESTS and "'" not in name and ".llvm." not in name and not name.startswith("0x") and name not in without:
            print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
