#!/usr/bin/env python3
"""Runs http-tests/cache-tests (Tests/judges/cache-tests) with a provider that has the plugin moya.cache.

    judge.py MODULE [ID…]       MODULE: the path of cache.so. ID: only these tests, with what happened

Each test is run four times: with responses in memory and in a file, each for whole and for streamed calls. The
results must be the same. `differences.toml` next to the data lists each required and each optimal test that does not
pass, with the reason. The list is exact.
"""

import asyncio
import sys
import tempfile
import tomllib
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "bindings/python"), str(Path(__file__).parent)]
sys.dont_write_bytecode = True

import moya  # noqa: E402
from origin import NO_BODY, Origin, Plan, fixed, load  # noqa: E402

DATA = ROOT / "Tests/judges/cache-tests"
#: For each kind: the number of tests, and the number that must pass at least. Some tests depend on the second in which
#: they run, so fewer must pass than the 135 and 69 of a good run.
BARS = {"required": (137, 132), "optimal": (77, 66)}
PAUSE, PATIENCE, AT_ONCE, TURNS = 3.0, 10.0, 400, 3


class Missed(Exception):
    """A test has not passed. `is_setup`: what failed is not the cache, but what the test needs."""

    def __init__(self, is_setup: bool, text: str) -> None:
        super().__init__(text)
        self.is_setup = is_setup


def expect(is_setup: bool, holds: bool, text: str) -> None:
    if not holds:
        raise Missed(is_setup, text)


def is_setup(request: dict[str, Any], member: str) -> bool:
    return request.get("setup") is True or member in request.get("setup_tests", ())


def number(text: str | None) -> int | None:
    digits = (text or "").strip().split(",")[0]
    return int(digits) if digits.isdigit() else None


class Got:
    """A response as the Fetch standard shows it."""

    def __init__(self, response: moya.Response, body: bytes) -> None:
        self.status = response.status_code
        self.headers: dict[str, str] = {}
        for name in response.headers:
            self.headers[name.lower()] = ", ".join(response.headers.get_all(name))
        self.body = body.decode("utf-8", "replace")


