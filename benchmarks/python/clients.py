"""Makes calls with one client. Prints how many microseconds of CPU time a call takes, in all threads and in the kernel.

    clients.py URL CALLS IN_FLIGHT CLIENT CALL

CLIENT is a key of BLOCKING or ASYNC. CALL is `bare`, which gets 16 bytes, or `full`, which has header fields and a
query and decodes a JSON object. A blocking client makes its calls in IN_FLIGHT threads.
"""

import asyncio
import contextlib
import io
import json
import resource
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

BASE, CALLS, IN_FLIGHT, CLIENT, FULL = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5] == "full"
QUERY = {"page": "3", "sort": "updated"}
HEADERS = {"Accept": "application/json", "X-Client": "benchmark", "X-Api-Version": "2026-11-22", "X-Team": "core", "X-Trace": "7"}


def path() -> str:
    return f"{BASE}/users/octocat" if FULL else f"{BASE}/small"


def check(status: int, body: Any) -> None:
    assert status == 200 and (body["login"] == "octocat" if FULL else len(body) == 16)


def target(moya: Any) -> Callable[[], Any]:
    class Hub(moya.API):
        base_url = BASE
        headers = HEADERS
        user = moya.Route("/users/{name}")

    return (lambda: Hub.user(name="octocat", query=QUERY)) if FULL else (lambda: moya.Target(f"{BASE}/small"))


def of_moya() -> Callable[[], None]:
    import moya

    provider, make = moya.Provider(max_connections_per_host=IN_FLIGHT), target(moya)

    def call() -> None:
        response = provider.call(make())
        check(response.status_code, response.json() if FULL else response.content)

    return call


def of_httpx2() -> Callable[[], None]:
    import httpx2

    client = httpx2.Client(trust_env=False)

    def call() -> None:
        response = client.get(path(), params=QUERY, headers=HEADERS) if FULL else client.get(path())
        check(response.status_code, response.json() if FULL else response.content)

    return call


def of_pycurl() -> Callable[[], None]:
    import threading

    import pycurl

    local = threading.local()  # a handle belongs to one thread

    def call() -> None:
        if not hasattr(local, "handle"):
            local.handle = pycurl.Curl()
            local.handle.setopt(pycurl.PROXY, "")
        body = io.BytesIO()
        local.handle.setopt(pycurl.URL, f"{path()}?{urlencode(QUERY)}" if FULL else path())
        if FULL:
            local.handle.setopt(pycurl.HTTPHEADER, [f"{name}: {value}" for name, value in HEADERS.items()])
        local.handle.setopt(pycurl.WRITEDATA, body)
        local.handle.perform()
        check(local.handle.getinfo(pycurl.RESPONSE_CODE), json.loads(body.getvalue()) if FULL else body.getvalue())

    return call


def of_primp() -> Callable[[], None]:
    import primp

    client = primp.Client()

    def call() -> None:
        response = client.get(path(), params=QUERY, headers=HEADERS) if FULL else client.get(path())
        check(response.status_code, response.json() if FULL else response.content)

    return call


def of_pyreqwest() -> Callable[[], None]:
    from pyreqwest.client import SyncClientBuilder

    client = SyncClientBuilder().no_proxy().build()

    def call() -> None:
        request = client.get(path())
        response = (request.query(QUERY).headers(HEADERS) if FULL else request).build().send()
        check(response.status, response.json() if FULL else response.bytes())

    return call


async def of_pyreqwest_async() -> Callable[[], Awaitable[None]]:
    from pyreqwest.client import ClientBuilder

    client = ClientBuilder().no_proxy().build()

    async def call() -> None:
        request = client.get(path())
        response = await (request.query(QUERY).headers(HEADERS) if FULL else request).build().send()
        check(response.status, await response.json() if FULL else await response.bytes())

    return call


async def of_httpx2_async() -> Callable[[], Awaitable[None]]:
    import httpx2

    client = httpx2.AsyncClient(trust_env=False)

    async def call() -> None:
        response = await (client.get(path(), params=QUERY, headers=HEADERS) if FULL else client.get(path()))
        check(response.status_code, response.json() if FULL else response.content)

    return call


async def of_moya_async() -> Callable[[], Awaitable[None]]:
    import moya

    provider, make = moya.AsyncProvider(max_connections_per_host=IN_FLIGHT), target(moya)

    async def call() -> None:
        response = await provider.call(make())
        check(response.status_code, response.json() if FULL else response.content)

    return call


def of_wreq() -> Callable[[], None]:
    import wreq.blocking

    client = wreq.blocking.Client(no_proxy=True)

    def call() -> None:
        response = client.get(path(), query=QUERY, headers=HEADERS) if FULL else client.get(path())
        check(response.status.as_int(), response.json() if FULL else response.bytes())

    return call


async def of_wreq_async() -> Callable[[], Awaitable[None]]:
    import wreq

    client = wreq.Client(no_proxy=True)

    async def call() -> None:
        response = await (client.get(path(), query=QUERY, headers=HEADERS) if FULL else client.get(path()))
        check(response.status.as_int(), await response.json() if FULL else await response.bytes())

    return call


async def of_aiohttp() -> Callable[[], Awaitable[None]]:
    import aiohttp

    session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=IN_FLIGHT))

    async def call() -> None:
        async with session.get(path(), params=QUERY if FULL else None, headers=HEADERS if FULL else None) as response:
            check(response.status, await response.json() if FULL else await response.read())

    return call


BLOCKING = {
    "moya": of_moya, "httpx2": of_httpx2, "pycurl": of_pycurl, "primp": of_primp, "pyreqwest": of_pyreqwest, "wreq": of_wreq,
}
ASYNC = {
    "moya-async": of_moya_async, "aiohttp": of_aiohttp, "httpx2-async": of_httpx2_async,
    "pyreqwest-async": of_pyreqwest_async, "wreq-async": of_wreq_async,
}


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def blocking() -> float:
    call = BLOCKING[CLIENT]()

    def calls(count: int) -> None:
        for _ in range(count):
            call()

    with ThreadPoolExecutor(IN_FLIGHT) as pool:
        for count in (CALLS // 10 + IN_FLIGHT, CALLS):
            started = cpu()
            list(pool.map(calls, [count // IN_FLIGHT] * IN_FLIGHT))
        return cpu() - started


async def asynchronous() -> float:
    call = await ASYNC[CLIENT]()

    async def calls(left: Iterator[int]) -> None:
        for _ in left:
            await call()

    for count in (CALLS // 10 + IN_FLIGHT, CALLS):
        left, started = iter(range(count)), cpu()
        await asyncio.gather(*(calls(left) for _ in range(IN_FLIGHT)))
    return cpu() - started


if CLIENT in ASYNC:
    with contextlib.suppress(ImportError):
        import uvloop

        uvloop.install()
print((asyncio.run(asynchronous()) if CLIENT in ASYNC else blocking()) / (CALLS // IN_FLIGHT * IN_FLIGHT) * 1e6)
