"""Tests targets whose bodies Python reads, in several calls at the same time."""

import asyncio
import io
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Iterable, Iterator, List

import moya
from support import DEADLINE, ServerTest

PIECES = [str(number).encode() * 4000 for number in range(10)]
WHOLE = b"".join(PIECES)
CALLS = 40


class Repeated:
    def __iter__(self) -> Iterator[bytes]:
        return iter(PIECES)


def _file() -> io.BytesIO:
    file = io.BytesIO(b"before" + WHOLE)
    file.seek(6)
    return file


FORMS: "Dict[str, Callable[[], Dict[str, Any]]]" = {
    "a list": lambda: {"body": PIECES},
    "an iterable": lambda: {"body": Repeated()},
    "an iterable of known length": lambda: {"body": Repeated(), "body_length": len(WHOLE)},
    "a file": lambda: {"body": _file()},
    "a list with trailers": lambda: {"body": PIECES, "trailers": lambda: {"X-Sum": "1"}},
    "parts": lambda: {"files": {"list": PIECES, "file": _file()}},
}


class SharedBodyTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.provider = self.enterContextOf(moya.Provider(timeout=DEADLINE))

    def check(self, send: "Callable[[moya.Target], Iterable[bytes]]") -> None:
        """Sends each form of a body with `send`, which makes CALLS calls and returns the bodies of their responses."""
        for name, fields in FORMS.items():
            with self.subTest(name):
                answers = list(send(self.target("/echo", "PUT", **fields())))
                self.assertEqual(len(answers), CALLS)
                for answer in answers:
                    body = json.loads(answer)["body"].encode()
                    if name == "parts":
                        self.assertEqual(body.count(WHOLE), 2)
                    else:
                        self.assertEqual(body, WHOLE)

    def in_threads(self, read: "Callable[[moya.Target], bytes]") -> None:
        with ThreadPoolExecutor(8) as pool:
            self.check(lambda target: pool.map(read, [target] * CALLS))

    def test_threads_send_the_whole_body_of_one_target(self) -> None:
        self.in_threads(lambda target: self.provider.call(target).content)

    def test_streams_in_threads_send_the_whole_body_of_one_target(self) -> None:
        def read(target: moya.Target) -> bytes:
            with self.provider.stream(target) as stream:
                return stream.read()

        self.in_threads(read)

    def test_a_group_sends_the_whole_body_of_one_target_in_each_call(self) -> None:
        group = moya.Group(self.provider, limit=8)
        self.check(lambda target: [response.content for response in group.map([target] * CALLS)])

    def test_tasks_send_the_whole_body_of_one_target(self) -> None:
        async def calls(target: moya.Target, **options: Any) -> "List[bytes]":
            async with moya.AsyncProvider(**options) as provider:
                return [it.content for it in await asyncio.gather(*(provider.call(target) for _ in range(CALLS)))]

        self.check(lambda target: asyncio.run(calls(target)))
        self.check(lambda target: asyncio.run(calls(target, endpoint=lambda given: given)))

    def test_an_iterator_is_sent_by_one_call_and_all_others_say_why_not(self) -> None:
        target = self.target("/echo", "PUT", body=iter(PIECES))

        def call(_: int) -> Any:
            try:
                return self.provider.call(target).json("body").encode()
            except moya.MoyaError as error:
                return error.status, str(error.__cause__)

        with ThreadPoolExecutor(8) as pool:
            ends = list(pool.map(call, range(CALLS)))
        self.assertEqual(ends.count(WHOLE), 1)
        self.assertEqual(ends.count((moya.Status.BODY, "it was read by an earlier call")), CALLS - 1)
