"""Transports with which the clients of httpx2 send their requests over this library (docs/python-dropin.md):

    client = httpx2.Client(transport=moya.httpx2.HTTPTransport())
    client = httpx2.AsyncClient(transport=moya.httpx2.AsyncHTTPTransport())

`pip install "libmoya[httpx2]"` installs httpx2 too.
"""

import httpx2

from ._httpx import AsyncBody, AsyncTransport, BlockingTransport, Body

__all__ = ["AsyncHTTPTransport", "HTTPTransport"]


class _Body(Body, httpx2.SyncByteStream):
    pass


class _AsyncBody(AsyncBody, httpx2.AsyncByteStream):
    pass


class HTTPTransport(BlockingTransport, httpx2.HTTPTransport):
    """A transport for httpx2.Client. It takes the arguments of httpx2.HTTPTransport, except socket_options, and the
    options of moya.Provider (moya.Options). Any thread may use it. Errors: those of httpx2.HTTPTransport; ValueError
    for a setting that the library does not support; MoyaError for an option of moya.Provider."""

    _httpx, _engine, _body = httpx2, "httpcore2", _Body


class AsyncHTTPTransport(AsyncTransport, httpx2.AsyncHTTPTransport):
    """A transport for httpx2.AsyncClient, on asyncio and trio. It takes the arguments of HTTPTransport. Errors: those
    of HTTPTransport."""

    _httpx, _engine, _body = httpx2, "httpcore2", _AsyncBody
