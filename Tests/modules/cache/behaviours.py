#!/usr/bin/env python3
"""Tests what the cache module does in calls: whole and streamed, in memory and in a file.

    behaviours.py MODULE [NAME…]      MODULE: the path of cache.so. NAME: only the tests whose names contain it
"""

import asyncio
import gzip
import sys
import threading
from pathlib import Path
from typing import Any

from served import MODULE, Cached, Reply, Request, Site, both_places, fresh, moya, run, same, test

BIG = bytes(range(256)) * 12_000  # more than one piece


def validated(request: Request) -> Reply:
    """Returns a response that a cache must always validate, or 304 if the request names its tag."""
    headers = {"ETag": '"v1"', "Cache-Control": "no-cache"}
    return Reply(b"", headers, 304) if request.headers.get("If-None-Match") == '"v1"' else Reply(b"one two", headers)


@test
def whole_and_streamed_calls_get_the_same_bytes(at: Site, folder: Path) -> None:
    at.replies["/big"] = lambda _: fresh(BIG)
    at.replies["/tagged"] = validated
    for config in both_places(folder):
        for path, expected in (("/big", BIG), ("/tagged", b"one two")):
            with Cached(config) as cache:
                before = at.count(path)
                first = cache.streamed(at.url + path)
                second = cache.streamed(at.url + path)
                third = cache.whole(at.url + path)
                same(first[1], second[1], third.content, expected)
                same(first[0].status_code, second[0].status_code, third.status_code, 200)
                same(at.count(path) - before, 1 if path == "/big" else 3)


@test
def a_response_of_the_cache_has_its_fields_in_order_and_its_age(at: Site, folder: Path) -> None:
    at.replies["/a"] = lambda _: Reply(b"x", {"Cache-Control": "max-age=600", "X-One": ["1", "2"], "Connection": "X-Gone", "X-Gone": "3"})
    with Cached() as cache:
        first, second = cache.whole(at.url + "/a"), cache.whole(at.url + "/a")
    shown, again = ([(name.decode().lower(), value.decode()) for name, value in each.headers.raw] for each in (first, second))
    same(second.headers.get_all("X-One"), ["1", "2"])
    same([pair for pair in shown if pair[0] not in ("connection", "x-gone")], again[:-1])
    same(again[-1][0], "age")


@test
def a_response_with_control_characters_is_served(at: Site, folder: Path) -> None:
    for number, config in enumerate(both_places(folder)):
        at.replies[f"/control{number}"] = lambda _: fresh(b"x", X_One="a\x01\x1b[31m\x7f", ETag='"\x01"')
        for _ in range(2):
            with Cached(config) as cache:
                for answer in (cache.whole(at.url + f"/control{number}"), cache.whole(at.url + f"/control{number}")):
                    same((answer.content, answer.headers["X-One"]), (b"x", "a\x01\x1b[31m\x7f"))


@test
def a_response_with_very_many_fields_is_passed_on(at: Site, folder: Path) -> None:
    many = {f"X-{number}": "x" for number in range(150)}

    def item(request: Request) -> Reply:
        headers = {"ETag": '"1"', "Cache-Control": "no-cache"}
        return Reply(b"", {**headers, **many}, 304) if "If-None-Match" in request.headers else Reply(b"body", headers)

    at.replies["/many"] = lambda _: Reply(b"many", {"Cache-Control": "max-age=600", **many})
    at.replies["/item"] = item
    with Cached() as cache:
        same([cache.whole(at.url + "/many").text for _ in range(2)], ["many"] * 2)
        same([cache.whole(at.url + "/item").text for _ in range(2)], ["body"] * 2)
        same(cache.streamed(at.url + "/item")[1], b"body")
    same(at.count("/many"), 2)


