"""A small SDK for an API: a client class, an asynchronous function and a plain function. Each of the two functions
makes its own provider. test_hub.py has the tests of the SDK."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import moya

URL = "https://api.example.com"


@dataclass(frozen=True)
class User:
    login: str
    followers: int


class NotFound(Exception):
    """There is no such user."""


class Routes(moya.API):
    base_url = URL
    headers = {"Accept": "application/json"}

    zen = moya.Route("/zen")
    user = moya.Route("/users/{name}")
    repos = moya.Route("/users/{name}/repos")
    create = moya.Route("/echo", "POST")


def _user(response: moya.Response) -> User:
    if response.status_code == 404:
        raise NotFound(response.url)
    found = response.raise_for_status().json()
    return User(found["login"], found["followers"])


class Hub:
    """A client of the API. All its calls send the same token."""

    def __init__(self, token: str) -> None:
        self._provider = moya.Provider(auth=moya.Bearer(token), retry=moya.Retry(attempts=3, delay=0.001))

    def __enter__(self) -> "Hub":
        return self

    def __exit__(self, *_: object) -> None:
        self._provider.close()

    def user(self, name: str) -> User:
        return _user(self._provider.call(Routes.user(name=name)))

    def repos(self, name: str) -> Iterator[str]:
        """Yields the names of all repositories of a user. Requests the next page only after the last name of a page."""
        page: "int | None" = 1
        while page is not None:
            response = self._provider.call(Routes.repos(name=name, query={"page": page})).raise_for_status()
            yield from (repo["full_name"] for repo in response.json())
            page = page + 1 if 'rel="next"' in response.headers.get("Link", "") else None

    def create(self, title: str, labels: Iterable[str] = ()) -> object:
        response = self._provider.call(Routes.create(json={"title": title, "labels": list(labels)}))
        return response.raise_for_status().json("received")


async def users(names: Iterable[str]) -> "list[User]":
    """Requests several users at the same time, and returns them in the order of `names`."""
    async with moya.AsyncProvider() as provider:
        return [_user(it) for it in await asyncio.gather(*(provider.call(Routes.user(name=name)) for name in names))]


def zen() -> str:
    with moya.Provider(timeout=5) as provider:
        return provider.call(Routes.zen()).text
