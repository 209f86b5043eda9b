"""Tests the decisions of the module chaos, and what callers receive. A model in Python (`Dice`) says what must
happen."""

import ctypes
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Tuple

import playing
from playing import Call, Config, check, moya, server

MANY = 10_000
SAMPLE = moya.Sample(body=b"x" * 100)
MASK = 2**64 - 1


class Dice:
    """Makes the module's decisions a second time: with SplitMix64's mixing function, and by the rules of the module's
    page."""

    def __init__(self, seed: int, **chances: float) -> None:
        self.seed, self.chances = seed, chances

    @staticmethod
    def mix(z: int) -> int:
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def roll(self, which: int, attempt: int) -> int:
        of_seed = self.mix((self.seed + 0x9E3779B97F4A7C15 * which) & MASK)
        return self.mix((of_seed + 0x9E3779B97F4A7C15 * attempt) & MASK)

    def happens(self, name: str, attempt: int) -> bool:
        which = {"delay": 1, "fail": 3, "answer": 4, "cut": 5}[name]
        return self.roll(which, attempt) >> 11 < self.chances.get(name, 0) * 2**53

    def plan(self, attempt: int) -> str:
        return next((name for name in ("fail", "answer", "cut") if self.happens(name, attempt)), "whole")


def outcome(result: playing.Result) -> str:
    """Returns what the module has done to a call for 100 bytes."""
    kinds = {"CONNECT": "fail", "INCOMPLETE_BODY": "cut", "OK": "answer" if result.http == 503 else "whole"}
    return kinds.get(result.status, result.status)


def the_same_seed_makes_the_same_sequence_everywhere(folder: Path) -> None:
    config: Config = {"seed": 7, "delay": 0.3, "delay_ms": 1, "fail": 0.2, "answer": 0.2, "cut": 0.2, "cut_bytes": 10}
    dice = Dice(7, fail=0.2, answer=0.2, cut=0.2)
    expected = [dice.plan(attempt) for attempt in range(1, 101)]
    with server() as base:
        calls = [Call(base + "/bytes/100")] * 100
        for how in ("c_whole", "c_pieces", "python_whole", "python_pieces"):
            results = getattr(playing, how)("chaos", config, calls)
            check(f"chaos: {how} has the sequence of the seed", [outcome(it) for it in results] == expected, results[:10])
            if how.endswith("pieces"):
                check(f"chaos: {how} gets the bytes before the cut", {it.body for it, plan in zip(results, expected) if plan == "cut"}
                      == {playing.digest(b"x" * 10)}, results[:10])
        if playing.HAS_SWIFT:
            shown = {"fail": ("failed", None), "cut": ("failed", None), "answer": ("OK", 503), "whole": ("OK", 200)}
            results = playing.swift("chaos", config, calls)
            check("chaos: swift has the sequence of the seed", [(it.status, it.http) for it in results] == [shown[it] for it in expected], results[:10])
        seeds = {seed: Dice(seed, fail=0.5).plan(1) for seed in (1, 2, 3, 4)}
        tools = {seed: playing.tool("chaos", {"seed": seed, "fail": 0.5}, calls[:1])[0].status for seed in seeds}
        check("chaos: the program moya has the first decision of each seed", len(set(seeds.values())) == 2 and all(
            (tools[seed] == "status 0") == (plan == "whole") for seed, plan in seeds.items()), (seeds, tools))
        other = playing.c_whole("chaos", {**config, "seed": 8}, calls)
        check("chaos: another seed has another sequence", [outcome(it) for it in other] == [
            Dice(8, fail=0.2, answer=0.2, cut=0.2).plan(attempt) for attempt in range(1, 101)] != expected)


def is_frequent(count: int, total: int, probability: float) -> bool:
    return abs(count - total * probability) <= 3 * math.sqrt(total * probability * (1 - probability))


def frequencies_are_those_of_the_options(folder: Path) -> None:
    delay, fail, answer, cut = 0.05, 0.1, 0.2, 0.3
    lines: List[str] = []
    seen: Counter[str] = Counter()
    with moya.Provider(stub=True, log=lambda level, line: lines.append(line), log_level=moya.LogLevel.INFO) as provider:
        provider.load_plugin("chaos", {"seed": 20, "delay": delay, "delay_ms": 0, "fail": fail, "answer": answer, "cut": cut})
        target = moya.Target("http://api.test", "/a", name="a", sample=SAMPLE)
        for _ in range(MANY):
            try:
                seen["answer" if provider.call(target).status_code == 503 else "whole"] += 1
            except moya.MoyaError as error:
                seen[error.status.name] += 1
    rows = (("CONNECT", fail), ("answer", (1 - fail) * answer), ("INCOMPLETE_BODY", (1 - fail) * (1 - answer) * cut))
    for name, probability in rows:
        check(f"chaos: {name} is within 3 sigma of {probability:.3f} in {MANY} calls", is_frequent(seen[name], MANY, probability), seen)
    waits = sum(" waits 0 ms and " in line for line in lines)
    check(f"chaos: delays are within 3 sigma of {delay} in {MANY} calls", is_frequent(waits, MANY, delay), waits)


