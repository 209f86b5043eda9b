"""Tests the store in a Redis server with servers that send something else than Redis does. Each wrong reply must lead
to an error that shows no secret.

    hostile_redis.py PROGRAM      PROGRAM: redis_store.c, compiled with sanitizers
"""

import contextlib
import itertools
import os
import socket
import subprocess
import sys
import threading
from typing import Iterator, List

SHA = b"$40\r\n" + b"a" * 40 + b"\r\n"
MOST, LEAST = b":9223372036854775807\r\n", b":-9223372036854775808\r\n"
#: Marks in the replies of ROWS. After DRIP, a server sends the next bytes again and again. At CUT, it closes the
#: connection.
DRIP, CUT = b"drip", b"cut"
DONE, FAILED = 0, 4  # store_status
#: What a server sends, its reply to the script of the store, and the status that the store must return.
ROWS = [
    ("the largest numbers", [b"*9\r\n:0\r\n" + MOST * 7 + b"$1\r\nx\r\n"], DONE),
    ("the smallest numbers", [b"*9\r\n:0\r\n" + LEAST * 7 + b"$1\r\nx\r\n"], DONE),
    ("other types than numbers", [b"*9\r\n:0\r\n" + b"$1\r\nx\r\n" * 3 + b"*0\r\n" * 3 + b"$-1\r\n" + b":1\r\n"], DONE),
    ("a large status", [b"*2\r\n" + MOST * 2], FAILED),
    ("a list with one number", [b"*1\r\n:0\r\n"], FAILED),
    ("an empty list", [b"*0\r\n"], FAILED),
    ("no list", [b"*-1\r\n"], FAILED),
    ("nothing", [b"$-1\r\n"], FAILED),
    ("a text", [b"+OK\r\n"], FAILED),
    ("an error with a secret", [b"-canary CANARY pass\r\n"], FAILED),
    ("a number that is too large", [b":99999999999999999999\r\n"], FAILED),
    ("another protocol", [b"HTTP/1.1 200 OK\r\n\r\n"], FAILED),
    ("a map", [b"%1\r\n:1\r\n:2\r\n"], FAILED),
    ("a push", [b">1\r\n:1\r\n"], FAILED),
    ("more elements than memory has", [b"*4294967295\r\n"], FAILED),
    ("many elements", [b"*100000000\r\n", CUT], FAILED),
    ("a long text", [b"$67108864\r\n", DRIP, b"x" * 65536], FAILED),
    ("a text that never ends", [b"$9999999999\r\nabc"], FAILED),
    ("a byte from time to time", [b"$10000\r\n", DRIP, b"x"], FAILED),
    ("lists in lists", [b"*1\r\n" * 100000, DRIP, b"*1\r\n" * 100000], FAILED),
    ("half a reply", [b"*2\r\n:0\r\n", CUT], FAILED),
    ("no reply", [CUT], FAILED),
]


def read_command(file: "socket.SocketIO") -> List[bytes]:
    words = []
    for _ in range(int(file.readline()[1:] or 0)):
        words.append(file.read(int(file.readline()[1:])) or b"")
        file.read(2)
    return words


def serve(client: socket.socket, reply: List[bytes], closed: threading.Event) -> None:
    with client, contextlib.suppress(OSError, ValueError):
        file = client.makefile("rb")
        while words := read_command(file):
            if words[0] != b"EVALSHA":
                client.sendall(SHA if words[0] == b"SCRIPT" else b"+OK\r\n")
                continue
            drips = False
            for piece in reply:
                if piece == CUT:
                    return
                drips |= piece == DRIP
                if piece != DRIP:
                    client.sendall(piece)
                while drips and piece != DRIP:
                    closed.wait(0.05 if len(piece) == 1 else 0)
                    client.sendall(piece)


@contextlib.contextmanager
def server(*replies: List[bytes]) -> Iterator[str]:
    """Runs a server. Each connection gets the next of the replies, and the last one serves all further connections."""
    closed = threading.Event()

    def accept() -> None:
        with contextlib.suppress(OSError):
            for number in itertools.count():
                reply = replies[min(number, len(replies) - 1)]
                threading.Thread(target=serve, args=(listener.accept()[0], reply, closed), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield f"redis://ann:canary@127.0.0.1:{listener.getsockname()[1]}"
        closed.set()
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)


