#!/usr/bin/env python3
"""Tests what the cache module stores, and where: the limits of memory and of the file, other processes, secrets, and
files that it cannot use.

    places.py MODULE [NAME…]      MODULE: the path of cache.so. NAME: only the tests whose names contain it
"""

import asyncio
import gzip
import json
import os
import sqlite3
import stat
import subprocess
import sys
import traceback
from pathlib import Path

from served import MODULE, ROOT, Cached, Reply, Site, both_places, fresh, moya, run, same, test


@test
def calls_that_do_not_decode_have_responses_of_their_own(at: Site, folder: Path) -> None:
    sent = gzip.compress(b"hello " * 100)
    at.replies["/zip"] = lambda _: fresh(sent, Content_Encoding="gzip", ETag='"1"')
    for config in both_places(folder):
        at.seen.clear()
        for _ in range(2):  # with a file, the second provider finds the responses of the first one
            with Cached(config) as cache:
                for decode in (True, False, True, False):
                    expected = b"hello " * 100 if decode else sent
                    same((decode, cache.whole(at.url + "/zip", decode=decode).content), (decode, expected))
                    same((decode, cache.streamed(at.url + "/zip", decode=decode)[1]), (decode, expected))
        same(at.count("/zip"), 2 if "file" in config else 4)


@test
def a_stale_response_that_is_not_decoded_is_not_refreshed_in_the_background(at: Site, folder: Path) -> None:
    sent = gzip.compress(b"hello")
    headers = {"Content-Encoding": "gzip", "Cache-Control": "max-age=0, stale-while-revalidate=600", "ETag": '"1"'}
    at.replies["/zip"] = lambda _: Reply(sent, headers)
    with Cached() as cache:
        same([cache.whole(at.url + "/zip", decode=False).content for _ in range(3)], [sent] * 3)
    same(at.count("/zip"), 3)


@test
def a_call_that_is_cancelled_while_the_file_is_read_does_no_harm(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"body")

    async def calls() -> str:
        async with moya.AsyncProvider(timeout=30) as provider:
            provider.load_plugin(MODULE, {"file": str(folder / "c.db"), "memory_bytes": 0})
            target = moya.Target(at.url + "/item")
            for turn in range(50):
                task = asyncio.create_task(provider.call(target))
                for _ in range(turn % 4):
                    await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            return (await provider.call(target)).text

    same(asyncio.run(calls()), "body")


@test
def memory_has_a_limit(at: Site, folder: Path) -> None:
    for number in range(40):
        at.replies[f"/{number}"] = lambda _: fresh(bytes(10_000))
    with Cached({"memory_bytes": 200_000}) as cache:
        for number in range(40):
            cache.whole(f"{at.url}/{number}")
            cache.whole(at.url + "/0")  # what is used stays
        cache.whole(at.url + "/39")
        cache.whole(at.url + "/1")
    same((at.count("/0"), at.count("/39"), at.count("/1")), (1, 1, 2))


