"""Tests calls over the network, with servers and arguments that are wrong."""

import gc
import threading
from typing import Dict

import moya
from support import DEADLINE, ServerTest, closed_port


class NetworkTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider(timeout=DEADLINE))

    def test_an_answer(self) -> None:
        response = self.provider.call(self.target("/zen"))
        self.assertEqual((response.status_code, response.text), (200, "Simple is better than complex."))
        self.assertEqual(response.header("content-type"), "text/plain; charset=utf-8")
        self.assertEqual(response.url, f"{self.server.url}/zen")
        self.assertEqual(self.provider.call(self.target("/latin")).text, "caf\u00e9")

    def test_what_is_sent(self) -> None:
        get = self.provider.call(
            self.target("/search it", headers=[("X-A", "1")], query=[("q", "a&b"), ("n", 2), ("on", True)])
        )
        self.assertEqual(get.json("path"), "/search%20it?q=a%26b&n=2&on=1")
        self.assertEqual(get.json("headers.x-a"), "1")
        post = self.provider.call(self.target("/echo", "POST", json={"name": "gr\u00fc\u00df"}))
        self.assertEqual(post.json("body"), '{"name":"gr\u00fc\u00df"}')
        self.assertEqual(post.json("headers.content-type"), "application/json")
        data = self.provider.call(self.target("/echo", "POST", body=b"plain"))
        self.assertEqual((data.json("method"), data.json("body")), ("POST", "plain"))

    def test_a_query_goes_beside_any_body(self) -> None:
        query = [("q", "a&b /\u00fc"), ("n", 2), ("on", True)]
        wanted = self.provider.call(self.target("/echo", query=query)).json("path")
        for body in ({"json": {"a": 1}}, {"body": b"{}"}):
            answer = self.provider.call(self.target("/echo", "POST", query=query, **body))
            self.assertEqual((answer.json("path"), answer.json("method")), (wanted, "POST"))
            self.assertIn(answer.json("body"), ('{"a":1}', "{}"))

    def test_responses_of_many_threads_have_their_own_bodies_after_the_provider(self) -> None:
        found: "Dict[str, moya.Response]" = {}

        def calls(provider: moya.Provider, number: int) -> None:
            for turn in range(5):
                body = f"{number}.{turn}"
                found[body] = provider.call(self.target("/echo", "POST", body=body.encode()))

        with moya.Provider(timeout=DEADLINE) as provider:
            threads = [threading.Thread(target=calls, args=(provider, number)) for number in range(20)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        gc.collect()
        self.assertEqual(len(found), 100)
        for body, response in found.items():
            self.assertEqual((response.status_code, response.json("body"), response.json()["body"]), (200, body, body))
            self.assertEqual(len(response.content), int(response.header("Content-Length", "0")))

    def test_an_error_status_is_an_answer(self) -> None:
        response = self.provider.call(self.target("/missing"))
        self.assertEqual((response.status_code, response.json("message", str)), (404, "Not Found"))

    def test_a_proxy_that_is_not_there_is_named_without_its_password(self) -> None:
        port = closed_port()
        with moya.Provider(timeout=DEADLINE, proxy=f"http://user:secret@127.0.0.1:{port}") as provider:
            with self.assertRaises(moya.ConnectError) as caught:
                provider.call(self.target("/zen"))
        self.assertIn(f"no connection to the proxy 127.0.0.1:{port}", str(caught.exception))
        self.assertNotIn("secret", str(caught.exception))
        with moya.Provider(timeout=DEADLINE, proxy="") as provider:
            self.assertEqual(provider.call(self.target("/zen")).status_code, 200)

    def test_a_megabyte_without_a_copy(self) -> None:
        self.assertEqual(self.provider.call(self.target("/big")).body, bytes(range(256)) * 4096)

    def test_threads_share_a_provider(self) -> None:
        answers = []

        def work() -> None:
            for _ in range(20):
                answers.append(self.provider.call(self.target("/zen")).status_code)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        work()
        for thread in threads:
            thread.join(DEADLINE)
        self.assertEqual(answers, [200] * 180)

    def test_failures_say_what_they_are_and_the_next_call_succeeds(self) -> None:
        url = self.server.url
        cases = [
            (moya.Target(f"http://127.0.0.1:{closed_port()}", name="refused"), moya.ConnectError, "CONNECT"),
            (moya.Target("http://unknown.invalid", name="resolve"), moya.ConnectError, "RESOLVE"),
            (self.target("/close", name="closes"), moya.NetworkError, "NETWORK"),
            (self.target("/short", name="short"), moya.NetworkError, "INCOMPLETE_BODY"),
            (self.target("/hang", name="hangs", timeout=0.1), moya.Timeout, "TIMEOUT_TOTAL"),
            (moya.Target("api.example.com", name="no scheme"), moya.InvalidURL, "INVALID_URL"),
            (moya.Target("file:///etc/passwd", name="file"), moya.InvalidURL, "INVALID_URL"),
            (moya.Target("ftp://127.0.0.1/", name="ftp"), moya.InvalidURL, "INVALID_URL"),
            (moya.Target(url, headers={"A": "b\r\nX: y"}, name="injection"), moya.RequestError, "INVALID_REQUEST"),
            (moya.Target(url, headers={"A b": "c"}, name="header name"), moya.RequestError, "INVALID_REQUEST"),
            (moya.Target(url, method="GET / HTTP/1.1\r\n", name="method"), moya.RequestError, "INVALID_REQUEST"),
        ]
        for target, kind, status in cases:
            with self.subTest(target.name), self.assertRaises(kind) as caught:
                self.provider.call(target)
            error = caught.exception
            self.assertEqual(error.status.name, status)
            self.assertIs(error.target, target)
            self.assertIn(target.name or "", str(error))
            if kind in (moya.InvalidURL, moya.RequestError):
                self.assertIsInstance(error, ValueError)
            self.assertEqual(self.provider.call(self.target("/zen")).status_code, 200)
