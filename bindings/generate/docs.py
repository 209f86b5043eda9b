"""Writes docs/statuses.md: the statuses as a page."""

from typing import Iterator

from .headers import Headers

INTRODUCTION = """# Statuses

<!-- Written by script/bindings from include/moya: change the headers, and run it again. -->

Every function of C that can fail, and every call, ends with one of these numbers, which are frozen.
`moya_status_name()` gives the name of a number. In Python, the enumeration `moya.Status` has the same numbers, and its
names have no `MOYA_ERROR_`. The `status` of an error in Python is one of them. [The Python page](python.md) lists the
class of each error.

| name | number | meaning |
|---|---|---|
"""


def statuses(headers: Headers) -> str:
    return INTRODUCTION + "".join(_rows(headers))


def _rows(headers: Headers) -> Iterator[str]:
    for it in headers.statuses.constants:
        yield f"| `{it.name}` | {it.value} | {it.text} |\n".replace(" -", " −")
