"""A made-up answer, and the C struct that the library reads of it."""

import ctypes
from typing import Any, Iterable, List, Optional, Tuple

from . import _arguments as check
from . import _structs
from ._arguments import Fields
from ._errors import UsageError
from ._immutable import Value
from ._json import json_text
from ._pairs import array_of
from ._status import Status


class Sample(Value):
    """A made-up answer for stubs.

    At most one of `json` (any JSON value), `text` and `body`. `failure`: the exchange fails with that status, one of
    RESOLVE … ADDRESS, and there is no answer. `url`: the one that answered, as behind redirects; None: the request's. Errors: UsageError, RequestError.
    """

    status_code: int
    headers: Tuple[Tuple[str, str], ...]
    body: bytes
    failure: Status
    url: Optional[str]

    def __init__(
        self,
        *,
        json: Any = None,
        text: Optional[str] = None,
        body: Optional[bytes] = None,
        status_code: int = 200,
        headers: Optional[Fields] = None,
        failure: Status = Status.OK,
        url: Optional[str] = None,
    ) -> None:
        if (json is not None) + (text is not None) + (body is not None) > 1:
            raise TypeError("a sample has one of json, text and body")
        if json is not None:
            body = bytes(json_text(json, "a sample's json"))
        elif text is not None:
            body = check.utf8(text, "a sample's text")
        vars(self).update(
            status_code=check.integer(status_code, "a sample's status_code", 100, 599),
            headers=() if headers is None else check.pairs(headers, "a sample's headers"),
            body=b"" if body is None else check.data(body, "a sample's body"),
            failure=_failure(failure),
            url=url,
        )

    def __repr__(self) -> str:
        made = f"{self.status_code}, {len(self.body)} bytes" if self.failure is Status.OK else self.failure.name
        return f"<moya.Sample {made}>"


def _failure(status: Any) -> Status:
    if not isinstance(status, Status):
        raise check.wrong("a sample's failure", "a moya.Status", status)
    if status is Status.OK or Status.ADDRESS <= status <= Status.RESOLVE:
        return status
    raise UsageError(f"a sample's failure cannot be {status.name}: it is one of RESOLVE … ADDRESS", Status.ARGUMENT)


def lower_sample(it: Sample, kept: List[object]) -> _structs.Sample:
    """The moya_sample struct; `kept` keeps what it points into, but for the sample itself."""
    sample = _structs.Sample(ctypes.sizeof(_structs.Sample), it.status_code)
    if it.headers:
        sample.headers, sample.header_count = array_of(it.headers, "a sample's headers", kept), len(it.headers)
    sample.body, sample.body_len = it.body, len(it.body)
    sample.failure = it.failure
    sample.url = check.optional_text(it.url, "a sample's url")
    return sample


def sample_array(samples: Iterable[Sample], kept: List[object]) -> int:
    """The address of an array of moya_sample, which `kept` keeps."""
    rows = [lower_sample(sample, kept) for sample in samples]
    array = (_structs.Sample * len(rows))(*rows)
    kept.append(array)
    return ctypes.addressof(array)
