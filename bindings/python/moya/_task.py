"""What a target's request carries, as the C struct that the library reads: moya_task."""

import ctypes
import os
from typing import Any, List, Mapping, Optional, Tuple

from . import _structs
from ._arguments import optional_text, path, scalar, text, utf8
from ._pairs import array_of
from ._status import BoolStyle, TaskKind

_SIZE = ctypes.sizeof(_structs.Task)
#: The fields of which a body is made that is not JSON.
_BODIES = frozenset(("body", "body_length", "form", "files", "multipart"))
#: Beyond it an integer may have more digits than Python writes.
_LARGE = 1 << 64
# As numbers: before Python 3.12 a member of an enumeration is looked up by code of Python's.
_PLAIN, _JSON, _LITERAL = int(TaskKind.PLAIN), int(TaskKind.JSON), BoolStyle.LITERAL


def task_address(fields: Mapping[str, Any], kept: List[object]) -> int:
    """The address of the moya_task of a target with these fields, which `kept` keeps. Errors: UsageError, RequestError."""
    task = _structs.Task(_SIZE, _PLAIN)
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
    """Names and texts, of a query that has no lists, mappings and None; None: it has."""
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
        task.kind, task.stream = TaskKind.STREAM, _stream(body, length, kept)
    elif "files" in fields or "multipart" in fields:
        task.kind = TaskKind.MULTIPART
        task.parts, task.part_count = _parts(fields, kept)
    elif "form" in fields:
        task.kind, task.value = TaskKind.FORM, _tree(fields["form"], "form", kept)


def _tree(values: Any, what: str, kept: List[object]) -> int:
    from ._trees import Tree  # for these alone

    tree = Tree(values, what)
    kept.append(tree)
    address: int = tree.address
    return address


def _stream(given: Any, length: Optional[int], kept: List[object]) -> int:
    from ._sources import Source  # for these alone

    source = Source(given, length)
    kept.append(source)
    return ctypes.addressof(source.struct)


def _parts(fields: Mapping[str, Any], kept: List[object]) -> Tuple[int, int]:
    rows = []
    if "form" in fields:
        from ._trees import flat  # for these alone

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
        # NULL would be no content, and this is an empty one.
        part.data, part.data_len = content, len(content)
    elif isinstance(content, os.PathLike):
        part.path = path(content, "a part's content")
    else:
        part.stream = _stream(content, length, kept)
    return part
