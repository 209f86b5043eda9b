"""Tests signals that end the program while it downloads a file, or before the download begins. No temporary file may be
left."""

import errno
import json
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
    """Gives the signals their default action. Otherwise these signals are ignored if a shell runs the tests in the
    background or with nohup."""
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
    """Sends the signal to a program that downloads. Returns its exit status, whether it had a temporary file, and the
    files that are left."""
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


def open_fifo(path: Path) -> int:
    """Opens a FIFO for writing as soon as the program has opened it for reading."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
    raise TimeoutError(path)


def end_early(number: signal.Signals) -> "tuple[int, List[str]]":
    """Sends the signal to a program that still reads an argument of its call. Then the call begins, and the server
    never responds. Returns the exit status of the program, and the files that are left."""
    with tempfile.TemporaryDirectory() as work, socket.create_server(("127.0.0.1", 0)) as server:
        fifo, definition = Path(work) / "fifo", Path(work) / "api.json"
        os.mkfifo(fifo)
        send = {"method": "PUT", "path": "/early", "parameters": [{"name": "body", "in": "body", "type": "bytes"}]}
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        definition.write_text(json.dumps({"moya": 1, "name": "api", "base_url": url, "endpoints": {"send": send}}))
        words = [str(CHECKED), "call", str(definition), "send", f"body@{fifo}", "-o", str(Path(work) / "file")]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(words, env=environment(), preexec_fn=take_signals, **silent) as program:
            try:
                with open(open_fifo(fifo), "wb") as body:
                    program.send_signal(number)
                    body.write(b"body")
                program.wait(60)
            except (OSError, subprocess.TimeoutExpired):
                program.kill()
        return program.returncode, sorted(set(os.listdir(work)) - {"fifo", "api.json"})


def main() -> None:
    for number in SIGNALS:
        result = end("slow", number, [])
        check(f"{number.name} ends a download, and leaves no file", "" if result == (-number, True, []) else str(result))
        early = end_early(number)
        check(f"{number.name} before the call begins ends the program, and leaves no file", "" if early == (-number, []) else str(early))
    result = end("nohup", signal.SIGHUP, ["nohup"])
    check("a signal that the program ignores does not end a download", "" if result == (0, True, ["file"]) else str(result))
