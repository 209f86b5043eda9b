"""Runs random histories in virtual time on the circuit of the module breaker (plugins/breaker/circuit.rs), and on the
reference below, which is written from the module's page. Both must say the same at each step. Runs 1,000 histories, and
10,000 with MOYA_LONG=1. Tests/steps/modules runs this program.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

HERE = Path(__file__).resolve().parent


class Rules(NamedTuple):
    failures: int
    ratio: float
    least: int
    window: int
    open: int
    probes: int
    successes: int


# ── The reference ──


class Reference:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.period = rules, 0
        self.close()

    def close(self) -> None:
        self.state, self.results = "closed", []  # type: Tuple[str, List[Tuple[int, bool]]]

    def trip(self, now: int) -> str:
        self.state, self.until = "open", now + self.rules.open
        return "opened"

    def admit(self, now: int) -> Tuple[str, Optional[int]]:
        if self.state == "closed":
            return "pass", None
        if self.state == "open" and now < self.until:
            return f"open {self.until - now}", None
        is_over = self.state == "half" and len(self.running) >= self.rules.probes and now >= self.until
        if self.state == "open" or is_over:  # a new period of probes
            self.state, self.until, self.running, self.good = "half", now + self.rules.open, set(), 0
        if len(self.running) >= self.rules.probes:
            return f"probing {self.until - now}", None
        self.period += 1
        self.running.add(self.period)
        return "probe", self.period

    def result(self, now: int, probe: Optional[int], is_good: bool) -> str:
        if self.state == "closed" and probe is None:
            self.results.append((now, is_good))
            row = next((i for i, (_, good) in enumerate(reversed(self.results)) if good), len(self.results))
            step = self.rules.window // 10
            recent = [good for at, good in self.results if at // step > now // step - 10]
            bad = recent.count(False)
            is_full = self.rules.ratio > 0 and bad > 0 and len(recent) >= self.rules.least
            if 0 < self.rules.failures <= row or is_full and bad >= self.rules.ratio * len(recent):
                return self.trip(now)
        elif self.state == "half" and probe in self.running:
            if not is_good:
                return self.trip(now)
            self.give_back(probe)
            self.good += 1
            if self.good >= self.rules.successes:
                self.close()
                return "closed"
        return str(self.state == "closed").lower()

    def give_back(self, probe: Optional[int]) -> str:
        if self.state == "half":
            self.running.discard(probe)
        return str(self.state == "closed").lower()


# ── Histories ──


def history(seed: int) -> Tuple[List[str], List[str]]:
    """Returns the lines for the module's circuit, and what the reference says. Each admitted call ends once: it has a
    result, or the module gives its probe back. By then, the state of the circuit may have changed."""
    some = random.Random(seed)
    rules = Rules(
        some.choice([0, 1, 2, 5]), some.choice([0.0, 0.1, 0.5, 1.0]), some.choice([1, 3, 20]), some.choice([100_000, 1_000_000]),
        some.choice([1_000, 50_000, 500_000]), some.choice([1, 1, 2, 5]), some.choice([1, 1, 2, 3]))
    reference, now, health = Reference(rules), some.randrange(1 << 40), 0.5
    lines, said = [f"rules {' '.join(map(str, rules))}"], []
    running: List[Tuple[Optional[int], Optional[int]]] = []  # the number of a probe in the lines, and in the reference
    probes = 0
    for _ in range(some.randrange(20, 120)):
        now += some.choice([0, 1, 999, some.randrange(20_000), some.randrange(700_000)])
        if some.random() < 0.05:
            health = some.choice([0.0, 0.3, 0.9, 1.0])
        if not running or some.random() < 0.5:
            answer, probe = reference.admit(now)
            lines.append(f"admit {now}")
            said.append(answer)
            if answer in ("pass", "probe"):
                running.append((None if probe is None else probes, probe))
                probes += probe is not None
            continue
        number, probe = running.pop(some.randrange(len(running)))
        if some.random() < 0.2:
            if number is not None:  # a call that passed has nothing to give back
                lines.append(f"back {number}")
                said.append(reference.give_back(probe))
            continue
        is_good = some.random() < health
        lines.append(f"{'good' if is_good else 'bad'} {now} {'-' if number is None else number}")
        said.append(reference.result(now, probe, is_good))
    return lines, said


def compiled(folder: str) -> str:
    program = f"{folder}/machine"
    source = HERE / "breaker/machine.rs"
    subprocess.run(["rustc", "--edition", "2021", "-O", "-D", "warnings", "-A", "dead_code", "-o", program, str(source)], check=True)
    return program


def main() -> int:
    count = 10_000 if os.environ.get("MOYA_LONG") == "1" else 1_000
    histories = [history(seed) for seed in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        text = "".join(f"{line}\n" for lines, _ in histories for line in lines)
        done = subprocess.run([compiled(folder)], input=text, capture_output=True, text=True, check=False)
    answers = iter(done.stdout.splitlines())
    seen: Dict[str, int] = {}
    for seed, (lines, said) in enumerate(histories):
        theirs = [next(answers, "nothing") for _ in said]
        if theirs != said:
            at = next(i for i, pair in enumerate(zip(said, theirs)) if pair[0] != pair[1])
            print(f"not ok - breaker: {count} random histories are those of the reference")
            print(f"    seed {seed}, {lines[0]}: after {lines[1:at + 2][-6:]} the module says {theirs[at]}, the reference {said[at]}")
            return 1
        for word in (answer.split()[0] for answer in said):
            seen[word] = seen.get(word, 0) + 1
    rare = [word for word in ("pass", "open", "probe", "probing", "opened", "closed") if seen.get(word, 0) < count / 10]
    print(f"{'not ok' if rare else 'ok'} - breaker: {count} random histories are those of the reference{', but few say ' + ', '.join(rare) if rare else ''}")
    return bool(rare)


if __name__ == "__main__":
    sys.exit(main())
