#!/usr/bin/env python3
"""Tests what happens to the file of the cache if processes are killed, and if two processes use it at once.

    durability.py MODULE BUSY [KILLS]      BUSY: the program busy.c. KILLS: how many processes are killed (200)

A killed process must leave a file that SQLite finds in order, and from which the next process gets no wrong body.
"""

import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: The longest life of a process that is killed, in seconds. Some are killed before they have opened the file.
LIFE = 0.25
COUNT = 400  # calls of a process that is not killed


class Items(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    versions: dict[int, int] = {}
    lock = threading.Lock()

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        item = int(self.path[1:])
        with self.lock:
            version = self.versions.setdefault(item, 1)
        length = (item * 7919 + version * 104729) % 40_000
        letters = bytes(ord("a") + (item + version + number) % 26 for number in range(26))
        body = b"%d %d %d " % (item, version, length) + (letters * (length // 26 + 1))[:length]
        self.answer(body, version)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        item = int(self.path[1:])
        with self.lock:
            self.versions[item] = version = self.versions.get(item, 1) + 1
        self.answer(b"%d" % version, version)

    def answer(self, body: bytes, version: int) -> None:
        head = f"HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nETag: \"{version}\"\r\nContent-Length: {len(body)}\r\n\r\n"
        try:
            self.wfile.write(head.encode() + body)
        except ConnectionError:
            self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """Prints no error, because a process that was killed breaks off its connection."""


def is_in_order(file: Path) -> str:
    """Returns what SQLite says about the file; "ok" if there is no file yet."""
    if not file.exists() or file.stat().st_size == 0:
        return "ok"
    database = sqlite3.connect(file, timeout=30)
    try:
        return str(database.execute("PRAGMA integrity_check").fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    finally:
        database.close()


def main() -> int:
    module, busy, *rest = sys.argv[1:]
    kills = int(rest[0]) if rest else 200
    chance = random.Random(39)
    server = Server(("127.0.0.1", 0), Items)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    wrong: list[str] = []

    def start(file: Path, count: int, memory: int) -> "subprocess.Popen[str]":
        return subprocess.Popen([busy, module, str(file), url, str(chance.getrandbits(31)), str(count), str(memory)],
                                stdout=subprocess.PIPE, text=True)

    def finish(process: "subprocess.Popen[str]", what: str) -> None:
        said, _ = process.communicate(timeout=300)
        if process.returncode != 0:
            wrong.append(f"{what} ended with {process.returncode}: {said.strip()}")

    def report(what: str) -> bool:
        print(f"{'not ok' if wrong else 'ok'} - cache: {what}", flush=True)
        for line in wrong[:20]:
            print("    " + line)
        is_good = not wrong
        wrong.clear()
        return is_good

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "killed.db"
        grew = 0
        for turn in range(kills):
            process = start(file, 1_000_000, 0)
            try:
                process.wait(chance.random() * LIFE)
            except subprocess.TimeoutExpired:
                pass
            process.kill()
            said, _ = process.communicate()
            if said:
                wrong.append(f"process {turn}: {said.strip()}")
            if (found := is_in_order(file)) != "ok":
                wrong.append(f"after process {turn}: {found}")
            grew += file.exists() and file.stat().st_size > 100_000
        if not grew:
            wrong.append("no process lived long enough to store a response")
        finish(start(file, COUNT, 0), "the last process")
        is_good = report(f"{kills} processes that were killed leave a file in order, and no wrong body")

        for memory in (0, 1 << 20):
            file = Path(folder) / f"shared{memory}.db"
            both = [start(file, COUNT, memory) for _ in range(2)]
            for number, process in enumerate(both):
                finish(process, f"process {number}")
            if (found := is_in_order(file)) != "ok":
                wrong.append(found)
            is_good &= report(f"two processes use one file at once, with {memory} bytes of memory")
    server.shutdown()
    return not is_good


if __name__ == "__main__":
    sys.exit(main())
