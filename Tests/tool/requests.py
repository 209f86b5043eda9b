"""Tests `moya get`, `moya post` and so on: requests from the words on the command line."""

import json
import os
import pty
import subprocess
import tempfile
from pathlib import Path

from tool.program import CHECKED, INSTALLED, ROOT, check, run, served, unlike

SECRET = "hunter2-and-more"
#: What is tested, the words (:P is the server), the exit status, stdout, stderr.
ROWS = [
    ("a body goes to standard output as it came", "get :P/users/ann", 0, r'{"login": "ann", .*}', ""),
    ("--headers prints the head before the body", "get :P/zen --headers", 0, r"HTTP/1.1 200\nServer: .*\n\nSimple is better than complex\.", ""),
    ("key==value is the query", ["get", ":P/search", "q==a b&c", "n==1"], 0, r'{"q": "a b&c", "n": "1"}', ""),
    ("Name:value is a header field", ["get", ":P/headers", "X-Tool:a b"], 0, r'.*"x-tool": "a b".*', ""),
    ("key=value and key:=json are JSON", ["post", ":P/echo", "name=Ann", "age:=36", 'more:={"a":[1,null]}'], 0,
     r'{"received": {"name": "Ann", "age": 36, "more": {"a": \[1, null\]}}}', ""),
    ("a backslash makes a sign part of a key", ["post", ":P/echo", r"a\=b=c", r"d\:e=f"], 0, r'{"received": {"a=b": "c", "d:e": "f"}}', ""),
    ("key=@file is a text of a file, key:=@file its JSON", "post :P/echo a=@text.txt b:=@data.json", 0,
     r'{"received": {"a": "text\\n", "b": \[1, 2\]}}', ""),
    ("@file is the body", "post :P/echo @data.json", 0, r'{"received": \[1, 2\]}', ""),
    ("@- is the standard input", "post :P/echo @-", 0, r'{"received": {"in": 1}}', ""),
    ("--form sends a form", "post :P/login user=ann --form", 0, "welcome, ann", ""),
    ("key@file makes a form with files", "post :P/upload a=b f@data.json", 0, "a: 1 bytes, f: 6 bytes of data.json", ""),
    ("a 4xx is exit status 4", "get :P/nope", 4, r'{"message": "Not Found"}', ""),
    ("a 5xx is exit status 5", "put :P/echo", 5, r".*501.*", ""),
    ("no server is exit status 6", "get http://127.0.0.1:1/", 6, "", "moya: GET: no connection to 127.0.0.1:1: connection refused\n"),
    ("no such host is exit status 6", "get http://nothing.invalid/", 6, "", r"moya: GET: the name of nothing.invalid:80 does not resolve\n"),
    ("no answer in time is exit status 7", "get :P/slow --timeout 0.2", 7, "", r"moya: GET: .* total timeout of 200 ms\n"),
    ("--retries tries again", "get :P/busy --retries 3", 0, "served at last", ""),
    ("no URL is exit status 2", "get", 2, "", r"moya: which URL\?.*\n"),
    ("an unknown option is exit status 2", "get :P/zen --nope", 2, "", r"moya: --nope: no such option here.*\n"),
    ("an unknown option is named without its value", f"get :P/zen --nope={SECRET}", 2, "", r"moya: --nope: no such option here.*\n"),
    ("a call's option is none of a request's", "get :P/zen --stub", 2, "", r"moya: --stub: no such option here.*\n"),
    ("an option without its value is exit status 2", "get :P/zen -o", 2, "", r"moya: -o: its value is missing\n"),
    ("a value too many is exit status 2", "get :P/zen --json=1", 2, "", r"moya: --json: takes no value\n"),
    ("a timeout that is none is exit status 2", "get :P/zen --timeout=nan", 2, "", r"moya: --timeout nan: .*\n"),
    ("an item that is none is exit status 2", ["get", ":P/zen", "a==b", SECRET], 2, "", r"moya: item 2 is none of key==value.*\n"),
    ("a sign without a name is exit status 2", ["get", ":P/zen", f"={SECRET}"], 2, "", r"moya: item 1 has no name in front of =\n"),
    ("JSON that is none is exit status 2", "post :P/echo a:={", 2, "", r"moya: POST: .*\n"),
    ("a file that is not there is exit status 1", "post :P/echo a=@nowhere", 1, "", r"moya: nowhere: No such file or directory\n"),
    ("a body that is not there is exit status 1", "post :P/echo @nowhere", 1, "", r"moya: POST: .*\n"),
    ("two bodies are exit status 2", "post :P/echo @data.json a=b", 2, "", r"moya: @data.json is the whole body.*\n"),
    ("a method alone is exit status 2", "", 2, "", r"usage: moya get.*"),
    ("an unknown command is exit status 2", "fetch :P/zen", 2, "", r"moya: 'fetch' is no command; see moya --help\n"),
    ("a plugin that is not there is named", "get :P/zen --plugin /nowhere.so", 2, "", r"moya: plugin /nowhere.so cannot be opened: .*\n"),
    ("a header that could forge another is refused", ["get", ":P/zen", "A:b\r\nC: d"], 2, "", r"moya: GET: .*\n"),
    ("-- ends the options", ["get", ":P/search", "--", "--x==1"], 0, r'{"--x": "1"}', ""),
    ("letters stand together", "get :P/zen -ij", 0, r'{"status":200,.*"body":"Simple is better than complex\."}\n', ""),
    ("--verbose shows both heads on standard error", ["get", ":P/zen", "-v", f"Authorization:Bearer {SECRET}"], 0, "Simple.*",
     r"> GET http://localhost:\d+/zen\n> Authorization: <redacted>\n< HTTP/1.1 200\n(< .*\n)+"),
    ("--curl redacts secrets", ["post", ":P/echo", "a=it's", f"Authorization:Bearer {SECRET}", f"token=={SECRET}", "--curl"], 0,
     r"curl -X POST -H 'Authorization: <redacted>' -H 'Content-Type: application/json' --data-raw '{\"a\":\"it'\\''s\"}' '?http://localhost:\d+/echo\?token=[^h]*\n", ""),
    ("--version says what is inside", "--version", 0, r"moya 1\.0\.0 \(libcurl/.*\)\n", ""),
    ("--help goes to standard output", "--help", 0, r"usage: moya.*", ""),
]


