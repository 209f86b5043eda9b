"""A server that counts requests. Prints its port. When its standard input closes, prints the time of each request.

    counting.py ADDRESS            prints one line with all times
    counting.py ADDRESS paths      prints a line for each request: its time and its path"""

import asyncio
import sys
import time
from typing import List, Optional, Set

times: List[float] = []
paths: List[str] = []
connections: Set[asyncio.Transport] = set()


class Connection(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.rest = transport, b""
        connections.add(transport)

    def connection_lost(self, _: Optional[Exception]) -> None:
        connections.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        self.rest += data
        while b"\r\n\r\n" in self.rest:
            head, _, self.rest = self.rest.partition(b"\r\n\r\n")
            times.append(time.time())
            paths.append(head.split(b" ", 2)[1].decode())
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


async def main() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Connection, sys.argv[1], 0, backlog=500)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()
    for transport in [*connections]:
        transport.abort()
    while connections:
        await asyncio.sleep(0)
    if sys.argv[2:] == ["paths"]:
        print("".join(f"{at} {path}\n" for at, path in zip(times, paths)), end="")
    else:
        print(*times)


asyncio.run(main())
