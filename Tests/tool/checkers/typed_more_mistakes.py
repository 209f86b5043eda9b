# mypy: disable-error-code="empty-body"
"""More mistakes with a typed client: pages, errors, calls, providers and declarations."""

from dataclasses import dataclass
from typing import Optional

import moya
from moya.typed import API, APIError, Call, LinkPages, M, Page, Pages, get, register
from typed_hub import Hub, NotFound, Problem, Repo, User

c = Hub(timeout=10)
a = Hub(moya.AsyncProvider())


@dataclass
class Thing:
    id: int


class OwnPages:
    def next(self, page: Page) -> Optional[moya.Target]:
        return page.target.replace(path="/next") if page.items else None


class Right(API[M]):
    @get("/a", pages=OwnPages())
    def a(self, size: int = 10) -> Pages[Thing]: ...


def decode(text: bytes) -> Thing:
    return Thing(len(text))


register(Thing, decode)


def mistakes() -> None:
    for r in c.all_repos("x"):
        print(r.name)  # E
    print(c.all_repos("x")[0])  # E
    print(len(c.all_repos("x")))  # E
    for u in c.events():
        print(u.full_name)  # E
    for e in c.lines():
        print(e.nam)  # E
    try:
        c.get_repo("o", "r")
    except NotFound as error:
        print(error.value.msg)  # E
        print(error.value["message"])  # E
    call: Call[Repo] = Hub.get_user("x")  # E
    print(call)
    Hub.get_user(nam="x")  # E
    print(c.send(Hub.get_user("x")).full_name)  # E
    print(Hub.get_user("x").login)  # E
    print(c.get_user.response("x").login)  # E
    c.get_user.response(1)  # E
    Hub(timeout="10")  # E
    Hub("https://api.example.com")  # E


async def mistakes_later() -> None:
    for _ in a.all_repos("x"):  # E
        pass
    async for _ in c.all_repos("x"):  # E
        pass
    u: User = a.send(Hub.get_user("x"))  # E
    print(u)
    async with c:  # E
        pass


class Wrong(API[M]):
    @get("/a", retries=2)  # E
    def a(self) -> Thing: ...
    @get("/b", errors={404: Problem})  # E
    def b(self) -> Thing: ...
    @get("/c", pages=LinkPages)  # E
    def c(self) -> Pages[Thing]: ...
    @get("/d", timeout="3")  # E
    def d(self) -> Thing: ...


class Plain(APIError[Problem]): ...


print(Plain.nothing)  # E
