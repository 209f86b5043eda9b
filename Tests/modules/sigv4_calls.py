"""Tests calls of every kind through the module sigv4, its credentials, and its secrets. The signatures themselves are
judged in sigv4_judge.py."""

import asyncio
import calendar
import hashlib
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

import playing
from playing import Call, Config, check, moya, passes_plugin_check
from sigv4_judge import KEY, UNSIGNED, faults, given
from wire import Reply, Request, wire

S3: Config = {**KEY, "service": "s3"}
API: Config = {**KEY, "service": "execute-api"}
TOKEN = "FwoGZXIvYXdzE-canary-token"


@contextmanager
def environment(**variables: Optional[str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    for values in (variables, before):
        for name, value in values.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if values is variables:
            yield


def sent(config: Config, target: moya.Target, url: str) -> str:
    """Makes a call. Returns the status of the response, or the error."""
    with moya.Provider(timeout=20) as provider:
        try:
            provider.load_plugin("sigv4", config)
            return str(provider.call(target.replace(base_url=url)).status_code)
        except moya.MoyaError as error:
            return f"{error.status.name}: {error}"


def passes_the_checker(folder: Path) -> None:
    passes_plugin_check("sigv4", S3, {**API, "form": "query", "session_token": TOKEN, "body": "streams_unsigned"})


# ── Credentials ──

FILE = f"""
# a comment
[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key=canary-secret/of+default
[other]
; another comment
aws_access_key_id=AKIAOTHER
aws_secret_access_key = canary-secret-of-other
region = us-west-1
aws_session_token = {TOKEN}
[half]
aws_access_key_id=AKIAHALF
[shouted]
  AWS_Access_Key_Id : AKIASHOUTED
  AWS_SECRET_ACCESS_KEY=canary-secret:of=shouted
  s3 =
    aws_access_key_id = AKIANESTED
[ odd ]
aws_access_key_id=AKIA ODD
aws_secret_access_key=canary-secret-odd
"""
NONE = dict.fromkeys(("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION",
                      "AWS_DEFAULT_REGION", "AWS_SHARED_CREDENTIALS_FILE"))
BASE: Config = {"service": "execute-api", "region": "eu-central-1"}
VARIABLES = {"AWS_ACCESS_KEY_ID": "AKIAENV", "AWS_SECRET_ACCESS_KEY": "canary-secret-of-env"}
# config, environment, and the credentials that are used, or words of the error
ROWS: List[Any] = [
    ({}, {}, ("AKIADEFAULT", "canary-secret/of+default", "")),
    ({}, {"AWS_PROFILE": "other"}, ("AKIAOTHER", "canary-secret-of-other", TOKEN)),
    ({}, VARIABLES, ("AKIAENV", "canary-secret-of-env", "")),
    ({}, {**VARIABLES, "AWS_SESSION_TOKEN": TOKEN}, ("AKIAENV", "canary-secret-of-env", TOKEN)),
    ({"profile": "other"}, VARIABLES, ("AKIAOTHER", "canary-secret-of-other", TOKEN)),
    ({"key_id": "AKIAOPTION", "secret": {"env": "CANARY_SECRET"}}, VARIABLES, ("AKIAOPTION", "canary-secret-of-option", "")),
    ({"profile": "shouted"}, {}, ("AKIASHOUTED", "canary-secret:of=shouted", "")),
    ({"profile": "nobody"}, {}, "has no profile nobody"),
    ({"profile": "half"}, {}, "the secret of the profile half"),
    ({"profile": "odd"}, {}, "the key id of the profile odd"),
    ({"key_id": "AKIAOPTION"}, VARIABLES, "the secret (an option) is missing"),
    ({"key_id": "AKIAOPTION", "secret": "x", "profile": "other"}, {}, "not for use with profile"),
    ({"key_id": "AKIA/X", "secret": "x"}, {}, "the key id (an option) has a slash"),
    ({"credentials_file": "/nowhere/at/all"}, VARIABLES, "/nowhere/at/all cannot be read: No such file"),
    ({}, {"AWS_SHARED_CREDENTIALS_FILE": "~/nowhere"}, "Set key_id and secret, AWS_ACCESS_KEY_ID"),
    ({"region": ""}, {}, "there is no region: set region or AWS_REGION"),
    ({"region": "a/b"}, {}, "the region has a character"),
    ({"service": ""}, {}, "the service is empty"),
]


def finds_credentials(folder: Path) -> None:
    (folder / ".aws").mkdir()
    (folder / ".aws/credentials").write_text(FILE)
    for config, variables, wanted in ROWS:
        with wire() as at, environment(**{**NONE, "HOME": str(folder), "CANARY_SECRET": "canary-secret-of-option", **variables}):
            got = sent({**BASE, **config}, moya.Target(name="call"), at.url)
            requests = at.taken()
        name = f"sigv4: credentials of {config or 'no option'}, {sorted(variables)}"
        if isinstance(wanted, str):
            check(f"{name} are refused with a sentence", wanted in got and not requests and "canary" not in got, got)
            continue
        key_id, secret, token = wanted
        wrong = faults(at, requests, {**BASE, "key_id": key_id, "secret": secret})
        is_right = len(requests) == 1 and f"Credential={key_id}/" in requests[0].field("Authorization")
        check(f"{name} are found", is_right and not wrong and requests[0].field("X-Amz-Security-Token") == token, (got, requests, wrong))


def finds_the_region(folder: Path) -> None:
    for variables in ({"AWS_REGION": "eu-west-3"}, {"AWS_DEFAULT_REGION": "eu-west-3"}, {"AWS_REGION": "eu-west-3", "AWS_DEFAULT_REGION": "x"}):
        with wire() as at, environment(**{**NONE, **variables}):
            sent({**KEY, "region": "", "service": "sts"}, moya.Target(name="call"), at.url)
            shown = at.taken()[0].field("Authorization")
        check(f"sigv4: the region is that of {sorted(variables)[-1]}", "/eu-west-3/sts/aws4_request" in shown, shown)


# ── Bodies ──


def treats_bodies_that_are_not_in_memory_as_the_option_says(folder: Path) -> None:
    file, data = folder / "body", b"a body in a file"
    file.write_bytes(data)
    known = {"X-Amz-Content-Sha256": hashlib.sha256(data).hexdigest()}
    bodies: Dict[str, Dict[str, Any]] = {"a file": {"body": file}, "a stream": {"body": [data]}, "a form": {"files": {"part": b"x"}}}
    for kind, body in bodies.items():
        target = moya.Target(name="call", method="PUT", **body)
        with wire() as at:
            got = sent(S3, target, at.url)
            check(f"sigv4: {kind} as the body is refused with a sentence", "streams_unsigned" in got and not at.taken(), got)
            for option in ("streams_unsigned", "unsigned"):
                config = {**S3, "body": option}
                got, requests = sent(config, target, at.url), at.taken()
                holds = got == "200" and requests[0].field("X-Amz-Content-Sha256") == UNSIGNED and not faults(at, requests, config)
                check(f"sigv4: {kind} as the body is sent unsigned with {option}", holds and requests[0].body != b"", (got, requests))
            if kind != "a form":
                got, requests = sent(API, target.replace(headers=known), at.url), at.taken()
                check(f"sigv4: {kind} as the body is signed if the caller knows its hash", got == "200" and not faults(at, requests, API)
                      and requests[0].body == data, (got, requests))
    target = moya.Target(name="call", method="PUT", body=data)
    with wire() as at:
        for option, hashed in (("signed", True), ("streams_unsigned", True), ("unsigned", False)):
            sent({**S3, "body": option}, target, at.url)
            shown = at.taken()[0].field("X-Amz-Content-Sha256")
            check(f"sigv4: a body in memory has a hash with {option}: {hashed}", shown == (known["X-Amz-Content-Sha256"] if hashed else UNSIGNED))


# ── The clock ──


class Clock:
    """A server whose clock is ahead. It refuses requests with another time, as S3 does."""

    def __init__(self, ahead: int, broken: bool = False) -> None:
        self.ahead, self.is_broken = ahead, broken

    def __call__(self, request: Request) -> Reply:
        now = time.time() + self.ahead
        query = request.target.partition("X-Amz-Date=")[2][:16]
        date = time.strptime(request.field("X-Amz-Date") or query, "%Y%m%dT%H%M%SZ")
        late = abs(calendar.timegm(date) - now) > 900 or self.is_broken
        self.ahead += 7200 * self.is_broken
        body = b"<Error><Code>RequestTimeTooSkewed</Code></Error>" if late else b"ok"
        return Reply(403 if late else 200, body, {"Date": formatdate(now, usegmt=True)})


def takes_over_the_clock_of_the_server(folder: Path) -> None:
    for ahead in (86400 * 400, -7200, 1000, 30):
        for form in ("header", "query"):
            with wire() as at, moya.Provider(timeout=20) as provider:
                provider.load_plugin("sigv4", {**S3, "form": form})
                at.reply = Clock(ahead)
                got = [provider.call(moya.Target(at.url, method=method)).status_code for method in ("PUT", "GET")]
                requests = at.taken()
                wanted = 2 if ahead == 30 else 3
                check(f"sigv4: a clock that is {ahead} s ahead costs {wanted - 2} retries, in the {form}", got == [200, 200] and len(requests) == wanted
                      and not faults(at, requests, {**S3, "form": form}), (got, requests))
    with wire() as at, moya.Provider(timeout=20) as provider:
        provider.load_plugin("sigv4", S3)
        at.reply = Clock(5000, broken=True)
        got = [provider.call(moya.Target(at.url)).status_code]
        check("sigv4: a call is retried once", got == [403] and len(at.taken()) == 2, got)
        at.reply = lambda request: Reply(403, b"", {"Date": formatdate(0, usegmt=True), "Age": "5"})
        provider.call(moya.Target(at.url))
        check("sigv4: the date of a stored response does not count", len(at.taken()) == 1)
    with wire() as at, wire() as other, moya.Provider(timeout=20) as provider:
        provider.load_plugin("sigv4", S3)
        at.reply = lambda request: Reply(302, b"", {"Location": other.url + "/x"})
        other.reply = lambda request: Reply(403, b"", {"Date": formatdate(0, usegmt=True)})
        got = [provider.call(moya.Target(at.url)).status_code for _ in range(2)]
        check("sigv4: the date of another origin to which a redirect led does not count", got == [403] * 2 and len(other.taken()) == 2
              and not faults(at, at.taken(), S3), got)
    with wire() as at, moya.Provider(timeout=20) as provider:
        provider.load_plugin("sigv4", S3)
        for date in ("Sun, 06 Nov 1994 08:49:37 PST", "yesterday", "Sun, 99 Foo 1994 08:49:37 GMT", "", "Sun, 06 ovD 1994 08:49:37 GMT", "Sun, 06 Nov -999 08:49:37 GMT"):
            at.reply = lambda request, date=date: Reply(403, b"", {"Date": date})  # type: ignore[misc]
            provider.call(moya.Target(at.url))
            check(f"sigv4: the date {date!r} does not count", len(at.taken()) == 1)
        at.reply = Clock(5000)
        with provider.stream(moya.Target(at.url)) as stream:
            stream.read()
        first = at.taken()
        provider.call(moya.Target(at.url))
        check("sigv4: after a streamed refusal, the next call has the server's time", len(first) in (1, 2) and len(at.taken()) == 1, first)


# ── Calls of every kind ──


def signs_each_attempt(folder: Path) -> None:
    with wire() as at, moya.Provider(timeout=20) as provider:
        provider.load_plugin("sigv4", {**API, "form": "query"})
        at.reply = lambda request: Reply(200 if len(at.seen) == 3 else 503)
        got = provider.call(moya.Target(at.url, "/busy", query={"a": "b"}, retry=moya.Retry(attempts=4, delay=0.001))).status_code
        requests = at.taken()
        names = [request.target.count("X-Amz-Signature=") for request in requests]
        check("sigv4: each attempt has one signature", got == 200 and names == [1, 1, 1] and not faults(at, requests, {**API, "form": "query"}), requests)


def signs_stubbed_calls(folder: Path) -> None:
    with moya.Provider(stub=True) as provider:
        provider.load_plugin("sigv4", API)
        got = provider.call(moya.Target("http://api.test", "/stub", sample=moya.Sample(body=b"made up")))
    check("sigv4: a stubbed call has its response", got.text == "made up", got)


def signs_calls_at_once(folder: Path) -> None:
    async def parallel(url: str) -> List[int]:
        async with moya.AsyncProvider(loops=4) as provider:
            provider.load_plugin("sigv4", API)
            calls = [asyncio.ensure_future(provider.call(moya.Target(url, f"/{n}", name="call", share=n < 10))) for n in range(100)]
            never = asyncio.ensure_future(provider.call(moya.Target(url, "/cancelled")))
            await asyncio.sleep(0)
            never.cancel()
            await asyncio.gather(never, return_exceptions=True)
            return [response.status_code for response in await asyncio.gather(*calls)]

    with wire() as at:
        got = asyncio.run(parallel(at.url))
        requests = at.taken()
    check("sigv4: 100 calls at once on four loops are signed", got == [200] * 100 and len(requests) >= 100 and not faults(at, requests, API))


def signs_in_forked_children(folder: Path) -> None:
    program = """
import os, sys, moya
provider = moya.Provider(timeout=20); provider.load_plugin("sigv4", dict(zip(("key_id", "secret", "region", "service"), sys.argv[2:])))
print(provider.call(moya.Target(sys.argv[1], "/parent")).status_code, flush=True)
if os.fork() == 0:
    print(provider.call(moya.Target(sys.argv[1], "/child")).status_code, flush=True)
    os._exit(0)
os.wait()
provider.close()
"""
    with wire() as at:
        words = [at.url, API["key_id"], API["secret"], API["region"], API["service"]]
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, *words], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")})
        requests = at.taken()
    check("sigv4: a forked child signs", done.stdout.split() == ["200", "200"] and not faults(at, requests, API), done.stdout + done.stderr)


def works_in_every_language(folder: Path) -> None:
    programs = {"the command line": playing.tool}
    if "MOYA_MODULE_PLAYER" in os.environ:
        programs["C"] = playing.c_whole
        programs["C, in pieces"] = playing.c_pieces
    if "MOYA_PLUGIN_PLAYER" in os.environ:
        programs["Swift"] = playing.swift
    for name, program in programs.items():
        with wire() as at:
            program("sigv4", API, [Call(at.url + "/a b?c=d+e")])
            requests = at.taken()
        check(f"sigv4: requests of {name} are signed", len(requests) == 1 and not faults(at, requests, API), requests)


# ── Secrets ──


def hides_secrets(folder: Path) -> None:
    lines: List[str] = []
    config = {"service": "s3", "region": "eu-central-1", "key_id": "AKIACANARY", "secret": "canary-secret-of-config", "session_token": TOKEN}
    signatures: List[str] = []
    with wire() as at:
        for form in ("header", "query"):
            with moya.Provider(timeout=20, log=lambda level, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as provider:
                provider.load_plugin("sigv4", {**config, "form": form})
                provider.add_plugin("moya.logger", {"form": "curl"})
                at.reply = Clock(5000)
                for target in (moya.Target(at.url, "/a", name="good"), moya.Target("http://127.0.0.1:1", "/b", name="dead"),
                               moya.Target(at.url, "/c", name="file", method="PUT", body=Path(__file__)),
                               moya.Target(at.url, "/d", name="refused", validate=[201])):
                    try:
                        provider.call(target)
                    except moya.MoyaError as error:
                        lines += [str(error), repr(error)]
            signatures += [given(request) for request in at.taken()]
    leaks = [line for line in lines if "canary" in line or any(made in line for made in signatures)]
    check("sigv4: no secret and no signature is in a log or a message", not leaks and len(signatures) > 5 and len(lines) > 4, leaks or lines)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
