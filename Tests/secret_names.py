#!/usr/bin/env python3
"""Compares the names of secrets in the library, in the modules and in Python. The three languages share no code, so
each has a list."""

import re
import sys
from pathlib import Path
from typing import Dict, Set

ROOT = Path(__file__).resolve().parent.parent


def words(path: str, beginning: str, end: str) -> Set[str]:
    """Returns the texts in quotes between two places of a file, in lower case and without hyphens."""
    text = (ROOT / path).read_text().split(beginning, 1)[1].split(end, 1)[0]
    text = re.sub(r"(//|#:).*|/\*.*?\*/", "", text)
    return {word.lower().replace("-", "").replace("_", "") for word in re.findall(r'"([^"]+)"', text)}


def lists() -> "Dict[str, Dict[str, Set[str]]]":
    swift, c, python = (
        "Sources/MoyaHTTP/Privacy/Redaction.swift", "plugins/common/secret_words.c", "bindings/python/moya/testing/_redaction.py",
    )  # fmt: skip
    return {
        "everywhere": {
            swift: words(swift, "let secret: Set<String> = [", "// In JSON"),
            c: words(c, "everywhere[] = {", "};"),
            python: words(python, "_EVERYWHERE = (", "\n)"),
        },
        "outside of JSON": {
            swift: words(swift, "// In JSON these words", "\n  ]"),
            c: words(c, "outside_json[] = {", "};"),
            python: words(python, "_OUTSIDE_JSON = (", "\n)"),
        },
        "header fields": {
            swift: words(swift, 'union(["Cookie"', "]") | {"cookie"},
            c: words(c, "of_fields[] = {", "};"),
            python: words(python, "_HEADERS = (", ")"),
        },
    }


def main() -> int:
    failures = 0
    for place, found in lists().items():
        everywhere = set.union(*found.values())
        problems = [f"{path} lacks {', '.join(sorted(everywhere - names))}" for path, names in found.items() if names != everywhere]
        failures += len(problems)
        print("not ok" if problems else "ok", "-", f"the names of secrets are the same in all languages: {place}")
        print("".join(f"    {problem}\n" for problem in problems), end="")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
