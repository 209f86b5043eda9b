"""Counts what calls that wait for a plugin cost the calls that do not wait.

    python3 -B benchmarks/pending.py      after script/build benchmarks
"""

import tempfile

from callgrind import ROOT, Bench, Row


def main() -> None:
    print("| calls that wait | instructions a free call | wake-ups a free call |\n|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(ROOT, directory, None)
        for waiting in ("0", "1000"):
            row = Row(f"beside {waiting}", "moya_pending", form=waiting)
            for _ in range(3):
                count = bench.per_request(row)
                waits = bench.calls_per_request(row, "epoll_wait")
                print(f"| {waiting} | {count:,.0f} | {waits:.4f} |", flush=True)


if __name__ == "__main__":
    main()
