"""Finds and hides the values that a message or a file must not show. The library hides the values of the same names in
its log (Redaction.swift)."""

import re
from functools import lru_cache
from typing import Any, Iterable, Optional, Set, Tuple
from urllib.parse import unquote_plus

from .._json import sound_value_of

#: What stands in a file instead of a secret, as in the cassettes of the module `record`.
MARK = "redacted"

_EVERYWHERE = (
    "token", "secret", "password", "passwd", "passphrase", "passcode", "apikey", "accesskey", "privatekey", "assertion",
    "authorization", "codeverifier", "subscriptionkey", "jwt", "otp", "pwd",
)
#: In JSON, members with these names are often no secrets, for example {"code": "not-found"}.
_OUTSIDE_JSON = ("signature", "credential", "session", "sessid", "sign", "sig", "auth", "key", "code", "sid", "pin", "nonce")
_HEADERS = ("cookie", "xauth", "xsid", "xpin")
#: A secret name of this length or more makes longer names that contain it secret, too. A shorter name does not, because
#: it is a part of many harmless names.
_SHORTEST_PART = 5


#: A secret of this length or more is hidden wherever it occurs. A shorter secret is hidden only where its name stands,
#: because it is also a part of harmless texts.
_SHORTEST_SECRET = 6


class Redaction:
    """Decides which values are secrets, by the names of the values. `more` are names in addition to the usual ones.
    `found` collects the secrets that were hidden, so that without() can hide them where no name stands next to them."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        own = [_component(name) for name in more]
        self.found: Set[str] = set()
        self._members = _names((*_EVERYWHERE, *own))
        self._parameters = _names((*_EVERYWHERE, *_OUTSIDE_JSON, *own))
        self._headers = _names((*_EVERYWHERE, *_OUTSIDE_JSON, *_HEADERS, *own))

    def is_secret_header(self, name: str) -> bool:
        return _contains(self._headers, name)

    def is_secret_parameter(self, name: str) -> bool:
        return _contains(self._parameters, name)

    def is_secret_member(self, name: str) -> bool:
        """Returns whether the value of a member of a JSON object is a secret, by the name of the member."""
        return _contains(self._members, name)

    def header(self, name: str, value: str) -> str:
        if not self.is_secret_header(name):
            return value
        for word in (value, *value.split(" ")[1:], *(pair.partition("=")[2] for pair in value.split("; "))):
            self._find(word)
        return MARK

    def pairs(self, text: str) -> str:
        """Returns a query or a form without secret values. The rest is unchanged."""
        return "&".join(self._pair(pair) for pair in text.split("&"))

    def _pair(self, pair: str) -> str:
        name, mark, value = pair.partition("=")
        if not mark or not self.is_secret_parameter(unquote_plus(name)):
            return pair
        self._find(value)
        self._find(unquote_plus(value))
        return f"{name}={MARK}"

    def url(self, url: str) -> str:
        """Returns a URL without user, fragment and secret values of its query."""
        start, mark, query = url.partition("#")[0].partition("?")
        scheme, colon, rest = start.partition("://")
        if colon:
            authority, slash, path = rest.partition("/")
            start = f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"
        return f"{start}?{self.pairs(query)}" if mark else start

    def json(self, value: Any) -> Any:
        """Returns a JSON value in which MARK replaces the values of secret members."""
        if isinstance(value, dict):
            return {name: MARK if self._hides(name, it) else self.json(it) for name, it in value.items()}
        return [self.json(it) for it in value] if isinstance(value, list) else value

    def body(self, media_type: str, body: bytes) -> bytes:
        """Returns a body without secrets, if it is JSON, a urlencoded form or a multipart form. Other bodies, and
        bodies without secrets, are returned unchanged."""
        kind = media_type.partition(";")[0].strip().lower()
        if kind == "application/x-www-form-urlencoded":
            return self.pairs(body.decode("utf-8", "replace")).encode()
        if kind == "multipart/form-data" and boundary_of(media_type):
            mark = b"--" + boundary_of(media_type)
            return mark.join(self._part(part) for part in body.split(mark))
        if is_json(media_type):
            value = json_value(body)
            hidden = self.json(value)
            if hidden != value:
                import json

                return json.dumps(hidden, ensure_ascii=False).encode()
        return body

    def _part(self, part: bytes) -> bytes:
        head, blank, content = part.partition(b"\r\n\r\n")
        name = re.search(rb'[; ]name="([^"]*)"', head)
        if not blank or name is None or not self.is_secret_parameter(name[1].decode("utf-8", "replace")):
            return part
        self._find(content.decode("utf-8", "replace").rstrip("\r\n"))
        return head + blank + MARK.encode() + b"\r\n"

    def without(self, body: bytes) -> bytes:
        """Returns a body without the secrets in `found`."""
        for secret in sorted(self.found, key=len, reverse=True):
            body = body.replace(secret.encode(), MARK.encode())
        return body

    def _find(self, secret: str) -> None:
        if len(secret) >= _SHORTEST_SECRET and secret != MARK:
            self.found.add(secret)

    def _hides(self, name: str, value: Any) -> bool:
        """Returns whether a member is a secret. Only texts are secrets. A number with such a name is often a count, for
        example max_tokens, and a program that reads a number cannot read "redacted"."""
        if not isinstance(value, str) or not self.is_secret_member(name):
            return False
        self._find(value)
        return True


def is_json(media_type: str) -> bool:
    kind = media_type.partition(";")[0].strip().lower()
    return kind == "application/json" or kind.endswith("+json")


def boundary_of(media_type: str) -> bytes:
    """Returns the boundary of a multipart body, or b"" if the type names none."""
    return media_type.partition("boundary=")[2].partition(";")[0].strip('" ').encode()


def json_value(body: Optional[bytes]) -> Any:
    """Returns the value of a JSON body, or None if the body is not JSON."""
    try:
        return sound_value_of(body or b"")
    except (ValueError, RecursionError):
        return None


def _component(name: str) -> str:
    return re.sub("[-_]", "", name).lower()


#: Names of secrets: those that are shorter than _SHORTEST_PART, and the others.
_Names = Tuple[Tuple[str, ...], Tuple[str, ...]]


def _names(names: Iterable[str]) -> _Names:
    known = list(names)
    return tuple(it for it in known if len(it) < _SHORTEST_PART), tuple(it for it in known if len(it) >= _SHORTEST_PART)


@lru_cache(maxsize=4096)
def _contains(names: _Names, name: str) -> bool:
    whole, parts = names
    components = [it for it in re.split(r"[\[\].]", _component(name)) if it]
    return any(it in whole or any(part in it for part in parts) for it in components)
