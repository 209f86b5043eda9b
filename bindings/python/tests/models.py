"""Tests typed clients with models of msgspec and pydantic. Tests/steps/python runs it where these packages are
installed."""

import datetime
import sys
import unittest
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Dict, List, Literal, Optional, Union

import msgspec
import pydantic

import moya
from moya.typed import API, APIError, Body, Events, M, Name, get, post, register
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


class Color(Enum):
    RED = "red"


class Colored(msgspec.Struct):
    color: Color


class First(msgspec.Struct, tag="first"):
    x: int = 0


class Second(msgspec.Struct, tag="second"):
    y: int = 0


class Cat(pydantic.BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(pydantic.BaseModel):
    kind: Literal["dog"]


@dataclass
class Mixed:
    """Only the converters of this package know a class with the annotation typed.Name."""

    colored: Annotated[Colored, Name("the")]
    pets: List[Annotated[Union[Cat, Dog], pydantic.Field(discriminator="kind")]]


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

    def test_an_error_of_a_package_has_the_place_in_the_body_and_no_value(self) -> None:
        pet = Annotated[Union[Cat, Dog], pydantic.Field(discriminator="kind")]
        rows: "list[tuple[Any, str, str]]" = [
            (Colored, '{"color":"secret"}', "Invalid enum value at 'color'"),
            (List[Colored], '[{"color":"red"},{"color":"secret"}]', "Invalid enum value at '1.color'"),
            (Union[First, Second], '{"type":"secret"}', "Invalid value at 'type'"),
            (Dict[str, Struct], '{"a":{"login":["secret"]}}', "Expected `str`, got `array` at 'a.login'"),
            (Mixed, '{"the":{"color":"red"},"pets":[{"kind":"secret"}]}', ".*Input should be 'dog' at 'kind' at 'pets.0'"),
            (Mixed, '{"the":{"color":"red"},"pets":[{"kind":"cat","lives":"secret"}]}', "Input should be a valid integer.* at 'lives'; .* at 'pets.0'"),
            (Mixed, '{"the":{"color":"secret"},"pets":[]}', "Invalid enum value at 'the.color'"),
            (List[pet], '[{"kind":"secret"}]', "Input tag is none of the expected tags at '0'"),
        ]
        for kind, text, reason in rows:

            class Own(API[M]):
                base_url = "http://api.invalid"

                @get("/own")
                def own(self) -> kind: ...  # type: ignore[valid-type]

            with self.subTest(kind, text=text), moya.intercept() as mock, Own() as own:
                mock.on(path="/own").reply(moya.Sample(text=text))
                with self.assertRaisesRegex(moya.KeyPathError, f": {reason}$") as caught:
                    own.own()
                self.assertNotIn("secret", str(caught.exception))

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
