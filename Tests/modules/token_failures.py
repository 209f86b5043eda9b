"""Tests what calls get if the module token gets no token, and that no secret appears anywhere."""

import asyncio
import logging
import os
import socket
import sys
import threading
from pathlib import Path
from typing import Any, Callable, List, Tuple

import playing
from authorization import CLIENT_SECRET, FIRST_REFRESH, Authorization, authorization
from playing import check, moya
from token_calls import TOKEN, config, get

PREFIX = "there is no token, because "


def shown_failure(at: Authorization, **options: Any) -> Tuple[str, str]:
    """Returns the name of a call's error and its message, without what the library adds."""
    with moya.Provider(timeout=20) as provider:
        provider.load_plugin(TOKEN, config(at, **options))
        try:
            return "OK", str(provider.call(get(at)).status_code)
        except moya.MoyaError as error:
            return error.status.name, str(error).partition(" failed in prepare: ")[2]


def json_reply(value: Any, status: int = 200) -> Callable[[], Any]:
    return lambda: (status, value, [("Content-Type", "application/json")])


def every_failure_names_its_reason(folder: Path) -> None:
    good = {"access_token": "canary-access", "token_type": "Bearer"}
    said = {"error": "invalid_client", "error_description": f"the secret {CLIENT_SECRET} is wrong"}
    rows: List[Tuple[Callable[[], Any], str]] = [
        (json_reply(said, 401), "the token endpoint refused: invalid_client (status 401)"),
        (json_reply({"error": CLIENT_SECRET}, 400), "the token endpoint refused: status 400"),
        (json_reply("<html>", 503), "the token endpoint refused: status 503"),
        (json_reply("{\"access_token\": \"canary"), "the response of the token endpoint is not a JSON object"),
        (json_reply([]), "the response of the token endpoint is not a JSON object"),
        (json_reply(""), "the response of the token endpoint is not a JSON object"),
        (json_reply({"error": "bad_verification_code"}), "the token endpoint refused: bad_verification_code (status 200)"),
        (json_reply({"token_type": "Bearer"}), "the response of the token endpoint has no access_token"),
        (json_reply({**good, "access_token": 1}), "the response of the token endpoint has no access_token"),
        (json_reply({**good, "access_token": "canary\r\nX: y"}), "the access_token of the token endpoint cannot be in a header field"),
        (json_reply({**good, "access_token": ""}), "the access_token of the token endpoint cannot be in a header field"),
        (json_reply({**good, "access_token": "x" * 40000}), "the access_token of the token endpoint cannot be in a header field"),
        (json_reply({**good, "token_type": "mac"}), "the token_type of the token endpoint is neither Bearer nor the option `scheme`"),
        (json_reply({**good, "more": "x" * 70000}), "the response of the token endpoint is too long"),
    ]
    for reply, expected in rows:
        with authorization() as at:
            at.replies = [reply]
            name, message = shown_failure(at)
            check(f"token: a failure names its reason: {expected}", (name, message) == ("PLUGIN_HOOK", PREFIX + expected), (name, message))
    with authorization() as at, moya.Provider(timeout=20) as provider:
        at.give_refresh_token("basic-client")
        provider.load_plugin(TOKEN, config(at, refresh_token=FIRST_REFRESH))
        provider.call(get(at))
        at.end_all()
        at.replies = [json_reply({"error": name, "error_description": name, "error_uri": name}, 400) for name in at.secrets()]
        messages = []
        while at.replies:
            try:
                messages.append(provider.call(get(at)).text)
            except moya.MoyaError as error:
                messages.append(str(error))
        check("token: a message does not repeat secrets that the endpoint repeats",
              len(messages) == len(at.secrets()) and not any(name in text for name in at.secrets() for text in messages), messages)
    for lifetime in (0, "60", "0", 0.4, "3600.5", -1, "-1", 1e300, "9" * 30, None, "soon", True):
        with authorization() as at:
            at.replies = [json_reply({**good, "expires_in": lifetime})]
            at.add("basic-client", "canary-access", None)
            check(f"token: a token with the lifetime {lifetime!r} is used", shown_failure(at) == ("OK", "200"), lifetime)


