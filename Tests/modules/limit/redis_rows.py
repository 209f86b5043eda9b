"""Tests the store in a Redis server that has a password, with TLS and without it. Also tests addresses that do not fit
the server.

    redis_rows.py MODULE PROGRAM... FOLDER      MODULE: the path of limit.so. PROGRAM: redis_store.c, compiled
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from redis_server import ENCODED, RedisServer, is_there  # noqa: E402

SERVER = Path(__file__).resolve().parents[1] / "shared/redis_server.py"


def refused(program: str, address: str) -> str:
    return subprocess.run([program, address], capture_output=True, text=True, check=False, timeout=60).stdout


def main() -> int:
    module, *programs, place = sys.argv[1:]
    if not is_there():
        print("not ok - limit: there is no redis-server (Debian: redis-server)")
        return 1
    good = True
    os.environ["TSAN_OPTIONS"] = "report_thread_leaks=0"
    for tls in (False, True):
        folder = Path(place) / f"redis-{tls}"
        folder.mkdir()
        server = RedisServer.make(folder, tls)
        server.start()
        order = folder / "order"
        order.write_text(f'#!/bin/sh\nexec {sys.executable} -B {SERVER} {folder} "$1"\n')
        order.chmod(0o755)
        for program in programs:
            good &= subprocess.run([program, server.address, order], check=False, timeout=120).returncode == 0
            server.command("FLUSHALL")
        rows = [("a wrong password", server.address.replace("canary", "wrong"), "the user or the password (WRONGPASS); a new provider reads the address again"),
                ("no password", server.address.replace(f":{ENCODED}@", ""), "a client without a password (NOAUTH); a new provider"),
                ("a host that is not there", "redis://no-such-host.invalid", "no-such-host.invalid:6379: ")]
        if tls:
            rows += [("a certificate of an unknown authority", server.address.split("?")[0], "certificate is not accepted"),
                     ("a certificate of another host", server.address.replace("localhost", "127.1"), "certificate is not accepted"),
                     ("certificates that cannot be read", f"{server.address}x", "cannot be read"),
                     ("a server that wants TLS", server.address.replace("rediss", "redis").split("?")[0], "Redis at localhost")]
        else:
            rows += [("a server without TLS", server.address.replace("redis", "rediss"), "Redis at 127.0.0.1"),
                     ("a database that does not exist", f"{server.address}/99", "the database (ERR)")]
        for name, address, expected in rows:
            said = refused(programs[0], address)
            holds = said.startswith("4 ") and expected in said and "canary" not in said and "wrong%20" not in said
            print(f"{'ok' if holds else 'not ok'} - shared: redis: {name} is an error without secrets{'' if holds else ': ' + said}")
            good &= holds
        behaviours = [sys.executable, "-B", Path(__file__).with_name("behaviours.py"), module]
        good &= subprocess.run(behaviours, check=False, env={**os.environ, "MOYA_REDIS": server.address}).returncode == 0
        server.stop()
    return not good


if __name__ == "__main__":
    sys.exit(main())
