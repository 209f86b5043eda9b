#!/usr/bin/env python3
"""Starts real servers for a test, on free loopback ports: nginx, Apache and h2server.py. Their certificates are made
for the test.

    peers.py [nginx|apache|h2]...     default: all

Prints a line `NAME VALUE` for each port, `folder PATH` (ca.pem, logs, files) and an empty line. Then the program reads
the commands `stop NAME` and `start NAME` from its standard input, and prints `done` after each. When its input ends,
all servers end, whatever ended the test.
"""

import base64
import ctypes
import hashlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import certificates

HERE = Path(__file__).resolve().parent
MODULES = "/usr/lib/apache2/modules"
DEADLINE = 60  # seconds for a server to listen
USER, PASSWORD = "user", "pass-9f3c"
os.environ["PATH"] += ":/usr/sbin"  # where Debian installs servers

# Each server's ports.
PORTS = {
    "nginx": ["plain", "tls", "h2", "h2-short", "h2-tiny", "tls-1.1", "tls-1.2", "expired", "not-yet-valid", "wrong-host",
              "unknown-issuer", "unknown-chain", "self-signed", "asks"],
    "apache": ["proxy", "guarded-proxy", "digest-proxy", "tls-proxy", "digest", "client-certificate",
               "client-certificate-1.2"],
    "h2": ["h2-faults"],
}  # fmt: skip


def die_with_parent() -> None:
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class Peers:
    def __init__(self, folder: Path, names: list[str]) -> None:
        self.folder, self.names = folder, names
        self.running: dict[str, subprocess.Popen] = {}
        self.ports: dict[str, int] = {}
        self.held: list[socket.socket] = []

    def configuration(self, name: str) -> Path:
        """Makes the configuration from the template NAME.conf.in in this folder."""
        values = {port: str(number) for port, number in self.ports.items()}
        root = os.geteuid() == 0
        values |= {"folder": str(self.folder), "modules": MODULES}
        # If root starts nginx, it must stay root to read the folder. Apache refuses to run as root.
        values |= {"user": "user root;" if root else ""} if name == "nginx" else {"user": "www-data", "group": "www-data"}
        text = (HERE / f"{name}.conf.in").read_text()
        for key, value in values.items():
            text = text.replace(f"@{key}@", value)
        path = self.folder / f"{name}.conf"
        path.write_text(text)
        return path

    def command(self, name: str) -> list[str]:
        if name == "nginx":
            error_log = str(self.folder / "nginx-error.log")
            return ["nginx", "-p", str(self.folder), "-e", error_log, "-c", str(self.configuration(name))]
        if name == "apache":
            return ["apache2", "-D", "FOREGROUND", "-f", str(self.configuration(name))]
        files = [str(self.folder / file) for file in ("valid.pem", "leaf.key")]
        port, ready = str(self.ports["h2-faults"]), str(self.ready(name))
        return ["/usr/bin/python3", str(HERE / "h2server.py"), *files, port, ready]

    def ready(self, name: str) -> Path:
        """Returns the file whose existence says that a server listens on all its ports."""
        return self.folder / f"{name}.pid"

    def hold_ports(self, name: str) -> None:
        """Reserves free ports for a server, also while the server is stopped. A bound socket holds each port. Only a
        server that sets SO_REUSEADDR and names the port can use the port."""
        for port in PORTS[name]:
            holder = socket.socket()
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind(("127.0.0.1", 0))
            self.held.append(holder)
            self.ports[port] = holder.getsockname()[1]

    def start(self, name: str) -> None:
        self.ready(name).unlink(missing_ok=True)
        server = subprocess.Popen(
            self.command(name), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=die_with_parent
        )
        self.running[name] = server
        until = time.monotonic() + DEADLINE
        while time.monotonic() < until and server.poll() is None:
            if self.ready(name).exists():
                return
            time.sleep(0.01)
        log = self.folder / f"{name}-error.log"
        raise SystemExit(f"{name} did not start: {log.read_text()[-2000:] if log.exists() else 'no log'}")

    def stop(self, name: str) -> None:
        if server := self.running.pop(name, None):
            server.terminate()
            server.wait()

    def stop_all(self) -> None:
        for name in list(self.running):
            self.stop(name)


def make_files(folder: Path) -> None:
    folder.chmod(0o755)  # Apache does not stay root
    www = folder / "www"
    www.mkdir()
    (www / "store").mkdir()
    (www / "small").write_text("welcome")
    (www / "large").write_bytes(random.Random(1).randbytes(8 << 20))
    (www / "text").write_text("libmoya " * 10000)
    sha1 = base64.b64encode(hashlib.sha1(PASSWORD.encode()).digest()).decode()
    (folder / "basic").write_text(f"{USER}:{{SHA}}{sha1}\n")
    digest = hashlib.md5(f"{USER}:secret:{PASSWORD}".encode()).hexdigest()
    (folder / "digest").write_text(f"{USER}:secret:{digest}\n")


def main() -> None:
    names = sys.argv[1:] or list(PORTS)
    # The thread that started this program may block signals. The servers would inherit this and could not be stopped.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = Path(tempfile.mkdtemp(prefix="moya-peers-"))
    peers = Peers(folder, names)
    try:
        make_files(folder)
        certificates.make(folder)
        for name in names:
            peers.hold_ports(name)
            peers.start(name)
        print(*(f"{name} {port}" for name, port in peers.ports.items()), f"folder {folder}", "", sep="\n", flush=True)
        for line in sys.stdin:
            verb, name = line.split()
            {"stop": peers.stop, "start": peers.start}[verb](name)
            print("done", flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        peers.stop_all()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
