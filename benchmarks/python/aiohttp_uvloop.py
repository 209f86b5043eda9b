"""The baseline of moya_asyncio.py: aiohttp on uvloop sends IN_FLIGHT requests at a time. Prints requests per second."""

import asyncio
import sys
import time

import aiohttp
import uvloop


async def main(url: str, requests: int, in_flight: int) -> None:
    left = 0

    async def worker(session: aiohttp.ClientSession) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            async with session.get(url) as response:
                body = await response.read()
                assert response.status == 200 and body.startswith(b"{")

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=in_flight)) as session:
        for left in (requests // 10 + in_flight, requests):
            started = time.perf_counter()
            await asyncio.gather(*(worker(session) for _ in range(in_flight)))
            seconds = time.perf_counter() - started
    print(requests / seconds)


uvloop.install()
asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
