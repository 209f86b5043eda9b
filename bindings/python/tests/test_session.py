"""Tests how a provider connects: trust by host, client certificates and the address guard. The servers are nginx and
Apache."""

import os
import pickle
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, Dict, List
from unittest import mock

import moya
from support import DEADLINE

PEERS = Path(__file__).resolve().parents[3] / "Tests/servers/peers/peers.py"
PASSWORD = "pass-9f3c"


class SessionTests(unittest.TestCase):
    peers: "subprocess.Popen[str]"
    values: Dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.peers = subprocess.Popen(
            ["/usr/bin/python3", str(PEERS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"},
        )
        assert cls.peers.stdout
        cls.values = dict(line.split() for line in iter(cls.peers.stdout.readline, "\n") if line.strip())
        cls.folder = Path(cls.values["folder"])
        cls.ca = cls.folder / "ca.pem"

    @classmethod
    def tearDownClass(cls) -> None:
        cls.peers.communicate()

    def get(self, port: str, path: str = "/", host: str = "localhost", **options: Any) -> str:
        scheme = options.pop("scheme", "http" if port == "plain" else "https")
        with moya.Provider(timeout=DEADLINE, **{"proxy": "", **options}) as provider:
            response = provider.call(moya.Target(f"{scheme}://{host}:{self.values[port]}", path))
            return response.raise_for_status().text

    def pin(self, name: str) -> str:
        return (self.folder / f"{name}.pin").read_text()

    def refused(self, words: str, port: str, **options: Any) -> None:
        with self.assertRaisesRegex(moya.ConnectError, words) as caught:
            self.get(port, **options)
        self.assertIs(caught.exception.status, moya.Status.TLS)

    def test_authorities_are_a_path_or_bytes(self) -> None:
        for ca in (self.ca, str(self.ca), self.ca.read_bytes()):
            self.assertEqual(self.get("tls", "/small", ca=ca), "welcome")
            self.refused("it has expired", "expired", ca=ca)
        self.refused("its issuer is unknown", "tls")

    def test_a_file_of_authorities_that_cannot_be_read_is_named(self) -> None:
        rows = (
            ("/no/such.pem", r"ca cannot be used: .*from /no/such.pem \(No such file or directory\)"),
            ("/etc/hostname", "ca cannot be used: .*from /etc/hostname$"),
        )
        for path, says in rows:
            with self.subTest(path):
                with self.assertRaisesRegex(moya.UsageError, says):
                    moya.Provider(ca=path)
                # The system's authorities are looked up when a connection is made.
                program = "import moya, sys; moya.Provider(proxy='').call(moya.Target(sys.argv[1]))"
                done = subprocess.run(
                    [sys.executable, "-c", program, f"https://localhost:{self.values['tls']}"],
                    capture_output=True, text=True, check=False, env={**os.environ, "SSL_CERT_FILE": path},
                )
                self.assertIn(f"the file of trusted certificates cannot be read: {path}", done.stderr)
                self.assertIn("SSL_CERT_FILE", done.stderr)
        with self.assertRaisesRegex(moya.UsageError, "/no/such.pem cannot be read: No such file"):
            moya.Provider(verify={"a.example": "/no/such.pem"})
        with self.assertRaisesRegex(moya.UsageError, "cert cannot be used: it cannot be read") as caught:
            moya.Provider(cert="/secret.pem")
        self.assertNotIn("secret", str(caught.exception), "a key may be given in the place of its path")

    def test_a_target_connects_differently(self) -> None:
        cert = (self.folder / "valid.pem", self.folder / "leaf.key")
        url = f"https://localhost:{self.values['asks']}"
        with moya.Provider(timeout=DEADLINE, proxy="", ca=self.ca) as provider:
            plain = moya.Target(url)
            for session, seen in (
                ({"cert": cert}, "SUCCESS"),
                ({"cert": cert, "cert_hosts": ["127.0.0.1"]}, "NONE"),
                ({"cert": cert, "cert_hosts": "*", "min_tls": "1.3", "ca": self.ca}, "SUCCESS"),
                ({"proxy": "", "http": "1.1", "pins": {"*": self.pin("valid")}, "ca": self.ca}, "NONE"),
            ):
                own = plain.replace(session=session)
                self.assertIn(f"certificate={seen}", provider.call(own).text)
                self.assertIn("certificate=NONE", provider.call(plain).text)
                self.assertEqual(own, pickle.loads(pickle.dumps(own)))
            with self.assertRaises(moya.ConnectError):
                provider.call(plain.replace(session={"guard": True}))
            strange = moya.Target(f"https://localhost:{self.values['self-signed']}")
            for _ in range(2):
                self.assertEqual(provider.call(strange.replace(session={"verify": False})).text, "bad")
                with self.assertRaises(moya.ConnectError):
                    provider.call(strange)
            archive = (self.folder / "client.p12").read_bytes()
            self.assertIn(b"\0", archive)
            own = plain.replace(session={"cert": (archive, None, PASSWORD)})
            self.assertIn("certificate=SUCCESS", provider.call(own).text)
        with self.assertRaisesRegex(TypeError, "certt"):
            plain.replace(session={"certt": cert})
        with self.assertRaisesRegex(moya.UsageError, "a target's session must be a mapping"):
            plain.replace(session=["cert"])

    def test_the_rules_of_a_target_are_for_all_hosts(self) -> None:
        tls = moya.Target(f"https://localhost:{self.values['tls']}", "/small")
        strange = moya.Target(f"https://localhost:{self.values['self-signed']}")
        others: "List[Dict[str, Any]]" = [
            {}, {"pins": {"a.example": self.pin("valid")}}, {"verify": {"a.example": False}}, {"verify": True}]
        with moya.Provider(timeout=DEADLINE, proxy="", verify=False) as careless:
            self.assertEqual(careless.call(strange).text, "bad")
            for session in others:
                for ca in (self.ca, self.ca.read_bytes()):
                    with self.subTest(session, ca=type(ca)):
                        own: "Dict[str, Any]" = {"ca": ca, **session}
                        self.assertEqual(careless.call(tls.replace(session=own)).text, "welcome")
                        with self.assertRaisesRegex(moya.ConnectError, "it is signed by itself"):
                            careless.call(strange.replace(session=own))
            for target in (tls, strange):
                with self.assertRaises(moya.ConnectError):
                    careless.call(target.replace(session={"verify": True}))
            self.assertEqual(careless.call(strange.replace(session={"pins": {"a.example": self.pin("valid")}})).text, "bad")

    def test_a_rule_of_a_target_without_authorities_trusts_those_of_the_system(self) -> None:
        tls = moya.Target(f"https://localhost:{self.values['tls']}", "/small")
        with moya.Provider(timeout=DEADLINE, proxy="", ca=self.ca) as provider:
            for session in ({"verify": True}, {"pins": {"localhost": self.pin("valid")}}):
                with self.subTest(session), self.assertRaisesRegex(moya.ConnectError, "its issuer is unknown"):
                    provider.call(tls.replace(session=session))
                with mock.patch.dict(os.environ, {"SSL_CERT_FILE": str(self.ca)}), moya.Provider(timeout=DEADLINE, proxy="") as other:
                    self.assertEqual(other.call(tls.replace(session=session)).text, "welcome")

    def test_trust_by_host_whatever_the_order_of_the_mapping(self) -> None:
        for hosts in ({"*": self.ca, "127.0.0.1": False}, {"127.0.0.1": False, "*": self.ca.read_bytes()}):
            self.assertEqual(self.get("tls", "/small", verify=hosts), "welcome")
            self.assertEqual(self.get("self-signed", host="127.0.0.1", verify=hosts), "bad")
            self.refused("it is signed by itself", "self-signed", verify=hosts)
        self.assertEqual(self.get("tls", "/small", ca=self.ca, verify={"localhost": True}), "welcome")

    def test_pins(self) -> None:
        for pins in (self.pin("valid"), [self.pin("stranger"), self.pin("ca")]):
            self.assertEqual(self.get("tls", "/small", ca=self.ca, pins={"localhost": pins}), "welcome")
        self.refused("not one of those pinned", "tls", ca=self.ca, pins={"localhost": self.pin("stranger")})
        self.refused("not one of those pinned", "tls", ca=self.ca, pins={"*": []} | {"*": self.pin("stranger")})
        only = {"verify": False, "pins": {"localhost": self.pin("self-signed")}}
        self.assertEqual(self.get("self-signed", **only), "bad")
        self.refused("not one of those pinned", "tls", **only)
        # A pin applies to every spelling of the host.
        for host, spellings in {"localhost": ["%6cocalhost", "LOCALHOST."], "127.0.0.1": ["127.1", "0x7f.1"]}.items():
            for spelled in spellings:
                with self.subTest(spelled):
                    self.refused(
                        "not one of those pinned", "tls", host=spelled, verify=False, pins={host: self.pin("stranger")})

    def test_a_client_certificate(self) -> None:
        valid, key = self.folder / "valid.pem", self.folder / "leaf.key"
        for cert in (
            (valid, key), (valid.read_bytes(), key.read_bytes()), valid.read_bytes() + key.read_bytes(),
            (valid, self.folder / "locked.key", PASSWORD), (self.folder / "client.p12", None, PASSWORD),
        ):
            self.assertEqual(self.get("client-certificate", "/small", ca=self.ca, cert=cert), "welcome")
        self.refused("it asks for a client certificate", "client-certificate", ca=self.ca)
        with self.assertRaisesRegex(moya.UsageError, "^cert's key cannot be used: its key cannot be decrypted") as caught:
            moya.Provider(cert=(valid, self.folder / "locked.key", "secret"))
        self.assertNotIn("secret", str(caught.exception))

    def test_how_long_connections_wait(self) -> None:
        url = f"https://localhost:{self.values['asks']}"
        for seconds, is_kept in ((None, True), (0, False), (0.5, True), (2_000_000, True)):
            with self.subTest(seconds), moya.Provider(timeout=DEADLINE, proxy="", ca=self.ca, keep_alive=seconds) as provider:
                provider.call(moya.Target(url))
                self.assertIs(provider.call(moya.Target(url)).is_connection_reused, is_kept)
        for seconds in (-1, 2_000_001, float("nan"), "1", True):
            with self.subTest(seconds), self.assertRaisesRegex(moya.UsageError, "keep_alive"):
                moya.Provider(keep_alive=seconds)

    def test_the_least_version_of_tls(self) -> None:
        self.assertIn("TLSv1.2", self.get("tls-1.2", ca=self.ca, min_tls="1.2"))
        self.refused("no allowed version of TLS", "tls-1.2", ca=self.ca, min_tls="1.3")

    def test_verification_that_is_off_is_said(self) -> None:
        program = "import moya; moya.Provider(verify=False).close(); moya.Provider(verify={'a': False}).close()"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertRegex(done.stderr, "^moya warning: certificates of all hosts are not .*\nmoya warning: certificates of a are")

    def test_ways_of_connections(self) -> None:
        port = self.values["plain"]
        self.assertIn("protocol=HTTP/1.1", self.get("h2", "/echo", ca=self.ca, http="1.1"))
        if "(bundled)" in moya.features:
            self.assertIn("protocol=HTTP/2.0", self.get("h2", "/echo", ca=self.ca, http="2"))
        self.assertIn("from=127.0.0.4\n", self.get("plain", "/echo", interface="127.0.0.4"))
        self.assertIn("host=any:1\n", self.through_socket())
        resolve = {f"moya.example:{port}": ["127.0.0.1"], f"six.example:{port}": ("::1", "127.0.0.1")}
        for host in ("moya.example", "six.example"):
            self.assertIn(f"host={host}:{port}", self.get("plain", "/echo", host=host, resolve=resolve))
        proxy = f"http://localhost:{self.values['digest-proxy']}"
        self.assertEqual(self.status(proxy=proxy, proxy_auth=moya.Digest("user", PASSWORD)), 200)
        self.assertEqual(self.status(proxy=proxy, proxy_auth=("user", PASSWORD)), 407)
        self.assertEqual(self.status(proxy="http://127.0.0.1:1", no_proxy=["localhost"]), 200)
        with self.assertRaises(moya.ProtocolError):
            self.get("plain", "/echo", max_header_size=64)

    def through_socket(self) -> str:
        with moya.Provider(unix_socket=self.folder / "nginx.sock", timeout=DEADLINE) as provider:
            return provider.call(moya.Target("http://any:1", "/echo")).text

    def status(self, path: str = "/echo", **options: Any) -> int:
        with moya.Provider(timeout=DEADLINE, **{"proxy": "", **options}) as provider:
            return provider.call(moya.Target(f"http://localhost:{self.values['plain']}", path)).status_code

    def test_credentials(self) -> None:
        self.assertIn("authorization=Basic dTpw\n", self.get("plain", "/echo", auth=moya.Basic("u", "p")))
        self.assertIn("authorization=Bearer abc\n", self.get("plain", "/echo", auth=moya.Bearer("abc")))
        self.assertEqual(self.get("plain", "/secret", auth=("user", PASSWORD)), "welcome")
        self.assertEqual(self.status("/secret", auth=moya.Digest("user", PASSWORD)), 401)
        self.assertEqual(self.get("digest", "/small", auth=moya.Digest("user", PASSWORD), scheme="http"), "welcome")
        port = self.values["plain"]
        with moya.Provider(timeout=DEADLINE, proxy="", auth=moya.Bearer("all")) as provider:
            for auth, sent in ((None, "Bearer all"), (moya.Bearer("own"), "Bearer own"), (moya.Basic("u", "p"), "Basic dTpw")):
                target = moya.Target(f"http://localhost:{port}", "/echo", auth=auth)
                self.assertIn(f"authorization={sent}\n", provider.call(pickle.loads(pickle.dumps(target))).text)
                self.assertNotIn("own", repr(target))
        self.assertEqual(repr(moya.Basic("secret", "secret")), "<moya.Basic>")

    def test_the_guard_of_addresses(self) -> None:
        for host in ("localhost", "127.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"):
            with self.assertRaisesRegex(moya.ConnectError, "it is loopback") as caught:
                self.get("plain", "/small", host=host, guard=True)
            self.assertIs(caught.exception.status, moya.Status.ADDRESS)
        self.assertEqual(self.get("plain", "/small", guard=["10.0.0.0/8", "127.0.0.0/8"]), "welcome")
        self.assertEqual(self.get("plain", "/small", guard=False), "welcome")
