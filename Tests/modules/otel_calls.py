"""Tests which spans the module otel makes of calls of every kind."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple

from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

import playing
from playing import Call, check, moya
from spans import REFUSED, World, facts, judge, provider, world

ERROR = Status.STATUS_CODE_ERROR


class Row(NamedTuple):
    what: str
    target: Dict[str, Any]
    expected: Dict[str, Any]  # attributes
    name: str = "GET"
    is_error: bool = False
    message: str = ""
    attempts: int = 1


OK = {"http.request.method": "GET", "http.response.status_code": 200, "network.protocol.version": "1.1"}
ROWS = [
    Row("a response", {"path": "/ok", "name": "zen"}, OK, "GET zen"),
    Row("a target without a name", {"path": "/users/17"}, OK),
    Row("a POST", {"path": "/ok", "method": "POST", "body": b"12345", "name": "send"}, {"http.request.method": "POST"}, "POST send"),
    Row("an unusual method", {"path": "/ok", "method": "BREW"}, {"http.request.method": "_OTHER", "http.request.method_original": "BREW"}, "HTTP"),
    Row("a client error", {"path": "/status/404"}, {"http.response.status_code": 404, "error.type": "404"}, is_error=True),
    Row("a server error", {"path": "/status/500"}, {"http.response.status_code": 500, "error.type": "500"}, is_error=True),
    Row("a status that validation refuses", {"path": "/status/204", "validate": [200]},
        {"http.response.status_code": 204, "error.type": "status_code"}, is_error=True),
    Row("retries", {"path": "/busy/2", "retry": moya.Retry(attempts=4, delay=0.001)}, {**OK, "http.request.resend_count": 2}, attempts=3),
    Row("retries that do not help", {"path": "/busy/9", "retry": moya.Retry(attempts=2, delay=0.001)},
        {"http.response.status_code": 503, "http.request.resend_count": 1, "error.type": "503"}, is_error=True, attempts=2),
    Row("a refused connection", {"base_url": REFUSED, "path": "/x", "name": "dead"},
        {"error.type": "connect", "server.address": "127.0.0.1", "server.port": 1}, "GET dead", True, "connection refused"),
    # The library has no facts of a connection that failed.
    Row("a body that breaks off", {"path": "/cut"},
        {"error.type": "incomplete_body", "http.response.status_code": 200, "network.peer.address": None}, is_error=True),
    Row("a timeout", {"path": "/never", "timeout": 0.2}, {"error.type": "timeout_total", "network.peer.address": None}, is_error=True,
        message="200 ms"),
    Row("a secret parameter", {"path": "/ok", "query": {"token": "canary", "page": "2", "X-Amz-Signature": "canary", "sig": "canary"}},
        {"url.full": "{base}/ok?token=REDACTED&page=2&X-Amz-Signature=REDACTED&sig=REDACTED"}),
    Row("a parameter that an option names", {"path": "/ok", "query": {"pet_name": "canary", "code": "7"}},
        {"url.full": "{base}/ok?pet_name=REDACTED&code=7"}),
    Row("a user and a password", {"base_url": "{base}", "path": "/ok", "userinfo": "ann:canary@"}, {"url.full": "{base}/ok"}),
    Row("a user of a refused connection", {"base_url": REFUSED, "path": "/y", "userinfo": "ann:canary@"}, {"url.full": REFUSED + "/y"},
        is_error=True),
    Row("a stub", {"path": "/stub", "sample": moya.Sample(body=b"made up"), "stub": True},
        {"http.response.status_code": 200, "network.peer.address": None}),
]


def target(row: Row, base: str) -> "moya.Target":
    options = {"base_url": base, **row.target}
    options["base_url"] = options["base_url"].replace("{base}", base).replace("http://", "http://" + options.pop("userinfo", ""))
    return moya.Target(options.pop("base_url"), options.pop("path"), **options)


def call(made: "moya.Provider", each: "moya.Target", is_streamed: bool) -> str:
    try:
        if not is_streamed:
            return str(made.call(each).status_code)
        with made.stream(each) as stream:
            for _ in stream.iter_bytes():
                pass
        return str(stream.response.status_code)
    except moya.MoyaError as error:
        return str(error)


def differences(row: Row, span: Span, base: str) -> List[object]:
    found, port = facts(span), int(base.rpartition(":")[2])
    expected = {"url.full": f"{base}{row.target['path']}", "server.address": "127.0.0.1", "server.port": port,
                "network.peer.address": "127.0.0.1", **row.expected}
    if REFUSED in str(row.target):
        expected.update({"network.peer.address": None, "server.port": 1, "url.full": REFUSED + row.target["path"]})
    wrong: List[object] = []
    for name, value in expected.items():
        value = value.replace("{base}", base) if isinstance(value, str) else value
        if found.get(name) != value:
            wrong.append((name, found.get(name), value))
    events = [facts(event) for event in span.events]
    if span.name != row.name or span.kind != Span.SPAN_KIND_CLIENT or (span.status.code == ERROR) != row.is_error:
        wrong.append((span.name, span.kind, span.status))
    if row.message not in span.status.message or (span.status.message and "http.response.status_code" in found):
        wrong.append(span.status.message)
    if [event["moya.attempt"] for event in events] != list(range(1, row.attempts + 1)):
        wrong.append(events)
    times = [span.start_time_unix_nano, *(event.time_unix_nano for event in span.events), span.end_time_unix_nano]
    if times != sorted(times) or times[0] == 0 or ("error.type" in found) != row.is_error:
        wrong.append((times, found.get("error.type")))
    return wrong


def describes_calls_of_every_kind(folder: Path) -> None:
    for is_streamed in (False, True):
        how, lines, wrong = "streamed" if is_streamed else "whole", [], []
        # A caller who has received the head of a response gets no other attempt.
        rows = [row for row in ROWS if not (is_streamed and "retry" in row.target)]
        with world() as it:
            options = it.config(secret_parameters=["pet_name"], keep_parameters=["code"], service_name="rows", resource=["deployment.environment.name=test"])
            with provider(options, lines) as made:
                said = [call(made, target(row, it.url), is_streamed) for row in rows]
            spans = it.spans
            if len(spans) != len(rows):
                wrong.append((len(spans), said))
            for row, span in zip(rows, spans):
                found = differences(row, span, it.url)
                wrong += [(row.what, *found)] if found else []
            resource = facts(it.batches[0].message.resource_spans[0].resource)
            everything = repr([batch.message for batch in it.batches]) + "".join(lines)
        check(f"otel: the spans of {len(rows)} kinds of {how} calls have the attributes of OpenTelemetry's HTTP conventions", not wrong, "\n".join(map(str, wrong)))
        check(f"otel: no secret is in the spans and the log of {how} calls", "canary" not in everything, everything)
        expected = {"service.name": "rows", "deployment.environment.name": "test", "telemetry.sdk.name": "libmoya", "telemetry.sdk.language": "cpp"}
        check("otel: the resource has the attributes of the options", expected.items() <= resource.items(), resource)


def has_facts_of_connections(folder: Path) -> None:
    with world() as it:
        with provider(it.config()) as made:
            for _ in range(2):
                made.call(moya.Target(it.url, "/ok", method="POST", body=b"12345"))
        events = [facts(span.events[0]) for span in it.spans]
        judge(it, "two calls")
    reused = [event["moya.connection.reused"] for event in events]
    sizes = [(event["http.request.body.size"], event["http.response.body.size"]) for event in events]
    ordered = [event["moya.first_byte_us"] <= event["moya.total_us"] for event in events]
    check("otel: an attempt says whether its connection was used before", reused == [False, True], events)
    check("otel: an attempt has the sizes of the bodies, and times", sizes == [(5, 2)] * 2 and all(ordered), events)


class Other(moya.Plugin):
    """A plugin that is added after the module."""

    id = "org.example.other"

    def prepare(self, call: "moya.PluginCall") -> object:
        if call.request.url.endswith("/cached"):
            return moya.Sample(status_code=203, body=b"stored")
        if call.request.url.endswith("/fails"):
            raise ValueError("no token")
        call.request.url = call.request.url.replace("/before", "/after")
        return None


def describes_what_other_plugins_do(folder: Path) -> None:
    with world() as it:
        with provider(it.config()) as made:
            made.add_plugin(Other())
            said = [call(made, moya.Target(it.url, path), False) for path in ("/cached", "/fails", "/before")]
        shown = [(facts(span)["url.full"][len(it.url):], facts(span).get("http.response.status_code"), facts(span).get("error.type"),
                  len(span.events)) for span in it.spans]
        sent = [request.path for request in it.requests]
    expected = [("/cached", 203, None, 0), ("/fails", None, "plugin_hook", 0), ("/after", 200, None, 1)]
    check("otel: a call that another plugin answers, fails or changes has a span", shown == expected and sent == ["/after"], (shown, said))


def has_facts_of_http2(folder: Path) -> None:
    with playing.http2_server(folder) as base, world() as it:
        with provider(it.config(), ca=folder / "ca.pem") as made:
            made.call(moya.Target(base, "/ok"))
        span = it.spans[0]
        found, event = facts(span), facts(span.events[0])
    check("otel: a call over TLS has version 2 and the time of TLS", found["network.protocol.version"] == "2" and event["moya.tls_us"] > 0, found)


def has_a_bounded_number_of_events(folder: Path) -> None:
    """Checks that a span has at most 32 events. A stream of server-sent events that reconnects has more, because each
    connection is an attempt."""
    count = 0
    with world() as it:
        with provider(it.config()) as made, made.events(moya.Target(it.url, "/events"), reconnect=True) as events:
            for _ in events:
                count += 1
                if count == 40:
                    break
        span = it.spans[0]
        judge(it, "events that reconnect")
    # The stream may have connected once more before the loop left it.
    good = len(span.events) == 32 and len(span.events) + span.dropped_events_count in (count, count + 1)
    check("otel: a span has at most 32 events, and the number of others", good, (count, len(span.events), span.dropped_events_count))


def works_on_several_loops(folder: Path) -> None:
    async def play(it: World) -> None:
        async with moya.AsyncProvider(loops=4) as made:
            made.load_plugin("otel", it.config(batch_spans=50))
            await asyncio.gather(*(made.call(moya.Target(it.url, f"/{number}")) for number in range(200)))

    with world() as it:
        asyncio.run(play(it))
        paths = sorted(int(facts(span)["url.full"].rpartition("/")[2]) for span in it.spans)
        judge(it, "200 calls at once")
    check("otel: 200 calls at once on four loops have 200 spans", paths == list(range(200)), paths)


def makes_one_span_of_a_shared_request(folder: Path) -> None:
    async def play(it: World) -> None:
        async with moya.AsyncProvider() as made:
            made.load_plugin("otel", it.config())
            target = moya.Target(it.url, "/never", share=True)
            calls = [asyncio.ensure_future(made.call(target)) for _ in range(20)]
            while not await asyncio.to_thread(it.wait_for, lambda: it.count("/never") == 1):
                pass
            calls[0].cancel()  # the request continues
            await asyncio.gather(calls[0], return_exceptions=True)
            it.released.set()
            await asyncio.gather(*calls[1:])

    with world() as it:
        asyncio.run(play(it))
        judge(it, "calls that share a request")
        found = [facts(span) for span in it.spans]
    good = len(found) == 1 and found[0]["http.response.status_code"] == 200 and "error.type" not in found[0]
    check("otel: calls that share a request have one span, also if one of them is cancelled", good, found)


def ends_the_span_of_a_cancelled_call(folder: Path) -> None:
    async def play(it: World) -> None:
        async with moya.AsyncProvider() as made:
            made.load_plugin("otel", it.config())
            call = asyncio.ensure_future(made.call(moya.Target(it.url, "/never")))
            await asyncio.to_thread(it.wait_for, lambda: it.count("/never") == 1)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)

    with world() as it:
        asyncio.run(play(it))
        found = [facts(span).get("error.type") for span in it.spans]
        judge(it, "a cancelled call")
    check("otel: a call that is cancelled has a span with the error cancelled", found == ["cancelled"], found)


def works_in_every_program(folder: Path) -> None:
    programs = [("C, whole", playing.c_whole), ("C, in pieces", playing.c_pieces), ("Python, whole", playing.python_whole),
                ("Python, in pieces", playing.python_pieces), ("the program moya", playing.tool)]
    if "MOYA_PLUGIN_PLAYER" in os.environ:
        programs.append(("Swift", playing.swift))
    for name, play in programs:
        with world() as it:
            config = it.config()
            play("otel", config, [Call(it.url + "/ok?password=canary"), Call(it.url + "/status/404")])
            found = [(facts(span)["http.response.status_code"], facts(span)["url.full"][len(it.url):]) for span in it.spans]
            judge(it, f"a program: {name}")
        wanted = [(200, "/ok?password=REDACTED"), (404, "/status/404")]
        check(f"otel: calls have spans in {name}", sorted(found) == wanted, found)


def runs_the_programs_of_its_page(folder: Path) -> None:
    page = (playing.ROOT / "plugins/otel/README.md").read_text()
    blocks: List[Tuple[str, str]] = re.findall(r"^```(c|python)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    library = Path(os.environ["MOYA_LIBRARY"])
    for language, text in blocks:
        with world() as it:
            text = text.replace("https://api.example.com", it.url).replace("http://localhost:4318", it.url)
            source = folder / f"page.{language}"
            if language == "c":
                sent = f'moya_target target = MOYA_TARGET(.base_url = "{it.url}", .path = "/zen", .name = "zen");\nif (moya_provider_call(api, &target, NULL, NULL, NULL) != MOYA_OK) return;'
                includes = "#include <moya/moya.h>\n#include <stdio.h>\n"
                source.write_text(f"{includes}static void run(void) {{\n{text.replace('/* calls */', sent)}}}\nint main(void) {{ run(); return 0; }}\n")
                command = ["gcc", "-std=c11", f"-I{playing.ROOT}/include", "-o", folder / "page", source, library, f"-Wl,-rpath,{library.parent}"]
                built = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
                if built.returncode:
                    check("otel: the page's program in c compiles", False, built.stderr)
                    continue
                command = [folder / "page"]
            else:
                source.write_text(text)
                command, built = [sys.executable, "-B", source], None
            environment = {**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}
            done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, check=False)
            names = [span.name for span in it.spans]
        check(f"otel: the page's program in {language} sends a span", names == ["GET zen"], f"{names} {built and built.stderr} {done.stderr}")


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
