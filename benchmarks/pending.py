"""Counts what calls that wait for a plugin cost the calls that do not wait.

    python3 -B benchmarks/pending.py      after script/build benchmarks; needs strace
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from callgrind import ROOT, Bench, Row

REQUESTS = 64_000


def wake_ups(bench: Bench, row: Row) -> float:
    """Returns how often a thread of the program sleeps in epoll_wait, for each request. A number differs by a tenth
    from run to run, because one wake-up often serves a whole batch of 64."""
    counted = Path(bench.directory) / "strace"
    environment = {**os.environ, "LD_LIBRARY_PATH": str(bench.library.parent)}
    with bench.server(row) as url:
        command = ["strace", "-f", "-c", "-e", "trace=epoll_wait", "-o", counted, *bench.program(row)]
        subprocess.run([*command, url, str(REQUESTS), str(row.in_flight), row.form], env=environment, check=True)
    found = re.search(r"(\d+)(?:\s+\d+)? epoll_wait$", counted.read_text(), re.MULTILINE)
    return int(found[1]) / (REQUESTS * 1.1) if found else 0.0


def main() -> None:
    print("| calls that wait | instructions a free call | wake-ups a free call |\n|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(ROOT, directory, None)
        for _ in range(3):
            for waiting in ("0", "1000"):
                row = Row(f"beside {waiting}", "moya_pending", form=waiting)
                print(f"| {waiting} | {bench.per_request(row):,.0f} | {wake_ups(bench, row):.4f} |", flush=True)


if __name__ == "__main__":
    main()