@test
def a_body_that_was_decoded_is_served_decoded_and_has_no_ranges(at: Site, folder: Path) -> None:
    at.replies["/zip"] = lambda _: fresh(gzip.compress(b"hello " * 100), Content_Encoding="gzip")
    with Cached() as cache:
        same(cache.whole(at.url + "/zip").content, cache.streamed(at.url + "/zip")[1], b"hello " * 100)
        same(at.count("/zip"), 1)
        cache.whole(at.url + "/zip", headers={"Range": "bytes=0-4", "Accept-Encoding": "gzip"})
        same(at.count("/zip"), 2)


@test
def a_part_of_a_stored_response_is_a_206(at: Site, folder: Path) -> None:
    at.replies["/part"] = lambda _: fresh(b"0123456789")
    with Cached() as cache:
        cache.whole(at.url + "/part")
        for whole in (True, False):
            headers = {"Range": "bytes=2-4"}
            got = cache.whole(at.url + "/part", headers=headers) if whole else cache.streamed(at.url + "/part", headers=headers)[0]
            same((got.status_code, got.headers["Content-Range"], got.headers["Content-Length"]), (206, "bytes 2-4/10", "3"))
        same(cache.streamed(at.url + "/part", headers={"Range": "bytes=-2"})[1], b"89")
        same(at.count("/part"), 1)


@test
def a_get_with_a_body_is_sent(at: Site, folder: Path) -> None:
    at.replies["/search"] = lambda request: fresh(request.body)
    with Cached() as cache:
        same([cache.whole(at.url + "/search", body=body).content for body in (b"one", b"two", b"one")], [b"one", b"two", b"one"])


@test
def spellings_of_a_url_that_the_library_changes_are_stored(at: Site, folder: Path) -> None:
    at.replies["/"] = lambda _: fresh(b"root")
    at.replies["/a%20b?c=%C3%A4"] = lambda _: fresh(b"encoded")
    with Cached() as cache:
        for _ in range(2):
            same(cache.whole(at.url).text, cache.whole(at.url.replace("http://127", "HTTP://127")).text, "root")
            same(cache.whole(at.url + "#part").text, "root")
            same(cache.whole(at.url, path="/a b", query={"c": "ä"}).text, "encoded")
    same((at.count("/"), at.count("/a%20b?c=%C3%A4")), (1, 1))


@test
def a_body_that_breaks_off_is_not_stored(at: Site, folder: Path) -> None:
    at.replies["/cut"] = lambda request: fresh(BIG)._replace(cut=70_000 if request.count <= 2 else None)
    with Cached() as cache:
        for call in (cache.whole, cache.streamed):
            try:
                call(at.url + "/cut")
                raise AssertionError("the call did not fail")
            except moya.MoyaError:
                pass
        same(cache.whole(at.url + "/cut").content, BIG)
        same(at.count("/cut"), 3)


@test
def a_body_that_is_too_long_is_passed_on_and_not_stored(at: Site, folder: Path) -> None:
    at.replies["/big"] = lambda _: fresh(BIG)
    with Cached({"body_bytes": 100_000}) as cache:
        same(cache.whole(at.url + "/big").content, cache.streamed(at.url + "/big")[1], BIG)
        same(at.count("/big"), 2)


@test
def a_post_makes_stored_responses_invalid(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"%d" % request.count)
    at.replies["/other"] = lambda request: fresh(b"%d" % request.count) if request.method == "GET" else Reply(b"", {"Location": "/item"}, 201)
    for config in both_places(folder):
        for method in ("POST", "PUT", "DELETE", "BREW"):
            with Cached(config) as cache:
                first = cache.whole(at.url + "/item").text
                same(cache.whole(at.url + "/item").text, first)
                if method == "BREW":  # the Location of another URL's response
                    cache.whole(at.url + "/other", method="POST")
                else:
                    cache.whole(at.url + "/item", method=method)
                assert cache.whole(at.url + "/item").text != first, method


@test
def a_post_that_failed_changes_nothing(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"%d" % request.count)._replace(status=500 if request.method == "POST" else 200)
    with Cached() as cache:
        cache.whole(at.url + "/item")
        cache.whole(at.url + "/item", method="POST")
        same(cache.whole(at.url + "/item").text, "1")


