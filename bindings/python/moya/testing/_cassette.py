"""Records responses in a file, which is called a cassette. Later runs play the file: they get these responses."""

import base64
import json
import os
import tempfile
import time
import warnings
from collections import deque
from datetime import datetime, timezone
from http import HTTPStatus
from itertools import product
from pathlib import Path
from threading import local
from types import TracebackType
from typing import Any, Callable, Deque, Dict, Iterable, List, Literal, Mapping, Optional, Tuple, Type, Union
from urllib.parse import parse_qsl, unquote, unquote_to_bytes, urlencode, urlsplit

from .. import _arguments as check
from .._calls import Call
from .._errors import MoyaError, UsageError
from .._library import version
from .._response import Response
from .._status import Status
from .._stubs import RuleFunctions, StubRequest
from .._text import shown_url
from .._values import Sample
from ._interception import Interception
from ._redaction import Redaction, boundary_of, decoded, is_json, json_value, plain


# ── Exchanges as entries of HAR 1.2 files ─────────────────────────────────────────────────────────────────────────────
#
# http://www.softwareishard.com/blog/har-12-spec says what an entry has. Secrets are removed. A member `_moya` has what
# HAR has no member for. In an entry, this is the `status` and the `message` of a failure, and the `url` of a response
# after redirects. In the body of a request, it is the `encoding`. The plugin of the module `record` writes the same.

Entry = Dict[str, Any]


def archive(entries: List[Entry], version: str) -> Dict[str, Any]:
    """Returns the JSON of a whole HAR file."""
    return {"log": {"version": "1.2", "creator": {"name": "libmoya", "version": version}, "entries": entries}}


def entry(
    request: StubRequest, response: Optional[Response], body: bytes, failure: Optional[MoyaError], began: float,
    seconds: float, redaction: Redaction,
) -> Entry:
    """Makes an entry of a request and its response or failure. `began` is in seconds since 1970. The secrets of the
    request are also hidden where the response repeats them."""
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
        message = redaction.text_without(redaction.text(str(failure)))
        made["_moya"] = {"status": int(failure.status), "message": message}
    elif response is not None and response.url != request.url:
        made["_moya"] = {"url": redaction.url_without(redaction.url(response.url))}
    return made


def request_of(request: StubRequest, redaction: Redaction, repeats: bool = True) -> Dict[str, Any]:
    """Makes the request of an entry, with hidden secrets. If `repeats` is set, a secret is also hidden where the URL or
    the body repeats it."""
    media_type = request.headers.get("Content-Type") or ""
    body = None if request.body is None else redaction.body(media_type, plain(request.headers.items(), request.body))
    url = redaction.url(request.url)
    if repeats:
        _fields(request.headers.items(), redaction)  # finds the secrets
        url, body = redaction.url_without(url), None if body is None else redaction.without(body)
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
    if body is not None:
        text, encoding = _text(body)
        made["postData"] = {"mimeType": media_type, "text": text, **({"_moya": {"encoding": encoding}} if encoding else {})}
    return made


def _hidden(request: Dict[str, Any], redaction: Redaction) -> Dict[str, Any]:
    """Returns a request that was read from a file, without its secrets. If a browser or an earlier version wrote the
    file, it may have secrets."""
    made = {**request, "url": redaction.url(request["url"])}
    rows = [(row["name"], row["value"]) for row in request["headers"]]
    post = request.get("postData")
    if post:
        encoding = (post.get("_moya") or {}).get("encoding")
        pairs = [(row["name"], row.get("value") or "") for row in post.get("params") or ()]  # an entry has a text or a form
        body = bytes_of(post, encoding) if "text" in post else urlencode(pairs).encode()
        text, encoding = _text(redaction.body(post.get("mimeType") or "", plain(rows, body) if encoding else body))
        made["postData"] = {**post, "text": text, "_moya": {"encoding": encoding}}
    return {**made, "headers": _fields(rows, redaction)}


def _query(url: str) -> List[Tuple[str, str]]:
    pairs = (pair.partition("=") for pair in urlsplit(url).query.split("&") if pair)
    return [(unquote(name), unquote(value)) for name, _, value in pairs]


