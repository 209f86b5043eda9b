"""The server of cache-tests (http-tests/cache-tests, test-engine/server). Its response to the N-th request of a test is
the one that the test defines. The server records the requests."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

NO_BODY = {204, 304}
DATES = {"date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"}
LOCATIONS = {"location", "content-location"}
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

Header = list[Any]


def http_date(seconds: float, is_rfc850: bool = False) -> str:
    if not is_rfc850:
        return formatdate(seconds, usegmt=True)
    moment = time.gmtime(seconds)
    return time.strftime(f"{DAYS[moment.tm_wday]}, %d-%b-%y %H:%M:%S GMT", moment)


def fixed(header: Header, now_ms: int, base: str, request: dict[str, Any]) -> Header:
    """Returns a header of the test's data in the form in which the server sends it. A number in a date is seconds after
    `now_ms`. A location begins with `base`."""
    name, value, rest = header[0].lower(), header[1], list(header[2:])
    if name in DATES and isinstance(value, int):
        value = http_date(now_ms / 1000 + value, name in request.get("rfc850date", ()))
    if name in LOCATIONS and request.get("magic_locations"):
        value = f"{base}/{value}" if value else base
    return [header[0], value, *rest]


@dataclass
class Seen:
    """One request that the server has seen, and the fields of its response that must arrive unchanged."""

    number: int
    method: str
    headers: dict[str, str]
    response: dict[str, str] = field(default_factory=dict)


@dataclass
class Plan:
    """The requests that a test of cache-tests defines, and those that the server has seen."""

    requests: list[dict[str, Any]]
    seen: list[Seen] = field(default_factory=list)


class Origin:
    def __init__(self) -> None:
        self.plans: dict[str, Plan] = {}
        self.url = ""

    async def __aenter__(self) -> "Origin":
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=1024)
        self.url = "http://127.0.0.1:%d" % self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        await self.server.wait_closed()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                method, path, _ = line.decode("latin-1").split(" ", 2)
                headers: dict[str, str] = {}
                while (field_line := (await reader.readline()).decode("latin-1").rstrip("\r\n")):
                    name, _, value = field_line.partition(":")
                    name = name.lower()
                    headers[name] = f"{headers[name]}, {value.strip()}" if name in headers else value.strip()
                await reader.readexactly(int(headers.get("content-length", 0)))
                reply = await self.reply(method, path, headers)
                if reply is None:
                    break
                writer.write(reply)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def reply(self, method: str, path: str, headers: dict[str, str]) -> bytes | None:
        """Returns the bytes of a response. None: the connection is closed without a response."""
        plan = self.plans[path.split("?")[0].split("/")[2]]
        number = int(headers["req-num"])
        request = plan.requests[number - 1]
        await asyncio.sleep(request.get("response_pause", 0))
        now = int(time.time() * 1000)
        seen = Seen(number, method, headers)
        status, reason = self.status(plan, number, headers)
        fields: list[tuple[str, str]] = [
            ("Server-Base-Url", path), ("Server-Request-Count", str(len(plan.seen) + 1)),
            ("Client-Request-Count", str(number)), ("Server-Now", str(now)),
        ]
        for header in request.get("response_headers", ()):
            name, value, *rest = fixed(header, now, path, request)
            fields.append((name, value))
            if not rest or rest[0] is True:
                # Several fields of one name count as one text, with which the judge compares the field that arrives.
                seen.response[name.lower()] = ", ".join(each for known, each in fields if known.lower() == name.lower())
        plan.seen.append(seen)
        fields.append(("Request-Numbers", " ".join(str(each.number) for each in plan.seen)))
        if request.get("disconnect"):
            return None
        names = {name.lower() for name, _ in fields}
        body = b"" if status in NO_BODY else (request.get("response_body") or path.split("?")[0].split("/")[2]).encode()
        if "content-type" not in names:
            fields.append(("Content-Type", "text/plain"))
        if "date" not in names:
            fields.append(("Date", http_date(now / 1000)))
        if not names & {"content-length", "transfer-encoding"} and status not in NO_BODY:
            fields.append(("Content-Length", str(len(body))))
        head = f"HTTP/1.1 {status} {reason}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields) + "\r\n"
        return head.encode("latin-1") + (b"" if method == "HEAD" else body)

    @staticmethod
    def status(plan: Plan, number: int, headers: dict[str, str]) -> tuple[int, str]:
        request = plan.requests[number - 1]
        status, reason = request.get("response_status", (200, "OK"))
        if not request.get("expected_type", "").endswith("validated"):
            return status, reason
        # If this server did not send the previous response, a cache did. Then the validators of the response are those
        # in the test's data.
        before = {name.lower(): value for name, value, *_ in plan.requests[number - 2].get("response_headers", ())}
        before |= next((each.response for each in plan.seen if each.number == number - 1), {})
        for validator, condition in (("last-modified", "if-modified-since"), ("etag", "if-none-match")):
            if validator in before and headers.get(condition) == before[validator]:
                return 304, "Not Modified"
        return 999, "304 Not Generated"


def load(path: str) -> list[dict[str, Any]]:
    """Returns the tests of all suites that a private cache runs."""
    suites = json.loads(open(path, encoding="utf-8").read())
    tests = [test for suite in suites for test in suite["tests"]]
    return [test for test in tests if not test.get("browser_skip") and not test.get("cdn_only")]
