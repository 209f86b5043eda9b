"""Tests that -v shows no secret in the head of a response."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tool.program import check, run

CANARY = "canary-7f3a"
SECRETS = {
    "Set-Cookie": f"sid={CANARY}; Path=/; HttpOnly", "X-Session": CANARY, "X-Auth-Token": CANARY, "Ocp-Apim-Subscription-Key": CANARY,
    "WWW-Authenticate": f'Digest realm="r", nonce="{CANARY}", qop="auth"', "Authentication-Info": f'nextnonce="{CANARY}"',
    "Location": f"https://u:{CANARY}@example.com/x?code={CANARY}&key={CANARY}&page=2", "Link": f"<https://example.com/?pin={CANARY}&session={CANARY}>",
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(int(self.path.lstrip("/")))
        for name, value in SECRETS.items():
            self.send_header(name, value)
        self.send_header("Set-Cookie", f"other={CANARY}")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    for status, words in ((200, ["-v"]), (401, ["-v"]), (302, ["-v", "--no-redirects"]), (500, ["-v", "--retries", "1"]), (200, ["-v", "-t"])):
        done = run("get", f"http://127.0.0.1:{port}/{status}", *words)
        said = done.stderr.decode()
        whole = all(f"< {name}: " in said for name in SECRETS) and said.count("< Set-Cookie: <redacted>") == 2 and 'realm="r"' in said and "page=2" in said
        check(f"no secret of a {status}'s head is shown by {' '.join(words)}", "" if whole and CANARY not in said else said)
    shown = run("get", f"http://127.0.0.1:{port}/200", "-v", "--show-secrets").stderr.decode()
    check("--show-secrets shows them", "" if shown.count(CANARY) >= len(SECRETS) else shown)
    server.shutdown()
