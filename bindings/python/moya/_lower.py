"""Targets and options as the C structs that the library reads."""

import ctypes
from functools import lru_cache
from typing import Any, Optional, Tuple

from . import _structs
from ._errors import RequestError, UsageError
from ._status import Status, TaskKind
from ._target import Sample, Target, dump_json

_TARGET_SIZE = ctypes.sizeof(_structs.Target)
_MAX_MS = 0xFFFFFFFF


def text(value: Any, what: str) -> Optional[bytes]:
    """UTF-8 for a C string. Errors: UsageError for what is no text, RequestError for a NUL, which would cut it."""
    if value is None:
        return None
    try:
        encoded: bytes = value.encode()
    except AttributeError:
        raise UsageError(f"{what} must be a str, not {type(value).__name__}", Status.ARGUMENT) from None
    except UnicodeEncodeError:
        raise UsageError(f"{what} is not valid Unicode", Status.UTF8) from None
    if b"\0" in encoded:
        raise RequestError(f"{what} has a NUL character", Status.INVALID_REQUEST)
    return encoded


def milliseconds(seconds: Optional[float], what: str) -> int:
    """Whole milliseconds, at least one; 0 for None."""
    if seconds is None:
        return 0
    if not 0 < seconds <= _MAX_MS / 1000:  # also refuses NaN
        raise UsageError(f"{what} must be a positive number of seconds, at most 49 days", Status.ARGUMENT)
    return max(1, round(seconds * 1000))


def lower(target: Target) -> int:
    """The address of the target's moya_target, made once and kept by the target.

    Errors: UsageError, RequestError.
    """
    known: Optional[Tuple[int, Any]] = vars(target).get("_c")
    if known is not None:
        return known[0]
    try:
        struct = _target(target)
    except (RequestError, UsageError) as problem:
        problem.target = target
        raise
    address = ctypes.addressof(struct)
    vars(target)["_c"] = (address, struct)  # two threads at once make two, either is good
    return address


def _target(it: Target) -> _structs.Target:
    struct = _structs.Target(_TARGET_SIZE)
    struct.base_url = text(it.base_url, "base_url")
    if it.path:
        struct.path = text(it.path, "path")
    if it.method != "GET":
        struct.method = text(it.method, "method")
    if it.name is not None:
        struct.name = text(it.name, "name")
    if it.timeout is not None:
        struct.timeout_ms = milliseconds(it.timeout, "timeout")
    if it.headers:
        struct.headers, struct.header_count = _pairs(it.headers, "header")
    if it.query is not None or it.json is not None or it.body is not None:
        struct.task = ctypes.pointer(_task(it))
    if it.sample is not None:
        struct.sample = ctypes.pointer(_sample(it.sample))
    if it.stub:
        struct.stub = it.stub
        struct.stub_delay_ms = milliseconds(it.stub_delay or None, "stub_delay")
    if it.tags:
        tags = [text(tag, "tag") for tag in it.tags]
        struct.tags, struct.tag_count = (ctypes.c_char_p * len(tags))(*tags), len(tags)
    return struct


def _task(it: Target) -> _structs.Task:
    task = _structs.Task(ctypes.sizeof(_structs.Task))
    if it.query is not None:
        task.kind = TaskKind.QUERY
        task.parameters, task.parameter_count = _pairs(_scalars(it.query), "query parameter")
    elif it.json is not None:
        task.kind = TaskKind.JSON
        task.data = data = dump_json(it.json)
        task.data_len = len(data)
    else:
        task.kind = TaskKind.DATA
        task.data = data = _bytes(it.body, "body")
        task.data_len = len(data)
    return task


def _sample(it: Sample) -> _structs.Sample:
    sample = _structs.Sample(ctypes.sizeof(_structs.Sample), it.status_code)
    if it.headers:
        sample.headers, sample.header_count = _pairs(it.headers, "sample header")
    sample.body = body = _bytes(it.body, "sample body")
    sample.body_len = len(body)
    sample.failure = it.failure
    return sample


def _pairs(given: Any, what: str) -> "Tuple[ctypes.Array[_structs.Pair], int]":
    rows = [(text(name, what), text(value, what)) for name, value in given]
    return _pair_array(len(rows))(*rows), len(rows)


@lru_cache(maxsize=64)
def _pair_array(count: int) -> Any:
    return _structs.Pair * count


def _scalars(given: Any) -> "list[Tuple[Any, str]]":
    return [(name, _scalar(value)) for name, value in given]


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (int, float)):
        return str(value)
    raise UsageError(f"a query value must be str, int, float or bool, not {type(value).__name__}", Status.ARGUMENT)


def _bytes(value: Any, what: str) -> bytes:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise UsageError(f"{what} must be bytes, not {type(value).__name__}", Status.ARGUMENT)