def fails_over() -> bool:
    """Tests that the store connects again if its server has become a replica."""
    with server([b"-READONLY You can't write against a read only replica.\r\n"], ROWS[0][1]) as address:
        try:
            done = subprocess.run([sys.argv[1], address, "again"], capture_output=True, text=True, check=False, timeout=60)
            problem = "" if done.returncode == 0 and done.stdout.startswith(f"{DONE} ") else f": {done}"
        except subprocess.TimeoutExpired:
            problem = ": all requests are refused"
    print(f"{'not ok' if problem else 'ok'} - shared: redis: after a failover, the store connects to the new server{problem}", flush=True)
    return not problem


#: The head of a TLS record of 16,384 bytes, and of a ServerHello in it that is as long.
HELLO = b"\x16\x03\x03\x40\x00" + b"\x02\x00\x3f\xfc"


def drip_tls(client: socket.socket, closed: threading.Event) -> None:
    with client, contextlib.suppress(OSError):
        client.recv(4096)
        client.sendall(HELLO)
        while not closed.wait(0.05):
            client.sendall(b"\x03")


def tls_ends() -> bool:
    """Tests that a TLS handshake ends although the server sends its part byte by byte."""
    closed = threading.Event()

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=drip_tls, args=(listener.accept()[0], closed), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        address = f"rediss://ann:canary@127.0.0.1:{listener.getsockname()[1]}"
        try:
            done = subprocess.run([sys.argv[1], address], capture_output=True, text=True, check=False, timeout=60)
            problem = "" if done.returncode == 0 and "no response within" in done.stdout else f": {done}"
        except subprocess.TimeoutExpired:
            problem = ": the request never ends"
        closed.set()
        listener.shutdown(socket.SHUT_RDWR)
    print(f"{'not ok' if problem else 'ok'} - shared: redis: a TLS handshake that comes byte by byte ends{problem}", flush=True)
    return not problem


def names_certificates() -> bool:
    """Tests that the store reads the file of SSL_CERT_FILE, and names it if it cannot be read."""
    with server([CUT]) as address:
        done = subprocess.run([sys.argv[1], address.replace("redis:", "rediss:")], capture_output=True, text=True, check=False, timeout=60,
                              env={**os.environ, "SSL_CERT_FILE": "/nowhere/ca.pem"})
    holds = "the certificates of /nowhere/ca.pem cannot be read" in done.stdout
    print(f"{'ok' if holds else 'not ok'} - shared: redis: certificates that cannot be read are named{'' if holds else f': {done}'}", flush=True)
    return holds


ADD, DELETE = 3, 5  # store_kind


def gives_back_late() -> bool:
    """Tests that a lease is given back if it arrives while the store closes. If the store did not begin to close before
    the reply came, or did not wait long enough for the reply, the test is made again."""
    kinds: List[int] = []

    def answer(connection: socket.socket, program: "subprocess.Popen[str]") -> None:
        assert program.stdin and program.stdout
        with connection, contextlib.suppress(OSError, ValueError):
            file = connection.makefile("rb")
            while words := read_command(file):
                is_step = words[0] == b"EVALSHA"
                kinds.extend([int(words[4])] if is_step else [])
                if is_step and kinds[-1] == ADD:
                    program.stdin.write("\n")
                    program.stdin.flush()
                    program.stdout.readline()  # it closes the store next
                    threading.Event().wait(0.02)
                connection.sendall(b"*5\r\n:0\r\n:1000000\r\n:7\r\n:0\r\n:0\r\n" if is_step else SHA)

    problem = ": no lease came in time"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        for _ in range(20):
            kinds.clear()
            words = [sys.argv[1], f"redis://127.0.0.1:{listener.getsockname()[1]}", "late"]
            with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
                answer(listener.accept()[0], program)
                said = program.communicate(timeout=60)[0]
            if said.startswith(f"{DONE} closing"):
                problem = "" if kinds == [ADD, DELETE] else f": {kinds} {said}"
                break
    print(f"{'not ok' if problem else 'ok'} - shared: redis: a lease that comes while the store closes is given back{problem}", flush=True)
    return not problem


def main() -> int:
    good = all([fails_over(), tls_ends(), names_certificates(), gives_back_late()])
    for name, reply, expected in ROWS:
        with server(reply) as address:
            try:
                done = subprocess.run([sys.argv[1], address], capture_output=True, text=True, check=False, timeout=60)
                said = done.stdout
                holds = done.returncode == 0 and said.startswith(f"{expected} ") and "canary" not in said.lower()
                shown = (said, done.stderr[:2000])
            except subprocess.TimeoutExpired:
                holds, shown = False, ("the request never ends", "")
        print(f"{'ok' if holds else 'not ok'} - shared: redis: a server that sends {name} does no harm{'' if holds else f': {shown}'}", flush=True)
        good &= holds
    return not good


if __name__ == "__main__":
    sys.exit(main())
