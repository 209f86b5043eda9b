"""Tests what a typed client makes of a response."""

import asyncio
import json
import pickle
import sys
import unittest
from collections import namedtuple
from dataclasses import asdict, dataclass, field, make_dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Callable, Dict, FrozenSet, Generic, List, Literal, Mapping, NamedTuple, NewType, Optional, Sequence, Set, Tuple, TypedDict, TypeVar, Union, get_type_hints
from unittest import mock
from uuid import UUID

import moya
from moya.typed import API, APIError, M, Name, get, register
from moya.typed._converters import converter
from moya.typed._parameters import class_hints
from moya.typed._result import _decoder, decoder
from support import DEADLINE, ServerTest, expect_linear

T = TypeVar("T")
UserID = NewType("UserID", int)


class Color(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class User:
    login: str
    id: int
    name: Optional[str] = None
    tags: List[str] = field(default_factory=list)
    boss: "Optional[User]" = None


class Row(TypedDict):
    login: str


class Open(Row, total=False):
    id: int


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclass
class Box(Generic[T]):
    items: List[T]
    next: Optional[str] = None


@dataclass
class Named:
    created: Annotated[Optional[datetime], Name("created-at")] = None
    owner: Annotated[str, Name("owner.login")] = ""


@dataclass
class Left:
    right: "Optional[Right]" = None
    user: Optional[User] = None


@dataclass
class Right:
    left: Optional[Left] = None
    user: Optional[User] = None


@dataclass
class First:
    second: "Optional[Second]" = None


@dataclass
class Second:
    first: Optional[First] = None


@dataclass
class Leaf:
    inner: "Optional[Node]"
    values: List[int]


@dataclass
class Fork:
    made = 0

    inner: "Optional[Node]"
    values: List[str]

    def __post_init__(self) -> None:
        Fork.made += 1


#: The type of `values` decides whether a value is a Leaf or a Fork. In JSON, `values` comes after `inner`.
Node = Union[Leaf, Fork]


class Late:
    pass


@dataclass
class Holder:
    user: User
    late: Optional[Late] = None


class Version:
    def __init__(self, text: str) -> None:
        self.parts = tuple(map(int, text.split(".")))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and other.parts == self.parts


register(Version, lambda text: Version(json.loads(text)))
UTC = timezone.utc
#: Each row has a type, a JSON text, and the value that the text becomes.
VALUES: "list[tuple[Any, str, Any]]" = [
    (Any, '{"a":[1,null]}', {"a": [1, None]}),
    (int, "7", 7),
    (float, "7", 7.0),
    (bool, "true", True),
    (UserID, "7", 7),
    (Literal["a", 1], '"a"', "a"),
    (Color, '"red"', Color.RED),
    (Optional[int], "null", None),
    (Union[int, str], '"a"', "a"),
    (List[int], "[1,2]", [1, 2]),
    (Sequence[int], "[1,2]", [1, 2]),
    (Set[int], "[1,1]", {1}),
    (FrozenSet[int], "[1]", frozenset([1])),
    (Tuple[int, str], '[1,"a"]', (1, "a")),
    (Tuple[int, ...], "[1,2]", (1, 2)),
    (Dict[str, Color], '{"a":"blue"}', {"a": Color.BLUE}),
    (Mapping[str, int], '{"a":1}', {"a": 1}),
    (Dict[str, Any], '{"a":{}}', {"a": {}}),
    (datetime, '"2026-02-03T04:05:06.5Z"', datetime(2026, 2, 3, 4, 5, 6, 500000, UTC)),
    (datetime, '"2026-02-03T04:05:06+02:00"', datetime(2026, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=2)))),
    (date, '"2026-02-03"', date(2026, 2, 3)),
    (time, '"04:05:06"', time(4, 5, 6)),
    (UUID, '"00000000-0000-0000-0000-000000000007"', UUID(int=7)),
    (Decimal, '"1.10"', Decimal("1.10")),
    (Decimal, "1.5", Decimal("1.5")),
    (List[bytes], '["aGk="]', [b"hi"]),
    (User, '{"login":"ann","id":1,"more":[]}', User("ann", 1)),
    (User, '{"login":"ann","id":1,"name":"Ann","tags":["a"],"boss":{"login":"b","id":2}}', User("ann", 1, "Ann", ["a"], User("b", 2))),
    (List[User], '[{"login":"ann","id":1}]', [User("ann", 1)]),
    (Row, '{"login":"ann","more":1}', {"login": "ann"}),
    (Open, '{"login":"ann"}', {"login": "ann"}),
    (Open, '{"login":"ann","id":1}', {"login": "ann", "id": 1}),
    (Point, "[1]", Point(1)),
    (Box[User], '{"items":[{"login":"ann","id":1}]}', Box([User("ann", 1)])),
    (Named, '{"created-at":"2026-02-03T04:05:06Z","owner":{"login":"ann"}}', Named(datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC), "ann")),
    (Named, '{"owner":7}', Named()),
    (Version, '"1.2"', Version("1.2")),
    (Dict[str, List[Version]], '{"a":["1.2"]}', {"a": [Version("1.2")]}),
]
#: Each row has a type and a JSON text that is not of the type.
WRONG: "list[tuple[Any, str]]" = [
    (int, "true"), (int, '"1"'), (int, "7.0"), (float, '"1"'), (bool, "1"), (str, "1"), (type(None), "1"), (Optional[int], '"a"'),
    (Literal["a"], '"b"'), (Color, '"green"'), (Union[int, str], "[]"), (List[int], "{}"), (List[int], '["a"]'), (Tuple[int, str], "[1]"),
    (Dict[str, int], '{"a":"b"}'), (datetime, '"yesterday"'), (date, '"2026-02-30"'), (UUID, '"7"'), (Decimal, '"x"'), (bytes, '"?"'),
    (User, "[]"), (User, '{"id":1}'), (User, '{"login":1,"id":1}'), (User, '{"login":"a","id":1,"boss":{}}'), (Row, "{}"), (Point, "[]"),
    (Box[int], '{"items":["a"]}'), (Named, '{"owner":{"login":1}}'), (Version, '"x"'), (int, ""), (int, "{"), (int, "NaN"),
]


