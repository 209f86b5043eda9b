"""Tests the transports for httpx and httpx2: bodies, time limits, mocks, trust, event loops and forks."""

import asyncio
import functools
import gzip
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, AsyncIterator, Iterator

import httpx
import respx
import trio
import trustme
import truststore
import vcr

import moya
import moya.httpx
from service import Service

PACKAGES = ("httpx", "httpx2")


def each(test: Any) -> Any:
    """Runs a test for each package. The test gets the package, the module of its transports, and a server."""

    @functools.wraps(test)
    def run(self: Any) -> None:
        for name in PACKAGES:
            with self.subTest(package=name), Service() as service:
                test(self, import_module(name), import_module(f"moya.{name}"), service)

    del run.__wrapped__  # type: ignore[attr-defined]
    return run


def on_both(body: Any, *arguments: Any) -> None:
    """Runs a coroutine function on asyncio and on trio."""
    asyncio.run(body(*arguments))
    trio.run(body, *arguments)


class BodyTests(unittest.TestCase):
    @each
    def test_a_body_may_make_calls_of_its_own_client(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:

            def pieces() -> Iterator[bytes]:
                for _ in range(3):
                    yield client.get(service.url).content

            self.assertEqual(client.post(service.url + "/echo", content=pieces()).content, b"hello" * 3)

    @each
    def test_an_asynchronous_body_is_sent_with_and_without_a_length(
        self, package: Any, ours: Any, service: Service
    ) -> None:
        async def pieces(count: int) -> AsyncIterator[bytes]:
            for _ in range(count):
                yield b"x" * 1000

        async def body() -> None:
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport()) as client:
                for count in (1, 200):
                    for headers in ({}, {"Content-Length": str(count * 1000)}):
                        sent = await client.post(service.url + "/echo", content=pieces(count), headers=headers)
                        self.assertEqual(sent.content, b"x" * 1000 * count)
                        if headers:
                            self.assertEqual(service.requests[-1][1]["Content-Length"], headers["Content-Length"])

        on_both(body)

    @each
    def test_what_a_body_raises_arrives_as_it_is(self, package: Any, ours: Any, service: Service) -> None:
        def broken() -> Iterator[bytes]:
            yield b"x"
            raise LookupError("no more")

        async def broken_later() -> AsyncIterator[bytes]:
            yield b"x"
            raise LookupError("no more")

        async def body() -> None:
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport()) as client:
                with self.assertRaisesRegex(LookupError, "no more"):
                    await client.post(service.url + "/echo", content=broken_later())
                self.assertEqual((await client.get(service.url)).content, b"hello")

        with package.Client(transport=ours.HTTPTransport()) as client:
            with self.assertRaisesRegex(LookupError, "no more"):
                client.post(service.url + "/echo", content=broken())
            self.assertEqual(client.get(service.url).content, b"hello")
        on_both(body)

    @each
    def test_without_waiting_connections_each_request_has_its_own(self, package: Any, ours: Any, service: Service) -> None:
        for limits, made in ((package.Limits(max_keepalive_connections=0), 2), (package.Limits(keepalive_expiry=60), 1)):
            connections: list[str] = []
            with package.Client(transport=ours.HTTPTransport(limits=limits)) as client:
                for _ in range(2):
                    client.get(service.url, extensions={"trace": lambda name, shown: connections.append(name)})
            self.assertEqual(connections.count("connection.connect_tcp.complete"), made)

    @each
    def test_no_more_connections_wait_than_the_limits_say(self, package: Any, ours: Any, service: Service) -> None:
        async def in_tasks(limits: Any, left: int) -> None:
            run = asyncio.get_running_loop().run_in_executor
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport(limits=limits)) as client:
                asked = [asyncio.ensure_future(client.get(service.url + "/held")) for _ in range(24)]
                self.assertTrue(await run(None, service.wait_until_open, 24))
                service.go.set()
                await asyncio.gather(*asked)
                self.assertTrue(await run(None, service.wait_until_open, left), service.open)

        def in_threads(limits: Any, left: int) -> None:
            with package.Client(transport=ours.HTTPTransport(limits=limits)) as client, ThreadPoolExecutor(24) as pool:
                asked = [pool.submit(client.get, service.url + "/held") for _ in range(24)]
                self.assertTrue(service.wait_until_open(24))
                service.go.set()
                for it in asked:
                    self.assertEqual(it.result().content, b"hello")
                self.assertTrue(service.wait_until_open(left), service.open)

        for limits, left in (
            (None, 20), (package.Limits(max_keepalive_connections=3), 3),
            (package.Limits(max_keepalive_connections=0), 0), (package.Limits(keepalive_expiry=None), 24),
        ):
            for run in (in_threads, lambda *row: asyncio.run(in_tasks(*row))):
                service.go.clear()
                run(limits, left)
                self.assertTrue(service.wait_until_open(0))

    @each
    def test_several_loops_have_at_least_a_waiting_connection_each(self, package: Any, ours: Any, service: Service) -> None:
        async def body() -> None:
            limits = package.Limits(max_keepalive_connections=2)
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport(limits=limits, loops=4)) as client:
                self.assertEqual((await client.get(service.url)).content, b"hello")

        asyncio.run(body())

    @each
    def test_a_trace_has_the_events_of_the_own_transport(self, package: Any, ours: Any, service: Service) -> None:
        def sync(transport: Any) -> list[str]:
            told: list[str] = []
            trace = {"trace": lambda name, shown: told.append(name)}
            with package.Client(transport=transport) as client:
                for _ in range(2):
                    with client.stream("POST", service.url + "/echo", content=b"x" * 1000, extensions=trace) as response:
                        self.assertEqual(told[-1], "http11.receive_response_headers.complete")
                        response.read()
                with self.assertRaises(package.ConnectError):
                    client.get("http://127.0.0.1:1", extensions=trace)
            return told

        async def asynchronous(transport: Any, told: list[str]) -> None:
            async def trace(name: str, shown: Any) -> None:
                told.append(name)

            async with package.AsyncClient(transport=transport) as client:
                for _ in range(2):
                    async with client.stream("POST", service.url + "/echo", content=b"x" * 1000, extensions={"trace": trace}) as response:
                        self.assertEqual(told[-1], "http11.receive_response_headers.complete")
                        await response.aread()
                with self.assertRaises(package.ConnectError):
                    await client.get("http://127.0.0.1:1", extensions={"trace": trace})

        def on_asyncio(transport: Any) -> list[str]:
            told: list[str] = []
            asyncio.run(asynchronous(transport, told))
            return told

        own = [name for name in sync(package.HTTPTransport()) if not name.startswith("connection.close")]
        self.assertIn("http11.receive_response_body.complete", own)
        self.assertEqual(sync(ours.HTTPTransport()), own)
        self.assertEqual(on_asyncio(ours.AsyncHTTPTransport()), own)

    @each
    def test_a_trace_has_an_event_before_the_server_responds(self, package: Any, ours: Any, service: Service) -> None:
        """The server responds only after the client has reported that the request was sent."""
        def sync(http: Any) -> None:
            service.go.clear()

            def trace(name: str, shown: Any) -> None:
                if name == "http11.receive_response_headers.started":
                    service.go.set()

            with package.Client(transport=http()) as client:
                for _ in range(2):
                    self.assertEqual(client.get(service.url + "/held", extensions={"trace": trace}).content, b"hello")
                    service.go.clear()

        async def asynchronous() -> None:
            async def trace(name: str, shown: Any) -> None:
                if name == "http11.receive_response_headers.started":
                    service.go.set()

            async with package.AsyncClient(transport=ours.AsyncHTTPTransport()) as client:
                for _ in range(2):
                    service.go.clear()
                    response = await client.get(service.url + "/held", extensions={"trace": trace})
                    self.assertEqual(response.content, b"hello")

        sync(ours.HTTPTransport)
        sync(lambda: ours.HTTPTransport(retries=1))
        on_both(asynchronous)

    @each
    def test_a_trace_has_the_failure_of_each_try(self, package: Any, ours: Any, service: Service) -> None:
        def told_by(transport: Any) -> list[str]:
            told: list[str] = []
            with package.Client(transport=transport) as client, self.assertRaises(package.ConnectError):
                client.get("http://127.0.0.1:1", extensions={"trace": lambda name, shown: told.append(name)})
            return [name for name in told if not name.startswith("connection.retry")]

        own = told_by(package.HTTPTransport(retries=1))
        self.assertEqual(own, ["connection.connect_tcp.started", "connection.connect_tcp.failed"] * 2)
        self.assertEqual(told_by(ours.HTTPTransport(retries=1)), own)

    @each
    def test_a_trace_shows_a_handshake_that_hangs_and_the_request_may_be_cancelled(
        self, package: Any, ours: Any, service: Service
    ) -> None:
        class Seen(Exception):
            pass

        def fail(name: str, shown: Any) -> None:
            told.append(name)
            if name == "connection.start_tls.started":
                raise Seen

        async def asynchronous() -> None:
            hangs = asyncio.Event()

            async def trace(name: str, shown: Any) -> None:
                if name == "connection.start_tls.started":
                    hangs.set()

            async with package.AsyncClient(transport=ours.AsyncHTTPTransport(), timeout=None) as client:
                task = asyncio.ensure_future(client.get(url, extensions={"trace": trace}))
                await hangs.wait()
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        told: list[str] = []
        with socket.create_server(("127.0.0.1", 0)) as listener:  # it accepts nothing
            url = f"https://127.0.0.1:{listener.getsockname()[1]}"
            with package.Client(transport=ours.HTTPTransport(), timeout=None) as client:
                with self.assertRaises(Seen):
                    client.get(url, extensions={"trace": fail})
            asyncio.run(asynchronous())
            with package.Client(transport=ours.HTTPTransport(), timeout=package.Timeout(None, connect=1.0)) as client:
                trace = {"trace": lambda name, shown: told.append(name)}
                with self.assertRaises(package.ConnectTimeout):
                    client.get(url, extensions=trace)
        self.assertIn("connection.connect_tcp.complete", told)
        self.assertTrue(told[-1].endswith(".failed"), told)

    @each
    def test_a_trace_function_that_fails_frees_its_request(self, package: Any, ours: Any, service: Service) -> None:
        def fail(name: str, shown: Any) -> None:
            raise LookupError(name)

        with package.Client(transport=ours.HTTPTransport(limits=package.Limits(max_connections=1))) as client:
            with self.assertRaisesRegex(LookupError, "connect_tcp.started"):
                client.get(service.url, extensions={"trace": fail})
            self.assertEqual(client.get(service.url, timeout=package.Timeout(20, pool=20)).content, b"hello")

    @each
    def test_a_header_field_of_other_bytes_is_sent_as_it_is(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:
            sent = client.get(service.url + "/fields", headers=[(b"X-Own", b"\xff\xfe")]).json()
        self.assertEqual(sent["X-Own"].encode("latin-1"), b"\xff\xfe")

    @each
    def test_the_reason_phrase_is_what_the_server_sent(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:
            self.assertEqual(client.get(service.url + "/odd").reason_phrase, "Very Well")

    @each
    def test_a_compressed_response_is_decoded_by_the_package(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client:
            self.assertEqual(client.get(service.url + "/zipped").content, b"hello")
            with client.stream("GET", service.url + "/zipped") as response:
                self.assertEqual(gzip.decompress(b"".join(response.iter_raw())), b"hello")
                self.assertEqual(response.headers["Content-Encoding"], "gzip")
                self.assertEqual(response.extensions["network_stream"].get_extra_info("server_addr")[0], "127.0.0.1")

    @each
    def test_a_form_with_a_file_arrives(self, package: Any, ours: Any, service: Service) -> None:
        with package.Client(transport=ours.HTTPTransport()) as client, tempfile.TemporaryFile() as file:
            file.write(b"y" * 100_000)
            file.seek(0)
            sent = client.post(service.url + "/echo", data={"name": "value"}, files={"file": file})
            self.assertIn(b"y" * 100_000, sent.content)
            self.assertEqual(len(sent.content), int(service.requests[-1][1]["Content-Length"]))


class LimitTests(unittest.TestCase):
    @each
    def test_each_time_limit_has_its_own_error(self, package: Any, ours: Any, service: Service) -> None:
        limits = package.Limits(max_connections=1)

        async def body() -> None:
            service.hangs = True
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport(limits=limits)) as client:
                with self.assertRaises(package.ReadTimeout):
                    await client.post(service.url, timeout=package.Timeout(None, read=0.01))
                with self.assertRaises(package.ReadTimeout):
                    await client.post(service.url, content=b"x", timeout=package.Timeout(None, read=0.01))
                with self.assertRaises(package.WriteTimeout):
                    # More than the buffers of two sockets hold.
                    await client.post(service.url, content=b"x" * 100_000_000, timeout=package.Timeout(None, write=1e-6))
                async with client.stream("GET", service.url):
                    with self.assertRaises(package.PoolTimeout):
                        await client.get(service.url, timeout=package.Timeout(None, pool=0.01))
                self.assertEqual((await client.get(service.url)).content, b"hello")

        on_both(body)
        with package.Client(transport=ours.HTTPTransport(limits=limits)) as client:
            with client.stream("GET", service.url), self.assertRaises(package.PoolTimeout):
                client.get(service.url, timeout=package.Timeout(None, pool=0.01))
            self.assertEqual(client.get(service.url).content, b"hello")

    @each
    def test_what_the_library_cannot_do_is_refused(self, package: Any, ours: Any, service: Service) -> None:
        lax = ssl.create_default_context()
        lax.check_hostname = False
        rows: Any = (
            ({"socket_options": []}, ValueError, "socket_options"),
            ({"http1": False}, ValueError, "http1 or http2"),
            ({"verify": lax}, ValueError, "check_hostname"),
            ({"verify": "/nowhere"}, FileNotFoundError, "/nowhere"),
            ({"proxy": package.Proxy("http://localhost", headers={"X": "1"})}, ValueError, "header fields"),
            ({"unknown": 1}, TypeError, "unknown"),
        )
        for arguments, kind, words in rows:
            for transport in (ours.HTTPTransport, ours.AsyncHTTPTransport):
                with self.subTest(arguments=list(arguments)), self.assertRaisesRegex(kind, words):
                    transport(**arguments)


class MockTests(unittest.TestCase):
    def test_under_respx_nothing_is_sent(self) -> None:
        async def later(url: str) -> None:
            async with httpx.AsyncClient(transport=moya.httpx.AsyncHTTPTransport()) as client:
                with self.assertRaisesRegex(moya.UsageError, "moya_mock"):
                    await client.post(url)

        with Service() as service:
            with respx.mock(assert_all_called=False) as mock:
                mock.post(service.url).respond(204)
                with httpx.Client(transport=moya.httpx.HTTPTransport()) as client:
                    with self.assertRaisesRegex(moya.UsageError, "httpcore.*nothing was sent.*moya_mock"):
                        client.post(service.url + "/echo")
                asyncio.run(later(service.url))
            self.assertEqual(service.requests, [])
            with httpx.Client(transport=moya.httpx.HTTPTransport()) as client:
                self.assertEqual(client.get(service.url).status_code, 200)

    @each
    def test_an_interception_responds_to_every_transport(self, package: Any, ours: Any, service: Service) -> None:
        async def later() -> None:
            async with package.AsyncClient(transport=ours.AsyncHTTPTransport()) as client:
                found = await client.post(service.url + "/users", json={"name": "ann"})
                self.assertEqual(found.json(), {"id": 1})
                async with client.stream("POST", service.url + "/users", json={"name": "ann"}) as stream:
                    self.assertEqual([piece async for piece in stream.aiter_bytes()], [b'{"id":1}'])
                with self.assertRaisesRegex(moya.NoStub, "nearest"):
                    await client.get(service.url)

        with moya.intercept(assert_all_matched=False) as mock:
            mock.on(path="/users", json={"name": "ann"}).reply({"id": 1})
            with package.Client(transport=ours.HTTPTransport()) as client:
                self.assertEqual(client.post(service.url + "/users", json={"name": "ann"}).json(), {"id": 1})
                with self.assertRaisesRegex(moya.NoStub, "nearest"):
                    client.get(service.url)
            on_both(later)
        self.assertEqual((len(mock.calls), len(mock.unmatched)), (8, 3))
        self.assertEqual(service.requests, [])

    @each
    def test_a_mock_of_the_transport_itself_works(self, package: Any, ours: Any, service: Service) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for run in ("recorded", "played"):
                with self.subTest(run=run), vcr.use_cassette(os.path.join(folder, "cassette.yaml")):
                    with package.Client(transport=ours.HTTPTransport()) as client:
                        self.assertEqual(client.post(service.url + "/echo", content=b"body").content, b"body")
        self.assertEqual(len(service.requests), 1)


class TrustTests(unittest.TestCase):
    @each
    def test_the_authorities_of_a_context_are_trusted_and_no_others(
        self, package: Any, ours: Any, service: Service
    ) -> None:
        authority, other = trustme.CA(), trustme.CA()
        trusting, strange = ssl.create_default_context(), ssl.create_default_context()
        authority.configure_trust(trusting)
        other.configure_trust(strange)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("localhost").configure_cert(server)
        service.socket = server.wrap_socket(service.socket, server_side=True)
        url = service.url.replace("http://127.0.0.1", "https://localhost")
        for verify in (trusting, False):
            with package.Client(transport=ours.HTTPTransport(verify=verify)) as client:
                self.assertEqual(client.get(url).content, b"hello")
        for verify in (strange, True, truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)):
            with package.Client(transport=ours.HTTPTransport(verify=verify)) as client:
                with self.assertRaises(package.ConnectError):
                    client.get(url)


class ProcessTests(unittest.TestCase):
    @each
    def test_a_client_outlives_its_event_loop(self, package: Any, ours: Any, service: Service) -> None:
        client = package.AsyncClient(transport=ours.AsyncHTTPTransport())

        async def get() -> bytes:
            return bytes((await client.get(service.url)).content)

        for _ in range(3):
            self.assertEqual(asyncio.run(get()), b"hello")
        asyncio.run(client.aclose())

    @each
    def test_a_forked_child_sends_with_the_clients_of_its_parent(
        self, package: Any, ours: Any, service: Service
    ) -> None:
        program = (
            f"import asyncio, os, {package.__name__} as httpx, moya.{package.__name__} as ours\n"
            "later = httpx.AsyncClient(transport=ours.AsyncHTTPTransport())\n"
            "client = httpx.Client(transport=ours.HTTPTransport())\n"
            "async def get():\n"
            f"    return (await later.get({service.url!r})).content\n"
            f"assert client.get({service.url!r}).content == asyncio.run(get()) == b'hello'\n"
            "child = os.fork()\n"
            f"assert client.get({service.url!r}).content == asyncio.run(get()) == b'hello'\n"
            "os._exit(0) if child == 0 else None\n"
            "assert os.waitpid(child, 0)[1] == 0\n"
            "print('both')\n"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stdout, "both\n", done.stderr)

    @each
    def test_requests_of_the_parent_take_no_place_in_a_forked_child(self, package: Any, ours: Any, service: Service) -> None:
        program = (
            f"import os, {package.__name__} as httpx, moya.{package.__name__} as ours\n"
            "one = httpx.Limits(max_connections=1)\n"
            "client = httpx.Client(transport=ours.HTTPTransport(limits=one), timeout=httpx.Timeout(20, pool=0.001))\n"
            f"with client.stream('POST', {service.url!r} + '/echo', content=b'a' * 5_000_000) as held:\n"
            "    child = os.fork()\n"
            "    if child == 0:\n"
            f"        os._exit(client.get({service.url!r}).content != b'hello')\n"
            "    assert os.waitpid(child, 0)[1] == 0\n"
            f"assert client.get({service.url!r}).content == b'hello'\n"
            "print('both')\n"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stdout, "both\n", done.stderr)

    def test_the_package_imports_no_other_client(self) -> None:
        program = "import sys, moya; moya.AsyncProvider; print({'httpx', 'httpx2', 'requests'} & set(sys.modules))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stdout, "set()\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
