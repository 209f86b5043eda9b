"""Tests OpenAI's and Anthropic's SDKs over moya: calls, streams piece by piece, retries, time limits and
cancellation."""

import asyncio
import functools
import unittest
from typing import Any

import anthropic
import httpx2
import openai

import moya.httpx2
from service import WORDS, Service

SAYS = [{"role": "user", "content": "count"}]
TEXT = "".join(WORDS)


class _SDK:
    """One SDK: how its clients are made, what a call and a stream are, and its errors."""

    def __init__(self, package: Any, client: str, base: str) -> None:
        self.package, self.client, self.base = package, client, base

    def open(self, service: Service, **given: Any) -> Any:
        sender = httpx2.Client(transport=moya.httpx2.HTTPTransport())
        made = {"base_url": service.url + self.base, "api_key": "key", "http_client": sender, **given}
        return getattr(self.package, self.client)(**made)

    def open_async(self, service: Service, **given: Any) -> Any:
        sender = httpx2.AsyncClient(transport=moya.httpx2.AsyncHTTPTransport())
        made = {"base_url": service.url + self.base, "api_key": "key", "http_client": sender, **given}
        return getattr(self.package, f"Async{self.client}")(**made)

    def call(self, client: Any, **given: Any) -> Any:
        if self.package is openai:
            return client.chat.completions.create(model="m", messages=SAYS, **given)
        return client.messages.create(model="m", messages=SAYS, max_tokens=9, **given)

    def text(self, reply: Any) -> str:
        return str(reply.choices[0].message.content if self.package is openai else reply.content[0].text)

    def piece(self, event: Any) -> str:
        """Returns the text of an event, or "" if it has none."""
        if self.package is openai:
            return event.choices[0].delta.content or ""
        return event.delta.text if event.type == "content_block_delta" else ""


SDKS = (_SDK(openai, "OpenAI", "/v1"), _SDK(anthropic, "Anthropic", ""))


def each(test: Any) -> Any:
    """Runs a test for each SDK, with a server."""

    @functools.wraps(test)
    def run(self: Any) -> None:
        for sdk in SDKS:
            with self.subTest(sdk=sdk.client), Service() as service:
                test(self, sdk, service)

    del run.__wrapped__  # type: ignore[attr-defined]
    return run


class SDKTests(unittest.TestCase):
    @each
    def test_a_call_has_its_reply(self, sdk: _SDK, service: Service) -> None:
        with sdk.open(service) as client:
            self.assertEqual(sdk.text(sdk.call(client)), TEXT)

    @each
    def test_an_asynchronous_call_has_its_reply(self, sdk: _SDK, service: Service) -> None:
        async def run(sdk: _SDK, service: Service) -> None:
            async with sdk.open_async(service) as client:
                replies = await asyncio.gather(*[sdk.call(client) for _ in range(20)])
                self.assertEqual([sdk.text(reply) for reply in replies], [TEXT] * 20)

        asyncio.run(run(sdk, service))

    @each
    def test_a_stream_arrives_piece_by_piece(self, sdk: _SDK, service: Service) -> None:
        with sdk.open(service) as client:
            came = []
            for event in sdk.call(client, stream=True):
                if sdk.piece(event):
                    came.append(sdk.piece(event))
                    service.go.set()  # the server sends the next piece only now
            self.assertEqual(came, list(WORDS))

    @each
    def test_an_asynchronous_stream_arrives_piece_by_piece(self, sdk: _SDK, service: Service) -> None:
        async def run(sdk: _SDK, service: Service) -> None:
            async with sdk.open_async(service) as client:
                came = []
                async for event in await sdk.call(client, stream=True):
                    if sdk.piece(event):
                        came.append(sdk.piece(event))
                        service.go.set()
                self.assertEqual(came, list(WORDS))

        asyncio.run(run(sdk, service))

    @each
    def test_a_busy_server_is_asked_again(self, sdk: _SDK, service: Service) -> None:
        service.failures = [503, 429]
        with sdk.open(service, max_retries=2) as client:
            self.assertEqual(sdk.text(sdk.call(client)), TEXT)
        self.assertEqual(len(service.requests), 3)

    @each
    def test_an_error_status_is_the_error_of_the_sdk(self, sdk: _SDK, service: Service) -> None:
        service.failures = [400]
        with sdk.open(service) as client, self.assertRaises(sdk.package.BadRequestError):
            sdk.call(client)

    @each
    def test_a_time_limit_is_the_error_of_the_sdk(self, sdk: _SDK, service: Service) -> None:
        service.hangs = True
        with sdk.open(service, max_retries=0, timeout=0.05) as client:
            with self.assertRaises(sdk.package.APITimeoutError):
                sdk.call(client)

    def test_a_refused_connection_is_the_error_of_the_sdk(self) -> None:
        for sdk in SDKS:
            with self.subTest(sdk=sdk.client):
                with Service() as service:
                    pass  # nothing listens there any more
                with sdk.open(service, max_retries=0) as client:
                    with self.assertRaises(sdk.package.APIConnectionError):
                        sdk.call(client)

    @each
    def test_a_cancelled_task_ends_its_call(self, sdk: _SDK, service: Service) -> None:
        async def run(sdk: _SDK, service: Service) -> None:
            service.hangs = True
            async with sdk.open_async(service) as client:
                task = asyncio.ensure_future(sdk.call(client))
                await asyncio.get_running_loop().run_in_executor(None, service.asked.wait, 20)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                service.hangs = False
                self.assertEqual(sdk.text(await sdk.call(client)), TEXT)

        asyncio.run(run(sdk, service))

    @each
    def test_a_stream_that_is_left_closes_its_connection(self, sdk: _SDK, service: Service) -> None:
        with sdk.open(service) as client:
            stream = sdk.call(client, stream=True)
            next(event for event in stream if sdk.piece(event))
            stream.close()
            while not service.broken.is_set():  # the server notices when it sends the next pieces
                service.go.set()
            self.assertEqual(sdk.text(sdk.call(client)), TEXT)


if __name__ == "__main__":
    unittest.main()
