"""Contains what the tests of all modules need: checks, servers, and programs that make calls through a module in C, in
Python, in Swift and on the command line. Tests/steps/modules runs the tests. It sets

    MOYA_MODULES         the folder with the modules
    MOYA_PREFIX          an installation, for its programs
    MOYA_MODULE_PLAYER   the C program (player.c)
    MOYA_PLUGIN_PLAYER   the Swift program (Tests/plugins/player). Without it, Swift is left out
"""

import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

ROOT = Path(__file__).resolve().parents[2]
MODULES = Path(os.environ["MOYA_MODULES"])
PREFIX = Path(os.environ["MOYA_PREFIX"])
sys.path.insert(0, str(ROOT / "bindings/python"))
sys.path.insert(0, str(ROOT / "Tests/servers/peers"))
sys.dont_write_bytecode = True
import certificates  # noqa: E402
import moya  # noqa: E402

# The module may be named without its path.
os.environ["MOYA_PLUGIN_PATH"] = str(MODULES)
for variable in [name for name in os.environ if name.lower().endswith("_proxy")]:
    del os.environ[variable]

Config = Dict[str, Any]
#: Without MOYA_LONG=1, the tests take a few seconds.
LONG = os.environ.get("MOYA_LONG") == "1"
HAS_SWIFT = "MOYA_PLUGIN_PLAYER" in os.environ
failed = False


def check(name: str, holds: bool, shown: object = "") -> None:
    global failed
    failed |= not holds
    print(f"{'ok' if holds else 'not ok'} - {name}", flush=True)
    if not holds:
        print("\n".join(f"    {line[:400]}" for line in str(shown).splitlines()[:30]), flush=True)


@contextmanager
def server() -> Iterator[str]:
    """Runs Tests/servers/faultserver.py, and yields its URL."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "Tests/servers/faultserver.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.communicate()  # closes the server's input, so the server ends


@contextmanager
def http2_server(folder: Path) -> Iterator[str]:
    """Runs Tests/servers/peers/h2server.py with certificates in the folder, and yields its URL. Its authority is
    ca.pem."""
    certificates.make(folder)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ready = folder / "ready"
    script = ROOT / "Tests/servers/peers/h2server.py"
    files = [folder / "valid.pem", folder / "leaf.key"]
    # The server reports connections that a client has broken off.
    server_process = subprocess.Popen(["/usr/bin/python3", script, *files, str(port), ready], stderr=subprocess.DEVNULL)
    try:
        while not ready.exists():
            if server_process.poll() is not None:
                raise AssertionError("the server over HTTP/2 ended")
        yield f"https://127.0.0.1:{port}"
    finally:
        server_process.kill()
        server_process.wait()


def passes_plugin_check(name: str, *configs: Config) -> None:
    """Runs moya-plugin-check on a module with each config. A warning is a failure, too."""
    words = [word for config in configs for word in ("--config", json.dumps(config))]
    done = subprocess.run(
        [str(PREFIX / "bin/moya-plugin-check"), str(MODULES / f"{name}.so"), "--time-limit", "60", *words], capture_output=True, text=True, check=False)
    bad = [line for line in done.stdout.splitlines() if line.split()[:1] in (["failed"], ["warning"], ["not"])]
    check(f"{name}: moya-plugin-check passes", done.returncode == 0 and not bad, "\n".join(bad) or done.stdout + done.stderr)


def costs_little(name: str, config: Config, most: int = 1000) -> None:
    """Counts the instructions of a call for which a module has nothing to do. With the module, a call may take at most
    `most` more than with a plugin that has the same hooks and does nothing. Runs with MOYA_LONG=1 only."""
    if os.environ.get("MOYA_LONG") != "1":
        return
    library = Path(os.environ["MOYA_LIBRARY"])
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/idle"
        strict = ["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{ROOT / 'include'}"]
        source = str(ROOT / "Tests/modules/idle.c")
        subprocess.run([*strict, "-o", program, source, str(library), f"-Wl,-rpath,{library.parent}"], check=True)

        def count(calls: int, kind: str) -> int:
            valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/profile"]
            words = [program, str(calls), kind, str(MODULES / f"{name}.so"), json.dumps(config)]
            subprocess.run([*valgrind, *words], stderr=subprocess.PIPE, check=True)
            found = re.search(r"^(?:summary|totals): (\d+)", Path(f"{folder}/profile").read_text(), re.MULTILINE)
            return int(found[1]) if found else 0

        own, twin = ((count(2500, kind) - count(500, kind)) / 2000 for kind in ("module", "twin"))
    check(f"{name}: {own - twin:.0f} instructions for a call without work, {most} at most", twin > 0 and own - twin <= most)


def page_programs(name: str, url: str, folder: Path) -> "Iterator[subprocess.CompletedProcess[str]]":
    """Runs the programs in Python of a module's page, in a folder. `url` stands for https://api.example.com."""
    text = (ROOT / "plugins" / name / "README.md").read_text()
    for program in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield subprocess.run(
            [sys.executable, "-B", "-c", program.replace("https://api.example.com", url)], cwd=folder, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "bindings/python")}, check=False)


# ── Calls ──


