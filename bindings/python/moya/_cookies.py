"""Contains the cookies of a provider, and the options that say what a provider stores from responses."""

import ctypes
import os
from ctypes import byref
from typing import Any, Iterator, List, Mapping, NamedTuple, Optional, TypedDict, Union

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from . import _structs
from ._library import CookieListHandle, ErrorHandle
from ._response import take_error
from ._status import CookieFlags, Keep

#: The value of an option for something that a provider can store. False: the provider does not store it. True: it is
#: stored as long as the provider exists. A path: it is also read from this file when the provider is made, and written
#: to the file when the provider is closed.
Kept = Union[bool, str, os.PathLike[str]]


class CookieOptions(TypedDict, total=False):
    """Options that say what a provider stores from responses. They are part of Options, which explains each of them."""

    cookies: Kept
    hsts: Kept
    public_suffixes: Optional[Union[str, os.PathLike[str]]]


class Cookie(NamedTuple):
    """A cookie. Its repr does not show the value."""

    name: str
    value: str
    domain: str
    path: str = "/"
    expires: Optional[int] = None
    """Seconds since 1970; None: the cookie has no expiry time."""
    secure: bool = False
    """Whether the cookie is sent over https only."""
    http_only: bool = False
    subdomains: bool = False
    """Whether the cookie is also sent to hosts below `domain`."""

    def __repr__(self) -> str:
        return f"Cookie({self.name!r}, <redacted>, {self.domain!r}, {self.path!r})"


class Cookies:
    """The cookies of one provider, which all of its calls share. Any thread may use this object while the provider is
    open.

        for cookie in provider.cookies:
            print(cookie.name)

    Errors of every method: StateError if the provider stores no cookies or is closed.
    """

    __slots__ = ("_provider",)

    def __init__(self, provider: "moya._base_provider.BaseProvider") -> None:
        self._provider = provider

    def __iter__(self) -> Iterator[Cookie]:
        """Iterates over all cookies as they are now, the oldest first."""
        return iter(self._list(None))

    def __len__(self) -> int:
        return len(self._list(None))

    def __repr__(self) -> str:
        return f"<moya.Cookies of {self._provider!r}>"

    def for_url(self, url: str) -> List[Cookie]:
        """Returns the cookies that a request to this URL would send, in the order in which the request would send them.
        Errors: InvalidURL."""
        return self._list(check.text(url, "url"))

    def set(
        self,
        name: str,
        value: str,
        domain: str,
        *,
        path: str = "/",
        expires: Optional[int] = None,
        secure: bool = False,
        http_only: bool = False,
        subdomains: bool = False,
    ) -> None:
        """Adds a cookie, or replaces it. If the expiry time is in the past, deletes the stored cookie. Errors:
        UsageError for a cookie that the library would not accept from a server, for example one with a control
        character in its value, or with a public suffix as its domain."""
        flags = CookieFlags.SECURE * bool(secure) | CookieFlags.HTTP_ONLY * bool(http_only)
        cookie = _structs.Cookie(
            size=ctypes.sizeof(_structs.Cookie),
            flags=flags | CookieFlags.SUBDOMAINS * bool(subdomains),
            name=check.text(name, "name"),
            value=check.text(value, "value"),
            domain=check.text(domain, "domain"),
            path=check.text(path, "path"),
            # In C, 0 means no expiry time. So 0 becomes 1, which is also a time in the past.
            expires=0 if expires is None else check.integer(expires, "expires", 0, 0x7FFFFFFFFFFFFFFF) or 1,
        )
        self._do(c.provider_set_cookie, byref(cookie))

    def clear(self, domain: Optional[str] = None) -> None:
        """Deletes the cookies of a host and of all hosts below it; None: all cookies. Errors: UsageError."""
        self._do(c.provider_clear_cookies, check.optional_text(domain, "domain"))

    def save(self) -> None:
        """Writes the files of `cookies` and `hsts` now if their content has changed. Errors: TransferError, with the
        kernel's reason."""
        self._do(c.provider_save_cookies)

    def _list(self, url: Optional[bytes]) -> List[Cookie]:
        cookies = CookieListHandle()
        self._do(c.provider_cookies, url, byref(cookies))
        return [_cookie(c.cookie_list_at(cookies, index)) for index in range(c.cookie_list_count(cookies))]

    def _do(self, function: Any, *arguments: Any) -> None:
        error = ErrorHandle()
        status = function(self._provider._open(), *arguments, byref(error))
        if status:
            raise take_error(status, error)


def _cookie(address: int) -> Cookie:
    row = _structs.Cookie.from_address(address)
    name, value, domain, path = (it.decode("utf-8", "replace") for it in (row.name, row.value, row.domain, row.path))
    flags = (bool(row.flags & flag) for flag in (CookieFlags.SECURE, CookieFlags.HTTP_ONLY, CookieFlags.SUBDOMAINS))
    secure, http_only, subdomains = flags
    return Cookie(name, value, domain, path, row.expires or None, secure, http_only, subdomains)


def lower_cookies(options: Mapping[str, Any]) -> Optional[_structs.CookieOptions]:
    """Makes the C struct of the options for cookies and HSTS. Returns None if no option is set. Errors: UsageError."""
    if all(options.get(name) in (None, False) for name in CookieOptions.__annotations__):
        return None
    struct = _structs.CookieOptions(size=ctypes.sizeof(_structs.CookieOptions))
    struct.cookies, struct.cookie_file = _kept(options.get("cookies"), "cookies")
    struct.hsts, struct.hsts_file = _kept(options.get("hsts"), "hsts")
    suffixes = options.get("public_suffixes")
    struct.public_suffixes = None if suffixes is None else check.path(suffixes, "public_suffixes")
    return struct


def _kept(given: Any, what: str) -> "tuple[Keep, Optional[bytes]]":
    if given is None or isinstance(given, bool):
        return (Keep.MEMORY if given else Keep.NOTHING), None
    if isinstance(given, (str, os.PathLike)):
        return Keep.FILE, check.path(given, what)
    raise check.wrong(what, "True, False or a path", given)
