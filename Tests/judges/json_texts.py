"""Tests every reader of JSON with texts that are JSON and texts that are not."""

import base64
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from differences import REFUSES

FILE = Path(__file__).resolve().parent / "json/parsing.jsonl"


def play(name: str, only: set[int], command: list[str]) -> Iterator[tuple[int, str, str | None, str]]:
    """Tests the texts. If the judge leaves the result of a text open, all readers must agree."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdin and reader.stdout
        assert reader.stdout.readline() == "ready\n"
        for number, line in enumerate(FILE.read_text().splitlines(), 1):
            if only and number not in only:
                continue
            row = json.loads(line)
            reader.stdin.write(base64.b64decode(row["base64"]).hex() + "\n")
            reader.stdin.flush()
            came = reader.stdout.readline().strip()
            wanted = {"accept": "accepts", "reject": REFUSES}.get(row["expect"])
            if wanted is None:
                wanted = came if came in ("accepts", REFUSES) else "one of the two"
            yield number, row["name"], wanted, came
        reader.stdin.close()
        assert reader.wait() == 0, f"the reader ended with status {reader.returncode}"
