"""Tests `moya python --client`, which makes typed clients. Python imports the clients of definitions and of OpenAPI
documents, and reads their annotations. Type checkers check the clients of small definitions and documents. With
MOYA_LONG=1 they also check the clients of large documents. Otherwise Stripe's is the only large document."""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tool import checkers, documents, real
from tool.program import CHECKED, LARGE, LONG, ROOT, check, run, served

#: Imports a module and prepares all endpoints of its API. Prints how many there are.
PREPARE = """
import sys, importlib, moya, moya.typed
module = importlib.import_module(sys.argv[1])
api, = (it for it in vars(module).values() if isinstance(it, type) and issubclass(it, moya.typed.API))
endpoints = [name for name, it in vars(api).items() if isinstance(it, moya.typed.Endpoint)]
with moya.Provider() as provider:
    for name in endpoints:
        getattr(api(provider), name)
print(len(endpoints))
"""
#: Calls examples/server.py with the client of examples/users.moya.json.
CALL = """
import sys, moya, users_0
with users_0.Users(base_url=sys.argv[1]) as users:
    assert users.user("ann") == users_0.User("ann", 583231, 17, "Ann"), users.user("ann")
    assert [it.id for it in users.user_repos("ann", page=2)] == [20, 21, 22, 23]
    assert users.search("a b", sort="name") == {"q": "a b", "sort": "name"}
    assert users.echo("t", author="a") == {"title": "t", "author": {"name": "a"}, "tags": []}
    assert "photo" in users.upload("t", b"waves").text
    assert users.zen().text
"""
#: A definition with many kinds of bodies and results. A typed client must send and read the same as the functions that
#: `moya.open` makes of the definition (COMPARE).
BODIES = {
    "moya": 1, "name": "bodies", "base_url": "https://api.example.com",
    "types": {"color": {"names": ["red"]}, "note": {"fields": {"id": "i64", "text": {"type": "str", "nullable": True}, "by": "str?"}}},
    "endpoints": {
        **{name: {"path": "/a", "method": "POST", "parameters": [{"name": "body", "in": "body", **said}]} for name, said in {
            "text": {"type": "str"}, "data": {"type": "bytes"}, "any": {"type": "raw"}, "all": {"type": "[raw]"}, "color": {"type": "color"},
            "note": {"type": "note"}, "none": {"type": "note", "nullable": True}, "free": {"type": "raw?"}}.items()},
        "xml": {"path": "/a", "method": "POST", "headers": {"content-type": "text/xml"}, "parameters": [{"name": "body", "in": "body", "type": "str"}]},
        "drop": {"path": "/d", "method": "DELETE", "parameters": [{"name": "user", "in": "field", "type": "str?"}]},
        "image": {"path": "/b", "result": "bytes"}, "next": {"path": "/n", "result": {"type": "i64?", "at": "meta.next"}},
    },
}
#: Calls the endpoints of BODIES in two ways: as functions of the object that `moya.open` returns, and as methods of the
#: typed client. Both must send the same body with the same Content-Type, and return the same result.
COMPARE = """
import sys, moya, bodies_3 as client
calls = [("text", "\u00e9"), ("data", b"\\xff"), ("any", "text"), ("any", 1), ("any", None), ("any", {"a": [None]}), ("all", ["a", None]), ("color", "red"),
         ("note", 1), ("note", 2), ("none", None), ("none", 1), ("free", "x"), ("free", None), ("free",), ("xml", "<a/>"), ("drop",), ("drop", "ann")]
results = [("image", b'"/w=="'), ("next", b'{"meta": {"next": 2}}'), ("next", b'{"meta": {"next": null}}'), ("next", b"{}"), ("next", b"")]

def note(number, is_typed):
    fields = {"id": number, "text": "x" if number == 2 else None, **({"by": "ann"} if number == 2 else {})}
    return client.Note(**fields) if is_typed else fields

def found(hub, is_typed):
    sent = []
    for name, *args in calls:
        with moya.intercept() as mock:
            mock.on().reply()
            getattr(hub, name)(*[note(it, is_typed) if name in ("note", "none") and it else it for it in args])
            sent.append((name, args, mock.calls[0].headers.get("Content-Type"), mock.calls[0].body))
    for name, body in results:
        with moya.intercept() as mock:
            mock.on().reply(moya.Sample(body=body))
            sent.append((name, body, getattr(hub, name)()))
    return sent

with moya.open(sys.argv[1]) as hub, client.Bodies() as typed:
    for one, other in zip(found(hub, False), found(typed, True)):
        assert one == other, f"the definition: {one}; the client: {other}"
"""
#: How many of the first sources are small.
SMALL = 5
#: Words that mean something in a generated module. CONFUSING uses them as names of types, fields, parameters and endpoints.
WORDS = ("int str bytes Any List Optional Union datetime dataclass field moya typed self class from import print M get post send provider headers errors "
         "base_url users Users None true a_b").split()
