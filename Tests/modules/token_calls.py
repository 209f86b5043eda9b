"""Tests calls of every kind through the module token, with a server of Authlib."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List

import playing
from authorization import CLIENT_SECRET, FIRST_REFRESH, Authorization, authorization
from playing import Call, Config, check, moya

TOKEN = "token"


def config(at: Authorization, **more: Any) -> Config:
    return {"token_url": f"{at.url}/token", "client_id": "basic-client", "client_secret": CLIENT_SECRET, "origins": [at.url], **more}


def get(at: Authorization, path: str = "/me") -> moya.Target:
    return moya.Target(at.url, path, name="me")


def programs_of_every_language_get_a_token(folder: Path) -> None:
    ways = {"C": playing.c_whole, "C, in pieces": playing.c_pieces, "Python": playing.python_whole, "Python, in pieces": playing.python_pieces,
            "the program": playing.tool}
    if "MOYA_PLUGIN_PLAYER" in os.environ:
        ways["Swift"] = playing.swift
    for name, way in ways.items():
        with authorization() as at:
            results = way(TOKEN, config(at), [Call(f"{at.url}/me"), Call(f"{at.url}/me")])
            expected = [playing.digest(json.dumps({"token": access}).encode()) for access in at.by_access]
            expected = expected if name == "the program" else expected * 2  # a process and a token for each call
            check(f"token: {name}: two calls have a token", [it.body for it in results] == expected and len(expected) == 2, results)


def clients_prove_themselves(folder: Path) -> None:
    rows: Dict[str, Config] = {
        "basic": {"client_id": "basic-client"},
        "post": {"client_id": "post-client", "client_auth": "post"},
        "post, with a name that must be encoded": {"client_id": "a client: ä%", "client_auth": "post"},
        "none": {"client_id": "public-client", "client_auth": "none", "client_secret": "", "refresh_token": FIRST_REFRESH},
        "basic, with a refresh token": {"refresh_token": FIRST_REFRESH},
    }
    for name, row in rows.items():
        with authorization() as at, moya.Provider() as provider:
            at.give_refresh_token(row.get("client_id", "basic-client"))
            provider.load_plugin(TOKEN, config(at, scope="read write", parameters={"audience": "a b&c=d"}, **row))
            try:
                shown = provider.call(get(at)).json()
            except moya.MoyaError as error:
                shown = str(error)
            form = at.grants[-1] if at.grants else {}
            refreshes = "refresh_token" in row
            check(f"token: the client proves itself: {name}",
                  shown == {"token": at.valid[-1]} and form.get("audience") == "a b&c=d" and form.get("scope") == "read write"
                  and form.get("grant_type") == ("refresh_token" if refreshes else "client_credentials")
                  and (form.get("client_id") is None) == (row.get("client_auth") is None), (shown, form))


async def parallel(at: Authorization, options: Config, count: int, loops: int = 2) -> List[int]:
    async with moya.AsyncProvider(loops=loops, timeout=60) as provider:
        provider.load_plugin(TOKEN, options)
        got = await asyncio.gather(*(provider.call(get(at)) for _ in range(count)), return_exceptions=True)
        return [it.status_code if isinstance(it, moya.Response) else str(it) for it in got]


def a_token_that_ends_midway_fails_no_call(folder: Path) -> None:
    for name, row in {"client credentials": {}, "refresh": {"refresh_token": FIRST_REFRESH}}.items():
        with authorization() as at:
            at.give_refresh_token("basic-client")
            at.on_request = lambda number: at.end_all() if number == 100 else None
            got = asyncio.run(parallel(at, config(at, **row), 200))
            refused = sum(not value.endswith(at.valid[-1]) for _, value in at.seen)
            check(f"token: 200 calls at once, the token ends midway: none fails ({name})", got == [200] * 200, got)
            check(f"token: … and there is one token request for each end ({name})", len(at.grants) == 2 and at.reuses == 0,
                  (len(at.grants), refused))


def a_token_is_renewed_before_its_end(folder: Path) -> None:
    with authorization() as at, moya.Provider() as provider:
        at.lifetime = 1
        provider.load_plugin(TOKEN, config(at, margin_s=3600))
        statuses = set()
        while len(at.by_access) < 3:  # the margin is at most half of the lifetime
            statuses.add(provider.call(get(at)).status_code)
        check("token: a token is renewed before it ends", statuses == {200} and len(at.grants) == 3, statuses)


def a_token_without_an_end_is_used_until_it_is_refused(folder: Path) -> None:
    with authorization() as at, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at, token="canary-given"))
        token = at.add("basic-client", "canary-given", None)
        first = provider.call(get(at)).json()["token"]
        requests = len(at.grants)
        token.end = 0
        second = provider.call(get(at)).json()["token"]
        check("token: the token of the options is used until it is refused", first == "canary-given" and requests == 0)
        check("token: … and then a new one is got", [second] == at.valid and len(at.grants) == 1, at.grants)


def rotation_goes_on(folder: Path) -> None:
    with authorization() as at, moya.Provider() as provider:
        at.give_refresh_token("basic-client")
        provider.load_plugin(TOKEN, config(at, refresh_token=FIRST_REFRESH))
        for _ in range(4):
            at.end_all() if at.grants else None
            provider.call(get(at))
        used = [form["refresh_token"] for form in at.grants]
        check("token: each refresh uses the newest refresh token", len(set(used)) == 4 and used[0] == FIRST_REFRESH and at.reuses == 0, used)


def other_refusals_change_nothing(folder: Path) -> None:
    with authorization() as at, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at, statuses=[401, 403]))
        provider.call(get(at))
        status = provider.call(get(at, "/scoped")).status_code
        check("token: a response that names another error than invalid_token is the caller's", status == 403 and len(at.grants) == 1, at.grants)
        at.by_access.clear()
        statuses = [provider.call(get(at)).status_code]
        check("token: a token that has vanished is renewed", statuses == [200] and len(at.grants) == 2, statuses)
        at.endpoint.save_token = lambda *_: None  # new tokens are refused, too
        at.by_access.clear()
        statuses = [provider.call(get(at)).status_code for _ in range(3)]
        check("token: tokens that are refused as they are new are not renewed again and again",
              statuses == [401] * 3 and len(at.grants) == 4, (statuses, len(at.grants)))


def the_token_goes_only_to_its_origins(folder: Path) -> None:
    with authorization() as at, authorization() as other, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at))
        own = provider.call(get(at, "/open")).json()["authorization"]
        direct = provider.call(get(other, "/open")).json()["authorization"]
        there = provider.call(moya.Target(f"{at.url}/to?{other.url}/open")).json()["authorization"]
        same = provider.call(moya.Target(f"{at.url}/to?{at.url}/open")).json()["authorization"]
        name = provider.call(moya.Target(at.url.replace("127.0.0.1", "localhost"), "/open")).json()["authorization"]
        check("token: the token goes to its origin, also after a redirect there", own == same == f"Bearer {at.valid[0]}", (own, same))
        check("token: the token does not go to another origin", direct == name == "", (direct, name))
        check("token: the token does not go to another origin after a redirect", there == "", there)
    with authorization() as at, authorization() as other, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at, origins=[at.url, other.url]))
        provider.call(get(at, "/open"))
        status = provider.call(moya.Target(f"{at.url}/to?{other.url}/me")).status_code
        check("token: a 401 of another origin after a redirect renews nothing", status == 401 and len(at.grants) == 1, status)


def a_later_plugin_cannot_take_the_token_elsewhere(folder: Path) -> None:
    class Elsewhere(moya.Plugin):
        id = "org.example.elsewhere"

        def prepare(self, call: moya.PluginCall) -> None:
            if call.name == "me":
                call.request.url = f"{other.url}/open"

    with authorization() as at, authorization() as other, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at))
        provider.add_plugin(Elsewhere())
        shown = provider.call(get(at)).json()["authorization"]
        check("token: a later plugin that changes the origin of a call does not take the token there", shown == "", shown)


def fields_and_schemes(folder: Path) -> None:
    with authorization() as at, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at, scheme="Token"))
        shown = provider.call(moya.Target(at.url, "/open", headers={"Authorization": "mine"})).json()["authorization"]
        check("token: the scheme can be chosen, and the field of the caller is replaced", shown == f"Token {at.valid[0]}", shown)
    with authorization() as at, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at, scheme=""))
        shown = provider.call(get(at, "/open")).json()["authorization"]
        check("token: without a scheme, only the token is sent", shown == at.valid[0], shown)


def stubs_and_shared_requests(folder: Path) -> None:
    with authorization() as at, moya.Provider(stub=True) as provider:
        provider.load_plugin(TOKEN, config(at))
        got = provider.call(moya.Target(at.url, "/me", name="me", sample=moya.Sample(body=b"made up")))
        check("token: if all calls are stubbed, there is no token request", got.content == b"made up" and not at.grants)
    rules = moya.StubRules()
    rules.add(moya.Sample(json={"access_token": "stubbed", "token_type": "bearer"}), path="/token")
    rules.add(moya.Sample(text="stub"), path="/me")
    with authorization() as at, moya.Provider(stubs=rules) as provider:
        provider.load_plugin(TOKEN, config(at))
        check("token: a stub rule may answer the token request", provider.call(get(at)).text == "stub" and not at.grants)

    async def shared(at: Authorization) -> List[str]:
        async with moya.AsyncProvider() as provider:
            provider.load_plugin(TOKEN, config(at))
            target = moya.Target(at.url, "/me", share=True)
            return [it.text for it in await asyncio.gather(*(provider.call(target) for _ in range(20)))]

    with authorization() as at:
        got = asyncio.run(shared(at))
        check("token: calls that share a request have a token", got == [json.dumps({"token": at.valid[0]})] * 20, got)


def forked_children_use_the_token_of_their_parent(folder: Path) -> None:
    program = """
