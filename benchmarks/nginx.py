"""nginx on a free loopback port, for as long as a `with` block lasts."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

CPUS = sorted(os.sched_getaffinity(0))  # nginx gets the last one
DEADLINE = 10  # seconds for nginx to start


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Yields the URL that answers a small JSON object."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    port = free_port()
    with tempfile.TemporaryDirectory() as directory:
        configuration = Path(directory, "nginx.conf")
        template = Path(__file__).with_name("nginx.conf.in").read_text()
        text = template.replace("@dir@", directory)
        text = text.replace("@port@", str(port)).replace("@cpu@", bin(1 << CPUS[-1])[2:])
        if os.geteuid() == 0:  # the worker would become a user that may not enter our folder
            text = "user root;\n" + text
        configuration.write_text(text)
        server = subprocess.Popen(
            [program, "-p", directory, "-c", configuration, "-e", f"{directory}/error.log"], stdin=subprocess.DEVNULL
        )
        try:
            wait_until_listening(server, port)
            yield f"http://127.0.0.1:{port}/user"
        finally:
            server.terminate()
            server.wait()


def wait_until_listening(server: subprocess.Popen, port: int) -> None:
    until = time.monotonic() + DEADLINE
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("nginx did not start")
