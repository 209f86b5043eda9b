"""Tests what the targets of a provider share."""

import asyncio
import unittest
from typing import Any, List, Tuple

import moya
from support import DEADLINE, STUB, ServerTest


def url(target: moya.Target, **options: Any) -> str:
    with moya.Provider(**options) as provider:
        return provider.call(target).url


class ServiceTests(unittest.TestCase):
    def test_urls(self) -> None:
        both = {"production": "https://api.h", "test": "https://test.h"}
        rows: "List[Tuple[dict[str, Any], dict[str, Any], str]]" = [
            ({"base_url": "https://h/v1"}, {"path": "/pets"}, "https://h/v1/pets"),
            ({"base_url": "https://h/v1"}, {"base_url": "v2", "path": "/pets"}, "https://h/v1/v2/pets"),
            ({"base_url": "https://h/v1"}, {"base_url": "http://o", "path": "/pets"}, "http://o/pets"),
            ({"environments": both, "environment": "test"}, {"path": "/pets"}, "https://test.h/pets"),
            ({"base_url": "https://h", "parameters": {"lang": "de", "n": 1}}, {}, "https://h?lang=de&n=1"),
            ({"base_url": "https://h", "parameters": {"lang": "de"}}, {"query": {"lang": "en"}}, "https://h?lang=en"),
        ]
        for options, fields, wanted in rows:
            with self.subTest(wanted):
                self.assertEqual(url(moya.Target(stub=STUB, sample=moya.Sample(), **fields), **options), wanted)

    def test_refused(self) -> None:
        rows: "List[Tuple[dict[str, Any], str]]" = [
            ({"base_url": "h/secret"}, "base_url"),
            ({"base_url": 7}, "base_url"),
            ({"headers": "a: secret"}, "headers"),
            ({"headers": {"A": "secret\n"}}, "headers"),
            ({"parameters": {"a": b"secret"}}, "in parameters"),
            ({"environments": {"a": "https://h"}}, "environment"),
            ({"environments": {"a": "https://h"}, "environment": "b"}, "environment"),
        ]
        for options, word in rows:
            with self.subTest(options), self.assertRaisesRegex(moya.UsageError, word) as caught:
                moya.Provider(**options)
            self.assertNotIn("secret", str(caught.exception))

    def test_a_target_without_a_base_url_needs_the_providers(self) -> None:
        with self.assertRaisesRegex(moya.UsageError, "base_url"):
            url(moya.Target(path="/pets", stub=STUB, sample=moya.Sample()))
        self.assertEqual(repr(moya.Target(path="/pets")), "<moya.Target unnamed: GET /pets>")


class HeaderTests(ServerTest):
    def test_headers(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider(base_url=self.server.url, headers={"X-A": "1", "X-B": "2"}) as provider:
                answer = await provider.call(moya.Target(path="/echo", headers={"x-b": "3"}))
                self.assertEqual((answer.json("headers.x-a"), answer.json("headers.x-b")), ("1", "3"))

        asyncio.run(asyncio.wait_for(main(), DEADLINE))

    def test_parameters_stand_in_a_form_where_there_is_one(self) -> None:
        rows: "List[Tuple[dict[str, Any], str, str]]" = [
            ({"form": {"a": 1, "lang": "en"}}, "/echo", "a=1&lang=en&b=2"),
            ({"form": {"a": 1}, "query": {"b": 3}}, "/echo?b=3", "a=1&lang=de&b=2"),
            ({"json": {"a": 1}}, "/echo?lang=de&b=2", '{"a":1}'),
            ({"body": b"x"}, "/echo?lang=de&b=2", "x"),
        ]
        with moya.Provider(parameters={"lang": "de", "b": 2}) as provider:
            for fields, target, body in rows:
                with self.subTest(fields):
                    answer = provider.call(self.target("/echo", method="POST", **fields))
                    self.assertEqual((answer.json("path"), answer.json("body")), (target, body))
