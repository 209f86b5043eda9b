#!/usr/bin/python3
"""Writes docs/strictness.md: what each row of the table is, what the library returns, and what other clients do.

    strictness.py [--new] PYTHON    runs the rows with plain libcurl, and with the clients of that Python's packages;
                                    --new: runs only rows that differ from the page, and changes no other cells
    strictness.py --check           checks that the page names every row and no other, with what the library returns
"""

import argparse
import functools
import re
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import play
import playing
import rows
import verdict
from player import Player

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/strictness.md"
KINDS = {
    "framing": "Framing", "reuse": "Connections that are used again", "time": "Time", "decoding": "Content codings",
    "redirects": "Redirects and credentials", "tls": "TLS", "http2": "HTTP/2", "proxies": "Proxies", "input": "Input",
    "trailers": "Trailers of requests",
}  # fmt: skip
HELD = "held"  # in a cell: the client does the same as the library


@dataclass
class Client:
    """Another client, run by a program of clients/. `lacks` are the options that it does not have."""

    name: str
    script: str
    lacks: set[str] = field(default_factory=set)
    speaks_http2: bool = False

    def can_play(self, row: rows.Row) -> bool:
        needs_http2 = bool(row["alpn"]) and "http/1.1" not in row["alpn"]
        together = any(call.get("alone") is False for call in row.calls)  # the programs make one call at a time
        return row["compare"] is not False and not (needs_http2 and not self.speaks_http2) and not together and not self.lacks & set(row["options"] or {})


CLIENTS = [
    Client("curl", "curl", {"idle_timeout_ms", "max_connections_per_host"}, speaks_http2=True),
    Client("httpx", "httpx", {"total_timeout_ms", "max_body_size", "max_connections_per_host"}, speaks_http2=True),
    Client("requests", "requests", {"total_timeout_ms", "max_body_size", "max_connections_per_host"}),
    Client("aiohttp", "aiohttp", {"max_body_size", "max_connections_per_host"}),
    Client("urllib3", "urllib3", {"max_body_size", "max_connections_per_host"}),
]


class Comparison(playing.Round):
    """Runs a row with another client. Any error counts as the expected one, because other clients have other names for
    errors."""

    def judge(self, call: dict[str, Any], came: dict[str, str]) -> Iterator[str]:
        wanted = call.get("expect", "OK")
        allowed = [wanted] if isinstance(wanted, str) else wanted
        refused = came.get("status") != "OK"
        if call is verdict.GOOD:
            if any(verdict.of_call(call, came)):
                yield "spoils the next call"
        elif refused and allowed == ["OK"]:
            yield "refuses"
        elif not refused and "OK" not in allowed:
            yield "accepts"
        elif not refused and any(verdict.of_call({**call, "expect": "OK"}, came)):
            yield "reads it otherwise"
        if rows.SECRET in came.get("message", ""):
            yield "shows a secret"

    def judge_servers(self) -> Iterator[str]:
        if any(super().judge_servers()):
            yield "sends otherwise"

    def judge_descriptors(self, before: int) -> Iterator[str]:
        return iter(())


class Comparer(playing.Worker):
    def round(self, player: Player, row: rows.Row, name: str) -> playing.Round:
        return Comparison(player, row, self.folder)


def measure(client: Client, python: str, chosen: list[rows.Row], folder: Path) -> dict[str, list[str]]:
    """Runs the rows with one client. Returns what is wrong with each row, in the words that the page uses."""
    command = ["/usr/bin/python3" if client.script == "curl" else python, str(HERE / f"clients/with_{client.script}.py")]
    todo = deque(row for row in chosen if client.can_play(row))
    workers = [Comparer(command, 0.4, folder) for _ in range(4)]

    def work(worker: Comparer) -> None:
        while todo:
            row = todo.popleft()
            worker.play(row, row.name)
        worker.finish()

    play.all_at_once([functools.partial(work, worker) for worker in workers])
    return {name: [in_words(problem) for problem in found] for worker in workers for name, found in worker.found.items()}


