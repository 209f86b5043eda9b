"""Writes bindings/python/moya/_status.py and _structs.py: the enumerations and structs of the headers in Python.

Leaves out each enumeration and struct that no other module of the package and no test names, because each class makes
the import slower.
"""

import re
from pathlib import Path
from struct import calcsize
from textwrap import wrap
from typing import Dict, Iterator, List, Set

from .headers import Constant, Enumeration, Field, Headers, Struct, read

PACKAGE = Path(__file__).parents[1] / "python" / "moya"
NOTE = "Written by script/bindings from include/moya: change the headers, and run it again."
NUMBERS = {
    "uint32_t": "c_uint32", "int32_t": "c_int32", "uint64_t": "c_uint64", "int64_t": "c_int64", "size_t": "c_size_t", "double": "c_double",
}  # fmt: skip
FORMATS = {"c_uint32": "I", "c_int32": "i", "c_uint64": "Q", "c_size_t": "N", "c_void_p": "P"}
#: The fields of a moya_completion that Python reads, except the response and the error.
ROW_OF_AN_END = ("tag", "status", "http_status", "data", "len")
#: The fields that Python reads from the row of a blocking call.
ROW_OF_A_CALL = ("http_status", "data", "len")
TEXT, ADDRESS = "c_char_p", "c_void_p"


def enumerations(headers: Headers) -> str:
    parts = [f'"""The library\'s numbers under their names.\n\n{NOTE}\n"""\n\nimport enum\n', *_status(headers.statuses)]
    used = _used()
    for it in headers.enumerations:
        if it.name and _class(it.name) in used:
            parts += ["", "", f"class {_class(it.name)}(enum.IntEnum):", *_members(it)]
    parts += ["", "", *(_flags(headers))]
    limits = {"MOYA_NO_KEEP_ALIVE", "MOYA_NO_REDIRECTS", "MOYA_MOST_LOOPS"}
    parts += ["", *(f"{it.name.removeprefix('MOYA_')} = {it.value}" for it in headers.macros if it.name in limits)]
    return "\n".join(parts) + "\n"


def _flags(headers: Headers) -> Iterator[str]:
    """Yields constants that are bits of a field. In the headers, the enumerations of these constants have no name."""
    for it in headers.enumerations:
        if not it.name and it.constants[0].name.startswith(("MOYA_TARGET_", "MOYA_RETRY_", "MOYA_HANDLERS_")):
            yield from (f"{constant.name.removeprefix('MOYA_')} = {constant.value}" for constant in it.constants)


def _status(statuses: Enumeration) -> List[str]:
    return [
        "",
        "class Status(enum.IntEnum):",
        # The header has a comment at moya_status, and none at its constants.
        *_members(statuses, "How a function or a call ended. 0 is success, and negative numbers are errors."),
        "",
        "    @classmethod",
        '    def _missing_(cls, value: object) -> "Status":',
        "        # A later library may know more.",
        "        return cls.OTHER",
    ]


def _members(it: Enumeration, text: str = "") -> Iterator[str]:
    if text := it.text or text:
        yield from _docstring(text)
        yield ""
    shared = "_".join(_words_in_common(it.constants)) + "_"
    for constant in it.constants:
        yield f"    {constant.name.removeprefix(shared).removeprefix('ERROR_')} = {constant.value}"
        if constant.text:
            yield from _docstring(constant.text)


def _words_in_common(constants: List[Constant]) -> Iterator[str]:
    for words in zip(*(it.name.split("_") for it in constants)):
        if len(set(words)) > 1:
            return
        yield words[0]


#: Words that stay in lower case at the start of a sentence. Words of C with an underscore do, too.
_LOWER = {"true", "false", "const", "libcurl"}


def _docstring(text: str) -> Iterator[str]:
    first = text.partition(" ")[0].rstrip(":,")
    begin = text[:1] if first in _LOWER or "_" in first else text[:1].upper()
    sentence = begin + text[1:] + ("" if text.endswith((".", "…")) else ".")
    lines = wrap(sentence, 112)
    if len(lines) == 1:
        yield f'    """{lines[0]}"""'
    else:
        yield f'    """{lines[0]}'
        yield from (f"    {line}" for line in lines[1:])
        yield '    """'


def _used() -> Set[str]:
    """Returns the words of the package's other modules and of the tests."""
    modules = [path for path in PACKAGE.parent.glob("*/*.py") if path.name not in ("_status.py", "_structs.py")]
    return {word for path in modules for word in re.findall(r"\w+", path.read_text())}


