"""Tests which trace context and which baggage the requests of the module otel have. opentelemetry-api and the samplers
of opentelemetry-sdk judge them."""

import sys
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

from opentelemetry.sdk.trace.sampling import Decision, TraceIdRatioBased

import playing
from playing import check, moya
from spans import baggage_of, context_of, judge, provider, world

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
VALID = f"00-{TRACE}-{PARENT}-01"


class Row(NamedTuple):
    what: str
    traceparent: str
    is_parent: bool
    tracestate: Optional[str] = None
    passed: Optional[str] = None  # the field tracestate of the request


#: The rules of https://www.w3.org/TR/trace-context/, §3.
ROWS = [
    Row("a traceparent", VALID, True),
    Row("a parent that is not recorded", VALID[:-1] + "0", True),
    Row("unknown flags", VALID[:-2] + "ff", True),
    Row("a later version", "cc" + VALID[2:], True),
    Row("a later version with more parts", "cc" + VALID[2:] + "-what-the-future-will-be-like", True),
    Row("a later version with more digits", "cc" + VALID[2:] + ".what", False),
    Row("version 00 with more parts", VALID + "-what", False),
    Row("version ff", "ff" + VALID[2:], False),
    Row("a version that is not hexadecimal", "0x" + VALID[2:], False),
    Row("upper case", VALID.upper(), False),
    Row("a trace id of zeroes", f"00-{'0' * 32}-{PARENT}-01", False),
    Row("a span id of zeroes", f"00-{TRACE}-{'0' * 16}-01", False),
    Row("a trace id that is not hexadecimal", f"00-{TRACE[:-1]}g-{PARENT}-01", False),
    Row("a span id that is not hexadecimal", f"00-{TRACE}-{PARENT[:-1]}.-01", False),
    Row("flags that are not hexadecimal", VALID[:-2] + "0.", False),
    Row("short flags", VALID[:-1], False),
    Row("other separators", VALID.replace("-", "_"), False),
    Row("an empty traceparent", "", False),
    Row("a tracestate", VALID, True, "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
    Row("a tracestate with a tenant", VALID, True, "fw529a3039@dt=FfIJxG", "fw529a3039@dt=FfIJxG"),
    Row("a tracestate with empty members", VALID, True, "a=1,,b=2", "a=1,,b=2"),
    Row("a tracestate with 32 members", VALID, True, ",".join(f"k{n}=1" for n in range(32)), ",".join(f"k{n}=1" for n in range(32))),
    Row("a tracestate with 33 members", VALID, True, ",".join(f"k{n}=1" for n in range(33))),
    Row("a tracestate with a key that is there twice", VALID, True, "a=1,b=2,a=3"),
    Row("a tracestate with a key in upper case", VALID, True, "A=1"),
    Row("a tracestate with a long key", VALID, True, "k" * 257 + "=1"),
    Row("a tracestate with a long value", VALID, True, "k=" + "v" * 257),
    Row("a tracestate without a value", VALID, True, "k"),
    Row("a tracestate with two signs", VALID, True, "k=v=w"),
    Row("a tracestate with a bad tenant", VALID, True, "a@b@c=1"),
    Row("a tracestate without a traceparent", "", False, "a=1"),
    Row("a tracestate with an invalid traceparent", VALID.upper(), False, "a=1"),
]


def passes_the_trace_context_on(folder: Path) -> None:
    wrong: List[Tuple[object, ...]] = []
    with world() as it:
        with provider(it.config(sampler="always_on")) as made:
            for number, row in enumerate(ROWS):
                fields = {"traceparent": row.traceparent, "tracestate": row.tracestate}
                made.call(moya.Target(it.url, f"/{number}", headers={name: value for name, value in fields.items() if value}))
        spans = {span.span_id: span for span in it.spans}
        for row, request in zip(ROWS, it.requests):
            found = context_of(request.fields)
            span = spans.get(found.span_id.to_bytes(8, "big"))
            continues = f"{found.trace_id:032x}" == TRACE
            parent = span.parent_span_id.hex() if span else None
            state = request.fields.get("tracestate")
            if (continues, parent, state) != (row.is_parent, PARENT if row.is_parent else "", row.passed) or (row.passed or "") != span.trace_state:
                wrong.append((row.what, request.fields, parent))
        judge(it, "calls with a trace context")
    check(f"otel: {len(ROWS)} kinds of trace context are passed on, or replaced, as W3C says", not wrong, "\n".join(map(str, wrong)))


def gives_each_attempt_the_same_ids(folder: Path) -> None:
    with world() as it:
        with provider(it.config()) as made:
            made.call(moya.Target(it.url, "/busy/2", retry=moya.Retry(attempts=4, delay=0.001)))
            made.call(moya.Target(it.url, "/busy/1", retry=moya.Retry(attempts=4, delay=0.001), headers={"traceparent": VALID}))
        sent = [context_of(request.fields) for request in it.requests]
        judge(it, "calls with retries")
    ids = [(found.trace_id, found.span_id) for found in sent]
    check("otel: all attempts of a call have the same ids", len(ids) == 5 and len(set(ids)) == 2, ids)


def leaves_the_fields_alone_if_asked(folder: Path) -> None:
    fields = {"traceparent": VALID.upper(), "tracestate": "a=1", "baggage": "a=1"}
    with world() as it:
        with provider(it.config(propagate=False)) as made:
            made.call(moya.Target(it.url, "/caller", headers=fields))
            made.call(moya.Target(it.url, "/none"))
        of_caller, of_none = ({name: request.fields.get(name) for name in fields} for request in it.requests)
        count = len(it.spans)
    check("otel: without propagate, the caller's fields stay as they are", of_caller == fields and not any(of_none.values()), (of_caller, of_none))
    check("otel: without propagate, calls have spans", count == 2, count)


def samples(folder: Path) -> None:
    """Checks which calls are sampled. The judge is the sampler of opentelemetry-sdk, which decides by the ids on the
    wire."""
    wrong: List[Tuple[object, ...]] = []
    parents = {"none": None, "recorded": VALID, "not recorded": VALID[:-1] + "0"}
    expected: Dict[str, Dict[str, bool]] = {
        "always_on": {"none": True, "recorded": True, "not recorded": True},
        "always_off": {"none": False, "recorded": False, "not recorded": False},
        "parentbased_always_on": {"none": True, "recorded": True, "not recorded": False},
        "parentbased_always_off": {"none": False, "recorded": True, "not recorded": False},
    }
    for sampler, rows in expected.items():
        with world() as it:
            with provider(it.config(sampler=sampler)) as made:
                for parent, is_recorded in rows.items():
                    fields = {"traceparent": parents[parent]} if parents[parent] else {}
                    made.call(moya.Target(it.url, "/x", headers=fields))
                    flags = context_of(it.requests[-1].fields)
                    if not flags.is_valid or flags.trace_flags.sampled != is_recorded:
                        wrong.append((sampler, parent, it.requests[-1].fields))
            if len(it.spans) != sum(rows.values()):
                wrong.append((sampler, len(it.spans)))
    check("otel: samplers decide by the parent, or never, or always", not wrong, wrong)
    wrong = []
    for sampler, ratio in (("traceidratio", 0.3), ("parentbased_traceidratio", 0.7), ("traceidratio", 0.0), ("traceidratio", 1.0)):
        theirs = TraceIdRatioBased(ratio)
        with world() as it:
            with provider(it.config(sampler=sampler, ratio=ratio)) as made:
                for _ in range(60):
                    made.call(moya.Target(it.url, "/x"))
            contexts = [context_of(request.fields) for request in it.requests]
            recorded = {(span.trace_id, span.span_id) for span in it.spans}
        for found in contexts:
            takes = theirs.should_sample(None, found.trace_id, "x").decision == Decision.RECORD_AND_SAMPLE
            ids = (found.trace_id.to_bytes(16, "big"), found.span_id.to_bytes(8, "big"))
            if not takes == found.trace_flags.sampled == (ids in recorded):
                wrong.append((ratio, found))
    check("otel: a ratio takes the same traces as opentelemetry-sdk", not wrong, wrong)


def passes_baggage_on(folder: Path) -> None:
    options = ["team=blue sky", "city=Zürich, 50%", "empty="]
    long = {f"k{n}": "v" * 200 for n in range(60)}
    rows = [
        ("no baggage of the call", {}, {"team": "blue sky", "city": "Zürich, 50%", "empty": ""}),
        ("a member of the same name", {"baggage": "team=red;ttl=1,user=7"}, {"team": "red", "user": "7", "city": "Zürich, 50%", "empty": ""}),
        ("baggage of 64 members", {"baggage": ",".join(f"k{n}=1" for n in range(64))}, {f"k{n}": "1" for n in range(64)}),
    ]
    wrong = []
    with world() as it:
        with provider(it.config(baggage=options)) as made:
            for name, fields, expected in rows:
                made.call(moya.Target(it.url, "/x", headers=fields))
                # opentelemetry-api counts the text after a semicolon as a part of the value.
                found = {key: str(value).partition(";")[0] for key, value in baggage_of(it.requests[-1].fields).items()}
                if found != expected:
                    wrong.append((name, it.requests[-1].fields.get("baggage")))
            made.call(moya.Target(it.url, "/x", headers={"baggage": ",".join(f"{key}={value}" for key, value in long.items())}))
            cut = it.requests[-1].fields["baggage"]
    with world() as it, provider(it.config()) as made:
        made.call(moya.Target(it.url, "/x", headers={"baggage": "a=1"}))
        kept = it.requests[-1].fields["baggage"]
    check("otel: baggage of the options and of the call is what opentelemetry-api finds", not wrong, wrong)
    check("otel: the caller's baggage is never shortened, and nothing is added to long baggage", cut.count(",") == 59 and kept == "a=1", cut)


def refuses_wrong_options(folder: Path) -> None:
    rows = [
        ({"endpoint": "collector:4318"}, "the endpoint does not begin with http:// or https://"),
        ({"ratio": 1.5}, "the ratio is not from 0 to 1"),
        ({"key": "canary", "key_field": "X Key"}, "the key_field is not the name of a header field"),
        ({"key_field": ""}, "the key_field is not the name of a header field"),
        ({"key": "canary\r\nX: y"}, "the key has a control character"),
        ({"ratio": -0.1}, "the ratio is not from 0 to 1"),
        ({"baggage": ["canary"]}, "has no ="),
        ({"baggage": ["a b=canary"]}, "the baggage a b has a name that is not a token"),
        ({"baggage": ["a=" + "canary" * 2000]}, "the baggage a exceeds the limits"),
        ({"resource": ["canary"]}, "is not name=value"),
        ({"resource": ["service.name=canary"]}, "the resource attribute service.name is there twice"),
        ({"resource": ["a=1", "a=2"]}, "the resource attribute a is there twice"),
        ({"sampler": "sometimes"}, "sampler"),
    ]
    wrong = []
    for options, message in rows:
        with moya.Provider() as made:
            try:
                made.load_plugin("otel", options)
                wrong.append((options, "accepted"))
            except moya.MoyaError as error:
                if message not in str(error):
                    wrong.append((options, str(error)))
    check("otel: wrong options are refused, and the message says why", not wrong, wrong)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
