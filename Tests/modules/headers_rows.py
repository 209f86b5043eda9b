"""Tests the module headers. headers/rows.json is a table: rules, a request, and the fields that are then sent, or
the error. Each row is tested with the module that contains Swift's runtime, and with the module that uses a shared
runtime. Tests/steps/modules runs this program. The step sets MOYA_MODULES, and

    MOYA_SHARED_RUNTIME     the folder with the module that uses a shared runtime
"""

import asyncio
import json
import os
import sys
import threading
import urllib.request
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import playing
from playing import MODULES, check, moya, passes_plugin_check, server

ROWS: List[Dict[str, Any]] = json.loads((Path(__file__).resolve().parent / "headers/rows.json").read_text())
#: The names of the fields of the table. The library adds other fields.
NAMES = {"x-a", "x-b", "x-c", "authorization"}
CANARY = "canary-7f3b91"
Fields = List[Tuple[str, str]]


class Sees(moya.Plugin):
    """Sees what is sent."""

    id = "org.example.sees"

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sent: List[Fields] = []

    def will_send(self, call: moya.PluginCall) -> None:
        fields = [(name.decode(), value.decode()) for name, value in call.request.headers.raw if name.decode().lower() in NAMES]
        with self.lock:
            self.sent.append(fields)


def provider(module: str, config: Dict[str, Any], sees: Optional[Sees] = None, kind: Any = moya.Provider, **options: Any) -> Any:
    made = kind(**options)
    try:
        made.load_plugin(module, config)
    except BaseException:
        made.close()
        raise
    if sees:
        made.add_plugin(sees)
    return made


def play(module: str, row: Dict[str, Any]) -> object:
    """Returns what is sent, or the reason of the error."""
    sees = Sees()
    config = {"rules": row["rules"], **({"secret": row["secret"]} if "secret" in row else {})}
    try:
        with provider(module, config, sees, stub=True) as api:
            fields = [tuple(field) for field in row.get("fields", ())]
            api.call(moya.Target(row.get("url", "https://api.example.com/a"), headers=fields, tags=row.get("tags", ()), sample=moya.Sample()))
    except moya.MoyaError as error:
        return str(error).partition(" cannot be created: ")[2] or str(error)
    return sorted(map(list, sees.sent[0]), key=lambda field: field[0].lower())


def plays_rows(linking: str, module: str) -> None:
    wrong = []
    for row in ROWS:
        wanted = row["error"] if "error" in row else sorted(row["sees"], key=lambda field: field[0].lower())
        shown = play(module, row)
        if shown != wanted:
            wrong.append(f"{row['what']}: {shown}, not {wanted}")
    check(f"headers: {len(ROWS)} rows with {linking}", not wrong and len(ROWS) >= 60, "\n".join(wrong))


def in_calls(module: str, url: str) -> None:
    """Makes real calls, whole and streamed."""
    rules = {"rules": ["add X-A: 1", "set X-B: {secret}", "https://b.example set X-C: 3"], "secret": CANARY}
    wanted, sees, lines = [("X-A", "1"), ("X-B", CANARY)], Sees(), []  # type: Fields, Sees, List[str]
    retry = moya.Retry(attempts=2, delay=0.001, jitter=0)
    with provider(module, rules, sees, retry=retry, log=lambda _, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as api:
        whole = api.call(moya.Target(f"{url}/fields"))
        with api.stream(moya.Target(f"{url}/fields")) as stream:
            streamed = b"".join(stream.iter_bytes())
        check("headers: whole and streamed calls send the fields", sees.sent == [wanted] * 2 and whole.content == streamed, sees.sent)
        with urllib.request.urlopen(f"{url}/reset"):
            pass
        api.call(moya.Target(f"{url}/busy/1"))
        check("headers: a retry adds a field once", sees.sent[2:] == [wanted] * 2, sees.sent)
        child = os.fork()
        if child == 0:
            sees.sent.clear()
            api.call(moya.Target("https://a.example", stub=True, sample=moya.Sample()))
            os._exit(sees.sent != [wanted])
        check("headers: a forked child sends the fields", os.waitpid(child, 0)[1] == 0)
        try:
            api.call(moya.Target("http://127.0.0.1:1", query={"key": CANARY}))
        except moya.MoyaError as error:
            lines.append(str(error))
    check("headers: neither the log nor an error shows the secret", CANARY not in "\n".join(lines) and lines != [], "\n".join(lines))


def on_loops(module: str, url: str) -> None:
    async def run() -> List[Fields]:
        sees = Sees()
        async with provider(module, {"rules": ["add X-A: 1"]}, sees, moya.AsyncProvider, loops=4) as api:
            await asyncio.gather(*(api.call(moya.Target(f"{url}/ok")) for _ in range(100)))
        return sees.sent

    sent = asyncio.run(run())
    check("headers: a hundred calls on four loops", sent == [[("X-A", "1")]] * 100, len(sent))


def other_programs(url: str) -> None:
    """Checks that players in C and Swift and the program moya send the fields. The server returns 200 for /basic only
    if it receives the field Authorization."""
    config = {"rules": ["set Authorization: Basic YW5uOnJpZ2h0"]}
    call = playing.Call(f"{url}/basic/a")
    players: List[Any] = [playing.c_whole, playing.c_pieces]
    players += [playing.swift] if os.environ.get("MOYA_PLUGIN_PLAYER") else []
    shown = {player.__name__: player("headers", config, [call])[0].http for player in players}
    said = playing.tool("headers", config, [call])[0].status
    check("headers: C, Swift and the program send the fields", set(shown.values()) == {200} and said == "status 0", (shown, said))


def main() -> int:
    static = str(MODULES / "headers.so")
    plays_rows("Swift's runtime inside", static)
    shared = os.environ.get("MOYA_SHARED_RUNTIME")
    if shared:
        plays_rows("a shared runtime of Swift", f"{shared}/headers.so")
    passes_plugin_check("headers", {}, {"rules": ["set X-A: 1"]}, {"rules": ["https://*.example.com tag=a add X-A: {secret}"], "secret": CANARY})
    playing.costs_little("headers", {"rules": ["https://b.example set X-A: 1", "tag=b remove X-B"]})
    with server() as url:
        in_calls(static, url)
        on_loops(static, url)
        other_programs(url)
    return playing.failed


if __name__ == "__main__":
    sys.exit(main())
