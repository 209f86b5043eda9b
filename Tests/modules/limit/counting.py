"""A server that counts: prints its port, and the time of each request when its standard input ends.

    counting.py ADDRESS"""

import asyncio
import sys
import time
from typing import List

times: List[float] = []


class Connection(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.rest = transport, b""

    def data_received(self, data: bytes) -> None:
        self.rest += data
        while b"\r\n\r\n" in self.rest:
            _, _, self.rest = self.rest.partition(b"\r\n\r\n")
            times.append(time.time())
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


async def main() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Connection, sys.argv[1], 0, backlog=500)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()
    print(*times)


asyncio.run(main())
