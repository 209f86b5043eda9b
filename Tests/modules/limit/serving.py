"""Contains what the tests of the module limit need: a server that counts, workers, and windows of times."""

import bisect
import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "bindings/python"))
sys.path.insert(0, str(HERE.parent / "shared"))
sys.dont_write_bytecode = True
import moya  # noqa: E402,F401

Config = Dict[str, Any]


class Site:
    """/count responds at once. /hold responds when `release` is set. /reply responds with the next of `replies`, each a
    status and fields, or a function that returns them."""

    def __init__(self) -> None:
        self.lock, self.release, self.held = threading.Lock(), threading.Event(), threading.Semaphore(0)
        self.seen: List[str] = []
        self.running = self.most_running = 0
        self.replies: List[Any] = []
        self.url = ""

    def await_held(self, count: int) -> None:
        """Waits until this many more requests are held."""
        for _ in range(count):
            if not self.held.acquire(timeout=30):
                raise TimeoutError("no request is held")

    def begin(self, path: str) -> None:
        with self.lock:
            self.seen.append(path)
            self.running += 1
            self.most_running = max(self.most_running, self.running)

    def end(self) -> None:
        with self.lock:
            self.running -= 1


@contextmanager
def site() -> Iterator[Site]:
    at = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            at.begin(self.path)
            status, fields = 200, {}
            if self.path == "/hold":
                at.held.release()
                at.release.wait(20)
            elif self.path == "/reply" and at.replies:
                reply = at.replies.pop(0)
                status, fields = reply() if callable(reply) else reply
            at.end()
            try:
                self.send_response(status)
                for name, value in {**fields, "Content-Length": "2"}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(b"ok")
            except OSError:
                self.close_connection = True  # the caller has left

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_: object) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    at.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield at
    finally:
        at.release.set()
        server.shutdown()
        server.server_close()
        thread.join()


def start(module: object, config: Config, url: str, calls: int, at_once: int, seconds: float, prefix: "tuple[str, ...]" = ()) -> "subprocess.Popen[str]":
    """Starts a worker, and waits until it is ready."""
    words = [*prefix, sys.executable, "-B", HERE / "worker.py", module, json.dumps(config), url, calls, at_once, seconds]
    worker = subprocess.Popen([str(word) for word in words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert worker.stdout and worker.stdout.readline() == "ready\n"
    return worker


def finish(workers: "List[subprocess.Popen[str]]", begin: bool = True) -> List[Dict[str, Any]]:
    """Lets workers begin at once, and returns what they print."""
    for worker in workers if begin else ():
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    results = []
    for worker in workers:
        said, _ = worker.communicate(timeout=180)
        results.append(json.loads(said))
    return results


def crowded(times: List[int], rate: float, burst: int, slack: float = 0) -> Optional[str]:
    """Returns where a window of time has more than rate × window + burst requests. None: no window has. Let c be the
    number of requests until a time. Then c − rate × time must never be more than the burst above its lowest earlier
    value."""
    least = float("inf")
    times = sorted(times)
    for count, at in enumerate(begin - times[0] for begin in times):
        least = min(least, count - rate * at / 1e6)
        over = count + 1 - rate * at / 1e6 - least - burst
        if over > 1e-6 + slack:
            return f"{over:.3f} too many at {at}, call {count}"
    return None


def wait_until(holds: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("what the test waits for does not come")
        time.sleep(0.002)  # there is no event to wait for


def most_in_a_second(times: List[float]) -> int:
    times = sorted(times)
    return max((bisect.bisect_left(times, at + 1) - index for index, at in enumerate(times)), default=0)
