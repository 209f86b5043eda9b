"""What a type checker must say of a program that uses the package. Each line that ends with `# E` has an error, and no other."""

import asyncio
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, List, cast

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
        hub.add(it, force=True)  # what was read is an argument
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
    opened.whatever(1)
    with hub as again:
        assert_type(again, "Hub")


async def later() -> None:
    async with moya.open_async("hub.moya.json") as opened_later:
        hub = cast("AsyncHub", opened_later)
        assert_type(await hub.repos(), "List[repo]")
        hub.repo()  # E
        await hub.reposs()  # E


def decide(attempt: int, response: Any, error: Any) -> float:
    return 0.5


async def new_token() -> str:
    return "a"


asyncio.run(later())
moya.Provider(timeout="1")  # E
moya.Provider(timeouts=1)  # E
moya.Target("https://a.example", json={"a": 1}, headers={"A": "b"}, body_length=1, timeout=moya.Timeouts(connect=1))
moya.Target("https://a.example", header={"A": "b"})  # E
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
