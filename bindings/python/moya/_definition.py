"""What a definition is opened from, and what is said of one that is not sound."""

import io
import os
from typing import Any, Mapping, Union

from ._errors import DefinitionError, MoyaError, UsageError
from ._json import json_text, value_of
from ._status import Status

Source = Union[str, bytes, "os.PathLike[str]", Mapping[str, Any]]
#: Bytes: what the library accepts, and one more.
_MOST = (8 << 20) + 1


def definition_text(source: Any) -> bytes:
    """The JSON text. Errors: UsageError, OSError."""
    if isinstance(source, Mapping):
        return bytes(json_text(dict(source), "a definition"))
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source.encode("utf-8", "surrogatepass")
    if not isinstance(source, (str, os.PathLike)):
        raise UsageError(
            f"a definition is a path, a mapping or JSON text, not {type(source).__name__}", Status.ARGUMENT
        )
    with io.open(source, "rb") as file:
        return file.read(_MOST)


def refused(error: MoyaError, text: bytes) -> MoyaError:
    """The library's error, with the place in its `pointer`."""
    if isinstance(error, DefinitionError):
        error.pointer = _pointer(str(error), text)
    return error


def _pointer(message: str, text: bytes) -> str:
    """The JSON Pointer with which a message begins: its longest beginning that leads to something, since a key may have
    spaces; else, where something is missing, its first word."""
    words = message.split(" ")
    if not message.startswith("/"):
        return ""
    try:
        document = value_of(text)
    except (ValueError, RecursionError):
        return words[0]
    lengths = range(len(words), 0, -1)
    return next((it for it in (" ".join(words[:length]) for length in lengths) if _leads(it, document)), words[0])


def _leads(pointer: str, value: Any) -> bool:
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return False
    return True
