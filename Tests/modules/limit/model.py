"""A second implementation of the limit, as a model for tests: a bucket of permissions that fills steadily.

It counts permissions, not times, so it shares no formula with plugins/shared/gcra.c. Fractions make it exact."""

import math
from fractions import Fraction
from typing import List, Tuple


class Bucket:
    def __init__(self, rate: float, burst: int) -> None:
        self.interval = math.ceil(Fraction(1_000_000) / Fraction(rate))  # microseconds for one permission
        self.burst, self.level, self.time, self.open = burst, Fraction(burst), 0, 0

    def fill(self, time: int) -> None:
        self.level = min(Fraction(self.burst), self.level + Fraction(time - self.time, self.interval))
        self.time = time

    def step(self, now: int, pause: int, wait: int) -> int:
        if pause > 0 and now + pause > self.open:
            self.open = now + pause
        if pause > 0:  # at the end of the pause, there is at most one permission
            end = max(self.open, self.time)
            self.level = min(self.level + Fraction(self.open - self.time, self.interval), Fraction(1) + Fraction(self.open - end, self.interval))
            self.time = self.open
        start = max(now, self.open)
        if start >= self.time:
            self.fill(start)
        at = self.time + max(0, math.ceil((1 - self.level) * self.interval))
        at = max(at, start)
        if at - now <= wait:
            if at > self.time:
                self.fill(at)
            self.level -= 1
        return at


def times(rate: float, burst: int, steps: List[Tuple[int, int, int]]) -> List[int]:
    bucket = Bucket(rate, burst)
    return [bucket.step(*step) for step in steps]
