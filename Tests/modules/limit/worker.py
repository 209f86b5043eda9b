"""A process that makes calls through the module limit, for a time or a number of calls.

    worker.py MODULE CONFIG URL CALLS AT_ONCE SECONDS      ends after CALLS calls or SECONDS seconds

Prints JSON: the times of the permissions in microseconds, the warnings, and how many calls succeeded and failed. Prints
"ready" first, and begins when a line arrives."""

import asyncio
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bindings/python"))
sys.dont_write_bytecode = True
import moya  # noqa: E402

PERMIT = re.compile(r"permits a call at (\d+) us")


async def calls(provider: "moya.AsyncProvider", url: str, count: int, at_once: int, seconds: float) -> Dict[str, List[object]]:
    done: Dict[str, List[object]] = {"ok": [], "failed": []}
    end, left = time.monotonic() + seconds, count

    async def one_after_another() -> None:
        nonlocal left
        while left > 0 and time.monotonic() < end:
            left -= 1
            try:
                response = await provider.call(moya.Target(url, "/count", name="work", timeout=max(0.05, end - time.monotonic())))
                done["ok"].append(response.status_code)
            except moya.MoyaError as error:
                done["failed"].append(str(error))

    await asyncio.gather(*(one_after_another() for _ in range(at_once)))
    return done


async def main() -> None:
    module, config, url, count, at_once, seconds = sys.argv[1:]
    lines: List[str] = []
    warnings: List[object] = []

    def log(level: "moya.LogLevel", line: str) -> None:
        (warnings if level >= moya.LogLevel.WARNING else lines).append(line if level < moya.LogLevel.WARNING else [time.time(), line])
        if "works again" in line:
            warnings.append([time.time(), line])

    async with moya.AsyncProvider(log=log, log_level=moya.LogLevel.DEBUG) as provider:
        provider.load_plugin(module, json.loads(config))
        print("ready", flush=True)
        sys.stdin.readline()
        done = await calls(provider, url, int(count), int(at_once), float(seconds))
    times = [int(found[1]) for line in lines if (found := PERMIT.search(line))]
    print(json.dumps({"process": os.getpid(), "times": times, "warnings": warnings, "ok": len(done["ok"]), "failed": done["failed"]}), flush=True)


asyncio.run(main())
