"""The server of the programs in this folder. Prints its port, and ends when its standard input closes."""

import collections
import json
import re
import socket
import sys
import threading
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = bytes((index * 7 + (index >> 8)) & 255 for index in range(1 << 20)) * 8
#: The server sends this many bytes of a download, and then waits until the client has gone.
FIRST_PART = 2 << 20

lock = threading.Lock()
asked: "collections.Counter[str]" = collections.Counter()
token = "none"
#: The requests of `loop` get their responses in this order. Each response sets the event of its name.
order = {name: threading.Event() for name in ("b", "c", "a")}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, body: bytes = b"", **fields: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **fields}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def answer_json(self, status: int, value: object, **fields: str) -> None:
        self.answer(status, json.dumps(value).encode(), Content_Type="application/json", **fields)

    def do_GET(self) -> None:
        with lock:
            asked[self.path] += 1
            times = asked[self.path]
        path, _, rest = self.path.lstrip("/").partition("/")
        path, _, query = path.partition("?")
        show = getattr(self, f"get_{path}", None)
        if show:
            show(rest, query, times)
        else:
            self.answer(404, b"nothing here")

    def get_items(self, _: str, query: str, __: int) -> None:
        page = int(query.removeprefix("page=") or 1)
        items = [{"id": page * 10 + i, "name": f"item {page}.{i}", "price": 1.5 * i, "note": None if i else "first"} for i in range(3)]
        self.answer_json(200, items, **({"Link": f'<?page={page + 1}>; rel="next"'} if page < 3 else {}))

    def get_wrong(self, *_: object) -> None:
        self.answer_json(200, [{"id": "x", "name": "", "price": 1}])

    def get_u(self, number: str, _: str, times: int) -> None:
        if int(number) % 10 == 3 and times == 1 or int(number) % 100 == 7:
            return self.answer(503, b"busy", Retry_After="0")
        if int(number) % 100 == 9:
            return self.answer(404, b"none")
        return self.answer(200, b"x" * int(number))

    def get_asked(self, *_: object) -> None:
        self.answer_json(200, asked)

    def get_file(self, _: str, __: str, ___: int) -> None:
        part = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(part[1]) if part and self.headers.get("If-Range") == '"v1"' else 0
        self.send_response(206 if start else 200)
        self.send_header("ETag", '"v1"')
        self.send_header("Accept-Ranges", "bytes")
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(FILE) - 1}/{len(FILE)}")
        self.send_header("Content-Length", str(len(FILE) - start))
        self.end_headers()
        self.close_connection = True
        try:
            self.wfile.write(FILE[start:] if start else FILE[:FIRST_PART])
            self.connection.settimeout(60)
            self.connection.recv(1)
        except OSError:
            pass

    def get_events(self, *_: object) -> None:
        start = int(self.headers.get("Last-Event-ID") or 0) + 1
        if start > 6:
            return self.answer(204)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close" if start == 3 else "keep-alive")
        if start != 3:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        events = "retry: 10\n\n" + "".join(f"id: {i}\nevent: tick\ndata: line {i}\ndata: more\n\n" for i in (start, start + 1))
        events += "data: cut off"
        # The second connection ends well, the others in the middle of a body.
        self.wfile.write(events.encode() if start == 3 else b"%x\r\n%s\r\n" % (len(events), events.encode()))
        self.connection.shutdown(socket.SHUT_RDWR)
        return None

    def get_api(self, number: str, _: str, __: int) -> None:
        if self.headers.get("Authorization") != f"Bearer {token}":
            return self.answer(401, b"no", WWW_Authenticate="Bearer")
        return self.answer_json(200, {"number": int(number)})

    def get_wait(self, name: str, _: str, __: int) -> None:
        names = list(order)
        before = names[: names.index(name)]
        for other in before:
            order[other].wait(60)
        self.answer(200, name.encode())
        order[name].set()

    def do_POST(self) -> None:
        global token
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/form":
            head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
            form = BytesParser(EmailMessage, policy=HTTP).parsebytes(head + body)
            parts = [(part.get_param("name", header="Content-Disposition"), part.get_filename(), len(part.get_payload(decode=True))) for part in form.iter_parts()]
            return self.answer_json(200, parts)
        with lock:
            asked[self.path] += 1
            if b"refresh_token=bad" in body:
                return self.answer_json(400, {"error": "invalid_grant"})
            token = f"fresh{asked[self.path]}"
        return self.answer_json(200, {"access_token": token, "expires_in": 3600})


class Server(ThreadingHTTPServer):
    request_queue_size = 512
    daemon_threads = True


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()