def in_words(problem: str) -> str:
    if "hangs" in problem:
        return "hangs"
    return "crashes" if problem.startswith("the player ended") else problem.splitlines()[0][:40]


WORDS = ["crashes", "hangs", "spoils the next call", "accepts", "refuses", "reads it otherwise", "sends otherwise"]


def cell(row: str, variants: list[rows.Row], measured: dict[str, list[str]]) -> str:
    """Returns the cell of one row for one client: the result of the worst variant, and how many variants are wrong."""
    played = [measured[variant.name] for variant in variants if variant.name in measured]
    if not played:
        return "–"
    worst = [next((word for word in WORDS if word in found), "") for found in played]
    wrong = [word for word in worst if word]
    if not wrong:
        return HELD
    word = min(wrong, key=WORDS.index)
    return f"**{word}**" if len(wrong) == len(played) else f"**{word}**, {len(wrong)} of {len(played)}"


def answer(row: rows.Row) -> str:
    """Returns what the library must return according to the table."""
    ends = []
    for call in row["calls"] or row.calls:  # a call that is made several `times` counts once
        wanted = call.get("expect", "OK")
        ends.append(" or ".join([wanted] if isinstance(wanted, str) else wanted))
    return ", then ".join(ends)


def escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def grouped(chosen: list[rows.Row]) -> dict[str, dict[str, list[rows.Row]]]:
    kinds: dict[str, dict[str, list[rows.Row]]] = {kind: {} for kind in KINDS}
    for row in chosen:
        kinds.setdefault(row.kind, {}).setdefault(row.id, []).append(row)
    return kinds


def own_cells(variants: list[rows.Row]) -> str:
    """Returns the part of a line that depends on the table alone."""
    row = variants[0]
    return f"| `{row.id}`: {escaped(row.fields['what'])} | {escaped(row.fields['rule'])} | {answer(row)} |"


def known_cells(text: str) -> dict[str, list[str]]:
    """Returns the cells of the other clients on the page. The key is the part of the line that depends on the table
    alone."""
    found = {}
    for line in text.splitlines():
        parts = re.split(r"(?<!\\)\|", line)
        if line.startswith("| `") and len(parts) == len(CLIENTS) + 5:
            found["|".join(parts[:4]) + "|"] = [part.strip() for part in parts[4:-1]]
    return found


def page(
    chosen: list[rows.Row], measured: dict[str, dict[str, list[str]]], versions: dict[str, str], old: str = ""
) -> str:
    kinds = grouped(chosen)
    known = known_cells(old)
    # If there is an old page, uses the versions of its clients, because most of its cells were measured with them.
    written = re.search(r"^\| \| libmoya \| (.*) \|$", old, re.MULTILINE)
    names = written[1].split(" | ") if written else [f"{client.name} {versions[client.script]}" for client in CLIENTS]
    cells = {
        (ident, client.name): known[own][index] if (own := own_cells(variants)) in known
        else cell(ident, variants, measured[client.name])
        for group in kinds.values() for ident, variants in group.items() for index, client in enumerate(CLIENTS)
    }  # fmt: skip
    out = [INTRODUCTION, f"| | libmoya | {' | '.join(names)} |", "|---" * (len(names) + 2) + "|"]
    count = sum(len(group) for group in kinds.values())
    held = Counter(name for (_, name), text in cells.items() if text == HELD)
    played = Counter(name for (_, name), text in cells.items() if text != "–")
    shown = {name: sum("shows a secret" in found for found in of.values()) for name, of in measured.items()}
    out.append(f"| rows held, of those tested | {count} of {count} | " + " | ".join(
        f"{held[client.name]} of {played[client.name]}" for client in CLIENTS) + " |")  # fmt: skip
    before = re.search(r"^\| errors that show a secret .*$", old, re.MULTILINE)
    secrets = "| errors that show a secret | 0 | " + " | ".join(str(shown[client.name]) for client in CLIENTS) + " |"
    out.append(before[0] if before else secrets)
    for kind, group in kinds.items():
        if not group:
            continue
        out += ["", f"## {KINDS.get(kind, kind)}", "", f"| case | rule | libmoya | {' | '.join(names)} |"]
        out.append("|---" * (len(names) + 3) + "|")
        for ident, variants in group.items():
            out.append(own_cells(variants) + "".join(f" {cells[ident, client.name]} |" for client in CLIENTS))
    return "\n".join(out) + "\n"


