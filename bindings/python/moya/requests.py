"""A transport adapter with which the sessions of requests send over this library (docs/python-dropin.md):

    session = requests.Session()
    session.mount("https://", moya.requests.HTTPAdapter())
    session.mount("http://", moya.requests.HTTPAdapter())

`pip install "libmoya[requests]"` installs requests too.
"""

import io
import os
import ssl
from http.client import HTTPMessage, responses
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

import requests
import urllib3.connectionpool
from requests import exceptions
from requests.adapters import HTTPAdapter as _HTTPAdapter
from requests.utils import DEFAULT_CA_BUNDLE_PATH, get_auth_from_url, prepend_scheme_if_needed, select_proxy
from urllib3 import HTTPHeaderDict, HTTPResponse
from urllib3 import exceptions as errors
from urllib3.util import parse_url
from urllib3.util.request import set_file_position

import moya

from . import _dropin as dropin
from ._content import Pulled
from ._errors import MoyaError
from ._status import Status
from ._target import Target

__all__ = ["HTTPAdapter"]

#: How many providers an adapter stores. There is one for each combination of `verify`, `cert` and proxy.
_MOST = 16
#: How many bytes of a file are read at once.
_PIECE = 1 << 16
#: The versions of HTTP as urllib3 writes them.
_VERSIONS = {"HTTP/1.0": 10, "HTTP/1.1": 11, "HTTP/2": 20}


