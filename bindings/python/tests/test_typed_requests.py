"""Tests what a typed client sends for the arguments of a call."""

import json
import tempfile
import unittest
import uuid
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Dict, List, Optional, Union

import moya
from moya.typed import API, JSON, APIError, Body, Comma, Field, File, Form, Header, M, Name, Query, delete, endpoint, get, patch, post, put, send
from support import DEADLINE, ServerTest


class Color(Enum):
    RED = "red"


@dataclass
class Owner:
    login: str
    born: Optional[date] = None
    site: "Annotated[Optional[str], Name('links.site')]" = None


@dataclass
class Seen:
    method: str
    path: str
    headers: Dict[str, str]
    body: str


class Echo(API[M]):
    headers = {"X-Client": "tests"}

    @get("/echo/{name}")
    def segment(self, name: Union[str, int, Color, uuid.UUID, List[int]]) -> Seen: ...
    @get("/echo")
    def query(self, a: Any = None, b: Any = "standard", *, c: Optional[bool] = None) -> Seen: ...
    @get("/echo", list_key="{key}", bool_style=moya.BoolStyle.LITERAL)
    def styled(self, tags: List[str], on: bool) -> Seen: ...
    @get("/echo")
    def joined(self, ids: Optional[Comma[List[Any]]] = None) -> Seen: ...
    @get("/echo", headers={"x-client": "endpoint"})
    def fields(self, trace_id: Header[str], other: Annotated[Header[Optional[int]], Name("X-B.c")] = None) -> Seen: ...
    @post("/echo")
    def members(self, name: Any, note: Optional[str] = None, owner: Optional[Owner] = None) -> Seen: ...
    @patch("/echo")
    def change(self, name: Optional[str] = moya.NOT_GIVEN, city: Annotated[Any, Name("address.city")] = None) -> Seen: ...
    @post("/echo")
    def both(self, page: Query[int], name: Field[str]) -> Seen: ...
    @put("/echo")
    def whole(self, body: Body[Any]) -> Seen: ...
    @post("/echo")
    def value(self, value: JSON[Any], *, dry: Optional[Query[bool]] = None) -> Seen: ...
    @post("/echo")
    def perhaps(self, value: JSON[Optional[str]] = None) -> Seen: ...
    @post("/echo")
    def form(self, name: Form[str], tags: Optional[Form[List[str]]] = None) -> Seen: ...
    @post("/echo")
    def listed(self, ids: Form[Comma[List[str]]], on: Form[bool], more: Optional[Comma[Form[List[str]]]] = None) -> Seen: ...
    @post("/echo")
    def upload(self, title: File[str], files: File[Any], note: Optional[Form[str]] = None) -> Seen: ...
    @post("/echo")
    def parts(self, title: Optional[File[str]] = None, tags: Annotated[Optional[File[List[str]]], Name("t")] = None, data: Optional[File[Union[bytes, str]]] = None) -> Seen: ...
    @delete("/echo")
    def remove(self, id: int, reason: Optional[Field[str]] = None) -> Seen: ...
    @endpoint("OPTIONS", "/echo")
    def options(self, a: int) -> Seen: ...
    @get("/echo")
    def said(self, ids: Optional[List[str]] = None, since: Optional[date] = None) -> Seen:
        if ids == []:
            raise ValueError("ids must not be empty")
        return send(ids=ids and ",".join(ids))

    @get("/echo")
    def wrong(self) -> Seen:
        return send(other=1)


