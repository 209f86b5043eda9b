#!/usr/bin/env python3
"""Tests what the cache module does when it asks the server about a stored response, and when the server fails.

    validation.py MODULE [NAME…]      MODULE: the path of cache.so. NAME: only the tests whose names contain it
"""

import asyncio
import sys
import threading
import time
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from served import MODULE, Cached, Reply, Request, Site, await_that, both_places, fresh, moya, run, same, test


@test
def a_304_after_a_redirect_is_asked_for_again(at: Site, folder: Path) -> None:
    def item(request: Request) -> Reply:
        moved = request.count > 1
        return Reply(b"", {"Location": "/moved"}, 302) if moved else Reply(b"old", {"ETag": '"x"', "Cache-Control": "no-cache"})

    at.replies["/item"] = item
    at.replies["/moved"] = lambda request: Reply(b"", {}, 304) if "If-None-Match" in request.headers else Reply(b"new")
    with Cached() as cache:
        same(cache.whole(at.url + "/item").text, "old")
        same(cache.whole(at.url + "/item").text, "new")
    at.seen.clear()
    with Cached() as cache:
        same([cache.streamed(at.url + "/item")[1] for _ in range(2)], [b"old", b"new"])


@test
def a_304_with_another_etag_is_asked_for_again(at: Site, folder: Path) -> None:
    def item(request: Request) -> Reply:
        asks = "If-None-Match" in request.headers
        return Reply(b"", {"ETag": '"new"'}, 304) if asks else Reply(b"%d" % request.count, {"ETag": '"old"', "Cache-Control": "no-cache"})

    at.replies["/item"] = item
    for config in both_places(folder):
        at.seen.clear()
        with Cached(config) as cache:
            same([cache.whole(at.url + "/item").text for _ in range(2)], ["1", "3"])
            same([cache.streamed(at.url + "/item")[1] for _ in range(2)], [b"5", b"7"])
            same(cache.whole(at.url + "/item").text, "9")
        (folder / "responses.db").unlink(missing_ok=True)


@test
def a_refresh_that_gets_a_304_with_another_etag_removes_the_response(at: Site, folder: Path) -> None:
    def item(request: Request) -> Reply:
        fields = {"Cache-Control": "max-age=0, stale-while-revalidate=600"}
        asks = "If-None-Match" in request.headers
        return Reply(b"", {**fields, "ETag": '"new"'}, 304) if asks else Reply(b"%d" % request.count, {**fields, "ETag": '"old"'})

    async def calls() -> None:
        async with moya.AsyncProvider(timeout=30) as provider:
            provider.load_plugin(MODULE)
            same([(await provider.call(moya.Target(at.url + "/item"))).text for _ in range(2)], ["1"] * 2)
            while (await provider.call(moya.Target(at.url + "/item"))).text == "1":
                await asyncio.sleep(0.01)

    at.replies["/item"] = item
    asyncio.run(asyncio.wait_for(calls(), 60))


@test
def a_stored_response_without_a_date_gets_one(at: Site, folder: Path) -> None:
    rules = moya.StubRules()
    rules.add(moya.Sample(text="stub", headers={"Cache-Control": "max-age=600"}))
    for config in both_places(folder):
        with Cached(config, stubs=rules) as cache:
            shown = [cache.whole("http://api.example/item").headers for _ in range(2)]
        same("Date" in shown[0], False)
        age = time.time() - parsedate_to_datetime(shown[1]["Date"]).timestamp()
        assert 0 <= age < 600, shown[1]["Date"]


@test
def a_reload_that_fails_is_not_answered_with_the_fresh_response(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"good") if request.count == 1 else Reply(b"bad", {}, 500)
    at.replies["/kept"] = lambda request: Reply(b"good", {"Cache-Control": "max-age=600, stale-if-error=600"}) if request.count == 1 else Reply(b"bad", {}, 500)
    reload = {"Cache-Control": "max-age=0"}
    with Cached() as cache:
        for path, text in (("/item", "bad"), ("/kept", "good")):
            same(cache.whole(at.url + path).text, "good")
            same(cache.whole(at.url + path, headers=reload).text, text)
            same(cache.streamed(at.url + path, headers=reload)[1], text.encode())
            same(cache.whole(at.url + path).text, "good")