def _response(response: Optional[Response], body: bytes, redaction: Redaction) -> Dict[str, Any]:
    status = 0 if response is None else response.status_code
    rows = [] if response is None else response.headers.items()
    media_type = next((value for name, value in rows if name.lower() == "content-type"), "")
    for name, value in rows:
        _shown(name, value, redaction)  # finds the secrets that the body and other fields repeat
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
        "redirectURL": next((redaction.url_without(redaction.url(value)) for name, value in rows if name.lower() == "location"), ""),
        "headersSize": -1,
        "bodySize": len(body),
    }


def _fields(rows: List[Tuple[str, str]], redaction: Redaction) -> List[Dict[str, str]]:
    return [{"name": name, "value": _value(name, value, redaction)} for name, value in rows]


def _value(name: str, value: str, redaction: Redaction) -> str:
    return redaction.text_without(_shown(name, value, redaction))


def _shown(name: str, value: str, redaction: Redaction) -> str:
    return redaction.url(value) if name.lower() in ("location", "referer") else redaction.header(name, value)


def _text(body: bytes) -> Tuple[str, str]:
    """Returns a body as a text, and the encoding of the text: "base64", or "" if the text is the body itself."""
    try:
        return body.decode(), ""
    except UnicodeDecodeError:
        return base64.b64encode(body).decode(), "base64"


def _is_coded(found: Entry) -> bool:
    """Returns whether the body of a response is in the form in which the server has sent it, with a content coding."""
    names = (row["name"].lower() for row in found["response"].get("headers") or ())
    return bool((found.get("_moya") or {}).get("asSent")) and "content-encoding" in names


def sample(found: Entry, *, is_as_sent: bool = False) -> Sample:
    """Returns the response of an entry as a sample. If the caller takes a body as the server has sent it, and the body
    of the entry is decoded, leaves out the fields that describe the encoded body. Errors: LookupError, TypeError,
    ValueError, if the entry is not sound."""
    own: Mapping[str, Any] = found.get("_moya") or {}
    response = found["response"]
    if "status" in own or response["status"] == 0:  # a browser writes the status 0 for a request that failed
        return Sample(failure=Status(own.get("status", Status.NETWORK)))
    content = response["content"]
    rows = [(row["name"], row["value"]) for row in response["headers"]]
    if is_as_sent and not own.get("asSent") and any(name.lower() == "content-encoding" for name, _ in rows):
        rows = [row for row in rows if row[0].lower() not in ("content-encoding", "content-length")]
    return Sample(
        status_code=response["status"],
        headers=[row for row in rows if not row[0].startswith(":")],  # a browser also writes ":status" of HTTP/2
        body=bytes_of(content, content.get("encoding")),
        url=own.get("url"),
    )


def bytes_of(content: Mapping[str, Any], encoding: Any) -> bytes:
    """Returns the body whose text is in `content`. The text may be Base64."""
    text: str = content.get("text") or ""
    return base64.b64decode("".join(text.split()), validate=True) if encoding == "base64" else text.encode()


# ── Cassettes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

Mode = Literal["once", "new", "new_episodes", "none", "all"]
#: A part of a request that can be compared with an entry.
Part = Literal["method", "scheme", "host", "port", "path", "query", "body", "headers"]

_MODES = {"once": "once", "new": "new", "new_episodes": "new", "none": "none", "all": "all"}
_PARTS: "Tuple[Part, ...]" = ("method", "scheme", "host", "port", "path", "query", "body")
#: Fields that differ each time, or that depend on the version of the library.
_NOT_COMPARED = frozenset(("user-agent", "accept-encoding", "content-length", "host"))


