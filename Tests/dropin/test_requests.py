"""Tests the adapter for requests: retries, bodies, streams, mocks and pickling."""

import io
import os
import pickle
import ssl
import tempfile
import unittest
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Barrier
from typing import Any, Iterator
from unittest import mock

import requests
import trustme
import truststore
import vcr
from urllib3.util import Retry

import moya
import moya.requests
import moya.testing
from service import Service


class AdapterTests(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service()
        self.service.__enter__()
        self.addCleanup(self.service.__exit__)

    def session(self, **given: Any) -> requests.Session:
        session = requests.Session()
        session.trust_env = False
        session.mount("http://", moya.requests.HTTPAdapter(**given))
        self.addCleanup(session.close)
        return session

    def use_tls(self) -> str:
        """Makes the server use TLS, with a certificate of `self.authority`. Returns its URL."""
        self.authority = trustme.CA()
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.authority.issue_cert("localhost").configure_cert(server)
        self.service.socket = server.wrap_socket(self.service.socket, server_side=True)
        return self.service.url.replace("http://127.0.0.1", "https://localhost")

    def test_the_retries_of_urllib3_count(self) -> None:
        self.service.failures = [503, 503]
        policy = Retry(total=2, status_forcelist=[503], allowed_methods=None, backoff_factor=0)
        sent = self.session(max_retries=policy).post(self.service.url, json={})
        self.assertEqual((sent.status_code, len(self.service.requests)), (200, 3))
        self.service.failures = [503, 503, 503]
        with self.assertRaises(requests.exceptions.RetryError):
            self.session(max_retries=policy).post(self.service.url, json={})

    def test_no_more_connections_wait_than_the_pools_of_urllib3_store(self) -> None:
        for given, left in (({"pool_connections": 2, "pool_maxsize": 2}, 4), ({}, 8)):
            with self.subTest(given), Service() as service, self.session(**given) as session, ThreadPoolExecutor(8) as pool:
                asked = [pool.submit(session.get, service.url + "/held") for _ in range(8)]
                self.assertTrue(service.wait_until_open(8))
                service.go.set()
                for it in asked:
                    self.assertEqual(it.result().content, b"hello")
                self.assertTrue(service.wait_until_open(left), service.open)

    def test_threads_that_begin_at_the_same_time_share_the_connections_of_a_session(self) -> None:
        both = Barrier(2)

        def make(**options: Any) -> moya.Provider:
            both.wait(20)
            return made(**options)

        made, session = moya.Provider, self.session(pool_connections=1, pool_maxsize=1)
        with ThreadPoolExecutor(2) as pool, mock.patch.object(moya, "Provider", make):
            asked = [pool.submit(session.get, self.service.url + "/held") for _ in range(2)]
            self.assertTrue(self.service.wait_until_open(2))
            self.service.go.set()
            for it in asked:
                self.assertEqual(it.result().content, b"hello")
        self.assertTrue(self.service.wait_until_open(1), self.service.open)

    def test_a_request_is_sent_if_another_thread_closes_the_session_before_it_begins(self) -> None:
        session, closes = self.session(), [True]

        def stream(provider: moya.Provider, target: Any) -> Any:
            if closes and closes.pop():
                session.close()
            return begin(provider, target)

        begin = moya.Provider.stream
        with mock.patch.object(moya.Provider, "stream", stream):
            self.assertEqual(session.get(self.service.url).content, b"hello")

    def test_the_characters_of_a_url_are_sent_as_requests_sends_them(self) -> None:
        odd = [f"/a{it}b?c{it}d={it}#e{it}" for it in "!\"$&'()*+,-.:;<=>@[\\]^_`{|}~é% "] + ["", "?", "//a", "/a/../b", "/%7c|", "/%zz"]
        with requests.Session() as session:
            for url in odd:
                for each in (session, self.session()):
                    each.post(self.service.url + url, data=b"{}")
        sent = [path for path, _, _ in self.service.requests]
        self.assertEqual(sent[1::2], sent[::2])

    def test_the_url_of_a_prepared_request_is_sent_as_requests_sends_it(self) -> None:
        odd = ["/a b", "/é", "/?x=é", "/a|b", "/{x}", "/^`", "/a'b\"c<d>"]
        with requests.Session() as session:
            for url in odd:
                for each in (session, self.session()):
                    prepared = each.prepare_request(requests.Request("GET", self.service.url))
                    prepared.url = self.service.url + url
                    each.send(prepared)
        sent = [path for path, _, _ in self.service.requests]
        self.assertEqual(sent[1::2], sent[::2])

    def test_a_proxy_gets_the_user_and_the_password_of_its_url(self) -> None:
        proxy = self.service.url.replace("http://", "http://ann:the%20pass%40word@")
        sent = self.session().get("http://api.example.com/fields", proxies={"http": proxy}).json()
        self.assertEqual(sent["Proxy-Authorization"], "Basic " + b64encode(b"ann:the pass@word").decode())

    def test_the_seventeenth_combination_of_certificate_and_proxy_closes_the_first(self) -> None:
        session = self.session()
        for number in range(17):
            proxy = self.service.url.replace("http://", f"http://user{number}:the-password@")
            self.assertEqual(session.get("http://api.example.com/", proxies={"http": proxy}).content, b"hello")
        self.assertTrue(self.service.wait_until_open(16), self.service.open)

    def test_bodies_of_every_kind_arrive(self) -> None:
        session = self.session()

        def pieces() -> Iterator[bytes]:
            yield b"one "
            yield session.get(self.service.url).content  # a call of its own session

        with tempfile.TemporaryFile() as file:
            file.write(b"z" * 200_000)
            file.seek(0)
            rows: Any = ((b"bytes", b"bytes"), ("text", b"text"), (pieces(), b"one hello"), (file, b"z" * 200_000), (None, b""),
                         (iter(["é", "", b"x"]), "éx".encode()), (io.StringIO("text"), b"text"))
            for body, wanted in rows:
                self.assertEqual(session.post(self.service.url + "/echo", data=body).content, wanted)

    def test_a_file_is_sent_again_from_its_position_when_a_response_is_tried_again(self) -> None:
        self.service.failures = [503, 503]
        policy = Retry(total=2, status_forcelist=[503], allowed_methods=None, backoff_factor=0)
        body = io.BytesIO(b'not this {"a": 1}')
        body.seek(9)
        self.assertEqual(self.session(max_retries=policy).post(self.service.url, data=body).status_code, 200)
        self.assertEqual([row[2] for row in self.service.requests], [b'{"a": 1}'] * 3)

    def test_a_body_in_chunks_arrives_piece_by_piece(self) -> None:
        readers: Any = (
            lambda sent: sent.iter_content(None),
            lambda sent: sent.iter_content(100_000),
            lambda sent: (line for line in sent.iter_lines() if line),
            lambda sent: sent.raw.read_chunked(),
        )
        for read in readers:
            sent = self.session().post(self.service.url + "/v1/chat", json={"stream": True}, stream=True)
            count = 0
            for piece in read(sent):
                count += piece.count(b"data:")
                self.service.go.set()  # the server sends the next piece only now
            self.assertEqual(count, 4)
            self.service.go.clear()

    def test_the_whole_body_is_read_as_one_piece(self) -> None:
        for path, wanted in (("/", b"hello"), ("/zipped", b"hello")):
            sent = self.session().get(self.service.url + path, stream=True)
            self.assertEqual(list(islice(sent.iter_content(None), 2)), [wanted])
        sent = self.session().get(self.service.url, stream=True)
        self.assertEqual((sent.raw.read1(2), sent.raw.read(), sent.raw.read()), (b"he", b"llo", b""))

    def test_a_raw_response_has_its_url_and_version(self) -> None:
        raw = self.session().get(self.service.url + "/odd?a=b", stream=True).raw
        self.assertEqual((raw.geturl(), raw.version_string), ("/odd?a=b", "HTTP/1.1"))

    def test_what_a_provider_refuses_is_an_error_of_requests(self) -> None:
        session = self.session()
        session.mount("https://", moya.requests.HTTPAdapter())
        rows: Any = (
            ({"verify": __file__}, requests.exceptions.SSLError, "ca"),
            ({"cert": __file__}, requests.exceptions.SSLError, "cert"),
            ({"proxies": {"https": "odd://127.0.0.1:1"}}, requests.exceptions.InvalidURL, "proxy"),
            ({"data": iter([b"x"]), "headers": {"Content-Length": "x"}}, requests.exceptions.InvalidHeader, "Content-Length"),
        )
        for given, kind, words in rows:
            with self.subTest(given=list(given)), self.assertRaisesRegex(kind, words) as raised:
                session.post("https://127.0.0.1:1", **given)
            self.assertNotIn("unnamed", str(raised.exception))
        for url in (f"https://127.0.0.1:1/{'x' * 131_072}", f"https://127.0.0.1:1/?{'x' * 131_072}"):
            with self.assertRaisesRegex(requests.exceptions.InvalidURL, "the URL is longer than 131072 bytes"):
                session.get(url)

    def test_verify_may_be_any_path_and_only_its_authorities_are_trusted(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path, url = Path(folder, "authority.pem"), self.use_tls()
            for authority, is_trusted in ((self.authority, True), (trustme.CA(), False)):
                authority.cert_pem.write_to_path(path)
                for verify in (str(path), path, os.fsencode(path)):
                    with self.subTest(verify, is_trusted=is_trusted), requests.Session() as session:
                        session.trust_env = False
                        session.mount("https://", moya.requests.HTTPAdapter())
                        if is_trusted:
                            self.assertEqual(session.get(url, verify=verify).text, "hello")
                            continue
                        with self.assertRaises(requests.exceptions.SSLError):
                            session.get(url, verify=verify)

    def test_what_the_pool_manager_of_urllib3_is_given_counts_or_is_refused(self) -> None:
        def adapter(**given: Any) -> requests.adapters.HTTPAdapter:
            class Own(moya.requests.HTTPAdapter):
                def init_poolmanager(self, *args: Any, **more: Any) -> None:
                    super().init_poolmanager(*args, **more, **given)

            return Own()

        url, context = self.use_tls(), ssl.create_default_context()
        self.authority.configure_trust(context)
        session = self.session()
        session.mount("https://", adapter(ssl_context=context, source_address=("127.0.0.3", 0), timeout=None))
        self.assertEqual(session.get(url + "/peer").text, "127.0.0.3")
        for name, value in (("assert_fingerprint", "00"), ("assert_hostname", False), ("socket_options", []), ("source_address", ("127.0.0.1", 9))):
            with self.subTest(name), self.assertRaisesRegex(ValueError, f"cannot obey the argument {name}"):
                adapter(**{name: value})
        session.mount("https://", adapter(ssl_context=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)))
        with self.assertRaises(requests.exceptions.SSLError):
            session.get(url)  # the system does not trust the authority

    def test_a_function_of_the_adapter_that_is_not_called_cannot_be_overridden(self) -> None:
        class Keys(moya.requests.HTTPAdapter):
            def build_connection_pool_key_attributes(self, *args: Any) -> Any:
                return super().build_connection_pool_key_attributes(*args)

        class Fields(moya.requests.HTTPAdapter):
            def proxy_headers(self, proxy: str) -> "dict[str, str]":
                return {"X-Proxy": "1"}

        with self.assertRaisesRegex(ValueError, "does not call build_connection_pool_key_attributes.*, which Keys overrides"):
            Keys()
        session = self.session()
        session.mount("http://", Fields())
        with self.assertRaisesRegex(ValueError, "cannot add header fields to the requests to a proxy"):
            session.get("http://api.example.com/", proxies={"http": self.service.url})

    def test_a_stream_is_read_after_its_session_is_closed(self) -> None:
        with requests.Session() as session:
            session.mount("http://", moya.requests.HTTPAdapter())
            sent = session.post(self.service.url + "/echo", data=b"x" * 3_000_000, stream=True)
        self.assertEqual(sum(map(len, sent.iter_content(1000))), 3_000_000)

    def test_a_header_field_of_other_bytes_is_sent_as_requests_sends_it(self) -> None:
        for value in ("\xe9t\xe9", b"\xff\xfe", "plain"):
            sent = self.session().get(self.service.url + "/fields", headers={"X-Own": value}).json()
            self.assertEqual(sent["X-Own"].encode("latin-1"), value if isinstance(value, bytes) else value.encode("latin-1"))
        with self.assertRaisesRegex(requests.exceptions.InvalidHeader, "X-Own"):
            self.session().get(self.service.url, headers={"X-Own": "\u20ac"})

    def test_the_reason_is_what_the_server_sent(self) -> None:
        for path, reason in (("/odd", "Very Well"), ("/spaced", "Very  Well")):
            with self.subTest(path=path):
                self.assertEqual(self.session().get(self.service.url + path).reason, reason)
                self.assertEqual(requests.get(self.service.url + path).reason, reason)

    def test_a_compressed_response_is_decoded_by_requests(self) -> None:
        sent = self.session().get(self.service.url + "/zipped", stream=True)
        self.assertEqual((sent.content, sent.headers["Content-Encoding"]), (b"hello", "gzip"))

    def test_a_timeout_is_the_error_of_requests(self) -> None:
        self.service.hangs = True
        with self.assertRaises(requests.exceptions.ReadTimeout):
            self.session().post(self.service.url, timeout=0.01)

    def test_an_interception_responds(self) -> None:
        session = self.session()
        with moya.intercept(assert_all_matched=False) as rules:
            rules.on(path="/users", json={"name": "ann"}).reply({"id": 1})
            self.assertEqual(session.post(self.service.url + "/users", json={"name": "ann"}).json(), {"id": 1})
            with self.assertRaisesRegex(moya.NoStub, "nearest"):
                session.get(self.service.url)
        self.assertEqual(self.service.requests, [])
        self.assertEqual(session.get(self.service.url).content, b"hello")

    def test_a_cassette_of_other_calls_is_played(self) -> None:
        url = self.service.url + "/zipped"
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/cassette.har"
            with moya.testing.Cassette(path), moya.Provider() as provider:
                self.assertEqual(provider.call(moya.Target(url)).content, b"hello")
            with moya.testing.Cassette(path, "none"):
                self.assertEqual(self.session().get(url).content, b"hello")
            with moya.testing.Cassette(path, "all"):
                self.assertEqual(self.session().get(url).content, b"hello")
            with moya.testing.Cassette(path, "none"), moya.Provider() as provider:
                self.assertEqual(provider.call(moya.Target(url)).content, b"hello")

    def test_under_vcrpy_nothing_is_sent(self) -> None:
        session = self.session()
        with tempfile.TemporaryDirectory() as folder, vcr.use_cassette(f"{folder}/cassette.yaml"):
            with self.assertRaisesRegex(moya.UsageError, "nothing was sent.*moya_mock"):
                session.post(self.service.url + "/echo", data=b"x")
        self.assertEqual(self.service.requests, [])

    def test_an_adapter_is_pickled_with_its_options(self) -> None:
        adapter = pickle.loads(pickle.dumps(moya.requests.HTTPAdapter(max_retries=2, user_agent="mine")))
        self.assertEqual((adapter.max_retries.total, adapter._options), (2, {"user_agent": "mine"}))
        session = self.session()
        session.mount("http://", adapter)
        self.assertEqual(session.get(self.service.url).text, "hello")


if __name__ == "__main__":
    unittest.main()