def chain(length: int) -> "list[Any]":
    """Returns classes, of which each contains the one before it."""
    kinds = [make_dataclass("Link", [("inner", Any, None)])]
    while len(kinds) < length:
        kinds.append(make_dataclass("Link", [("inner", Optional[kinds[-1]], None)]))
    return kinds


class DecoderTests(unittest.TestCase):
    def test_json_becomes_a_value_of_the_type(self) -> None:
        for kind, text, value in VALUES:
            with self.subTest(kind, text=text):
                found = decoder(kind)(text.encode())
                self.assertEqual((found, type(found)), (value, type(value)))

    def test_json_of_another_type_is_refused(self) -> None:
        for kind, text in WRONG:
            with self.subTest(kind, text=text), self.assertRaises(ValueError):
                decoder(kind)(text.encode())

    def test_the_error_of_a_converter_names_the_place_and_not_the_value(self) -> None:
        rows: "list[tuple[Any, Any, str]]" = [
            (List[User], [{"login": "a", "id": 1, "boss": {"login": 5}}], r"^it is a number, not a string at '0\.boss\.login'$"),
            (User, {"id": 1}, "^it has no 'login'$"),
            (Dict[str, Color], {"a": "secret"}, "^it is not a Color at 'a'$"),
            (Point, [1, None], r"^it is null, not an integer at '1'$"),
            (Literal["a", "b"], "secret", "^it is not one of 'a', 'b'$"),
            (Named, {"owner": {"login": []}}, r"^it is an array, not a string at 'owner\.login'$"),
        ]
        for kind, value, reason in rows:
            with self.subTest(kind), self.assertRaisesRegex(ValueError, reason):
                converter(kind)(value)

    def test_types_that_json_does_not_have_are_refused_with_their_name(self) -> None:
        for kind in (object.__class__, complex, List[complex], namedtuple, Dict[str, "Version2"]):  # type: ignore[name-defined]  # noqa: F821
            with self.subTest(kind), self.assertRaisesRegex(moya.UsageError, "is not a type that JSON can be decoded as"):
                decoder(kind)

    def test_the_annotations_of_a_class_are_evaluated_once(self) -> None:
        read: "list[Any]" = []

        def hints(kind: Any, **options: Any) -> Any:
            read.append(kind)
            return get_type_hints(kind, **options)

        class_hints.cache_clear()
        with mock.patch("moya._types.get_type_hints", hints):
            for kind in (List[First], Second, Tuple[First, Second], Dict[str, First]):
                _decoder.cache_clear()
                decoder(kind)
        self.assertEqual(sorted(it.__name__ for it in read), ["First", "Second"])

    def test_a_chain_of_classes_may_be_longer_than_the_stack(self) -> None:
        kinds = chain(2 * sys.getrecursionlimit())
        value = converter(kinds[-1])({"inner": {"inner": None}})
        self.assertEqual([type(value), type(value.inner), value.inner.inner], [kinds[-1], kinds[-2], None])

    def test_the_decoders_of_many_endpoints_with_the_same_classes_take_linear_work(self) -> None:
        def decoders(count: int) -> Callable[[], Any]:
            kinds = chain(count)
            return lambda: [decoder(kind) for kind in kinds]

        expect_linear(self, decoders, 50)

    def test_the_classes_of_a_union_do_not_decode_a_value_inside_again_and_again(self) -> None:
        for depth in (6, 12):
            value: Any = None
            for _ in range(depth):
                value = {"inner": value, "values": ["a"]}
            Fork.made = 0
            made = converter(Node)(value)
            with self.subTest(depth):
                self.assertIs(type(made), Fork)
                self.assertLess(Fork.made, 2 * depth)

    def test_a_text_that_fits_no_class_of_a_union_is_refused_with_linear_work(self) -> None:
        def refusals(depth: int) -> Callable[[], Any]:
            value: Any = {"inner": None, "values": [True]}
            for _ in range(depth):
                value = {"inner": value, "values": ["a"]}

            def convert() -> None:
                with self.assertRaisesRegex(ValueError, "it is a bool, not a string"):
                    converter(Node)(value)

            return convert

        expect_linear(self, refusals, 3)

    def test_a_type_that_is_refused_does_not_disturb_the_classes_in_it(self) -> None:
        with self.assertRaisesRegex(moya.UsageError, "Late"):
            decoder(Holder)
        self.assertEqual(decoder(User)(b'{"login":"ann","id":1}'), User("ann", 1))
        late = Late()
        register(Late, lambda text: late)
        self.assertEqual(decoder(Holder)(b'{"user":{"login":"ann","id":1},"late":7}'), Holder(User("ann", 1), late))

    def test_classes_that_contain_each_other_are_decoded_from_either_side(self) -> None:
        for kind, value in ((Left, Left(Right(Left(), User("ann", 1)))), (Right, Right(Left(Right())))):
            with self.subTest(kind):
                self.assertEqual(decoder(kind)(json.dumps(asdict(value)).encode()), value)


