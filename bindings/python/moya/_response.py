"""Responses, their timings and their redirects."""

import ctypes
import struct
from ctypes import byref
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Tuple, TypeVar, Union, overload

from . import _arguments as check
from . import _library as c
from ._errors import JSONError, KeyPathError, MoyaError, StatusError, error_kind
from ._headers import Headers, read_headers, read_trailers, value_text
from ._json import Misfit, OutOfRange, is_json_type, of_type, plain_value_of, sound_value_of
from ._library import ErrorHandle, ResponseHandle
from ._status import Domain, Info, Status
from ._structs import RESPONSE_FORMAT, Header, Str
from ._target import Target, cause_of
from ._text import blaming, bytes_of, charset, in_python, memory, shown_url, text_of, without_mark

if TYPE_CHECKING:
    from typing_extensions import TypeForm  # a class, and also Optional[int] (PEP 747)

#: A type of JSON values. A type checker refuses all other types.
T = TypeVar("T", bound=Union[str, float, None, List[Any], Dict[str, Any]])  # a bool is an int, and an int is a float

_GETTERS: "dict[type, tuple[tuple[Any, Any], Any]]" = {
    bool: (c.response_json_bool, ctypes.c_bool),
    int: (c.response_json_int64, ctypes.c_int64),
    float: (c.response_json_double, ctypes.c_double),
    str: (c.response_json_string, Str),
}


class Timings(NamedTuple):
    """How many seconds an exchange took until the end of each step. `name_lookup`, `connect` and `tls` count from the
    start of the last request, after all redirects. They are 0 on a reused connection, and `tls` is 0 without TLS.
    `first_byte` and `total` count from the submission of the last attempt. They include its redirects, but no earlier
    attempts and no waits of plugins."""

    name_lookup: float
    connect: float
    tls: float
    first_byte: float
    total: float


class Redirect(NamedTuple):
    """A response that led to another URL."""

    status_code: int
    url: str

    def __repr__(self) -> str:
        return f"Redirect({self.status_code}, {shown_url(self.url)!r})"


