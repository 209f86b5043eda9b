"""Counts how many instructions the hooks of plugins add to a request without a plugin.

    python3 -B benchmarks/hooks.py      after script/build benchmarks
"""

import re
import tempfile

from callgrind import ROOT, Bench, Row


def main() -> None:
    source = (ROOT / "benchmarks/moya_hooks.c").read_text()
    kinds = re.findall(r'^    \{"([^"]+)", \d+,', source, re.MULTILINE)
    plain = 0.0
    print("| a plugin with | instructions a request more |\n|---|--:|")
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(ROOT, directory, None)
        for kind in kinds:
            counts = [bench.per_request(Row(f"hooks {kind}", "moya_hooks", form=kind)) for _ in range(3)]
            count = sorted(counts)[1]
            plain = plain or count
            print(f"| {kind} | {count - plain:+,.0f} |", flush=True)


if __name__ == "__main__":
    main()