def parts(folder: Path) -> ctypes.CDLL:
    """Compiles and loads the parts of the module that do no I/O."""
    sources = [playing.ROOT / "plugins/chaos" / f"{name}.c" for name in ("dice", "match")]
    subprocess.run(["gcc", "-std=c11", "-shared", "-fPIC", "-o", folder / "parts.so", *sources], check=True)
    made = ctypes.CDLL(str(folder / "parts.so"))
    made.dice_roll.restype, made.dice_roll.argtypes = ctypes.c_uint64, [ctypes.c_uint64, ctypes.c_int, ctypes.c_uint64]
    made.dice_happens.restype, made.dice_happens.argtypes = ctypes.c_bool, [ctypes.c_uint64, ctypes.c_double]
    made.dice_between.restype, made.dice_between.argtypes = ctypes.c_uint64, [ctypes.c_uint64] * 3
    made.match_pattern.restype, made.match_pattern.argtypes = ctypes.c_bool, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
    made.path_of.restype, made.path_of.argtypes = ctypes.c_char_p, [ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
    return made


def dice_are_fair(folder: Path) -> None:
    made, model = parts(folder), Dice(2**63 - 1)
    for probability in (0.0, 0.001, 0.02, 0.5, 0.9, 1.0):
        counts = [sum(made.dice_happens(made.dice_roll(seed, which, attempt), probability) for attempt in range(MANY))
                  for which in (1, 3, 4, 5) for seed in ((0, 2**63 - 1) if playing.LONG else (1,))]
        bad = [count for count in counts if not is_frequent(count, MANY, probability)]
        check(f"chaos: of {MANY} decisions, {probability} are within 3 sigma", len(bad) <= len(counts) // 8, counts)
    check("chaos: the numbers are those of the model", all(
        made.dice_roll(model.seed, which, attempt) == model.roll(which, attempt) for which in range(1, 6) for attempt in range(200)))
    spread = Counter(made.dice_between(made.dice_roll(1, 2, attempt), 20, 29) for attempt in range(MANY))
    check("chaos: delays are spread over their range", sorted(spread) == list(range(20, 30)) and all(
        abs(count - MANY / 10) < 4 * math.sqrt(MANY * 0.09) for count in spread.values()), spread)
    check("chaos: a range of one number is that number", made.dice_between(12345, 5, 5) == 5)


def matches(folder: Path) -> None:
    made = parts(folder)
    for pattern, text, expected in (
            ("", "", True), ("", "/", False), ("*", "", True), ("*", "/a/b", True), ("/a", "/a", True), ("/a", "/ab", False), ("/a*", "/ab", True),
            ("/users/*", "/users/", True), ("/users/*", "/users", False), ("/*/x", "/a/b/x", True), ("/*/x", "/a/b/x/y", False),
            ("*aab", "/aaaab", True), ("/a*b*c", "/a1b2c", True), ("/a*b*c", "/a1c2b", False), ("/%2A", "/%2A", True), ("**", "x", True)):
        got = made.match_pattern(pattern.encode(), text.encode(), len(text))
        check(f"chaos: the pattern {pattern!r} {'has' if expected else 'does not have'} {text!r}", got == expected)
    for url, path in (("https://api.test/a/b?c#d", "/a/b"), ("https://api.test", "/"), ("https://api.test?x=/y", "/"), ("https://u:p@api.test/a", "/a"), ("", "/")):
        length = ctypes.c_size_t()
        got = made.path_of(url.encode(), ctypes.byref(length))[:length.value].decode()
        check(f"chaos: the path of {url!r} is {path}", got == path, got)


def harms_only_its_targets(folder: Path) -> None:
    rows: List[Tuple[str, Config, Dict[str, Any], bool]] = [
        ("a path with the pattern", {"path": "/users/*"}, {"path": "/users/7"}, True),
        ("another path", {"path": "/users/*"}, {"path": "/pets/7"}, False),
        ("the origin", {"origin": "http://api.test"}, {}, True),
        ("another origin", {"origin": "http://other.test"}, {}, False),
        ("the origin with its usual port", {"origin": "http://api.test:80/"}, {}, True),
        ("the origin in other letters", {"origin": "HTTP://api.test"}, {"base_url": "http://API.test:80"}, True),
        ("another scheme", {"origin": "https://api.test"}, {}, False),
        ("another port", {"origin": "http://api.test"}, {"base_url": "http://api.test:8080"}, False),
        ("the origin before a user", {"origin": "http://api.test:8080"}, {"base_url": "http://ann:pass@api.test:8080"}, True),
        ("a user with the name of the host", {"origin": "http://ann"}, {"base_url": "http://ann@api.test"}, False),
        ("a host that begins with the host", {"origin": "http://api.test"}, {"base_url": "http://api.test.evil"}, False),
        ("the tag", {"tag": "shaky"}, {"tags": ["shaky"]}, True),
        ("another tag", {"tag": "shaky"}, {"tags": ["steady"]}, False),
        ("the tag and another path", {"tag": "shaky", "path": "/x"}, {"tags": ["shaky"], "path": "/y"}, False),
        ("all of them", {"tag": "shaky", "path": "/*", "origin": "http://api.test"}, {"tags": ["shaky"], "path": "/y"}, True)]
    for name, config, options, expected in rows:
        with moya.Provider(stub=True) as provider:
            provider.load_plugin("chaos", {"fail": 1, **config})
            try:
                provider.call(moya.Target(**{"base_url": "http://api.test", "sample": SAMPLE, **options}))
                failed = False
            except moya.ConnectError:
                failed = True
        check(f"chaos: {name} {'fails' if expected else 'does not fail'}", failed == expected)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