INTRODUCTION = """# Strictness

<!-- Written by script/strictness from Tests/faults/rows: change those, and run it again. -->

This page lists what servers and callers do wrong, what libmoya returns, and what other clients do with the same bytes.
Every case is a row of the table in [Tests/faults](../Tests/faults/README.md). `script/test faults` tests each row in C,
Python and Swift.

The libmoya column has the status of the call: a name of `moya.h` without `MOYA_ERROR_`. If it has several statuses with
"or" between them, each of them is right.

The other columns have these values:

| value | meaning |
|---|---|
| *held* | the client does what the rule says. If an error is right, any class of error counts |
| **accepts** | the client returned a response although an error is right |
| **refuses** | the client returned an error although a response is right |
| **reads it otherwise** | the client returned another status or body |
| **sends otherwise** | the server did not receive what it should (for example a POST once), or received what it should not (for example a secret) |
| **spoils the next call** | a correct request after it fails |
| **hangs** | the client did not end in time |
| *3 of 5* | the client was wrong in 3 of the 5 variants of the row. The word before the numbers names the worst result |
| – | the client has no such option or does not speak HTTP/2, or the rule is libmoya's own |

All clients reuse connections, follow redirects and ask for the codings that they know. All other options have the
client's defaults.
"""


def versions_of(python: str) -> dict[str, str]:
    code = "import importlib.metadata as m, sys; print(*(m.version(n) for n in sys.argv[1:]))"
    names = [client.script for client in CLIENTS if client.script != "curl"]
    said = subprocess.run([python, "-c", code, *names], check=True, capture_output=True, text=True).stdout.split()
    features = subprocess.run(
        ["/usr/bin/python3", "-c", "import ctypes, ctypes.util as u; c = ctypes.CDLL(u.find_library('curl'));"
         "c.curl_version.restype = ctypes.c_char_p; print(c.curl_version().decode())"],
        check=True, capture_output=True, text=True).stdout  # fmt: skip
    found = re.search(r"libcurl/([\d.]+)", features)
    return dict(zip(names, said)) | {"curl": found[1] if found else ""}


def check() -> int:
    """Compares the page with the table."""
    text = PAGE.read_text() if PAGE.exists() else ""
    wanted = {ident: own_cells(variants) for group in grouped(rows.load()).values() for ident, variants in group.items()}
    named = set(re.findall(r"^\| `([^`]+)`: ", text, re.MULTILINE))
    wrong = [f"{ident} is missing, or stands there otherwise" for ident, line in wanted.items() if line not in text]
    wrong += [f"{ident} is no row" for ident in sorted(named - set(wanted))]
    print(f"{'not ok' if wrong else 'ok'} - docs/strictness.md names every row of the table, as it is")
    for line in wrong:
        print(f"    {line}: run script/strictness")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--new", action="store_true")
    parser.add_argument("python", nargs="?", default=sys.executable)
    options = parser.parse_args()
    if options.check:
        return check()
    chosen = rows.load()
    old = PAGE.read_text() if options.new and PAGE.exists() else ""
    known = known_cells(old)
    fresh = [row for group in grouped(chosen).values() for same in group.values() if own_cells(same) not in known for row in same]
    with play.certificates_for(chosen) as folder:
        measured = {client.name: measure(client, options.python, fresh, folder) for client in CLIENTS}
    PAGE.write_text(page(chosen, measured, versions_of(options.python), old))
    return 0


if __name__ == "__main__":
    sys.exit(main())
