"""Runs rows: once with one player, or many rows with a worker."""

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rows
import verdict
from player import Died, Player, arguments, outcome, text
from stage import Stage


class Round:
    """Runs one row once with one player."""

    def __init__(self, player: Player, row: rows.Row, folder: Path) -> None:
        self.player, self.stage = player, Stage(row, folder)
        self.row = self.stage.row
        self.started = 0

    def play(self) -> Iterator[str]:
        """Runs the row. Yields what is wrong, in sentences."""
        try:
            before = len(self.player.descriptors())
            options = dict(self.row["options"] or {})
            options.setdefault("proxy", "")
            if not self.asserts_a_time():
                # Under valgrind, a call that must end first may take ten times as long. So all times of the row become
                # longer.
                self.stage.slowness = self.player.slowness
                slow = {name: round(value * self.player.slowness) for name, value in options.items() if name.endswith("_ms")}
                options |= slow
            if self.row["tls"] or self.row["other_tls"] or self.row["proxy_tls"]:
                options.setdefault("ca_file", self.stage.names["certificates"] + "/ca.pem")
            self.player.tell("provider", *(f"{name}={value}" for name, value in options.items()))
            status, message = [text(word) for word in self.player.expect("provider")]
            if status == "OK":
                yield from self.play_calls()
                if (most := self.row["holds"]) is not None and (more := self.player.await_descriptors(before + most)):
                    yield f"more than {most} descriptors held: {more}"
                self.player.tell("close")
                self.player.expect("closed")
            else:
                yield from self.judge(self.row.calls[0], {"status": status, "message": message})
            yield from self.judge_descriptors(before)
        finally:
            self.stage.close()
        yield from self.stage.problems

    def asserts_a_time(self) -> bool:
        """Returns whether timeouts must stay as they are, because a call must time out or its message contains the
        time."""
        calls = self.row.calls
        alone = all(call.get("alone") is not False for call in calls)
        names_a_time = any(" ms" in str(words) for words in self.row["says"] or [])
        return alone and (names_a_time or any(
            "TIMEOUT" in str(call.get("expect", self.row["expect"])) for call in calls))

    def play_calls(self) -> Iterator[str]:
        waiting: list[tuple[int, dict[str, Any]]] = []
        for call in self.row.calls:
            self.started += 1
            waiting.append((self.started, call))
            alone = call.get("alone") is not False
            self.player.tell("call" if alone and len(waiting) == 1 else "start", str(self.started), *self.words(call))
            if alone:
                yield from self.wait(waiting)
                waiting = []
                self.stage.after_call()
        yield from self.judge_servers()
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
        """Waits for the end of these calls. The `ends` of a call is its expected position: 1 ends first."""
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
            yield from self.judge(call, outcome(words[1:]))
        released += [int(self.player.expect("released")[0]) for _ in range(len(calls) - len(released))]
        if sorted(released) != sorted(number for number, _ in calls):
            yield f"released {released}"

    def judge(self, call: dict[str, Any], came: dict[str, str]) -> Iterator[str]:
        yield from verdict.of_call(call, came)

    def judge_servers(self) -> Iterator[str]:
        for name, server in self.stage.servers.items():
            if sees := self.row["sees" if name == "main" else f"{name}_sees"]:
                yield from verdict.of_server(name, sees, server)

    def judge_descriptors(self, before: int) -> Iterator[str]:
        if more := self.player.await_descriptors(before):
            yield f"descriptors gained: {more}"


class Worker:
    """Runs rows with its own player. Starts another player if this one dies."""

    def __init__(self, command: list[str], slowness: float, folder: Path) -> None:
        self.command, self.slowness, self.folder = command, slowness, folder
        self.found: dict[str, list[str]] = {}
        self.player: Player | None = None
        self.ending: list[str] = []

    def play(self, row: rows.Row, name: str) -> None:
        """Runs one row and adds what is wrong to `found`. If the player dies, another one replaces it for the next
        row."""
        problems = self.found[name] = []
        try:
            if self.player is None:
                self.player = Player(self.command, self.slowness)
                warm_up(self.player)
            problems += self.round(self.player, row, name).play()
            for line in self.player.hear_at_once():
                problems.append(f"another completion, or words of its own: {line!r:.300}")
            if said := self.player.take_errors():
                problems.append(f"on standard error: {said[-3000:]}")
        except Exception as problem:  # an error of this program counts, too, because the row was not run
            problems.append(str(problem) if isinstance(problem, (Died, rows.BadRow)) else traceback.format_exc())
            if self.player:
                self.player.kill()
            self.player = None

    def round(self, player: Player, row: rows.Row, name: str) -> Round:
        return Round(player, row, self.folder)

    def finish(self) -> None:
        """Ends the player. Sanitizers and valgrind report at the end of a program, and set its exit status."""
        if self.player is None:
            return
        status, said = self.player.end(), self.player.take_errors()
        if status or said:
            self.ending.append(f"ended with status {status}\n{said[-3000:]}")


def warm_up(player: Player) -> None:
    """Makes a first call, with which a library opens descriptors that it never closes (those of Dispatch, and of the
    loops of blocking callers)."""
    player.tell("provider", "proxy=", "connect_timeout_ms=1000")
    player.expect("provider")
    player.tell("call", "0", "base=http://127.0.0.1:9", "path=/", "method=GET")
    player.expect("end")
    player.expect("released")
    player.tell("close")
    player.expect("closed")
    player.take_errors()  # valgrind prints that it cannot read all debug information
