"""An answer."""

import ctypes
import json as _json
from typing import Any, Optional, Type, TypeVar, overload

from . import _library as c
from ._errors import JSONError, StatusError, take_error
from ._lower import text as _lower_text
from ._status import Status
from ._structs import Str
from ._target import Target
from ._text import bytes_of, text_of

T = TypeVar("T", str, int, float, bool)

_GETTERS: "dict[type, tuple[Any, Any]]" = {
    bool: (c.response_json_bool, ctypes.c_bool),
    int: (c.response_json_int64, ctypes.c_int64),
    float: (c.response_json_double, ctypes.c_double),
    str: (c.response_json_string, Str),
}


class Response:
    """An answer, of any HTTP status. It lives in the library: nothing is copied or parsed before it is asked for."""

    __slots__ = ("_handle", "status_code", "target", "__weakref__")

    #: 100 … 599.
    status_code: int
    #: What was called; None outside a call.
    target: Optional[Target]

    def __init__(self, handle: int, status_code: int, target: Optional[Target]) -> None:
        self._handle, self.status_code, self.target = handle, status_code, target

    def __del__(self, _release: Any = c.response_release) -> None:
        _release(self._handle)

    def __repr__(self) -> str:
        return f"<moya.Response {self.status_code} {self.url}>"

    @property
    def is_success(self) -> bool:
        """A status of 200 … 299."""
        return 200 <= self.status_code <= 299

    def raise_for_status(self) -> "Response":
        """This response if it is a success. Errors: StatusError."""
        if self.is_success:
            return self
        name = self.target.name if self.target and self.target.name else "unnamed"
        message = f"{name}: HTTP status {self.status_code} from {self.url}"
        raise StatusError(message, Status.STATUS_CODE, target=self.target, response=self)

    @property
    def url(self) -> str:
        """The URL that answered, after redirects."""
        return text_of(c.response_url(self._handle))

    def header(self, name: str, default: Optional[str] = None) -> Optional[str]:
        """A header's value, its name compared without case; several are joined with a comma."""
        value = c.response_header(self._handle, _lower_text(name, "header"))
        return text_of(value) if value.data else default

    @property
    def body(self) -> memoryview:
        """The body, decoded, read-only and without a copy. The view keeps the answer alive."""
        borrowed = c.response_body(self._handle)
        if not borrowed.len:
            return memoryview(b"")
        exporter = (ctypes.c_char * borrowed.len).from_address(borrowed.data)
        exporter.owner = self
        return memoryview(exporter).cast("B").toreadonly()

    @property
    def content(self) -> bytes:
        """The body as bytes: a copy, faster than `body` when it is small."""
        return bytes_of(c.response_body(self._handle))

    @property
    def text(self) -> str:
        """The body in the charset of its Content-Type, else in UTF-8; what does not decode becomes U+FFFD."""
        content = self.content
        try:
            return content.decode(self._charset(), "replace")
        except LookupError:
            return content.decode("utf-8", "replace")

    def _charset(self) -> str:
        for part in (self.header("Content-Type") or "").split(";")[1:]:
            name, _, value = part.partition("=")
            if name.strip().lower() == "charset":
                return value.strip().strip('"') or "utf-8"
        return "utf-8"

    @overload
    def json(self, key_path: str = "") -> Any: ...

    @overload
    def json(self, key_path: str, of: Type[T]) -> T: ...

    def json(self, key_path: str = "", of: Any = None) -> Any:
        """The JSON value at a key path ("items.0.name"; a dot in a name is written `\\.`); "" is the root.

        Only that value is parsed. `of` (str, int, float or bool) asks for that type. Errors: JSONError, KeyPathError.
        """
        if of is None:
            return self._parsed(self._json(c.response_json_raw, Str, key_path), key_path)
        if of not in _GETTERS:
            raise TypeError(f"of is one of str, int, float and bool, not {of!r}")
        value = self._json(*_GETTERS[of], key_path)
        return text_of(value) if of is str else value.value

    def _json(self, getter: Any, kind: Any, key_path: str) -> Any:
        value, error = kind(), ctypes.c_void_p()
        path = _lower_text(key_path, "key path")
        status = getter(self._handle, path, ctypes.byref(value), ctypes.byref(error))
        if status:
            raise take_error(status, error.value, self.target, self)
        return value

    def _parsed(self, raw: Str, key_path: str) -> Any:
        try:
            return _json.loads(bytes_of(raw))
        except (ValueError, RecursionError) as problem:
            message = f"the JSON at {key_path!r} cannot be read: {problem}"
            raise JSONError(message, Status.JSON, target=self.target, response=self) from None
