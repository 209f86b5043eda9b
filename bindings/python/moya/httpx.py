"""Transports with which the clients of httpx send their requests over this library (docs/python-dropin.md):

    client = httpx.Client(transport=moya.httpx.HTTPTransport())
    client = httpx.AsyncClient(transport=moya.httpx.AsyncHTTPTransport())

`pip install "libmoya[httpx]"` installs httpx too.
"""

import httpx

from ._httpx import AsyncBody, AsyncTransport, BlockingTransport, Body

__all__ = ["AsyncHTTPTransport", "HTTPTransport"]


class _Body(Body, httpx.SyncByteStream):
    pass


class _AsyncBody(AsyncBody, httpx.AsyncByteStream):
    pass


class HTTPTransport(BlockingTransport, httpx.HTTPTransport):
    """A transport for httpx.Client. It takes the arguments of httpx.HTTPTransport, except socket_options, and the
    options of moya.Provider (moya.Options). Any thread may use it. Errors: those of httpx.HTTPTransport; ValueError for
    a setting that the library does not support; MoyaError for an option of moya.Provider."""

    _httpx, _engine, _body = httpx, "httpcore", _Body


class AsyncHTTPTransport(AsyncTransport, httpx.AsyncHTTPTransport):
    """A transport for httpx.AsyncClient, on asyncio and trio. It takes the arguments of HTTPTransport. Errors: those of
    HTTPTransport."""

    _httpx, _engine, _body = httpx, "httpcore", _AsyncBody
