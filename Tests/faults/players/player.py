"""The Python player: makes the calls that it reads from standard input. Tests/faults/player.py describes the lines.

    player.py sync      moya.Provider; each `start` runs on a thread of its own
    player.py async     moya.AsyncProvider
"""

import asyncio
import atexit
import gc
import hashlib
import pathlib
import sys
import tempfile
import threading
import urllib.parse

import moya

REPORTED = 65536
lock = threading.Lock()


def say(*words):
    with lock:
        # There is one write for each line, because the reader takes whole lines.
        sys.stdout.write(" ".join(word if isinstance(word, str) else word() for word in words) + "\n")
        sys.stdout.flush()


def quoted(text):
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return urllib.parse.quote(data, safe="/:=?&;,+-_.~")


def report(number, wanted, target, finish):
    """Reports the end of a call: what `finish` returns or raises. Stores no error, because its traceback would hold a
    reference to the provider."""
    words = [f"end {number}"]
    response = None
    try:
        response = finish()
        words.append("status=OK")
    except moya.MoyaError as error:
        response = error.response
        words += [f"status={error.status.name}", "message=" + quoted(str(error))]
    except Exception as error:
        words += [f"status={type(error).__name__}", "message=" + quoted(str(error))]
    if response is not None:
        content = response.content
        words += [f"http={response.status_code}", f"size={len(content)}", "body=" + quoted(content[:REPORTED])]
        words.append("url=" + quoted(response.url))
        for name in wanted:
            value = response.header(name)
            if value is not None:
                words.append(f"header.{name}=" + quoted(value))
    say(" ".join(words))
    say(f"released {number}")


def parse(words):
    """Returns the number of a call, the header fields to report, and a function that makes the target."""
    fields = {"name": "API.call", "headers": []}
    base, path, wanted, query, form, trailers = "", "", [], [], "bytes", []
    for word in words[1:]:
        name, _, value = word.partition("=")
        if name == "base":
            base = value
        elif name == "path":
            path = value
        elif name == "method":
            fields["method"] = value
        elif name == "want":
            wanted.append(value)
        elif name == "data":
            fields["body"] = value.encode()
        elif name == "as":
            form = value
        elif name in ("header", "trailer"):
            key, _, value = value.partition(":")
            rows = fields["headers"] if name == "header" else trailers
            rows.append((key, value[1:] if value.startswith(" ") else value))
        elif name == "query":
            query.append(value.partition("=")[::2])
        else:
            raise SystemExit(f"no {name}")
    if query:
        fields["query"] = query
    if trailers:
        fields["trailers"] = lambda: trailers
    if form != "bytes":
        fields["body"] = formed(fields["body"], form)
    return words[0], wanted, lambda: moya.Target(base, path, **fields)


folder = tempfile.TemporaryDirectory()
atexit.register(folder.cleanup)


def formed(data, form):
    """Returns the body in the form that `as` of the row names: a file, a stream or an iterator."""
    if form == "file":
        path = pathlib.Path(folder.name, hashlib.sha256(data).hexdigest())
        path.write_bytes(data)
        return path
    pieces = [data[at : at + 1000] for at in range(0, len(data), 1000)]
    return pieces if form == "stream" else iter(pieces)


def options_of(words):
    options = {}
    for word in words:
        name, _, value = word.partition("=")
        if name.endswith("_timeout_ms"):
            name = name[: -len("_ms")]
            options["timeout" if name == "total_timeout" else name] = int(value) / 1000
        else:
            options[{"ca_file": "ca"}.get(name, name)] = int(value) if name.startswith("max_") else value
    return options


def lines():
    for line in sys.stdin:
        word, *words = (urllib.parse.unquote(part) for part in line.rstrip("\n").split(" "))
        yield word, words


def create(kind, words):
    try:
        provider = kind(**options_of(words))
    except moya.MoyaError as error:
        say(f"provider {error.status.name} " + quoted(str(error)))
        return None
    say("provider OK ")
    return provider


def play():
    provider = None
    for word, words in lines():
        if word == "provider":
            provider = create(moya.Provider, words)
        elif word == "close":
            provider.close()
            provider = None
            say("closed")
        else:
            number, wanted, make = parse(words)
            arguments = number, wanted, make, lambda provider=provider, make=make: provider.call(make())
            if word == "call":
                report(*arguments)
            else:
                threading.Thread(target=report, args=arguments).start()
            del arguments


async def play_async():
    loop = asyncio.get_running_loop()
    source = lines()
    provider = None
    tasks = set()

    async def call(words):
        number, wanted, make = parse(words)
        try:
            response = await provider.call(make())
        except Exception as problem:

            def finish(error=problem):
                raise error

            report(number, wanted, make, finish)
            del finish
        else:
            report(number, wanted, make, lambda: response)

    while (line := await loop.run_in_executor(None, next, source, None)) is not None:
        word, words = line
        if word == "provider":
            provider = create(moya.AsyncProvider, words)
        elif word == "close":
            await provider.aclose()
            provider = None
            gc.collect()  # an awaited error and its future hold each other and the provider's queue
            say("closed")
        elif word == "call":
            await call(words)
        else:
            tasks.add(asyncio.ensure_future(call(words)))
            await asyncio.sleep(0)  # it begins


say("ready")
if sys.argv[1:] == ["async"]:
    asyncio.run(play_async())
else:
    play()
