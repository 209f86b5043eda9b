"""What a type checker must say of a program that uses the package. Each line that ends with `# E` has an error. No
other line has one."""

import asyncio
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, cast

import moya
from typing_extensions import assert_type

if TYPE_CHECKING:
    from hub import AsyncHub, Hub, owner_argument, repo

OWNER: "owner_argument" = {"login": "ann"}

with moya.open("hub.moya.json", timeout=1.5) as opened:
    hub = cast("Hub", opened)
    assert_type(hub.repos(), "List[repo]")
    assert_type(hub.repos.response(), moya.Response)
    for it in hub.repos():
        hub.add(it, force=True)  # a value that was read can be an argument
    hub.add({"id": 1, "owner": OWNER, "state": "open", "tags": ["a"], "parents": [], "by": {}})
    hub.many(hub.repos(), ["a"], [1, 2], at=datetime.now(timezone.utc))
    hub.many([{"id": 1, "owner": OWNER, "state": "open", "tags": ("a",), "parents": [], "by": {"x": OWNER}}], ("a",), (1,), at="2020")
    print(len(hub), list(hub), hub.provider.closed, "repos" in hub, hub["repos"])
    hub.repo()  # E
    hub.reposs()  # E
    hub.add({"id": 1})  # E
    hub.add({"id": 1, "owner": OWNER, "state": "opened", "tags": [], "parents": [], "by": {}})  # E
    hub.add({"id": 1, "owner": OWNER, "state": "open", "tags": [], "parents": [], "by": {}, "color": 1})  # E
    hub.many([], "abc", [], at="2020")  # E
    hub.many.response([], [], [])  # E
    hub.send(["a.txt", Path("b.txt")])
    hub.send("a.txt")  # E
    with hub.repos.stream() as stream:
        assert_type(stream, moya.Stream)
    assert_type(hub.add.download("file", {"id": 1, "owner": OWNER, "state": "open", "tags": [], "parents": [], "by": {}}), moya.Response)
    own = hub.repos.with_options(headers={"A": "b"}, timeout=1.5, progress=lambda it: print(it.received))
    assert_type(own(), "List[repo]")
    hub.repos.with_options(header={"A": "b"})  # E
    hub.add.stream()  # E
    hub.add.download()  # E
    opened.whatever(1)
    with hub as again:
        assert_type(again, "Hub")


async def later() -> None:
    async with moya.open_async("hub.moya.json") as opened_later:
        hub = cast("AsyncHub", opened_later)
        assert_type(await hub.repos(), "List[repo]")
        hub.repo()  # E
        await hub.reposs()  # E
        async with hub.repos.stream() as stream:
            assert_type(stream, moya.AsyncStream)
        assert_type(await hub.repos.with_options(replace=True).download("folder/"), moya.Response)


def decide(attempt: int, response: Any, error: Any) -> float:
    return 0.5


async def new_token() -> str:
    return "a"


asyncio.run(later())
moya.Provider(timeout="1")  # E
moya.Provider(timeouts=1)  # E
moya.Target("https://a.example", json={"a": 1}, headers={"A": "b"}, body_length=1, timeout=moya.Timeouts(connect=1))
target = moya.Target("https://a.example", header={"A": "b"})  # E
target.replace(path="/a", timeout=2, session={"pins": {"a.example": "sha256/x"}}, retry=moya.Retry(statuses=[500]))
target.replace(paths="/a")  # E
target.replace(session={"pin": {}})  # E
moya.Route("/a", "POST", headers={"A": "b"}, sample=moya.Sample(), session={"ca": "ca.pem"})
moya.Route("/a", header={"A": "b"})  # E
assert_type(moya.Provider().call(target).json(), Any)
assert_type(moya.Provider().call(target).json("a", int), int)
assert_type(moya.Provider().call(target).json(of=List[str]), List[str])
assert_type(moya.Provider().call(target).json("a.b", List[str]), List[str])
assert_type(moya.Provider().call(target).json("a", Optional[int]), Optional[int])
assert_type(moya.Provider().call(target).json(of=Dict[str, Optional[int]]), Dict[str, Optional[int]])
try:
    moya.Provider().call(target).raise_for_status()
except moya.StatusError as error:
    assert_type(error.response, moya.Response)
print({target: 1})
with moya.Provider(retry=decide, base_url="https://a.example", headers={"A": "b"}) as provider:
    response = provider.call(moya.Target(path="/a"))
    assert_type(response.json("a", int), int)
    assert_type(response.json("a"), Any)
    assert_type(response.text, str)
    provider.add_plugin("moya.access-token", {"tag": "a"}, refresh=lambda: "a")
    with provider.stream(moya.Target(), events=True) as stream:
        assert_type(list(stream.iter_events(max_line=1 << 22)), List[moya.Event])
        assert_type(list(stream.iter_lines()), List[str])
    response.json("a", bytes)  # E
    provider.call("https://a.example")  # E
later_provider = moya.AsyncProvider()
later_provider.add_plugin("moya.access-token", refresh=new_token)
