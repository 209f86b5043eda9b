"""Botocore judges the signatures of the module sigv4. It computes them from the bytes that a server has received."""

import hashlib
import os
import random
import re
import sys
import uuid
from pathlib import Path
from typing import Any, Dict, List, Tuple
from urllib.parse import parse_qsl, quote, unquote_to_bytes

import playing
from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth, SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from playing import Config, check, moya
from wire import Request, Wire, wire

LONG = os.environ.get("MOYA_LONG") == "1"
ROUNDS = 500 if LONG else 60
SEED = int(os.environ.get("MOYA_SEED", "39"))
KEY: Config = {"key_id": "AKIDEXAMPLE", "secret": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "region": "eu-central-1"}
UNSIGNED = "UNSIGNED-PAYLOAD"


# ── The judge ──


def respelled(path: str) -> str:
    """Returns the path as S3 signs it. S3 decodes the path that arrives, and encodes the name of the object anew."""
    return "/".join(quote(unquote_to_bytes(segment), safe="~") for segment in path.split("/"))


def judged(request: Request, at: str, config: Config) -> Tuple[str, str]:
    """Returns botocore's signature of a request as it arrived, and the canonical request."""
    path, _, query = request.target.partition("?")
    is_s3, in_query = config["service"] == "s3", config.get("form") == "query"
    parameters = dict(pair.partition("=")[::2] for pair in query.split("&"))
    if in_query:
        names = parse_qsl(query)
        signed, date = dict(names)["X-Amz-SignedHeaders"], parameters["X-Amz-Date"]
        query = query[: query.index("&X-Amz-Signature=")]
    else:
        found = re.search("SignedHeaders=([^,]*)", request.field("Authorization"))
        assert found
        signed, date = found[1], request.field("X-Amz-Date")
    made = AWSRequest(
        method=request.method, url=at + (respelled(path) if is_s3 else path), data=request.body,
        params=parse_qsl(query, keep_blank_values=True))
    for name, value in request.fields:
        if name.lower() in signed.split(";"):
            made.headers.add_header(name, value)
    made.context.update(timestamp=date, payload_signing_enabled=True)
    kinds: Dict[Tuple[bool, bool], Any] = {
        (False, False): SigV4Auth, (True, False): S3SigV4Auth, (False, True): SigV4QueryAuth, (True, True): S3SigV4QueryAuth}
    signer = kinds[is_s3, in_query](Credentials(config["key_id"], config["secret"]), config["service"], config["region"])
    canonical = signer.canonical_request(made)
    return signer.signature(signer.string_to_sign(made, canonical), made), canonical


def given(request: Request) -> str:
    """Returns the signature that the request has."""
    found = re.search("Signature=([0-9a-f]{64})$", request.field("Authorization") or request.target)
    return found[1] if found else "none"


def faults(at: Wire, requests: List[Request], config: Config) -> List[str]:
    wrong = []
    for request in requests:
        made, canonical = judged(request, at.url, config)
        payload = request.field("X-Amz-Content-Sha256")
        is_payload = payload in ("", UNSIGNED, hashlib.sha256(request.body).hexdigest())
        if made != given(request) or not is_payload:
            wrong.append(f"{request}\n{canonical}")
    return wrong


# ── Random requests ──

LETTERS = "abcXYZ019-._~"
ALL = LETTERS + "!$'()*,;:@= +&%/?#é€\U0001f642"


def text(chance: random.Random, letters: str, most: int, least: int = 0) -> str:
    return "".join(chance.choice(letters) for _ in range(chance.randint(least, most)))


def raw_url(chance: random.Random) -> str:
    """Returns a path and a query in any spelling."""
    pieces = ["a", "b.txt", "..", ".", "", "%2F", "%e9", "x+y", "(1)!*'", "~", "%7E", "é", "c;d:e@f,g=h$"]
    path = "/" + "/".join(chance.choice(pieces) for _ in range(chance.randint(0, 5)))
    parts = ["acl", "a=", "a=2", "a=1", "A=1", "b=x+y", "b=x%20y", "c=%7e~", "d=!*'()", "e=%C3%A9é", "f=a=b", "=v", "", "g=/?:@", "h=%zz%"]
    query = "&".join(chance.choice(parts) for _ in range(chance.randint(0, 5)))
    return path + ("?" + query if query else "")


def random_target(chance: random.Random, base: str) -> moya.Target:
    method = chance.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"])
    headers = [("X-Amz-Meta-" + text(chance, "abc", 3, 1), text(chance, "xy \t,é", 12)) for _ in range(chance.randint(0, 3))]
    headers += [("X-Own", text(chance, "xy ", 6)), ("Content-Type", "text/plain;  charset=utf-8")][: chance.randint(0, 2)]
    body: Dict[str, Any] = {}
    if method in ("POST", "PUT", "PATCH") and chance.random() < 0.8:
        body = chance.choice([{"body": chance.randbytes(chance.randint(0, 5000))}, {"json": {"a": text(chance, ALL, 9)}}, {"form": {"a": text(chance, ALL, 9)}}])
    if chance.random() < 0.5:
        return moya.Target(base + raw_url(chance), name="raw", method=method, headers=headers, **body)
    query = [(text(chance, ALL, 5, 1), text(chance, ALL, 8)) for _ in range(chance.randint(0, 4))]
    name = text(chance, ALL, 8, 1)
    return moya.Target(base, "/p/{name}/q", name="made", method=method, headers=headers, path_values={"name": name}, query=query, **body)


CONFIGS: List[Config] = [
    {**KEY, "service": service, **form, **token, **fields}
    for service in ("s3", "execute-api") for form in ({}, {"form": "query", "expires_s": 60})
    for token in ({}, {"session_token": "FwoGZXIvYXdzE/+=="}) for fields in ({}, {"signed_fields": ["X-Own", "accept"]})]


class Late(moya.Plugin):
    """Changes each request after sigv4 has prepared it."""

    id = "org.example.late"

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["X-Amz-Meta-Late"] = uuid.uuid4().hex
        if call.request.body:
            call.request.body = b"changed " + call.request.body


def call(provider: moya.Provider, target: moya.Target, is_streamed: bool) -> None:
    if is_streamed:
        with provider.stream(target) as stream:
            stream.read()
    else:
        provider.call(target)


def signs_as_botocore(folder: Path) -> None:
    chance = random.Random(SEED)
    wrong: List[str] = []
    count = 0
    with wire() as at:
        for number, config in enumerate(CONFIGS):
            with moya.Provider(timeout=20) as provider:
                provider.load_plugin("sigv4", config)
                if number % 2:
                    provider.add_plugin(Late())
                for _ in range(ROUNDS * number // len(CONFIGS), ROUNDS * (number + 1) // len(CONFIGS)):
                    call(provider, random_target(chance, at.url), is_streamed=chance.random() < 0.3)
            requests = at.taken()
            count += len(requests)
            wrong += faults(at, requests, config)
    check(f"sigv4: botocore computes the same signature for {ROUNDS} random requests (seed {SEED})", not wrong and count == ROUNDS,
          "\n".join(wrong) or count)


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
