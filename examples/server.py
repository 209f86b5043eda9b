#!/usr/bin/env python3
"""A small JSON API for the demo and the documentation's snippets. It uses the standard library only.

    server.py [PORT]             prints the loopback port that it listens on, and exits when its standard input closes
    server.py --tls FOLDER       the same over TLS, with FOLDER's valid.pem, leaf.key and ca.pem. Each client must have
                                 a certificate

    GET  /zen                    one sentence, as text
    GET  /users/NAME             {"login": …, "id": …, "name": …, "followers": …}
    GET  /users/NAME/repos       an array of repositories in three pages (?page=N), with a Link to the next page
    GET  /search                 the query, as an object
    GET  /headers                the request's headers, as an object
    GET  /lines/N                N lines of JSON, in chunks that end within lines
    GET  /whoami                 the name in the client's certificate, as text
    GET  /me                     the name of the logged-in user, as text. 401 without the cookie
    GET  /large                  a megabyte, with ranges and an ETag. The first request gets only the first half
    GET  /busy                   503 twice, then a sentence
    GET  /secret                 the token, as text. 401 without the newest token
    GET  /visits                 the number of requests to /visits so far, as text
    GET  /slow                   no response until the client closes the connection
    POST /echo                   {"received": the JSON that was sent}
    POST /token                  {"access_token": a new token}
    POST /login                  sets a cookie for the form's user
    POST /upload                 the fields and files of the form, and their sizes, as text
"""

import json
import ssl
import sys
import threading
from email import message_from_bytes
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

LARGE = bytes(range(256)) * 4096
PAGES = 3
REPOSITORIES = ("alpha", "beta", "gamma", "delta")


class API(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # headers and body go into one packet

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        match parts.path.strip("/").split("/"):
            case ["zen"]:
                self.answer(200, "Simple is better than complex.", "text/plain; charset=utf-8")
            case ["users", name]:
                self.answer(200, {"login": name, "id": 583231, "name": name.title(), "followers": 17, "admin": False})
            case ["users", name, "repos"]:
                page = int(parse_qs(parts.query).get("page", ["1"])[0])
                names = enumerate(REPOSITORIES)
                more = [("Link", f'</users/{name}/repos?page={page + 1}>; rel="next"')] if page < PAGES else []
                repos = [{"id": page * 10 + n, "full_name": f"{name}/{repo}"} for n, repo in names]
                self.answer(200, repos, "application/json", *more)
            case ["search"]:
                self.answer(200, {key: values[0] for key, values in parse_qs(parts.query).items()})
            case ["headers"]:
                self.answer(200, {name.lower(): value for name, value in self.headers.items()})
            case ["lines", count]:
                self.stream("".join(json.dumps({"n": n}) + "\n" for n in range(1, int(count) + 1)).encode(), 5)
            case ["whoami"]:
                subject = dict(pair for (pair,) in self.connection.getpeercert()["subject"])
                self.answer(200, f"you are {subject['commonName']}", "text/plain; charset=utf-8")
            case ["me"]:
                user = SimpleCookie(self.headers.get("Cookie")).get("user")
                text = f"{user.value} is logged in" if user else "nobody is logged in"
                self.answer(200 if user else 401, text, "text/plain; charset=utf-8")
            case ["large"]:
                self.large()
            case ["busy"]:
                self.server.asked += 1
                busy = self.server.asked < 3
                self.answer(503 if busy else 200, "busy" if busy else "served at last", "text/plain; charset=utf-8")
            case ["secret"]:
                token = f"token-{self.server.tokens}"
                admitted = self.headers.get("Authorization") == f"Bearer {token}" and self.server.tokens > 0
                self.answer(200 if admitted else 401, f"admitted with {token}" if admitted else "refused", "text/plain; charset=utf-8")
            case ["visits"]:
                self.server.visits += 1
                self.answer(200, f"visit {self.server.visits}", "text/plain; charset=utf-8")
            case ["slow"]:
                self.connection.recv(1)
                self.close_connection = True
            case _:
                self.answer(404, {"message": "Not Found"})

    def do_POST(self) -> None:
        body = self.body()
        if urlsplit(self.path).path == "/login":
            user = parse_qs(body.decode())["user"][0]
            self.answer(200, f"welcome, {user}", "text/plain; charset=utf-8", ("Set-Cookie", f"user={user}; HttpOnly"))
            return
        if urlsplit(self.path).path == "/token":
            self.server.tokens += 1
            self.answer(200, {"access_token": f"token-{self.server.tokens}"})
            return
        if urlsplit(self.path).path == "/upload":
            self.answer(201, self.form(body), "text/plain; charset=utf-8")
            return
        if urlsplit(self.path).path != "/echo":
            self.answer(404, {"message": "Not Found"})
            return
        try:
            self.answer(201, {"received": json.loads(body)})
        except ValueError:
            self.answer(400, {"message": "Problems parsing JSON"})

    def body(self) -> bytes:
        """Reads the body of the request. A chunked body is read up to the end of its trailers (RFC 9112 §7.1)."""
        if (self.headers.get("Transfer-Encoding") or "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().partition(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return body

    def form(self, body: bytes) -> str:
        """Lists the parts of a multipart form with their sizes. The standard library's mail parser reads the form."""
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        parts = message_from_bytes(head + body).get_payload()
        named = ((part.get_param("name", header="Content-Disposition"), part.get_filename(), part) for part in parts)
        return ", ".join(f"{name}: {len(part.get_payload(decode=True))} bytes" + (f" of {file}" if file else "") for name, file, part in named)

    def stream(self, body: bytes, size: int) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for start in range(0, len(body), size):
            chunk = body[start : start + size]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def large(self) -> None:
        start = int((self.headers.get("Range") or "bytes=0-")[6:].split("-")[0])
        self.send_response(206 if start else 200)
        self.send_header("ETag", '"1"')
        self.send_header("Accept-Ranges", "bytes")
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(LARGE) - 1}/{len(LARGE)}")
        self.send_header("Content-Length", str(len(LARGE) - start))
        self.end_headers()
        whole = start or self.server.interrupted.is_set()
        self.wfile.write(LARGE[start:] if whole else LARGE[: len(LARGE) // 2])
        self.server.interrupted.set()
        self.close_connection = not whole

    def answer(self, status: int, value: object, kind: str = "application/json", *more: "tuple[str, str]") -> None:
        body = (value if isinstance(value, str) else json.dumps(value)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, text in more:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Writes nothing, because only the demo writes to the output."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.interrupted = threading.Event()  # set when a download was interrupted
        self.asked = 0  # the number of requests for /busy
        self.visits = 0
        self.tokens = 0  # the number of tokens that were given


def main() -> None:
    tls = Path(sys.argv[2]) if sys.argv[1:2] == ["--tls"] else None
    server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 and not tls else 0), API)
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls / "valid.pem", tls / "leaf.key")
        context.load_verify_locations(tls / "ca.pem")
        context.verify_mode = ssl.CERT_REQUIRED
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.buffer.read()  # returns when the program that started this one has ended


if __name__ == "__main__":
    main()
