#!/usr/bin/env python3
"""Prints the functions of the library that requests call, one on each line. The functions with the most instructions
come first.

    hot_functions.py DIR ARCHIVE...

DIR is a folder that `script/bench instructions --profiles DIR` filled. The linker places the functions in this order
(script/link), so that the code of requests lies together. The linker moves whole sections. If an object of an ARCHIVE
has one section for all its functions, its functions are left out, because one function would bring all others along.
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
    """Returns the instructions of each function of the library, without those of the functions that it calls. In
    callgrind's format, a name is written only with the first use of its number, and the line after `calls=` is the cost
    of the called function."""
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
    """Returns the functions that share their section with all other functions of their object."""
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
        # The function must need at least one instruction per request in all rows together. callgrind lists a recursive
        # function under several names ('2, '3), which are left out. Names with a suffix of ThinLTO (.llvm.) are left
        # out, too, because they differ from build to build.
        if count >= REQUESTS and "'" not in name and ".llvm." not in name and not name.startswith("0x") and name not in without:
            print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
