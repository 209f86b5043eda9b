"""The transports for httpx and httpx2, except for their base classes (httpx.py, httpx2.py). In this module, "the
package" is httpx or httpx2, and its engine is httpcore or httpcore2."""

import os
import sys
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Tuple

import moya

from . import _dropin as dropin
from . import _httpx_trace as tracing
from ._content import Pulled
from ._dropin import AsyncSlots, Slots, check_length, length_of, measured
from ._errors import MoyaError
from ._status import Status
from ._target import Target

_NAMES = {
    Status.TIMEOUT_CONNECT: "ConnectTimeout",
    Status.TIMEOUT_IDLE: "ReadTimeout",
    Status.TIMEOUT_TOTAL: "ReadTimeout",
    Status.RESOLVE: "ConnectError",
    Status.CONNECT: "ConnectError",
    Status.TLS: "ConnectError",
    Status.ADDRESS: "ConnectError",
    Status.PROXY: "ProxyError",
    Status.INCOMPLETE_BODY: "RemoteProtocolError",
    Status.PROTOCOL: "RemoteProtocolError",
    Status.TOO_LARGE: "RemoteProtocolError",
    Status.INVALID_REQUEST: "LocalProtocolError",
    Status.ENCODING: "LocalProtocolError",
    Status.UTF8: "LocalProtocolError",
    Status.INVALID_URL: "ConnectError",
    Status.BODY: "WriteError",
}
#: The size of the pieces of a body, in bytes, if there is a separate time limit for sending it.
_PIECE = 1 << 16