class Cassette(Interception):
    """Records what servers respond to the calls of every provider. In later runs, plays the recorded responses instead
    of sending requests. The file is HAR 1.2.

        with moya.testing.Cassette("cassettes/user.har"):
            ...

    mode        "once" plays the file; if there is none, it records. "new" plays the file and records other requests.
                "none" plays the file and records nothing. "all" records everything again
    match_on    what a request and an entry must have in common: "method", "scheme", "host", "port", "path", "query",
                "body", "headers". The order of a query and of the members of JSON does not matter
    secrets     more names of header fields, parameters and members of JSON that are secret. The file has "redacted"
                instead of the values of all secret names, so these values are not compared
    scrub       a function that gets each entry as a dict before it is stored, and may change it. If it returns False,
                the entry is not stored
    ignore      hosts, "localhost" or "127.0.0.1:8080", whose requests are sent and are not recorded
    repeats     whether an entry may be played again and again; otherwise it is played once
    scope       as in moya.intercept

    A request that is not played and not recorded raises NoStub, and is never sent. While a cassette records, a stream
    begins only when its whole body has arrived. Errors: UsageError; OSError for the file. The `with` block raises
    ValueError when it begins, if the file is not HAR.
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        mode: Mode = "once",
        *,
        match_on: Iterable[Part] = _PARTS,
        secrets: Iterable[str] = (),
        scrub: Optional[Callable[[Entry], Any]] = None,
        ignore: Iterable[str] = (),
        repeats: bool = False,
        scope: Literal["process", "context"] = "process",
    ) -> None:
        super().__init__(scope)
        if mode not in _MODES:
            raise UsageError('mode must be "once", "new", "none" or "all"', Status.ARGUMENT)
        parts = tuple(match_on)
        unknown = next((it for it in parts if it not in (*_PARTS, "headers")), None)
        if unknown is not None:
            raise UsageError(f"match_on has {unknown!r}, which is no part of a request", Status.ARGUMENT)
        self.path, self.mode = Path(path), _MODES[mode]
        #: The entries as HAR has them.
        self.entries: List[Entry] = []
        self._parts, self._scrub, self._repeats = parts, None if scrub is None else check.function(scrub, "scrub"), repeats
        self._secrets, self._ignored = tuple(secrets), frozenset(ignore)
        #: The entries of the file: `_keys` has the parts of each request that are compared, and `_is_played` says
        #: whether the entry was played.
        self._keys: "List[Dict[str, Any]]" = []
        self._is_played: List[bool] = []
        #: For each key (_frozen): the entries that were not played, in order, and the last entry.
        self._places: "Dict[Any, Tuple[Deque[int], int]]" = {}
        self._has_new = self._records = False
        #: The requests of new entries with a body that cannot be decoded.
        self._coded: List[str] = []
        self._add(_Recorded(self))
        self._add(_Played(self))
        self._add(_Ignored(self))
        self._backend = self._record

    def __repr__(self) -> str:
        return f"<moya.testing.Cassette {self.path}: {self.mode}, {len(self.entries)} entries>"

    def __enter__(self) -> "Cassette":
        exists = self.path.exists()
        self.entries = _read(self.path) if exists and self.mode != "all" else []
        self._keys = [self._key_of(found) for found in self.entries]
        self._is_played, self._has_new, self._process = [False] * len(self.entries), False, os.getpid()
        self._places = {}
        for index, key in enumerate(self._keys):
            self._place(index, key, is_played=False)
        self._records = self.mode in ("new", "all") or self.mode == "once" and not exists
        super().__enter__()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        super().__exit__(kind, error, trace)
        if self._has_new and os.getpid() == self._process:  # a child would replace the file of its parent
            self.save()

    @property
    def unplayed(self) -> List[Entry]:
        """The entries of the file that were not played."""
        return [found for found, is_played in zip(self.entries, self._is_played) if not is_played]

    def save(self) -> None:
        """Writes the file. The end of the block does this, if something was recorded. Warns of bodies that cannot be
        decoded, because their secrets are not hidden. Errors: OSError."""
        with self._lock:
            text = json.dumps(archive(self.entries, version().decode()), indent=1, ensure_ascii=False)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.path.parent) as folder:  # a full disk must leave no part of the file
            written = Path(folder, "new.har")
            written.write_text(text + "\n", encoding="utf-8")
            if self.path.exists():  # a new file has the permissions that the umask leaves
                written.chmod(self.path.stat().st_mode & 0o777)
            written.replace(self.path)
        with self._lock:
            coded, self._coded = self._coded, []
        for request in coded:
            warnings.warn(f"{self.path}: a body of {request} cannot be decoded, so its secrets are not hidden", stacklevel=2)

    # ── Playing ──

    def _take(self, request: StubRequest, *, is_as_sent: bool) -> Optional[Entry]:
        """Returns the first entry that equals the request and was not played, and marks it as played. If all equal
        entries were played, returns the last of them if `repeats` is set, otherwise None. Only a caller who takes a
        body as the server has sent it gets an entry whose body is still encoded."""
        # With `repeats`, request_of hides a secret also where the URL or body has it. The secret of this run may differ
        # from the recorded one, and one of the two may equal a word there. So the entry is searched for in both ways.
        for repeats, is_coded in product((True, False), (True, False) if is_as_sent else (False,)):
            key = _frozen({**self._key(request_of(request, Redaction(self._secrets), repeats)), "coding": is_coded})
            with self._lock:
                unplayed, last = self._places.get(key, ((), -1))
                if unplayed or last >= 0 and self._repeats:
                    index = unplayed.popleft() if unplayed else last
                    self._is_played[index] = True
                    return self.entries[index]
        return None

    def _place(self, index: int, key: Dict[str, Any], *, is_played: bool) -> None:
        """Adds an entry to those that `_take` finds."""
        unplayed, _ = self._places.get(_frozen(key), (deque(), -1))
        if not is_played:
            unplayed.append(index)
        self._places[_frozen(key)] = unplayed, index

    def _key_of(self, found: Entry) -> Dict[str, Any]:
        try:
            sample(found)  # raises if the entry cannot be played
            return {**self._key(_hidden(found["request"], Redaction(self._secrets))), "coding": _is_coded(found)}
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            raise ValueError(f"{self.path} has an entry that cannot be played: {problem}") from None

    def _key(self, request: Dict[str, Any]) -> Dict[str, Any]:
        url = urlsplit(request["url"])
        fields = [(row["name"].lower(), row["value"]) for row in request["headers"]]
        values: "Dict[Any, Callable[[], Any]]" = {
            "method": lambda: request["method"],
            "scheme": lambda: url.scheme,
            "host": lambda: url.hostname,
            "port": lambda: url.port or {"http": 80, "https": 443}.get(url.scheme),
            "path": lambda: [unquote_to_bytes(part) for part in (url.path or "/").split("/")],
            "query": lambda: sorted(parse_qsl(url.query, keep_blank_values=True)),
            "body": lambda: _body(request.get("postData") or {}),
            "headers": lambda: sorted(row for row in fields if row[0] not in _NOT_COMPARED),
        }
        return {part: values[part]() for part in self._parts}

    def _mismatch(self, request: StubRequest) -> str:
        """Describes the entry that fits a request best, and which parts differ."""
        text = f"{self.path} has no {request.method} {shown_url(request.url)}"
        key = self._key(request_of(request, Redaction(self._secrets)))
        ranks = [(sum(known[part] != key[part] for part in key), index, known) for index, known in enumerate(self._keys)]
        if not ranks:
            return f"{text}: it has no entries"
        count, index, known = min(ranks, key=lambda rank: rank[:2])
        if count == 0:
            return f"{text} that was not played yet"
        shown = f"{self.entries[index]['request']['method']} {shown_url(self.entries[index]['request']['url'])}"
        return f"{text}. The nearest of {len(ranks)}, {shown}, differs in {', '.join(it for it in key if known[it] != key[it])}"

    # ── Recording ──

    def _record(self, request: Any) -> None:
        """Sends a request over the network, and stores what comes back. The recording providers have this backend."""
        seen: Optional[StubRequest] = None
        is_as_sent = False
        if request._call is not None:
            seen, request._call.received = request._call.received, None
            is_as_sent = not request._call.target.decode
        if seen is None:
            request.forward()
            return
        began, clock = time.time(), time.perf_counter()

        def store(outcome: "Union[Response, MoyaError]") -> "Union[Response, MoyaError]":
            self._store(seen, outcome, began, time.perf_counter() - clock, is_as_sent)
            return outcome

        request.forward(store)

    def _store(
        self, seen: StubRequest, outcome: "Union[Response, MoyaError]", began: float, seconds: float, is_as_sent: bool
    ) -> None:
        response = outcome if isinstance(outcome, Response) else outcome.response
        failure = outcome if isinstance(outcome, MoyaError) and response is None else None
        if failure is not None and not Status.ADDRESS <= failure.status <= Status.RESOLVE:
            return  # the call was cancelled, for example
        body = b""
        if response is not None:
            body = response.content if response.path is None else Path(response.path).read_bytes()
        # If possible, the body is decoded: then secrets can be found in it, and every call can use it.
        rows = [] if response is None else response.headers.items()
        shown = decoded(rows, body) if is_as_sent else body
        is_as_sent, body = shown is None, body if shown is None else shown
        found = entry(seen, response, body, failure, began, seconds, Redaction(self._secrets))
        if is_as_sent:
            found.setdefault("_moya", {})["asSent"] = True
        if self._scrub is not None and self._scrub(found) is False:
            return
        with self._lock:
            key = {**self._key(found["request"]), "coding": _is_coded(found)}
            self._place(len(self.entries), key, is_played=True)
            self.entries.append(found)
            self._keys.append(key)
            self._is_played.append(True)
            self._has_new = True
            if is_as_sent or decoded(seen.headers.items(), seen.body or b"") is None:
                self._coded.append(f"{seen.method} {shown_url(seen.url)}")


def _read(path: Path) -> List[Entry]:
    """Returns the entries of a file. Errors: OSError; ValueError."""
    try:
        entries = json.loads(path.read_text("utf-8-sig"))["log"]["entries"]  # HAR 1.2 allows a byte order mark
        if not isinstance(entries, list):
            raise TypeError("log.entries is not an array")
    except (LookupError, TypeError, ValueError, RecursionError) as problem:
        raise ValueError(f"{path} is not a HAR file: {problem}") from None
    return entries


def _frozen(value: Any) -> Any:
    """Makes a value that has a hash. Two results are equal if the original values are equal."""
    if isinstance(value, dict):
        return "an object", frozenset((name, _frozen(inner)) for name, inner in value.items())
    return tuple(_frozen(inner) for inner in value) if isinstance(value, (list, tuple)) else value


def _body(post: Dict[str, Any]) -> Any:
    """Returns the value by which two bodies are compared: the value of JSON, the items of a form, or the text."""
    media_type: str = post.get("mimeType") or ""
    body = bytes_of(post, (post.get("_moya") or {}).get("encoding"))
    kind = media_type.partition(";")[0]
    if is_json(media_type):
        value = json_value(body)
        return body if value is None else ("JSON", value)
    if kind == "application/x-www-form-urlencoded":
        return sorted(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    if kind.startswith("multipart/") and boundary_of(media_type):
        return body.replace(boundary_of(media_type), b"boundary")  # the boundary is random
    return body


class _Ignored(RuleFunctions):
    """The rule that is asked before all others. Lets requests to the hosts of `ignore` through, and does not record
    them."""

    def __init__(self, cassette: Cassette) -> None:
        super().__init__()
        self.has_condition = True
        self._cassette = cassette

    def is_match(self, request: StubRequest, call: Optional[Call]) -> bool:
        url = urlsplit(request.url)
        return not self._cassette._ignored.isdisjoint((url.netloc, url.hostname))


class _Played(RuleFunctions):
    """The rule that plays entries: it responds with what the cassette has recorded."""

    def __init__(self, cassette: Cassette) -> None:
        super().__init__()
        self.has_condition = self.has_answer = True
        self._cassette = cassette
        #: For each thread, the entry that is_match() found last. The library calls answer() next, on the same thread.
        self._taken = local()

    def is_match(self, request: StubRequest, call: Optional[Call]) -> bool:
        self._taken.is_as_sent = call is not None and not call.target.decode
        self._taken.entry = self._cassette._take(request, is_as_sent=self._taken.is_as_sent)
        return self._taken.entry is not None

    def answer(self, request: StubRequest, call: Optional[Call]) -> Sample:
        return sample(self._taken.entry, is_as_sent=self._taken.is_as_sent)


class _Recorded(RuleFunctions):
    """The rule that is asked after all others. While the cassette records, lets each request through to
    Cassette._record."""

    def __init__(self, cassette: Cassette) -> None:
        super().__init__()
        self.has_condition = True
        self._cassette = cassette

    def is_match(self, request: StubRequest, call: Optional[Call]) -> bool:
        if call is None:
            return False
        if self._cassette._records:
            call.received = request
            return True
        call.mismatch = self._cassette._mismatch(request)
        return False