def _class(name: str) -> str:
    """Returns TaskKind for moya_task_kind."""
    return "".join(word.capitalize() for word in name.split("_")[1:])


def structs(headers: Headers) -> str:
    parts = [
        '"""The transparent structs of moya.h, field by field.',
        "",
        NOTE,
        "A field that points to a struct has the address as a number, and not a ctypes.POINTER. Before Python 3.13,",
        "all interpreters of a process share the table of the types that ctypes.POINTER has made. An import of ctypes",
        "in a second interpreter would break these types.",
        '"""',
        "",
        "from ctypes import Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p",
    ]
    tables = {it.name: it for it in read("plugin/tasks.h").structs if _is_for_plugins(it)}
    known: Dict[str, Struct] = {it.name: it for it in headers.structs if it.name not in tables}
    known["moya_plugin"] = tables["moya_plugin"]
    used = _used()
    for it in known.values():
        if _class(it.name) not in used:
            continue
        parts += ["", "", f"class {_class(it.name)}(Structure):"]
        if it.text:
            parts += [*_docstring(it.text), ""]
        parts += ["    _fields_ = [", *(f'        ("{name}", {kind}),' for name, kind in _fields(it)), "    ]"]
    row = list(_fields(known["moya_completion"]))
    ends, calls = (
        "".join(FORMATS[kind] if name in read else "%dx" % calcsize(FORMATS[kind]) for name, kind in row)
        for read in (ROW_OF_AN_END, ROW_OF_A_CALL)
    )
    parts += [
        "",
        "",
        "#: The format of a row that is a completion (MOYA_ROW_END), for struct.Struct. One iterator unpacks all rows",
        f"#: of a batch. The format has the fields {', '.join(ROW_OF_AN_END)}.",
        f'COMPLETION_FORMAT = "@{ends}"',
        f"#: The same format with only the fields {', '.join(ROW_OF_A_CALL)}.",
        f'RESPONSE_FORMAT = "@{calls}"',
    ]
    numbers = {it.name for it in headers.enumerations if it.name}
    parts += ["", *_functions("HOST", "moya_host, in its order", tables["moya_host"], numbers)]
    parts += ["", *_functions("TASKS", "moya_tasks, in its order", tables["moya_tasks"], numbers)]
    parts += ["", *_functions("HOOKS", "a plugin (moya_plugin)", tables["moya_plugin"], numbers)]
    return "\n".join(parts) + "\n"


def _is_for_plugins(it: Struct) -> bool:
    return any("(*)" in field.type for field in it.fields)


def _functions(name: str, owner: str, it: Struct, numbers: Set[str]) -> Iterator[str]:
    """Yields a table of the functions that a struct points to."""
    yield f"#: The functions of {owner}: the type of the result, then those of the parameters."
    yield f"{name} = {{"
    for field in it.fields:
        result, mark, parameters = field.type.partition("(*)")
        if mark:
            types = [_type(kind, numbers) for kind in parameters.strip("()").split(", ") if kind != "void"]
            texts = ["c_void_p" if "*" in result else _type(result.strip(), numbers), *types]
            end = "," if len(texts) == 1 else ""
            yield f'    "{field.name}": ({", ".join(texts)}{end}),'
    yield "}"


def _type(kind: str, numbers: Set[str]) -> str:
    """Returns the type of a parameter or a result. A text or bytes that are passed to a function are c_char_p."""
    if kind == "void":
        return "None"
    if kind in ("const char *", "const void *"):
        return TEXT
    if kind == "moya_str":
        return _class(kind)
    return NUMBERS["int32_t"] if kind in numbers or kind == "moya_status" else NUMBERS.get(kind, ADDRESS)


def _fields(it: Struct) -> Iterator["tuple[str, str]"]:
    names = [field.name for field in it.fields]
    return ((field.name, _kind(field, names)) for field in it.fields)


def _kind(field: Field, names: List[str]) -> str:
    if field.type in NUMBERS:
        return NUMBERS[field.type]
    if field.type == "moya_str":
        return _class(field.type)
    # A field with a length is an address, because c_char_p would stop at the first NUL. If there is no length, Python
    # sets the field, and c_char_p takes a bytes object as it is.
    if field.type in ("const char *", "const void *"):
        return ADDRESS if "len" in names else TEXT
    return ADDRESS
