"""Makes blocking calls under gevent. Run it as a program: greenlets.py URL USE. URL is the URL of a server (server.py),
which another process runs. The program ends with status 0 if the use succeeds and other greenlets ran in the
meantime."""

import os
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterator

import gevent
from gevent import monkey

if __name__ == "__main__":
    monkey.patch_all()

import moya  # noqa: E402
from moya._content import Pulled  # noqa: E402

DEADLINE = 20.0


def target(path: str, method: str = "GET", **fields: Any) -> moya.Target:
    return moya.Target(sys.argv[1], path, method, timeout=DEADLINE, **fields)


def while_others_run(use: Callable[[], Any]) -> Any:
    """Returns what `use` returns. While `use` waits, other calls get responses."""
    with moya.Provider() as other:
        hanging = gevent.spawn(use)
        with gevent.Timeout(DEADLINE):
            # These calls end while the other one waits.
            for _ in range(3):
                assert other.call(target("/zen")).status_code == 200
        assert not hanging.dead
        hanging.kill()
        assert hanging.dead


def call(provider: moya.Provider) -> None:
    while_others_run(lambda: provider.call(target("/hang")))
    assert provider.call(target("/zen")).status_code == 200


def many(provider: moya.Provider) -> None:
    calls = [gevent.spawn(provider.call, target("/echo", query={"n": n})) for n in range(40)]
    gevent.joinall(calls, timeout=DEADLINE, raise_error=True)
    assert [it.value.json("path") for it in calls] == [f"/echo?n={n}" for n in range(40)]


def error(provider: moya.Provider) -> None:
    try:
        provider.call(target("/close"))
    except moya.NetworkError:
        return
    raise AssertionError


def timeout(provider: moya.Provider) -> None:
    with gevent.Timeout(0.05, False):
        provider.call(target("/hang"))
        raise AssertionError


def stream(provider: moya.Provider) -> None:
    with provider.stream(target("/big")) as opened:
        assert len(opened.read()) == 1 << 20
    with provider.stream(target("/endless")) as opened:
        assert next(opened.iter_bytes())

    def use() -> None:
        with provider.stream(target("/hang")):
            pass

    while_others_run(use)


def body(provider: moya.Provider) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(3):
            yield while_others_run(lambda: provider.call(target("/hang"))) or b"x"

    # The transports for httpx and requests send iterators as `Pulled` objects.
    sent: Any = Pulled(pieces(), write=DEADLINE, read=DEADLINE)
    with provider.stream(target("/echo", "POST", body=sent)) as opened:
        assert b'"xxx"' in opened.read()
    sent = Pulled(iter([b"x"]), read=0.01)
    try:
        with provider.stream(target("/hang", body=sent)):
            raise AssertionError
    except moya.Timeout:
        pass


def events(provider: moya.Provider) -> None:
    with provider.events(target("/events")) as opened:
        assert len(list(opened)) == 3


def download(provider: moya.Provider) -> None:
    seen: "list[moya.Progress]" = []
    with tempfile.TemporaryDirectory() as folder:
        response = provider.download(target("/big"), f"{folder}/", name=lambda response, name: "own", progress=seen.append)
        assert response.path is not None and os.path.getsize(response.path) == 1 << 20
    assert seen[-1].received == 1 << 20


def endpoint(provider: moya.Provider) -> None:
    endpoints = {"zen": {"path": "/zen"}, "hang": {"path": "/hang"}}
    with moya.open({"moya": 1, "name": "a", "base_url": sys.argv[1], "endpoints": endpoints}) as api:
        assert api.zen().status_code == 200
        while_others_run(lambda: api.hang())


def group(provider: moya.Provider) -> None:
    assert len(list(moya.Group(provider, 4).map([target("/zen")] * 20))) == 20
    while_others_run(lambda: moya.Group(provider, 1).call(target("/hang")))


def functions(provider: moya.Provider) -> None:
    def sign(request: moya.Request) -> None:
        request.set_header("X-Signature", provider.call(target("/zen")).text)
        request.forward()

    with moya.Provider(request=sign) as own:
        assert own.call(target("/echo")).json("headers.x-signature").startswith("Simple")


def refresh(provider: moya.Provider) -> None:
    def token() -> str:
        time.sleep(0)
        return provider.call(target("/zen")).text[:6]

    with moya.Provider() as own:
        own.add_plugin("moya.access-token", refresh=token)
        assert own.call(target("/echo")).json("headers.authorization") == "Bearer Simple"


def stub(provider: moya.Provider) -> None:
    assert provider.call(target("/zen", stub=True, sample=moya.Sample(json=1))).json() == 1


USES: "Dict[str, Callable[[moya.Provider], None]]" = {
    it.__name__: it for it in (call, many, error, timeout, stream, body, events, download, endpoint, group, functions, refresh, stub)
}

def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def main(use: Callable[[moya.Provider], None]) -> None:
    with moya.Provider() as provider:
        gevent.spawn(use, provider).get()  # in a greenlet
    before = descriptors()
    with moya.Provider() as provider:
        use(provider)  # in the main greenlet
    with gevent.Timeout(DEADLINE):
        while descriptors() > before:
            gevent.sleep(0)


if __name__ == "__main__":
    main(USES[sys.argv[2]])
