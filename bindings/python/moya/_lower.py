"""Makes the C structs of targets, which the library reads."""

import ctypes
import os
from array import array
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from . import _library as c
from . import _structs
from ._arguments import array_of, delay, headers, milliseconds, optional_text, path, scalar, text, utf8
from ._values import Timeouts, credential_address, lower_retry, lower_sample
from ._status import (
    NO_REDIRECTS, TARGET_ANY_CODING, TARGET_AS_SENT, TARGET_ONLY_HEADERS, TARGET_SHARE, BoolStyle, TaskKind, Validation,
)

_SIZE = ctypes.sizeof(_structs.Target)
#: The fields that are texts in Python and in C.
_TEXTS = frozenset(("base_url", "path", "method", "name"))


#: A target in C: the address of the moya_target, an object whose memory begins with the struct, the objects into which
#: the struct points, and an object that ctypes passes as the address. ctypes does not check this object. The objects
#: must live as long as the struct. The fourth value is None if the target sets `retry`, or has a file or an iterable in
#: its body.
Lowered = Tuple[int, Any, List[Any], Any]
#: An array of numbers of eight bytes.
Words = Any


def lower(fields: Mapping[str, Any], known: Optional[Lowered] = None) -> Lowered:
    """Makes the C struct of a target with these fields. `known` is the struct of an earlier target, from which the new
    struct gets all other fields. If `known` is None, the other fields are 0, which means the library's defaults.

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
    asks = "retry" in fields or (known is not None and known[3] is None)
    asks = asks or (has_task and any(getattr(thing, "takes_part", False) for thing in kept))
    return ctypes.addressof(struct), struct, kept, None if asks else ctypes.byref(struct)


def words_of(known: Lowered) -> Words:
    """Returns the moya_target of `known` as numbers of eight bytes, for lower_usual()."""
    return array("Q", bytes(known[1]))


def lower_usual(
    known: Lowered, words: Words, path: str, query: "Tuple[Tuple[str, Any], ...]", json: Optional[bytes]
) -> Optional[Lowered]:
    """Does the same as lower() for a path, a query and a JSON text. `words` is the result of words_of(known). One array
    has the texts. A second array has the moya_target, the moya_task and the addresses of the texts. A moya_parameter
    consists of two of these addresses. This is much faster than an object of ctypes for each struct. Returns None if
    the texts are not ASCII, or for values that lower() must convert or refuse."""
    texts = [path]
    for name, value in query:
        if type(value) is not str:
            if type(value) is not int or not -_LARGE < value < _LARGE:
                return None
            value = str(value)
        if type(name) is not str or "\0" in name or "\0" in value:
            return None
        texts += name, value
    joined = "\0".join(texts)
    if not joined.isascii() or "\0" in path:
        return None
    memory = array("B", joined.encode())
    memory.append(0)
    made = words + (_PLAIN_TASK if json is None else _JSON_TASK)
    if json is not None:
        memory.frombytes(json)
        made[_TASK_DATA], made[_TASK_LENGTH] = memory.buffer_info()[0] + len(joined) + 1, len(json)
    at: int = memory.buffer_info()[0]
    made[_TARGET_PATH] = at
    for it in texts:
        made.append(at)
        at += len(it) + 1
    address: int = made.buffer_info()[0]
    made[_TARGET_TASK] = address + _SIZE
    if query:
        made[_TASK_ROWS], made[_TASK_ROW_COUNT] = address + _ROWS, len(query)
    return address, made, [known, memory], c.passed_address(address)


def lower_for_call(known: Lowered) -> Lowered:
    """Returns a copy of a moya_target for one call. The copy has its own readers of the files and iterables in the
    body. If the body has no files and iterables, returns `known`."""
    sources = {ctypes.addressof(it.struct): it.for_call() for it in known[2] if getattr(it, "takes_part", False)}
    if all(ctypes.addressof(it.struct) == address for address, it in sources.items()):
        return known
    struct = _structs.Target.from_buffer_copy(known[1])
    task = _structs.Task.from_buffer_copy(_structs.Task.from_address(struct.task))
    struct.task = ctypes.addressof(task)
    parts: Any = ()
    if task.stream:
        task.stream = ctypes.addressof(sources[task.stream].struct)
    if task.part_count:
        array = _structs.Part * task.part_count
        parts = array.from_buffer_copy(array.from_address(task.parts))
        task.parts = ctypes.addressof(parts)
        for part in parts:
            if part.stream:
                part.stream = ctypes.addressof(sources[part.stream].struct)
    return ctypes.addressof(struct), struct, [known, task, parts, *sources.values()], None


def _timeout(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    set_timeout(struct, value)


def set_timeout(struct: _structs.Target, value: Any) -> None:
    """Puts a timeout, seconds or a Timeouts, into the struct. Errors: UsageError."""
    if isinstance(value, Timeouts):
        struct.timeout_ms = milliseconds(value.total, "timeout")
        struct.connect_timeout_ms = milliseconds(value.connect, "timeout")
        struct.idle_timeout_ms = milliseconds(value.idle, "timeout")
    else:
        struct.timeout_ms = milliseconds(value, "timeout")


def _headers(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    if value:
        rows = headers(value, "headers")  # returns the same rows, unless the target was pickled
        kept.append(rows)
        struct.headers, struct.header_count = rows.address, len(rows)


def put_headers(struct: _structs.Target, rows: Any) -> object:
    """Adds the header fields `rows` (Pairs) to those of a struct. A new field replaces the fields of the same name.
    Returns the objects that must live as long as the struct, for example the new array."""
    names = {name.lower().encode() for name, _ in rows}
    stride = struct.header_stride or ctypes.sizeof(_structs.Header)
    old = [_structs.Header.from_address(struct.headers + index * stride) for index in range(struct.header_count)]
    new = [_structs.Header.from_address(rows.address + index * ctypes.sizeof(_structs.Header)) for index in range(len(rows))]
    fields = [*(it for it in old if (it.name or b"").lower() not in names), *new]
    array = (_structs.Header * len(fields))(*fields)
    struct.headers, struct.header_count, struct.header_stride = ctypes.addressof(array), len(fields), 0
    return array, rows, old


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


def _decode(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.flags |= TARGET_AS_SENT


def _only_headers(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.flags |= TARGET_ONLY_HEADERS


def _auth(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.credential = credential_address(value, "auth", kept)


def _redirects(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.max_redirects = value or NO_REDIRECTS


def _max_body(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.max_body_size = value


def _session(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    from ._session import lower_target_session  # imported here, because few targets have a session

    struct.connection = lower_target_session(value, kept)


def _retry(struct: _structs.Target, value: Any, kept: List[object]) -> None:
    struct.retry = lower_retry(value, kept)


#: The functions that write a field of a target into the struct. Fields of the task are not here.
_PUT: "Dict[str, Callable[[_structs.Target, Any, List[object]], None]]" = {
    "timeout": _timeout, "headers": _headers, "path_values": _path_values, "sample": _sample, "stub": _stub,
    "stub_delay": _stub_delay, "tags": _tags, "validate": _validate, "share": _share, "any_coding": _any_coding,
    "decode": _decode, "only_headers": _only_headers, "auth": _auth,
    "redirects": _redirects, "max_body": _max_body, "session": _session, "retry": _retry,
}


# ── The content of a request: moya_task ───────────────────────────────────────────────────────────────────────────────

_TASK_SIZE = ctypes.sizeof(_structs.Task)
#: The fields that make a body, except `json`.
_BODIES = frozenset(("body", "body_length", "form", "files", "multipart"))
#: Integers whose absolute value is less than this become texts here. scalar() converts all others, because Python
#: refuses to write integers with thousands of digits.
_LARGE = 1 << 64
# The members are stored as numbers, because before Python 3.12 looking up a member of an enumeration runs Python code.
_PLAIN, _JSON, _LITERAL = int(TaskKind.PLAIN), int(TaskKind.JSON), BoolStyle.LITERAL
# A moya_task as numbers of eight bytes, and the places of fields among the numbers that lower_usual() makes.
_PLAIN_TASK, _JSON_TASK = (array("Q", bytes(_structs.Task(_TASK_SIZE, kind))) for kind in (_PLAIN, _JSON))
_TARGET_PATH, _TARGET_TASK = (it.offset // 8 for it in (_structs.Target.path, _structs.Target.task))
_TASK_DATA, _TASK_LENGTH, _TASK_ROWS, _TASK_ROW_COUNT = (
    (_SIZE + it.offset) // 8
    for it in (_structs.Task.data, _structs.Task.data_len, _structs.Task.parameters, _structs.Task.parameter_count)
)
#: The offset of the moya_parameters in the array. They follow the address of the path.
_ROWS = _SIZE + _TASK_SIZE + 8


def task_address(fields: Mapping[str, Any], kept: List[object]) -> int:
    """Makes the moya_task of a target with these fields, adds it to `kept` and returns its address. Errors: UsageError,
    RequestError."""
    task = _structs.Task(_TASK_SIZE, _PLAIN)
    json = fields.get("json")
    if json is not None:
        task.kind, task.data, task.data_len = _JSON, json, len(json)
    elif not _BODIES.isdisjoint(fields):
        _body(task, fields, kept)
    style = fields.get("bool_style")
    if style is not None:
        task.bool_style = style
    if "list_key" in fields:
        task.list_key = text(fields["list_key"], "list_key")
    query = fields.get("query")
    if query:
        rows = _plain(query, style is _LITERAL)
        if rows is None:
            task.query = _tree(query, "query", kept)
        else:
            task.parameters, task.parameter_count = array_of(rows, "query", kept), len(rows)
    kept.append(task)
    return ctypes.addressof(task)


def _plain(query: Any, is_literal: bool) -> "Optional[List[Tuple[str, str]]]":
    """Returns the names and texts of a query. Returns None if the query has a list, a mapping or a None."""
    rows = []
    for name, value in query:
        kind = type(value)
        if kind is int and -_LARGE < value < _LARGE:
            value = str(value)
        elif kind is not str:
            if not isinstance(value, (str, int, float)):
                return None
            value = scalar(value, "a value in query", is_literal)
        rows.append((name, value))
    return rows


def _body(task: Any, fields: Mapping[str, Any], kept: List[object]) -> None:
    body, length = fields.get("body"), fields.get("body_length")
    if isinstance(body, bytes):
        task.kind, task.data, task.data_len = TaskKind.DATA, body, len(body)
    elif isinstance(body, os.PathLike):
        task.kind, task.path = TaskKind.FILE, path(body, "body")
    elif body is not None:
        task.kind, task.stream = TaskKind.STREAM, _stream(body, length, kept, fields.get("trailers"))
    elif "files" in fields or "multipart" in fields:
        task.kind = TaskKind.MULTIPART
        task.parts, task.part_count = _parts(fields, kept)
    elif "form" in fields:
        task.kind, task.value = TaskKind.FORM, _tree(fields["form"], "form", kept)


def _tree(values: Any, what: str, kept: List[object]) -> int:
    from ._content import Tree  # only needed here

    tree = Tree(values, what)
    kept.append(tree)
    address: int = tree.address
    return address


def _stream(given: Any, length: Optional[int], kept: List[object], trailers: Any = None) -> int:
    from ._content import Source  # only needed here

    source = given if isinstance(given, Source) else Source(given, length, trailers)
    kept.append(source)
    return ctypes.addressof(source.struct)


def _parts(fields: Mapping[str, Any], kept: List[object]) -> Tuple[int, int]:
    rows = []
    if "form" in fields:
        from ._content import flat  # only needed here

        style = fields.get("bool_style", BoolStyle.NUMERIC)
        rows = [_part(name, field, None, None, None, kept) for name, field in flat(fields["form"], "form", style)]
    for part in fields.get("files") or fields.get("multipart") or ():
        rows.append(_part(part.name, part.content, part.file_name, part.type, part.length, kept))
    array = (_structs.Part * len(rows))(*rows)
    kept.append(array)
    return ctypes.addressof(array), len(rows)


def _part(
    name: str, content: Any, file_name: Any, kind: Any, length: Optional[int], kept: List[object]
) -> _structs.Part:
    part = _structs.Part(
        name=text(name, "a part's name"),
        file_name=optional_text(file_name, "a part's file_name"),
        type=optional_text(kind, "a part's type"),
    )
    if isinstance(content, str):
        content = utf8(content, "a part's content")
    if isinstance(content, bytes):
        kept.append(content)
        # The content exists and is empty. NULL would mean that there is no content.
        part.data, part.data_len = content, len(content)
    elif isinstance(content, os.PathLike):
        part.path = path(content, "a part's content")
    else:
        part.stream = _stream(content, length, kept)
    return part
