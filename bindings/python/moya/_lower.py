"""Targets as the C structs that the library reads."""

import ctypes
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from . import _structs
from ._arguments import delay, milliseconds, text
from ._credential import credential_address
from ._pairs import array_of, headers
from ._parts import Timeouts
from ._retry import lower_retry
from ._sample import lower_sample
from ._status import NO_REDIRECTS, TARGET_ANY_CODING, TARGET_SHARE, Validation
from ._task import task_address

_SIZE = ctypes.sizeof(_structs.Target)
#: The fields that are texts in both.
_TEXTS = frozenset(("base_url", "path", "method", "name"))


#: The address of a moya_target; the struct, and the objects that its pointers point into, to be kept as long; and what
#: ctypes passes as that address without a look at it, None when functions are asked about the target's attempts.
Lowered = Tuple[int, _structs.Target, List[Any], Any]


def lower(fields: Mapping[str, Any], known: Optional[Lowered] = None) -> Lowered:
    """What a target with these fields is to the library. What is not among them is as in `known`, else 0, which is the
    library's default.

    Errors: UsageError, RequestError.
    """
    kept: List[Any]
    if known is None:
        struct, kept = _structs.Target(_SIZE), []
    else:
        struct, kept = _structs.Target.from_buffer_copy(known[1]), [known]
    has_task = False
    for name, value in fields.items():
        if name in _TEXTS:
            setattr(struct, name, text(value, name))
        elif name in _PUT:
            _PUT[name](struct, value, kept)
        else:
            has_task = True
    if has_task:
        struct.task = task_address(fields, kept)
    is_asked = "retry" in fields or (known is not None and known[3] is None)
    return ctypes.addressof(struct), struct, kept, None if is_asked else ctypes.byref(struct)


def _timeout(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    if isinstance(value, Timeouts):
        struct.timeout_ms = milliseconds(value.total, "timeout")
        struct.connect_timeout_ms = milliseconds(value.connect, "timeout")
        struct.idle_timeout_ms = milliseconds(value.idle, "timeout")
    else:
        struct.timeout_ms = milliseconds(value, "timeout")


def _headers(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    if value:
        rows = headers(value, "headers")  # as they are, but for those of a target that was pickled
        kept.append(rows)
        struct.headers, struct.header_count = rows.address, len(rows)


def _path_values(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.path_values, struct.path_value_count = array_of(value, "path_values", kept), len(value)


def _sample(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    sample = lower_sample(value, kept)
    kept.append(sample)
    struct.sample = ctypes.addressof(sample)


def _stub(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.stub = value


def _stub_delay(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.stub_delay_ms = delay(value, "stub_delay")


def _tags(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    tags = (ctypes.c_char_p * len(value))(*[text(tag, "a tag") for tag in value])
    kept.append(tags)
    struct.tags, struct.tag_count = ctypes.addressof(tags), len(tags)


def _validate(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    if isinstance(value, Validation):
        struct.validation = value
        return
    statuses = (ctypes.c_int32 * len(value))(*value)
    kept.append(statuses)
    struct.validation = Validation.STATUSES
    struct.statuses, struct.status_count = ctypes.addressof(statuses), len(statuses)


def _share(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.flags |= TARGET_SHARE


def _any_coding(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.flags |= TARGET_ANY_CODING


def _auth(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.credential = credential_address(value, "auth", kept)


def _redirects(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.max_redirects = value or NO_REDIRECTS


def _max_body(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.max_body_size = value


def _session(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    from ._session import lower_target_session  # for the few that have one

    struct.connection = lower_target_session(value, kept)


def _retry(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.retry = lower_retry(value, kept)


#: What puts a field of a target into the struct. The fields that are missing here are those of the task.
_PUT: "Dict[str, Callable[[_structs.Target, Any, List[object]], None]]" = {
    "timeout": _timeout, "headers": _headers, "path_values": _path_values, "sample": _sample, "stub": _stub,
    "stub_delay": _stub_delay, "tags": _tags, "validate": _validate, "share": _share, "any_coding": _any_coding, "auth": _auth,
    "redirects": _redirects, "max_body": _max_body, "session": _session, "retry": _retry,
}
