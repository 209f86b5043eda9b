"""Finds the next page of a result that has several pages."""

from ctypes import byref, c_char_p, c_int32, c_void_p
from typing import Any, NamedTuple, Optional, Protocol, Sequence

from .. import _library as c
from .. import _structs
from .._arguments import integer
from .._errors import KeyPathError, UsageError
from .._library import ErrorHandle
from .._response import Response, take_error
from .._status import Status
from .._target import Target, address_of

_next = c.declared_waiting("moya_target_next", c_int32, c_void_p, c_void_p, c_char_p, c_void_p, c_void_p)
_release = c.declared_waiting("moya_target_release", None, c_void_p)


class Page(NamedTuple):
    """A page that was read."""

    target: Target
    response: Response
    #: The decoded elements.
    items: Sequence[Any]


class Pager(Protocol):
    """Finds the next page of a result. Any object with this method can be `pages` of an endpoint."""

    def next(self, page: Page) -> Optional[Target]:
        """Returns the target of the next page; None: this page was the last one."""


class LinkPages:
    """The next page is in the field Link (RFC 8288): `Link: <…?page=2>; rel="next"`. A link to another origin is an
    error, because the credentials of the target must not go there."""

    def __init__(self, relation: str = "next") -> None:
        self.relation = relation

    def next(self, page: Page) -> Optional[Target]:
        """Returns the target of the page that a link names; None: no link names a page. Errors: UsageError,
        InvalidURL."""
        found, error = c_void_p(), ErrorHandle()
        status = _next(address_of(page.target), page.response._handle, self.relation.encode(), byref(found), byref(error))
        if status:
            raise take_error(status, error, page.target, page.response)
        if not found:
            return None
        try:
            url = _structs.Target.from_address(found.value or 0).base_url.decode()
        finally:
            _release(found)
        return page.target.replace(base_url=url, path="", query=None, path_values=None)


class CursorPages:
    """The body has a cursor for the next page at a key path. The cursor becomes a parameter of the query. If there is
    no cursor, or the cursor is null or "", the page is the last one."""

    def __init__(self, at: str = "next_cursor", parameter: str = "cursor") -> None:
        self.at, self.parameter = at, parameter

    def next(self, page: Page) -> Optional[Target]:
        """Returns the target with the cursor of the next page; None: there is no next page. Errors: JSONError;
        KeyPathError for a cursor that is neither a text nor an integer."""
        cursor = _at(page.response, self.at)
        if cursor is None or cursor == "":
            return None
        if isinstance(cursor, bool) or not isinstance(cursor, (str, int)):
            message = f"{page.response._name}: the cursor at {self.at!r} is not a text or an integer"
            raise KeyPathError(message, Status.JSON_TYPE, target=page.target, response=page.response)
        return _with(page.target, self.parameter, cursor)


class OffsetPages:
    """A parameter of the query says how many elements to skip. A page without elements is the last one. `total` is the
    key path at which the body has the number of all elements. If `total` is set, no request is made for an empty last
    page."""

    def __init__(self, parameter: str = "offset", *, total: str = "") -> None:
        self.parameter, self.total = parameter, total

    def next(self, page: Page) -> Optional[Target]:
        """Returns the target of the next page; None: there is no next page. Errors: JSONError, KeyPathError,
        UsageError."""
        if not page.items:
            return None
        offset = _number(page.target, self.parameter, 0) + len(page.items)
        total = counted(page, self.total)
        return None if total is not None and offset >= total else _with(page.target, self.parameter, offset)


class NumberedPages:
    """A parameter of the query is the number of the page. A page without elements is the last one. `count` is the key
    path at which the body has the number of pages. If `count` is set, no request is made for an empty last page."""

    def __init__(self, parameter: str = "page", *, first: int = 1, count: str = "") -> None:
        self.parameter, self.first, self.count = parameter, integer(first, "first", 0, 1 << 31), count

    def next(self, page: Page) -> Optional[Target]:
        """Returns the target of the next page; None: there is no next page. Errors: JSONError, KeyPathError,
        UsageError."""
        if not page.items:
            return None
        number = _number(page.target, self.parameter, self.first) + 1
        count = counted(page, self.count)
        is_last = count is not None and number - self.first >= count
        return None if is_last else _with(page.target, self.parameter, number)


def following(pager: Pager, page: Page) -> Optional[Target]:
    """Returns the target of the next page. Errors: those of the pager; KeyPathError if the next page is the same page
    again. Without this error, the pages would never end."""
    target = pager.next(page)
    if target is not None and target == page.target:
        message = f"{page.response._name}: the next page is the same page again"
        raise KeyPathError(message, Status.JSON_TYPE, target=page.target, response=page.response)
    return target


def _at(response: Response, key_path: str) -> Any:
    try:
        return response.json(key_path)
    except KeyPathError:
        return None


def counted(page: Page, key_path: str) -> Optional[int]:
    """Returns the number at a key path of the body; None: the body has no value there. Errors: KeyPathError for a value
    that is not an integer, because without the number the pages might never end."""
    value = _at(page.response, key_path) if key_path else None
    if value is None or type(value) is int:
        return value
    message = f"{page.response._name}: the number at {key_path!r} is not an integer"
    raise KeyPathError(message, Status.JSON_TYPE, target=page.target, response=page.response)


def _number(target: Target, parameter: str, standard: int) -> int:
    """Returns a parameter of the target's query as a number; without this parameter, `standard`. Errors: UsageError."""
    value = next((value for name, value in target.query or () if name == parameter), standard)
    try:
        return int(value)
    except (TypeError, ValueError):
        raise UsageError(f"{parameter} must be an integer", Status.ARGUMENT) from None


def _with(target: Target, parameter: str, value: Any) -> Target:
    rest = [row for row in target.query or () if row[0] != parameter]
    return target.replace(query=[*rest, (parameter, value)])
