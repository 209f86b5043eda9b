"""Runs Debian's redis-server for a test, with a password and with TLS if wanted.

    redis_server.py FOLDER stop|start|forget|freeze|thaw      for a server that was made before
"""

import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PASSWORD = "canary pass/word"  # has characters that an address must encode
ENCODED = "canary%20pass%2Fword"


def free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


def certificates(folder: Path, address: str) -> None:
    """Makes a certificate authority, and a certificate for localhost and an address."""
    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test", "-days", "2")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "redis.key", "-out", "redis.csr", "-subj", "/CN=redis")
    (folder / "names").write_text(f"subjectAltName=DNS:localhost,IP:{address}\n")
    openssl("x509", "-req", "-in", "redis.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "redis.pem",
            "-days", "2", "-extfile", "names")


class RedisServer:
    """A server in a folder. Its data stays in memory."""

    def __init__(self, folder: Path, port: int, tls: bool = False, host: str = "127.0.0.1") -> None:
        self.folder, self.port, self.tls, self.host = folder, port, tls, host
        self.namespace = ""  # the network namespace in which the server runs

    @classmethod
    def make(cls, folder: Path, tls: bool = False, host: str = "127.0.0.1") -> "RedisServer":
        port = free_port()
        if tls:
            certificates(folder, host)
            ports = f"port 0\ntls-port {port}\ntls-cert-file {folder}/redis.pem\ntls-key-file {folder}/redis.key\n" \
                    f"tls-ca-cert-file {folder}/ca.pem\ntls-auth-clients no\n"
        else:
            ports = f"port {port}\n"
        (folder / "redis.conf").write_text(
            f'{ports}bind {host}\nsave ""\nappendonly no\nrequirepass "{PASSWORD}"\ndir {folder}\ndaemonize yes\n'
            f"pidfile {folder}/redis.pid\nlogfile {folder}/redis.log\n")
        (folder / "kind").write_text(f"{port} {int(tls)} {host}")
        return cls(folder, port, tls, host)

    @classmethod
    def at(cls, folder: Path) -> "RedisServer":
        port, tls, host = (folder / "kind").read_text().split()
        return cls(folder, int(port), tls == "1", host)

    @property
    def address(self) -> str:
        if self.tls:
            return f"rediss://:{ENCODED}@{self.name}:{self.port}/0?ca={self.folder}/ca.pem"
        return f"redis://:{ENCODED}@{self.host}:{self.port}"

    @property
    def name(self) -> str:
        return "localhost" if self.tls and self.host == "127.0.0.1" else self.host

    @property
    def prefix(self) -> "list[str]":
        return ["ip", "netns", "exec", self.namespace] if self.namespace else []

    def command(self, *words: str) -> str:
        tls = ["--tls", "--cacert", f"{self.folder}/ca.pem"] if self.tls else []
        return subprocess.run([*self.prefix, "redis-cli", "-h", self.name, "-p", str(self.port), *tls, *words], capture_output=True,
                              text=True, check=False, env={"REDISCLI_AUTH": PASSWORD, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}).stdout.strip()

    def start(self) -> None:
        subprocess.run([*self.prefix, "redis-server", str(self.folder / "redis.conf")], check=True, capture_output=True)
        deadline = time.monotonic() + 20
        while self.command("PING") != "PONG":
            if time.monotonic() > deadline:
                raise TimeoutError((self.folder / "redis.log").read_text())

    def signal(self, number: int) -> None:
        subprocess.run(["kill", f"-{int(number)}", (self.folder / "redis.pid").read_text().strip()], check=False)

    def kill(self) -> None:
        """Ends the server if it still runs."""
        if (self.folder / "redis.pid").exists():
            self.signal(signal.SIGKILL)

    def stop(self) -> None:
        process = (self.folder / "redis.pid").read_text().strip()
        self.signal(signal.SIGTERM)
        while Path(f"/proc/{process}/exe").exists():
            time.sleep(0.005)  # it is not our child, so nothing says when it has ended


def is_there() -> bool:
    return shutil.which("redis-server") is not None


if __name__ == "__main__":
    server = RedisServer.at(Path(sys.argv[1]))
    orders = {
        "stop": server.stop,
        "start": server.start,
        "forget": lambda: server.command("SCRIPT", "FLUSH"),
        "freeze": lambda: server.signal(signal.SIGSTOP),
        "thaw": lambda: server.signal(signal.SIGCONT),
    }
    orders[sys.argv[2]]()