class Problem(TypedDict):
    message: str


class Missing(APIError[Problem]): ...


class Broken(APIError["Problem"]): ...


class Refused(Broken): ...


class Hub(API[M]):
    errors = {5: Broken}

    @get("/user", errors={404: Missing, 4: Refused})
    def user(self) -> User: ...
    @get("/user", none=[404, 410])
    def find(self) -> Optional[User]: ...
    @get("/items", at="data.items")
    def items(self) -> List[User]: ...
    @get("/items", at="data.next")
    def following(self) -> Optional[int]: ...
    @get("/user")
    def raw(self) -> bytes: ...
    @get("/user")
    def text(self) -> str: ...
    @get("/user")
    def nothing(self) -> None: ...
    @get("/user")
    def whole(self) -> moya.Response: ...


ANN = b'{"login":"ann","id":1}'


class ResultTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.hub = self.enterContextOf(Hub(moya.Provider(timeout=DEADLINE), base_url=self.server.url))

    def reply(self, body: bytes, status: int = 200, path: str = "/user", **fields: str) -> None:
        self.server.replies[path] = [(status, fields, body)]

    def test_a_result_is_what_the_annotation_says(self) -> None:
        self.reply(ANN)
        self.assertEqual(self.hub.user(), User("ann", 1))
        self.assertEqual(self.hub.find(), User("ann", 1))
        self.assertEqual(self.hub.raw(), ANN)
        self.assertIsNone(self.hub.nothing())
        self.assertEqual(self.hub.whole().json("login"), "ann")
        self.assertEqual(self.hub.user.response().content, ANN)

    def test_an_endpoint_of_an_async_provider_is_awaited(self) -> None:
        async def run() -> None:
            async with Hub(moya.AsyncProvider(timeout=DEADLINE), base_url=self.server.url) as hub:
                found = await asyncio.gather(hub.user(), hub.find())
                self.assertEqual(found, [User("ann", 1)] * 2)
                self.assertEqual((await hub.user.response()).status_code, 200)
                self.assertEqual(await hub.send(Hub.user()), User("ann", 1))
                self.reply(b'{"message":"no"}', 404)
                with self.assertRaises(Missing):
                    await hub.user()
                self.assertIsNone(await hub.find())
            self.assertTrue(hub.provider.closed)

        self.reply(ANN)
        asyncio.run(run())

    def test_a_result_at_a_key_path_is_cut_out_of_the_body(self) -> None:
        self.reply(b'{"data": {"items": [' + ANN + b'], "next": null}}', path="/items")
        self.assertEqual(self.hub.items(), [User("ann", 1)])
        self.assertIsNone(self.hub.following())
        response = self.hub.items.response()
        self.assertEqual(response.json_bytes("data.items.0"), ANN)
        self.assertEqual(response.json_bytes(), response.content)
        for nothing in (b'{"data": {}}', b'{"data": null}', b"{}", b"[]"):
            self.reply(nothing, path="/items")
            self.assertIsNone(self.hub.following())
        self.reply(b'{"data": {"next": "x"}}', path="/items")
        with self.assertRaisesRegex(moya.KeyPathError, "a string, not an integer"):
            self.hub.following()
        self.reply(b'{"data": {}}', path="/items")
        with self.assertRaisesRegex(moya.KeyPathError, r"Hub\.items"):
            self.hub.items()

    def test_a_text_is_a_string_of_json_or_the_body_as_its_media_type_says(self) -> None:
        self.reply(b'"a\\u00e9"')
        self.assertEqual(self.hub.text(), "a\u00e9")
        self.reply("caf\u00e9".encode("latin-1"), **{"Content-Type": "text/plain; charset=latin1"})
        self.assertEqual(self.hub.text(), "caf\u00e9")
        self.reply(b"7")
        with self.assertRaises(moya.KeyPathError):
            self.hub.text()

    def test_an_empty_body_is_none_only_if_the_annotation_allows_it(self) -> None:
        self.reply(b"", 204)
        self.assertIsNone(self.hub.find())
        with self.assertRaisesRegex(moya.JSONError, r"Hub\.user"):
            self.hub.user()

    def test_a_byte_order_mark_is_dropped(self) -> None:
        self.reply(b"\xef\xbb\xbf" + ANN)
        self.assertEqual(self.hub.user(), User("ann", 1))

    def test_a_status_raises_the_error_that_the_endpoint_or_the_class_names(self) -> None:
        rows = [(404, Missing), (409, Refused), (500, Broken), (503, Broken)]
        for status, kind in rows:
            with self.subTest(status):
                self.reply(b'{"message":"why"}', status)
                with self.assertRaises(kind) as caught:
                    self.hub.user()
                self.assertIs(type(caught.exception), kind)
                self.assertIsInstance(caught.exception, moya.StatusError)
                self.assertEqual(caught.exception.value, {"message": "why"})
                self.assertEqual(caught.exception.response.status_code, status)
                self.assertEqual(str(caught.exception), f"Hub.user: HTTP status {status} from {self.server.url}/user")
        self.reply(b"", 404)
        with self.assertRaises(moya.StatusError) as plain:
            self.hub.raw()
        self.assertIs(type(plain.exception), moya.StatusError)

    def test_the_value_of_an_error_is_decoded_when_it_is_read(self) -> None:
        self.reply(b"<html>", 404)
        with self.assertRaises(Missing) as caught:
            self.hub.user()
        with self.assertRaises(moya.JSONError):
            caught.exception.value
        self.reply(b'{"message":"why"}', 404)
        with self.assertRaises(Missing) as caught:
            self.hub.user()
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).value, {"message": "why"})

    def test_statuses_can_stand_for_none(self) -> None:
        for status in (404, 410):
            self.reply(b"{}", status)
            self.assertIsNone(self.hub.find())
        self.reply(b"{}", 403)
        with self.assertRaises(moya.StatusError):
            self.hub.find()

    def test_a_body_of_another_type_or_that_is_not_json_is_an_error_with_the_response(self) -> None:
        rows = [(b'{"login":5,"id":1}', moya.KeyPathError, "login"), (b"<html>", moya.JSONError, ""), (b"", moya.JSONError, "")]
        for body, kind, reason in rows:
            with self.subTest(body):
                self.reply(body)
                with self.assertRaisesRegex(kind, rf"Hub\.user: .*{reason}") as caught:
                    self.hub.user()
                self.assertEqual(caught.exception.response.content, body)


