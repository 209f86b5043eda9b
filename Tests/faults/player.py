"""The client's side: a program that makes the calls that it reads, line by line, and reports their results.

Its standard input (every token percent-encoded, separated by spaces):
    provider KEY=VALUE…          makes a provider: connect_timeout_ms, idle_timeout_ms, total_timeout_ms, max_body_size,
                                 max_redirects, max_connections_per_host, ca_file, user_agent, proxy
    call N KEY=VALUE…            sends: method, base, path, header=NAME:VALUE…, query=NAME=VALUE…, data, as=bytes, file,
                                 stream or once (how `data` is passed), trailer=NAME:VALUE… (fields after `data`),
                                 want=NAME… (header fields to report). Replies when the call has ended
    start N KEY=VALUE…           the same, and reads the next line at once
    close                        destroys the provider
Its standard output:
    ready VALUE…                 at the beginning
    provider STATUS MESSAGE      STATUS: a name of moya.h without MOYA_ERROR_
    end N KEY=VALUE…             each completion: status, http, size, body (its first 64 KB), url, message, header.NAME.
                                 After an error, http, size, body, url and header.NAME are those of the error's response
    released N                   nothing more will be reported for the call
    closed
"""

import os
import queue
import subprocess
import tempfile
import threading
import time
import urllib.parse
from typing import Any

STEPS = 30.0  # seconds for a reply of the player


class Died(Exception):
    """Raised when the player has ended, or does not reply."""


def quote(text: str) -> str:
    return urllib.parse.quote(text, safe="/:=?&;,+-_.~")


class Player:
    """A player's process. The methods send commands to it and read its replies."""

    def __init__(self, command: list[str], slowness: float = 1.0) -> None:
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, encoding="ascii"
        )
        self.lines: queue.Queue[list[str] | None] = queue.Queue()
        self.slowness, self.patience = slowness, STEPS * slowness
        threading.Thread(target=self.read, daemon=True).start()
        self.expect("ready")

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put([urllib.parse.unquote(part, "latin-1") for part in line.rstrip("\n").split(" ")])
        self.lines.put(None)

    def tell(self, *words: str) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(" ".join(quote(word) for word in words) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise Died(self.last_words()) from None

    def hear(self, seconds: float | None = None) -> list[str]:
        try:
            line = self.lines.get(timeout=self.patience if seconds is None else seconds)
        except queue.Empty:
            raise Died("the player hangs") from None
        if line is None:
            raise Died(self.last_words())
        return line

    def hear_at_once(self) -> list[list[str]]:
        """Returns the lines that the player has printed so far."""
        said = []
        while not self.lines.empty():
            if (line := self.lines.get()) is not None:
                said.append(line)
        return said

    def expect(self, word: str) -> list[str]:
        line = self.hear()
        if line[0] != word:
            raise Died(f"the player says {line!r:.300} instead of {word}")
        return line[1:]

    def last_words(self) -> str:
        status = self.process.wait()
        return f"the player ended with status {status}: {self.take_errors()[-3000:]}"

    def take_errors(self) -> str:
        """Returns what the player has written to its standard error since the last call of this method."""
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace")
        self.errors.seek(0)
        self.errors.truncate()
        return text

    def descriptors(self) -> dict[str, str]:
        folder = f"/proc/{self.process.pid}/fd"
        found = {}
        for name in os.listdir(folder):
            try:
                found[name] = os.readlink(f"{folder}/{name}")
            except OSError:
                continue
        return found

    def await_descriptors(self, before: int) -> str | None:
        """Waits until the player has no more descriptors than before. It must wait, because another thread closes the
        descriptors of a closed provider. Returns None, or the names of the descriptors that it has at the deadline."""
        until = time.monotonic() + 10
        while len(now := self.descriptors()) > before:
            if time.monotonic() > until:
                return ", ".join(sorted(now.values()))
            time.sleep(0.002)
        return None

    def end(self) -> int:
        """Ends the player and returns its exit status."""
        assert self.process.stdin
        try:
            self.process.stdin.close()
            return self.process.wait(self.patience * 2)
        except (OSError, subprocess.TimeoutExpired):
            self.kill()
            return -1

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def arguments(call: dict[str, Any]) -> list[str]:
    """Returns a call of a row in the form of the player's line."""
    words = [f"{name}={call[name]}" for name in ("method", "base", "path", "data", "as") if name in call]
    words += [f"header={header}" for header in call.get("headers", [])]
    words += [f"trailer={field}" for field in call.get("trailers", [])]
    words += [f"query={name}={value}" for name, value in call.get("query", {}).items()]
    return words + [f"want={name}" for name in call.get("header", {})]


def outcome(words: list[str]) -> dict[str, str]:
    """Returns what an `end` line reports. All values except the body are text."""
    found = dict(word.partition("=")[::2] for word in words)
    return {name: value if name == "body" else text(value) for name, value in found.items()}


def text(value: str) -> str:
    return value.encode("latin-1").decode("utf-8", "replace")
