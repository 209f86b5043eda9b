"""Reads the table of faults (rows/*.toml). Makes a row for each variant, and fills in the placeholders. README.md
describes the format."""

import fnmatch
import itertools
import re
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import content

ROWS = Path(__file__).resolve().parent / "rows"
PLACEHOLDER = re.compile(r"\$\{(?:(\d+)\*)?([^${}]+)\}")
SECRET = "s3cret"

# The keys that a row, a request and an expectation may have.
EXPECTED = {"expect", "says", "http", "body", "partial", "header", "url", "size"}
REQUEST = {"method", "base", "path", "headers", "query", "data", "as", "trailers", "secret", "alone", "ends", "times"}
SERVERS = ("main", "other", "proxy")
ROW = {
    "id", "what", "rule", "variants", "grid", "answer", "script", "scripts", "other", "proxy", "request", "calls", "tls",
    "other_tls", "proxy_tls", "tls_newest", "tls_tickets", "alpn", "options", "content", "sees", "other_sees", "proxy_sees", "faces",
    "needs", "fuzz", "good", "compare", "holds",
}  # fmt: skip
SEES = {"requests", "has", "lacks", "last", "connections"}


class BadRow(Exception):
    """Raised for a row that cannot be run. The text names the row and the reason."""


@dataclass(frozen=True)
class Row:
    """One row, or one variant of a row."""

    kind: str
    id: str
    fields: dict[str, Any]
    variant: str | None = None
    value: str = ""
    #: For a `grid`, the value of each name.
    values: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.id if self.variant is None else f"{self.id}/{self.variant}"

    def __getitem__(self, key: str) -> Any:
        return self.fields.get(key)

    def runs_on(self, face: str, curl: tuple[int, ...]) -> bool:
        """Returns true if the row is run with this face and this version of libcurl. A face is a language and a way to
        make calls. Each text in the row's `faces` is the beginning of names of faces. So "c" means all of C, and "c
        send" means one way in C."""
        chosen = any(face.lower().startswith(begin) for begin in self["faces"] or ("",))
        # The library does not use HTTP/2 with an older libcurl.
        oldest = "8.21.0" if self.kind == "http2" else "0"
        return chosen and version(self["needs"] or oldest) <= curl

    def filled(self, names: dict[str, str]) -> "Row":
        """Returns the row with every placeholder replaced."""
        names = {**names, **self.values, "v": self.value}
        names["v"] = fill(self.value, names)
        if self["content"] is not None:
            made = content.make(fill(self["content"], names))
            names |= {"content": made.decode("latin-1"), "length": str(len(made))}
        return replace(self, fields=fill(self.fields, names))

    @property
    def calls(self) -> list[dict[str, Any]]:
        """Returns the calls of the row, each with the result that it must have."""
        calls = self["calls"]
        if not calls:
            calls = [{**(self["request"] or {}), **{key: self[key] for key in EXPECTED if key in self.fields}}]
        return [call for call in calls for _ in range(call.get("times", 1))]

    def scripts(self, server: str) -> list[list[Any]]:
        """Returns the scripts of a server, one for each connection in turn. If a script begins with "every", it is also
        for all later connections."""
        if server == "main":
            if self["answer"] is not None:
                return [["every", "read", {"send": self["answer"]}, "close"]]
            given = self["scripts"] or ([self["script"]] if self["script"] else [])
        else:
            given = self[server] or []
        if given and not isinstance(given[0], list):
            given = [given]
        return given


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def fill(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return PLACEHOLDER.sub(lambda match: replacement(match, names), value)
    if isinstance(value, list):
        return [fill(item, names) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, names) for key, item in value.items()}
    return value


def replacement(match: re.Match[str], names: dict[str, str]) -> str:
    """Replaces placeholders: ${name}, ${1000*text}, ${1000*name}."""
    times, name = match.groups()
    if times is None and name not in names:
        raise BadRow(f"no placeholder {match[0]}")
    return names.get(name, name) * int(times or 1)


def check(row: dict[str, Any], place: str) -> None:
    """Checks a row. Errors name the file, the row and the field, so a typing mistake in a new row is easy to find."""
    place = f"{place}: {row.get('id', 'a row without an id')}"

    def known(given: dict[str, Any], names: set[str], what: str) -> None:
        if wrong := set(given) - names:
            raise BadRow(f"{place}: {what} has no {', '.join(sorted(wrong))}; there is {', '.join(sorted(names))}")

    for name in ("id", "what", "rule"):
        if not isinstance(row.get(name), str):
            raise BadRow(f"{place}: `{name}` is missing")
    if row.get("calls"):
        known(row, ROW, "a row with `calls`")
        for call in row["calls"]:
            known(call, REQUEST | EXPECTED, "a call")
    else:
        known(row, ROW | EXPECTED, "a row")
        known(row.get("request", {}), REQUEST, "a request")
    for sees in ("sees", "other_sees", "proxy_sees"):
        known(row.get(sees, {}), SEES, f"`{sees}`")
    if sum(name in row for name in ("answer", "script", "scripts")) > 1:
        raise BadRow(f"{place}: one of `answer`, `script` and `scripts`")


def load(patterns: list[str] | None = None, files: list[Path] | None = None) -> list[Row]:
    """Returns all rows in the order of the files. If there are patterns, returns only the rows whose kind, id or name
    matches a pattern."""
    found: list[Row] = []
    seen: set[str] = set()
    for path in files or sorted(ROWS.glob("*.toml")):
        document = tomllib.loads(path.read_text())
        for fields in document.get("row", []):
            fields = {**document.get("every", {}), **fields}
            check(fields, path.name)
            if fields["id"] in seen:
                raise BadRow(f"{path.name}: {fields['id']} comes twice")
            seen.add(fields["id"])
            variants = fields.get("variants", {None: ""})
            if isinstance(variants, list):
                variants = {value: value for value in variants}
            if grid := fields.get("grid"):
                cells = itertools.product(*({str(it): str(it) for it in values} for values in grid.values()))
                found += [
                    Row(path.stem, fields["id"], fields, "-".join(cell), values=dict(zip(grid, cell))) for cell in cells
                ]
                continue
            found += [Row(path.stem, fields["id"], fields, name, value) for name, value in variants.items()]
    if not patterns:
        return found
    return [row for row in found if any(fnmatch.fnmatch(name, p) for p in patterns for name in (row.kind, row.id, row.name))]
