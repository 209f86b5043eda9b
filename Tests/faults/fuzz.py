#!/usr/bin/python3
"""Runs the rows of the table with damaged server bytes, and looks for what no damage may cause:

- a crash, a hang, or MOYA_ERROR_OTHER
- two completions of one call
- a descriptor that is not closed, or a later call that fails
- a secret in a message, or text on standard error

    fuzz.py [OPTION…] -- PLAYER…
    --seconds N       how long (60)
    --seed TEXT       repeats a run; default: a new one, which is printed
    --number N        only number N of the run; a finding names its number
    --only PATTERN, --face NAME, --jobs N, --slow FACTOR, --curl VERSION    as for play.py
"""

import argparse
import functools
import itertools
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import play
import playing
import rows
import verdict
from player import Player

# Bytes that have a meaning in HTTP. Damage inserts them where they do not belong.
TOKENS = [
    b"\r\n", b"\r\n\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b",", b";", b"\r\n ", b"\x80", b"\xff", b"-1", b"0",
    b"99999999999999999999", b"ffffffffffffffff", b"0\r\n\r\n", b"Content-Length: 3\r\n", b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip\r\n", b"Content-Encoding: gzip\r\n", b"Content-Encoding: br\r\n", b"Connection: close\r\n",
    b"Location: /x\r\n", b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 304 X\r\n\r\n", b"\x1f\x8b\x08\0",
    b"Set-Cookie: a=b\r\n", b"Trailer: X\r\n", b"Upgrade: h2c\r\n", b"WWW-Authenticate: Basic\r\n",
    b"\0\0\0\x04\0\0\0\0\0", b"\0\0\x04\x03\0\0\0\0\x01\0\0\0\0", b"\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\0\0",
]  # fmt: skip
SKIPPED = ("input", "time")  # rows of `input` have no bytes of a server, and rows of `time` only wait
LIMITS = {"connect_timeout_ms": 2000, "idle_timeout_ms": 400, "total_timeout_ms": 1500}
# The status by which the library says that it does not know what happened. It is a finding.
UNKNOWN = "OTHER"


class Damage:
    """Damages the server's bytes in one run of a row. The seed decides how."""

    def __init__(self, seed: str) -> None:
        self.random, self.lock = random.Random(seed), threading.Lock()

    def __call__(self, data: bytes) -> bytes:
        with self.lock:
            for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
                data = self.once(bytearray(data))
        return data

    def once(self, data: bytearray) -> bytes:
        dice = self.random
        at = self.place(data)
        to = min(len(data), at + int(dice.expovariate(0.1)) + 1)
        match dice.randrange(8):
            case 0 if data:
                data[at] ^= 1 << dice.randrange(8)
            case 1 if data:
                data[at] = dice.randrange(256)
            case 2:
                del data[at:to]
            case 3:
                data[at:at] = data[at:to]
            case 4 | 5:
                data[at:at] = dice.choice(TOKENS)
            case 6:
                data[at:to] = dice.choice(TOKENS)
            case _:
                del data[at:]
        return bytes(data)

    def place(self, data: bytearray) -> int:
        """Chooses where to damage: more often in the head than in the body."""
        if not data:
            return 0
        end = len(data) if self.random.random() < 0.4 else min(len(data), 200)
        return self.random.randrange(end)


class DamagedRound(playing.Round):
    """A row with damaged bytes. Any result is right, as long as the invariants hold."""

    def __init__(self, player: Player, row: rows.Row, folder: Path, seed: str) -> None:
        super().__init__(player, row, folder)
        self.stage.damage = Damage(seed)
        options = {**LIMITS, **(self.row["options"] or {})}
        # Makes each call only once, because each damaged call may take as long as a timeout.
        given, dropped = self.row["calls"] or self.row.calls, {"ends", "times"}
        calls = [{name: call[name] for name in call if name not in dropped} for call in given]
        unseen = {"sees": None, "other_sees": None, "proxy_sees": None}
        self.row = replace(self.row, fields={**self.row.fields, **unseen, "options": options, "calls": calls})
        self.ends: Counter[str] = Counter()

    def judge(self, call: dict[str, Any], came: dict[str, str]) -> Iterator[str]:
        # A damaged frame takes bytes of the next frame, or changes what both ends think of the connection. Over HTTP/2,
        # the next call may then fail.
        if call is verdict.GOOD and not self.row["alpn"]:
            yield from super().judge(call, came)
            return
        status = came.get("status", "nothing")
        self.ends[status] += 1
        if status == UNKNOWN:
            yield f"{UNKNOWN}: {came.get('message')}"
        yield from verdict.of_call({"expect": status}, came)


class Fuzzer(playing.Worker):
    """Gets numbers from `Shared`. Each number decides which row is run, and the damage."""

    def __init__(self, options: argparse.Namespace, chosen: list[rows.Row], folder: Path) -> None:
        super().__init__(options.player, options.slow, folder)
        self.chosen, self.seed = chosen, options.seed
        self.ends: Counter[str] = Counter()

    def play_numbers(self, numbers: Iterator[int], until: float) -> None:
        for number in numbers:
            if time.monotonic() > until:
                break
            seed = f"{self.seed}/{number}"
            row = random.Random(seed).choice(self.chosen)
            self.play(row, f"--seed {self.seed} --number {number}: {row.name}")
        self.finish()

    def round(self, player: Player, row: rows.Row, name: str) -> playing.Round:
        damaged = DamagedRound(player, row, self.folder, name)
        damaged.ends = self.ends
        return damaged


def main() -> int:
    parser = argparse.ArgumentParser()
    play.add_options(parser)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default=str(random.randrange(1 << 32)))
    parser.add_argument("--number", type=int)
    options = parser.parse_args()

    chosen = [row for row in play.chosen_rows(options) if row.kind not in SKIPPED and row["good"] is not False]
    numbers = Shared(itertools.count()) if options.number is None else Shared(iter([options.number]))
    with play.certificates_for(chosen) as folder:
        workers = [Fuzzer(options, chosen, folder) for _ in range(options.jobs)]
        until = time.monotonic() + options.seconds
        play.all_at_once([functools.partial(worker.play_numbers, numbers, until) for worker in workers])
    played = sum(len(worker.found) for worker in workers)
    wrong = [(name, problem) for worker in workers for name, found in worker.found.items() for problem in found]
    if not played:
        wrong.append(("nothing", "was played"))
    wrong += [("the player's end", problem) for worker in workers for problem in worker.ending]
    ends = sum((worker.ends for worker in workers), Counter())
    print(f"{'not ok' if wrong else 'ok'} - damaged rows do no harm: seed {options.seed}, {played} plays [{options.face}]")
    print(f"    {', '.join(f'{status} {count}' for status, count in ends.most_common())}")
    for name, problem in wrong:
        print(f"    {name}: {problem}".replace("\n", "\n        "))
    return 1 if wrong else 0


class Shared:
    """Gives out numbers. All threads share one sequence."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self.numbers, self.lock = numbers, threading.Lock()

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        with self.lock:
            return next(self.numbers)


if __name__ == "__main__":
    sys.exit(main())