class Response:
    """A response, with any HTTP status. The library holds the response. A part of it is copied or parsed only when the
    program reads that part.

    A response is immutable. Any thread may use it. A pickled response contains status, fields, body, URL and target.
    """

    __slots__ = ("_handle", "_headers", "_body", "_length", "status_code", "target", "__weakref__")

    #: The HTTP status, 100 to 599.
    status_code: int
    #: The target that was called; None outside a call.
    target: Optional[Target]

    def __init__(
        self, handle: ResponseHandle, status_code: int, target: Optional[Target]
    ) -> None:
        if type(handle) is not ResponseHandle:
            raise TypeError("a moya.Response comes from a call")
        self._handle, self.status_code, self.target = handle, status_code, target
        self._headers: Optional[Headers] = None
        #: The address of the body; None: nothing has read the body yet.
        self._body: Optional[int] = None
        self._length = 0

    def __repr__(self) -> str:
        return f"<moya.Response {self.status_code} {shown_url(self.url)}>"

    def __copy__(self) -> "Response":
        return self

    def __deepcopy__(self, memo: Any) -> "Response":
        return self

    def __reduce__(self) -> "Tuple[object, ...]":
        return _from_parts, (self.status_code, self.url, self.headers.raw, self.content, self.target)

    @property
    def is_success(self) -> bool:
        """Whether the status is 200 to 299."""
        return 200 <= self.status_code <= 299

    def raise_for_status(self) -> "Response":
        """Returns this response if it is a success. Errors: StatusError."""
        if self.is_success:
            return self
        message = f"{self._name}: HTTP status {self.status_code} from {shown_url(self.url)}"
        raise StatusError(message, Status.STATUS_CODE, target=self.target, response=self)

    @property
    def _name(self) -> str:
        """The target's name, for error messages."""
        return self.target.name if self.target and self.target.name else "unnamed"

    @property
    def reason_phrase(self) -> str:
        """The reason phrase that the server sent with the status (RFC 9112 §4). "": there is none. HTTP/2, responses of
        stubs and unpickled responses have no reason phrase."""
        return value_text(bytes_of(c.response_reason(self._handle)))

    @property
    def url(self) -> str:
        """The URL that the response came from, after redirects."""
        return text_of(c.response_url(self._handle))

    @property
    def path(self) -> Optional[str]:
        """The path of the downloaded file; None: the response does not belong to a download."""
        file = c.response_file(self._handle)
        return text_of(file) if file.data else None

    @property
    def headers(self) -> Headers:
        """Every field of the header section."""
        if self._headers is None:
            self._headers = read_headers(self._handle)
        return self._headers

    @overload
    def header(self, name: str, default: None = None) -> Optional[str]: ...

    @overload
    def header(self, name: str, default: str) -> str: ...

    def header(self, name: str, default: Optional[str] = None) -> Optional[str]:
        """Returns `headers.get(name, default)`. This is faster than `headers` if you need only one field."""
        value = c.response_header(self._handle, check.text(name, "name"))
        return value_text(bytes_of(value)) if value.data else default

    @property
    def http_version(self) -> Optional[str]:
        """The version of HTTP: "HTTP/1.0", "HTTP/1.1" or "HTTP/2". None if the response comes from a stub, was
        unpickled, or arrived only in part before a failure. The properties from `timings` to `bytes_received` are None
        in the same cases."""
        return _http_version(self._handle)

    @property
    def timings(self) -> Optional[Timings]:
        """When each part of the exchange ended, in seconds."""
        return _timings(self._handle)

    @property
    def elapsed(self) -> Optional[float]:
        """The seconds from the submission of the last attempt to the last byte of this response, including redirects.
        This is `timings.total`."""
        times = self.timings
        return None if times is None else times.total

    @property
    def remote_address(self) -> Optional[Tuple[str, int]]:
        """The IP address that sent the response, and its port. Behind a proxy, it is the address of the proxy."""
        return _remote_address(self._handle)

    @property
    def is_connection_reused(self) -> Optional[bool]:
        """Whether the request used an existing connection."""
        value = _info(self._handle, Info.CONNECTION_REUSED)
        return None if value is None else bool(value)

    @property
    def bytes_sent(self) -> Optional[int]:
        """How many bytes of the request's body were sent."""
        return _info(self._handle, Info.BYTES_UP)

    @property
    def bytes_received(self) -> Optional[int]:
        """How many bytes of the body were received, still encoded but without the framing of chunks."""
        return _info(self._handle, Info.BYTES_DOWN)

    @property
    def attempts(self) -> Optional[int]:
        """How often the request was sent; 1 if it was not retried. Responses of stubs have this number too."""
        return _info(self._handle, Info.ATTEMPTS)

    @property
    def history(self) -> Tuple[Redirect, ...]:
        """The redirects that were followed, in order, each with its status and URL."""
        return _history(self._handle)

    @property
    def trailers(self) -> Headers:
        """The fields that came after the body (RFC 9110 §6.5). They are not part of `headers`."""
        return read_trailers(self._handle)

    @property
    def body(self) -> memoryview:
        """The decoded body, read-only and without a copy. The view holds a reference to the response."""
        borrowed = c.response_body(self._handle)
        if not borrowed.len:
            return memoryview(b"")
        exporter = (ctypes.c_char * borrowed.len).from_address(borrowed.data)
        exporter.owner = self._handle
        return memoryview(exporter).cast("B").toreadonly()

    @property
    def content(self) -> bytes:
        """The decoded body as bytes. This is a copy. For a small body it is faster than `body`."""
        body, length = self._body, self._length
        if body is None:
            borrowed = c.response_body_quickly(self._handle)
            length = self._length = borrowed.len  # before `_body`, because another thread may read both now
            body = self._body = borrowed.data
        content: bytes = memory[body : body + length]
        return content

    @property
    def text(self) -> str:
        """The body as text. The charset is the one that Content-Type names, otherwise UTF-8. A byte order mark is
        dropped, and bytes that cannot be decoded become U+FFFD."""
        return without_mark(self.content.decode(charset(self.header("Content-Type")), "replace"))

    @overload
    def json(self, key_path: str = "") -> Any: ...

    @overload
    def json(self, key_path: str, of: "TypeForm[T]") -> T: ...

    @overload
    def json(self, key_path: str = "", *, of: "TypeForm[T]") -> T: ...

    def json(self, key_path: str = "", of: Any = None) -> Any:
        """Returns the JSON value at a key path, for example "items.0.name". Write a dot in a name as `\\.`. "" is the
        root.

        Only the value at the key path is parsed. If an object has a key twice, the first one counts. `of` is the type
        that the value must have: str, int, float, bool, list, dict, and types made of these (list[str],
        dict[str, Optional[int]]).

        Errors: JSONError, whose status is JSON_RANGE for a number that is larger than any float, and for an integer
        with more digits than sys.set_int_max_str_digits allows; KeyPathError.
        """
        if of is None:
            if key_path == "":
                try:
                    return plain_value_of(self.content)
                except (ValueError, RecursionError):
                    pass  # the library finds out what is wrong, if anything
            return self._parsed(self._json(c.response_json_raw, Str, key_path), key_path)
        if not isinstance(of, type) or of not in _GETTERS:
            return self._json_of(key_path, of)
        value = self._json(*_GETTERS[of], key_path)
        return text_of(value) if of is str else value.value

    def json_bytes(self, key_path: str = "") -> bytes:
        """Returns the JSON text of the value at a key path, without parsing the value. Decoders of other packages can
        read it, for example msgspec's. Errors: JSONError, KeyPathError."""
        return bytes_of(self._json(c.response_json_raw, Str, key_path))

    def _json_of(self, key_path: str, of: Any) -> Any:
        if not is_json_type(of):
            raise TypeError(f"of is str, int, float, bool, list, dict, or made of these (list[str]), not {of!r}")
        try:
            return of_type(self.json(key_path), of)
        except Misfit as problem:
            place = problem.place
            if key_path:
                place = f"at the key path {key_path!r}, {place}" if place else f"what stands at the key path {key_path!r}"
            message = f"{self._name}: {place or 'the JSON'} {problem.problem}"
            raise KeyPathError(message, Status.JSON_TYPE, target=self.target, response=self) from None

    def _json(self, getters: "Tuple[Any, Any]", kind: Any, key_path: str) -> Any:
        """Returns the result of one of the functions c.response_json_…, which writes an object of the class `kind`."""
        value, error = kind(), ErrorHandle()
        getter = getters[c.response_body_quickly(self._handle).len <= c.SHORT_JSON]
        status = getter(self._handle, check.text(key_path, "key_path"), byref(value), byref(error))
        if status:
            raise take_error(status, error, self.target, self, about=f"{self._name}: ")
        return value

    def _parsed(self, raw: Str, key_path: str) -> Any:
        try:
            return sound_value_of(bytes_of(raw))
        except (ValueError, RecursionError) as problem:
            place = f" at {key_path!r}" if key_path else ""
            message = f"{self._name}: the JSON{place} cannot be read: {problem}"
            status = Status.JSON_RANGE if isinstance(problem, OutOfRange) else Status.JSON
            raise JSONError(message, status, target=self.target, response=self) from None


