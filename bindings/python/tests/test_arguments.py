"""Tests the arguments of callers. Every error names the argument and shows no value."""

import asyncio
import enum
import math
import unittest
import unittest.mock
from typing import Any, Callable, List, Tuple

import moya
from support import stubbed
from test_api import GitHub

URL = "https://a.example"
Make = Callable[..., Any]


class Word(str, enum.Enum):
    ONE = "one"


class Evil(str):
    """A str whose methods do something else."""

    def encode(self, *_: Any) -> Any:
        return 7

    def __str__(self) -> str:
        return "evil"


def target(**given: Any) -> moya.Target:
    return moya.Target(**{"base_url": URL, **given})


def pair_cases(make: Make, name: str) -> "List[Tuple[Make, Any, str]]":
    values: "List[Any]" = ["a: secret", b"a", 7, [("a",)], [("a", "b", "c")], ["ab"], [7], [(7, "a")], {7: "a"}]
    return [(make, {name: value}, name) for value in values]


class ArgumentTests(unittest.TestCase):
    def refuse(self, cases: "List[Tuple[Make, Any, str]]") -> None:
        for make, given, word in cases:
            with self.subTest(given), self.assertRaises((moya.UsageError, moya.RequestError)) as caught:
                make(**given)
            self.assertRegex(str(caught.exception), rf"\b{word}\b")
            self.assertNotIn("secret", str(caught.exception))
            self.assertIsInstance(caught.exception, ValueError)

    def test_of_a_target(self) -> None:
        times: "List[Any]" = ["3", "secret", 0, -1, math.nan, math.inf, 1e12, 10**400, True, b"1", [1]]
        self.refuse(
            [(target, {"timeout": value}, "timeout") for value in times]
            + [(target, {"stub_delay": value}, "stub_delay") for value in times if value != 0]
            + pair_cases(target, "headers") + pair_cases(target, "query")
            + [
                (target, {"base_url": 7}, "base_url"),
                (target, {"base_url": b"https://secret"}, "base_url"),
                (target, {"path": "/secret\0"}, "path"),
                (target, {"path": "/secret\udc80"}, "path"),
                (target, {"path": 7}, "path"),
                (target, {"method": None}, "method"),
                (target, {"name": 7}, "name"),
                (target, {"headers": {"A": "secret\0"}}, "headers"),
                (target, {"headers": {"A": 7}}, "headers"),
                (target, {"headers": {"A": None}}, "headers"),
                (target, {"headers": {"A\udc80": "b"}}, "headers"),
                (target, {"query": {"q": object()}}, "query"),
                (target, {"query": {"q": b"secret"}}, "query"),
                (target, {"query": {"q": 10**5000}}, "query"),
                (target, {"query": {"q": "secret\0"}}, "query"),
                (target, {"body": "secret"}, "body"),
                (target, {"body": 7}, "body"),
                (target, {"json": math.inf}, "json"),
                (target, {"json": object()}, "json"),
                (target, {"json": "secret\udc80"}, "json"),
                (target, {"json": {"secret": {1, 2}}}, "json"),
                (target, {"stub": "yes"}, "stub"),
                (target, {"stub": 2}, "stub"),
                (target, {"stub": None}, "stub"),
                (target, {"sample": "secret"}, "sample"),
                (target, {"tags": "secret"}, "tags"),
                (target, {"tags": 7}, "tags"),
                (target, {"tags": [7]}, "tag"),
            ]
        )

    def test_of_a_sample(self) -> None:
        self.refuse(
            pair_cases(moya.Sample, "headers")
            + [
                (moya.Sample, {"status_code": 99}, "status_code"),
                (moya.Sample, {"status_code": "200"}, "status_code"),
                (moya.Sample, {"status_code": None}, "status_code"),
                (moya.Sample, {"text": 7}, "text"),
                (moya.Sample, {"text": "secret\udc80"}, "text"),
                (moya.Sample, {"body": "secret"}, "body"),
                (moya.Sample, {"json": object()}, "json"),
                (moya.Sample, {"failure": -40}, "failure"),
                (moya.Sample, {"failure": moya.Status.STATE}, "failure"),
            ]
        )

    def test_of_a_provider(self) -> None:
        for kind in (moya.Provider, moya.AsyncProvider):
            times = ["3", 0, -1, math.nan, True]
            counts: "List[Any]" = ["3", 0, -1, 1.5, True, 1 << 64]
            self.refuse(
                [(kind, {name: value}, name) for name in ("timeout", "connect_timeout", "idle_timeout") for value in times]
                + [(kind, {"max_connections": value}, "max_connections") for value in counts]
                + [(kind, {"loops": value}, "loops") for value in [*counts, 65]]
                + [(kind, {"max_redirects": value}, "max_redirects") for value in counts if value != 0]
                + [
                    (kind, {"max_body_size": 1 << 64}, "max_body_size"),
                    (kind, {"headers": {"A": 7}}, "headers"),
                    (kind, {"parameters": {"a": math.nan}}, "parameters"),
                    (kind, {"user_agent": "secret\0"}, "user_agent"),
                    (kind, {"ca": 7}, "ca"),
                    (kind, {"verify": "secret"}, "verify"),
                    (kind, {"verify": {"a": 7}}, "verify"),
                    (kind, {"verify": {7: True}}, "verify"),
                    (kind, {"verify": {"secret://": False}}, "verify"),
                    (kind, {"pins": "secret"}, "pins"),
                    (kind, {"pins": {"a": 7}}, "pins"),
                    (kind, {"pins": {"a": [7]}}, "pins"),
                    (kind, {"pins": {"a": "secret"}}, "pins"),
                    (kind, {"cert": 7}, "cert"),
                    (kind, {"cert": ()}, "cert"),
                    (kind, {"cert": ("a", "b", 7)}, "cert"),
                    (kind, {"cert": ("/secret", None, "secret")}, "cert"),
                    (kind, {"min_tls": "1.1"}, "min_tls"),
                    (kind, {"http": "3"}, "http"),
                    (kind, {"http": 2}, "http"),
                    (kind, {"unix_socket": 7}, "unix_socket"),
                    (kind, {"unix_socket": "secret" * 30}, "unix_socket"),
                    (kind, {"resolve": ["secret"]}, "resolve"),
                    (kind, {"resolve": {"secret": "127.0.0.1"}}, "resolve"),
                    (kind, {"interface": "secret9"}, "interface"),
                    (kind, {"no_proxy": 7}, "no_proxy"),
                    (kind, {"no_proxy": ["secret:x"]}, "no_proxy"),
                    (kind, {"auth": "secret"}, "auth"),
                    (kind, {"auth": ("a:b", "secret")}, "auth"),
                    (kind, {"auth": moya.Bearer("sec ret")}, "auth"),
                    (kind, {"proxy_auth": moya.Bearer("secret")}, "proxy_auth"),
                    (kind, {"origin_headers": ["se cret"]}, "origin_headers"),
                    (kind, {"max_header_size": 0}, "max_header_size"),
                    (kind, {"guard": "secret"}, "guard"),
                    (kind, {"guard": ["secret"]}, "guard"),
                    (kind, {"guard": True, "proxy": "http://user:secret@h"}, "guard"),
                    (kind, {"proxy": b"http://user:secret@h"}, "proxy"),
                    (kind, {"stub": "yes"}, "stub"),
                    (kind, {"stub_delay": -1}, "stub_delay"),
                ]
            )
            with self.assertRaisesRegex(TypeError, rf"{kind.__name__}\(\) has no option 'timout': did you mean 'timeout'"):
                kind(timout=1)  # type: ignore[call-arg]
            with self.assertRaisesRegex(TypeError, "has no option 'colour'$"):
                kind(colour=3)  # type: ignore[call-arg]

    def test_of_a_plugin(self) -> None:
        with moya.Provider() as provider:
            for given in ({"path": 7}, {"path": b"./x.so"}, {"path": "./x\0.so"}):
                self.refuse([(provider.load_plugin, given, "path")])
            for config in ([], "{}", {"a": object()}, {"a": math.nan}):
                self.refuse([(provider.load_plugin, {"path": "./x.so", "config": config}, "config")])

    def test_of_a_call(self) -> None:
        async def call(wrong: Any) -> None:
            async with moya.AsyncProvider() as other:
                await other.call(wrong)

        with moya.Provider() as provider:
            for wrong, word in (
                ("http://secret", "^target must be a moya.Target, not str$"), (None, "not None$"),
                (GitHub.user, "a route is to be called first"), (7, "not int"), (unittest.mock.MagicMock(), "MagicMock"),
            ):
                with self.assertRaisesRegex(moya.UsageError, word) as caught:
                    provider.call(wrong)  # type: ignore[arg-type]
                self.assertNotIn("secret", str(caught.exception))
                with self.assertRaisesRegex(moya.UsageError, word):
                    asyncio.run(call(wrong))

    def test_of_what_the_library_refuses(self) -> None:
        long = "a" * 140_000
        pairs = [("a", "b")] * 10_001
        sample = moya.Sample(headers={"a": long})
        targets: "List[Tuple[dict[str, Any], str]]" = [
            ({"base_url": f"http://{long}"}, "base_url is longer"), ({"base_url": "http://"}, "base_url has no host"),
            ({"path": long}, "path is longer"), ({"method": long}, "method is longer"), ({"name": long}, "name is longer"),
            ({"headers": {"a": long}}, r"a value in headers \(index 0\) is longer"),
            ({"headers": {long: "a"}}, r"a name in headers \(index 0\) is longer"),
            ({"headers": pairs}, "headers has more than"), ({"query": pairs}, "query has more than"),
            ({"query": {"a": "b", "c": long}}, r"a value in query \(index 1\) is longer"),
            ({"tags": [long]}, r"a tag \(index 0\) is longer"), ({"tags": ["a"] * 10_001}, "tags has more than"),
            ({"sample": sample, "stub": True}, r"a value in a sample's headers \(index 0\) is longer"),
        ]
        options: "List[Tuple[dict[str, Any], str]]" = [
            ({"ca": "/nonexistent"}, "^ca cannot be used"), ({"ca": long}, "^ca is longer"),
            ({"ca": b"x"}, "^verify, ca or pins cannot be used: its authorities are no certificates"),
            ({"proxy": "garbage://h"}, "^proxy cannot be used"), ({"user_agent": "a\nb"}, "^user_agent: "),
        ]
        with moya.Provider() as provider:
            cases = [(lambda given=given: provider.call(target(**given)), words) for given, words in targets]
            cases += [(lambda given=given: moya.Provider(**given), words) for given, words in options]
            for use, words in cases:
                with self.subTest(words), self.assertRaisesRegex(moya.MoyaError, words) as caught:
                    use()
                self.assertNotIn("moya_", str(caught.exception))

    def test_of_a_route(self) -> None:
        class Own(moya.API):
            zen = moya.Route("/zen")
            braces = moya.Route("/{{{name}}}")

        self.assertEqual(Own("http://h").braces(name="a").path, "/{{a}}")
        malformed = ["/{", "/}", "/{}", "/{0}", "/{a b}", "/{a.b}", "/{a[0]}", "/{a:3d}", "/{a!x}"]
        cases: "List[Tuple[Callable[[], Any], type[Exception], str]]" = [
            (GitHub.user, TypeError, r"^GitHub\.user\(\) needs name=…, a text or a number$"),
            (lambda: GitHub.user("octocat"), TypeError, r"^GitHub\.user\(\) takes values by name only"),
            (lambda: GitHub.user(name="a", qery={}), TypeError, r"GitHub\.user\(\) has no argument 'qery': did you mean 'query'"),
            (lambda: GitHub.user(nme="a"), TypeError, "needs name="),
            (lambda: GitHub.user(name=None), ValueError, r"^GitHub\.user: name must be a text or a number, not None$"),
            (lambda: GitHub.user(name="a", timeout="3"), ValueError, "^timeout must be a number of seconds, not str$"),
            (lambda: GitHub.user(name="a", headers="b"), ValueError, "^headers must be a mapping or pairs of .*, not str$"),
            (lambda: moya.Route(7), ValueError, "^path must be a str, not int$"),  # type: ignore[arg-type]
            (lambda: moya.Route("/", 7), ValueError, "^method must be a str, not int$"),  # type: ignore[arg-type]
            (lambda: moya.Route("/", jsn=1), TypeError, r"^Route\(\) has no argument 'jsn': did you mean 'json'\?$"),
            *((lambda path=path: moya.Route(path), ValueError, "^path has a placeholder that is not a name") for path in malformed),
            (Own.zen, ValueError, r"Own\.zen\(\) needs a base_url"),
            (lambda: Own(7), ValueError, "^base_url must be a str, not int$"),  # type: ignore[arg-type]
        ]
        for use, kind, words in cases:
            with self.subTest(words), self.assertRaisesRegex(kind, words):
                use()

    def test_what_json_cannot_be_mapped_names_the_target(self) -> None:
        cases: "List[Tuple[str, Tuple[Any, ...]]]" = [
            ("{no", ()), ("{no", ("a", int)), ("{}", ("a",)), ("{}", ("a", str)), ('{"a": "b"}', ("a", int)),
            ("1" * 5000, ()), ("[" * 600, ()),
        ]
        with moya.Provider() as provider:
            for body, key in cases:
                response = provider.call(stubbed(name="Forge.issue", sample=moya.Sample(text=body)))
                with self.subTest(body[:9], key=key), self.assertRaisesRegex(moya.ResponseError, "^Forge.issue: "):
                    response.json(*key)

    def test_of_an_answer(self) -> None:
        with moya.Provider() as provider:
            response = provider.call(stubbed())
        for use in (lambda: response.header(7), lambda: response.json(7), lambda: response.json("a\0")):  # type: ignore
            self.assertRaises(ValueError, use)
        for of in (bytes, "str", [], {}):
            with self.assertRaises(TypeError):
                response.json("items", of)  # type: ignore[call-overload]

    def test_subclasses_of_str_int_and_bytes_are_what_they_are(self) -> None:
        made = target(
            path=Evil("/x"), method=Evil("PUT"), headers={Evil("A"): Evil("b")}, name=Evil("n"),
            query={"a": Word.ONE, "b": Evil("x"), "c": moya.Status.STATE},
            body=type("Bytes", (bytes,), {"__len__": lambda self: 1 << 40})(b"12"), stub=True, sample=moya.Sample(),
        )
        with moya.Provider() as provider:
            self.assertEqual(provider.call(made).url, f"{URL}/x?a=one&b=x&c={int(moya.Status.STATE)}")

    def test_values_that_can_be(self) -> None:
        from pathlib import Path

        for options in (
            {"timeout": 0.0001}, {"timeout": 3}, {"timeout": None}, {"max_redirects": 0}, {"stub_delay": 0}, {"proxy": ""},
            {"ca": Path("/etc/ssl/certs/ca-certificates.crt")}, {"stub": True}, {"max_connections": None},
        ):
            with self.subTest(options):
                moya.Provider(**options).close()  # type: ignore[arg-type]
