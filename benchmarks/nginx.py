"""Runs nginx, the server of most benchmarks, on a free loopback port until a `with` block ends."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CPUS = sorted(os.sched_getaffinity(0))  # nginx gets the last one
DEADLINE = 10  # seconds for nginx to start


@dataclass
class Server:
    url: str  # the response is a small JSON object
    tls_url: str  # the same over TLS, with HTTP/2
    certificate: str
    files: str  # the URL of a folder. GET reads its files, and PUT writes them
    folder: Path  # the path of that folder


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(in_memory: bool = False) -> Iterator[Server]:
    """Runs nginx. With `in_memory`, its files are in memory, for rows with large files."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    port, tls_port = free_port(), free_port()
    memory = "/dev/shm" if in_memory and os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as directory:
        configuration = Path(directory, "nginx.conf")
        template = Path(__file__).with_name("nginx.conf.in").read_text()
        text = template.replace("@dir@", directory)
        text = text.replace("@port@", str(port)).replace("@tls_port@", str(tls_port))
        text = text.replace("@cpu@", bin(1 << CPUS[-1])[2:])
        if os.geteuid() == 0:  # otherwise the worker would run as a user that may not enter our folder
            text = "user root;\n" + text
        configuration.write_text(text)
        make_certificate(directory)
        folder = Path(directory, "files")
        folder.mkdir()
        server = subprocess.Popen(
            [program, "-p", directory, "-c", configuration, "-e", f"{directory}/error.log"], stdin=subprocess.DEVNULL
        )
        try:
            wait_until_listening(server, port)
            base, tls_base = f"http://127.0.0.1:{port}", f"https://127.0.0.1:{tls_port}"
            yield Server(f"{base}/user", f"{tls_base}/user", f"{directory}/certificate.pem", f"{base}/files/", folder)
        finally:
            server.terminate()
            server.wait()


def make_certificate(directory: str) -> None:
    """Makes a self-signed certificate. Clients that must trust it get its file as the file of authorities."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "certificate.key"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", *key, *names, "-days", "1", "-out", "certificate.pem"]
    subprocess.run(command, cwd=directory, check=True, capture_output=True)


def wait_until_listening(server: subprocess.Popen, port: int) -> None:
    until = time.monotonic() + DEADLINE
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("nginx did not start")
