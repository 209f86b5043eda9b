"""The players of other clients share this loop. It reads the lines of Tests/faults/player.py, makes the calls with
functions of the player, and prints the results."""

import sys
import urllib.parse
from collections.abc import Callable
from typing import Any, NamedTuple

REPORTED = 65536


class Call(NamedTuple):
    method: str
    url: str
    headers: list[tuple[str, str]]
    data: bytes | None
    wanted: list[str]


class Answer(NamedTuple):
    status: int
    body: bytes
    url: str
    header: Callable[[str], str | None]


def quoted(value: Any) -> str:
    data = value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
    return urllib.parse.quote(data, safe="/:=?&;,+-_.~")


def parse(words: list[str]) -> Call:
    method, base, path, headers, query, data, wanted = "GET", "", "", [], [], None, []
    for word in words:
        name, _, value = word.partition("=")
        match name:
            case "method":
                method = value
            case "base":
                base = value
            case "path":
                path = value
            case "data":
                data = value.encode()
            case "want":
                wanted.append(value)
            case "header":
                key, _, text = value.partition(":")
                headers.append((key, text.removeprefix(" ")))
            case "query":
                query.append(value.partition("=")[::2])
    url = base + path
    if query:
        url += ("&" if "?" in url else "?") + urllib.parse.urlencode(query)
    return Call(method, url, headers, data, wanted)


def play(make: Callable[[dict[str, str]], Any], send: Callable[[Any, Call], Answer], end: Callable[[Any], None]) -> None:
    """Does what the lines of standard input say: `make` returns a client with the options, `send` makes a call with it,
    and `end` closes it."""
    print("ready", flush=True)
    client = None
    for line in sys.stdin:
        word, *words = (urllib.parse.unquote(part) for part in line.rstrip("\n").split(" "))
        if word == "provider":
            try:
                client = make(dict(word.partition("=")[::2] for word in words))
                print("provider OK ", flush=True)
            except Exception as error:
                print(f"provider {type(error).__name__} {quoted(error)}", flush=True)
        elif word == "close":
            end(client)
            print("closed", flush=True)
        else:
            report(words[0], parse(words[1:]), client, send)


def report(number: str, call: Call, client: Any, send: Callable[[Any, Call], Answer]) -> None:
    words = [f"end {number}"]
    try:
        answer = send(client, call)
        words += ["status=OK", f"http={answer.status}", f"size={len(answer.body)}", "url=" + quoted(answer.url)]
        words.append("body=" + quoted(answer.body[:REPORTED]))
        words += [f"header.{name}={quoted(value)}" for name in call.wanted if (value := answer.header(name)) is not None]
    except Exception as error:
        words += [f"status={type(error).__name__}", "message=" + quoted(error)]
    print(" ".join(words), flush=True)
    print(f"released {number}", flush=True)
