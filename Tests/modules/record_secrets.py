"""Tests that no secret is in a cassette, a log or a message of the module record."""

import json
import os
import re
import sys
from base64 import b64encode
from pathlib import Path
from typing import List

import playing
from cassettes import cassette, judge
from playing import Config, check, moya, server



def hides_secrets(folder: Path) -> None:
    path, lines = cassette(folder), []
    os.environ["CANARY_OF_RECORD"] = "canary/variable ü"
    inner = json.dumps({"client_secret": "canary-inner", "plain": "stays-1"})
    document = json.dumps({"password": "canary-json", "deep": [{"access_token": "canary-deep"}], "text": inner, "page": "stays-2"})
    target = moya.Target(
        "http://ann:canary-user@" + "HOST", "/echo/{part}", name="secrets", method="POST", path_values={"part": "canary/variable ü"},
        query={"token": "canary-query", "page": "stays-3", "key": "canary-key"}, body=document.encode(),
        headers={"X-Api-Key": "canary-field", "Content-Type": "application/json", "Cookie": "sid=canary-cookie-of-ann; theme=dark",
                 "Referer": "http://x.test/?session=canary-referer", "X-Own": "canary-own", "X-Plain": "stays-4"})
    config: Config = {"file": str(path), "scrub_variables": ["CANARY_OF_RECORD"], "scrub_fields": ["X-Own"], "scrub_parameters": ["pet_name"]}
    form = b"user=ann&pass%77ord=canary-form&pet%5Fname=canary-pet&page=stays-5"
    with server() as base:
        host = base.removeprefix("http://")

        def play(mode: str) -> List[str]:
            shown = []
            with moya.Provider(log=lambda level, line: lines.append(line), log_level=moya.LogLevel.DEBUG) as provider:
                provider.load_plugin("record", {**config, "mode": mode})
                form_type = {"Content-Type": "application/x-www-form-urlencoded"}
                for each in (target.replace(base_url=f"http://ann:canary-user@{host}"),
                             moya.Target(base, "/echo", name="form", method="POST", body=form, headers=form_type),
                             moya.Target(base, "/set", name="cookie", query={"c": "a=1; Path=/"})):
                    shown.append(str(provider.call(each).status_code))
                try:
                    provider.call(moya.Target("http://127.0.0.1:1", "/x", name="dead", query={"token": "canary-dead"}))
                except moya.MoyaError as error:
                    lines.append(str(error))
            return shown

        play("once")
        calls = play("none")
    text = path.read_text()
    leaks = [text[max(0, found.start() - 60):found.end() + 40] for found in re.finditer("canary", text)]
    check("record: no secret is in a cassette", not leaks, "\n".join(leaks))
    check("record: no secret is in a log or a message", not [line for line in lines if "canary" in line], lines)
    check("record: what is no secret stays", all(f"stays-{n}" in text for n in range(1, 6)), text)
    check("record: a request with secrets finds its entry", calls == ["200", "200", "200"], calls)
    cookies = [it["cookies"] for it in (entry["response"] for entry in json.loads(text)["log"]["entries"])]
    check("record: the value of a cookie is hidden, and not its name", cookies[2] == [{"name": "a", "value": "redacted"}], cookies)
    judge(path, "a call with secrets")


def hides_what_the_request_repeats(folder: Path) -> None:
    path = cassette(folder)

    def targets(base: str, secret: str) -> List[moya.Target]:
        basic = b64encode(f"ann:{secret}".encode()).decode()
        return [
            moya.Target(base, "/echo", method="POST", headers={"X-Api-Key": secret}, json={"note": secret}),
            moya.Target(base, f"/echo/{secret}", query={"token": secret, "note": secret}),
            moya.Target(base, "/echo", method="POST", form={"note": secret, "password": secret}),
            moya.Target(base, "/echo", method="POST", headers={"Authorization": f"Basic {basic}"}, json=[secret]),
            moya.Target(base, "/echo", method="POST", json={"tokens": [secret, {"a": f"b{secret}"}]}),
        ]

    with server() as base:

        def play(mode: str, secret: str) -> List[int]:
            with moya.Provider() as provider:
                provider.load_plugin("record", {"file": str(path), "mode": mode})
                return [provider.call(target).status_code for target in targets(base, secret)]

        play("once", 'canary "of/ann')
        text = path.read_text()
        check("record: a secret is hidden where its request repeats it", "canary" not in text and "note=redacted" in text, text)
        calls = play("none", "another-secret")
        check("record: a request that repeats another secret finds its entry", calls == [200] * 5, calls)


def compares_a_word_that_is_a_secret_now(folder: Path) -> None:
    path = cassette(folder)
    with server() as base:
        for mode, secret in (("once", "the-real-secret"), ("none", "dummy-secret")):
            with moya.Provider() as provider:
                provider.load_plugin("record", {"file": str(path), "mode": mode})
                status = provider.call(moya.Target(base, "/echo/dummy-secret", headers={"X-Token": secret})).status_code
    check("record: a secret of this run may be a word of a URL", status == 200, status)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
