"""Signals that end the program while it downloads a file: no temporary file is left."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import List

from tool.program import CHECKED, check, environment

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def take_signals() -> None:
    """Undoes that a shell in the background, or nohup, lets the tests ignore signals."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def wait_for_file(folder: Path) -> List[str]:
    """Returns the names in the folder as soon as the program has made its temporary file."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        names = os.listdir(folder)
        if names:
            return names
    return []


def end(name: str, number: signal.Signals, before: List[str]) -> "tuple[int, bool, List[str]]":
    """Sends the signal to a program that downloads. Returns its exit status, whether it had a temporary file, and what is
    left."""
    with tempfile.TemporaryDirectory() as work, socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/{name}"
        words = [*before, str(CHECKED), "get", url, "-o", str(Path(work) / "file")]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(words, env=environment(), preexec_fn=take_signals, **silent) as program:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(HEAD + b"x" * 50000)
                began = bool(wait_for_file(Path(work)))
                program.send_signal(number)
                if before:  # the program ignores the signal, and the response ends
                    connection.sendall(b"x" * 50000)
                status = program.wait(60)
        return status, began, os.listdir(work)


def main() -> None:
    for number in SIGNALS:
        result = end("slow", number, [])
        check(f"{number.name} ends a download, and leaves no file", "" if result == (-number, True, []) else str(result))
    result = end("nohup", signal.SIGHUP, ["nohup"])
    check("a signal that the program ignores does not end a download", "" if result == (0, True, ["file"]) else str(result))
