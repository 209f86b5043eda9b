"""The header section of a response, and the header fields that a plugin can change."""

from ctypes import byref
from typing import Any, Dict, Iterator, List, Mapping, MutableMapping, Optional, Tuple

from . import _arguments as check
from . import _library as c
from ._library import ResponseHandle
from ._structs import Str
from ._text import bytes_of, memory


def value_text(value: bytes) -> str:
    """Decodes the value of a field as UTF-8. If it is not UTF-8, decodes it as Latin-1, in which every byte is a
    character (RFC 9110 §5.5)."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


class Headers(Mapping[str, str]):
    """The header fields of a response, in the order in which they arrived. Names are compared without case. The object
    is immutable.

    `headers[name]` is one text, which joins the values of all fields of that name with a comma (RFC 9110 §5.3). For
    Set-Cookie, whose values contain commas, `headers[name]` is the first value. `get_all(name)` and `items()` return
    the values one by one. Iterating yields the names as they arrived. `len` counts fields, so a name may occur twice.
    """

    __slots__ = ("_raw", "_by_name", "_joined")

    def __init__(self, raw: "Tuple[Tuple[bytes, bytes], ...]") -> None:
        self._raw = raw
        #: The values of each name in lower case; None until the first look-up.
        self._by_name: "Optional[Dict[bytes, List[bytes]]]" = None
        #: The texts that `headers[name]` has returned for names that occur several times. `dict(headers)` asks for such
        #: a name once for each of its fields.
        self._joined: Dict[str, str] = {}

    def __reduce__(self) -> "Tuple[Any, ...]":
        return Headers, (self._raw,)

    @property
    def raw(self) -> "Tuple[Tuple[bytes, bytes], ...]":
        """Names and values byte by byte as they arrived, without the white space around a value."""
        return self._raw

    def get_all(self, name: str) -> List[str]:
        """Returns the values of every field of that name, in order, or [] if there is none."""
        return [value_text(value) for value in self._values(name)]

    def __getitem__(self, name: str) -> str:
        values = self._values(name)
        if len(values) == 1:
            return value_text(values[0])
        if not values:
            raise KeyError(name)
        key = name.lower()
        if key not in self._joined:
            self._joined[key] = value_text(values[0] if key == "set-cookie" else b",".join(values))
        return self._joined[key]

    def __contains__(self, name: object) -> bool:
        return bool(self._values(name))

    def __iter__(self) -> Iterator[str]:
        return (value_text(name) for name, _ in self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def keys(self) -> List[str]:  # type: ignore[override]
        return list(self)

    def values(self) -> List[str]:  # type: ignore[override]
        return [value_text(value) for _, value in self._raw]

    def items(self) -> List[Tuple[str, str]]:  # type: ignore[override]
        """Returns the name and the value of each field, in order. A name may occur twice."""
        return [(value_text(name), value_text(value)) for name, value in self._raw]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Headers) and self._folded() == other._folded()

    def __hash__(self) -> int:
        return hash(self._folded())

    def __repr__(self) -> str:
        return f"<moya.Headers {', '.join(self)}>"  # values may be secrets

    def _values(self, name: Any) -> List[bytes]:
        if not isinstance(name, str):
            return []
        if self._by_name is None:
            found: "Dict[bytes, List[bytes]]" = {}
            for field, value in self._raw:
                found.setdefault(field.lower(), []).append(value)
            self._by_name = found
        return self._by_name.get(name.lower().encode("utf-8", "surrogatepass"), [])

    def _folded(self) -> "Tuple[Tuple[bytes, bytes], ...]":
        return tuple((name.lower(), value) for name, value in self._raw)


def read_headers(handle: ResponseHandle) -> Headers:
    text = c.response_headers(handle)
    start = text.data
    if not start:  # there are no fields, or one of them contains a NUL
        return _read(handle, c.response_header_count(handle), c.response_header_at)
    # There is a NUL between names and values.
    parts = iter(memory[start : start + text.len].split(b"\0"))
    return Headers(tuple(zip(parts, parts)))


def read_trailers(handle: ResponseHandle) -> Headers:
    return _read(handle, c.response_trailer_count(handle), c.response_trailer_at)


def _read(handle: ResponseHandle, count: int, field_at: Any) -> Headers:
    name, value = Str(), Str()
    name_out, value_out = byref(name), byref(value)
    raw = []
    for index in range(count):
        if field_at(handle, index, name_out, value_out) == 0:
            raw.append((bytes_of(name), bytes_of(value)))
    return Headers(tuple(raw))


# ── The fields that a plugin can change ───────────────────────────────────────────────────────────────────────────────


#: Request fields whose values the library does not join as the class Headers does. For example, it puts a semicolon
#: between the values of Cookie (RFC 9113 §8.2.3).
_JOINED_OTHERWISE = ("cookie", "set-cookie")


class PluginHeaders(MutableMapping[str, str]):
    """The header fields of a request or a result as they are now. Names are compared without case. `headers[name]`
    joins the values of all fields of that name with a comma. Setting `headers[name]` replaces all of these fields.
    Iterating yields the name of each field, so a name may occur twice.

    Errors of changes: RequestError for a name or a value that is not valid, and for a field that only the library
    writes (Content-Length …); StateError in a hook that cannot change the fields.
    """

    __slots__ = ("_call", "_of")

    def __init__(self, call: Any, of: str) -> None:
        """`call` is a moya.PluginCall. `of` is "request" or "response"."""
        self._call, self._of = call, of

    @property
    def raw(self) -> "Tuple[Tuple[bytes, bytes], ...]":
        """Names and values, byte by byte."""
        return self._read().raw

    def get_all(self, name: str) -> List[str]:
        """Returns the values of every field of that name, in order, or [] if there is none."""
        self._name(name)
        return self._read().get_all(name)

    def add(self, name: str, value: str) -> None:
        """Adds a field after the fields of the same name."""
        encoded = self._name(name), self._value(name, value)
        self._call._done(f"{self._of}_add_header", self._field(name), *encoded)

    def __getitem__(self, name: str) -> str:
        encoded = self._name(name)
        known: Optional[Headers] = self._call._fields.get(self._of)
        if known is not None and not (self._of == "request" and name.lower() in _JOINED_OTHERWISE):
            return known[name]
        value = self._call._get(f"{self._of}_header", encoded)
        if not value.data:
            raise KeyError(name)
        return value_text(bytes_of(value))

    def __setitem__(self, name: str, value: str) -> None:
        self._set(self._name(name), name, self._value(name, value))

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._set(self._name(name), name, None)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        encoded = self._name(name)
        known: Optional[Headers] = self._call._fields.get(self._of)
        return bool(self._call._get(f"{self._of}_header", encoded).data) if known is None else name in known

    def __iter__(self) -> Iterator[str]:
        return (value_text(name) for name, _ in self.raw)

    def __len__(self) -> int:
        return int(self._call._get(f"{self._of}_header_count"))

    def __repr__(self) -> str:
        return f"<moya.PluginHeaders {', '.join(self)}>"  # values may be secrets

    def _read(self) -> Headers:
        """Reads all fields. Until the hook changes the request or the result, later look-ups need not ask the library,
        which would compare the name with all fields each time."""
        known: Optional[Headers] = self._call._fields.get(self._of)
        if known is None:
            name, value, rows = Str(), Str(), []
            for index in range(len(self)):
                if self._call._get(f"{self._of}_header_at", index, byref(name), byref(value)):
                    rows.append((bytes_of(name), bytes_of(value)))
            known = self._call._fields[self._of] = Headers(tuple(rows))
        return known

    def _set(self, encoded: bytes, name: str, value: Optional[bytes]) -> None:
        self._call._done(f"{self._of}_set_header", self._field(name), encoded, value)

    def _name(self, name: Any) -> bytes:
        return check.text(name, f"the name of a header field in {self._shown}")

    def _value(self, name: str, value: Any) -> bytes:
        return check.text(value, f"the value of {self._field(name)}")

    def _field(self, name: str) -> str:
        """Returns how an error message names a field."""
        return f"the header field {name} in {self._shown}"

    @property
    def _shown(self) -> str:
        return "request.headers" if self._of == "request" else "result.headers"
