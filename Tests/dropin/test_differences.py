"""Tests the differences that docs/python-dropin.md lists: each row is sent with the package's own transport, and with
ours."""

import socket
import threading
import unittest
from typing import Any, List, Tuple

import requests
import urllib3

import moya.requests

_OK = b"HTTP/1.1 200 OK\r\n"
#: What a server sends, and whether requests accepts it over moya. requests itself accepts all rows.
RESPONSES: Tuple[Tuple[str, bytes, bool], ...] = (
    ("plain", _OK + b"Content-Length: 2\r\n\r\nhi", True),
    ("status 600", b"HTTP/1.1 600 X\r\nContent-Length: 2\r\n\r\nhi", False),
    ("HTTP/1.2", b"HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nhi", False),
    ("a field without a colon", _OK + b"X-A\r\nContent-Length: 2\r\n\r\nhi", False),
    ("a malformed length", _OK + b"Content-Length: abc\r\n\r\nhi", False),
    ("a chunk that is too long", _OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhiXX0\r\n\r\n", False),
    ("a malformed trailer", _OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nbad\r\n\r\n", False),
    ("another coding", _OK + b"Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nhi", False),
)
#: A method, header fields, and what requests and moya send after the target.
REQUESTS: Tuple[Tuple[str, Any, List[bytes], List[bytes]], ...] = (
    ("GET", {"Connection": "close", "X-A": "1"}, [b"Connection", b"X-A"], [b"X-A", b"Connection"]),
    ("PROPFIND", {"X-A": "1"}, [b"X-A", b"Content-Length"], [b"X-A"]),
    ("GET", {"Transfer-Encoding": "chunked"}, [b"Transfer-Encoding"], []),
)


class DifferenceTests(unittest.TestCase):
    def exchange(self, response: bytes, method: str = "GET", fields: Any = None, over_moya: bool = True, stream: bool = False) -> Any:
        """Sends a request to a server that sends `response`. Returns the response, and the header section that the
        server received."""
        heads: List[bytes] = []

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                head = b""
                while b"\r\n\r\n" not in head:
                    piece = connection.recv(65536)
                    if not piece:
                        return
                    head += piece
                heads.append(head)
                connection.sendall(response)

        with socket.create_server(("127.0.0.1", 0)) as listener, requests.Session() as session:
            session.trust_env, session.headers = False, {}  # type: ignore[assignment]
            if over_moya:
                session.mount("http://", moya.requests.HTTPAdapter())
            thread = threading.Thread(target=serve)
            thread.start()
            try:
                url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
                return session.request(method, url, headers=fields, timeout=20, stream=stream), heads[0]
            finally:
                thread.join()

    def test_malformed_responses_are_errors(self) -> None:
        for name, response, is_accepted in RESPONSES:
            with self.subTest(name):
                self.assertEqual(self.exchange(response, over_moya=False)[0].content, b"hi")
                if is_accepted:
                    self.assertEqual(self.exchange(response)[0].content, b"hi")
                else:
                    with self.assertRaises(requests.RequestException):
                        self.exchange(response)

    def test_an_interim_response_is_skipped(self) -> None:
        response = b"HTTP/1.1 103 Early Hints\r\n\r\n" + RESPONSES[0][1]
        self.assertEqual(self.exchange(response, over_moya=False)[0].status_code, 103)
        self.assertEqual(self.exchange(response)[0].status_code, 200)

    def test_a_response_that_was_closed_early_is_not_complete(self) -> None:
        for over_moya in (False, True):
            with self.subTest(over_moya=over_moya):
                response, _ = self.exchange(RESPONSES[0][1], over_moya=over_moya, stream=True)
                self.assertEqual(response.raw.read(1), b"h")
                response.close()
                with self.assertRaises(urllib3.exceptions.ProtocolError):
                    response.raw.read(1)

    def test_the_fields_of_requests(self) -> None:
        known = (b"Connection", b"X-A", b"Content-Length", b"Transfer-Encoding")
        for method, fields, theirs, ours in REQUESTS:
            for over_moya, expected in ((False, theirs), (True, ours)):
                with self.subTest(method=method, fields=fields, over_moya=over_moya):
                    _, head = self.exchange(RESPONSES[0][1], method, fields, over_moya)
                    names = [line.partition(b":")[0] for line in head.split(b"\r\n")[1:]]
                    self.assertEqual([name for name in names if name in known], expected)


if __name__ == "__main__":
    unittest.main()
