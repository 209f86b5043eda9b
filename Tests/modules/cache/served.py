"""Contains what the tests of the cache share: a server whose responses a test chooses, providers with the cache, and a
function that runs the tests. The first argument of the program is the path of the module."""

import os
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings/python"))
sys.dont_write_bytecode = True
os.environ.setdefault("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))

import moya  # noqa: E402

MODULE = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    count: int  # how many requests of this path have come, this one included


class Reply(NamedTuple):
    body: bytes = b""
    headers: dict[str, str | list[str]] = {}
    status: int = 200
    cut: int | None = None  # the server closes the connection after this many bytes of the body


def fresh(body: bytes, **headers: str) -> Reply:
    return Reply(body, {"Cache-Control": "max-age=600", **{name.replace("_", "-"): value for name, value in headers.items()}})


class Site:
    """A server that replies with the function of the path. `seen` has what it has received."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seen: list[Request] = []
        self.replies: dict[str, Callable[[Request], Reply | None]] = {}
        self.url = ""

    def count(self, path: str) -> int:
        with self.lock:
            return sum(request.path == path for request in self.seen)

    def last(self, path: str) -> Request:
        with self.lock:
            return [request for request in self.seen if request.path == path][-1]

    def reply(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply | None:
        with self.lock:
            request = Request(method, path, headers, body, sum(each.path == path for each in self.seen) + 1)
            self.seen.append(request)
        return self.replies[path](request)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    site: Site

    def log_message(self, *_: Any) -> None:
        pass

    def respond(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        reply = self.site.reply(self.command, self.path, dict(self.headers.items()), body)
        if reply is None:
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            for each in [value] if isinstance(value, str) else value:
                self.send_header(name, each)
        if reply.status not in (204, 304):
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command == "HEAD" or reply.status in (204, 304):
            return
        self.wfile.write(reply.body[: reply.cut])
        self.close_connection = reply.cut is not None

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = respond


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_: Any) -> None:
        """Prints no error, because a client may close its connection at any time."""


@contextmanager
def site() -> Iterator[Site]:
    made = Site()
    server = Server(("127.0.0.1", 0), type("Own", (Handler,), {"site": made}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Cached:
    """A provider with the cache."""

    def __init__(self, config: dict[str, Any] | None = None, before: Any = (), after: Any = (), **options: Any) -> None:
        self.provider = moya.Provider(timeout=30, **options)
        for plugin in before:
            self.provider.add_plugin(*plugin)
        self.provider.load_plugin(MODULE, config or {})
        for plugin in after:
            self.provider.add_plugin(*plugin)

    def __enter__(self) -> "Cached":
        self.provider.__enter__()
        return self

    def __exit__(self, *arguments: Any) -> None:
        self.provider.__exit__(*arguments)

    def whole(self, url: str, **fields: Any) -> moya.Response:
        return self.provider.call(moya.Target(url, **fields))

    def streamed(self, url: str, **fields: Any) -> tuple[moya.Response, bytes]:
        with self.provider.stream(moya.Target(url, **fields)) as stream:
            body = b"".join(stream.iter_bytes())
            return stream.result(), body


def await_that(holds: Callable[[], bool], what: str, seconds: float = 30) -> None:
    """Waits for something that happens on another thread."""
    for _ in range(int(seconds * 100)):
        if holds():
            return
        threading.Event().wait(0.01)
    raise AssertionError(f"{what} did not happen within {seconds} s")


def same(*values: Any) -> None:
    assert all(value == values[0] for value in values), values


def both_places(folder: Path) -> list[dict[str, Any]]:
    """Returns two configs: one for responses in memory only, and one for responses in a file only."""
    return [{}, {"file": str(folder / "responses.db"), "memory_bytes": 0}]


Test = Callable[[Site, Path], None]
tests: list[Test] = []


def test(function: Test) -> Test:
    tests.append(function)
    return function


def run() -> int:
    """Runs the tests of the program, each with a server and a folder of its own."""
    failed = False
    for function in tests:
        name = function.__name__.replace("_", " ")
        if sys.argv[2:] and not any(part in name for part in sys.argv[2:]):
            continue
        with tempfile.TemporaryDirectory() as folder, site() as at:
            try:
                function(at, Path(folder))
                print(f"ok - cache: {name}", flush=True)
            except Exception:
                failed = True
                print(f"not ok - cache: {name}", flush=True)
                print("".join(f"    {line}\n" for line in traceback.format_exc().splitlines()[-25:]), flush=True)
    return failed