def words_of(row: object, port: int) -> "list[str]":
    return [word.replace(":P/", f":{port}/") for word in (row.split() if isinstance(row, str) else row)]


def on_terminal(port: int, **environment: str) -> str:
    """Returns what a terminal gets."""
    ours, theirs = pty.openpty()
    settings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = subprocess.Popen([CHECKED, "get", f":{port}/users/ann"], stdout=theirs, env={**settings, "TERM": "xterm", **environment})
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
    done.wait(60)
    return text.decode()


def plugins(port: int, folder: Path) -> None:
    """Tests calls with plugins/stamp.c, which adds a header field to the request and one to the response."""
    built = subprocess.run(["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", folder / "stamp.so", ROOT / "plugins/stamp.c"], capture_output=True, text=True, check=False)
    check("the example plugin compiles", built.stderr)
    url, named = f":{port}/headers", folder / "stamp.so"
    done = run("get", url, "--plugin", named)
    check("--plugin loads a plugin", unlike(done, 0, r'.*"x-stamp": "libmoya".*', ""))
    done = run("get", url, f'--plugin={named}={{"name": "X-Own", "value": "v"}}', "--verbose")
    check("--plugin gives a plugin its config, and --verbose shows what it did", unlike(done, 0, r'.*"x-own": "v".*', r".*> X-Own: v\n.*"))
    twice = ["--plugin", named, "--plugin", f'{named}={{"name": "X-Second"}}']
    check("--plugin may be repeated", unlike(run("get", url, *twice), 0, r'(?=.*"x-stamp").*"x-second".*', ""))
    done = run("get", url, f"--plugin={named}={{")
    check("a plugin's config that is no JSON is exit status 2", unlike(done, 2, "", r"moya: --plugin .*/stamp\.so: config of org\.libmoya\.stamp is not a JSON object\n"))
    done = run("get", url, f'--plugin={named}={{"name": 7}}')
    check("a plugin that refuses its config is exit status 2", unlike(done, 2, "", r"moya: .*/stamp\.so.*name.*\n"))
    done = run("get", url, f'--plugin={named}:={{"name": "{SECRET}"}}')
    check("an error does not show the config of a plugin", unlike(done, 2, "", r"moya: --plugin [^{]*/stamp\.so:: no id follows the colon\n"))
    done = run("get", url, "--plugin", folder / "none.so")
    check("a plugin that is not there is exit status 2", unlike(done, 2, "", r"moya: plugin .*none\.so cannot be opened: .*\n"))


