"""Counts how much more a call costs while 1,000 other calls wait for a plugin.

    python3 -B benchmarks/pending.py      after script/build benchmarks; needs strace
"""

import os
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from callgrind import ROOT, WARM_UP, Bench, Row

FEW, MANY = 100, 400
#: The cost of a call while other calls wait, divided by its cost alone, may be at most this.
MOST_INSTRUCTIONS, MOST_WAKE_UPS = 1.01, 1.02
ROWS = [Row(f"beside {waiting}", "moya_pending", form=waiting) for waiting in ("0", "1000")]


def wake_ups(bench: Bench, row: Row) -> float:
    """Returns how many wake-ups a request needs. A wake-up is a return from epoll_wait, in any thread of the program.

    The program makes one request at a time, and the server responds after a pause, in which every thread goes to sleep.
    Without the pause, one wake-up could serve several responses, and the numbers would vary by a quarter.
    """
    row = replace(row, in_flight=1, pause=0.02)
    return (waits(bench, row, MANY) - waits(bench, row, FEW)) / ((MANY - FEW) * WARM_UP)


def waits(bench: Bench, row: Row, requests: int) -> int:
    counted = Path(bench.directory) / "strace"
    environment = {**os.environ, "LD_LIBRARY_PATH": str(bench.library.parent)}
    with bench.server(row) as url:
        command = ["strace", "-f", "-c", "-e", "trace=epoll_wait", "-o", counted, *bench.program(row)]
        subprocess.run([*command, url, str(requests), str(row.in_flight), row.form], env=environment, check=True, stdout=subprocess.DEVNULL)
    # A line of strace: the share of the time, seconds, microseconds a call, calls, perhaps errors, the name.
    (line,) = [line for line in counted.read_text().splitlines() if line.endswith(" epoll_wait")]
    return int(line.split()[3])


def main() -> None:
    print("| calls that wait | instructions a free call | wake-ups a free call |\n|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(ROOT, directory, None)
        for _ in range(3):
            for row in ROWS:
                print(f"| {row.form} | {bench.per_request(row):,.0f} | {wake_ups(bench, row):.4f} |", flush=True)


if __name__ == "__main__":
    main()