class Call(NamedTuple):
    url: str
    method: str = "GET"
    body: bytes = b""
    accepts: str = "any"  # or "2xx"
    headers: Tuple[Tuple[str, str], ...] = ()


class Result(NamedTuple):
    """What a caller receives. A part that a program does not show is None."""

    status: str
    http: Optional[int]
    fields: Optional[Tuple[Tuple[bytes, bytes], ...]]
    body: Optional[str]  # its SHA-256 and its length
    message: str


def digest(body: bytes) -> str:
    return f"{hashlib.sha256(body).hexdigest()[:16]} of {len(body)} bytes"


def target(call: Call) -> moya.Target:
    base, _, query = call.url.partition("?")
    options: Dict[str, Any] = {"query": [tuple(pair.partition("=")[::2]) for pair in query.split("&")]} if query else {}
    if call.body:
        options["body"] = call.body
    if call.accepts == "2xx":
        options["validate"] = range(200, 300)
    return moya.Target(base, name="call", method=call.method, headers=call.headers, **options)


def shown(response: "moya.Response", body: bytes) -> Result:
    return Result("OK", response.status_code, response.headers.raw, digest(body), "")


def refused(error: "moya.MoyaError", body: bytes = b"") -> Result:
    return Result(error.status.name, None, None, digest(body), str(error))


def python_whole(module: str, config: Config, calls: List[Call]) -> List[Result]:
    results = []
    with moya.Provider(timeout=20) as provider:
        provider.load_plugin(module, config)
        for call in calls:
            try:
                response = provider.call(target(call))
                results.append(shown(response, response.content))
            except moya.MoyaError as error:
                results.append(refused(error))
    return results


def python_pieces(module: str, config: Config, calls: List[Call]) -> List[Result]:
    results = []
    with moya.Provider(timeout=20) as provider:
        provider.load_plugin(module, config)
        for call in calls:
            body = b""
            try:
                with provider.stream(target(call)) as stream:
                    for piece in stream.iter_bytes():
                        body += piece
                    results.append(shown(stream.response, body))
            except moya.MoyaError as error:
                results.append(refused(error, body))
    return results


def c_program(how: str, module: str, config: Config, calls: List[Call], wrapper: "Tuple[str, ...]" = ()) -> List[Result]:
    lines = [f"{how} {call.method} {call.url} {call.accepts} {call.body.hex() or '-'}\n" for call in calls if not call.headers]
    done = subprocess.run(
        [*wrapper, os.environ["MOYA_MODULE_PLAYER"], module, json.dumps(config)], input="".join(lines), capture_output=True,
        text=True, check=False)
    results = []
    for line in done.stdout.splitlines():
        row = json.loads(line)
        fields = tuple((bytes.fromhex(name), bytes.fromhex(value)) for name, value in row.get("fields", ()))
        body = bytes.fromhex(row["pieces"] + row.get("body", ""))
        is_response = "http" in row
        results.append(Result(
            row["status"].replace("MOYA_ERROR_", "").replace("MOYA_", ""), row.get("http"), fields if is_response else None,
            digest(body), bytes.fromhex(row["message"]).decode()))
    return results if done.returncode == 0 else [Result(f"status {done.returncode}", None, None, None, done.stderr)]


def c_whole(module: str, config: Config, calls: List[Call]) -> List[Result]:
    return c_program("whole", module, config, calls)


def c_pieces(module: str, config: Config, calls: List[Call]) -> List[Result]:
    return c_program("pieces", module, config, calls)


def tool(module: str, config: Config, calls: List[Call]) -> List[Result]:
    """Makes the calls with the program moya. It shows neither the field section nor the name of an error."""
    results = []
    for call in calls:
        words = [call.method.lower(), call.url, "--plugin", f"{module}={json.dumps(config)}"]
        done = subprocess.run([str(PREFIX / "bin/moya"), *words], capture_output=True, check=False)
        results.append(Result(f"status {done.returncode}", None, None, digest(done.stdout), done.stderr.decode()))
    return results


def swift(module: str, config: Config, calls: List[Call]) -> List[Result]:
    """Makes the calls with the Swift program, which sends and shows a body as text. Its errors have neither a name nor
    the C API's message."""
    path = str(MODULES / f"{module}.so")
    rows = [{"url": call.url, "method": call.method, **({"body": call.body.decode("latin-1")} if call.body else {})} for call in calls]
    done = subprocess.run(
        [os.environ["MOYA_PLUGIN_PLAYER"], json.dumps([[path, config]]), "20"], capture_output=True, text=True, check=False,
        input="".join(json.dumps([row]) + "\n" for row in rows))
    results = []
    for row in (json.loads(line) for line in done.stdout.splitlines() if line.strip()):
        body = digest(row["text"].encode()) if "text" in row else None
        results.append(Result("failed" if "error" in row else "OK", row.get("status"), None, body, ""))
    return results


def run(names: Dict[str, Any]) -> int:
    """Runs the tests of a file. A test is a function whose only parameter is `folder`. It gets an empty folder."""
    for test in list(names.values()):
        code = getattr(test, "__code__", None)
        if code and code.co_varnames[: code.co_argcount] == ("folder",) and test.__module__ == "__main__":
            with tempfile.TemporaryDirectory() as folder:
                test(Path(folder))
    return 1 if failed else 0