class Transport:
    """The base class of BlockingTransport and AsyncTransport."""

    #: The package of this transport, the name of its engine, and the class for the bodies of its responses.
    _httpx: Any
    _engine: str
    _body: Any
    #: The classes of the engine that receive requests, and the name of their function for this. A mock may replace it.
    _pools: Tuple[str, ...]
    _sends: str
    #: The class of the provider, and the class that limits how many requests run at once.
    _maker: Any
    _places: Any
    _provider: Any
    _slots: Any
    #: Passes events to the function `trace` of a request.
    _tell: Any

    def __init__(
        self,
        verify: Any = True,
        cert: Any = None,
        trust_env: bool = True,
        http1: bool = True,
        http2: bool = False,
        limits: Any = None,
        proxy: Any = None,
        uds: Optional[str] = None,
        local_address: Optional[str] = None,
        retries: int = 0,
        socket_options: Any = None,
        **options: Any,
    ) -> None:
        self._made = self._options(
            verify, cert, trust_env, http1, http2, limits, proxy, uds, local_address, retries, socket_options, options
        )
        self._provider = self._maker(**self._made)
        count = 100 if limits is None else limits.max_connections
        self._slots = None if http2 or count is None else self._places(count)

    def __del__(self) -> None:
        provider = self.__dict__.get("_provider")
        if provider is not None:
            provider.release()  # without a warning, like the package's own transport

    def _done(self) -> None:
        """Frees the place that a request has taken in `_slots`."""
        if self._slots is not None:
            self._slots.give()

    def _options(
        self,
        verify: Any,
        cert: Any,
        trust_env: bool,
        http1: bool,
        http2: bool,
        limits: Any,
        proxy: Any,
        uds: Optional[str],
        local_address: Optional[str],
        retries: int,
        socket_options: Any,
        more: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Returns the options of the provider. Errors: ValueError for a setting that the library does not support;
        OSError."""
        if socket_options is not None:
            raise ValueError(f"moya.{self._httpx.__name__} cannot set socket_options")
        if not http1 and not http2:
            raise ValueError("either http1 or http2 must be True")
        made = {**dropin.COMMON, "max_connections": dropin.MANY, "max_connections_per_host": dropin.MANY}
        made["proxy"] = None if trust_env else ""
        most, made["keep_alive"] = dropin.idle(limits)
        made["max_idle_connections"] = most and max(most, more.get("loops") or 1)  # at least one for each loop
        if verify is True:
            made.update(self._authorities(trust_env))
        elif verify is False:
            made["verify"] = False
        elif isinstance(verify, (str, os.PathLike)):
            made["ca"] = dropin.authorities(os.fspath(verify))
        else:
            made.update(dropin.trust(verify))
        if cert:
            made["cert"] = dropin.certificate(cert)
        if not http2:
            made["http"] = "1.1"
        elif not http1:
            made["http"] = "2"
        if proxy is not None:
            made.update(self._proxy(proxy))
        if uds:
            made["unix_socket"] = uds
        if local_address:
            made["interface"] = local_address
        if retries:
            made["retry"] = dropin.retries(retries)
        return {**made, **more}

    def _authorities(self, trust_env: bool) -> Dict[str, Any]:
        """Returns the option for the certificate authorities that the package trusts by default. These are the
        authorities of certifi for httpx, and those of the system for httpx2."""
        for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
            if trust_env and os.environ.get(name):
                return {"ca": dropin.authorities(os.environ[name])}
        if self._httpx.__name__ != "httpx":
            return {}
        import certifi

        return {"ca": certifi.where()}

    def _proxy(self, proxy: Any) -> Dict[str, Any]:
        if isinstance(proxy, (str, self._httpx.URL)):
            proxy = self._httpx.Proxy(url=proxy)
        if proxy.headers:
            raise ValueError(f"moya.{self._httpx.__name__} cannot add header fields to the requests to a proxy")
        if proxy.ssl_context is not None:
            raise ValueError(f"moya.{self._httpx.__name__} trusts a proxy as it trusts servers: proxy.ssl_context is not used")
        made: Dict[str, Any] = {"proxy": str(proxy.url), "no_proxy": ""}
        if proxy.raw_auth:
            made["proxy_auth"] = tuple(it.decode() for it in proxy.raw_auth)
        return made

    def _check(self, request: Any, theirs: Any) -> bool:
        """Returns whether a mock has replaced `theirs`, which is the function of the package's own transport. If it
        has, the request must go to the mock. Errors: UsageError if a mock has replaced a function of the engine,
        because this mock would not see the request; UnsupportedProtocol."""
        engine = sys.modules.get(self._engine)
        if engine is not None:
            for pool in self._pools:
                function = getattr(getattr(engine, pool, None), self._sends, None)
                if function is not None and not dropin.is_genuine(function, self._engine):
                    raise dropin.refused(f"{self._engine}.{pool}.{self._sends}")
        if not dropin.is_genuine(theirs, self._httpx.__name__):
            return True
        scheme = request.url.scheme
        if scheme not in ("http", "https"):
            what = f"has an unsupported protocol '{scheme}://'" if scheme else "is missing an 'http://' or 'https://' protocol"
            raise self._httpx.UnsupportedProtocol(f"Request URL {what}.")
        return False

    def _target(self, request: Any, body: Any) -> Target:
        """Makes the target of a request. Errors: MoyaError."""
        limits = request.extensions.get("timeout") or {}
        read, write = limits.get("read"), limits.get("write")
        length = None
        if isinstance(body, bytes):
            if body and write != read:
                body, length = iter([body[at : at + _PIECE] for at in range(0, len(body), _PIECE)]), len(body)
        else:
            length = length_of(request)
            body = body if length is None else measured(body, length)
        idle = read
        if not isinstance(body, bytes):
            if write == read:
                body = Pulled(body, length)
            else:  # the library has one limit for reading and writing, so the reader of the stream measures both times
                idle, body = None, Pulled(body, length, write=write, read=read)
        return dropin.target(
            dropin.url_of(request, self._httpx.__name__), request.method, request.headers.raw,
            connect=limits.get("connect"), idle=idle, body=body, as_is=True,
        )

    def _open(self) -> Any:
        """Returns the provider. After `close`, makes a new one, like the package's own transport."""
        if self._provider.closed:
            self._provider = self._maker(**self._made)
        return self._provider

    def _response(self, request: Any, stream: Any, done: Any) -> Any:
        head = stream.response
        extensions = {
            "http_version": (head.http_version or "HTTP/1.1").encode(),
            "network_stream": tracing.NetworkStream(head),
        }
        if head.http_version != "HTTP/2":
            extensions["reason_phrase"] = dropin.reason(head)
        return self._httpx.Response(
            head.status_code, headers=list(head.headers.raw), stream=self._body(self, stream, request, done), extensions=extensions
        )

    def _trace(self, request: Any) -> Optional[tracing.Trace]:
        """Returns the events of a request with the extension `trace`."""
        if "trace" not in request.extensions:
            return None
        return tracing.Trace(request, self._httpx.NetworkError("the library tries again", request=request))

    def _step(self, request: Any, trace: Optional[tracing.Trace]) -> Any:
        """Returns the function that receives the steps of the call; None without `trace`."""
        return None if trace is None else lambda step: self._tell(request, trace.step(step))

    def _error(self, error: MoyaError, request: Any) -> Exception:
        """Returns the package's error. If the body of the request raised an exception, returns this exception. Raises
        NoStub unchanged. NoStub means that a test has no stub for the request. If another error was raised instead, the
        program could take it for a failure of the network."""
        if isinstance(error, moya.NoStub):
            raise error
        cause = error.__cause__
        if cause is not None and not isinstance(cause, MoyaError):
            return cause  # type: ignore[return-value]
        name = _NAMES.get(error.status, "ReadError" if isinstance(error, moya.TransferError) else "TransportError")
        if name == "ReadTimeout" and error.target is not None:
            body = error.target.body
            if isinstance(body, Pulled) and body.is_asked and not body.is_complete:
                name = "WriteTimeout"
        elif error.domain == "curl" and error.code == dropin.GOT_NOTHING:
            name = "RemoteProtocolError"
        elif name == "ProxyError" and "no connection to the proxy" in str(error):
            name = "ConnectError"
        made: Exception = getattr(self._httpx, name)(dropin.text(error), request=request)
        return made

    def _request_of(self, asked: Any) -> Any:
        """Makes the package's request from a request of the engine that a mock has let pass."""
        url = asked.url
        return self._httpx.Request(
            asked.method.decode(),
            self._httpx.URL(
                scheme=url.scheme.decode(), host=url.host.decode(), port=url.port, raw_path=url.target
            ),
            headers=asked.headers, stream=asked.stream, extensions=asked.extensions,
        )


class BlockingTransport(Transport):
    """A transport that blocks its caller."""

    _maker, _places = moya.Provider, Slots
    _pools, _sends = ("ConnectionPool", "HTTPConnection", "HTTPProxy"), "handle_request"

    def handle_request(self, request: Any) -> Any:
        theirs = super().handle_request  # type: ignore[misc]
        if self._check(request, theirs):
            return theirs(request)
        return self._send(request)

    def _send(self, request: Any) -> Any:
        limits = request.extensions.get("timeout") or {}
        if self._slots is not None and not self._slots.take(limits.get("pool")):
            raise self._httpx.PoolTimeout("no connection became free in time", request=request)
        trace = self._trace(request)
        try:
            target = self._target(request, self._content(request))
            stream = self._open().stream(target, step=self._step(request, trace))
            stream.__enter__()
        except MoyaError as error:
            self._done()
            made = self._error(error, request)
            if trace is not None:
                self._tell(request, trace.failed(made))
            raise made from error
        except BaseException:
            self._done()
            raise
        response = self._response(request, stream, self._done)
        try:
            if trace is not None:
                self._tell(request, trace.head(stream.response))
        except BaseException:
            response.stream._end()
            raise
        return response

    def _tell(self, request: Any, events: Iterable[tracing.Event]) -> None:
        """Passes events to the function `trace` of the request, if it has one."""
        trace = request.extensions.get("trace")
        if trace is not None:
            for name, shown in events:
                trace(name, shown)

    def _content(self, request: Any) -> Any:
        stream, length = request.stream, length_of(request)
        if isinstance(stream, self._httpx.ByteStream) or dropin.is_whole(length):
            return check_length(b"".join(stream), length)
        return iter(stream)

    @property
    def _pool(self) -> tracing.Engine:
        """The engine, as the package's own transport uses it. If a mock lets a request pass, that transport sends the
        request with this engine."""
        return tracing.Engine(self)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def close(self) -> None:
        self._provider.close()


class AsyncTransport(Transport):
    """A transport for tasks of asyncio and trio."""

    _maker, _places = moya.AsyncProvider, AsyncSlots
    _pools, _sends = ("AsyncConnectionPool", "AsyncHTTPConnection", "AsyncHTTPProxy"), "handle_async_request"

    async def handle_async_request(self, request: Any) -> Any:
        theirs = super().handle_async_request  # type: ignore[misc]
        if self._check(request, theirs):
            return await theirs(request)
        return await self._send(request)

    async def _send(self, request: Any) -> Any:
        if self._provider._is_inherited:  # this process is a forked child
            self._provider.release()
            self._provider = self._maker(**self._made)
        limits = request.extensions.get("timeout") or {}
        if self._slots is not None and not await self._slots.take(limits.get("pool")):
            raise self._httpx.PoolTimeout("no connection became free in time", request=request)
        trace = self._trace(request)
        try:
            target = self._target(request, await self._content(request))
            stream = self._open().stream(target, step=self._step(request, trace))
            await stream.__aenter__()
        except MoyaError as error:
            self._done()
            made = self._error(error, request)
            if trace is not None:
                await self._tell(request, trace.failed(made))
            raise made from error
        except BaseException:
            self._done()
            raise
        response = self._response(request, stream, self._done)
        try:
            if trace is not None:
                await self._tell(request, trace.head(stream.response))
        except BaseException:
            response.stream._end()
            raise
        return response

    async def _tell(self, request: Any, events: Iterable[tracing.Event]) -> None:
        """Passes events to the coroutine function `trace` of the request, if it has one."""
        trace = request.extensions.get("trace")
        if trace is not None:
            for name, shown in events:
                await trace(name, shown)

    async def _content(self, request: Any) -> Any:
        stream, length = request.stream, length_of(request)
        if isinstance(stream, self._httpx.ByteStream):
            return check_length(b"".join(stream), length)
        if dropin.is_whole(length):
            return check_length(b"".join([piece async for piece in stream]), length)
        return stream.__aiter__()

    @property
    def _pool(self) -> tracing.AsyncEngine:
        return tracing.AsyncEngine(self)

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._provider.aclose()


class _Arriving:
    """The base class of Body and AsyncBody. The body of a response arrives while it is read."""

    def __init__(self, transport: Any, stream: Any, request: Any, done: Any) -> None:
        self._transport, self._stream, self._request, self._done = transport, stream, request, done
        self._is_traced = "trace" in request.extensions

    def _tell(self, what: str, shown: Optional[Dict[str, Any]] = None) -> Any:
        events = tracing.body(self._request, self._stream.response, what, shown)
        return self._transport._tell(self._request, events)


class Body(_Arriving):
    """The body of a response that is read on a thread."""

    def __iter__(self) -> Iterator[bytes]:
        if self._is_traced:
            self._tell("receive_response_body.started")
        try:
            yield from self._stream.iter_bytes()
        except MoyaError as error:
            made = self._transport._error(error, self._request)
            if self._is_traced:
                self._tell("receive_response_body.failed", {"exception": made})
            raise made from error
        if self._is_traced:
            self._tell("receive_response_body.complete")

    def close(self) -> None:
        if self._done is None:
            return
        try:
            if self._is_traced:
                self._tell("response_closed.started", {})
        finally:
            self._end()
        if self._is_traced:
            self._tell("response_closed.complete")

    def _end(self) -> None:
        done, self._done = self._done, None
        if done is not None:
            done()
            self._stream.__exit__(None, None, None)

    __del__ = _end


class AsyncBody(_Arriving):
    """The body of a response that is read in a task."""

    _is_begun = False

    def __aiter__(self) -> "AsyncBody":
        return self

    async def __anext__(self) -> bytes:
        if self._is_traced and not self._is_begun:
            self._is_begun = True
            await self._tell("receive_response_body.started")
        try:
            piece = await self._stream.next_bytes()
        except MoyaError as error:
            made = self._transport._error(error, self._request)
            if self._is_traced:
                await self._tell("receive_response_body.failed", {"exception": made})
            raise made from error
        if piece is None:
            if self._is_traced:
                await self._tell("receive_response_body.complete")
            raise StopAsyncIteration
        found: bytes = piece
        return found

    async def aclose(self) -> None:
        if self._done is None:
            return
        try:
            if self._is_traced:
                await self._tell("response_closed.started", {})
        finally:
            self._end()
        if self._is_traced:
            await self._tell("response_closed.complete")

    def _end(self) -> None:
        done, self._done = self._done, None
        if done is not None:
            done()
            self._stream.cancel()

    __del__ = _end
