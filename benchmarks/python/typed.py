"""Measures how much more a call with an endpoint of moya.typed costs than a call with a plain target. A stub responds,
so no server is needed.

    typed.py [CALLS]

Prints for a Provider and an AsyncProvider how many microseconds of CPU time a call takes: with a target that the
program makes, with a moya.Route, and with an endpoint. All three send the same fields and decode the same body with the
same decoder. The last two columns say how much more the endpoint costs than the target and than the route. Each number
is the least of nine runs.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Optional

import moya
from moya.typed import API, M, get
from moya.typed._result import decoder

CALLS, RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 3000, 9
URL = "https://api.example.com"
HEADERS = {"Accept": "application/json", "X-Client": "benchmark", "X-Api-Version": "2026-11-22", "X-Team": "core", "X-Trace": "7"}
SAMPLE = moya.Sample(json={"login": "octocat", "id": 1, "about": "x" * 900})


@dataclass
class User:
    login: str
    id: int


class Routes(moya.API):
    base_url = URL
    headers = HEADERS
    user = moya.Route("/users/{name}", sample=SAMPLE)


class Typed(API[M]):
    base_url = URL
    headers = HEADERS

    @get("/users/{name}", sample=SAMPLE)
    def user(self, name: str, page: Optional[int] = None, sort: Optional[str] = None) -> User: ...


decode = decoder(User)


def plain() -> moya.Target:
    return moya.Target(
        URL, "/users/{name}", path_values={"name": "octocat"}, query={"page": 2, "sort": "created"}, headers=HEADERS, name="user", sample=SAMPLE
    )


def route() -> moya.Target:
    return Routes.user(name="octocat", query={"page": 2, "sort": "created"})


def microseconds(run: Callable[[], object]) -> float:
    began = time.process_time_ns()
    run()
    return (time.process_time_ns() - began) / CALLS / 1000


def blocking(provider: moya.Provider) -> "list[float]":
    def of_targets(make: Callable[[], moya.Target]) -> Callable[[], object]:
        return lambda: [decode(provider.call(make()).content) for _ in range(CALLS)][0]

    api = Typed(provider)
    forms = [of_targets(plain), of_targets(route), lambda: [api.user("octocat", page=2, sort="created") for _ in range(CALLS)][0]]
    return [min(times) for times in zip(*([microseconds(form) for form in forms] for _ in range(RUNS)))]


async def later(provider: moya.AsyncProvider) -> "list[float]":
    async def of_targets(make: Callable[[], moya.Target]) -> None:
        for _ in range(CALLS):
            decode((await provider.call(make())).content)

    async def of_endpoints() -> None:
        for _ in range(CALLS):
            await api.user("octocat", page=2, sort="created")

    async def measured(run: Awaitable[None]) -> float:
        began = time.process_time_ns()
        await run
        return (time.process_time_ns() - began) / CALLS / 1000

    api = Typed(provider)
    rows = [[await measured(of_targets(plain)), await measured(of_targets(route)), await measured(of_endpoints())] for _ in range(RUNS)]
    return [min(times) for times in zip(*rows)]


async def later_of_new() -> "list[float]":
    async with moya.AsyncProvider(stub=True) as provider:
        return await later(provider)


def main() -> None:
    with moya.Provider(stub=True) as provider:
        rows = {"Provider": blocking(provider), "AsyncProvider": asyncio.run(later_of_new())}
    print(json.dumps({"calls": CALLS, "unit": "microseconds of CPU per call"}))
    for name, (target, of_route, endpoint) in rows.items():
        print(f"{name:14} target {target:5.1f}   route {of_route:5.1f}   endpoint {endpoint:5.1f}   beyond the target {endpoint - target:+5.1f}   beyond the route {endpoint - of_route:+5.1f}")


if __name__ == "__main__":
    main()
