"""An API as a class."""

import unittest

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

    def test_a_placeholder_needs_a_value(self) -> None:
        with self.assertRaisesRegex(TypeError, "GitHub.user needs name"):
            GitHub.user()

    def test_a_value_cannot_change_the_path(self) -> None:
        for value in ("", ".", "..", "a/b", "../admin"):
            with self.subTest(value), self.assertRaises(ValueError):
                GitHub.user(name=value)

    def test_an_unknown_argument_is_refused(self) -> None:
        with self.assertRaises(TypeError):
            GitHub.zen(page=2)

    def test_a_default_sample_answers_the_stub(self) -> None:
        with moya.Provider(stub=STUB) as provider:
            self.assertEqual(provider.call(GitHub.zen()).text, "Be terse.")
