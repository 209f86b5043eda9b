#!/usr/bin/python3
"""Runs the rows of a judge with one API of the library (its face), and prints `ok - …` or `not ok - …`.

    judge.py NAME [NUMBER…] --face FACE -- PLAYER…

    NAME      json, url, setters, percent-encoding, toascii, idna, uri-templates
    NUMBER    only these rows (7, 139-150), each shown with the judge's result and the library's
    PLAYER    the command of a program that speaks the lines of Tests/faults/player.py;
              for json, json_reader.c or json_reader.py
"""

import argparse
import importlib
import sys
from collections import Counter
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "faults"), str(here.parent / "servers/peers")]

from differences import REFUSES, Differences, numbers, ranges

#: For each judge: the module that runs its rows, and the file that lists where the library differs from them.
JUDGES = {
    "json": ("json_texts", "json/differences.toml"),
    "url": ("urls", "url/urltestdata.differences.toml"),
    "setters": ("urls", "url/setters_tests.differences.toml"),
    "percent-encoding": ("urls", "url/percent-encoding.differences.toml"),
    "toascii": ("hosts", "url/toascii.differences.toml"),
    "idna": ("hosts", "url/IdnaTestV2.differences.toml"),
    "uri-templates": ("templates", "uri-templates/differences.toml"),
}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=JUDGES)
    parser.add_argument("numbers", nargs="*")
    parser.add_argument("--face", default="C")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:cut])
    module, path = JUDGES[options.name]
    judge = importlib.import_module(module)
    differences = Differences(here / path)
    held, unplayed, failures = 0, Counter[str](), []
    unlisted: dict[str, list[int]] = {}
    for number, what, wanted, came in judge.play(options.name, set(numbers(" ".join(options.numbers))), sys.argv[cut + 1 :]):
        if options.numbers:
            print(f"{number}: {what}\n    wanted {wanted}\n    came   {came}")
        if wanted is None:
            unplayed[came] += 1
            continue
        listed, name = differences.accepted.pop(number, (None, None))
        given = REFUSES if came.startswith(REFUSES) else came
        agrees = given == wanted
        if agrees and listed is None or listed == given and not agrees:
            held += 1
        elif agrees:
            failures.append(f"{number}: {what}: no longer differs, but is listed under {name}")
        else:
            failures.append(f"{number}: {what}: {came} instead of {wanted}" + (f" ({name}: {listed})" if name else ""))
            unlisted.setdefault(given if given == REFUSES else f"{number} = {given!r}", []).append(number)
    if not options.numbers:
        failures += [f"{number}: there is no such row, but it is listed under {name}"
                     for number, (_, name) in differences.accepted.items()]
    face = f"{options.name}, {options.face}"
    left = ", ".join(f"{count} {why}" for why, count in unplayed.items())
    print(f"{'not ok' if failures or not held else 'ok'} - {held} rows of {face} are as the judge has them, or as listed")
    print(f"    {left or 'none'}: not played")
    for failure in failures[:400]:
        print(f"    {failure}")
    if failures[400:]:
        print(f"    and {len(failures) - 400} more")
    if REFUSES in unlisted:
        print(f"    refused and not listed: {ranges(unlisted[REFUSES])}")
    return 1 if failures or not held else 0


if __name__ == "__main__":
    sys.exit(main())
