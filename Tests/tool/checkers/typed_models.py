# mypy: disable-error-code="empty-body"
"""A typed client whose results are models of msgspec and pydantic."""

from __future__ import annotations

from typing import NamedTuple, Optional, TypedDict

import msgspec
import pydantic
from moya.typed import API, APIError, Events, Form, M, Pages, OffsetPages, get, post
from typing_extensions import assert_type


class Struct(msgspec.Struct, rename="camel"):
    login_name: str
    name: Optional[str] = None


class Model(pydantic.BaseModel):
    login: str


class Row(TypedDict):
    login: str


class Point(NamedTuple):
    x: int


class Problem(APIError[Struct]): ...


class Hub(API[M]):
    @get("/a")
    def struct(self) -> Struct: ...
    @get("/a", pages=OffsetPages())
    def models(self) -> Pages[Model]: ...
    @get("/a")
    def row(self) -> Row: ...
    @get("/a")
    def point(self) -> Point: ...
    @get("/a")
    def events(self) -> Events[Struct | Model]: ...
    @post("/a")
    def log_in(self, user: Form[str], model: Form[int] = 1) -> None: ...


with Hub() as hub:
    assert_type(hub.struct(), Struct)
    assert_type([it for it in hub.models()], "list[Model]")
    print(hub.struct().login_nam)  # E
    for model in hub.models():
        print(model.name)  # E
    print(hub.row()["logn"])  # E
    print(hub.point().y)  # E
    for event in hub.events():
        print(event.name)  # E
    hub.log_in(user=1)  # E
    try:
        hub.struct()
    except Problem as error:
        print(error.value.login)  # E
