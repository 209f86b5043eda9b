"""Who a request is from. No repr shows a secret."""

import ctypes
from typing import Any, List, Tuple, Union

from . import _arguments as check
from . import _structs
from ._status import CredentialKind


class Credential:
    """What Basic, Digest and Bearer have in common: a value that shows nothing of itself."""

    _kind: CredentialKind
    _user: str
    _password: str

    def __init__(self, user: str, password: str) -> None:
        check.text(user, f"the user of a {type(self).__name__}")
        check.text(password, f"the password of a {type(self).__name__}")
        self._user, self._password = user, password

    def __repr__(self) -> str:
        return f"<moya.{type(self).__name__}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), self._user, self._password))


class Basic(Credential):
    """A user's name and password, sent with the first request already (RFC 7617)."""

    _kind = CredentialKind.BASIC


class Digest(Credential):
    """A user's name and password, for a server that asks, as Digest: the password is never sent (RFC 7616)."""

    _kind = CredentialKind.DIGEST


class Bearer(Credential):
    """A token, sent with the first request already (RFC 6750)."""

    _kind = CredentialKind.BEARER

    def __init__(self, token: str) -> None:
        super().__init__("", token)


#: A pair is a user's name and password, sent when the server asks for them: Basic or Digest.
Auth = Union[Credential, Tuple[str, str]]


def credential_address(auth: Any, what: str, kept: List[object]) -> int:
    """The address of a moya_credential, kept in `kept`. Errors: UsageError, which shows no value."""
    if isinstance(auth, Credential):
        kind, user, password = auth._kind, auth._user, auth._password
    elif isinstance(auth, (tuple, list)) and len(auth) == 2:
        kind, (user, password) = CredentialKind.ASKED, auth
    else:
        raise check.wrong(what, "(user, password), or a moya.Basic, Digest or Bearer", auth)
    struct = _structs.Credential(
        size=ctypes.sizeof(_structs.Credential),
        kind=kind,
        user=None if kind == CredentialKind.BEARER else check.text(user, what),
        password=check.text(password, what),
    )
    kept.append(struct)
    return ctypes.addressof(struct)
