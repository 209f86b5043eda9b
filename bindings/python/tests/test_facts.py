"""Tests what a response says about its exchange."""

import pickle
import time

import moya
from support import DEADLINE, ServerTest, stubbed


class FactsTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider(timeout=DEADLINE))

    def test_the_exchange(self) -> None:
        for is_reused in (False, True):
            answer = self.provider.call(self.target("/echo", "POST", body=b"12345"))
            self.assertEqual((answer.http_version, answer.attempts), ("HTTP/1.1", 1))
            self.assertEqual(answer.remote_address, ("127.0.0.1", self.server.server_address[1]))
            self.assertIs(answer.is_connection_reused, is_reused)
            self.assertEqual((answer.bytes_sent, answer.bytes_received), (5, len(answer.content)))
            times = answer.timings
            assert times is not None
            self.assertEqual(times.connect == 0, is_reused)
            self.assertTrue(0 < times.first_byte <= times.total == answer.elapsed)
            self.assertEqual(times.tls, 0)

    def test_the_head_of_a_stream_has_the_facts_of_its_exchange(self) -> None:
        for is_reused in (False, True):
            with self.provider.stream(self.target("/echo", "POST", body=b"12345")) as stream:
                head = stream.response
                self.assertEqual(head.http_version, "HTTP/1.1")
                self.assertEqual(head.remote_address, ("127.0.0.1", self.server.server_address[1]))
                self.assertIs(head.is_connection_reused, is_reused)
                self.assertIsNotNone(head.timings)
                stream.read()

    def test_the_times_hold_what_the_server_took_and_are_within_the_call(self) -> None:
        microsecond = 1e-6  # the library counts in whole microseconds
        target = self.target("/worked")
        # If the thread of a provider has slept before one response, it also sleeps before many that follow. One
        # provider could thus show only one of the two cases. So the test uses several providers.
        for _ in range(20):
            with moya.Provider() as provider:
                for _ in range(10):
                    began = time.perf_counter()
                    answer = provider.call(target)
                    wall = time.perf_counter() - began
                    times = answer.timings
                    assert times is not None
                    worked = int(answer.text) / 1e9
                    self.assertLessEqual(worked - microsecond, times.first_byte)
                    self.assertLessEqual(times.total, wall + microsecond)

    def test_the_reason_phrase_is_what_the_server_sent(self) -> None:
        response = self.provider.call(self.target("/zen"))
        self.assertEqual(response.reason_phrase, "OK")
        self.assertEqual(pickle.loads(pickle.dumps(response)).reason_phrase, "")
        with self.provider.stream(self.target("/zen")) as stream:
            self.assertEqual(stream.response.reason_phrase, "OK")

    def test_redirects_are_the_history(self) -> None:
        answer = self.provider.call(self.target("/redirect", query=[("token", "secret")]))
        url = f"{self.server.url}/redirect?token=secret"
        self.assertEqual(answer.history, (moya.Redirect(302, url),))
        self.assertNotIn("secret", repr(answer.history))
        self.assertEqual(answer.url, f"{self.server.url}/zen")
        self.assertEqual(self.provider.call(self.target("/zen")).history, ())

    def test_trailers_are_apart_from_headers(self) -> None:
        answer = self.provider.call(self.target("/trailers"))
        self.assertEqual(answer.trailers.raw, ((b"X-Sum", b"\xe9"), (b"X-Two", b"b")))
        self.assertEqual((answer.text, "X-Sum" in answer.headers), ("hello", False))

    def test_without_an_exchange_nothing_is_told(self) -> None:
        stub = self.provider.call(stubbed(sample=moya.Sample(text="x")))
        kept = pickle.loads(pickle.dumps(self.provider.call(self.target("/zen"))))
        for answer, attempts in ((stub, 1), (kept, None)):
            self.assertEqual(answer.attempts, attempts)
            for name in (
                "http_version timings elapsed remote_address is_connection_reused bytes_sent bytes_received".split()
            ):
                self.assertIsNone(getattr(answer, name), name)
            self.assertEqual((answer.history, len(answer.trailers)), ((), 0))