class APITests(ServerTest):
    def test_an_api_makes_a_provider_of_options_and_the_block_closes_it(self) -> None:
        self.server.replies["/user"] = [(200, {}, ANN)]
        with Hub(base_url=self.server.url, timeout=DEADLINE) as hub:
            self.assertEqual(hub.user().login, "ann")
        self.assertTrue(hub.provider.closed)

    def test_a_base_url_may_be_that_of_the_provider(self) -> None:
        self.server.replies["/user"] = [(200, {}, ANN)]
        with moya.Provider(base_url=self.server.url, timeout=DEADLINE) as provider:
            self.assertEqual(Hub(provider).user().login, "ann")

    def test_what_is_neither_a_provider_nor_options_is_refused(self) -> None:
        with self.assertRaisesRegex(moya.UsageError, "provider must be a moya.Provider or a moya.AsyncProvider, not str"):
            Hub("https://api.example.com")  # type: ignore[call-overload]
        with moya.Provider() as provider, self.assertRaisesRegex(TypeError, "takes a provider, or options"):
            Hub(provider, timeout=1)  # type: ignore[call-overload]

    def test_the_block_must_be_of_the_kind_of_the_provider(self) -> None:
        async def run() -> None:
            async with moya.AsyncProvider() as provider:
                with self.assertRaisesRegex(TypeError, "needs `async with`"):
                    Hub(provider).__enter__()

        asyncio.run(run())
