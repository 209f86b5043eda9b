"""Tests typed clients with models of msgspec and pydantic. Tests/steps/python runs it where these packages are
installed."""

import datetime
import sys
import unittest
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Union

import msgspec
import pydantic

import moya
from moya.typed import API, APIError, Body, Events, M, get, post, register
from moya.typed._result import decoder
from support import DEADLINE, ServerTest


class Struct(msgspec.Struct, rename={"count": "followers"}, omit_defaults=True):
    login: str
    count: int = 0
    at: Optional[datetime.datetime] = None


class Model(pydantic.BaseModel):
    login: str
    followers: int = pydantic.Field(0, alias="count")


@dataclass
class Both:
    struct: Struct
    models: List[Model]


@dataclass
class Registered:
    text: str


register(Registered, lambda text: Registered(text.decode()))


class Problem(APIError[Model]): ...


class Hub(API[M]):
    errors = {4: Problem}

    @get("/user")
    def struct(self) -> Struct: ...
    @get("/user")
    def model(self) -> Model: ...
    @get("/users")
    def models(self) -> List[Model]: ...
    @get("/users")
    def structs(self) -> List[Struct]: ...
    @get("/events")
    def events(self) -> Events[Struct]: ...
    @post("/echo")
    def echo(self, body: Body[Any]) -> Dict[str, Any]: ...
    @post("/echo")
    def member(self, struct: Struct, model: Model) -> Dict[str, Any]: ...


class ModelTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.hub = self.enterContextOf(Hub(moya.Provider(timeout=DEADLINE), base_url=self.server.url))

    def test_a_struct_and_a_model_are_results_and_elements(self) -> None:
        user = b'{"login":"ann","followers":3,"count":4}'
        self.server.replies = {"/user": [(200, {}, user)], "/users": [(200, {}, b"[" + user + b"]")]}
        self.assertEqual(self.hub.struct(), Struct("ann", 3))
        self.assertEqual(self.hub.model(), Model(login="ann", count=4))
        self.assertEqual(self.hub.structs(), [Struct("ann", 3)])
        self.assertEqual(self.hub.models(), [Model(login="ann", count=4)])

    def test_a_body_that_does_not_fit_is_an_error_that_does_not_show_its_values(self) -> None:
        self.server.replies = {"/user": [(200, {}, b'{"login":["secret"]}')]}
        for name in ("struct", "model"):
            with self.subTest(name), self.assertRaisesRegex(moya.KeyPathError, rf"Hub\.{name}: the JSON is not a \w+: .*login") as caught:
                getattr(self.hub, name)()
            self.assertNotIn("secret", str(caught.exception))
        self.server.replies = {"/user": [(200, {}, b"<html>")]}
        for name in ("struct", "model"):
            with self.subTest(name), self.assertRaises(moya.JSONError):
                getattr(self.hub, name)()

    def test_errors_have_models(self) -> None:
        self.server.replies = {"/user": [(404, {}, b'{"login":"none"}')]}
        with self.assertRaises(Problem) as caught:
            self.hub.struct()
        self.assertEqual(caught.exception.value, Model(login="none"))

    def test_events_have_structs(self) -> None:
        self.server.replies = {"/events": [(200, {"Content-Type": "text/event-stream"}, b'data: {"login":"ann"}\n\n')]}
        self.assertEqual(list(self.hub.events()), [Struct("ann")])

    def test_structs_and_models_are_sent_with_their_own_names(self) -> None:
        at = datetime.datetime(2026, 2, 3, 4, 5, 6, tzinfo=datetime.timezone.utc)
        rows: "list[tuple[Any, str]]" = [
            (Struct("ann", 3, at), '{"login":"ann","followers":3,"at":"2026-02-03T04:05:06Z"}'),
            (Model(login="ann", count=4), '{"login":"ann","count":4}'),
            ([Struct("a")], '[{"login":"a"}]'),
            (Both(Struct("a"), [Model(login="b")]), '{"struct":{"login":"a"},"models":[{"login":"b","count":0}]}'),
        ]
        for value, text in rows:
            with self.subTest(value):
                self.assertEqual(self.hub.echo(value)["body"], text)
        self.assertEqual(self.hub.member(Struct("a"), Model(login="b"))["body"], '{"struct":{"login":"a"},"model":{"login":"b","count":0}}')


class DecoderTests(unittest.TestCase):
    def test_types_of_several_packages_can_be_inside_each_other(self) -> None:
        text = b'{"struct":{"login":"a"},"models":[{"login":"b"}]}'
        self.assertEqual(decoder(Both)(text), Both(Struct("a"), [Model(login="b")]))
        rows: "list[tuple[Any, bytes, Any]]" = [
            (Dict[str, Registered], b'{"a":1}', {"a": Registered("1")}),
            (Union[Struct, int], b"7", 7),
            (Optional[Model], b"null", None),
        ]
        for kind, text, value in rows:
            with self.subTest(kind):
                self.assertEqual(decoder(kind)(text), value)

    def test_msgspec_is_imported_only_when_a_type_is_decoded(self) -> None:
        import subprocess

        program = (
            "import sys, moya.typed, moya.typed._result as d; assert 'msgspec' not in sys.modules and 'pydantic' not in sys.modules; "
            "d.decoder(int); assert 'msgspec' in sys.modules and 'pydantic' not in sys.modules"
        )
        subprocess.run([sys.executable, "-c", program], check=True)