@test
def a_stale_response_is_refreshed_in_the_background_once(at: Site, folder: Path) -> None:
    async def calls(config: dict[str, Any], path: str) -> None:
        may_end = threading.Event()

        def item(request: Request) -> Reply:
            if request.count > 1:
                may_end.wait(30)
            return Reply(b"%d" % request.count, {"Cache-Control": "max-age=0, stale-while-revalidate=600", "ETag": f'"{request.count}"'})

        at.replies[path] = item
        target = moya.Target(at.url + path)
        async with moya.AsyncProvider(timeout=30) as provider:
            provider.load_plugin(MODULE, config)
            await provider.call(target)
            same([response.text for response in await asyncio.gather(*(provider.call(target) for _ in range(6)))], ["1"] * 6)
            async with provider.stream(target) as stream:
                same(b"".join([piece async for piece in stream.aiter_bytes()]), b"1")
            await asyncio.to_thread(await_that, lambda: at.count(path) > 1, "the request in the background")
            if not config:  # a response from the file is a new object each time, and each may be refreshed
                same(at.count(path), 2)
            may_end.set()
            while (await provider.call(target)).text == "1":
                await asyncio.sleep(0.01)

    for number, config in enumerate(both_places(folder)):
        asyncio.run(asyncio.wait_for(calls(config, f"/{number}"), 60))