_new: Any = object.__new__
#: Reads the HTTP status, the body and its length from a row.
_unpack = struct.Struct(RESPONSE_FORMAT).unpack


def response_of(row: c.Row, handle: ResponseHandle, target: Optional[Target]) -> Response:
    """Makes the response that the library has written into a row. `handle` owns it."""
    it: Response = _new(Response)
    it.status_code, it._body, it._length = _unpack(row)
    it._handle, it.target, it._headers = handle, target, None
    return it


# ── How an exchange went ──────────────────────────────────────────────────────────────────────────────────────────────

_VERSIONS = {10: "HTTP/1.0", 11: "HTTP/1.1", 20: "HTTP/2"}


def _info(handle: ResponseHandle, what: Info) -> Optional[int]:
    value: int = c.response_info(handle, what)
    return None if value < 0 else value


def _http_version(handle: ResponseHandle) -> Optional[str]:
    return _VERSIONS.get(c.response_info(handle, Info.HTTP_VERSION))


def _timings(handle: ResponseHandle) -> Optional[Timings]:
    parts = (Info.NAME_LOOKUP_US, Info.CONNECT_US, Info.TLS_US, Info.FIRST_BYTE_US, Info.TOTAL_US)
    values = [c.response_info(handle, part) for part in parts]
    return None if values[-1] < 0 else Timings(*(value / 1_000_000 for value in values))


def _remote_address(handle: ResponseHandle) -> Optional[Tuple[str, int]]:
    address = c.response_remote_address(handle)
    return (text_of(address), c.response_info(handle, Info.REMOTE_PORT)) if address.data else None


def _history(handle: ResponseHandle) -> Tuple[Redirect, ...]:
    status, url = ctypes.c_int32(), Str()
    found = []
    for index in range(c.response_redirect_count(handle)):
        if c.response_redirect_at(handle, index, byref(status), byref(url)) == 0:
            found.append(Redirect(status.value, text_of(url)))
    return tuple(found)


# ── Making responses and errors ───────────────────────────────────────────────────────────────────────────────────────

_DOMAINS = {it.value: it.name.lower() for it in Domain if it is not Domain.NONE}


def _from_parts(
    status_code: int, url: str, raw: "Tuple[Tuple[bytes, bytes], ...]", content: bytes, target: Optional[Target]
) -> Response:
    handle, error = ResponseHandle(), ErrorHandle()
    fields = (Header * len(raw))(*(Header(name, value) for name, value in raw))
    status = c.response_create(
        status_code, url.encode(), fields, len(raw), 0, content, len(content), byref(handle),
        byref(error),
    )
    if status:
        raise take_error(status, error, target)
    return Response(handle, status_code, target)


def take_error(
    status: int,
    handle: ErrorHandle,
    target: Optional[Target] = None,
    response: Optional[Response] = None,
    *,
    about: str = "",
) -> MoyaError:
    """Makes a Python error from the library's error. The message begins with `about`."""
    known = Status(status)
    if not handle:
        name = c.status_name(status).decode()
        return error_kind(known)(name, known, target=target, response=response)
    cause = None if target is None else cause_of(target)
    partial = c.error_response(handle)
    if partial:
        response = Response(c.response_retain(partial), c.response_status(partial), target)
    message = in_python(text_of(c.error_message(handle)))
    error = error_kind(known)(
        about + (message if cause is None else blaming(message, cause)),
        known,
        target=target,
        response=response,
        domain=_DOMAINS.get(c.error_domain(handle), ""),
        code=c.error_code(handle),
    )
    if cause is not None:
        error.__cause__ = cause
    return error