def an_endpoint_that_is_down_fails_calls_at_once(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with authorization() as at:
        name, message = shown_failure(at, token_url=f"http://127.0.0.1:{port}/token?key=canary-query-1")
        check("token: an endpoint that is down fails the call with its own error", name == "CONNECT"
              and message.startswith(f"{PREFIX}http://127.0.0.1:{port}/token did not respond: ") and "canary" not in message, (name, message))
        at.replies = [lambda: None]
        name, message = shown_failure(at)
        check("token: … and so does an endpoint that closes the connection",
              message.startswith(f"{PREFIX}{at.url}/token did not respond: ") and name not in ("OK", "PLUGIN_HOOK"), (name, message))


def an_endpoint_that_is_silent_holds_no_call(folder: Path) -> None:
    ends = threading.Event()

    def silent() -> Any:
        ends.wait(60)
        return "go on"

    async def calls(at: Authorization, provider_timeout: float, token_timeout: int) -> List[str]:
        async with moya.AsyncProvider(timeout=provider_timeout) as provider:
            provider.load_plugin(TOKEN, config(at, timeout_ms=token_timeout))
            got = await asyncio.gather(*(provider.call(get(at)) for _ in range(20)), return_exceptions=True)
            return [f"{it.status.name} {it}" if isinstance(it, moya.MoyaError) else "OK" for it in got]

    for what, timeout, request, status in (
            ("their own time", 2, 60_000, "TIMEOUT_TOTAL me: plugin"), ("the time of the token request", 60, 500, "TIMEOUT_TOTAL me: plugin")):
        with authorization() as at:
            at.replies = [silent]
            got = asyncio.run(calls(at, timeout, request))
            ends.set()
            check(f"token: if the endpoint is silent, all calls fail within {what}, with the reason",
                  all("/token" in it and "respond" in it and it.startswith(status) for it in got) and len(at.grants) == 1, got)
        ends.clear()


def the_first_caller_may_leave(folder: Path) -> None:
    async def calls(at: Authorization, asked: asyncio.Event, answers: threading.Event) -> List[int]:
        async with moya.AsyncProvider(timeout=30) as provider:
            provider.load_plugin(TOKEN, config(at))
            first = asyncio.ensure_future(provider.call(get(at)))
            await asked.wait()
            others = [asyncio.ensure_future(provider.call(get(at))) for _ in range(20)]
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            answers.set()
            return [it.status_code for it in await asyncio.gather(*others)]

    async def play() -> None:
        loop, asked, answers = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def reply() -> Any:
            loop.call_soon_threadsafe(asked.set)
            answers.wait(30)
            return "go on"

        with authorization() as at:
            at.replies = [reply]
            got = await calls(at, asked, answers)
            check("token: if the first caller is cancelled, the others get the token of its request", got == [200] * 20 and len(at.grants) == 1,
                  (got, at.grants))

    asyncio.run(play())


def a_provider_may_end_while_its_calls_wait(folder: Path) -> None:
    asked, answers = threading.Event(), threading.Event()

    def reply() -> Any:
        asked.set()
        answers.wait(30)
        return "go on"

    async def play(at: Authorization) -> List[Any]:
        async with moya.AsyncProvider(timeout=30) as provider:
            provider.load_plugin(TOKEN, config(at))
            calls = [asyncio.ensure_future(provider.call(get(at))) for _ in range(5)]
            await asyncio.to_thread(asked.wait, 30)
        return await asyncio.gather(*calls, return_exceptions=True)

    with authorization() as at:
        at.replies = [reply]
        got = asyncio.run(play(at))
        answers.set()
        check("token: the calls of a provider that ends do not hang", all(isinstance(it, BaseException) for it in got), got)


def an_old_token_is_used_while_it_is_valid(folder: Path) -> None:
    lines: List[str] = []
    with authorization() as at, moya.Provider(log=lambda _, line: lines.append(line)) as provider:
        at.lifetime = 4
        provider.load_plugin(TOKEN, config(at, margin_s=3600))
        first = provider.call(get(at)).json()
        at.replies = [json_reply({}, 503)] * 1000
        while len(at.grants) < 2:
            last = provider.call(get(at))
        check("token: if a renewal fails before the token ends, calls use the old one", last.json() == first, last.text)
        check("token: … and the log says so", len(lines) == 1 and "The old token is used while it is valid" in lines[0]
              and "status 503" in lines[0], lines)


def redirects_are_not_followed(folder: Path) -> None:
    for status, path in ((302, "open"), (307, "token"), (308, "token")):
        with authorization() as at, authorization() as other:
            at.replies = [lambda: (status, "", [("Location", f"{other.url}/{path}")])]
            shown = shown_failure(at)
            check(f"token: a token request that is redirected with {status} fails",
                  shown == ("PLUGIN_HOOK", f"{PREFIX}the token endpoint refused: status {status}"), shown)
            check("token: … and nothing goes to the other server", not other.seen and not other.grants, (other.seen, other.grants))


def no_secret_appears(folder: Path) -> None:
    """Looks for secrets in everything that a program may log, with the most talkative logger."""
    lines: List[str] = []
    logging.disable(logging.NOTSET)
    with authorization() as at:
        at.give_refresh_token("post-client")
        with moya.Provider(timeout=20, log=lambda _, line: lines.append(line)) as provider:
            logger = {"level": "warning", "request_headers": True, "request_body": True, "response_body": True, "error_body": True}
            provider.load_plugin(TOKEN, config(at, client_id="post-client", client_auth="post", refresh_token=FIRST_REFRESH))
            provider.add_plugin("moya.logger", logger)
            for path in ("/me", "/open", f"/to?{at.url}/open", "/scoped"):
                at.end_all()
                provider.call(get(at, path))
            at.end_all()
            at.replies = [json_reply({"error": "invalid_grant"}, 400)] * 2
            for _ in range(2):
                try:
                    lines.append(provider.call(get(at)).text)
                except moya.MoyaError as error:
                    lines += [str(error), repr(error)]
        check("token: the logger has written bodies of token requests", any("grant_type=refresh_token" in line for line in lines), lines)
        bare = [name for name in at.secrets() for line in lines if name in line]
        check("token: no log line and no message has a secret", not bare and len(lines) > 10, "\n".join(
            [*bare, *(line for line in lines if any(name in line for name in bare))]))
        check("token: no file has a secret", not any(folder.iterdir()), list(folder.iterdir()))


def passes_the_checker(folder: Path) -> None:
    base = {"token_url": "https://auth.example/token", "client_id": "checked", "client_secret": CLIENT_SECRET, "origins": ["https://check.example"]}
    playing.passes_plugin_check(TOKEN)
    playing.passes_plugin_check(TOKEN, {**base, "store": ""})
    if os.environ.get("MOYA_LONG") == "1":
        playing.passes_plugin_check(TOKEN, {**base, "refresh_token": FIRST_REFRESH, "client_auth": "post", "store": f"file:{folder / 'a.store'}"})


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
