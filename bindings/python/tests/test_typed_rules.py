# mypy: disable-error-code="empty-body"
"""Tests the rules by which JSON becomes a value of a type. The rules are the same with msgspec and without it:
Tests/steps/python runs this file with and without msgspec."""

import asyncio
import unittest
from dataclasses import dataclass, field
from datetime import date, datetime, time, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Dict, Generic, List, Literal, Optional, Tuple, TypeVar, Union
from uuid import UUID

import moya
from moya.typed import API, APIError, Body, Events, Header, Lines, M, Name, NumberedPages, OffsetPages, Pages, get, post
from moya.typed._result import decoder

UTC = timezone.utc
T = TypeVar("T")
K = TypeVar("K")


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Size(Enum):
    SMALL = 1.0
    LARGE = 2.5


class State(Enum):
    OPEN = "open"
    UNKNOWN = "unknown"

    @classmethod
    def _missing_(cls, value: object) -> "Optional[State]":
        if value == "raises":
            raise KeyError(value)
        return None if value == "none" else cls.UNKNOWN


@dataclass
class Cat:
    name: str
    lives: int = 9


@dataclass
class Dog:
    name: str
    tail: bool = True


@dataclass
class Box(Generic[T]):
    item: T


@dataclass
class ListBox(Box[List[T]], Generic[T, K]):
    key: Optional[K] = None


@dataclass
class NumberBox(ListBox[int, str]):
    more: int = 0


@dataclass
class Counted:
    name: str
    length: int = field(default=0, init=False)


@dataclass
class Checked:
    value: int
    made: List[int] = field(default_factory=lambda: Checked.fails())

    @staticmethod
    def fails() -> List[int]:
        raise LookupError("no default")

    def __post_init__(self) -> None:
        if self.value == 1:
            raise ValueError("the value is one")
        if self.value == 2:
            raise AttributeError("a mistake")


#: Each row has a type, a JSON text, and the value that the text becomes.
VALUES: "list[tuple[Any, str, Any]]" = [
    (Level, "2", Level.HIGH),
    (Size, "1", Size.SMALL),
    (Size, "2.5", Size.LARGE),
    (State, '"shut"', State.UNKNOWN),
    (Literal[Level.LOW, State.OPEN], '"open"', State.OPEN),
    (Union[float, int], "7", 7),
    (Union[float, int, None], "7.5", 7.5),
    (Dict[int, str], '{"7":"a","-1":"b"}', {7: "a", -1: "b"}),
    (Dict[float, int], '{"1.5":1}', {1.5: 1}),
    (Dict[Level, int], '{"1":1}', {Level.LOW: 1}),
    (Dict[date, int], '{"2026-02-03":1}', {date(2026, 2, 3): 1}),
    (Tuple[()], "[]", ()),
    (tuple, '[1,"a"]', (1, "a")),
    (Decimal, "1.50", Decimal("1.50")),
    (List[Decimal], "[0.12345678901234567890123]", [Decimal("0.12345678901234567890123")]),
    (Dict[str, Union[Decimal, None]], '{"a":1e2}', {"a": Decimal("1e2")}),
    (Tuple[Decimal, float], "[1.5,1.5]", (Decimal("1.5"), 1.5)),
    (datetime, '"2026-02-03T04:05:06.1234569Z"', datetime(2026, 2, 3, 4, 5, 6, 123456, UTC)),
    (datetime, '"2026-12-31T23:59:60Z"', datetime(2027, 1, 1, tzinfo=UTC)),
    (time, '"04:05:06.5Z"', time(4, 5, 6, 500000, UTC)),
    (UUID, '"00000000000000000000000000000007"', UUID(int=7)),
    (Counted, '{"name":"a","length":5}', Counted("a")),
    (Box[Box[int]], '{"item":{"item":1}}', Box(Box(1))),
    (Box, '{"item":[1]}', Box([1])),
    (ListBox[str, int], '{"item":["a"],"key":1}', ListBox(["a"], 1)),
    (NumberBox, '{"item":[1],"key":"k","more":2}', NumberBox([1], "k", 2)),
    (Union[Cat, Dog], '{"name":"a"}', Cat("a")),
    (Union[Dog, Cat], '{"name":"a"}', Dog("a")),
    (Union[Cat, Dog], '{"name":"a","lives":"x","tail":false}', Dog("a", False)),
]
#: Each row has a type, a JSON text that is not of the type, and the reason.
WRONG: "list[tuple[Any, str, str]]" = [
    (Level, "true", "^it is not a Level$"),
    (Level, "1.0", "^it is not a Level$"),
    (Size, "true", "^it is not a Size$"),
    (State, '"none"', "^it is not a State$"),
    (State, '"raises"', "^it is not a State$"),
    (State, "7", "^it is not a State$"),
    (Dict[int, int], '{"01":1}', "^it is a string, not an integer at '01'$"),
    (Dict[Level, int], '{"1":1,"7":1}', "^it is not a Level at '7'$"),
    (Dict[str, Level], '{"a":7}', "^it is not a Level at 'a'$"),
    (Tuple[()], "[1]", "^it is not an array of 0 elements$"),
    (Tuple[int, str], "[1]", "^it is not an array of 2 elements$"),
    (ListBox[str, int], '{"item":[1]}', "^it is a number, not a string at 'item.0'$"),
    (NumberBox, '{"item":["a"]}', "^it is a string, not an integer at 'item.0'$"),
    (NumberBox, '{"item":[1],"key":1}', "^it is a number, not a string at 'key'$"),
    (Decimal, '"x"', "^it is a string, not a decimal number$"),
    (Dict[str, Decimal], '{"a":true}', "^it is a bool, not a decimal number at 'a'$"),
    (Tuple[Decimal, str], "[1.5,1.5]", "^it is a number, not a string at '1'$"),
    (datetime, '"2026-02-03T04:05:06"', "^it is a string, but not a date and a time with an offset"),
    (List[datetime], '["9999-12-31T23:59:60Z"]', "^it is a string, but not a date and a time with an offset .* at '0'$"),
    (date, '"20260203"', "^it is a string, but not a date$"),
    (date, '"2026-W01-1"', "^it is a string, but not a date$"),
    (date, '"\u0662026-02-03"', "^it is a string, but not a date$"),
    (time, '"04:05"', "^it is a string, but not a time$"),
    (time, '"24:00:00"', "^it is a string, but not a time$"),
    (UUID, '"{00000000-0000-0000-0000-000000000007}"', "^it is a string, but not a UUID$"),
    (List[Checked], '[{"value":1,"made":[]}]', "^the value is one at '0'$"),
    (List[Checked], '[{"value":2,"made":[]}]', "^Checked raised AttributeError: a mistake at '0'$"),
    (Dict[str, Checked], '{"a":{"value":3}}', "^Checked raised LookupError: no default at 'a'$"),
]


