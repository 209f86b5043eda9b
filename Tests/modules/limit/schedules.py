"""Runs 1,000 random schedules in virtual time. The limit and a model of it must give the same times, and no window of
time may have too many permissions.

    schedules.py PROGRAM       PROGRAM: schedule.c, compiled
"""

import random
import subprocess
import sys
from typing import List, Tuple

from model import times

Schedule = Tuple[float, int, List[Tuple[int, int, int]]]


def schedule(seed: int) -> Schedule:
    dice = random.Random(seed)
    rate = dice.choice([0.2, 1, 3, 7.5, 50, 333, 1000, 20000])
    burst, interval, now, steps = dice.choice([1, 1, 2, 5, 40]), int(1_000_000 / rate) + 1, 1_000_000_000, []
    for _ in range(dice.randrange(5, 60)):
        now += dice.choice([0, 0, 1, dice.randrange(interval), dice.randrange(interval * burst * 2)])
        pause = dice.randrange(1, interval * 20) if dice.random() < 0.04 else 0
        wait = dice.choice([2**50, 2**50, interval * 3, 0, -1])
        steps.append((now, pause, wait))
    return rate, burst, steps


def crowded(rate: float, burst: int, taken: List[int]) -> bool:
    """Returns true if some window of time has more permissions than rate × window + burst."""
    interval = -(-1_000_000 // rate)
    for first, start in enumerate(taken):
        for last in range(first, len(taken)):
            if last - first + 1 > (taken[last] - start) / interval + burst:
                return True
    return False


def main() -> int:
    rows = [schedule(seed) for seed in range(1000)]
    lines = []
    for rate, burst, steps in rows:
        lines += [f"{rate} {burst}", *(f"{now} {pause} {wait}" for now, pause, wait in steps)]
    said = [int(word) for word in subprocess.run([sys.argv[1]], input="\n".join(lines), capture_output=True, text=True, check=True).stdout.split()]
    wrong: List[object] = []
    full = []
    for seed, (rate, burst, steps) in enumerate(rows):
        got, said = said[:len(steps)], said[len(steps):]
        if got != times(rate, burst, steps):
            wrong.append((seed, rate, burst, steps, got, times(rate, burst, steps)))
        taken = [at for at, (now, _, wait) in zip(got, steps) if at - now <= wait]
        if crowded(rate, burst, taken):
            full.append(seed)
    print(f"{'not ok' if wrong else 'ok'} - limit: 1,000 random schedules have the times of the model")
    print(f"{'not ok' if full else 'ok'} - limit: no window of them has more than rate × window + burst")
    if wrong:
        print("   ", len(wrong), wrong[0])
    return bool(wrong or full)


if __name__ == "__main__":
    sys.exit(main())