@test
def a_forked_child_has_the_responses_of_memory(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"body")
    at.replies["/new"] = lambda _: fresh(b"new")
    for config in ({}, {"file": str(folder / "f.db")}):
        at.seen.clear()
        with Cached(config) as cache:
            cache.whole(at.url + "/item")
            child = os.fork()
            if child == 0:
                try:
                    texts = [cache.whole(at.url + path).text for path in ("/item", "/new", "/new")]
                    os._exit(0 if texts == ["body", "new", "new"] else 1)
                except BaseException:
                    traceback.print_exc()
                    os._exit(2)
            same(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            same((at.count("/item"), at.count("/new")), (1, 1))
            same(cache.whole(at.url + "/item").text, "body")


@test
def another_process_finds_the_file(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"body")
    config = {"file": str(folder / "p.db")}
    with Cached(config) as cache:
        cache.whole(at.url + "/item")
    program = ("import sys; sys.path.insert(0, sys.argv[2]); from served import Cached\n"
               "with Cached({'file': sys.argv[3]}) as cache: print(cache.whole(sys.argv[4]).text)")
    done = subprocess.run([sys.executable, "-B", "-c", program, MODULE, str(Path(__file__).parent), config["file"], at.url + "/item"],
                          capture_output=True, text=True, timeout=60)
    same((done.stdout, at.count("/item")), ("body\n", 1))


@test
def users_who_share_a_file_can_be_separated(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda request: fresh(b"%d" % request.count)
    texts = []
    for scope in ("ann", "bob", "ann"):
        with Cached({"file": str(folder / "s.db"), "scope": scope}) as cache:
            texts.append(cache.whole(at.url + "/item").text)
    same(texts, ["1", "2", "1"])


@test
def no_secret_of_a_request_is_in_a_file_or_a_message(at: Site, folder: Path) -> None:
    lines: list[str] = []
    secrets = ["canary-token", "canary-query", "canary-password", "canary-vary", "canary-cookie", "canary-scope"]
    at.replies["/a?key=canary-query"] = lambda _: fresh(b"body", Vary="X-Key, Accept")
    at.replies["/b"] = lambda _: fresh(b"body", Set_Cookie="id=canary-cookie")
    host = at.url.removeprefix("http://")
    config = {"file": str(folder / "canary.db"), "scope": "canary-scope"}
    with Cached(config, log=lambda _, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as cache:
        headers = {"Authorization": "Bearer canary-token", "X-Key": "canary-vary"}
        for _ in range(2):
            cache.whole(at.url + "/a", query={"key": "canary-query"}, headers=headers)
            cache.whole(f"http://ann:canary-password@{host}/b")
    files = sorted(folder.iterdir())
    found = [secret for secret in secrets for path in files if secret.encode() in path.read_bytes()]
    same((found, [line for line in lines if "canary" in line]), ([], []))
    same([stat.S_IMODE(path.stat().st_mode) & 0o077 for path in files], [0] * len(files))
    same(sqlite3.connect(folder / "canary.db").execute("SELECT count(*) FROM response").fetchone(), (1,))


@test
def a_file_stays_below_its_limit(at: Site, folder: Path) -> None:
    noise = os.urandom(60_000)
    for number in range(60):
        at.replies[f"/{number}"] = lambda _: fresh(noise)
    file = folder / "small.db"
    with Cached({"file": str(file), "file_bytes": 1 << 20, "memory_bytes": 0}) as cache:
        for number in range(60):
            cache.whole(f"{at.url}/{number}")
        same(cache.whole(at.url + "/59").content, noise)
        same(at.count("/59"), 1)
        cache.whole(at.url + "/0")
        same(at.count("/0"), 2)
    assert file.stat().st_size < 1.5 * (1 << 20), file.stat().st_size


@test
def a_file_that_cannot_be_used_is_refused_with_a_reason(at: Site, folder: Path) -> None:
    (folder / "text").write_text("not a database, but longer than a header of one would be, to be sure of it. " * 20)
    other = sqlite3.connect(folder / "other.db")
    other.execute("CREATE TABLE t (x)")
    other.commit()
    newer = sqlite3.connect(folder / "newer.db")
    newer.executescript(f"CREATE TABLE secret (value); PRAGMA application_id = {0x6D6F7963}; PRAGMA user_version = 99")
    newer.commit()
    for name, reason in (("text", "file is not a database"), ("other.db", "of another program"), ("newer.db", "another version"),
                         ("no/folder.db", "No such file or directory"), (".", "Is a directory")):
        try:
            Cached({"file": str(folder / name)})
            raise AssertionError(f"{name} was used")
        except moya.MoyaError as error:
            assert reason in str(error) and str(folder) in str(error), error
    other.close()
    same(sqlite3.connect(folder / "other.db").execute("PRAGMA journal_mode").fetchone(), ("delete",))


@test
def another_process_that_ends_does_not_take_the_log_of_two_providers_away(at: Site, folder: Path) -> None:
    config = {"file": str(folder / "c.db")}
    other = "import json, sys, moya; moya.Provider().load_plugin(sys.argv[1], json.loads(sys.argv[2]))"
    with Cached(config), Cached(config):
        log = (folder / "c.db-wal").stat().st_ino
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", other, MODULE, json.dumps(config)], check=True, timeout=60, env=environment)
        same((folder / "c.db-wal").exists() and (folder / "c.db-wal").stat().st_ino, log)


@test
def a_symbolic_link_can_name_a_file_that_does_not_exist_yet(at: Site, folder: Path) -> None:
    (folder / "link.db").symlink_to(folder / "real.db")
    with Cached({"file": str(folder / "link.db")}):
        pass
    same(stat.S_IMODE((folder / "real.db").stat().st_mode), 0o600)


@test
def a_file_that_breaks_is_not_used_any_more(at: Site, folder: Path) -> None:
    lines: list[str] = []
    for number in range(6):
        at.replies[f"/{number}"] = lambda request: fresh(request.path.encode())
    file = folder / "broken.db"
    config = {"file": str(file), "memory_bytes": 0}
    with Cached(config) as cache:
        for number in range(6):
            cache.whole(f"{at.url}/{number}")
    file.write_bytes(file.read_bytes()[:4096] + os.urandom(file.stat().st_size - 4096))
    try:
        cache = Cached(config, log=lambda _, line: lines.append(line))
    except moya.MoyaError as error:
        assert "delete it" in str(error) or "malformed" in str(error), error
        return
    with cache:
        for _ in range(2):
            same([cache.whole(f"{at.url}/{number}").text for number in range(6)], [f"/{number}" for number in range(6)])
    same(len([line for line in lines if "the file fails" in line]), 1)


@test
def the_program_moya_uses_the_cache(at: Site, folder: Path) -> None:
    tool = os.environ.get("MOYA_TOOL", str(ROOT / "build/bin/moya"))
    at.replies["/item"] = lambda _: fresh(b"body")
    plugin = f'{MODULE}={{"file": "{folder}/tool.db"}}'
    for _ in range(2):
        done = subprocess.run([tool, "get", at.url + "/item", "--plugin", plugin], capture_output=True, text=True, timeout=60)
        same(done.stdout, "body")
    same(at.count("/item"), 1)


def a_swift_program_uses_the_cache(at: Site, folder: Path) -> None:
    at.replies["/item"] = lambda _: fresh(b"body")
    plugins = json.dumps([[MODULE, {"file": str(folder / "swift.db")}]])
    calls = json.dumps([{"url": at.url + "/item"}])
    for _ in range(2):
        done = subprocess.run([os.environ["MOYA_PLUGIN_PLAYER"], plugins, "30"], input=f"{calls}\n{calls}\n", capture_output=True,
                              text=True, timeout=120)
        same([json.loads(line).get("text") for line in done.stdout.splitlines() if line.strip()], ["body", "body"])
    same(at.count("/item"), 1)


if "MOYA_PLUGIN_PLAYER" in os.environ:
    test(a_swift_program_uses_the_cache)


if __name__ == "__main__":
    sys.exit(run())
