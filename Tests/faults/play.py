#!/usr/bin/python3
"""Plays the table against a face of the library, and prints `ok - …` or `not ok - …` for each row.

    play.py [OPTION…] -- PLAYER…     PLAYER: the command of a program that speaks player.py's lines
    --face NAME       whose rows (`faces`) are played; named behind each row
    --curl VERSION    which rows (`needs`) can be played with this libcurl; default: all
    --only PATTERN    rows whose kind (the file), id or id/variant matches; may be repeated
    --file PATH       rows of another file instead of rows/*.toml; may be repeated
    --jobs N          players at the same time: rows that wait, wait together
    --slow FACTOR     how much longer than usual everything may take
    -v                says what came of each variant
"""

import argparse
import sys
import tempfile
import threading
import traceback
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers/peers"))

import certificates
import rows
import verdict
from player import Died, Player, arguments, outcome, text
from stage import Stage


class Round:
    """One row, played once by one player."""

    def __init__(self, player: Player, row: rows.Row, folder: Path) -> None:
        self.player, self.stage = player, Stage(row, folder)
        self.row = self.stage.row
        self.started = 0

    def play(self) -> Iterator[str]:
        """What is wrong."""
        try:
            before = len(self.player.descriptors())
            options = dict(self.row["options"] or {})
            options.setdefault("proxy", "")
            if self.row["tls"] or self.row["other_tls"] or self.row["proxy_tls"]:
                options.setdefault("ca_file", self.stage.names["certificates"] + "/ca.pem")
            self.player.tell("provider", *(f"{name}={value}" for name, value in options.items()))
            status, message = [text(word) for word in self.player.expect("provider")]
            if status == "OK":
                yield from self.play_calls()
                self.player.tell("close")
                self.player.expect("closed")
            else:
                yield from verdict.of_call(self.row.calls[0], {"status": status, "message": message})
            if more := self.player.await_descriptors(before):
                yield f"descriptors gained: {more}"
        finally:
            self.stage.close()
        yield from self.stage.problems

    def play_calls(self) -> Iterator[str]:
        waiting: list[tuple[int, dict[str, Any]]] = []
        for call in self.row.calls:
            self.started += 1
            waiting.append((self.started, call))
            alone = not call.get("alone") is False
            self.player.tell("call" if alone and len(waiting) == 1 else "start", str(self.started), *self.words(call))
            if alone:
                yield from self.wait(waiting)
                waiting = []
                self.stage.after_call()
        for name, server in self.stage.servers.items():
            if sees := self.row["sees" if name == "main" else f"{name}_sees"]:
                yield from verdict.of_server(name, sees, server)
        where = self.row["good"]
        if where is not False:
            self.started += 1
            self.player.tell("call", str(self.started), *self.words(verdict.GOOD, where or "main"))
            for problem in self.wait([(self.started, verdict.GOOD)]):
                yield f"the next good call: {problem}"

    def words(self, call: dict[str, Any], server: str = "main") -> list[str]:
        scheme = "https" if self.stage.servers[server].context else "http"
        call = {"base": f"{scheme}://{self.stage.names[server]}", "path": "/fault", **call}
        if call.get("secret") is not False:
            headers = [f"Authorization: Bearer {rows.SECRET}", *call.get("headers", [])]
            call["headers"] = headers
            if "data" not in call:
                call["query"] = {**call.get("query", {}), "token": rows.SECRET}
        return arguments(call)

    def wait(self, calls: list[tuple[int, dict[str, Any]]]) -> Iterator[str]:
        """For the end of these calls; `ends` says which comes when."""
        waiting = dict(calls)
        released: list[int] = []
        for place in range(1, len(calls) + 1):
            word, *words = self.player.hear()
            while word == "released":
                released.append(int(words[0]))
                word, *words = self.player.hear()
            call = waiting.pop(int(words[0]), None) if word == "end" else None
            if call is None:
                yield f"{word} {words!r:.300} instead of the end of {list(waiting)}"
                continue
            if call.get("ends", place) != place:
                yield f"{call.get('path', 'the call')} ended as number {place} instead of {call['ends']}"
            yield from verdict.of_call(call, outcome(words[1:]))
        released += [int(self.player.expect("released")[0]) for _ in range(len(calls) - len(released))]
        if sorted(released) != sorted(number for number, _ in calls):
            yield f"released {released}"


