#!/usr/bin/env python3
"""Counts the words that CONTRIBUTING.md says not to use, sentences of more than 35 words, and lines of headers over 100
columns.

The counts of each area are in Tests/voice.json. They may only fall. For headers and the README they are zero.

  Tests/voice.py                         fails if a count has risen, or has fallen and is not accepted yet
  Tests/voice.py --accept                writes the counts that have fallen; fails if one has risen
  Tests/voice.py --list AREA [KIND]      shows each place that is counted in an area, or below a path
"""

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Set

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/voice"))
sys.dont_write_bytecode = True

import prose  # noqa: E402
import rows  # noqa: E402
import words  # noqa: E402
from sentences import sentences  # noqa: E402

COUNTS = ROOT / "Tests/voice.json"
SHOWN = 40  # places of one kind
#: The area of a path is the first one whose pattern matches the path.
AREAS = {
    "headers": r"include/moya/",
    "readme": r"README\.md$",
    "pages": r".*\.md$",
    "sources": r"Sources/",
    "python": r"bindings/",
    "tool": r"tools/",
    "script": r"script/",
    "plugins": r"plugins/",
    "examples": r"examples/",
    "tests": r"Tests/",
}
ZERO = ("headers", "readme")
#: Files that are not counted. A program writes them from text that is counted at its source, or other projects wrote
#: them.
SKIPPED = re.compile(
    r"docs/(?:statuses|c-examples)\.md|bindings/python/moya/_(?:status|structs)\.py|Sources/MoyaC/Boundary/Constants\+Tables\.swift"
    r"|Tests/abi/promises\.c|Tests/judges/(?:url|json|uri-templates)/"
)
#: Tables of these pages are data: another program writes them.
DATA = re.compile(r"docs/strictness\.md")


@dataclass
class Place:
    path: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def listed() -> List[str]:
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted({name for name in files if name and (ROOT / name).is_file() and not SKIPPED.match(name)})


def area_of(path: str) -> "str | None":
    return next((area for area, pattern in AREAS.items() if re.match(pattern, path)), None)


def places_in(path: str) -> Iterator[Place]:
    file = ROOT / path
    for block in prose.blocks(file):
        if DATA.match(path):
            block = [(number, "" if line.startswith("|") else line) for number, line in block]
        for sentence in sentences(block):
            yield from (Place(path, sentence.line, kind, sentence.text) for kind in words.kinds(sentence, path))
    if area_of(path) == "headers":
        for number, line in enumerate(file.read_text().split("\n"), 1):
            if len(line) > words.WIDEST:
                yield Place(path, number, "columns", line)


def changed() -> Set[str]:
    command = ["git", "-C", str(ROOT), "diff", "--name-only", "HEAD"]
    return set(subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n"))


def report(is_right: bool, name: str, places: List[Place]) -> bool:
    print(f"{'ok' if is_right else 'not ok'} - {name}", flush=True)
    for place in places[:SHOWN]:
        print(f"    {place}")
    if len(places) > SHOWN:
        print(f"    … and {len(places) - SHOWN} more: Tests/voice.py --list")
    return is_right


def check_area(area: str, places: List[Place], allowed: Dict[str, int]) -> bool:
    found = Counter(place.kind for place in places)
    if area in ZERO:
        return report(not found, f"voice of {area}: no word to avoid, no long sentence, no wide line", places)
    more = [kind for kind in words.KINDS if found[kind] > allowed.get(kind, 0)]
    fewer = [kind for kind in words.KINDS if found[kind] < allowed.get(kind, 0)]
    said = [f"{kind} {found[kind]}, {allowed.get(kind, 0)} allowed" for kind in more]
    said += [f"{kind} {found[kind]}, not {allowed[kind]}: run Tests/voice.py --accept" for kind in fewer]
    shown = [place for place in places if place.kind in more]
    mine = changed()
    shown.sort(key=lambda place: place.path not in mine)
    return report(not said, f"voice of {area}: " + ("; ".join(said) or f"{sum(found.values())} places, no more than before"), shown)


def accept(counts: Dict[str, Dict[str, int]], allowed: Dict[str, Dict[str, int]]) -> bool:
    risen = [
        f"{area}: {kind} {count}, {allowed.get(area, {}).get(kind, 0)} allowed"
        for area, of_kind in counts.items()
        for kind, count in of_kind.items()
        if area not in ZERO and allowed and count > allowed.get(area, {}).get(kind, 0)
    ]
    for line in risen:
        print(f"not ok - {line}")
    if not risen:
        kept = {area: of_kind for area, of_kind in counts.items() if area not in ZERO and of_kind}
        COUNTS.write_text(json.dumps(kept, indent=2) + "\n")
    return not risen


def main(arguments: List[str]) -> int:
    if arguments[:1] == ["--list"] and len(arguments) in (2, 3):
        area, kind = arguments[1], arguments[2] if len(arguments) == 3 else ""
        files = [path for path in listed() if area == area_of(path) or path.startswith(area)]
        for place in (place for path in files for place in places_in(path) if kind in ("", place.kind)):
            print(place)
        return 0
    if arguments not in ([], ["--accept"]):
        print(__doc__)
        return 2
    by_area: Dict[str, List[Place]] = {area: [] for area in AREAS}
    for path in listed():
        if area := area_of(path):
            by_area[area] += places_in(path)
    allowed = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    if arguments:
        counts = {area: {kind: n for kind in words.KINDS if (n := Counter(it.kind for it in places)[kind])} for area, places in by_area.items()}
        return not accept(counts, allowed)
    is_right = rows.check()
    for area in ZERO:
        if area in allowed:
            is_right = report(False, f"voice of {area}: Tests/voice.json must allow nothing there", [])
    for area, places in by_area.items():
        is_right &= check_area(area, places, allowed.get(area, {}))
    return not is_right


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