@test
def a_post_whose_response_goes_to_a_file_makes_responses_invalid(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"%d" % request.count)
    with Cached() as cache:
        cache.whole(at.url + "/item")
        cache.provider.download(moya.Target(at.url + "/item", method="POST"), folder / "answer")
        same(cache.whole(at.url + "/item").text, "3")


@test
def a_response_that_is_older_than_a_post_is_not_stored(at: Site, folder: Path) -> None:
    began, may_end = threading.Event(), threading.Event()

    def item(request: Request) -> Reply:
        if request.count == 1:
            began.set()
            may_end.wait(30)
        return fresh(b"old" if request.count == 1 else b"new")

    at.replies["/item"] = item
    with Cached() as cache:
        slow = threading.Thread(target=lambda: cache.whole(at.url + "/item"))
        slow.start()
        began.wait(30)
        cache.whole(at.url + "/item", method="POST")
        may_end.set()
        slow.join()
        same(cache.whole(at.url + "/item").text, "new")


@test
def each_user_has_responses_of_their_own(at: Site, folder: Path) -> None:
    at.replies["/me"] = lambda request: fresh(request.headers.get("Authorization", "nobody").encode())
    host = at.url.removeprefix("http://")
    for config in both_places(folder):
        with Cached(config) as cache:
            for _ in range(2):
                for name in ("Bearer ann", "Bearer bob"):
                    same(cache.whole(at.url + "/me", headers={"Authorization": name}).text, name)
                same(cache.whole(at.url + "/me").text, "nobody")
                first, second = (cache.whole(f"http://{name}:x@{host}/me").text for name in ("cy", "di"))
                assert first.startswith("Basic") and first != second, (first, second)


@test
def fields_of_the_provider_and_preemptive_credentials_name_the_user(at: Site, folder: Path) -> None:
    at.replies["/me"] = lambda request: fresh(request.headers.get("Authorization", "nobody").encode())
    with Cached(headers={"Authorization": "Bearer ann"}) as cache:
        for _ in range(2):
            same(cache.whole(at.url + "/me").text, "Bearer ann")
            for auth, shown in ((moya.Bearer("bob"), "Bearer bob"), (moya.Basic("cy", "x"), "Basic Y3k6eA==")):
                same(cache.whole(at.url + "/me", auth=auth).text, shown)
    same(at.count("/me"), 3)


@test
def a_token_of_a_later_plugin_keeps_a_response_out(at: Site, folder: Path) -> None:
    at.replies["/me"] = lambda request: fresh(request.headers.get("Authorization", "nobody").encode())
    token = ("moya.access-token", {"token": "s3cret-token"})
    with Cached(after=[token]) as cache:
        same(cache.whole(at.url + "/me").text, cache.whole(at.url + "/me").text, "Bearer s3cret-token")
        same(at.count("/me"), 2)
    with Cached(before=[token]) as cache:
        same(cache.whole(at.url + "/me").text, cache.whole(at.url + "/me").text, "Bearer s3cret-token")
        same(at.count("/me"), 3)


@test
def responses_that_a_cookie_chooses_are_not_stored(at: Site, folder: Path) -> None:
    at.replies["/page"] = lambda _: fresh(b"page", Vary="Cookie")
    with Cached() as cache:
        cache.whole(at.url + "/page")
        cache.whole(at.url + "/page")
    same(at.count("/page"), 2)


@test
def a_response_after_a_redirect_is_not_stored(at: Site, folder: Path) -> None:
    at.replies["/from"] = lambda _: Reply(b"", {"Location": "/to", "Cache-Control": "max-age=600"}, 302)
    at.replies["/to"] = lambda _: fresh(b"there")
    with Cached() as cache:
        same(cache.whole(at.url + "/from").text, cache.whole(at.url + "/from").text, "there")
    same(at.count("/to"), 2)


