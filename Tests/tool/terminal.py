"""Tests what a terminal gets from a hostile server. The terminal is a pseudo terminal."""

import json
import os
import pty
import re
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import List, Tuple

from tool.program import CHECKED, INSTALLED, check, environment, run

#: A title, a colour, a reply to a question; the same with C1 control characters; a line that is overwritten; a bell;
#: deletion.
HOSTILE = "a\x1b]0;title\x07b\x1b[31mc\x1b[6nd\x9b31me\x90f\x9cg\rh\bi\x7fj"


#: JSON that is too long for colours.
LONG = b'["' + b"a" * (64 << 20) + b'"]'


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        kind, _, rest = self.path.lstrip("/").partition("/")
        body = {"text": HOSTILE.encode(), "json": json.dumps({HOSTILE: [HOSTILE]}, ensure_ascii=False).encode(), "latin": HOSTILE.encode("latin-1"), "broken": b'{"a": "\x1b[31m', "long": LONG}.get(kind, b"ok")
        self.send_response(int(rest) if rest.isdigit() else 200)
        self.send_header("Content-Type", "text/plain; charset=utf-8" if kind in ("text", "latin") else "application/json")
        self.send_header("Content-Length", str(len(body)))
        if kind == "head":
            self.wfile.write(b"".join(self._headers_buffer) + b"X-Hostile: a\xc2\x9b31mb\x9bc\r\n")
            self._headers_buffer = []
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def on_terminal(*words: object, folder: str) -> bytes:
    """Returns what a terminal gets on both streams."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen([str(CHECKED), *(str(word) for word in words)], stdout=theirs, stderr=theirs, cwd=folder, env=environment(TERM="xterm"))
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    done.wait()
    return text


def commands_in(seen: bytes) -> str:
    """Returns what a terminal would run as a command, except line ends, tabs and the program's own colours."""
    plain = re.sub(rb"\x1b\[(3[0-9]|0)m", b"", seen).replace(b"\r\n", b"\n")
    found = re.findall(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\xc2-\xf4\x80-\xbf])[\x80-\x9f]", plain)
    return f"{found} in {seen!r}" if found else ""


def rows(port: int) -> List[Tuple[str, List[str], str]]:
    at = f"http://127.0.0.1:{port}"
    return [
        ("a text", ["get", f"{at}/text"], r"\\x1b\]0;title\\x07b.*\\u009b31m.*\\x0dh\\x08i\\x7fj"),
        ("a text of an error", ["get", f"{at}/text/500"], r"\\x1b\]0;title"),
        ("bytes that are no text", ["get", f"{at}/latin"], "bytes that are no text"),
        ("JSON", ["get", f"{at}/json"], r"\\u001b\]0;title\\u0007b.*\\u009b31m.*\\u007f"),
        ("JSON without colours", ["get", f"{at}/json", "--colour", "never"], r"\\u009b31m.*\\u007f"),
        ("JSON that is none", ["get", f"{at}/broken"], r"\\x1b\[31m"),
        ("one JSON object", ["get", f"{at}/text", "--json"], r"\\u009b31m.*\\u007f"),
        ("one JSON object with JSON in it", ["get", f"{at}/json", "--json"], r"\\u009b31m.*\\u007f"),
        ("the head", ["get", f"{at}/head", "--headers"], r"a\?31mb.*c"),
        ("the head with -v", ["get", f"{at}/head", "-v"], r"< X-Hostile: a.*c"),
        ("a curl command", ["post", at, f"a={HOSTILE}", "--curl"], "curl -X POST"),
        ("a curl command of a text", ["post", at, "@-", "--curl"], "curl -X POST"),
        ("a definition's list", ["call", "api.json"], "a b"),
        ("a header made of a definition", ["header", "api.json"], "MOYA_ENDPOINT"),
        ("a stub file made of a definition", ["python", "api.json"], "def one"),
        ("an imported document", ["import", "openapi", "document.json"], "title"),
        ("what is wrong with a definition", ["check", "wrong.json"], "is not known here"),
        ("an answer that is not what the definition says", ["call", "api.json", "one", "--base-url", f"{at}/json"], "moya: one: "),
    ]


def documents(folder: Path) -> None:
    text = HOSTILE.replace("\r", "")
    endpoint = {"path": "/x", "description": f"a b {text}", "result": "t"}
    (folder / "api.json").write_text(json.dumps({"moya": 1, "name": "api", "description": text, "types": {"t": {"description": text, "fields": {"x": {"type": "str", "key": text.replace(".", "")}}}, "e": {"names": [text]}}, "endpoints": {"one": endpoint}}))
    (folder / "wrong.json").write_text(json.dumps({"moya": 1, "name": "api", "endpoints": {}, text: 1}))
    (folder / "document.json").write_text(json.dumps({"openapi": "3.0.0", "info": {"title": HOSTILE}, "paths": {f"/{text}": {"get": {"parameters": [{"in": text, "name": text}], "responses": {}}}, text: {}}}))


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    with tempfile.TemporaryDirectory() as work:
        documents(Path(work))
        for name, words, wanted in rows(port):
            seen = on_terminal(*words, folder=work)
            problem = commands_in(seen)
            if not problem and not re.search(wanted, seen.decode("utf-8", "replace"), re.DOTALL):
                problem = f"no {wanted} in {seen!r}"
            check(f"{name} gives a terminal no commands", problem)
        piped = run("get", f"http://127.0.0.1:{port}/text").stdout
        check("a text for a pipe is as it came", "" if piped == HOSTILE.encode() else repr(piped))
        painted = run("get", f"http://127.0.0.1:{port}/json", "--colour", "always").stdout
        check("--colour always gives JSON in a pipe colours", "" if b"\x1b[34m" in painted else repr(painted))
        piped = run("get", f"http://127.0.0.1:{port}/long", "--colour", "always", program=INSTALLED).stdout
        check("JSON that is too long for colours is as it came", "" if piped == LONG else f"{len(piped)} bytes, {piped[:100]!r}")
    server.shutdown()
