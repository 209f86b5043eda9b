"""Tests providers that are made of data: plugins by their names, and secrets of the environment.
Tests/modules/limit_workers.py has the tests with modules and a shared store."""

import os
import pickle
import unittest
import unittest.mock
from pathlib import Path
from typing import Any, Dict

import moya
from support import DEADLINE, ServerTest

CANARY = "canary-of-the-environment"
TOKEN: Dict[str, Any] = {"plugins": [("moya.access-token", {"token": "env:MOYA_TEST_TOKEN"})]}


class Counted(moya.Plugin):
    id = "org.example.counted"

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["X-Counted"] = "1"


def with_token() -> Any:
    return unittest.mock.patch.dict(os.environ, MOYA_TEST_TOKEN=CANARY)


class RecipeTests(ServerTest):
    def test_a_provider_has_the_plugins_of_its_recipe_in_their_order(self) -> None:
        recipe: Dict[str, Any] = {**TOKEN, "plugins": [*TOKEN["plugins"], Counted(), "moya.retry", ["moya.logger", {"level": "debug"}]]}
        with with_token(), moya.Provider(**recipe) as provider:
            sent = provider.call(self.target("/echo")).json("headers")
        self.assertEqual((sent["authorization"], sent["x-counted"]), (f"Bearer {CANARY}", "1"))

    def test_the_variable_of_a_secret_is_read_where_the_provider_is_made(self) -> None:
        pickled = pickle.dumps(TOKEN)
        with with_token(), moya.Provider(**pickle.loads(pickled)) as provider:
            self.assertEqual(provider.call(self.target("/echo")).json("headers.authorization"), f"Bearer {CANARY}")
            self.assertEqual(pickle.dumps(TOKEN), pickled)
            for shown in (repr(provider), repr(provider._options), repr(provider._added), repr(TOKEN)):
                self.assertNotIn(CANARY, shown)

    def test_an_intercepted_provider_has_the_plugins_of_its_recipe(self) -> None:
        with with_token(), moya.Provider(**TOKEN) as provider, moya.intercept() as mock:
            rule = mock.on(path="/zen").reply({"is": "stubbed"})
            self.assertEqual(provider.call(self.target("/zen")).json("is"), "stubbed")
            self.assertEqual(rule.calls[0].headers["Authorization"], f"Bearer {CANARY}")

    def test_texts_that_are_no_secrets_are_used_as_they_are(self) -> None:
        recipe: Any = {
            "headers": {"X-Env": "env:MOYA_TEST_TOKEN"},
            "plugins": [("moya.access-token", {"token": "t0ken", "scheme": "env:MOYA_TEST_TOKEN"})],
        }
        with with_token(), moya.Provider(**recipe) as provider:
            sent = provider.call(self.target("/echo")).json("headers")
        self.assertEqual((sent["x-env"], sent["authorization"]), ("env:MOYA_TEST_TOKEN", "env:MOYA_TEST_TOKEN t0ken"))

    def test_a_mistake_in_a_recipe_is_named_without_its_secrets(self) -> None:
        wrong: "list[tuple[Any, str]]" = [
            (TOKEN, '"token" of moya.access-token names the variable MOYA_TEST_TOKEN, which the environment does not have'),
            ({"plugins": [("moya.retry",)]}, "a tuple in plugins must be (name, options)"),
            ({"plugins": [("moya.retry", CANARY)]}, "a tuple in plugins must be (name, options)"),
            ({"plugins": [(7, {})]}, "a tuple in plugins must be (name, options)"),
            ({"plugins": {"moya.retry": {}}}, "plugins must be a list of plugins, not dict"),
            ({"plugins": "moya.retry"}, "plugins must be a list of plugins, not str"),
            ({"plugins": ["moya.nothing"]}, "moya.nothing"),
            ({"plugins": ["moya-test-nothing"]}, "moya-test-nothing"),
            ({"plugins": [Path("moya-test-nothing.so")]}, "moya-test-nothing.so"),
            ({"plugins": [("moya.retry", {"attempts": object()})]}, "config of moya.retry is not a JSON object"),
            ({"plugins": ["moya.retry"], "shared": f"redis://:{CANARY}@h"}, "shared is a store for modules"),
            ({"shared": "file:/tmp/x"}, "shared is a store for modules"),
            ({"shared": 7}, "shared must be a str, not int"),
        ]
        for recipe, message in wrong:
            with self.subTest(message), self.assertRaises(moya.MoyaError) as caught:
                moya.Provider(**recipe)
            self.assertIn(message, str(caught.exception))
            self.assertNotIn(CANARY, str(caught.exception))

    def test_a_provider_for_event_loops_takes_a_recipe_too(self) -> None:
        import asyncio

        async def call() -> Any:
            async with moya.AsyncProvider(timeout=DEADLINE, **TOKEN) as provider:
                return (await provider.call(self.target("/echo"))).json("headers.authorization")

        with with_token():
            self.assertEqual(asyncio.run(call()), f"Bearer {CANARY}")
