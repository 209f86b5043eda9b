"""Draws plots of the measurements that `script/bench --json FILE` has written."""

import json
from pathlib import Path
from typing import Any

from drawing import Drawing

#: The rows of the benchmark that a plot shows: the row's name, its label in the plot, and the name of its baseline.
THROUGHPUT = (
    ("64 in flight, callbacks", "C, 64 calls in flight", "libcurl"),
    ("64 in flight over HTTP/2, callbacks", "C, 64 calls over HTTP/2", "libcurl"),
    ("1000 at once", "C, 1000 calls at once", "libcurl"),
    ("blocking", "C, one blocking call at a time", "libcurl"),
    ("swift: 64 in flight, async", "Swift async, 64 in flight", "libcurl in C"),
    ("Python asyncio, 64 in flight", "Python asyncio, 64 in flight", "aiohttp"),
)
COSTS = (
    ("system calls per request, 64 in flight, callbacks", "system calls, callbacks", "libcurl"),
    ("system calls per request, 64 in flight, queue", "system calls, queue", "libcurl"),
    ("system calls per request, blocking", "system calls, blocking", "libcurl"),
    ("allocations per request, 64 in flight", "allocations, callbacks", "libcurl"),
    ("allocations per request, blocking", "allocations, blocking", "libcurl"),
)


def figures(file: Path) -> "dict[str, Drawing]":
    rows = {it["name"]: it for it in map(json.loads, file.read_text().splitlines())}
    return {
        "throughput": bars(rows, THROUGHPUT, "Requests per second on two cores; longer is better", "throughput"),
        "costs": bars(rows, COSTS, "Per request; shorter is better", "costs"),
    }


def bars(rows: "dict[str, dict[str, Any]]", shown: "tuple[tuple[str, str, str], ...]", title: str, name: str) -> Drawing:
    """Draws two bars for each row: the value of libmoya, and below it the value of the baseline."""
    missing = [key for key, _, _ in shown if not rows.get(key, {}).get("baseline")]
    if missing:
        raise SystemExit(f"{name}: the measurements have no row {', '.join(map(repr, missing))}")
    it = Drawing(720, 40 + 56 * len(shown), title)
    it.text(0, 16, title, weight=600)
    left, right = 230, 530
    scale = (right - left) / max(max(rows[key]["ours"], rows[key]["baseline"]) for key, _, _ in shown)
    for number, (key, label, other) in enumerate(shown):
        y, row = 36 + 56 * number, rows[key]
        it.text(left - 12, y + 25, label, anchor="end")
        for place, (kind, value, whose) in enumerate((("o", row["ours"], "libmoya"), ("p", row["baseline"], other))):
            it.bar(left, y + 22 * place, value * scale, 18, kind)
            it.text(left + value * scale + 8, y + 22 * place + 14, f"{figure(value)}  {whose}", "t" if place == 0 else "m", size=13)
        if row.get("ratio") and name == "throughput":
            it.text(720, y + 25, f"{row['ratio']:.1f}×", anchor="end", weight=600)
    return it


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def differences(file: Path, page: Path) -> "list[str]":
    """Returns the names of rows whose values in the first table of docs/performance.md differ from the measurements."""
    lines = page.read_text().split("| work | ours | baseline | unit | ratio |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    shown = {cells[1]: cells[2:6] for cells in ([it.strip() for it in line.split("|")] for line in lines)}
    measured = {it["name"]: it for it in map(json.loads, file.read_text().splitlines())}
    return [name for name in {**shown, **measured} if name not in shown or name not in measured or shown[name] != cells_of(measured[name])]


def cells_of(row: "dict[str, Any]") -> "list[str]":
    def cell(value: "float | None") -> str:
        return "–" if value is None else f"{value:,}"

    return [cell(row["ours"]), cell(row["baseline"]), row["unit"], "–" if row["ratio"] is None else f"{row['ratio']:.2f}×"]