class Shop(API[M]):
    base_url = "https://api.example.com"

    @get("/orders/{id}")
    def order(self, id: str, *, trace: Annotated[Optional[Header[str]], Name("X-Trace")] = None) -> Checked: ...

    @get("/find")
    def find(self, dry: bool) -> str: ...

    @get("/lines")
    def lines(self) -> Lines[Cat]: ...

    @get("/events")
    def events(self) -> Events[Union[Cat, Level]]: ...

    @get("/whole")
    def whole(self) -> Events[moya.Event]: ...

    @post("/levels")
    def levels(self, levels: Body[Dict[State, Dict[date, List[Level]]]]) -> Dict[State, Dict[date, List[Level]]]: ...

    @get("/numbered", pages=NumberedPages())
    def numbered(self) -> Pages[int]: ...

    @get("/counted", at="items", pages=OffsetPages(total="total"))
    def counted(self) -> Pages[int]: ...

    @get("/odd")
    def odd(self) -> List[complex]: ...


class RuleTests(unittest.TestCase):
    def test_json_becomes_the_same_value_with_and_without_msgspec(self) -> None:
        for kind, text, value in VALUES:
            with self.subTest(kind, text=text):
                found = decoder(kind)(text.encode())
                self.assertEqual((repr(found), type(found)), (repr(value), type(value)))

    def test_json_of_another_type_is_refused_for_the_same_reason_with_and_without_msgspec(self) -> None:
        for kind, text, reason in WRONG:
            with self.subTest(kind, text=text), self.assertRaisesRegex(ValueError, reason):
                decoder(kind)(text.encode())

    def test_an_exception_of_a_class_is_the_cause_of_the_error(self) -> None:
        with moya.intercept() as mock, Shop() as shop:
            mock.on(path="/orders/{id}").reply({"value": 2, "made": []})
            with self.assertRaisesRegex(moya.KeyPathError, "Shop.order: .* Checked raised AttributeError: a mistake") as caught:
                shop.order("7")
            self.assertIsInstance(caught.exception.__cause__, AttributeError)

    def test_errors_and_styles_of_a_derived_class_are_for_the_endpoints_that_it_inherits(self) -> None:
        class Missing(APIError[str]): ...

        class Derived(Shop[M]):
            errors = {404: Missing}
            bool_style = moya.BoolStyle.LITERAL

        with moya.intercept() as mock, Derived() as derived, Shop() as shop:
            mock.on(Shop.find).reply(moya.Sample(status_code=404))
            with self.assertRaises(Missing):
                derived.find(True)
            with self.assertRaises(moya.StatusError) as caught:
                shop.find(True)
            self.assertNotIsInstance(caught.exception, APIError)
            self.assertEqual([it.url.partition("?")[2] for it in mock.calls], ["dry=true", "dry=1"])

    def test_a_place_inside_optional_counts_also_next_to_a_name(self) -> None:
        target = Shop.order("7", trace="t").target
        self.assertEqual((target.query, target.headers), (None, (("X-Trace", "t"),)))

    def test_a_type_that_json_does_not_have_is_named_with_its_endpoint(self) -> None:
        with Shop() as shop, self.assertRaisesRegex(moya.UsageError, "^Shop.odd: <class 'complex'> is not a type"):
            shop.odd()

    def test_a_value_that_is_no_segment_of_a_path_is_an_error_that_names_the_endpoint(self) -> None:
        for value, reason in (("..", r"it is \.\."), (".", r"it is \."), ("", "it is empty")):
            with Shop() as shop, self.subTest(value):
                with self.assertRaisesRegex(moya.UsageError, f"^Shop.order: id is not one segment of a path: {reason}$"):
                    shop.order(value)

    def test_an_error_of_a_line_or_an_event_says_which_one(self) -> None:
        rows: "list[tuple[Any, str, bytes, Any, str]]" = [
            (Shop.lines, "lines", b'{"name":"a"}\n\n{"name":7}\n', moya.KeyPathError, "line 3 is not a Cat: it is a number, not a string at"),
            (Shop.lines, "lines", b'{"name":"a"}\nsecret\n', moya.JSONError, "line 2 is not JSON$"),
            (Shop.events, "events", b"data: 1\n\ndata: 7\n\n", moya.KeyPathError, "event 2 is not a Union"),
            (Shop.events, "events", b"data: 1\n\ndata: secret\n\n", moya.JSONError, "event 2 is not JSON$"),
        ]

        async def read(name: str) -> None:
            async with Shop(moya.AsyncProvider()) as shop:
                async for _ in getattr(shop, name)():
                    pass

        for endpoint, name, body, kind, reason in rows:
            with self.subTest(body), moya.intercept() as mock, Shop() as shop:
                mock.on(path=f"/{name}").reply(moya.Sample(body=body))
                with self.assertRaisesRegex(kind, f"^Shop.{name}: {reason}"):
                    list(getattr(shop, name)())
                with self.assertRaisesRegex(kind, f"^Shop.{name}: {reason}"):
                    asyncio.run(read(name))
                with self.assertRaisesRegex(moya.UsageError, reason):
                    mock.on(endpoint).reply(moya.Sample(body=body))
                mock.reset()

    def test_a_reply_of_events_and_of_lines_may_have_everything_that_a_server_may_send(self) -> None:
        with moya.intercept() as mock, Shop() as shop:
            mock.on(Shop.events).reply(moya.Sample(body=b': ping\nevent: new\nid: 7\ndata:{"name":\ndata:"a"}\n\nretry: 10\n\ndata: 2\n\n'))
            self.assertEqual(list(shop.events()), [Cat("a"), Level.HIGH])
            mock.on(Shop.lines).reply(moya.Sample(body='{"name":"a\u2028b"}\r\n \n'.encode()))
            self.assertEqual(list(shop.lines()), [Cat("a\u2028b")])

    def test_a_reply_of_whole_events_is_what_the_call_reads(self) -> None:
        sent = [moya.Event("message", "one\ntwo"), moya.Event("new", "three", "7", 1.5)]
        with moya.intercept() as mock, Shop() as shop:
            mock.on(Shop.whole).reply(sent)
            self.assertEqual(list(shop.whole()), sent)

    def test_replies_whose_pages_never_end_are_refused(self) -> None:
        with moya.intercept() as mock, Shop() as shop:
            for endpoint in (Shop.numbered, Shop.counted):
                with self.assertRaisesRegex(moya.UsageError, "the last reply leads to another page, so the pages never end: add an empty page"):
                    mock.on(endpoint).reply([1], [2])
            mock.reset()
            mock.on(Shop.numbered).reply([1], [2], [])
            self.assertEqual(list(shop.numbered()), [1, 2])
            mock.on(Shop.counted).reply(*(moya.Sample(json={"items": [it], "total": 2}) for it in (1, 2)))
            self.assertEqual(list(shop.counted()), [1, 2])

    def test_a_number_of_elements_that_is_no_integer_is_an_error(self) -> None:
        for total in ("2", 2.5, True, [2]):
            with self.subTest(total), moya.intercept() as mock, Shop() as shop:
                mock.on(path="/counted").reply({"items": [1], "total": total})
                elements = shop.counted()
                self.assertEqual(next(elements), 1)
                with self.assertRaisesRegex(moya.KeyPathError, "Shop.counted: the number at 'total' is not an integer"):
                    next(elements)

    def test_keys_of_objects_are_sent_as_they_are_read(self) -> None:
        value = {State.OPEN: {date(2026, 2, 3): [Level.LOW]}}
        with moya.intercept() as mock, Shop() as shop:
            mock.on(Shop.levels).reply(value)
            self.assertEqual(shop.levels(value), value)
            self.assertEqual(mock.calls[0].json(), {"open": {"2026-02-03": [1]}})
            with self.assertRaisesRegex(moya.RequestError, "Shop.levels: levels is not a JSON value: it has a key that is a frozenset"):
                shop.levels({frozenset(): {}})  # type: ignore[dict-item]

    def test_a_reply_that_does_not_fit_is_named_once(self) -> None:
        with moya.intercept() as mock:
            reason = "^Shop.order: the reply is not what the endpoint returns: the JSON is not a Checked: it has no 'value'$"
            with self.assertRaisesRegex(moya.UsageError, reason):
                mock.on(Shop.order).reply(moya.Sample(json={}))
            mock.reset()


if __name__ == "__main__":
    unittest.main()
