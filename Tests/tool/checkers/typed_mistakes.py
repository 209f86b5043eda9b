"""What type checkers must say of a program that uses a typed client. Each line that ends with `# E` has an error. No
other line has one."""

from datetime import datetime, timezone
from typing import AsyncIterator, Awaitable, Iterator, List, Optional

import moya
from moya.typed import Call
from typed_hub import Hub, Issue, NotFound, Repo, User
from typing_extensions import assert_type

c = Hub(moya.Provider())
a = Hub(moya.AsyncProvider())
assert_type(c, "Hub[moya.Provider]")
assert_type(Hub(timeout=10), "Hub[moya.Provider]")
assert_type(a, "Hub[moya.AsyncProvider]")
assert_type(c.provider, moya.Provider)


def right() -> None:
    u = c.get_user("x")
    assert_type(u, User)
    print(u.login.upper(), (u.name or "").upper(), u.created_at.year)
    assert_type(c.find_user("x"), Optional[User])
    for r in c.list_repos("x", page=2, sort="created"):
        print(r.owner.login.upper())
    for r in c.all_repos("x"):
        print(r.full_name.upper())
    assert_type(c.by_cursor(), Iterator[Repo])
    c.create_repo(name="x", private=True)
    assert_type(c.delete_repo.response("o", "r"), moya.Response)
    for i in c.list_issues("o", "r", state="all", labels=["a"], since=datetime.now(timezone.utc), trace_id="7"):
        print(i.labels[0].name.upper())
    assert_type(c.create_issue("o", "r", title="t", labels=["a"]), Issue)
    print(c.search_repos("x").items[0].stargazers_count + 1)
    print(c.upload_asset("o", "r", name="n", data=b"x").size + 1)
    for event in c.events():
        print(event.followers + 1)
    for line in c.lines():
        print(line.name.upper())
    assert_type(Hub.get_user("x"), Call[User])
    assert_type(c.send(Hub.get_user("x")), User)
    assert_type(c.send(Hub.all_repos("x")), Iterator[Repo])
    assert_type(c.get_user.target("x"), moya.Target)
    try:
        c.get_repo("o", "r")
    except NotFound as error:
        print(error.value.message.upper(), error.response.status_code)
    with c as again:
        assert_type(again, "Hub[moya.Provider]")


async def right_later() -> None:
    u = await a.get_user("x")
    assert_type(u, User)
    assert_type([r async for r in a.all_repos("x")], List[Repo])
    assert_type(a.events(), AsyncIterator[User])
    assert_type(await a.get_user.response("x"), moya.Response)
    assert_type(await a.send(Hub.get_user("x")), User)
    assert_type(a.send(Hub.get_user("x")), Awaitable[User])
    assert_type(a.send(Hub.all_repos("x")), AsyncIterator[Repo])
    async with a as again:
        assert_type(again, "Hub[moya.AsyncProvider]")


def mistakes() -> None:
    c.get_repo(owner="x")  # E
    c.list_repos(name="x", pgae=2)  # E
    c.get_user(name=None)  # E
    c.list_repos("x", page="2")  # E
    c.list_issues("o", "r", state="opened")  # E
    c.get_usr("x")  # E
    print(c.get_user("x").logn)  # E
    print(c.get_user("x").name.upper())  # E
    print(c.create_issue("o", "r", title="t").assignee.login)  # E
    print(c.get_repo("o", "r").stargazers_count + "1")  # E
    print([r.full_name for r in c.search_repos("x")])  # E
    print(c.list_repos("x").full_name)  # E
    print(c.delete_repo("o", "r").id)  # E
    c.create_issue("o", "r")  # E
    c.create_repo(name="x", private="yes")  # E
    c.create_issue("o", "r", title="t", labels=[1, 2])  # E
    c.upload_asset("o", "r", name="n", data="text")  # E
    c.list_issues("o", "r", since="2026-01-01")  # E


async def mistakes_later() -> None:
    print(a.get_user("x").login)  # E
    await c.get_user("x")  # E