@test
def a_refresh_can_be_turned_off(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: Reply(b"%d" % request.count, {"Cache-Control": "max-age=0, stale-while-revalidate=600"})
    with Cached({"refresh": False}) as cache:
        same([cache.whole(at.url + "/item").text for _ in range(2)], ["1", "2"])


@test
def a_failure_is_hidden_by_a_stale_response(at: Site, folder: Path) -> None:
    for how in ("close", 503):
        for config in both_places(folder):
            at.seen.clear()
            at.replies["/item"] = lambda request: (
                Reply(b"good", {"Cache-Control": "max-age=0, stale-if-error=600"}) if request.count == 1
                else None if how == "close" else Reply(b"bad", {}, 503))
            with Cached(config) as cache:
                same(cache.whole(at.url + "/item").text, "good")
                same(cache.whole(at.url + "/item").text, "good")
                response, body = cache.streamed(at.url + "/item")
                same((response.status_code, body), (200, b"good"))
                strict = {"Cache-Control": "no-cache"}
                try:
                    same(cache.whole(at.url + "/item", headers=strict).status_code, 503)
                except moya.MoyaError:
                    assert how == "close"
            (folder / "responses.db").unlink(missing_ok=True)


@test
def a_server_that_is_gone_is_hidden_if_an_option_says_so(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: Reply(b"good", {"Cache-Control": "max-age=0", "ETag": '"1"'}) if request.count == 1 else None
    with Cached({"stale_if_error_s": 600}) as cache:
        same(cache.whole(at.url + "/item").text, cache.whole(at.url + "/item").text, "good")
    at.seen.clear()
    with Cached() as cache:
        cache.whole(at.url + "/item")
        try:
            cache.whole(at.url + "/item")
            raise AssertionError("the call did not fail")
        except moya.MoyaError:
            pass


@test
def retries_come_before_a_stale_response(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: Reply(b"%d" % request.count, {"Cache-Control": "max-age=0, stale-if-error=600"}) if request.count != 2 else None
    retry = ("moya.retry", {"attempts": 3, "delay_ms": 1})
    with Cached(before=[retry]) as cache:
        same([cache.whole(at.url + "/item").text for _ in range(2)], ["1", "3"])


@test
def a_head_that_has_other_validators_removes_the_stored_response(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"%d" % request.count, ETag='"old"' if request.count < 3 else '"new"')
    for config in both_places(folder):
        at.seen.clear()
        with Cached(config) as cache:
            same(cache.whole(at.url + "/item").text, "1")
            for tag, text in (('"old"', "1"), ('"new"', "4")):
                got = cache.whole(at.url + "/item", method="HEAD", headers={"Cache-Control": "no-cache"})
                same((got.headers["ETag"], got.content, cache.whole(at.url + "/item").text), (tag, b"", text))


@test
def a_newer_response_that_is_not_stored_replaces_the_older_one(at: Site, folder: Path) -> None:
    newer = {"gone": Reply(b"gone", status=404), "secret": Reply(b"secret", {"Cache-Control": "no-store"}),
             "any": fresh(b"any", Vary="*"), "long": fresh(b"long" * 9999)}
    for place in both_places(folder):
        for name, reply in newer.items():
            at.seen.clear()
            at.replies["/item"] = lambda request, reply=reply: reply if request.count == 2 else fresh(b"%d" % request.count)
            with Cached({**place, "body_bytes": 1000}) as cache:
                same(cache.whole(at.url + "/item").text, "1")
                same(cache.streamed(at.url + "/item", headers={"Cache-Control": "no-cache"})[1], reply.body)
                same((name, cache.whole(at.url + "/item", method="GET").text), (name, "3"))
                cache.whole(at.url + "/item", method="DELETE")


@test
def a_newer_response_that_is_too_large_for_a_store_replaces_the_older_one(at: Site, folder: Path) -> None:
    small, large = b"." * 100_000, b"." * 300_000
    file = {"file": str(folder / "responses.db")}
    for config in ({"memory_bytes": 200_000}, {**file, "file_bytes": 1 << 20}):
        at.seen.clear()
        at.replies["/item"] = lambda request: fresh(b"%d" % request.count + (large if request.count == 2 else small))
        with Cached(config) as cache:
            same(cache.whole(at.url + "/item").text[0], "1")
            same(cache.whole(at.url + "/item", headers={"Cache-Control": "no-cache"}).text[0], "2")
            same(cache.whole(at.url + "/item").text[0], "2" if "file" in config else "3")
        if "file" in config:
            with Cached(config) as cache:
                same(cache.whole(at.url + "/item").text[0], "3")


@test
def a_request_with_a_host_of_its_own_is_sent(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(request.headers["Host"].encode())
    own = at.url.removeprefix("http://")
    for config in both_places(folder):
        with Cached(config) as cache:
            for host in ("ann.test", "bob.test", own, own.upper(), "ann.test"):
                same(cache.whole(at.url + "/item", headers={"Host": host}).text.lower(), host.lower())
            at.seen.clear()
            same(cache.whole(at.url + "/item").text, own)
            same(at.count("/item"), 0)


@test
def a_target_with_connection_settings_of_its_own_is_sent(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"%d" % request.count)
    for config in both_places(folder):
        at.seen.clear()
        with Cached(config) as cache:
            loose = {"session": {"verify": False}}
            same(cache.whole(at.url + "/item", **loose).text, "1")
            same([cache.whole(at.url + "/item").text for _ in range(2)], ["2"] * 2)
            same(cache.streamed(at.url + "/item", **loose)[1], b"3")
            same(cache.whole(at.url + "/item").text, "2")
            cache.whole(at.url + "/item", method="POST", **loose)
            same(cache.whole(at.url + "/item").text, "5")


@test
def each_cookie_of_a_target_has_private_responses_of_its_own(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: Reply(str(request.headers.get("Cookie")).encode(), {"Cache-Control": "private, max-age=600"})
    for config in both_places(folder):
        at.seen.clear()
        with Cached(config) as cache:
            for _ in range(2):
                for headers, text in (({"Cookie": "user=ann"}, "user=ann"), ({"Cookie": "user=bob"}, "user=bob"), ({}, "None")):
                    same(cache.whole(at.url + "/item", headers=headers).text, text)
        same(at.count("/item"), 3)


@test
def a_failure_does_not_remove_a_stored_response(at: Site, folder: Path) -> None:
    for status in (429, 403, 206, 500):
        at.seen.clear()
        at.replies["/item"] = lambda request, status=status: fresh(b"1") if request.count == 1 else Reply(b"", {}, status)
        with Cached() as cache:
            cache.whole(at.url + "/item")
            same(cache.whole(at.url + "/item", headers={"Cache-Control": "no-cache"}).status_code, status)
            same(cache.whole(at.url + "/item").text, "1")

if __name__ == "__main__":
    sys.exit(run())
