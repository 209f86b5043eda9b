"""What a target may be given: parts of a form, time limits."""

import os
from typing import Any, Iterable, Mapping, Optional, Tuple, Union

from . import _arguments as check
from ._credential import Auth, Credential
from ._errors import UsageError
from ._immutable import Value
from ._status import Status

#: A body, or a part of a form, that is read while it is sent: a path, a file opened for bytes, or several bytes.
Content = Union[bytes, os.PathLike[str], Any, Iterable[bytes]]


class Part(Value):
    """A part of a multipart form.

    content     a str, bytes, a path (a file that is read while it is sent), a file opened for bytes, or an iterable of
                bytes
    file_name   None: none; of a path, its last component; of an open file, that of its name
    type        a media type; None: that of the file name's ending if it is a common one ("sea.jpg": image/jpeg), otherwise
                none, or application/octet-stream of what is read while it is sent
    length      bytes of an iterable, or of a file that cannot seek; None: not known

    Errors: UsageError.
    """

    name: str
    content: Any
    file_name: Optional[str]
    type: Optional[str]
    length: Optional[int]

    def __init__(
        self,
        name: str,
        content: Union[str, Content],
        *,
        file_name: Optional[str] = None,
        type: Optional[str] = None,
        length: Optional[int] = None,
    ) -> None:
        check.text(name, "a part's name")
        if length is not None:
            body_length(length, "a part's length")
        if not isinstance(content, str):
            content = body(content, f"the content of part {name!r}", "a str, ")
        own_name = getattr(content, "name", None)
        if file_name is None and isinstance(own_name, str) and not isinstance(content, os.PathLike):
            file_name = os.path.basename(own_name)
        vars(self).update(name=name, content=content, file_name=file_name, type=type, length=length)

    def __repr__(self) -> str:
        return f"<moya.Part {self.name!r}: {self.content.__class__.__name__}>"


class Timeouts(Value):
    """Time limits in seconds; None: the provider's.

    connect     name, TCP and TLS
    idle        without a byte
    total       the whole call, retries and redirects included

    Errors: UsageError.
    """

    connect: Optional[float]
    idle: Optional[float]
    total: Optional[float]

    def __init__(
        self, *, connect: Optional[float] = None, idle: Optional[float] = None, total: Optional[float] = None
    ) -> None:
        given = {"connect": connect, "idle": idle, "total": total}
        for name, seconds in given.items():
            check.milliseconds(seconds, f"the {name} timeout")
        vars(self).update(given)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in vars(self).items() if value is not None)
        return f"moya.Timeouts({given})"


def body(given: Any, what: str, more: str = "") -> Any:
    """Bytes are copied, as bytes, also those of a list or a tuple; a path, a file or another iterable stays what it is."""
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given)
    if isinstance(given, (list, tuple)) and all(isinstance(it, (bytes, bytearray, memoryview)) for it in given):
        return tuple(map(bytes, given)) if any(map(len, given)) else b""
    if isinstance(given, os.PathLike) or hasattr(given, "read"):
        return given
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise check.wrong(what, f"{more}bytes, a path, a file opened for bytes or an iterable of bytes", given)
    return given


def body_length(given: Any, what: str) -> int:
    """Bytes of a body that is read while it is sent."""
    return check.integer(given, what, 1, (1 << 63) - 1)


def parts_of(multipart: Any) -> Tuple[Part, ...]:
    if isinstance(multipart, (str, bytes, Mapping)) or not isinstance(multipart, Iterable):
        raise check.wrong("multipart", "several moya.Part", multipart)
    parts = tuple(multipart)
    for part in parts:
        if not isinstance(part, Part):
            raise check.wrong("a part in multipart", "a moya.Part", part)
    return parts


def files_of(files: Any) -> Tuple[Part, ...]:
    """Names and contents, or parts; instead of a content a tuple of file name, content and, if wanted, type."""
    if isinstance(files, tuple) and files and all(isinstance(part, Part) for part in files):
        return files  # of a target that is copied
    parts = []
    for name, given in check.pairs(files, "files"):
        if isinstance(given, tuple):
            if not 2 <= len(given) <= 3:
                raise UsageError("a tuple in files has a file name, a content and, if wanted, a type", Status.ARGUMENT)
            parts.append(Part(name, given[1], file_name=given[0], type=given[2] if len(given) > 2 else None))
        else:
            part = Part(name, given)
            is_named = part.file_name is not None or isinstance(part.content, os.PathLike)
            parts.append(part if is_named else Part(name, given, file_name=name))
    return tuple(parts)


def credential(auth: Any) -> Auth:
    if isinstance(auth, Credential):
        return auth
    if not isinstance(auth, (tuple, list)) or len(auth) != 2 or not all(isinstance(text, str) for text in auth):
        raise UsageError("auth must be a user's name and a password, or a moya.Basic, Digest or Bearer", Status.ARGUMENT)
    return (auth[0], auth[1])
