"""An API as a class."""

import enum
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

    def test_a_placeholder_needs_a_value(self) -> None:
        with self.assertRaisesRegex(TypeError, r"GitHub\.user\(\) needs name="):
            GitHub.user()

    def test_a_value_cannot_change_the_path(self) -> None:
        for value in ("", ".", "..", "a/b", "../admin"):
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
            GitHub.user(name="secret/7")
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