CONFUSING = {
    "moya": 1, "name": "users", "headers": {"A": "\"q\" \\ é"},
    "types": {**{f"{word}_": {"fields": {word: "str?" for word in WORDS}} for word in WORDS if word[0] != "_"}, "kind": {"names": ["a\"b", "\\", "ü"]},
              "tree": {"description": "A \"tree\" \\", "fields": {"children": "[tree]", "by": "{tree}", "when": {"type": "date", "default": "2026-01-01T00:00:00Z"},
                       "kinds": {"type": "[kind]", "default": ["ü"]}, "deep": {"type": "str", "key": "a.b\\.c"}, "raw": "raw", "data": "bytes"}}},
    "endpoints": {
        **{word: {"path": "/x/{" + word + "}", "parameters": [{"name": word, "in": "path", "type": "str"}, {"name": "b_" + word, "in": "query", "type": "kind", "default": "ü"}]}
           for word in WORDS},
        "tree": {"path": "/{{/{a}.{b}", "method": "put", "result": {"type": "tree?", "at": "a.b"}, "parameters": [
            {"name": "a", "in": "path", "type": "[i64]"}, {"name": "b", "in": "path", "type": "date"},
            {"name": "note", "in": "field", "type": "str", "nullable": True, "key": "x.note", "default": "n"},
            {"name": "other", "in": "field", "type": "str?", "nullable": True}, {"name": "tree", "in": "field", "type": "tree"},
            {"name": "ids", "in": "query", "type": "[str]?", "explode": False}, {"name": "h", "in": "header", "type": "[str]?", "key": "X-h"}]},
        "custom": {"path": "/", "method": "QUERY", "lists": "indexed", "bools": "words", "tags": ["t"], "max_redirects": 0, "timeout_ms": 1500, "retry": {
            "attempts": 2, "statuses": [503], "delay_ms": 10, "backoff_percent": 150, "any_method": True}, "parameters": [{"name": "body", "in": "body", "type": "[tree]"}]},
        "once": {"path": "/once", "retry": {"statuses": []}},
        "several": {"path": "/a/{+b}", "parameters": [{"name": "b", "in": "path", "type": "str"}]},
        "asked": {"path": "/a?b=c"},
        "chosen": {"path": "/c", "method": "POST", "parameters": [{"name": "title", "in": ["field", "part"], "type": "str"}, {"name": "file", "in": ["part"], "type": "file"}]},
    },
}


def sources(folder: Path) -> "list[Path]":
    found = [ROOT / "examples/users.moya.json", ROOT / "examples/users.openapi.json", checkers.HERE / "hub.moya.json"]
    found += [folder / "bodies.json", folder / "confusing.json"]
    (folder / "bodies.json").write_text(json.dumps(BODIES))
    (folder / "confusing.json").write_text(json.dumps(CONFUSING))
    for name, make in documents.ALL.items():
        if LONG or name == "stripe":  # the fastest one
            found.append(folder / f"{name}.json")
            found[-1].write_text(json.dumps(make()))
    if not LONG:
        return found
    if check(f"{real.PACKAGE} is fetched from PyPI", real.fetched()):
        with tarfile.open(real.ARCHIVE) as archive:
            for name in ("v1", "v2"):
                member = archive.extractfile(real.INSIDE.format(name))
                found.append(folder / f"datadog_{name}.yaml")
                found[-1].write_bytes(member.read() if member else b"")
    return found


def python(folder: Path, program: str, argument: str) -> "subprocess.CompletedProcess[str]":
    paths = {"PYTHONPATH": str(checkers.PACKAGE), "MOYA_LIBRARY": os.environ.get("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))}
    command = [sys.executable, "-W", "error", "-c", program, argument]
    return subprocess.run(command, cwd=folder, env=paths, capture_output=True, text=True, check=False)


def prepared(folder: Path, module: str) -> str:
    """Imports a module as a program does. Returns what went wrong, or "" if all endpoints can be used."""
    done = python(folder, PREPARE, module)
    declared = (folder / f"{module}.py").read_text().count("    @typed.")
    return "" if done.returncode == 0 and int(done.stdout) == declared > 0 else done.stdout + done.stderr[-2000:]


def main() -> None:
    checkers.install()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        names = []
        for path in sources(folder):
            name = f"{path.name.partition('.')[0]}_{len(names)}"
            names.append(f"{name}.py")
            written = run("python", "--client", path, program=CHECKED if len(names) <= SMALL else LARGE)
            (folder / names[-1]).write_bytes(written.stdout)
            check(f"a typed client of {path.name} is written", "" if written.returncode == 0 else written.stderr.decode())
            check(f"Python imports the client of {path.name}, and reads all its annotations", prepared(folder, name))
            if path.name == "confusing.json":
                lost = [word for word in ("several", "asked", "chosen") if f"  {word}: " not in written.stderr.decode()]
                check("what a typed client cannot express is named", ", ".join(lost))
        with served(ROOT / "examples/server.py") as port:
            done = python(folder, CALL, f"http://127.0.0.1:{port}")
        check("a typed client calls the server", done.stderr[-2000:] if done.returncode else "")
        done = python(folder, COMPARE, "bodies.json")
        check("a typed client sends and reads what its definition says", done.stderr[-2000:] if done.returncode else "")
        if not LONG:
            names = names[:SMALL]
        for checker, read in (("mypy", checkers.mypy), ("pyright", checkers.pyright)):
            found, others = read(folder, names)
            wrong = [f"{file}:{line}" for file, lines in found.items() for line in sorted(lines)]
            check(f"{checker} accepts all {len(names)} typed clients", "\n".join(wrong + others))
    refused = run("python", "--client", ROOT / "README.md")
    problem = "" if refused.returncode == 3 and not refused.stdout else refused.stderr.decode()
    check("a file that is neither a definition nor a document is refused", problem)