import json, os, sys, moya
module, config, url = sys.argv[1:]
provider = moya.Provider(); provider.load_plugin(module, json.loads(config))
print(provider.call(moya.Target(url, "/me")).status_code, flush=True)
provider.close() if len(sys.argv) > 4 else None
if os.fork() == 0:
    for _ in range(2):
        try: print(provider.call(moya.Target(url, "/me")).status_code, flush=True)
        except moya.MoyaError as error: print(error.status.name, str(error).partition("prepare: ")[2], flush=True)
    os._exit(0)
os.wait()
provider.close()
"""
    with authorization() as at:
        at.on_request = lambda number: at.end_all() if number == 3 else None
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, TOKEN, json.dumps(config(at)), at.url], capture_output=True,
                              text=True, env={**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python")}, check=False, timeout=60)
        expected = ["200", "200", "FORKED a forked child cannot renew what its parent has got. Make a provider in the child"]
        check("token: a forked child uses the token of its parent, and gets no new one",
              done.stdout.splitlines() == expected and len(at.grants) == 1, done.stdout + done.stderr)


def a_clock_that_is_set_back_lets_no_token_grow_old(folder: Path) -> None:
    """The age of a token is not known any more, so the module renews the token once. A forked child keeps using it,
    because a child cannot renew a token."""
    program = """
