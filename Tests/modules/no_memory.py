"""Tests that no module ends the process if memory is short (no_memory.c). Tests/steps/modules runs this program.

    no_memory.py NAME...

The module headers is written in Swift, which ends the process if there is no memory. So it is left out.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import playing
from playing import LONG, MODULES, Config, check


class Case(NamedTuple):
    config: Config
    #: Whether calls continue as if the module were not there.
    continues: bool = True
    #: Which part of the runs is made without MOYA_LONG=1: every tenth, if it is 10.
    step: int = 1


def cases(folder: str) -> "dict[str, Case]":
    secret = "0123456789"
    return {
        "breaker": Case({"failures": 2, "open_ms": 1, "ratio": 0.5}, continues=False),
        "cache": Case({"file": f"{folder}/cache.db"}, step=17),
        "chaos": Case({"delay": 0.3, "delay_ms": 1, "answer": 0.3, "cut": 0.3}, continues=False),
        "compress": Case({}),
        "limit": Case({"rate": 1000, "concurrency": 4}),
        "metrics": Case({"file": f"{folder}/metrics.txt"}),
        "otel": Case({"endpoint": "http://collector.example/v1/traces", "every_ms": 1, "baggage": ["a=b"], "resource": ["x=y"],
                      "queue_spans": 4, "batch_spans": 2, "key": secret}),
        "record": Case({"file": f"{folder}/record.har", "mode": "all"}, continues=False, step=41),
        "sigv4": Case({"key_id": "id", "secret": secret, "region": "eu-central-1", "service": "s3"}, continues=False, step=3),
        "token": Case({"token_url": "https://api.example/token", "client_id": "a", "client_secret": secret,
                       "origins": ["https://api.example"]}, continues=False),
    }


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        for name, case in cases(folder).items():
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            words = [os.environ["MOYA_NO_MEMORY"], str(MODULES / f"{name}.so"), json.dumps(case.config), "1" if LONG else str(case.step)]
            done = subprocess.run([*words, *(["continue"] if case.continues else [])], cwd=Path(folder), capture_output=True, text=True, check=False)
            what = "calls continue" if case.continues else "the process continues"
            good = done.returncode == 0 and "did not end close" not in done.stderr
            check(f"{name}: {what} if an allocation fails", good, f"{done.returncode}\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}")
    return playing.failed


if __name__ == "__main__":
    sys.exit(main())