MORNING = datetime(2026, 2, 3, 4, 5, 6, tzinfo=timezone.utc)
ID = uuid.UUID(int=7)
#: Each row has an endpoint, its positional and its named arguments, and the target and the body that the request must
#: have.
ROWS: "list[tuple[str, Any, Any, str, str]]" = [
    ("segment", ("a b",), {}, "/echo/a%20b", ""),
    ("segment", (Color.RED,), {}, "/echo/red", ""),
    ("segment", (ID,), {}, f"/echo/{ID}", ""),
    ("segment", ([1, 2],), {}, "/echo/1,2", ""),
    ("segment", ("x/y z{1}",), {}, "/echo/x%2Fy%20z%7B1%7D", ""),
    ("segment", (["a/b", "c"],), {}, "/echo/a%2Fb,c", ""),
    ("query", (), {}, "/echo?b=standard", ""),
    ("query", (1, None), {}, "/echo?a=1&b", ""),
    ("query", (moya.NOT_GIVEN, moya.NOT_GIVEN), {}, "/echo", ""),
    ("query", (True, 1.5), {"c": False}, "/echo?a=1&b=1.5&c=0", ""),
    ("query", ([1, 2], {"x": Color.RED}), {}, "/echo?a%5B%5D=1&a%5B%5D=2&b%5Bx%5D=red", ""),
    ("query", (MORNING, date(2026, 2, 3)), {}, "/echo?a=2026-02-03T04%3A05%3A06Z&b=2026-02-03", ""),
    ("query", (MORNING.astimezone(timezone(timedelta(hours=2))), Decimal("1.10")), {}, "/echo?a=2026-02-03T06%3A05%3A06%2B02%3A00&b=1.10", ""),
    ("styled", (["a", "b"], True), {}, "/echo?tags=a&tags=b&on=true", ""),
    ("joined", (["a", 1, Color.RED],), {}, "/echo?ids=a,1,red", ""),
    ("joined", ([True, "b,c d", False],), {}, "/echo?ids=true,b%2Cc%20d,false", ""),
    ("joined", ([],), {}, "/echo", ""),
    ("listed", (["a,b", "c"], True, ["d", "e"]), {}, "/echo", "ids=a%2Cb,c&on=1&more=d,e"),
    ("joined", (), {}, "/echo", ""),
    ("members", ("x",), {}, "/echo", '{"name":"x"}'),
    ("members", (None,), {}, "/echo", '{"name":null}'),
    ("members", ({"at": MORNING, "n": [Decimal("1.10"), ID, {Color.RED}]},), {}, "/echo",
     f'{{"name":{{"at":"2026-02-03T04:05:06Z","n":["1.10","{ID}",["red"]]}}}}'),
    ("members", ("x",), {"owner": Owner("ann")}, "/echo", '{"name":"x","owner":{"login":"ann"}}'),
    ("members", ("x",), {"owner": Owner("ann", date(2000, 1, 2), "s")}, "/echo",
     '{"name":"x","owner":{"login":"ann","born":"2000-01-02","links":{"site":"s"}}}'),
    ("change", (), {}, "/echo", "{}"),
    ("change", (None,), {"city": "Bern"}, "/echo", '{"name":null,"address":{"city":"Bern"}}'),
    ("both", (2, "x"), {}, "/echo?page=2", '{"name":"x"}'),
    ("whole", ([Owner("ann")],), {}, "/echo", '[{"login":"ann"}]'),
    ("whole", (b"\x01",), {}, "/echo", "\x01"),
    ("whole", ("text",), {}, "/echo", "text"),
    ("whole", (iter([b"a", b"b"]),), {}, "/echo", "ab"),
    ("value", ("text",), {}, "/echo", '"text"'),
    ("value", (None,), {"dry": True}, "/echo?dry=1", "null"),
    ("value", (b"\x01",), {}, "/echo", '"AQ=="'),
    ("value", (Color.RED,), {}, "/echo", '"red"'),
    ("value", ({"a": Owner("ann")},), {}, "/echo", '{"a":{"login":"ann"}}'),
    ("perhaps", (), {}, "/echo", ""),
    ("perhaps", ("",), {}, "/echo", '""'),
    ("form", ("x y",), {"tags": ["a", "b"]}, "/echo", "name=x%20y&tags%5B%5D=a&tags%5B%5D=b"),
    ("remove", (1,), {}, "/echo?id=1", "{}"),
    ("remove", (1, "old"), {}, "/echo?id=1", '{"reason":"old"}'),
    ("options", (1,), {}, "/echo?a=1", ""),
    ("said", (["a", "b"],), {"since": date(2026, 1, 2)}, "/echo?ids=a%2Cb&since=2026-01-02", ""),
]


class TypedRequestTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.api = self.enterContextOf(Echo(moya.Provider(timeout=DEADLINE), base_url=self.server.url))

    def test_each_argument_goes_where_the_declaration_says(self) -> None:
        for name, args, kwargs, path, body in ROWS:
            with self.subTest(name, args=args, kwargs=kwargs):
                seen = getattr(self.api, name)(*args, **kwargs)
                self.assertEqual((seen.path, seen.body), (path, body))

    def test_a_json_body_has_its_media_type(self) -> None:
        self.assertEqual(self.api.members("x").headers["content-type"], "application/json")
        self.assertEqual(self.api.members("x").method, "POST")

    def test_header_fields_of_the_argument_the_endpoint_and_the_class_are_sent(self) -> None:
        seen = self.api.fields("7", 8).headers
        self.assertEqual((seen["trace-id"], seen["x-b.c"], seen["x-client"]), ("7", "8", "endpoint"))
        seen = self.api.fields("7").headers
        self.assertNotIn("x-b.c", seen)

    def test_files_and_texts_are_parts_of_a_form(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sea.txt"
            path.write_text("waves")
            seen = self.api.upload("a title", [path, ("b.csv", b"1,2", "text/csv")], note="n")
        self.assertTrue(seen.headers["content-type"].startswith("multipart/form-data"))
        self.assertIn('name="title"\r\n\r\na title\r\n', seen.body)
        self.assertIn('name="note"\r\n\r\nn\r\n', seen.body)
        self.assertIn('name="files"; filename="sea.txt"\r\nContent-Type: text/plain\r\n\r\nwaves', seen.body)
        self.assertIn('filename="b.csv"\r\nContent-Type: text/csv\r\n\r\n1,2', seen.body)

    def test_bytes_for_a_part_that_is_a_text_have_no_file_name(self) -> None:
        given: Any = b"x"
        self.assertNotIn("filename", self.api.parts(given, [given, "y"]).body)
        self.assertIn('name="data"; filename="data"\r\n', self.api.parts(data=b"x").body)
        self.assertIn('name="title"; filename="a.txt"\r\n', self.api.parts(("a.txt", b"x")).body)  # type: ignore[arg-type]

    def test_a_body_of_a_declaration_may_refuse_a_call(self) -> None:
        with self.assertRaisesRegex(ValueError, "^ids must not be empty$"):
            self.api.said([])

    def test_arguments_that_cannot_be_sent_are_refused_with_their_name(self) -> None:
        rows: "list[tuple[str, Any, str]]" = [
            ("query", (datetime(2026, 1, 1),), r"Echo\.query: a is a datetime without a time zone"),
            ("query", (object(),), r"Echo\.query: a must be a text, a number, .*, not object"),
            ("joined", ([{}],), r"Echo\.joined: ids must be one text or number"),
            ("segment", (["a,b"],), r"Echo\.segment: name has an element with a comma"),
            ("members", (object(),), r"Echo\.members: the body is not a JSON value: it has a object"),
            ("members", (float("nan"),), r"Echo\.members: the body is not a JSON value"),
            ("whole", (None,), r"Echo\.whole: body must be a body"),
            ("segment", ("../a",), "name is not one segment of a path: it has the segment \\.\\.$"),
            ("segment", ("..",), "name is not one segment of a path"),
            ("wrong", (), r"Echo\.wrong: send\(\) has other, which is not a parameter"),
        ]
        for name, args, reason in rows:
            with self.subTest(name, args=args), self.assertRaisesRegex(ValueError, reason):
                getattr(self.api, name)(*args)

    def test_python_checks_the_arguments_of_a_call(self) -> None:
        for args, kwargs in (((), {}), (("x", 1, 2, 3), {}), (("x",), {"nam": 1}), (("x",), {"name": 1})):
            with self.subTest(args=args, kwargs=kwargs), self.assertRaisesRegex(TypeError, r"members\(\)"):
                self.api.members(*args, **kwargs)

    def test_fields_of_a_target_are_those_of_the_endpoint(self) -> None:
        class Own(API[M]):
            base_url = "https://api.example.com"

            @get("/x", timeout=3, retry=moya.Retry(attempts=2), auth=moya.Bearer("t"), tags=["a"])
            def x(self) -> None: ...

        target = Own.x().target
        self.assertEqual((target.timeout, target.auth, target.tags, target.name), (3, moya.Bearer("t"), ("a",), "Own.x"))
        self.assertEqual(target.retry.attempts, 2)
        self.assertEqual(target.base_url, "https://api.example.com")

    def test_a_retry_of_an_endpoint_is_made(self) -> None:
        class Busy(API[M]):
            @get("/busy", retry=moya.Retry(delay=0.001, statuses=(503,)))
            def busy(self) -> Dict[str, Any]: ...

        self.server.busy = 2
        response = Busy(self.api.provider, base_url=self.server.url).busy.response()
        self.assertEqual((response.status_code, response.attempts), (200, 3))


class DeclarationTests(unittest.TestCase):
    def test_a_placeholder_may_have_the_name_of_a_field_of_a_target(self) -> None:
        class Search(API[M]):
            base_url = "https://api.example.com"

            @get("/{query}/{headers}/{timeout}", timeout=5)
            def search(self, query: str, headers: str, timeout: int, page: int, trace: Header[str] = "t") -> None: ...

            @post("/{body}/{json}/{name}/{api}")
            def create(self, body: str, json: str, name: str, api: str, content: Field[int]) -> None: ...

        target = Search.search("q", "h", 7, 2).target
        self.assertEqual((target.path, target.query, target.headers, target.timeout), ("/q/h/7", (("page", 2),), (("Trace", "t"),), 5))
        target = Search.create("b", "j", "n", "a", 1).target
        self.assertEqual((target.path, target.json, target.name), ("/b/j/n/a", {"content": 1}, "Search.create"))

    def test_a_declaration_that_cannot_be_right_is_refused_with_its_name(self) -> None:
        def starred(self: Any, *names: str) -> None: ...
        async def awaited(self: Any) -> None: ...
        def plain(self: Any, name: str) -> None: ...

        rows: "list[tuple[Any, str, str]]" = [
            (plain, "/users/{nam}", r"plain: the path has \{nam\}, which is not a parameter \(name\)"),
            (starred, "/", r"starred: \*names: str is not a parameter that can be sent"),
            (awaited, "/", r"awaited is declared with `def`, also for an AsyncProvider"),
            (plain, "/{", "path has a placeholder that is not a name"),
            (plain, "/users?sort=name", "plain: its path has a query or a fragment. Declare a parameter with a default"),
            (plain, "/users#{name}", "plain: its path has a query or a fragment"),
        ]
        for function, path, reason in rows:
            with self.subTest(path), self.assertRaisesRegex(moya.UsageError, reason):
                get(path)(function)
        arguments: "list[tuple[dict[str, Any], str]]" = [
            ({"errors": {404: ValueError}}, "the error for 404 must be a class derived from moya.typed.APIError"),
            ({"errors": {0: APIError}}, "a status in errors must be from 1 to 599"),
            ({"none": ["404"]}, "a status in none must be an integer"),
            ({"pages": 1}, "pages must be an object with a method `next`"),
        ]
        for given, reason in arguments:
            with self.subTest(given), self.assertRaisesRegex(moya.UsageError, reason):
                get("/", **given)
        with self.assertRaisesRegex(TypeError, "no argument 'timout'.*timeout"):
            get("/", timout=1)  # type: ignore[call-arg]

    def test_annotations_that_cannot_be_right_are_refused_at_the_first_use(self) -> None:
        class Bad(API[M]):
            base_url = "https://api.example.com"

            @get("/a")
            def unknown(self, a: "Missing") -> None: ...  # type: ignore[name-defined]  # noqa: F821
            @get("/a")
            def silent(self, a: int): ...  # type: ignore[no-untyped-def]
            @post("/a")
            def two(self, a: Body[bytes], b: Field[int]) -> None: ...
            @post("/a")
            def bodies(self, a: Body[bytes], b: Body[int]) -> None: ...
            @post("/a")
            def values(self, a: JSON[str], b: Body[int]) -> None: ...
            @post("/a")
            def inside(self, a: Annotated[int, Name("x.y")], b: Annotated[int, Name("x")]) -> None: ...
            @get("/{a}")
            def twice(self, a: Query[int]) -> None: ...
            @get("/a")
            def same(self, a: int, b: Annotated[int, Name("a")]) -> None: ...
            @get("/a", none=[404])
            def never(self) -> int: ...
            @get("/a")
            def strange(self) -> unittest.TestCase: ...

        rows = [
            ("unknown", r"Bad\.unknown: its annotations cannot be evaluated: name 'Missing' is not defined"),
            ("silent", r"Bad\.silent does not say what it returns"),
            ("two", r"two has more than one body: body, field"),
            ("bodies", r"bodies has two parameters that are 'body' in the request"),
            ("values", r"values has more than one body: body, json"),
            ("inside", r"inside has the member 'x\.y' inside another member, 'x'"),
            ("twice", r"a is in the path, and has the place 'query'"),
            ("same", r"two parameters that are 'a' in the request"),
            ("never", r"`none` is for a result that may be None"),
            ("strange", r"TestCase.* is not a type that JSON can be decoded as"),
        ]
        with moya.Provider() as provider:
            for name, reason in rows:
                with self.subTest(name), self.assertRaisesRegex(moya.UsageError, reason):
                    getattr(Bad(provider), name)

    def test_importing_the_package_does_not_import_typed_clients(self) -> None:
        import subprocess
        import sys

        program = "import sys, moya; assert not [it for it in sys.modules if it.startswith('moya.typed')]"
        subprocess.run([sys.executable, "-c", program], check=True)
        program = "import sys, moya.typed; print([it for it in ('msgspec', 'pydantic', 'asyncio', 'typing_extensions') if it in sys.modules])"
        made = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        self.assertEqual(json.loads(made.stdout.replace("'", '"')), [])