class HTTPAdapter(_HTTPAdapter):
    """A transport adapter. It takes the arguments of requests.adapters.HTTPAdapter, and the options of moya.Provider
    (moya.Options). Errors: those of requests.adapters.HTTPAdapter; MoyaError for an option of moya.Provider."""

    __attrs__ = [*_HTTPAdapter.__attrs__, "_options"]

    def __init__(
        self,
        pool_connections: int = requests.adapters.DEFAULT_POOLSIZE,
        pool_maxsize: int = requests.adapters.DEFAULT_POOLSIZE,
        max_retries: Any = requests.adapters.DEFAULT_RETRIES,
        pool_block: bool = requests.adapters.DEFAULT_POOLBLOCK,
        **options: Any,
    ) -> None:
        self._options = options
        super().__init__(pool_connections, pool_maxsize, max_retries, pool_block)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **given: Any) -> None:
        super().init_poolmanager(connections, maxsize, block, **given)
        name = "build_connection_pool_key_attributes"
        if getattr(type(self), name, None) is not getattr(_HTTPAdapter, name, None):
            raise ValueError(f"moya.requests does not call {name}(), which {type(self).__name__} overrides")
        #: Options of the providers, and the certificates of the authorities that an SSL context has.
        self._pool_options, self._known = _pool_options(given)
        self._per_host = maxsize if block else dropin.MANY
        #: How many connections may be idle: as many as urllib3 stores in all its pools together. None: no limit.
        self._idle = connections * maxsize or None
        self._providers: Dict[Any, moya.Provider] = {}

    def get_connection_with_tls_context(self, request: Any, verify: Any, proxies: Any = None, cert: Any = None) -> Any:
        """Returns the object through which requests sends the request."""
        for kind in (urllib3.connectionpool.HTTPConnectionPool, urllib3.connectionpool.HTTPSConnectionPool):
            if not kind.ConnectionCls.__module__.startswith("urllib3."):
                raise dropin.refused(f"urllib3.{kind.__name__}.ConnectionCls")
        proxy = select_proxy(request.url, proxies)
        if proxy:
            proxy = prepend_scheme_if_needed(proxy, "http")
            if not parse_url(proxy).host:
                raise exceptions.InvalidProxyURL("this proxy URL is malformed, perhaps without a host", request=request)
        if not parse_url(request.url).host:
            raise exceptions.InvalidURL("this URL has no host", request=request)
        if not request.url.lower().startswith("https"):
            verify = cert = None
        key = (verify, tuple(cert) if isinstance(cert, list) else cert, proxy)
        return Connection(lambda: self._provider(*key), request)

    def send(self, request: Any, *given: Any, **named: Any) -> Any:
        try:
            return super().send(request, *given, **named)
        except errors.LocationValueError as error:
            raise exceptions.InvalidURL(error, request=request) from error

    def _provider(self, verify: Any, cert: Any, proxy: Optional[str]) -> moya.Provider:
        """Returns the provider for these values. Threads that ask at the same time get the same provider, so that they
        also share its connections. No lock is used, because a signal handler that sends a request may interrupt this
        method."""
        key = (verify, cert, proxy)
        found = self._providers.get(key)
        if found is not None:
            return found
        made = self._made(verify, cert, proxy)
        found = self._providers.setdefault(key, made)
        if found is not made:
            made.release()  # another thread was first
            return found
        for old in list(self._providers)[:-_MOST]:
            evicted = self._providers.pop(old, None)
            if evicted is not None:
                evicted.release()
        return found

    def _made(self, verify: Any, cert: Any, proxy: Optional[str]) -> moya.Provider:
        given: Dict[str, Any] = {
            **dropin.COMMON, "max_connections": dropin.MANY, "max_connections_per_host": self._per_host, "proxy": "",
            "max_idle_connections": self._idle,
        }
        if proxy is not None:
            given["proxy"], given["no_proxy"] = proxy, ""
            user, password = get_auth_from_url(proxy)
            if user:
                scheme, _, rest = proxy.partition("://")
                given["proxy"], given["proxy_auth"] = f"{scheme}://{rest.rpartition('@')[2]}", (user, password)
            if self.proxy_headers(proxy) != _HTTPAdapter.proxy_headers(self, proxy):
                raise ValueError("moya.requests cannot add header fields to the requests to a proxy: see proxy_headers()")
        if verify is False:
            given["verify"] = False
        elif verify is not None:
            is_path = isinstance(verify, (str, bytes, os.PathLike))
            given["ca"] = dropin.authorities(os.fsdecode(verify) if is_path else DEFAULT_CA_BUNDLE_PATH)
        if cert:
            given["cert"] = cert
        given.update(self._pool_options)
        if self._known and verify is not False:  # urllib3 trusts the authorities of the context, and those of `verify`
            known = given.get("ca", b"")
            given["ca"] = self._known + (known if isinstance(known, bytes) else Path(known).read_bytes())
        try:
            return moya.Provider(**{**given, **self._options})
        except moya.UsageError as error:
            what = str(error).partition(" ")[0]
            if what in ("ca", "cert"):
                raise errors.SSLError(str(error)) from error
            if what == "proxy":
                raise errors.LocationValueError(str(error)) from error
            raise

    def close(self) -> None:
        """Frees the connections. Responses that are still read continue."""
        providers, self._providers = self._providers, {}
        for provider in providers.values():
            provider.release()
        super().close()

    def __del__(self) -> None:
        for provider in self.__dict__.get("_providers", {}).values():
            provider.release()


