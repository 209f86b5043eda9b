"""Contains what the transports for httpx, httpx2 and requests share. It converts the arguments of those packages to
arguments of this package. In this module, "the other package" is the package that uses the transport: httpx, httpx2 or
requests."""

import ctypes
import os
import sys
from array import array
from collections import deque
from threading import Semaphore
from typing import Any, AsyncIterator, Deque, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _library as c
from . import _structs
from ._content import Pulled
from ._errors import ConnectError, MoyaError, RequestError, UsageError
from ._loop import Waiter
from ._session import MOST_KEEP_ALIVE
from ._status import TARGET_AS_SENT, TARGET_ONLY_HEADERS, TARGET_URL_AS_IS, Status, TaskKind
from ._target import Target
from ._text import bytes_of
from ._values import Retry

#: The most milliseconds of a limit, 49 days. It stands for "no limit".
_MOST_MS = 0xFFFFFFFF
NEVER = _MOST_MS / 1000
#: For options that limit a number of things, this stands for "no limit".
MANY = 1 << 31
#: libcurl's number for a server that closed the connection before it sent anything.
GOT_NOTHING = 52
#: The options that all providers of transports have. Redirects, cookies and total timeouts belong to the other package.
COMMON: Dict[str, Any] = {
    "max_redirects": 0, "timeout": NEVER, "idle_timeout": NEVER, "connect_timeout": NEVER, "max_body_size": 1 << 62,
}
#: Header fields that the library writes itself, because they say where the body ends.
_FRAMING = frozenset((b"content-length", b"transfer-encoding", b"expect"))
_FRAMING_LENGTHS = frozenset(map(len, _FRAMING))
_SIZE, _TASK_SIZE = ctypes.sizeof(_structs.Target), ctypes.sizeof(_structs.Task)
_DATA, _STREAM = int(TaskKind.DATA), int(TaskKind.STREAM)


def milliseconds(seconds: Optional[float]) -> int:
    """Returns a limit in milliseconds, at least one; None: no limit."""
    return _MOST_MS if seconds is None else max(1, min(round(seconds * 1000), _MOST_MS))


def authorities(path: str) -> Any:
    """Returns the certificates of a file or of a folder, as the option `ca` takes them. Errors: OSError."""
    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise FileNotFoundError(f"there is no file of certificate authorities at {path}")
        return os.path.abspath(path)
    texts = []
    for name in sorted(os.listdir(path)):
        file = os.path.join(path, name)
        if os.path.isfile(file):
            with open(file, "rb") as opened:
                text = opened.read()
            if b"-----BEGIN CERTIFICATE-----" in text:
                texts.append(text)
    if not texts:
        raise FileNotFoundError(f"there is no certificate authority in the folder {path}")
    return b"\n".join(texts)


def trust(context: Any) -> Dict[str, Any]:
    """Returns the options with which a provider trusts the same servers as an ssl.SSLContext. Errors: ValueError for a
    context whose checks the library cannot make."""
    import ssl

    if context.verify_mode == ssl.CERT_NONE:
        return {"verify": False}
    if not context.check_hostname:
        raise ValueError("the library cannot check a certificate without the name of its host: set check_hostname")
    made: Dict[str, Any] = {}
    known = authorities_of(context)
    if known:
        made["ca"] = "".join(map(ssl.DER_cert_to_PEM_cert, known)).encode()
    if context.minimum_version == ssl.TLSVersion.TLSv1_3:
        made["min_tls"] = "1.3"
    return made


def authorities_of(context: Any) -> List[bytes]:
    """Returns the authorities that were loaded into a context. A context of the package truststore has none: it trusts
    the authorities of the system."""
    try:
        found: List[bytes] = context.get_ca_certs(binary_form=True)
    except (AttributeError, NotImplementedError):
        return []
    return found


def idle(limits: Any) -> Tuple[Optional[int], float]:
    """Returns how many connections may wait for their next request, and for how many seconds. Without limits, returns
    the defaults of the package: 20 connections, for 5 seconds."""
    if limits is None:
        return 20, 5.0
    most, expiry = limits.max_keepalive_connections, limits.keepalive_expiry
    seconds = MOST_KEEP_ALIVE if expiry is None else float(min(max(expiry, 0.0), MOST_KEEP_ALIVE))
    return None if most is None else min(max(most, 0), 0xFFFFFFFF), seconds


def certificate(cert: Any) -> Any:
    """Returns a client certificate, as the option `cert` takes it. Errors: OSError."""
    given = tuple(cert) if isinstance(cert, (tuple, list)) else cert
    for path in given[:2] if isinstance(given, tuple) else (given,):
        if isinstance(path, (str, os.PathLike)) and not os.path.exists(path):
            raise FileNotFoundError(f"there is no file of a client certificate at {os.fspath(path)}")
    return given


def text(error: MoyaError) -> str:
    """Returns what an error says, without the name of the target. The targets of transports have no names."""
    return str(error).replace("unnamed: ", "", 1)


