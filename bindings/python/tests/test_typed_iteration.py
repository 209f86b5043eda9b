"""Tests results of typed clients that are iterators: pages, server-sent events and JSON Lines, with both providers."""

import asyncio
import json
from dataclasses import dataclass
from itertools import islice
from typing import Any, AsyncIterator, Dict, Iterator, List, Optional

import moya
from moya.typed import API, APIError, CursorPages, Events, Lines, LinkPages, M, NumberedPages, OffsetPages, Page, Pages, get
from support import DEADLINE, ServerTest


@dataclass
class Item:
    id: int


class Broken(APIError[Dict[str, str]]): ...


class OnePage:
    def next(self, page: Page) -> Optional[moya.Target]:
        return None


class Shop(API[M]):
    @get("/link", pages=LinkPages(), errors={500: Broken}, none=[404])
    def link(self, q: str) -> Pages[Item]: ...
    @get("/cursor", at="items", pages=CursorPages("meta.next", "after"))
    def cursor(self) -> Pages[Item]: ...
    @get("/offset", pages=OffsetPages("skip"))
    def offset(self, skip: int = 0) -> Pages[int]: ...
    @get("/total", at="items", pages=OffsetPages(total="total"))
    def total(self) -> Pages[int]: ...
    @get("/page", pages=NumberedPages())
    def page(self, page: Optional[int] = None) -> Pages[int]: ...
    @get("/count", at="items", pages=NumberedPages("p", first=0, count="pages"))
    def count(self) -> Pages[int]: ...
    @get("/one", pages=OnePage())
    def one(self) -> Pages[int]: ...
    @get("/stream", errors={500: Broken}, none=[404], done="[DONE]")
    def events(self) -> Events[Item]: ...
    @get("/stream")
    def texts(self) -> Events[str]: ...
    @get("/stream")
    def whole(self) -> Events[moya.Event]: ...
    @get("/lines", errors={500: Broken})
    def lines(self) -> Lines[Item]: ...
    @get("/lines")
    def plain(self) -> Lines[str]: ...


def said(value: Any, status: int = 200, **fields: str) -> "tuple[int, dict[str, str], bytes]":
    return status, fields, json.dumps(value).encode()


def ids(*numbers: int) -> "list[dict[str, int]]":
    return [{"id": number} for number in numbers]


class IterationTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.shop = self.enterContextOf(Shop(moya.Provider(timeout=DEADLINE), base_url=self.server.url))

    def both(self, name: str, *args: Any) -> "List[Any]":
        """Reads a result with a Provider and with an AsyncProvider, and returns it if the two are equal."""
        replies = {path: list(rows) for path, rows in self.server.replies.items()}

        async def later() -> "List[Any]":
            async with Shop(moya.AsyncProvider(timeout=DEADLINE), base_url=self.server.url) as shop:
                result: AsyncIterator[Any] = getattr(shop, name)(*args)
                return [it async for it in result]

        result: Iterator[Any] = getattr(self.shop, name)(*args)
        first = list(result)
        self.first_requests = list(self.server.requests)
        self.server.replies.update(replies)
        self.assertEqual(asyncio.run(later()), first)
        return first

    def test_the_pages_of_a_link_are_read_until_there_is_none(self) -> None:
        self.server.replies["/link"] = [
            said(ids(1, 2), Link='</link?q=a&page=2>; rel="next", <https://other.example/>; rel="last"'),
            said(ids(3), Link=f'<{self.server.url}/link?q=a&page=3>; rel=next'),
            said([]),
        ]
        self.assertEqual(self.both("link", "a"), [Item(1), Item(2), Item(3)])
        self.assertEqual(self.first_requests, ["/link?q=a", "/link?q=a&page=2", "/link?q=a&page=3"])

    def test_a_link_to_another_origin_is_refused_because_of_the_credentials(self) -> None:
        self.server.replies["/link"] = [said(ids(1), Link='<https://other.example/>; rel="next"')]
        found = self.shop.link("a")
        self.assertEqual(next(found), Item(1))
        with self.assertRaises(moya.InvalidURL):
            next(found)

    def test_a_page_that_leads_to_itself_is_an_error(self) -> None:
        self.server.replies["/cursor"] = [said({"items": ids(1), "meta": {"next": "x"}})]
        with self.assertRaisesRegex(moya.KeyPathError, r"Shop\.cursor: the next page is the same page again"):
            list(self.shop.cursor())

    def test_a_cursor_of_the_body_becomes_a_parameter(self) -> None:
        for last in ({"next": None}, {"next": ""}, {}):
            with self.subTest(last):
                self.server.requests.clear()
                self.server.replies["/cursor"] = [
                    said({"items": ids(1), "meta": {"next": "a b"}}), said({"items": ids(2), "meta": {"next": 7}}), said({"items": [], "meta": last}),
                ]
                self.assertEqual(self.both("cursor"), [Item(1), Item(2)])
                self.assertEqual(self.first_requests, ["/cursor", "/cursor?after=a%20b", "/cursor?after=7"])

    def test_a_cursor_of_another_type_is_an_error(self) -> None:
        self.server.replies["/cursor"] = [said({"items": [], "meta": {"next": {}}})]
        with self.assertRaisesRegex(moya.KeyPathError, r"the cursor at 'meta\.next' is not a text or an integer"):
            list(self.shop.cursor())

    def test_offsets_and_numbers_continue_until_an_empty_page_or_the_count(self) -> None:
        rows: "list[tuple[str, tuple[Any, ...], list[Any], list[int], list[str]]]" = [
            ("offset", (10,), [[1, 2], [3], []], [1, 2, 3], ["/offset?skip=10", "/offset?skip=12", "/offset?skip=13"]),
            ("total", (), [{"items": [1, 2], "total": 3}, {"items": [3], "total": 3}], [1, 2, 3], ["/total", "/total?offset=2"]),
            ("page", (), [[1], [2], []], [1, 2], ["/page", "/page?page=2", "/page?page=3"]),
            ("page", (5,), [[1], []], [1], ["/page?page=5", "/page?page=6"]),
            ("count", (), [{"items": [1], "pages": 2}, {"items": [2], "pages": 2}], [1, 2], ["/count", "/count?p=1"]),
            ("one", (), [[1, 2]], [1, 2], ["/one"]),
        ]
        for name, args, pages, wanted, requests in rows:
            with self.subTest(name, args=args):
                self.server.requests.clear()
                self.server.replies[f"/{name}"] = [said(page) for page in pages]
                self.assertEqual(self.both(name, *args), wanted)
                self.assertEqual(self.first_requests, requests)

    def test_a_page_is_fetched_when_it_is_needed(self) -> None:
        self.server.replies["/page"] = [said([1, 2])]
        found = self.shop.page()
        self.assertEqual(self.server.requests, [])
        self.assertEqual(list(islice(found, 2)), [1, 2])
        self.assertEqual(self.server.requests, ["/page"])

    def test_arguments_are_checked_before_the_first_element_is_read(self) -> None:
        with self.assertRaises(TypeError):
            self.shop.link()  # type: ignore[call-arg]

    def test_a_status_of_a_page_is_an_error_or_no_element(self) -> None:
        self.server.replies["/link"] = [said(ids(1), Link='</link?page=2>; rel="next"'), said({"message": "why"}, 500)]
        found = self.shop.link("a")
        self.assertEqual(next(found), Item(1))
        with self.assertRaises(Broken) as caught:
            next(found)
        self.assertEqual(caught.exception.value, {"message": "why"})
        self.server.replies["/link"] = [said({}, 404)]
        self.assertEqual(self.both("link", "a"), [])

    def test_the_response_of_an_iteration_is_that_of_its_first_call(self) -> None:
        self.server.replies["/page"] = [said([1])]
        self.assertEqual(self.shop.page.response(3).json(), [1])
        self.assertEqual(self.shop.page.target(3).query, (("page", 3),))

    def test_calls_of_iterations_are_sent(self) -> None:
        self.server.replies["/offset"] = [said([1]), said([])]
        self.assertEqual(list(self.shop.send(Shop.offset(2))), [1])

    def test_events_are_decoded_until_the_stream_or_the_last_event_ends(self) -> None:
        text = b'data: {"id": 1}\n\n: note\nevent: add\ndata: {"id":\ndata: 2}\n\ndata: [DONE]\n\ndata: x\n\n'
        self.server.replies["/stream"] = [(200, {"Content-Type": "text/event-stream"}, text)]
        self.assertEqual(self.both("events"), [Item(1), Item(2)])
        self.assertEqual(self.both("texts"), ['{"id": 1}', '{"id":\n2}', "[DONE]", "x"])
        self.assertEqual([event.type for event in self.both("whole")], ["message", "add", "message", "message"])

    def test_lines_are_decoded_and_empty_ones_skipped(self) -> None:
        self.server.replies["/lines"] = [(200, {}, b'{"id":1}\n\r\n{"id":2}')]
        self.assertEqual(self.both("lines"), [Item(1), Item(2)])
        self.assertEqual(self.both("plain"), ['{"id":1}', '{"id":2}'])

    def test_an_element_of_another_type_is_an_error_after_the_elements_before_it(self) -> None:
        self.server.replies["/lines"] = [(200, {}, b'{"id":1}\n{"id":"x"}\n')]
        found = self.shop.lines()
        self.assertEqual(next(found), Item(1))
        with self.assertRaisesRegex(moya.KeyPathError, r"Shop\.lines"):
            next(found)

    def test_a_status_of_a_stream_is_an_error_with_its_body_or_no_element(self) -> None:
        for name, path in (("events", "/stream"), ("lines", "/lines")):
            self.server.replies[path] = [said({"message": "why"}, 500)]
            with self.subTest(name), self.assertRaises(Broken) as caught:
                self.both(name)
            self.assertEqual(caught.exception.value, {"message": "why"})
            self.assertEqual(caught.exception.response.headers["Content-Type"], "application/json")
        self.server.replies["/stream"] = [said({}, 404)]
        self.assertEqual(self.both("events"), [])

    def test_an_iterator_that_is_dropped_ends_its_call(self) -> None:
        self.server.replies["/lines"] = [(200, {}, b'{"id":1}\n' * 100_000)]
        found: Any = self.shop.lines()
        self.assertEqual(next(found), Item(1))
        found.close()

    def test_pages_and_pagers_belong_together(self) -> None:
        class Bad(API[M]):
            @get("/a")
            def without(self) -> Pages[int]: ...
            @get("/a", pages=LinkPages())
            def alone(self) -> List[int]: ...

        bad = Bad(self.shop.provider)
        for name in ("without", "alone"):
            with self.subTest(name), self.assertRaisesRegex(moya.UsageError, "`pages` is for a result of Pages"):
                getattr(bad, name)