class Connection:
    """Sends one request. requests uses this object in place of urllib3's HTTPConnectionPool."""

    def __init__(self, provider: Callable[[], moya.Provider], request: Any) -> None:
        """`provider` is a function that returns the provider. The function runs when the request is sent, after the
        package requests has checked the files of certificates."""
        url = parse_url(request.url)
        self.host, self.port, self.scheme = url.host, url.port, url.scheme
        self._provider, self._origin = provider, f"{url.scheme}://{url.netloc.rpartition('@')[2] if url.netloc else ''}"

    def __str__(self) -> str:
        return f"moya.requests(host={self.host!r}, port={self.port!r})"

    def urlopen(
        self, method: str, url: str, body: Any, headers: Any, *, retries: Any, timeout: Any, chunked: bool, **given: Any
    ) -> HTTPResponse:
        """Sends the request, and sends it again if `retries` (urllib3.util.Retry) says so. Errors: those of urllib3."""
        position: Any = None
        while True:
            try:
                position = set_file_position(body, position)
                response = self._send(method, url, body, headers, timeout, chunked)
            except (errors.LocationValueError, errors.InvalidHeader, errors.UnrewindableBodyError):
                raise  # another attempt would be the same
            except errors.HTTPError as error:
                retries = retries.increment(method, url, error=error, _pool=self, _stacktrace=error.__traceback__)
                retries.sleep()
                continue
            response.retries = retries
            if not retries.is_retry(method, response.status, "Retry-After" in response.headers):
                return response
            try:
                retries = retries.increment(method, url, response=response, _pool=self)
            except errors.MaxRetryError:
                if retries.raise_on_status:
                    response.drain_conn()
                    raise
                return response
            response.drain_conn()
            retries.sleep(response)

    def _send(self, method: str, url: str, body: Any, headers: Any, timeout: Any, chunked: bool) -> HTTPResponse:
        try:
            stream = self._stream(self._target(method, url, body, headers, timeout))
            stream.__enter__()
        except MoyaError as error:
            raise self._error(error, url) from error
        return _response(stream, method, url, lambda error: self._error(error, url))

    def _stream(self, target: Target) -> moya.Stream:
        while True:
            provider = self._provider()
            try:
                return provider.stream(target)
            except moya.StateError:
                if not provider.closed:
                    raise
                # Another thread has closed the session, or has sent with too many other certificates and proxies.

    def _target(self, method: str, url: str, body: Any, headers: Any, timeout: Any) -> Target:
        if url.startswith("/") or not url:
            url = self._origin + url
        rows = [(_latin1(name, name), _latin1(value, name)) for name, value in headers.items() if value is not None]
        if isinstance(body, str):
            body = body.encode("utf-8")
        elif isinstance(body, (bytearray, memoryview)):
            body = bytes(body)
        elif body is not None and not isinstance(body, bytes):
            length = dropin.declared_length(value for name, value in rows if name.lower() == b"content-length")
            body = Pulled(_pieces(body), length or None)
        connect, read, total = (
            it if isinstance(it, (int, float)) else None for it in (timeout.connect_timeout, timeout._read, timeout.total)
        )
        return dropin.target(url, method, rows, connect=connect, idle=read, total=total, body=body)

    def _error(self, error: MoyaError, url: str) -> Exception:
        """Returns the error of urllib3 that requests expects. If the body of the request raised an exception, returns
        this exception. If urllib3 has no class for the error, raises `error` itself."""
        cause, text, this = error.__cause__, dropin.text(error), self
        if cause is not None and not isinstance(cause, MoyaError):
            return cause  # type: ignore[return-value]
        if isinstance(error, moya.ConnectTimeout):
            return errors.ConnectTimeoutError(this, text)
        if isinstance(error, moya.Timeout):
            return errors.ReadTimeoutError(this, url, f"Read timed out. {text}")
        if error.status == Status.TLS:
            return errors.SSLError(text)
        if error.status == Status.PROXY:
            return errors.ProxyError(text, error)
        if isinstance(error, moya.ConnectError):
            return errors.NewConnectionError(this, text)
        if isinstance(error, moya.InvalidURL) or text.startswith("the URL is longer"):
            return errors.LocationValueError(text)
        if isinstance(error, moya.RequestError):
            return errors.InvalidHeader(text)
        if isinstance(error, moya.ProtocolError) and "Content-Length" in text:
            return errors.InvalidHeader(text)
        if isinstance(error, moya.TransferError):
            return errors.ProtocolError(text, error)
        raise error


def _pool_options(given: Mapping[str, Any]) -> Tuple[Dict[str, Any], bytes]:
    """Returns options of a provider, and certificates of authorities, for the arguments of urllib3's PoolManager.
    Errors: ValueError for an argument that the library cannot obey."""
    made: Dict[str, Any] = {}
    known: Iterable[bytes] = ()
    for name, value in given.items():
        if name == "ssl_context" and value is not None:
            known = dropin.authorities_of(value)
            if value.minimum_version == ssl.TLSVersion.TLSv1_3:
                made["min_tls"] = "1.3"
        elif name == "source_address" and value is not None and not value[1]:
            made["interface"] = value[0]
        elif value is not None and name not in ("timeout", "retries", "headers"):  # requests gives these with each request
            raise ValueError(f"moya.requests cannot obey the argument {name} of init_poolmanager()")
    return made, "".join(map(ssl.DER_cert_to_PEM_cert, known)).encode()


