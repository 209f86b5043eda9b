"""Exchanges as entries of HAR 1.2 files (http://www.softwareishard.com/blog/har-12-spec). Secrets are removed.

What HAR cannot say is in `_moya`: in an entry the `status` and the `message` of a failure, and the `url` of a response
after redirects; in a request's body the `encoding`. The module `record` writes the same.
"""

import base64
from datetime import datetime, timezone
from http import HTTPStatus
from typing import Any, Dict, List, Mapping, Optional, Tuple
from urllib.parse import unquote, urlsplit

from .._errors import MoyaError
from .._response import Response
from .._status import Status
from .._stubs import StubRequest
from .._values import Sample
from ._redaction import Redaction

Entry = Dict[str, Any]


def archive(entries: List[Entry], version: str) -> Dict[str, Any]:
    """Returns a whole file."""
    return {"log": {"version": "1.2", "creator": {"name": "libmoya", "version": version}, "entries": entries}}


def entry(
    request: StubRequest, response: Optional[Response], body: bytes, failure: Optional[MoyaError], began: float,
    seconds: float, redaction: Redaction,
) -> Entry:
    """Makes an entry of a request and its response, or its failure. `began` is in seconds since 1970. A secret of the
    request is also hidden in the response."""
    started = datetime.fromtimestamp(began, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    milliseconds = round(seconds * 1000, 3)
    made: Entry = {
        "startedDateTime": started,
        "time": milliseconds,
        "request": request_of(request, redaction),
        "response": _response(response, body, redaction),
        "cache": {},
        "timings": {"send": 0, "wait": milliseconds, "receive": 0},
    }
    if failure is not None:
        made["_moya"] = {"status": int(failure.status), "message": str(failure)}
    elif response is not None and response.url != request.url:
        made["_moya"] = {"url": redaction.url(response.url)}
    return made


def request_of(request: StubRequest, redaction: Redaction) -> Dict[str, Any]:
    """Makes the request of an entry."""
    url = redaction.url(request.url)
    made: Dict[str, Any] = {
        "method": request.method,
        "url": url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _fields(request.headers.items(), redaction),
        "queryString": [{"name": name, "value": value} for name, value in _query(url)],
        "headersSize": -1,
        "bodySize": len(request.body or b""),
    }
    if request.body is not None:
        media_type = request.headers.get("Content-Type") or ""
        text, encoding = _text(redaction.body(media_type, request.body))
        made["postData"] = {"mimeType": media_type, "text": text, **({"_moya": {"encoding": encoding}} if encoding else {})}
    return made


def _query(url: str) -> List[Tuple[str, str]]:
    pairs = (pair.partition("=") for pair in urlsplit(url).query.split("&") if pair)
    return [(unquote(name), unquote(value)) for name, _, value in pairs]


def _response(response: Optional[Response], body: bytes, redaction: Redaction) -> Dict[str, Any]:
    status = 0 if response is None else response.status_code
    rows = [] if response is None else response.headers.items()
    media_type = next((value for name, value in rows if name.lower() == "content-type"), "")
    text, encoding = _text(redaction.without(redaction.body(media_type, body)))
    content: Dict[str, Any] = {"size": len(body), "mimeType": media_type or "x-unknown", "text": text}
    if encoding:
        content["encoding"] = encoding
    return {
        "status": status,
        "statusText": HTTPStatus(status).phrase if status in HTTPStatus.__members__.values() else "",
        "httpVersion": "" if response is None else response.http_version or "",
        "cookies": [],
        "headers": _fields(rows, redaction),
        "content": content,
        "redirectURL": next((redaction.url(value) for name, value in rows if name.lower() == "location"), ""),
        "headersSize": -1,
        "bodySize": len(body),
    }


def _fields(rows: List[Tuple[str, str]], redaction: Redaction) -> List[Dict[str, str]]:
    return [{"name": name, "value": _value(name, value, redaction)} for name, value in rows]


def _value(name: str, value: str, redaction: Redaction) -> str:
    shown = redaction.url(value) if name.lower() in ("location", "referer") else redaction.header(name, value)
    return redaction.without(shown.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def _text(body: bytes) -> Tuple[str, str]:
    """Returns a body as a text, and the encoding of the text: "base64", or "" for the body itself."""
    try:
        return body.decode(), ""
    except UnicodeDecodeError:
        return base64.b64encode(body).decode(), "base64"


def sample(found: Entry) -> Sample:
    """Returns the response of an entry as a sample. Errors: LookupError, TypeError, ValueError, if the entry is not sound.
    """
    own: Mapping[str, Any] = found.get("_moya") or {}
    response = found["response"]
    if "status" in own or response["status"] == 0:  # a browser writes the status 0 for a request that failed
        return Sample(failure=Status(own.get("status", Status.NETWORK)))
    content = response["content"]
    rows = [(row["name"], row["value"]) for row in response["headers"]]
    return Sample(
        status_code=response["status"],
        headers=[row for row in rows if not row[0].startswith(":")],  # a browser writes those of HTTP/2
        body=bytes_of(content, content.get("encoding")),
        url=own.get("url"),
    )


def bytes_of(content: Mapping[str, Any], encoding: Any) -> bytes:
    """Returns the bytes of the text of a body, which may be Base64."""
    text: str = content.get("text") or ""
    return base64.b64decode(text) if encoding == "base64" else text.encode()