def retries(count: int) -> Retry:
    """Makes a policy that tries `count` more times to connect, and repeats nothing else."""
    return Retry(attempts=count + 1, statuses=(), any_method=True, decide=_decide)


def _decide(attempt: int, response: Any, error: Any) -> Optional[bool]:
    return None if isinstance(error, ConnectError) else False


#: The most bytes that the library accepts as a URL.
_LONGEST_URL = 131_072


def target(
    url: str,
    method: str,
    rows: Iterable[Tuple[bytes, bytes]],
    *,
    connect: Optional[float] = None,
    idle: Optional[float] = None,
    total: Optional[float] = None,
    body: Union[None, bytes, Pulled] = None,
    as_is: bool = False,
) -> Target:
    """Makes the target of a request. This is much faster than moya.Target, because the other package has checked the
    values, and header fields are bytes. Times are in seconds; None: no limit. `as_is`: the URL is sent as it is,
    because the other package has written it, and may have signed it. Errors: RequestError."""
    if len(url) > _LONGEST_URL:
        raise RequestError(f"the URL is longer than {_LONGEST_URL} bytes", Status.INVALID_REQUEST)
    texts = [part for row in rows if row[0].lower() not in _FRAMING for part in row]
    joined = b"\0".join(texts) + b"\0"
    if joined.count(b"\0") > max(1, len(texts)):
        raise RequestError("a header field has a NUL character", Status.INVALID_REQUEST)
    memory = array("B", joined)
    address = memory.buffer_info()[0]
    addresses = array("Q")
    for part in texts:
        addresses.append(address)
        address += len(part) + 1
    kept: List[Any] = [memory, addresses]
    struct = _structs.Target(
        _SIZE,
        milliseconds(total),
        None,
        url.encode(),
        None,
        method.encode(),
        addresses.buffer_info()[0],
        len(texts) >> 1,
    )
    # The other package decodes the body of the response, and sets User-Agent, Accept and Accept-Encoding itself.
    struct.flags = TARGET_AS_SENT | TARGET_ONLY_HEADERS | (TARGET_URL_AS_IS if as_is else 0)
    struct.connect_timeout_ms, struct.idle_timeout_ms = milliseconds(connect), milliseconds(idle)
    if body:
        task = _structs.Task(_TASK_SIZE, _DATA)
        if isinstance(body, bytes):
            task.data, task.data_len = body, len(body)
        else:
            task.kind, task.stream = _STREAM, ctypes.addressof(body.struct)
            kept.append(body)
        kept.append(task)
        struct.task = ctypes.addressof(task)
    made = Target.__new__(Target)
    lowered = ctypes.addressof(struct), struct, kept, ctypes.byref(struct)
    made.__dict__.update(base_url=url, method=method, body=body, decode=False, _c=lowered)
    return made


def url_of(request: Any, package: str) -> str:
    """Returns the URL of a request of httpx. Errors: ValueError for an extension that the library cannot obey."""
    url, name, other = request.url, request.extensions.get("sni_hostname"), request.extensions.get("target")
    if name is not None and url.scheme == "https" and name != url.host:
        raise ValueError(
            f"moya.{package} checks the certificate of the host in the URL: instead of the extension sni_hostname, use "
            "that name in the URL, and the option resolve= of the transport"
        )
    if other is None:
        return str(url).replace("\\", "%5C")
    if not other.startswith(b"/"):
        raise ValueError(f"moya.{package} sends only a path and a query as the extension target")
    return f"{url.scheme}://{url.netloc.decode()}{other.decode('latin-1')}"


def reason(head: Any) -> bytes:
    """Returns the reason phrase of a response, as the bytes that arrived."""
    return bytes_of(c.response_reason(head._handle))


def is_whole(length: Optional[int]) -> bool:
    """Returns whether a body of this length is sent from memory as a whole, which is faster than piece by piece."""
    return length is not None and length <= 1 << 16


# ── Bodies whose length the other package has declared ────────────────────────────────────────────────────────────────
#
# If a body has another length than its header field Content-Length says, the request fails. Otherwise the server would
# receive a part of the body and treat it as the whole.


def declared_length(values: Iterable[bytes]) -> Optional[int]:
    """Returns the length that the values of the header field Content-Length declare; None without a value. Errors:
    RequestError."""
    lengths = set(values)
    if not lengths:
        return None
    text = lengths.pop()
    if lengths or not text.isdigit() or len(text) > 18:
        raise RequestError("the Content-Length of the request is not one number", Status.INVALID_REQUEST)
    return int(text)


def length_of(request: Any) -> Optional[int]:
    """Returns the declared length of the body of a request of httpx; None: the body is sent in chunks. Errors:
    RequestError."""
    framing = [(name.lower(), value) for name, value in request.headers.raw if len(name) in _FRAMING_LENGTHS]
    codings = [value for name, value in framing if name == b"transfer-encoding"]
    if codings:
        if len(codings) > 1 or codings[0].lower() != b"chunked":
            raise RequestError("the Transfer-Encoding of the request is not chunked", Status.INVALID_REQUEST)
        return None
    return declared_length(value for name, value in framing if name == b"content-length")


