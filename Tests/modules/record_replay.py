"""Tests that the module record replays in every program what it has recorded, and that it connects nowhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Callable, Dict, List, Tuple

import playing
from cassettes import cassette, judge
from playing import Call, Config, Result, check, moya, server

Play = Callable[[str, Config, List[Call]], List[Result]]
PROGRAMS: Dict[str, Play] = {
    "C": playing.c_whole, "C, streamed": playing.c_pieces, "Python": playing.python_whole,
    "Python, streamed": playing.python_pieces, "moya": playing.tool}
if "MOYA_PLUGIN_PLAYER" in os.environ:
    PROGRAMS["Swift"] = playing.swift

CALLS: Dict[str, Call] = {
    "a response": Call("/ok"),
    "another status": Call("/status/404"),
    "a body that is no text": Call("/gzip-none", "POST", bytes(range(256))),
    "a large body": Call("/bytes/70000"),
    "a compressed body": Call("/gzip"),
    "two fields of a name": Call("/fields"),
    "a field with control characters": Call("/set?link=a%1B%5B31m%7F"),
    "a response after redirects": Call("/redirect/2"),
    "chunks": Call("/lines/30"),
    "a body until the end of the connection": Call("/events"),
    "no body": Call("/ok", "HEAD"),
    "the first of two equal requests": Call("/echo?a=1&b=2", "POST", b'{"x": 1}'),
    "the second of two equal requests": Call("/echo?a=1&b=2", "POST", b'{"x": 1}'),
    "another body": Call("/echo?a=1&b=2", "POST", b'{"x": 2}'),
    "a body that is cut off": Call("/truncated-body"),
    "a status that is not accepted": Call("/status/500", accepts="2xx"),
    "no server": Call("http://127.0.0.1:1/x"),
}

def calls_to(base: str) -> List[Call]:
    return [call if "://" in call.url else call._replace(url=base + call.url) for call in CALLS.values()]


def as_text(field: Tuple[bytes, bytes]) -> Tuple[bytes, bytes]:
    """Returns a field as the cassette has it. A value that is not UTF-8 counts as ISO 8859-1, because JSON has only
    Unicode."""
    try:
        field[1].decode()
    except UnicodeDecodeError:
        return field[0], field[1].decode("latin-1").encode()
    return field


def is_replay(first: Result, second: Result) -> bool:
    """Returns true if the second result repeats the first. The message of a failure must be the same, and must not name
    the plugin."""
    fields = None if first.fields is None else tuple(map(as_text, first.fields))
    message = re.sub(r"^(moya: )?\w+: ", "", first.message.strip())
    is_same_message = second.message.strip().endswith(message) and "plugin record" not in second.message
    return first[:2] + (fields, first.body) == second[:4] and is_same_message


def replays_what_it_records(folder: Path) -> None:
    for whose, play in PROGRAMS.items():
        path = cassette(folder, whose.replace(", ", "-"))
        config: Config = {"file": str(path), "mode": "all" if whose == "moya" else "once", "keep": ["Set-Cookie"]}
        with server() as base:
            calls = calls_to(base)
            recorded = play("record", {**config, "mode": "new"} if whose == "moya" else config, calls)
        judge(path, whose)
        # The program makes one call in each process, so each process begins at the first entry.
        replayed = play("record", {**config, "mode": "none"}, calls)
        for name, first, second in zip(CALLS, recorded, replayed):
            check(f"record: {whose}: {name} is replayed without the server", is_replay(first, second), f"{first}\n{second}")
        check(f"record: {whose}: every call has a result", len(recorded) == len(replayed) == len(CALLS), (recorded, replayed))


def programs_share_cassettes(folder: Path) -> None:
    path = cassette(folder)
    with server() as base:
        calls = [Call(base + "/gzip"), Call(base + "/truncated-body")]
        playing.c_pieces("record", {"file": str(path)}, calls)
        expected = playing.python_pieces("record", {"file": str(cassette(folder, "other"))}, calls)
    for whose, play in PROGRAMS.items():
        got = play("record", {"file": str(path), "mode": "none"}, calls[:1])
        check(f"record: {whose} replays what C recorded from a stream", got[0].body == expected[0].body, got)
    got = playing.python_pieces("record", {"file": str(path), "mode": "none"}, calls)
    check("record: a stream receives the bytes that had arrived, and then the failure", is_replay(expected[1], got[1]), got)


def connects_nowhere(folder: Path) -> None:
    path, log = cassette(folder), folder / "strace"
    with server() as base:
        calls = [Call(base + "/ok"), Call(base + "/lines/3"), Call("http://no-such-host.test/")]
        playing.c_whole("record", {"file": str(path)}, calls[:2])
    strace = ("strace", "-f", "-qq", "-e", "trace=connect,sendto", "-o", str(log))
    unknown = Call("http://no-such-host.test/")
    results = playing.c_program("whole", "record", {"file": str(path), "mode": "none"}, [*calls, unknown], strace)
    check("record: strace shows no connection in a replay", log.exists() and log.read_text() == "", log.read_text() if log.exists() else results)
    check("record: an unknown request is not sent", [it.status for it in results] == ["OK", "OK", "NO_STUB", "NO_STUB"], results)


def refuses_downloads(folder: Path) -> None:
    with server() as base, moya.Provider() as provider:
        provider.load_plugin("record", {"file": str(cassette(folder))})
        try:
            provider.download(moya.Target(base, "/ok"), folder / "file")
            message = "it is not refused"
        except (moya.MoyaError, moya.UsageError) as error:
            message = str(error)
        config = json.dumps({"file": str(cassette(folder))})
        command = [str(playing.PREFIX / "bin/moya"), "get", base + "/ok", "--output", str(folder / "file"), "--plugin", f"record={config}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    for whose, said in (("Python", message), ("moya", done.stderr)):
        check(f"record: {whose}: a download to a file is refused with a sentence",
              "a download to a file is neither recorded nor replayed" in said and not (folder / "file").exists(), said)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
