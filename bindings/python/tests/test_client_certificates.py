"""Tests that a call fails with a TLS error if the server refuses the client certificate after the handshake. The error
is the same if a write fails first."""

import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any, Dict

import moya
from moya import StepKind, Status
from support import DEADLINE


class RefusingServer:
    """Wants a client certificate of an authority that has issued none. Closes each connection after its alert."""

    def __init__(self, folder: Path, protocol: str, resets: bool) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(folder / "server.pem", folder / "server.key")
        self._context.load_verify_locations(folder / "server.pem")
        self._context.verify_mode = ssl.CERT_REQUIRED
        self._context.set_alpn_protocols([protocol])
        self._resets = resets
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self._listener.getsockname()[1]}"
        self.has_closed = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with self._listener:
            connection, _ = self._listener.accept()
            with self._context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False) as secure:
                try:
                    secure.do_handshake()
                except ssl.SSLError:
                    pass
                if self._resets:
                    secure.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.has_closed.set()

    def join(self) -> None:
        self._thread.join(DEADLINE)


class ClientCertificateTests(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        for name in ("server", "client"):
            words = ["-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"]
            command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *words]
            subprocess.run(command, cwd=cls.folder, check=True, capture_output=True)

    def test_a_refusal_is_a_tls_error_also_if_the_connection_has_ended_before_the_request_is_sent(self) -> None:
        own = (str(self.folder / "client.pem"), str(self.folder / "client.key"))
        for protocol in ("http/1.1", "h2"):
            for resets in (False, True):
                for cert, reason in (
                    (None, "it asks for a client certificate"),
                    (own, "it does not know the issuer of the client certificate"),
                ):
                    for body in (None, b"x" * 3_000_000):
                        with self.subTest(protocol=protocol, resets=resets, cert=cert, has_body=body is not None):
                            self.refuse(protocol, resets, reason, {} if cert is None else {"cert": cert}, body)

    def refuse(self, protocol: str, resets: bool, reason: str, options: Dict[str, Any], body: Any) -> None:
        server = RefusingServer(self.folder, protocol, resets)
        self.addCleanup(server.join)

        def wait(step: moya.Step) -> None:
            if step.kind is StepKind.SEND_HEAD:
                server.has_closed.wait(DEADLINE)

        with moya.Provider(proxy="", ca=str(self.folder / "server.pem"), **options) as provider:
            target = moya.Target(server.url, "/", "GET" if body is None else "POST", body=body)
            with self.assertRaises(moya.TransferError) as caught:
                provider.call(target, step=wait)
        self.assertEqual(caught.exception.status, Status.TLS, str(caught.exception))
        self.assertIn(reason, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
