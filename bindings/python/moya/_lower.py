"""Targets as the C structs that the library reads."""

import ctypes
from functools import lru_cache
from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union

from . import _structs
from ._arguments import data, delay, milliseconds, scalar, text
from ._status import TARGET_SHARE, TaskKind, Validation

if TYPE_CHECKING:
    from ._target import Sample, Target

_TARGET_SIZE = ctypes.sizeof(_structs.Target)


def lower(it: "Target") -> "Tuple[_structs.Target, List[object]]":
    """The moya_target struct, and the objects that its pointers point into: to be kept as long as the struct.

    Errors: UsageError, RequestError.
    """
    kept: List[object] = []
    struct = _structs.Target(_TARGET_SIZE)
    if it.base_url is not None:
        struct.base_url = text(it.base_url, "base_url")
    if it.path != "":
        struct.path = text(it.path, "path")
    if it.method != "GET":
        struct.method = text(it.method, "method")
    if it.name is not None:
        struct.name = text(it.name, "name")
    if it.timeout is not None:
        struct.timeout_ms = milliseconds(it.timeout, "timeout")
    if it.headers:
        struct.headers, struct.header_count = pairs_address(it.headers, "headers", kept), len(it.headers)
    fields = vars(it)
    if fields["query"] or fields["json"] is not None or fields["body"] is not None:
        struct.task = _kept(_task(kept, **fields), kept)
    if it.sample is not None:
        struct.sample = _kept(_sample(it.sample, kept), kept)
    if it.stub:
        struct.stub = it.stub
    if it.stub_delay != 0:
        struct.stub_delay_ms = delay(it.stub_delay, "stub_delay")
    if it.tags:
        tags = [text(tag, "a tag") for tag in it.tags]
        struct.tags, struct.tag_count = _kept((ctypes.c_char_p * len(tags))(*tags), kept), len(tags)
    if it.validate is not Validation.NONE:
        _validate(it.validate, struct, kept)
    if it.share:
        struct.flags = TARGET_SHARE
    return struct, kept


def _validate(it: "Union[Validation, Tuple[int, ...]]", struct: _structs.Target, kept: List[object]) -> None:
    if isinstance(it, Validation):
        struct.validation = it
    else:
        struct.validation = Validation.STATUSES
        struct.statuses, struct.status_count = _kept((ctypes.c_int32 * len(it))(*it), kept), len(it)


def _task(
    kept: List[object], query: Any, json: Optional[bytes], body: Optional[bytes], **_: Any
) -> _structs.Task:
    task = _structs.Task(ctypes.sizeof(_structs.Task), TaskKind.PLAIN)
    if json is not None:
        task.kind, task.data, task.data_len = TaskKind.JSON, json, len(json)
    elif body is not None:
        task.kind, task.data, task.data_len = TaskKind.DATA, body, len(body)
    if query:
        query = [(name, scalar(value, "a value in query")) for name, value in query]
        task.parameters, task.parameter_count = pairs_address(query, "query", kept), len(query)
    return task


def _sample(it: "Sample", kept: List[object]) -> _structs.Sample:
    sample = _structs.Sample(ctypes.sizeof(_structs.Sample), it.status_code)
    if it.headers:
        sample.headers, sample.header_count = pairs_address(it.headers, "a sample's headers", kept), len(it.headers)
    sample.body, sample.body_len = it.body, len(it.body)
    sample.failure = it.failure
    return sample


def pairs_address(given: Any, what: str, kept: List[object]) -> int:
    """The address of an array of names and values, which `kept` keeps."""
    rows = [(text(name, f"a name in {what}"), text(value, f"a value in {what}")) for name, value in given]
    return _kept(pair_array(len(rows))(*rows), kept)


def _kept(thing: Any, kept: List[object]) -> int:
    """Keeps a thing alive as long as `kept`, and gives its address."""
    kept.append(thing)
    return ctypes.addressof(thing)


@lru_cache(maxsize=64)
def pair_array(count: int) -> Any:
    return _structs.Header * count
