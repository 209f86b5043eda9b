"""Tests the transports for httpx and httpx2: requests that break a rule, extensions, classes of errors, and use after
close."""

import asyncio
import gc
import unittest
from typing import Any, AsyncIterator, Iterator

from service import Service
from test_httpx import each, on_both


class LengthTests(unittest.TestCase):
    @each
    def test_a_body_that_has_not_its_declared_length_is_an_error(self, package: Any, ours: Any, service: Service) -> None:
        def pieces(size: int) -> Iterator[bytes]:
            for at in range(0, size, 50_000):
                yield b"x" * min(50_000, size - at)

        async def later(size: int) -> AsyncIterator[bytes]:
            for piece in pieces(size):
                yield piece

        rows = ((2, "4"), (6, "4"), (2, "0"), (50_000, "100000"), (150_000, "100000"), (200_000, "150001"))

        async def body() -> None:
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport()) as client:
                for size, declared in rows:
                    for content in (later(size), b"x" * size):
                        with self.assertRaisesRegex(package.LocalProtocolError, "Content-Length"):
                            await client.post(service.url + "/echo", content=content, headers={"Content-Length": declared})
                self.assertEqual((await client.get(service.url)).content, b"hello")

        with package.Client(transport=ours.HTTPTransport()) as client:
            for size, declared in rows:
                for content in (pieces(size), b"x" * size):
                    with self.assertRaisesRegex(package.LocalProtocolError, "Content-Length"):
                        client.post(service.url + "/echo", content=content, headers={"Content-Length": declared})
            self.assertEqual(client.get(service.url).content, b"hello")
        on_both(body)

    @each
    def test_a_length_that_is_no_number_is_an_error(self, package: Any, ours: Any, service: Service) -> None:
        rows: Any = [{"Content-Length": it} for it in ("x", "-1", "+2", " 2", "2, 2", "9" * 40)]
        rows += [[("Content-Length", "2"), ("Content-Length", "3")], {"Transfer-Encoding": "gzip"}]
        with package.Client(transport=ours.HTTPTransport()) as client:
            for headers in rows:
                for content in (b"ab", iter([b"ab"])):
                    with self.subTest(headers=headers), self.assertRaises(package.LocalProtocolError):
                        client.post(service.url + "/echo", content=content, headers=headers)
        self.assertEqual(service.requests, [])

    @each
    def test_a_generator_with_a_declared_length_runs_to_its_end(self, package: Any, ours: Any, service: Service) -> None:
        ended = []

        def pieces() -> Iterator[bytes]:
            for _ in range(3):
                yield b"x" * 50_000
            ended.append("sync")

        async def later() -> AsyncIterator[bytes]:
            for piece in pieces():
                yield piece
            ended.append("async")

        async def body() -> None:
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport()) as client:
                await client.post(service.url + "/echo", content=later(), headers={"Content-Length": "150000"})

        with package.Client(transport=ours.HTTPTransport()) as client:
            client.post(service.url + "/echo", content=pieces(), headers={"Content-Length": "150000"})
        self.assertEqual(ended, ["sync"])
        on_both(body)
        self.assertEqual(ended, ["sync"] + ["sync", "async"] * 2)


