#!/usr/bin/env python3
"""Sends requests of many kinds with a library that counts how often it takes each branch. When this program ends, the
library writes these counts as a profile (script/profile).

No row of `script/bench` measures one of these requests: their paths, fields and responses are different.
"""

import asyncio
from collections.abc import Callable, Iterable

import moya
import nginx

IN_FLIGHT = 48
AGENT = {"Accept": "text/plain", "X-Trace": "4bf92f3577b34da6"}


async def run(provider: moya.AsyncProvider, targets: Iterable[moya.Target]) -> None:
    waiting = iter(targets)

    async def one_after_another() -> None:
        for target in waiting:
            try:
                response = await provider.call(target)
                response.headers.get("content-type")
            except moya.ConnectError:
                pass  # some connections are refused

    await asyncio.gather(*(one_after_another() for _ in range(IN_FLIGHT)))


def mix(base: str, is_http2: bool) -> list[moya.Target]:
    """Returns the targets in the order in which they are sent. In `kinds`, the number before a target says how often it
    is sent."""
    large = base + "/files/large"
    kinds: list[tuple[int, Callable[[int], moya.Target]]] = [
        (4000, lambda i: moya.Target(base + "/hello")),
        (2000, lambda i: moya.Target(base, "/hello", query={"page": i, "sort": "name"}, headers=AGENT)),
        (1500, lambda i: moya.Target(base + "/hello", method="POST", json={"name": f"item {i}", "tags": ["a", "b"]})),
        (500, lambda i: moya.Target(base + "/hello", method="PUT", body=b"x" * (100 + 37 * i))),
        (40, lambda i: moya.Target(base + "/files/sent", method="PUT", body=b"y" * 700_000)),
        (60, lambda i: moya.Target(large)),
        (300, lambda i: moya.Target(base + "/moved")),
        (300, lambda i: moya.Target(base + "/files/missing")),
        (200, lambda i: moya.Target(base + "/hello", method="HEAD")),
        (200, lambda i: moya.Target(base + "/hello", auth=moya.Basic("user", "password"))),
    ]
    if not is_http2:
        kinds.append((100, lambda i: moya.Target(base + "/hello", headers={"Connection": "close"})))
        kinds.append((50, lambda i: moya.Target(f"http://127.0.0.1:{nginx.free_port()}/")))
    return [make(i) for times, make in kinds for i in range(times)]


async def concurrent(server: nginx.Server) -> None:
    for url in (server.url, server.tls_url):
        async with moya.AsyncProvider(ca=server.certificate, max_redirects=3) as provider:
            await run(provider, mix(url.removesuffix("/user"), url.startswith("https")))


def blocking(server: nginx.Server) -> None:
    with moya.Provider() as provider:
        for _ in range(600):
            provider.call(moya.Target(server.url.removesuffix("/user") + "/hello"))


if __name__ == "__main__":
    with nginx.running() as server:
        (server.folder / "large").write_bytes(bytes(range(256)) * 2000)
        asyncio.run(concurrent(server))
        blocking(server)
