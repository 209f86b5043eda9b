"""A benchmark of moya.AsyncProvider: on uvloop, it sends IN_FLIGHT requests at a time. Prints requests per second."""

import asyncio
import sys
import time

import moya
import uvloop


async def main(url: str, requests: int, in_flight: int) -> None:
    left = 0

    async def worker(provider: moya.AsyncProvider) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            response = await provider.call(moya.Target(url))
            body = response.content
            assert response.status_code == 200 and body.startswith(b"{")

    async with moya.AsyncProvider(max_connections_per_host=in_flight) as provider:
        for left in (requests // 10 + in_flight, requests):
            started = time.perf_counter()
            await asyncio.gather(*(worker(provider) for _ in range(in_flight)))
            seconds = time.perf_counter() - started
    print(requests / seconds)


uvloop.install()
asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
