"""Writes Sources/MoyaC/Boundary/Constants+Tables.swift: the constants of the headers in Swift."""

from typing import Iterator, List

from .headers import Constant, Headers, Struct

NOTE = "// Written by script/bindings from include/moya: change the headers, and run it again.\n"


def constants(headers: Headers) -> str:
    """Returns three tables in Swift: constants with their values, structs with their sizes, and fields with their
    offsets. moya_constant and moya_status_name look up names in them."""
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
        *_table("layout", [row for it in headers.structs for row in _layout(it)]),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _table(name: str, rows: List[str]) -> List[str]:
    return [f"  static let {name}: [Named] = [", *(f"    {row}," for row in rows), "  ]"]


def _layout(it: Struct) -> Iterator[str]:
    yield f'Named("{it.name}", MemoryLayout<{it.name}>.size)'
    for field in it.fields:
        yield f'offset("{it.name}.{field.name}", \\{it.name}.{field.name})'


def _macro(it: Constant) -> str:
    return f'Named("{it.name}", {it.value})'
