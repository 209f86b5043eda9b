"""Makes calls with aiohttp. All calls use one session."""

import asyncio
import ssl

import aiohttp

from lines import Answer, Call, play

loop = asyncio.new_event_loop()


class Client:
    def __init__(self, options):
        def seconds(name, otherwise):
            return int(options[name]) / 1000 if name in options else otherwise

        self.timeout = aiohttp.ClientTimeout(
            total=seconds("total_timeout_ms", 8), sock_connect=seconds("connect_timeout_ms", 5),
            sock_read=seconds("idle_timeout_ms", 5),
        )  # fmt: skip
        self.redirects = int(options.get("max_redirects", 16))
        self.proxy = options.get("proxy") or None
        self.ssl = ssl.create_default_context(cafile=options["ca_file"]) if "ca_file" in options else True
        self.headers = {"User-Agent": options["user_agent"]} if "user_agent" in options else None


async def open_client(options):
    client = Client(options)
    client.session = aiohttp.ClientSession(timeout=client.timeout, headers=client.headers)
    return client


async def request(client, call: Call) -> Answer:
    from yarl import URL

    async with client.session.request(
        call.method, URL(call.url, encoded=True), headers=call.headers, data=call.data, proxy=client.proxy,
        ssl=client.ssl, allow_redirects=client.redirects > 0, max_redirects=client.redirects or 1,
    ) as answer:  # fmt: skip
        return Answer(answer.status, await answer.read(), str(answer.url), answer.headers.get)


play(
    lambda options: loop.run_until_complete(open_client(options)),
    lambda client, call: loop.run_until_complete(request(client, call)),
    lambda client: loop.run_until_complete(client.session.close()),
)
