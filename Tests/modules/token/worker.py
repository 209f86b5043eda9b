"""A process that makes calls through the module token. For each number that it reads, it makes this many calls at once.
It prints a line of JSON for each line of the log, and then one line for the calls. This line has the tokens of the
responses, or the errors.

    worker.py MODULE CONFIG URL
"""

import asyncio
import json
import sys
from typing import Any

import moya


def show(name: str, value: Any) -> None:
    print(json.dumps([name, value]), flush=True)


async def call(provider: moya.AsyncProvider, url: str) -> str:
    try:
        response = await provider.call(moya.Target(url, "/me", name="me"))
        return str(response.json().get("token", response.status_code))
    except moya.MoyaError as error:
        return f"{error.status.name} {error}"


async def main(module: str, config: str, url: str) -> None:
    log = lambda level, line: show("log", line)
    async with moya.AsyncProvider(timeout=60, log=log, log_level=moya.LogLevel.DEBUG) as provider:
        provider.load_plugin(module, json.loads(config))
        show("ready", None)
        while line := await asyncio.to_thread(sys.stdin.readline):
            show("calls", await asyncio.gather(*(call(provider, url) for _ in range(int(line)))))


asyncio.run(main(*sys.argv[1:]))
