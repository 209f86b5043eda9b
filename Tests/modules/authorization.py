"""An authorization server and a resource server of Authlib, which judge the module token.

    POST /token      the token endpoint (client credentials, refresh with rotation)
    GET  /me         needs a token. The response names it
    GET  /scoped     needs the scope "all", which no token has
    GET  /to?URL     redirects to the URL
    GET  /open       needs no token. The response names the token that came

The clock of the server can be set ahead, so a token can end while a client thinks that it is valid.
"""

import json
import os
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple
from urllib.parse import parse_qsl, unquote

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # tests use http
from authlib.oauth2 import OAuth2Error, OAuth2Request  # noqa: E402
from authlib.oauth2.rfc6749 import AuthorizationServer, ClientMixin, ResourceProtector, TokenMixin, grants  # noqa: E402
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload  # noqa: E402
from authlib.oauth2.rfc6750 import BearerTokenGenerator, BearerTokenValidator  # noqa: E402

#: None of these may appear in a log, a message or a file.
CLIENT_SECRET = "canary-client-secret-1f"
FIRST_REFRESH = "canary-refresh-0"

Reply = Tuple[int, Any, List[Tuple[str, str]]]


class Client(ClientMixin):
    def __init__(self, client_id: str, method: str) -> None:
        self.client_id, self.method = client_id, method

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> str:
        return ""

    def get_allowed_scope(self, scope: Optional[str]) -> str:
        return " ".join(word for word in (scope or "").split() if word in ("read", "write"))

    def check_client_secret(self, client_secret: str) -> bool:
        return client_secret == CLIENT_SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == self.method

    def check_grant_type(self, grant_type: str) -> bool:
        return True


class Token(TokenMixin):
    def __init__(self, at: "Authorization", client_id: str, access: str, refresh: Optional[str], scope: str, lifetime: float) -> None:
        self.at, self.client_id, self.access, self.refresh, self.scope = at, client_id, access, refresh, scope
        self.end = at.now() + lifetime
        self.is_revoked_, self.is_used = False, False

    def check_client(self, client: Client) -> bool:
        return client.client_id == self.client_id

    def get_scope(self) -> str:
        return self.scope

    def get_expires_in(self) -> int:
        return int(self.end - self.at.now())

    def is_revoked(self) -> bool:
        return self.is_revoked_

    def is_expired(self) -> bool:
        return self.at.now() >= self.end


class RefreshGrant(grants.RefreshTokenGrant):
    INCLUDE_NEW_REFRESH_TOKEN = True
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]

    def authenticate_refresh_token(self, refresh_token: str) -> Optional[Token]:
        token = self.server.at.by_refresh.get(refresh_token)
        if token is not None and token.is_used:
            self.server.at.reuses += 1
            return None
        return token

    def authenticate_user(self, credential: Token) -> str:
        return "ann"

    def revoke_old_credential(self, credential: Token) -> None:
        credential.is_used = True


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]


class Endpoint(AuthorizationServer):
    def __init__(self, at: "Authorization") -> None:
        super().__init__(scopes_supported=["read", "write"])
        self.at = at
        self.register_grant(ClientCredentials)
        self.register_grant(RefreshGrant)
        generator = BearerTokenGenerator(
            lambda **_: at.name("access"), lambda **_: at.name("refresh"), lambda *_: at.lifetime)
        self.register_token_generator("default", generator)

    def query_client(self, client_id: str) -> Optional[Client]:
        return self.at.clients.get(client_id)

    def save_token(self, token: Dict[str, Any], request: OAuth2Request) -> None:
        self.at.add(request.client.client_id, token["access_token"], token.get("refresh_token"), token.get("scope", ""))

    def create_oauth2_request(self, request: OAuth2Request) -> OAuth2Request:
        return request

    def handle_response(self, status: int, body: Any, headers: List[Tuple[str, str]]) -> Reply:
        return status, body, headers

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        pass


class Validator(BearerTokenValidator):
    def __init__(self, at: "Authorization") -> None:
        super().__init__()
        self.at = at

    def authenticate_token(self, token_string: str) -> Optional[Token]:
        return self.at.by_access.get(token_string)


