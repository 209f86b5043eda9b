"""Tests APIs that are classes."""

import copy
import enum
import pickle
import unittest
import uuid

import moya
from support import STUB


class GitHub(moya.API):
    base_url = "https://api.github.com"
    headers = {"Accept": "application/json", "X-Client": "tests"}
    zen = moya.Route("/zen", sample=moya.Sample(text="Be terse."))
    user = moya.Route("/users/{name}")
    create = moya.Route("/repos/{owner}", "POST", headers={"accept": "text/plain"})


class RouteTests(unittest.TestCase):
    def test_a_route_makes_a_target_that_carries_its_name(self) -> None:
        target = GitHub.user(name="octocat")
        self.assertEqual(
            target,
            moya.Target("https://api.github.com", "/users/octocat", headers=GitHub.headers, name="GitHub.user"),
        )

    def test_an_instance_has_a_base_url_of_its_own(self) -> None:
        self.assertEqual(GitHub("http://localhost:1").zen().base_url, "http://localhost:1")
        self.assertEqual(GitHub.zen().base_url, "https://api.github.com")

    def test_closer_headers_win_whatever_their_case(self) -> None:
        target = GitHub.create(owner="o", json={"name": "x"})
        self.assertEqual(target.headers, (("X-Client", "tests"), ("accept", "text/plain")))
        self.assertEqual((target.method, target.json), ("POST", {"name": "x"}))

    def test_what_an_api_says_counts_as_it_is_at_each_call(self) -> None:
        class Changing(moya.API):
            base_url = "https://one.example"
            headers = {"A": "1"}
            get = moya.Route("/x", headers={"B": "2"}, timeout=3)

        def said() -> "tuple[object, ...]":
            target = Changing.get(query={"q": 1})
            return target.base_url, target.headers, target.path, target.timeout, target.query

        rest = "/x", 3, (("q", 1),)
        self.assertEqual(said(), ("https://one.example", (("A", "1"), ("B", "2")), *rest))
        Changing.headers["A"] = "3"
        self.assertEqual(said(), ("https://one.example", (("A", "3"), ("B", "2")), *rest))
        Changing.base_url, Changing.headers = "https://two.example", {"b": "4", "C": "5"}
        self.assertEqual(said(), ("https://two.example", (("C", "5"), ("B", "2")), *rest))
        with moya.Provider(stub=STUB) as provider:
            urls = [provider.call(Changing.get(query={"q": n}, sample=moya.Sample())).url for n in (1, 2)]
        self.assertEqual(urls, ["https://two.example/x?q=1", "https://two.example/x?q=2"])

    def test_a_placeholder_may_have_a_format(self) -> None:
        class Formatted(moya.API):
            base_url = "https://one.example"
            padded = moya.Route("/x/{n:0>4}")
            slashes = moya.Route("/x/{n:/>4}")
            nested = moya.Route("/x/{n:0>{w}}")

        self.assertEqual(Formatted.padded(n="7").path, "/x/0007")
        self.assertEqual(Formatted.slashes(n="7").path, "/x////7")
        self.assertEqual(Formatted.nested(n="7", w="3").path, "/x/007")
        with self.assertRaisesRegex(moya.UsageError, "slash"):
            Formatted.padded(n="a/b")

    def test_a_copied_route_makes_targets(self) -> None:
        GitHub.user(name="octocat")
        route = copy.copy(vars(GitHub)["user"])
        self.assertEqual(route.__get__(None, GitHub)(name="octocat"), GitHub.user(name="octocat"))

    def test_calls_of_a_route_do_not_see_what_others_say(self) -> None:
        class Shared(moya.API):
            base_url = "https://one.example"
            create = moya.Route("/{name}", "POST", sample=moya.Sample(text="made"))

        first = Shared.create(name="a", json={"n": 1}, query={"q": "x y"})
        second, third = Shared.create(name="b", json=[2]), Shared.create(name="c", headers={"A": "1"})
        self.assertEqual((first.path, first.json, first.query), ("/a", {"n": 1}, (("q", "x y"),)))
        self.assertEqual((second.path, second.json, second.query, second.headers), ("/b", [2], None, None))
        self.assertEqual((third.path, third.json, third.headers), ("/c", None, (("A", "1"),)))
        same = moya.Target(
            "https://one.example", "/a", "POST", json={"n": 1}, query={"q": "x y"}, name="Shared.create",
            sample=moya.Sample(text="made"),
        )
        self.assertEqual(first, same)
        self.assertEqual(pickle.loads(pickle.dumps(first)), same)
        with moya.Provider(stub=STUB) as provider:
            urls = [provider.call(target).url for target in (first, second, third, pickle.loads(pickle.dumps(first)))]
        self.assertEqual([url.rpartition("/")[2] for url in urls], ["a?q=x%20y", "b", "c", "a?q=x%20y"])

    def test_a_route_sends_what_a_target_without_a_route_sends(self) -> None:
        class Plain(moya.API):
            base_url = "https://one.example"
            headers = {"A": "1", "B": "\u00fc"}
            create = moya.Route("/{name}/x", "POST", headers={"C": "3"})
            show = moya.Route("/{name}/x", "POST")

        sent: "list[tuple[object, ...]]" = []

        def backend(request: moya.Request) -> moya.Sample:
            sent.append((request.url, request.method, request.headers, request.body))
            return moya.Sample()

        class Name(str, enum.Enum):
            ONE = "one"

        queries: "tuple[object, ...]" = (
            None, {}, {"q": "x y", "n": 7}, {"e": ""}, {"\u00fc": "x"}, {"x": "\u20ac"}, {"n": -(2**70)}, {"b": True}, {"f": 1.5},
            {"l": [1, "a"]}, {"m": {"a": 1}}, {"none": None}, {"e": Name.ONE}, {Name.ONE: "e"}, [("a", "1"), ("a", 2)],
            {f"name-{n}": "v" * n for n in range(99)},
        )
        values: "tuple[object, ...]" = (None, {"\u00fc": [1.5, None, "\u20ac"]}, [], "", 0, "x" * 70_000)
        with moya.Provider(backend=backend) as provider:
            for name in ("octocat", "\u00fc", "a b", "{x}"):
                for query in queries:
                    for value in values:
                        escaped = name.replace("{", "{{").replace("}", "}}")
                        fields = {"query": query, "json": value}
                        for route, own in ((Plain.show, {}), (Plain.create, {"C": "3"})):
                            made = route(name=name, **fields)
                            same = moya.Target(
                                "https://one.example", f"/{escaped}/x", "POST", headers={**Plain.headers, **own},
                                name=made.name, **fields,
                            )
                            self.assertEqual(made, same)
                            for target in (made, same, made.replace(timeout=9)):
                                provider.call(target)
                            self.assertEqual(sent[0], sent[1], fields)
                            self.assertEqual(sent[0], sent[2], fields)
                            sent.clear()

    def test_a_route_refuses_texts_that_cannot_be_sent(self) -> None:
        for query in ({"a": "b\0"}, {"a\0": "b"}, {"a": "\ud800"}, {"\ud800": "a"}, {1: "a"}, {"a": object()}):
            with self.subTest(query), self.assertRaises(ValueError):
                GitHub.zen(query=query)
        for name in ("a\0", "\ud800"):
            with self.subTest(name), self.assertRaises(ValueError):
                GitHub.user(name=name, query={"a": "b"})
        with self.assertRaises(ValueError):
            GitHub.zen(json=float("nan"))

    def test_a_placeholder_may_have_a_format_and_may_be_there_twice(self) -> None:
        class Formats(moya.API):
            base_url = "https://one.example"
            twice = moya.Route("/{a}/{b}{a}")
            padded = moya.Route("/{a:>3}/{b}")
            braces = moya.Route("/{{a}}/{b}/}}")

        self.assertEqual(Formats.twice(a="1", b="2").path, "/1/21")
        self.assertEqual(Formats.padded(a="1", b="2").path, "/  1/2")
        self.assertEqual(Formats.braces(b="2").path, "/{{a}}/2/}}")

    def test_each_class_has_its_own_base_url_on_a_shared_route(self) -> None:
        class One(moya.API):
            base_url = "https://one.example"
            get = moya.Route("/x")

        class Two(One):
            base_url = "https://two.example"

        for api in (One, Two, One, Two("https://three.example"), Two):
            self.assertEqual(api.get().base_url, api.base_url)

    def test_the_defaults_of_a_route_may_be_a_body(self) -> None:
        class Bodies(moya.API):
            base_url = "https://one.example"
            create = moya.Route("/x", "POST", json={"n": 1}, query={"a": 1})

        self.assertEqual(Bodies.create(query={"b": 2}).json, {"n": 1})
        self.assertEqual(Bodies.create(query={"b": 2}).query, (("b", 2),))
        with self.assertRaises(TypeError):
            Bodies.create(body=b"x")

    def test_a_placeholder_needs_a_value(self) -> None:
        with self.assertRaisesRegex(TypeError, r"GitHub\.user\(\) needs name="):
            GitHub.user()

    def test_a_value_cannot_change_the_path(self) -> None:
        for value in ("", ".", "..", "a/.", "../admin"):
            with self.subTest(value), self.assertRaises(ValueError):
                GitHub.user(name=value)

    def test_a_value_is_text_or_has_a_text_of_its_own(self) -> None:
        class Name(str, enum.Enum):
            ONE = "one"

        own = uuid.UUID(int=7)
        for value, path in ((7, "7"), (Name.ONE, "one"), (1.5, "1.5"), (own, str(own)), ("\u00fc", "\u00fc")):
            self.assertEqual(GitHub.user(name=value).path, f"/users/{path}")
        for value in (None, True, b"x", ["x"], {"a": 1}, ("x",), {1}):
            with self.subTest(value), self.assertRaisesRegex(ValueError, "name must be a text or a number, not"):
                GitHub.user(name=value)

    def test_a_value_is_not_shown_in_errors(self) -> None:
        with self.assertRaises(ValueError) as caught:
            GitHub.user(name="secret/..")
        self.assertNotIn("secret", str(caught.exception))

    def test_a_placeholder_without_a_name_is_refused(self) -> None:
        for path in ("/{}", "/{0}", "/{a.b}", "/{a[0]}"):
            with self.subTest(path), self.assertRaisesRegex(ValueError, "placeholder"):
                moya.Route(path)

    def test_an_unknown_argument_is_refused(self) -> None:
        with self.assertRaises(TypeError):
            GitHub.zen(page=2)

    def test_a_default_sample_answers_the_stub(self) -> None:
        with moya.Provider(stub=STUB) as provider:
            self.assertEqual(provider.call(GitHub.zen()).text, "Be terse.")