import ctypes, json, os, sys, moya
module, config, url = sys.argv[1:]
with moya.Provider() as provider:
    provider.load_plugin(module, json.loads(config))
    tokens = [provider.call(moya.Target(url, "/me")).json()["token"]]
    ctypes.CDLL(None).set_clock_back(ctypes.c_long(86400))
    if os.fork() == 0:
        os._exit(provider.call(moya.Target(url, "/me")).json()["token"] != tokens[0])
    child = os.waitstatus_to_exitcode(os.wait()[1])
    tokens += [provider.call(moya.Target(url, "/me")).json()["token"] for _ in range(2)]
    print(child, tokens[1] == tokens[0], tokens[2] == tokens[1])
"""
    clock = folder / "clock.so"
    subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", clock, playing.ROOT / "Tests/modules/clock.c"], check=True)
    environment = {**os.environ, "PYTHONPATH": str(playing.ROOT / "bindings/python"), "LD_PRELOAD": str(clock)}
    with authorization() as at:
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, TOKEN, json.dumps(config(at)), at.url], capture_output=True,
                              text=True, env=environment, check=False, timeout=60)
        check("token: if the clock was set back, a token is renewed once", done.stdout.split() == ["0", "False", "True"] and len(at.grants) == 2,
              done.stdout + done.stderr)


def wrong_options_are_refused(folder: Path) -> None:
    rows: List[Any] = [
        ({"token_url": "ftp://a/token"}, "token_url is not an absolute URL"),
        ({"token_url": "http://auth.example.com/token"}, "token_url has the scheme http"),
        ({"token_url": "https://ann:secret@auth.example.com/token"}, "token_url has a user or a fragment"),
        ({"origins": ["https://api.example.com/v1"]}, "is not an origin"),
        ({"origins": ["http://api.example.com"]}, "has the scheme http"),
        ({"origins": ["https://api.example.com\\@evil.example"]}, "is not an origin"),
        ({"origins": ["https://ann:two\nlines@api.example.com/v1"]}, "https://<redacted>@api.example.com"),
        ({"client_id": ""}, "client_id is empty"),
        ({"client_secret": ""}, "client_secret is required"),
        ({"client_auth": "none"}, "there is no refresh_token"),
        ({"statuses": [99]}, "statuses is not a list"),
        ({"parameters": {"a": 1}}, "parameters is not a JSON object"),
        ({"token": "two words"}, "token cannot be in a header field"),
        ({"scheme": "a\nb"}, "scheme has a byte"),
        ({"header": "X-Mine"}, "header"),
        ({"store": "nowhere"}, "the address of the store is not"),
    ]
    for row, expected in rows:
        with authorization() as at, moya.Provider() as provider:
            try:
                provider.load_plugin(TOKEN, config(at, **row))
                shown = "no error"
            except moya.MoyaError as error:
                shown = str(error)
            name = next(iter(row))
            check(f"token: a wrong {name} is refused: {expected}", expected in shown and CLIENT_SECRET not in shown, shown)
    (folder / "open.store").touch(0o640)
    with authorization() as at, moya.Provider() as provider:
        try:
            provider.load_plugin(TOKEN, config(at, store=f"file:{folder / 'open.store'}"))
            shown = "no error"
        except moya.MoyaError as error:
            shown = str(error)
        check("token: a store that others may read is refused", "It needs the mode 0600" in shown, shown)
    with authorization() as at, moya.Provider() as provider:
        provider.load_plugin(TOKEN, config(at, token_url="http://auth.example.com/token", plain_http=True))
        check("token: plain_http allows other hosts", True)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