class Authorization:
    """The servers. A test sets what they do, and reads what they have received."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.ahead = 0.0
        self.lifetime = 3600
        self.url = ""
        self.clients = {
            "basic-client": Client("basic-client", "client_secret_basic"), "post-client": Client("post-client", "client_secret_post"),
            "a client: ä%": Client("a client: ä%", "client_secret_post"), "public-client": Client("public-client", "none")}
        self.by_access: Dict[str, Token] = {}
        self.by_refresh: Dict[str, Token] = {}
        self.ends: List[float] = []  # when each token ends by the clock
        self.reuses = 0  # a refresh token was used twice
        self.count = 0
        self.grants: List[Dict[str, str]] = []  # the forms of token requests
        self.seen: List[Tuple[str, str]] = []  # path and Authorization of the other requests
        self.replies: List[Callable[[], Optional[Reply]]] = []  # instead of Authlib's, each for one request
        self.on_request: Callable[[int], None] = lambda _: None
        self.endpoint = Endpoint(self)
        self.protector = ResourceProtector()
        self.protector.register_token_validator(Validator(self))

    def now(self) -> float:
        return time.time() + self.ahead

    def name(self, kind: str) -> str:
        self.count += 1
        return f"canary-{kind}-{self.count}-{os.urandom(4).hex()}"

    def add(self, client_id: str, access: str, refresh: Optional[str], scope: str = "") -> Token:
        token = Token(self, client_id, access, refresh, scope, self.lifetime)
        self.by_access[access] = token
        self.ends.append(token.end)
        if refresh:
            self.by_refresh[refresh] = token
        return token

    def give_refresh_token(self, client_id: str, refresh: str = FIRST_REFRESH) -> None:
        self.add(client_id, self.name("access"), refresh, "read write")

    def end_all(self) -> None:
        """Ends all tokens now."""
        for token in self.by_access.values():
            token.end = 0

    @property
    def valid(self) -> List[str]:
        return [name for name, token in self.by_access.items() if not token.is_expired() and not token.is_revoked()]

    def secrets(self) -> List[str]:
        return [CLIENT_SECRET, *self.by_access, *self.by_refresh]

    # ── Requests ──

    def respond(self, method: str, path: str, headers: Dict[str, str], body: bytes) -> Optional[Reply]:
        place, _, query = path.partition("?")
        if method == "POST" and place == "/token":
            return self.token(path, headers, body)
        with self.lock:
            self.seen.append((path, headers.get("Authorization", "")))
            number = len(self.seen)
        self.on_request(number)
        if place == "/to":
            return 302, "", [("Location", unquote(query))]
        if place == "/open":
            return 200, {"authorization": headers.get("Authorization", "")}, []
        request = OAuth2Request(method, self.url + path, None, headers)
        try:
            with self.lock:
                token = self.protector.validate_request(["all"] if place == "/scoped" else [], request)
        except OAuth2Error as error:
            status, shown, fields = error()
            if status == 403:  # Authlib leaves it out (RFC 6750 §3)
                fields = [*fields, ("WWW-Authenticate", 'Bearer realm="here", error="insufficient_scope", scope="all"')]
            return status, dict(shown), fields
        return 200, {"token": token.access}, []

    def token(self, path: str, headers: Dict[str, str], body: bytes) -> Optional[Reply]:
        form = dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True))
        with self.lock:
            self.grants.append(form)
            reply = self.replies.pop(0) if self.replies else None
        if reply is not None:
            made = reply()
            if made != "go on":
                return made
        request = OAuth2Request("POST", self.url + path, None, headers)
        request.payload = BasicOAuth2Payload(form)
        request._body = form
        with self.lock:
            return self.endpoint.create_token_response(request)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    at: Authorization

    def log_message(self, *_: Any) -> None:
        pass

    def respond(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        reply = self.at.respond(self.command, self.path, dict(self.headers.items()), body)
        if reply is None:
            self.close_connection = True
            return
        status, shown, fields = reply
        data = shown.encode() if isinstance(shown, str) else json.dumps(shown).encode()
        self.send_response(status)
        for name, value in fields:
            if name.lower() != "content-length":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = respond


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_: Any) -> None:
        """Prints no error, because a client may close its connection at any time."""


@contextmanager
def authorization() -> Iterator[Authorization]:
    """Runs the servers on one port of this machine."""
    made = Authorization()
    server = Server(("127.0.0.1", 0), type("Own", (Handler,), {"at": made}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