class Player:
    """Runs tests in one of the four ways."""

    def __init__(self, origin: Origin, provider: moya.AsyncProvider, is_streamed: bool, shows: bool) -> None:
        self.origin, self.provider, self.is_streamed, self.shows = origin, provider, is_streamed, shows
        self.turns = asyncio.Semaphore(AT_ONCE)

    async def play(self, test: dict[str, Any]) -> Missed | None:
        key = str(uuid.uuid4())
        plan = self.origin.plans[key] = Plan(test["requests"])
        async with self.turns:
            try:
                got: list[Got | None] = []
                for index, request in enumerate(plan.requests):
                    got.append(await self.request(key, index, request, got[-1] if got else None))
                    if request.get("pause_after"):
                        await asyncio.sleep(PAUSE)
                self.check_server(plan, got)
            except Missed as missed:
                return missed
        return None

    async def request(self, key: str, index: int, request: dict[str, Any], before: Got | None) -> Got | None:
        headers: dict[str, str] = {}
        for header in request.get("request_headers", ()):
            name, value = header[0], header[1]
            if request.get("magic_ims") and name.lower() == "if-modified-since" and before:
                value = fixed(header, int(before.headers["server-now"]), "", request)[1]
            headers[name] = f"{headers[name]}, {value.strip()}" if name in headers else value.strip()
        if request.get("cache") == "no-cache":  # Fetch §4.5: the cache mode becomes a directive
            headers["Cache-Control"] = "max-age=0"
        url = f"{self.origin.url}/test/{key}"
        if "filename" in request:
            url += "/" + request["filename"]
        target = moya.Target(
            url, query=[tuple(request["query_arg"].split("="))] if "query_arg" in request else None,
            method=request.get("request_method", "GET"), timeout=PATIENCE, any_coding=True,
            headers={**headers, "Test-ID": key, "Req-Num": str(index + 1)},
            body=request["request_body"].encode() if "request_body" in request else None,
            redirects=0 if request.get("redirect") == "manual" else None)
        try:
            got = await self.send(target)
        except moya.MoyaError as error:
            expect(True, "expected_status" in request and request["expected_status"] is None, f"request {index + 1}: {error}")
            return None
        if self.shows:
            print(f"    {index + 1}: {got.status} {got.headers} {got.body!r}")
        self.check(key, index + 1, request, got)
        return got

    async def send(self, target: moya.Target) -> Got:
        if not self.is_streamed:
            response = await self.provider.call(target)
            return Got(response, response.content)
        async with self.provider.stream(target) as stream:
            body = b"".join([piece async for piece in stream.aiter_bytes()])
            return Got(await stream.result(), body)

    def check(self, key: str, turn: int, request: dict[str, Any], got: Got) -> None:
        seen = got.headers.get("request-numbers", "").split()
        expect(True, len(seen) == len(set(seen)), "retry")
        kind, count = request.get("expected_type"), number(got.headers.get("server-request-count"))
        if kind == "cached" and not (got.status == 304 and count is None):
            expect(is_setup(request, "expected_type"), count is not None and count < turn, f"response {turn} does not come from cache")
        if kind == "not_cached":
            expect(is_setup(request, "expected_type"), count == turn, f"response {turn} comes from cache")
        self.check_status(turn, request, got)
        for header in request.get("expected_response_headers", ()):
            self.check_header(turn, request, header, got)
        for header in request.get("expected_response_headers_missing", ()):
            name, *value = [header] if isinstance(header, str) else header
            shown = got.headers.get(name.lower())
            is_there = shown is not None if not value else shown is not None and value[0] in shown
            expect(is_setup(request, "expected_response_headers_missing"), not is_there, f"response {turn} has {name}: {shown}")
        self.check_body(key, turn, request, got)

    @staticmethod
    def check_status(turn: int, request: dict[str, Any], got: Got) -> None:
        if "expected_status" in request:
            wanted, setup = request["expected_status"], is_setup(request, "expected_status")
        elif "response_status" in request:
            wanted, setup = request["response_status"][0], True
        elif got.status == 999:
            raise Missed(is_setup(request, "expected_type"), f"request {turn} is not conditional")
        else:
            wanted, setup = 200, True
        expect(setup, wanted is None or got.status == wanted, f"response {turn} has the status {got.status}, not {wanted}")

    @staticmethod
    def check_header(turn: int, request: dict[str, Any], header: Any, got: Got) -> None:
        setup = is_setup(request, "expected_response_headers")
        name = (header if isinstance(header, str) else header[0]).lower()
        value = got.headers.get(name)
        if isinstance(header, str):
            expect(setup, value is not None, f"response {turn} has no {name}")
        elif len(header) > 2 and header[1] == ">":
            found = number(value)
            expect(setup, found is not None and found > header[2], f"response {turn}: {name} is {value}, not more than {header[2]}")
        elif len(header) > 2 and header[1] == "=":
            expect(setup, value is not None and value == got.headers.get(header[2].lower()), f"response {turn}: {name} is {value}")
        else:
            wanted = fixed(header, number(got.headers.get("server-now")) or 0, got.headers.get("server-base-url", ""), request)[1]
            expect(setup, value == wanted, f"response {turn}: {name} is {value}, not {wanted}")

    @staticmethod
    def check_body(key: str, turn: int, request: dict[str, Any], got: Got) -> None:
        if request.get("check_body") is False:
            return
        if "expected_response_text" in request:
            wanted, setup = request["expected_response_text"], is_setup(request, "expected_response_text")
        elif request.get("response_body") is not None:
            wanted, setup = request["response_body"], True
        elif got.status in NO_BODY or request.get("request_method") == "HEAD":
            return
        else:
            wanted, setup = key, True
        expect(setup, wanted is None or got.body == wanted, f"response {turn}: the body is {got.body!r}, not {wanted!r}")

    def check_server(self, plan: Plan, got: list[Got | None]) -> None:
        """Compares what the server has seen with what the test expects there."""
        place = 0
        for index, request in enumerate(plan.requests):
            kind, setup = request.get("expected_type"), is_setup(request, "expected_type")
            if kind == "cached":
                continue
            seen = plan.seen[place] if place < len(plan.seen) else None
            place += 1
            if kind == "not_cached":
                expect(setup, seen is not None and seen.number == index + 1, f"response {index + 1} comes from cache")
            condition = {"etag_validated": "if-none-match", "lm_validated": "if-modified-since"}.get(kind or "")
            if condition:
                expect(setup, seen is not None and condition in seen.headers, f"request {index + 1} has no {condition}")
            if seen:
                self.check_seen(index + 1, request, seen.headers, seen.method)
                self.check_unchanged(index + 1, seen.response, got[index])

    @staticmethod
    def check_seen(turn: int, request: dict[str, Any], headers: dict[str, str], method: str) -> None:
        for member, is_wanted in (("expected_request_headers", True), ("expected_request_headers_missing", False)):
            for header in request.get(member, ()):
                name, *value = [header] if isinstance(header, str) else header
                shown = headers.get(name.lower())
                is_there = shown is not None if not value else shown == value[0]
                expect(is_setup(request, member), is_there == is_wanted, f"request {turn}: {name} is {shown}")
        if "expected_method" in request:
            expect(is_setup(request, "expected_method"), method == request["expected_method"], f"request {turn}: {method}")

    @staticmethod
    def check_unchanged(turn: int, sent: dict[str, str], got: Got | None) -> None:
        for name, value in sent.items():
            if name != "date":
                shown = got.headers.get(name) if got else None
                expect(True, shown == value, f"response {turn}: {name} is {shown}, not {value}")


