"""Makes calls with httpx. Prints how many microseconds of CPU time each call takes, in all threads and in the kernel.

    dropin.py URL COUNT TRANSPORT IN_FLIGHT

TRANSPORT is httpx or moya. If IN_FLIGHT is 0, the client is an httpx.Client, otherwise an httpx.AsyncClient with this
many tasks.
"""

import asyncio
import importlib
import resource
import sys

import httpx

URL, COUNT, TRANSPORTS, IN_FLIGHT = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
module = importlib.import_module("httpx" if TRANSPORTS == "httpx" else "moya.httpx")


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def blocking() -> float:
    with httpx.Client(transport=module.HTTPTransport()) as client:
        for number in range(COUNT + COUNT // 10):
            if number == COUNT // 10:
                started = cpu()
            assert client.get(URL).status_code == 200
    return cpu() - started


async def asynchronous() -> float:
    async with httpx.AsyncClient(transport=module.AsyncHTTPTransport()) as client:

        async def calls(count: int) -> None:
            for _ in range(count):
                assert (await client.get(URL)).status_code == 200

        async def all_calls(count: int) -> None:
            await asyncio.gather(*[calls(count // IN_FLIGHT) for _ in range(IN_FLIGHT)])

        await all_calls(COUNT // 10)
        started = cpu()
        await all_calls(COUNT)
        return cpu() - started


print((asyncio.run(asynchronous()) if IN_FLIGHT else blocking()) / COUNT * 1e6)
