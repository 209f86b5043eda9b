# mypy: disable-error-code="empty-body"
"""A typed client, for typed_mistakes.py and typed_more_mistakes.py."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import moya
from moya.typed import API, APIError, Body, Comma, CursorPages, Events, Header, Lines, LinkPages, M, Pages, Query, delete, get, post, send


@dataclass
class Owner:
    login: str
    id: int


@dataclass
class User(Owner):
    followers: int
    created_at: datetime
    name: str | None = None


@dataclass
class Repo:
    id: int
    full_name: str
    stargazers_count: int
    owner: Owner


@dataclass
class Label:
    name: str


@dataclass
class Issue:
    number: int
    title: str
    labels: list[Label]
    assignee: Owner | None = None


@dataclass
class Found:
    total_count: int
    items: list[Repo]


@dataclass
class Asset:
    size: int


@dataclass
class Problem:
    message: str


class NotFound(APIError[Problem]): ...


class Hub(API[M]):
    base_url = "https://api.example.com"
    headers = {"Accept": "application/json"}
    errors = {404: NotFound}

    @get("/users/{name}")
    def get_user(self, name: str) -> User: ...
    @get("/users/{name}", none=[404])
    def find_user(self, name: str) -> User | None: ...
    @get("/repos/{owner}/{repo}", errors={404: NotFound}, timeout=3)
    def get_repo(self, owner: str, repo: str) -> Repo: ...
    @get("/users/{name}/repos")
    def list_repos(self, name: str, page: int = 1, sort: Literal["created", "updated"] | None = None) -> list[Repo]: ...
    @get("/users/{name}/repos", pages=LinkPages(), retry=moya.Retry(attempts=2))
    def all_repos(self, name: str) -> Pages[Repo]: ...
    @get("/cursor", at="items", pages=CursorPages())
    def by_cursor(self) -> Pages[Repo]: ...
    @post("/user/repos")
    def create_repo(self, name: str, private: bool = False) -> Repo: ...
    @delete("/repos/{owner}/{repo}")
    def delete_repo(self, owner: str, repo: str) -> None: ...
    @get("/repos/{owner}/{repo}/issues", at="items")
    def list_issues(
        self,
        owner: str,
        repo: str,
        *,
        state: Literal["open", "closed", "all"] = "open",
        labels: Comma[list[str]] | None = None,
        since: datetime | None = None,
        trace_id: Header[str] | None = None,
    ) -> list[Issue]: ...
    @post("/repos/{owner}/{repo}/issues")
    def create_issue(self, owner: str, repo: str, *, title: str, labels: list[str] | None = None) -> Issue: ...
    @get("/search")
    def search_repos(self, q: str) -> Found:
        return send(q=q.strip())

    @post("/assets/{owner}/{repo}")
    def upload_asset(self, owner: str, repo: str, *, name: Query[str], data: Body[bytes]) -> Asset: ...
    @get("/events", done="[DONE]")
    def events(self) -> Events[User]: ...
    @get("/lines")
    def lines(self) -> Lines[Label]: ...