def check_length(body: bytes, length: Optional[int]) -> bytes:
    """Returns the body, which is in memory. Errors: RequestError if its length is not the declared one."""
    if length is not None and len(body) != length:
        raise _wrong(f"{len(body)} bytes", length)
    return body


class _Measure:
    """Counts the bytes of a body. If the body comes from a generator, the code after its last `yield` must run too. So
    this object reads the iterator to its end as soon as it has all bytes."""

    def __init__(self, pieces: Any, length: int) -> None:
        self._pieces, self._length, self._left = pieces, length, length

    def _count(self, piece: Any) -> Any:
        if isinstance(piece, (bytes, bytearray, memoryview)):
            self._left -= len(piece)
        if self._left < 0:
            raise _wrong("more bytes", self._length)
        return piece

    def _end(self) -> None:
        if self._left > 0:
            raise _wrong(f"only {self._length - self._left} bytes", self._length)


class Measured(_Measure):
    """An iterator over a body of a declared length. Errors, while iterating: those of `pieces`; RequestError if the
    length is another one."""

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        try:
            piece = self._count(next(self._pieces))
        except StopIteration:
            self._end()
            raise
        if self._left == 0:
            for more in self._pieces:
                self._count(more)
        return piece


class AsyncMeasured(_Measure):
    """An asynchronous iterator, like Measured."""

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        try:
            piece = self._count(await self._pieces.__anext__())
        except StopAsyncIteration:
            self._end()
            raise
        if self._left == 0:
            async for more in self._pieces:
                self._count(more)
        return piece


def measured(pieces: Any, length: int) -> Any:
    """Returns an iterator, or an asynchronous iterator, over pieces that must have `length` bytes together."""
    return AsyncMeasured(pieces, length) if hasattr(pieces, "__anext__") else Measured(pieces, length)


def _wrong(what: str, length: int) -> RequestError:
    return RequestError(f"the body has {what}, and its Content-Length is {length}", Status.INVALID_REQUEST)


# ── Mocks that replace functions of the other package ─────────────────────────────────────────────────────────────────


def is_genuine(function: Any, package: str) -> bool:
    """Returns whether a function is the package's own. Otherwise a mock has replaced it."""
    code = getattr(function, "__code__", None)
    if id(code) in _genuine:
        return True
    folder = os.path.dirname(getattr(sys.modules.get(package), "__file__", None) or "")
    if code is None or not code.co_filename.startswith(folder + os.sep):
        return False
    _genuine[id(code)] = code
    return True


#: The code of the functions that is_genuine() has recognized, by their addresses.
_genuine: Dict[int, Any] = {}


def refused(what: str) -> UsageError:
    """Makes the error for a request that a mock should handle, although the mock would not see it."""
    return UsageError(
        f"{what} is replaced, probably by respx or vcrpy, and a transport of moya does not pass through it: nothing was "
        "sent. Use the pytest plugin moya_mock, which sees the calls of every provider",
        Status.STATE,
    )


# ── A limit for requests that run at once ─────────────────────────────────────────────────────────────────────────────


class Slots:
    """Limits how many requests run at once. Each request takes a place, and gives it back when it ends. Threads use
    this class. In a forked child all places are free, because the requests of its parent do not run there."""

    def __init__(self, count: int) -> None:
        self._count, self._process = count, os.getpid()
        self._free = Semaphore(count)

    def take(self, seconds: Optional[float]) -> bool:
        """Waits for a place. Returns False if the time is over."""
        if self._process != os.getpid():
            Slots.__init__(self, self._count)
        return self._free.acquire(timeout=seconds)

    def give(self) -> None:
        if self._process == os.getpid():
            self._free.release()


class AsyncSlots:
    """Limits how many requests run at once, as Slots does. Tasks of one event loop use this class."""

    def __init__(self, count: int) -> None:
        self._count, self._process = count, os.getpid()
        self._free = count
        #: The tasks that wait, each with a list. `give` puts True into the list when the task gets a place.
        self._line: Deque[Tuple[Any, List[bool]]] = deque()

    async def take(self, seconds: Optional[float]) -> bool:
        """Waits for a place, in order. Returns False if the time is over."""
        if self._process != os.getpid():
            AsyncSlots.__init__(self, self._count)
        if self._free > 0:
            self._free -= 1
            return True
        entry: Tuple[Any, List[bool]] = (Waiter(), [])
        entry[0].clear()
        self._line.append(entry)
        try:
            await entry[0].wait(seconds)
        except BaseException:
            if entry[1]:
                self.give()
            raise
        finally:
            if not entry[1]:
                self._line.remove(entry)
        return bool(entry[1])

    def give(self) -> None:
        if self._process != os.getpid():
            return
        while self._line:
            waiter, place = self._line.popleft()
            place.append(True)
            try:
                waiter.wake()
                return
            except RuntimeError:  # the event loop of this task is closed, so the next task gets the place
                pass
        self._free += 1
