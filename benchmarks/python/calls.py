"""Makes calls with moya. Prints how many microseconds of user CPU time a call takes on the thread that makes it.

    calls.py URL CALLS IN_FLIGHT FORM

FORM is a key of ASYNC or BLOCKING. The library thread, which runs the transfers of an AsyncProvider, is not counted.
"""

import asyncio
import contextlib
import os
import resource
import sys
from collections.abc import Awaitable, Callable

import moya

with contextlib.suppress(ImportError):  # without uvloop, asyncio uses its own event loop
    import uvloop

    uvloop.install()

if os.environ.get("BENCH_IS_COUNTED"):
    with contextlib.suppress(ImportError):  # an older package does not have this module
        from moya import _queue

        _queue._LONGEST = 3600.0  # callgrind makes tasks take fifty times as long

URL, CALLS, IN_FLIGHT, FORM = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
BASE_URL, _, NAME = URL.rpartition("/")


class Hub(moya.API):
    base_url = BASE_URL
    headers = {"Accept": "application/json", "X-Client": "benchmark", "Authorization": "Bearer 0123456789abcdef"}
    create = moya.Route("/{name}", "POST", headers={"X-Api-Version": "2026-11-22"})


async def bare(provider: moya.AsyncProvider) -> None:
    """Makes a call with only a URL."""
    response = await provider.call(moya.Target(URL))
    assert response.status_code == 200 and response.content.startswith(b"{")


async def endpoint(provider: moya.AsyncProvider) -> None:
    """Makes a call with a route of the class Hub. The class has header fields, the call has a query and a JSON body,
    and the response is JSON."""
    target = Hub.create(
        name=NAME,
        query={"page": 3, "sort": "updated"},
        json={"name": "hello", "private": True, "topics": ["http", "c"], "size": 17},
    )
    response = await provider.call(target)
    assert response.status_code == 200 and response.json()["login"] == "octocat"


def blocking(calls: int, provider: moya.Provider) -> None:
    for _ in range(calls):
        response = provider.call(moya.Target(URL))
        assert response.status_code == 200 and response.content.startswith(b"{")


def stubbed(calls: int, provider: moya.Provider) -> None:
    """Makes a call to which an immediate stub responds, without a network. This measures the package itself."""
    target = moya.Target(URL, stub=True, sample=moya.Sample(json={"login": "octocat"}))
    for _ in range(calls):
        assert provider.call(target).content.startswith(b"{")


ASYNC: "dict[str, Callable[[moya.AsyncProvider], Awaitable[None]]]" = {"bare": bare, "endpoint": endpoint}
BLOCKING: "dict[str, Callable[[int, moya.Provider], None]]" = {"blocking": blocking, "stub": stubbed}


def user_cpu() -> float:
    return resource.getrusage(resource.RUSAGE_THREAD).ru_utime


async def together(calls: int, call: "Callable[[moya.AsyncProvider], Awaitable[None]]", provider: moya.AsyncProvider) -> None:
    """Makes IN_FLIGHT calls at a time."""
    left = calls

    async def worker() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            await call(provider)

    await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))


async def measure_async() -> float:
    async with moya.AsyncProvider(max_connections_per_host=IN_FLIGHT) as provider:
        await together(CALLS // 10, ASYNC[FORM], provider)
        started = user_cpu()
        await together(CALLS, ASYNC[FORM], provider)
        return user_cpu() - started


def measure_blocking() -> float:
    with moya.Provider() as provider:
        BLOCKING[FORM](CALLS // 10, provider)
        started = user_cpu()
        BLOCKING[FORM](CALLS, provider)
        return user_cpu() - started


seconds = asyncio.run(measure_async()) if FORM in ASYNC else measure_blocking()
print(seconds / CALLS * 1e6)
