"""Tests that no text that leaves the package shows a secret. URLs show only scheme, host and path."""

import unittest
from typing import Any, List

import moya
from moya._text import shown_url
from support import DEADLINE, ServerTest, stubbed

SECRET = "hunter2"


class ShownTests(unittest.TestCase):
    def test_of_a_url_scheme_host_and_path_are_shown(self) -> None:
        cases = [
            ("https://a.example/b/c", "https://a.example/b/c"),
            ("https://a.example:8080/b", "https://a.example:8080/b"),
            ("https://[::1]:8080/b", "https://[::1]:8080/b"),
            ("https://a.example", "https://a.example"),
            ("https://a.example?hunter2", "https://a.example"),
            ("https://a.example/@b", "https://a.example/@b"),
            ("https://user:hunter2@a.example/b?c=hunter2#hunter2", "https://a.example/b"),
            ("https://hunter2@a.example", "https://a.example"),
            ("https://user:hunter2@x@a.example/", "https://a.example/"),
            ("https://user:hunter2/x@a.example/", "…"),
            ("https://user:hunter2?x@a.example/", "…"),
            ("https://[hunter2", "…"),
            ("user:hunter2@a.example", "…"),
            ("user:hunter2@x://a.example", "…"),
            ("//user:hunter2@a.example/", "…"),
            ("hunter2", "…"),
            ("", "…"),
        ]
        for url, shown in cases:
            with self.subTest(url):
                self.assertEqual(shown_url(url), shown)


class SecretTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.texts: "List[str]" = []

    def look(self, *things: Any) -> None:
        for thing in things:
            self.texts += [str(thing), repr(thing), f"{thing}"]

    def test_in_reprs_and_errors_of_every_kind(self) -> None:
        host = self.server.url.replace("http://", "")
        secret: "dict[str, Any]" = {
            "base_url": f"http://user:{SECRET}@{host}", "query": {"token": SECRET}, "headers": {"Authorization": SECRET},
            "name": "API.call", "timeout": DEADLINE, "tags": [SECRET],
        }
        sample = moya.Sample(text=SECRET, status_code=418, headers={"Set-Cookie": SECRET})
        with moya.Provider(proxy="", user_agent=SECRET) as provider:
            for path in ("/missing", "/close", "/short", "/latin"):
                target = moya.Target(path=path, json={"password": SECRET}, method="POST", **secret)
                self.look(target, target.replace(stub=True, sample=sample), sample)
                for asked in (target, target.replace(method="GET", json=None), target.replace(stub=True, sample=sample)):
                    try:
                        response = provider.call(asked)
                        self.look(response, response.headers)
                        response.json(SECRET and "nothing", int)
                    except moya.MoyaError as error:
                        self.look(error, error.target, error.response)
                    with self.assertRaises(moya.StatusError) as refused:
                        provider.call(target.replace(sample=sample, stub=True)).raise_for_status()
                    self.look(refused.exception, refused.exception.response)
            for changes in (
                {"base_url": f"https://user:{SECRET}@unknown.invalid"}, {"base_url": f"ftp://user:{SECRET}@{host}"},
                {"base_url": f"http://user:{SECRET}/x@{host}"}, {"headers": {"A": f"{SECRET}\n"}},
                {"base_url": SECRET},
            ):
                target = moya.Target(**{**secret, **changes})
                with self.assertRaises(moya.MoyaError) as caught:
                    provider.call(target)
                self.look(target, caught.exception)
            self.look(provider)
        with moya.Provider(proxy=f"http://user:{SECRET}@127.0.0.1:9") as provider:
            with self.assertRaises(moya.ConnectError) as caught:
                provider.call(moya.Target(self.server.url))
            self.look(provider, caught.exception)
        self.assertGreater(len(self.texts), 100)
        self.assertEqual([text for text in self.texts if SECRET in text], [])

    def test_a_status_that_is_refused_names_host_and_path(self) -> None:
        with moya.Provider() as provider:
            response = provider.call(self.target("/missing", query={"token": SECRET}))
        with self.assertRaises(moya.StatusError) as caught:
            response.raise_for_status()
        self.assertEqual(str(caught.exception), f"/missing: HTTP status 404 from {self.server.url}/missing")
        self.assertEqual(repr(response), f"<moya.Response 404 {self.server.url}/missing>")
        self.assertEqual(repr(stubbed()), "<moya.Target stubbed: GET https://api.example.com/items>")