class ExtensionTests(unittest.TestCase):
    @each
    def test_the_extension_target_is_sent(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:
            self.assertEqual(client.get(service.url, extensions={"target": b"/zipped?x"}).headers["Content-Encoding"], "gzip")
            with self.assertRaisesRegex(ValueError, "target"):
                client.get(service.url, extensions={"target": b"*"})

    @each
    def test_another_name_for_tls_than_the_host_is_refused(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:
            with self.assertRaisesRegex(ValueError, "sni_hostname.*resolve="):
                client.get("https://127.0.0.1:1", extensions={"sni_hostname": "example.com"})
            with self.assertRaises(package.ConnectError):
                client.get("https://localhost:1", extensions={"sni_hostname": "localhost"})
            self.assertEqual(client.get(service.url, extensions={"sni_hostname": "x"}).content, b"hello")

    @each
    def test_the_characters_of_a_url_are_sent_as_the_package_sends_them(self, package: Any, ours: Any, service: Service) -> None:
        odd = [f"/a{it}b?c{it}d={it}#e{it}" for it in "!\"$&'()*+,-.:;<=>@[]^_`{|}~é% "]
        odd += ["", "?", "/a?", "//a", "/a//b", "/a/./b", "/a/../b", "/%7c|", "/%2F%zz", "/?a?b", "/é|%C3"]
        with package.Client() as client, package.Client(transport=ours.HTTPTransport()) as own:
            for url in odd:
                for each in (client, own):
                    each.post(service.url + url, content=b"{}")
        sent = [path for path, _, _ in service.requests]
        self.assertEqual(sent[1::2], sent[::2])
        self.assertIn("/a|b?c|d=|", sent)

    @each
    def test_a_digest_of_a_url_with_odd_characters_is_that_of_the_request(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport(), auth=package.DigestAuth("ann", "pw")) as client:
            self.assertEqual(client.get(service.url + "/digest|?a={b}").status_code, 200)

    @each
    def test_a_backslash_in_a_path_is_sent(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:
            self.assertEqual(client.get(service.url + "/a\\b").content, b"hello")


class ErrorTests(unittest.TestCase):
    @each
    def test_a_server_that_closes_without_a_response_breaks_the_protocol(
        self, package: Any, ours: Any, service: Service
    ) -> None:
        service.hangs = True
        service.go.set()
        with package.Client(transport=ours.HTTPTransport()) as client:
            with self.assertRaises(package.RemoteProtocolError) as raised:
                client.post(service.url)
        self.assertNotIn("unnamed", str(raised.exception))

    @each
    def test_a_proxy_that_refuses_the_connection_is_a_failure_to_connect(
        self, package: Any, ours: Any, service: Service
    ) -> None:
        with package.Client(transport=ours.HTTPTransport(proxy="http://ann:the-password@127.0.0.1:1")) as client:
            with self.assertRaises(package.ConnectError) as raised:
                client.get(service.url)
        self.assertNotIn("the-password", str(raised.exception))

    @each
    def test_a_missing_client_certificate_is_a_missing_file(self, package: Any, ours: Any, service: Service) -> None:
        for cert in ("/nowhere.pem", (__file__, "/nowhere.pem")):
            with self.assertRaisesRegex(FileNotFoundError, "/nowhere.pem"):
                ours.HTTPTransport(cert=cert)


class CloseTests(unittest.TestCase):
    @each
    def test_clients_one_after_the_other_share_a_transport(self, package: Any, ours: Any, service: Service) -> None:
        async def body() -> None:
            transport = ours.AsyncHTTPTransport()
            for _ in range(3):
                async with package.AsyncClient(transport=transport) as client:
                    self.assertEqual((await client.get(service.url)).content, b"hello")

        transport = ours.HTTPTransport()
        for _ in range(3):
            with package.Client(transport=transport) as client:
                self.assertEqual(client.get(service.url).content, b"hello")
        on_both(body)

    @each
    def test_a_task_of_a_closed_loop_takes_no_place(self, package: Any, ours: Any, service: Service) -> None:
        client = package.AsyncClient(transport=ours.AsyncHTTPTransport(limits=package.Limits(max_connections=1)))
        held: Any = []

        async def begin() -> None:
            held.append(await client.send(client.build_request("GET", service.url), stream=True))
            held.append(asyncio.ensure_future(client.get(service.url)))
            await asyncio.sleep(0)  # the task waits for a place now

        async def go_on() -> None:
            await held[0].aclose()
            self.assertEqual((await client.get(service.url, timeout=package.Timeout(20, pool=20))).content, b"hello")
            await client.aclose()

        loop = asyncio.new_event_loop()
        loop.run_until_complete(begin())
        loop.close()
        held[1]._log_destroy_pending = False
        asyncio.run(go_on())
        held.clear()
        gc.collect()


if __name__ == "__main__":
    unittest.main()
