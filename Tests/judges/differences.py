"""Reads the rows of a judge for which this library has another result on purpose. A file next to the data lists the
rows, in classes with their reasons.

    [class-name]
    reason = "why"
    does = "refuses"             refuses: the library sends nothing, and the judge expects a request
    rows = "3-5 12"              the numbers of the rows, as `script/judge NAME NUMBER` shows them
    gives = { 12 = "…" }         instead of `does`: the results of this library

The list is exact. A row that is listed and does not differ is a failure, and so is a row that differs and is not
listed.
"""

import tomllib
from pathlib import Path

REFUSES = "refuses"


class Differences:
    def __init__(self, path: Path) -> None:
        self.accepted: dict[int, tuple[str, str]] = {}  # the result of this library, and the name of the class
        classes = tomllib.loads(path.read_text()) if path.exists() else {}
        for name, fields in classes.items():
            assert fields["reason"], f"{name} has a reason"
            for number in numbers(fields.get("rows", "")):
                self.add(number, fields["does"], name)
            for number, given in fields.get("gives", {}).items():
                self.add(int(number), given, name)

    def add(self, number: int, given: str, name: str) -> None:
        assert number not in self.accepted, f"row {number} is in {name} and in {self.accepted[number][1]}"
        self.accepted[number] = (given, name)


def numbers(text: str) -> list[int]:
    found = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def ranges(found: list[int]) -> str:
    """Returns numbers as a text of ranges, which `numbers` reads."""
    parts: list[list[int]] = []
    for number in sorted(found):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