def is_surprise(test: dict[str, Any], missed: Missed | None, how: str) -> bool:
    """Returns true if a test has not passed, although it should have. A test of the kind `check` is a surprise only if
    its setup failed."""
    is_needed = test.get("kind") != "check" or (missed is not None and missed.is_setup)
    return missed is not None and is_needed and test["id"] not in differences(how)


async def play_in_one_way(module: str, tests: list[dict[str, Any]], how: str, folder: str, origin: Origin, shows: bool) -> dict[str, Missed | None]:
    config: dict[str, Any] = {"stale_if_error_s": 60}
    if how.startswith("file"):
        config |= {"file": f"{folder}/{how}.db", "memory_bytes": 0}
    results: dict[str, Missed | None] = {}
    async with moya.AsyncProvider(max_connections_per_host=AT_ONCE) as provider:
        provider.load_plugin(module, config)
        player = Player(origin, provider, how.endswith("streamed"), shows)
        # The seconds of these tests are real. So on a busy machine a test may need another try.
        for turn in range(TURNS):
            again = [test for test in tests if turn == 0 or is_surprise(test, results[test["id"]], how)]
            found = await asyncio.gather(*(player.play(test) for test in again))
            results |= {test["id"]: missed for test, missed in zip(again, found)}
    return results


async def play_all(module: str, tests: list[dict[str, Any]], shows: bool) -> dict[str, dict[str, Missed | None]]:
    ways = [f"{place}, {form}" for place in ("memory", "file") for form in ("whole", "streamed")]
    with tempfile.TemporaryDirectory() as folder:
        async with Origin() as origin:
            return {how: await play_in_one_way(module, tests, how, folder, origin, shows) for how in ways}


def verdicts(tests: dict[str, dict[str, Any]], missed: dict[str, Missed | None]) -> dict[str, str]:
    """Returns the verdict of each test: pass, fail, setup or dependency."""
    known: dict[str, str] = {}

    def verdict(name: str) -> str:
        if name not in known:
            found = missed[name]
            known[name] = "pass" if found is None else "setup" if found.is_setup else "fail"
            if any(verdict(other) != "pass" for other in tests[name].get("depends_on", ()) if other in tests):
                known[name] = "dependency"
        return known[name]

    return {name: verdict(name) for name in tests}


def differences(how: str) -> dict[str, str]:
    """Returns the tests that do not pass in one of the four ways, each with the name of its class."""
    classes = tomllib.loads((DATA / "differences.toml").read_text())
    ours = {key: fields for key, fields in classes.items() if how.startswith(fields.get("ways", ""))}
    assert all(fields["reason"] for fields in classes.values())
    return {name: key for key, fields in ours.items() for name in fields["tests"] + fields.get("checks", [])}


def report(tests: dict[str, dict[str, Any]], how: str, missed: dict[str, Missed | None]) -> bool:
    """Prints the results of the tests in one of the four ways. Returns false if the results are not those that
    differences.toml lists, or do not reach BARS."""
    found, accepted, wrong = verdicts(tests, missed), differences(how), []
    passed: Counter[str] = Counter()
    for name, test in tests.items():
        kind, is_good = test.get("kind", "required"), found[name] == "pass"
        passed[kind] += is_good
        if kind == "check":
            continue
        if is_good and name in accepted:
            wrong.append(f"{name} passes, but is listed under {accepted[name]}")
        if not is_good and name not in accepted:
            wrong.append(f"{name} ({kind}) does not pass: {found[name]}: {missed[name]}")
    for kind, (count, least) in BARS.items():
        total = sum(test.get("kind", "required") == kind for test in tests.values())
        if total != count or passed[kind] < least:
            wrong.append(f"{passed[kind]} of {total} {kind} tests pass, and not {least} of {count} or more")
    wrong += [f"there is no test {name}, but it is listed" for name in accepted if name not in tests]
    print(f"{'not ok' if wrong else 'ok'} - cache-tests, {how}: " + ", ".join(f"{passed[kind]} {kind}" for kind in sorted(passed)))
    for line in wrong:
        print("    " + line)
    return not wrong


def main() -> int:
    module, *names = sys.argv[1:]
    all_tests = {test["id"]: test for test in load(str(DATA / "tests.json"))}
    chosen = [test for name, test in all_tests.items() if not names or name in names]
    results = asyncio.run(play_all(module, chosen, bool(names)))
    if names:
        for how, missed in results.items():
            print(how, {name: str(found) for name, found in missed.items()})
        return 0
    is_good = all([report(all_tests, how, missed) for how, missed in sorted(results.items())])
    listed = {name for how in results for name in differences(how)}
    unlike = [name for name in all_tests if name not in listed and len({missed[name] is None for missed in results.values()}) > 1]
    print(f"{'not ok' if unlike else 'ok'} - cache-tests: all ways of playing have the same results {' '.join(unlike)}")
    return not is_good or bool(unlike)


if __name__ == "__main__":
    sys.exit(main())
