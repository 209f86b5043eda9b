"""Writes a log of permissions that the processes of a test share. Each process writes a file in the folder
$MOYA_TEST_PERMITS. A recipe, which is the data of a provider (moya.distributed), can have `note` as its log, because
workers can import this module."""

import os
import re
from pathlib import Path
from typing import Dict, List, Tuple

import moya

FOLDER = "MOYA_TEST_PERMITS"
PERMIT = re.compile(r"permits a call at (\d+) us")
_files: "Dict[int, int]" = {}


def note(level: "moya.LogLevel", line: str) -> None:
    """Writes the time of a permission, or a warning, at once, so that it is not lost if the process is killed."""
    found, process = PERMIT.search(line), os.getpid()
    if found or level >= moya.LogLevel.WARNING:
        if process not in _files:
            _files[process] = os.open(f"{os.environ[FOLDER]}/{process}", os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        os.write(_files[process], f"{found[1] if found else line}\n".encode())


def noted(folder: Path) -> "Tuple[List[List[int]], List[str]]":
    """Returns the times in microseconds, for each process, and the warnings of all processes."""
    lines = [file.read_text().splitlines() for file in folder.iterdir()]
    times = [[int(line) for line in each if line.isdigit()] for each in lines]
    return times, [line for each in lines for line in each if not line.isdigit()]
