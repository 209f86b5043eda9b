#!/usr/bin/env python3
"""Checks limits for the code of this repository: how many files the sources have, how long a file is, and how many
lines the compiler does not check. Also checks that no source calls a function of C that depends on the locale.

A file over 500 lines must be in LONG, with the reason. Any other file must not be in LONG.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 500
GENERATED = "generated"
DATA = "data"
#: The files that have more than MOST_LINES lines, and why.
LONG: Dict[str, str] = {
    "Sources/MoyaC/Boundary/Constants+Tables.swift": GENERATED,  # script/bindings
    "bindings/python/moya/_status.py": GENERATED,
    "bindings/python/moya/_structs.py": GENERATED,
    "Tests/abi/libmoya.abi": GENERATED,  # script/abi
    "Tests/abi/promises.c": GENERATED,
    "Tests/c/frozen/everything.aarch64.s": GENERATED,  # Tests/c/frozen/Makefile
    "Tests/c/frozen/everything.x86_64.s": GENERATED,
    "include/moya/plugin.h": "a plugin in C includes one header for the whole interface",
    "Tests/faults/rows/framing.toml": DATA,
    "Tests/faults/rows/http2.toml": DATA,
    "Tests/faults/rows/redirects.toml": DATA,
    "Tests/judges/url/IdnaTestV2.json": DATA,
    "Tests/judges/url/setters_tests.json": DATA,
    "Tests/judges/url/urltestdata.json": DATA,
}


def listed(*patterns: str) -> List[str]:
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted({name for name in names if name and (ROOT / name).is_file()})


def check(name: str, wrong: List[str]) -> bool:
    print(f"{'not ok' if wrong else 'ok'} - house: {name}", flush=True)
    for line in wrong:
        print(f"    {line}")
    return not wrong


def at_most(what: str, most: int, found: List[str]) -> bool:
    return check(f"{what}: {len(found)}, {most} at most", [] if len(found) <= most else [f"{len(found) - most} too many"])


def of_locale() -> List[str]:
    """Returns the calls of functions whose results depend on the locale of the program. For example, strcasecmp says in
    a Turkish locale that "ID" and "id" differ. The programs in `tools` set no locale."""
    kinds = "al(?:num|pha)|digit|lower|print|punct|space|upper|xdigit"
    call = re.compile(rf"\b(strn?casecmp|strcasestr|to(?:low|upp)er|is(?:{kinds})|strto(?:d|f|ld)|atof|strcoll|strptime)\(")
    names = [name for name in listed("Sources", "plugins", "include", "examples", "bindings") if Path(name).suffix in (".c", ".cpp", ".h", ".hpp", ".swift")]
    found = [(name, number, call.search(line)) for name in names for number, line in enumerate((ROOT / name).read_text().split("\n"), 1)]
    return [f"{name}:{number} calls {it[1]}" for name, number, it in found if it]


def lines_with(text: str) -> List[str]:
    """Returns the lines of Swift code that contain `text`. Comments do not count."""
    lines = [line.strip() for name in listed("Sources/*.swift") for line in (ROOT / name).read_text().split("\n")]
    return [line for line in lines if text in line and not line.startswith("//")]


def main() -> int:
    lines = {name: (ROOT / name).read_bytes().count(b"\n") for name in listed("Sources", "bindings", "tools", "Tests", "include")}
    long = [f"{name} has {count} lines" for name, count in lines.items() if count > MOST_LINES and name not in LONG]
    short = [f"{name} need not be in LONG" for name in LONG if lines.get(name, 0) <= MOST_LINES]
    is_right = at_most("Swift files of Sources", 380, listed("Sources/*.swift"))
    # The code would fit into fewer modules of MOST_LINES lines. But then a module would hold several concepts.
    is_right &= at_most("modules of the Python package", 65, listed("bindings/python/moya/*.py"))
    is_right &= check(f"no file over {MOST_LINES} lines but {len(LONG)} that Tests/house.py lists with the reason", long + short)
    # The compiler does not check the code of these types and lines. Their numbers must only fall.
    is_right &= at_most("types that say `@unchecked Sendable`", 72, lines_with("@unchecked Sendable"))
    is_right &= at_most("lines that use `Unmanaged`", 60, lines_with("Unmanaged"))
    is_right &= check("no source calls a function of C that depends on the locale", of_locale())
    return not is_right


if __name__ == "__main__":
    sys.exit(main())
