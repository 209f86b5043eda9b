"""Tests how many connections wait for their next request. The server counts its connections."""

import asyncio
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

import moya
from support import DEADLINE, ServerTest


class IdleConnectionTests(ServerTest):
    def until_open(self, count: int) -> "asyncio.Future[bool]":
        return asyncio.get_running_loop().run_in_executor(None, self.server.wait_until_open, count, DEADLINE)

    async def at_once(self, provider: moya.AsyncProvider, count: int) -> None:
        """Makes calls, each with a connection of its own."""
        with self.server.counting:
            calls = [asyncio.ensure_future(provider.call(self.target("/count"))) for _ in range(count)]
            self.assertTrue(await self.until_open(count))
        await asyncio.gather(*calls)

    def test_no_more_connections_wait_than_the_option_says(self) -> None:
        rows: "list[tuple[Optional[int], int, int]]" = [(None, 1, 12), (3, 1, 3), (12, 1, 12), (4, 4, 4), (0, 1, 0)]

        async def main(most: Optional[int], loops: int, left: int) -> None:
            before = self.server.made
            async with moya.AsyncProvider(max_idle_connections=most, loops=loops) as provider:
                await self.at_once(provider, 12)
                self.assertTrue(await self.until_open(left), f"{self.server.open} connections are open")
                for _ in range(left):
                    await provider.call(self.target("/zen"))
                self.assertEqual(self.server.made - before, 12)
            self.assertTrue(await self.until_open(0))

        for row in rows:
            with self.subTest(row):
                asyncio.run(main(*row))

    def test_streams_of_a_provider_that_blocks_share_the_number_and_calls_do_not(self) -> None:
        def stream(provider: moya.Provider) -> None:
            with provider.stream(self.target("/count")) as stream:
                stream.read()

        def call(provider: moya.Provider) -> None:
            provider.call(self.target("/count"))

        for make, left in ((stream, 2), (call, 6)):
            with self.subTest(make.__name__), moya.Provider(max_idle_connections=2) as provider, ThreadPoolExecutor(6) as pool:
                with self.server.counting:
                    made = [pool.submit(make, provider) for _ in range(6)]
                    self.assertTrue(self.server.wait_until_open(6, DEADLINE))
                for it in made:
                    it.result()
                self.assertTrue(self.server.wait_until_open(left, DEADLINE), f"{self.server.open} connections are open")
            self.assertTrue(self.server.wait_until_open(0, DEADLINE))

    def test_values_that_are_not_a_number_of_connections_are_refused(self) -> None:
        values: "list[Any]" = [-1, 2**32, 1.5, True, "1"]
        for value in values:
            with self.subTest(value), self.assertRaisesRegex(moya.UsageError, "max_idle_connections"):
                moya.Provider(max_idle_connections=value)
        with self.assertRaisesRegex(moya.UsageError, "loops is 3, more than .*, which they share"):
            moya.AsyncProvider(max_idle_connections=2, loops=3)
        with self.assertRaisesRegex(moya.UsageError, "is for a provider"):
            with moya.Provider() as provider:
                provider.call(self.target("/zen", session={"max_idle_connections": 1}))


if __name__ == "__main__":
    unittest.main()
