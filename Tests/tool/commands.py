"""Tests the commands that --curl prints. curl sends the same request as the program, and no secret is shown."""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, List, Union

from tool.echo import echo
from tool.program import ROOT, check, environment, run, unlike

SECRET = "hunter2-secret"
BYTES = bytes(range(256))
#: A name, the words after the program's name, and the standard input. ":P" is the server.
ROWS = [
    ("a GET with a body", ["get", ":P/x", "a=1"], b""),
    ("a file", ["post", ":P/x", "@zero.bin"], b""),
    ("a file whose name has a semicolon", ["post", ":P/x", "@a;b"], b""),
    ("a body that begins with an at sign", ["post", ":P/x", "@-"], b"@zero.bin"),
    ("an empty body", ["post", ":P/x", "@-"], b""),
    ("a body with control characters", ["post", ":P/x", "@-"], b"a'b\\c\n\td\x01"),
    ("a body with a zero", ["post", ":P/x", "@-"], b"ab\0cd"),
    ("a body that is no text", ["post", ":P/x", "@-"], BYTES),
    ("a form with files", ["post", ":P/x", "f@zero.bin", "t=;type=text/html", "u=<x"], b""),
    ("a form with JSON", ["post", ":P/x", "f@zero.bin", 'j:={"a": "b;c"}'], b""),
    ("files whose names have a semicolon, a comma and quotes", ["post", ":P/x", "f@a;b", "g@c,d", 'h@e"f'], b""),
    ("a URL with brackets", ["get", ":P/x[1-3]?a=[1-2]"], b""),
    ("a path with dots", ["get", ":P/a/../b/./c"], b""),
    ("an empty header field", ["get", ":P/x", "X-Empty:"], b""),
]
#: The header fields that each of the two clients sets itself. They may differ.
OWN = ("host", "user-agent", "accept", "accept-encoding", "content-length", "expect")


def parts(answer: bytes) -> Union[Dict[str, object], str]:
    """Returns what the server saw, without the boundary of a form, which is random."""
    if not answer.startswith(b"{"):
        return repr(answer[:300])
    seen = json.loads(answer)
    fields = {name: value for name, value in seen["headers"].items() if name not in OWN}
    kind, _, boundary = fields.get("content-type", "").partition("boundary=")
    body = bytes.fromhex(seen["hex"])
    if boundary:
        fields["content-type"], body = kind, body.replace(b"--" + boundary.strip('"').encode(), b"--B")
    return {"method": seen["method"], "target": seen["target"], "headers": fields, "body": body}


def compare(words: List[str], sent: bytes, folder: Path, port: int) -> str:
    words = [word.replace(":P", f"http://127.0.0.1:{port}") for word in words]
    shown = run(*words, "--curl", "--show-secrets", data=sent, folder=folder)
    if not shown.stdout.startswith(b"curl "):
        return repr(shown)
    command = b"curl -s --max-time 60 " + shown.stdout[len("curl "):]
    done = subprocess.run(["bash", "-c", command], input=sent, capture_output=True, cwd=folder, env=environment(), check=False)
    own, theirs = parts(run(*words, data=sent, folder=folder).stdout), parts(done.stdout)
    return "" if own == theirs else f"{command!r}\nmoya: {own}\ncurl: {theirs}"


def hidden(folder: Path) -> None:
    rows = [
        ("of a text in a form with files", ["f@zero.bin", f"password={SECRET}", "plain=hello"], b"plain=hello"),
        ("of JSON in a form with files", ["f@zero.bin", f'j:={{"token": "{SECRET}", "a": [1]}}'], b'\\"a\\": [1]'),
        ("next to a JSON text in a form with files", ["f@zero.bin", f"password={SECRET}", 'j:="a b"'], b"""-F 'j="\\"a b\\"";type=application/json'"""),
        ("of a form", ["-f", f"password={SECRET}", "plain=hello"], b"plain=hello"),
        ("of a JSON body", [f"password={SECRET}", "plain=hello"], b'"plain":"hello"'),
    ]
    for name, words, rest in rows:
        done = run("post", "http://localhost/x", *words, "--curl", folder=folder)
        right = done.returncode == 0 and SECRET.encode() not in done.stdout + done.stderr and rest in done.stdout
        check(f"--curl hides the secret {name}, and nothing else", "" if right else repr(done))
    done = run("post", "http://localhost/x", "@-", "--curl", data=BYTES, folder=folder)
    check("without --show-secrets, curl reads a body that is no text from its standard input", "" if b" --data-binary @- " in done.stdout else repr(done))


def methods(folder: Path) -> None:
    """Tests methods with characters of a shell, which a definition and an OpenAPI document may have (RFC 9110 §9.1)."""
    for method in ("A|id", "A`id`", "A$B", "A'B", "A&B"):
        endpoint = {"moya": 1, "name": "api", "base_url": "https://h.example", "endpoints": {"a": {"method": method, "path": "/x"}}}
        (folder / "api.json").write_text(json.dumps(endpoint))
        done = run("call", "api.json", "a", "--curl", folder=folder)
        script = f"printf '%s\\n' {done.stdout.decode()[len('curl '):]}"
        seen = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False).stdout.splitlines()
        wanted = ["-X", method, "https://h.example/x"]
        check(f"a shell takes the method {method} of --curl as one word", "" if seen == wanted else f"{done} {seen}")


def own_requests(folder: Path, port: int) -> None:
    """Tests a plugin that sends a request before each call."""
    module, at = folder / "asks.so", f"http://127.0.0.1:{port}"
    command = ["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", module, ROOT / "Tests/tool/asks.c"]
    check("asks.c compiles", subprocess.run(command, capture_output=True, text=True, check=False).stderr)
    plugin = f'--plugin={module}={{"url": "{at}/token"}}'
    body = r"""curl -X POST [^\n]*--data-raw '\{"a":"1"\}' http://127\.0\.0\.1:\d+/x\n"""
    for more in ([], ["--show-secrets"]):
        done = run("post", f"{at}/x", "a=1", "--curl", plugin, *more)
        check(" ".join(["--curl prints no request of a plugin", *more]), unlike(done, 0, body))
        done = run("post", f"{at}/x", "a=1", "--curl", "-v", plugin, *more)
        check(" ".join(["--curl -v prints its head", *more]), unlike(done, 0, body, r"> POST http://127\.0\.0\.1:\d+/token\n(> .*\n)*"))


def main() -> None:
    with tempfile.TemporaryDirectory() as work, echo() as port:
        folder = Path(work)
        for name in ("zero.bin", "a;b", "c,d", 'e"f'):
            (folder / name).write_bytes(BYTES)
        for name, words, sent in ROWS:
            check(f"the command of --curl sends {name} as the program does", compare(words, sent, folder, port))
        hidden(folder)
        methods(folder)
        own_requests(folder, port)
