"""Makes typed clients. One class declares the endpoints, for Provider and AsyncProvider. Type checkers know the
parameters and results.

    from dataclasses import dataclass
    from moya.typed import API, M, get

    @dataclass
    class User:
        login: str
        followers: int

    class GitHub(API[M]):
        base_url = "https://api.github.com"

        @get("/users/{name}")
        def user(self, name: str) -> User: ...

    with GitHub(timeout=10) as github:
        print(github.user("octocat").followers)
"""

from ._api import API, M, Call, UnboundEndpoint
from ._endpoint import AsyncIteration, AsyncMethod, Endpoint, Method, delete, endpoint, get, head, patch, post, put
from ._pages import CursorPages, LinkPages, NumberedPages, OffsetPages, Page, Pager
from ._parameters import JSON, Body, Comma, Field, File, Form, Header, Name, Query, send
from ._result import APIError, Events, Iterated, Lines, Pages, register

__all__ = [
    "API",
    "APIError",
    "AsyncIteration",
    "AsyncMethod",
    "Body",
    "Call",
    "Comma",
    "CursorPages",
    "Endpoint",
    "Events",
    "Field",
    "File",
    "Form",
    "Header",
    "Iterated",
    "JSON",
    "Lines",
    "LinkPages",
    "M",
    "Method",
    "Name",
    "NumberedPages",
    "OffsetPages",
    "Page",
    "Pager",
    "Pages",
    "Query",
    "UnboundEndpoint",
    "delete",
    "endpoint",
    "get",
    "head",
    "patch",
    "post",
    "put",
    "register",
    "send",
]