def main() -> None:
    with tempfile.TemporaryDirectory() as work, served(ROOT / "examples/server.py") as port:
        folder = Path(work)
        (folder / "text.txt").write_text("text\n")
        (folder / "data.json").write_text("[1, 2]")
        for name, row, status, output, errors in ROWS:
            done = run(*words_of(row, port), text='{"in": 1}', folder=folder)
            check(name, unlike(done, status, output, errors) or ("a secret is shown" if SECRET.encode() in done.stdout + done.stderr else ""))

        shown = run("get", f":{port}/headers", f"X-Api-Key:{SECRET}", "--curl", "--show-secrets").stdout.decode()
        again = subprocess.run(["sh", "-c", shown], capture_output=True, text=True, check=False) if "curl " in shown else None
        check("--curl --show-secrets prints a command that sends the same", "" if again and f'"x-api-key": "{SECRET}"' in again.stdout else shown)

        plugins(port, folder)
        answer = json.loads(run("get", f":{port}/users/ann", "--json", "--timings").stdout)
        wanted = answer["status"] == 200 and answer["body"]["login"] == "ann" and answer["headers"]["content-type"] == ["application/json"]
        check("--json is one object with status, headers, body and timings", "" if wanted and answer["timings_us"]["total"] > 0 else str(answer))
        answer = json.loads(run("get", f":{port}/large", "--json", "--retries=1").stdout)
        check("--json has bytes that are no text in base64", "" if len(answer.get("body_base64", "")) == 1398104 else str(answer)[:300])
        failure = json.loads(run("get", "http://nothing.invalid/", "--json").stdout)
        check("--json says what failed", "" if failure["error"]["name"] == "MOYA_ERROR_RESOLVE" else str(failure))

        done = run("get", f":{port}/large", "-o", folder / "large", program=INSTALLED)
        whole = (folder / "large").exists() and (folder / "large").read_bytes() == bytes(range(256)) * 4096
        check("--output keeps a whole file", unlike(done, 0) or ("" if whole else "it is not whole"))
        done = run("get", f":{port}/nope", "-o", folder / "none")
        check("--output makes no file of an error", unlike(done, 4, ".*", "moya: .*\n") or ("there is one" if (folder / "none").exists() else ""))

        painted = on_terminal(port)
        check("a terminal gets colours and an indented body", "" if '\r\n  \033[34m"login"\033[0m: \033[32m"ann"\033[0m' in painted else painted)
        plain = on_terminal(port, NO_COLOR="1")
        check("NO_COLOR takes the colours away", "" if '\r\n  "login": "ann"' in plain and "\033" not in plain else plain)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([CHECKED, "get", f":{port}/zen"], stdout=full, stderr=subprocess.PIPE, check=False)
        said = done.stderr.decode()
        check("an output that cannot be written is exit status 1", "" if done.returncode == 1 and "cannot be written" in said else f"{done.returncode} {said}")
