"""Targets as the C structs that the library reads."""

import ctypes
import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Tuple, Union

from . import _structs
from ._arguments import delay, milliseconds, optional_text, path, scalar, text, utf8
from ._credential import credential_address
from ._parts import Timeouts
from ._retry import lower_retry
from ._status import NO_REDIRECTS, TARGET_SHARE, BoolStyle, TaskKind, Validation

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
        _limit(it.timeout, struct)
    if it.headers:
        struct.headers, struct.header_count = pairs_address(it.headers, "headers", kept), len(it.headers)
    fields = vars(it)
    if fields["query"] or fields["json"] is not None or fields["body"] is not None or not _RARE.isdisjoint(fields):
        struct.task = _kept(_task(it, kept, **fields), kept)
        _say(it, struct, kept)
    if it.sample is not None:
        struct.sample = _kept(lower_sample(it.sample, kept), kept)
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
    if it.session is not None:
        from ._session import lower_target_session  # for the few that have one

        struct.session = lower_target_session(it.session, kept)
    if it.retry is not None:
        struct.retry = lower_retry(it.retry, kept)
    return struct, kept


#: The fields that few targets have.
_RARE = frozenset(
    ("path_values", "form", "files", "multipart", "list_key", "bool_style", "auth", "redirects", "max_body")
)


def _say(it: "Target", struct: _structs.Target, kept: List[object]) -> None:
    """What few targets say."""
    if it.path_values is not None:
        struct.path_values = pairs_address(it.path_values, "path_values", kept)
        struct.path_value_count = len(it.path_values)
    if it.auth is not None:
        struct.credential = credential_address(it.auth, "auth", kept)
    if it.redirects is not None:
        struct.max_redirects = it.redirects or NO_REDIRECTS
    if it.max_body is not None:
        struct.max_body_size = it.max_body


def _limit(timeout: Any, struct: _structs.Target) -> None:
    if isinstance(timeout, Timeouts):
        struct.timeout_ms = milliseconds(timeout.total, "timeout")
        struct.connect_timeout_ms = milliseconds(timeout.connect, "timeout")
        struct.idle_timeout_ms = milliseconds(timeout.idle, "timeout")
    else:
        struct.timeout_ms = milliseconds(timeout, "timeout")


def _validate(it: "Union[Validation, Tuple[int, ...]]", struct: _structs.Target, kept: List[object]) -> None:
    if isinstance(it, Validation):
        struct.validation = it
    else:
        struct.validation = Validation.STATUSES
        struct.statuses, struct.status_count = _kept((ctypes.c_int32 * len(it))(*it), kept), len(it)


def _task(
    it: "Target", kept: List[object], query: Any, json: Optional[bytes], body: Any, **_: Any
) -> _structs.Task:
    task = _structs.Task(ctypes.sizeof(_structs.Task), TaskKind.PLAIN)
    if json is not None:
        task.kind, task.data, task.data_len = TaskKind.JSON, json, len(json)
    elif isinstance(body, bytes):
        task.kind, task.data, task.data_len = TaskKind.DATA, body, len(body)
    elif isinstance(body, os.PathLike):
        task.kind, task.path = TaskKind.FILE, path(body, "body")
    elif body is not None:
        task.kind, task.stream = TaskKind.STREAM, _stream(body, kept)
    elif it.files is not None or it.multipart is not None:
        task.kind = TaskKind.MULTIPART
        task.parts, task.part_count = _parts(it, kept)
    elif it.form is not None:
        task.kind, task.value = TaskKind.FORM, _tree(it.form, "form", kept)
    if it.list_key != "{key}[]":
        task.list_key = text(it.list_key, "list_key")
    task.bool_style = it.bool_style
    if query and all(isinstance(value, (str, int, float)) for _, value in query):
        is_literal = it.bool_style is BoolStyle.LITERAL
        rows = [(name, scalar(value, "a value in query", is_literal)) for name, value in query]
        task.parameters, task.parameter_count = pairs_address(rows, "query", kept), len(rows)
    elif query:
        task.query = _tree(query, "query", kept)
    return task


def _tree(values: Any, what: str, kept: List[object]) -> int:
    from ._trees import Tree  # for these alone

    tree = Tree(values, what)
    kept.append(tree)
    return tree.address


def _stream(given: Any, kept: List[object]) -> int:
    from ._sources import Source  # for these alone

    source = Source(given)
    kept.append(source)
    return ctypes.addressof(source.struct)


def _parts(it: "Target", kept: List[object]) -> Tuple[int, int]:
    rows = []
    if it.form is not None:
        from ._trees import flat  # for these alone

        rows = [_part(name, field, None, None, kept) for name, field in flat(it.form, "form", it.bool_style)]
    for part in it.files or it.multipart or ():
        rows.append(_part(part.name, part.content, part.file_name, part.type, kept))
    return _kept((_structs.Part * len(rows))(*rows), kept), len(rows)


def _part(name: str, content: Any, file_name: Any, kind: Any, kept: List[object]) -> _structs.Part:
    part = _structs.Part(
        name=text(name, "a part's name"),
        file_name=optional_text(file_name, "a part's file_name"),
        type=optional_text(kind, "a part's type"),
    )
    if isinstance(content, str):
        content = utf8(content, "a part's content")
    if isinstance(content, bytes):
        kept.append(content)
        # NULL would be no content, and this is an empty one.
        part.data, part.data_len = content, len(content)
    elif isinstance(content, os.PathLike):
        part.path = path(content, "a part's content")
    else:
        part.stream = _stream(content, kept)
    return part


def lower_sample(it: "Sample", kept: List[object]) -> _structs.Sample:
    """The moya_sample struct; `kept` keeps what it points into, but for the sample itself."""
    sample = _structs.Sample(ctypes.sizeof(_structs.Sample), it.status_code)
    if it.headers:
        sample.headers, sample.header_count = pairs_address(it.headers, "a sample's headers", kept), len(it.headers)
    sample.body, sample.body_len = it.body, len(it.body)
    sample.failure = it.failure
    sample.url = optional_text(it.url, "a sample's url")
    return sample


def sample_array(samples: "Iterable[Sample]", kept: List[object]) -> int:
    """The address of an array of moya_sample, which `kept` keeps."""
    rows = [lower_sample(sample, kept) for sample in samples]
    return _kept((_structs.Sample * len(rows))(*rows), kept)


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