class Worker(threading.Thread):
    """Plays rows from a shared list with a player of its own; takes another when that dies."""

    def __init__(self, command: list[str], slowness: float, todo: list[rows.Row], folder: Path) -> None:
        super().__init__(daemon=True)
        self.command, self.slowness, self.todo, self.folder = command, slowness, todo, folder
        self.found: dict[str, list[str]] = {}
        self.player: Player | None = None
        self.ending: list[str] = []

    def run(self) -> None:
        while self.todo:
            try:
                row = self.todo.pop(0)
            except IndexError:
                break
            problems: list[str] = []
            self.found[row.name] = problems
            try:
                if self.player is None:
                    self.player = Player(self.command, self.slowness)
                    warm_up(self.player)
                for problem in Round(self.player, row, self.folder).play():
                    problems.append(problem)
                for line in self.player.hear_at_once():
                    problems.append(f"another completion, or words of its own: {line!r:.300}")
                if said := self.player.take_errors():
                    problems.append(f"on standard error: {said[-3000:]}")
            except Exception as problem:  # of this program too: the row has not been played
                problems.append(str(problem) if isinstance(problem, (Died, rows.BadRow)) else traceback.format_exc())
                if self.player:
                    self.player.kill()
                self.player = None
        if self.player and ((status := self.player.end()) != 0 or (said := self.player.take_errors())):
            said = self.player.take_errors() if status else said
            self.ending.append(f"ended with status {status}\n{said[-3000:]}")


def warm_up(player: Player) -> None:
    """A library opens descriptors that it keeps (Dispatch's, the loops of blocking callers) with its first call."""
    player.tell("provider", "proxy=", "connect_timeout_ms=1000")
    player.expect("provider")
    player.tell("call", "0", "base=http://127.0.0.1:9", "path=/", "method=GET")
    player.expect("end")
    player.expect("released")
    player.tell("close")
    player.expect("closed")
    player.take_errors()  # valgrind says that it cannot read all debug information


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--face", default="C")
    parser.add_argument("--curl", default="999")
    parser.add_argument("--only", action="append")
    parser.add_argument("--file", action="append", type=Path)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--slow", type=float, default=1.0)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("player", nargs="+")
    options = parser.parse_args()

    curl = rows.version(options.curl)
    chosen = [row for row in rows.load(options.only, options.file) if row.runs_on(options.face, curl)]
    with tempfile.TemporaryDirectory(prefix="moya-faults-") as name:
        folder = Path(name)
        if any(row["tls"] or row["other_tls"] or row["proxy_tls"] for row in chosen):
            certificates.make(folder)
        todo = sorted(chosen, key=lambda row: row.kind != "time")  # what waits begins first
        workers = [Worker(options.player, options.slow, todo, folder) for _ in range(options.jobs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    found = {name: problems for worker in workers for name, problems in worker.found.items()}
    failed = report(chosen, found, options.face, options.verbose)
    for worker in workers:
        for problem in worker.ending:
            failed += 1
            print(f"not ok - the player's end [{options.face}]\n    {problem}".replace("\n", "\n    "))
    return 1 if failed else 0


def report(chosen: list[rows.Row], found: dict[str, list[str]], face: str, verbose: bool) -> int:
    """One line for each row, whatever its variants."""
    variants: dict[str, list[rows.Row]] = defaultdict(list)
    for row in chosen:
        variants[row.id].append(row)
    failed = 0
    for ident, played in variants.items():
        wrong = [(row, problem) for row in played for problem in found.get(row.name, ["not played"])]
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} - {played[0].kind}: {ident}: {played[0].fields['what']} [{face}]")
        for row, problem in wrong:
            print(f"    {row.name}: {problem}".replace("\n", "\n        "))
        if verbose:
            for row in played:
                print(f"    {row.name}: {'wrong' if found.get(row.name) else 'right'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