def _pieces(body: Any) -> Iterator[Any]:
    """Iterates over the pieces of a file or of an iterable. Texts become UTF-8, as urllib3 sends them."""
    pieces = iter(lambda: body.read(_PIECE) or None, None) if hasattr(body, "read") else iter(body)
    return (piece.encode() if isinstance(piece, str) else piece for piece in pieces)


def _latin1(given: Any, name: Any) -> bytes:
    """Returns the name or the value of a header field as urllib3 sends it. Errors: InvalidHeader, which names the
    field."""
    if isinstance(given, bytes):
        return given
    try:
        return str(given).encode("latin-1")
    except UnicodeEncodeError:
        raise errors.InvalidHeader(f"the header field {name!r} has a character that is not Latin-1") from None


def _reason(head: Any) -> str:
    if head.http_version == "HTTP/2":
        return responses.get(head.status_code, "")
    return dropin.reason(head).decode("latin-1").strip()  # as http.client does


def _response(stream: Any, method: str, url: str, error_of: Any) -> HTTPResponse:
    head = stream.response
    rows: List[Tuple[str, str]] = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in head.headers.raw]
    made = Arriving(
        body=Raw(stream, error_of),
        headers=HTTPHeaderDict(rows),
        status=head.status_code,
        version=_VERSIONS.get(head.http_version or "", 11),
        reason=_reason(head),
        preload_content=False,
        decode_content=False,
        original_response=Original(rows),
        request_method=method,
        request_url=url,
    )
    made.version_string = head.http_version or "HTTP/1.1"
    return made


class Arriving(HTTPResponse):
    """A response of urllib3 whose body is a Raw, a file that reads from the library."""

    def stream(self, amt: Optional[int] = _PIECE, decode_content: Optional[bool] = None) -> Iterator[bytes]:
        """Yields the body. If the body comes in chunks, yields the bytes as they arrive, like urllib3. Otherwise the
        lines that a server sends now and then would wait until there are `amt` bytes."""
        is_open_ended = self.version == _VERSIONS["HTTP/2"] and "content-length" not in self.headers
        if self.chunked or is_open_ended:
            yield from self.read_chunked(amt, decode_content)
        else:
            yield from super().stream(amt, decode_content)

    def supports_chunked_reads(self) -> bool:
        return True

    def read_chunked(self, amt: Optional[int] = None, decode_content: Optional[bool] = None) -> Iterator[bytes]:
        """Yields bytes as they arrive, at most `amt` at once."""
        while piece := self.read1(amt, decode_content):
            yield piece


class Raw(io.RawIOBase):
    """The body of a response as a file."""

    def __init__(self, stream: Any, error_of: Any) -> None:
        self._stream, self._error_of = stream, error_of
        #: The last piece, and how many of its bytes were read.
        self._pieces, self._piece, self._used = stream.iter_bytes(), b"", 0

    def readable(self) -> bool:
        return True

    def read(self, amount: Optional[int] = -1) -> bytes:
        try:
            if amount is None or amount < 0:
                rest, self._piece = self._piece[self._used :], b""
                whole = b"".join([rest, *self._pieces])
                self.close()  # as http.client does: otherwise urllib3 would ask again without end
                return whole
            if self._used >= len(self._piece):
                self._piece, self._used = next(self._pieces, b""), 0
        except MoyaError as error:
            raise self._error_of(error) from error
        piece = self._piece[self._used : self._used + amount]
        self._used += len(piece)
        return piece

    def read1(self, amount: int = -1) -> bytes:
        """Returns bytes that have arrived; b"" at the end of the body."""
        return self.read(amount if amount >= 0 else _PIECE)

    def readinto(self, buffer: Any) -> int:
        piece = self.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            self._stream.__exit__(None, None, None)
        super().close()


class Original:
    """Looks like a response of http.client. The package requests reads cookies from such an object."""

    def __init__(self, rows: List[Tuple[str, str]]) -> None:
        self.msg = HTTPMessage()
        for name, value in rows:
            self.msg[name] = value

    def isclosed(self) -> bool:
        return True

    def close(self) -> None:
        pass
