"""Sources/MoyaC/Boundary/Constants+Tables.swift and Status+Names.swift: the headers' constants and statuses in Swift."""

import re
from textwrap import wrap
from typing import Iterator, List

from .headers import Constant, Headers

NOTE = "// Written by script/bindings from include/moya: change the headers, and run it again.\n"
ACRONYMS = {"URL", "ABI"}
KEYWORDS = {"protocol"}
COMMENT = "  /// "


def constants(headers: Headers) -> str:
    """Names, values and struct sizes, for moya_constant and moya_status_name."""
    others = [it for group in headers.enumerations if group is not headers.statuses for it in group.constants]
    lines = [
        NOTE,
        "import CMoya",
        "",
        "extension Constants {",
        *_table("statuses", [f'Named("{it.name}", {it.name})' for it in headers.statuses.constants]),
        "",
        *_table("others", [*(f'Named("{it.name}", {it.name})' for it in others), *map(_macro, headers.macros)]),
        "",
        *_table("sizes", [f'Named("{it.name}", MemoryLayout<{it.name}>.size)' for it in headers.structs]),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _table(name: str, rows: List[str]) -> List[str]:
    return [f"  static let {name} = [", *(f"    {row}," for row in rows), "  ]"]


def _macro(it: Constant) -> str:
    return f'Named("{it.name}", {it.value})'


def statuses(headers: Headers) -> str:
    """Status.invalidURL for MOYA_ERROR_INVALID_URL."""
    lines = [NOTE, "import CMoya", "", "extension Status {", *_names(headers.statuses.constants), "}"]
    return "\n".join(lines) + "\n"


def _names(constants: List[Constant]) -> Iterator[str]:
    for it in constants:
        if it.text:
            yield from wrap(f"{it.text[:1].upper()}{it.text[1:]}.", 120, initial_indent=COMMENT, subsequent_indent=COMMENT)
        yield f"  static var {_camel(it.name)}: Status {{ Status({it.name}) }}"


def _camel(name: str) -> str:
    """invalidURL for MOYA_ERROR_INVALID_URL."""
    first, *rest = re.sub("^MOYA_(ERROR_)?", "", name).split("_")
    name = first.lower() + "".join(word if word in ACRONYMS else word.capitalize() for word in rest)
    return f"`{name}`" if name in KEYWORDS else name
