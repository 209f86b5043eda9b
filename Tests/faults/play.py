#!/usr/bin/python3
"""Runs the rows of the table with one API of the library (its face). Prints `ok - …` or `not ok - …` for each row.

    play.py [OPTION…] -- PLAYER…     PLAYER: the command of a program that speaks player.py's lines
    --face NAME       runs the rows that have this face in `faces`. The name is printed after each row
    --curl VERSION    runs the rows whose `needs` this libcurl has; default: all
    --only PATTERN    rows whose kind (the file), id or id/variant matches; may be repeated
    --file PATH       rows of another file instead of rows/*.toml; may be repeated
    --share N/M       runs only a part of the variants of each row that all faces run: part N of M, from 0. If M faces
                      have different N, together they run all variants, and each of them runs every row
    --jobs N          players at the same time (12). Most rows wait, so 12 keep two cores half busy
    --slow FACTOR     how much longer than usual everything may take
    -v                prints the result of each variant
"""

import argparse
import contextlib
import functools
import sys
import tempfile
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers/peers"))

import certificates
import rows
from playing import Worker


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--face", default="C")
    parser.add_argument("--curl", default="999")
    parser.add_argument("--only", action="append")
    parser.add_argument("--file", action="append", type=Path)
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--jobs", type=int, default=12)
    parser.add_argument("--slow", type=float, default=1.0)
    parser.add_argument("player", nargs="+")


def chosen_rows(options: argparse.Namespace) -> list[rows.Row]:
    curl = rows.version(options.curl)
    found = rows.load(options.only, options.file)
    chosen = [row for row in found if row.runs_on(options.face, curl)]
    # With --only, it is no error to run no row, because the rows may not be for this face.
    if not found or not (chosen or options.only):
        print(f"not ok - there are rows to play [{options.face}]")
        sys.exit(1)
    share, shares = map(int, options.share.split("/"))
    chosen = in_turn(chosen, share, shares)
    print(f"{len(chosen)} of {len(found)} rows and variants are for libcurl {options.curl} and {options.face}", flush=True)
    return chosen


def in_turn(chosen: list[rows.Row], share: int, shares: int) -> list[rows.Row]:
    """Returns the variants of each row that belong to this share (--share). If a row has `faces`, returns all variants
    of the row, because perhaps no other face runs it."""
    variants: dict[str, list[rows.Row]] = defaultdict(list)
    for row in chosen:
        variants[row.id].append(row)
    return [
        row for played in variants.values() for position, row in enumerate(played)
        if row["faces"] or position % shares == share % min(shares, len(played))
    ]


@contextlib.contextmanager
def certificates_for(chosen: list[rows.Row]) -> Iterator[Path]:
    """Yields a folder with the certificates that these rows need."""
    with tempfile.TemporaryDirectory(prefix="moya-faults-") as folder:
        if any(row["tls"] or row["other_tls"] or row["proxy_tls"] for row in chosen):
            certificates.make(Path(folder))
        yield Path(folder)


def all_at_once(jobs: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> int:
    parser = argparse.ArgumentParser()
    add_options(parser)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()

    chosen = chosen_rows(options)
    waiting_first = deque(sorted(chosen, key=lambda row: row.kind != "time"))
    with certificates_for(chosen) as folder:
        workers = [Worker(options.player, options.slow, folder) for _ in range(options.jobs)]

        def work(worker: Worker) -> None:
            with contextlib.suppress(IndexError):
                while row := waiting_first.popleft():
                    worker.play(row, row.name)
            worker.finish()

        all_at_once([functools.partial(work, worker) for worker in workers])
    found = {name: problems for worker in workers for name, problems in worker.found.items()}
    failed = report(chosen, found, options.face, options.verbose)
    for problem in (problem for worker in workers for problem in worker.ending):
        failed += 1
        print(f"not ok - the player's end [{options.face}]")
        print(f"    {problem}".replace("\n", "\n    "))
    return 1 if failed else 0


def report(chosen: list[rows.Row], found: dict[str, list[str]], face: str, verbose: bool) -> int:
    """Prints one line for each row. A row has failed if one of its variants has failed."""
    variants: dict[str, list[rows.Row]] = defaultdict(list)
    for row in chosen:
        variants[row.id].append(row)
    failed = 0
    for ident, played in variants.items():
        wrong = [(row, problem) for row in played for problem in found.get(row.name, ["not played"])]
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} - {played[0].kind}: {ident}: {played[0].fields['what']} [{face}]")
        for row, problem in wrong:
            print(f"    {row.name}: {problem}".replace("\n", "\n        "))
        if verbose:
            for row in played:
                print(f"    {row.name}: {'wrong' if found.get(row.name) else 'right'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