@test
def only_if_cached_sends_nothing(at: Site, folder: Path) -> None:
    for config in both_places(folder):
        with Cached(config) as cache:
            got = cache.whole(at.url + "/never", headers={"Cache-Control": "only-if-cached"})
            same((got.status_code, got.content), (504, b""))
            same(cache.streamed(at.url + "/never", headers={"Cache-Control": "only-if-cached"})[1], b"")
    same(at.count("/never"), 0)


@test
def head_is_answered_without_a_body(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"body")
    with Cached() as cache:
        cache.whole(at.url + "/item")
        got = cache.whole(at.url + "/item", method="HEAD")
        same((got.status_code, got.content, got.headers["Content-Length"]), (200, b"", "4"))
    same(at.count("/item"), 1)


@test
def a_refused_range_or_condition_does_not_answer_other_requests(at: Site, folder: Path) -> None:
    for status, field in ((416, "Range: bytes=9-"), (412, 'If-Match: "other"')):
        at.seen.clear()
        at.replies["/item"] = lambda request, status=status: fresh(b"whole")._replace(status=status if request.count == 1 else 200)
        with Cached() as cache:
            same(cache.whole(at.url + "/item", headers=dict([field.split(": ")])).status_code, status)
            same(cache.whole(at.url + "/item").status_code, 200)


@test
def a_download_to_a_file_is_sent(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"body")
    with Cached() as cache:
        cache.whole(at.url + "/item")
        cache.provider.download(moya.Target(at.url + "/item"), folder / "copy")
    same(((folder / "copy").read_bytes(), at.count("/item")), (b"body", 2))


@test
def responses_of_stubs_are_stored(at: Site, folder: Path) -> None:
    rules = moya.StubRules()
    rule = rules.add(moya.Sample(text="stub", headers={"Cache-Control": "max-age=600"}), path="/item")
    with Cached(stubs=rules) as cache:
        same([cache.whole("http://api.example/item").text for _ in range(3)], ["stub"] * 3)
        same(cache.streamed("http://api.example/item")[1], b"stub")
    same(rule.count, 1)


@test
def calls_that_share_a_request_share_the_response(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"shared")

    async def calls(config: dict[str, Any]) -> list[str]:
        async with moya.AsyncProvider(timeout=30) as provider:
            provider.load_plugin(MODULE, config)
            target = moya.Target(at.url + "/item", share=True)
            return [response.text for response in await asyncio.gather(*(provider.call(target) for _ in range(50)))]

    for config in both_places(folder):
        same(asyncio.run(calls(config)), ["shared"] * 50)


@test
def calls_of_several_threads_are_answered(at: Site, folder: Path) -> None:
    for number in range(20):
        at.replies[f"/{number}"] = lambda request: fresh(request.path.encode() * 100, Vary="Accept")
    for config in both_places(folder):
        wrong: list[str] = []
        with Cached(config) as cache:

            def work(first: int, cache: Cached = cache, wrong: list[str] = wrong) -> None:
                for turn in range(60):
                    path = f"/{(first * 7 + turn) % 20}"
                    body = cache.whole(at.url + path).content if turn % 2 else cache.streamed(at.url + path)[1]
                    if body != path.encode() * 100:
                        wrong.append(path)

            threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        same(wrong, [])


@test
def calls_of_several_loops_are_answered(at: Site, folder: Path) -> None:
    for number in range(20):
        at.replies[f"/{number}"] = lambda request: fresh(request.path.encode() * 100)

    async def calls(config: dict[str, Any]) -> None:
        async with moya.AsyncProvider(timeout=30, loops=2) as provider:
            provider.load_plugin(MODULE, config)
            for _ in range(4):
                paths = [f"/{number % 20}" for number in range(100)]
                got = await asyncio.gather(*(provider.call(moya.Target(at.url + path)) for path in paths))
                same([response.content for response in got], [path.encode() * 100 for path in paths])

    for config in both_places(folder):
        asyncio.run(calls(config))

if __name__ == "__main__":
    sys.exit(run())
