"""Reads the public headers with clang, and returns what they declare as data."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Constant:
    """An enumerator, or a macro that is a number."""

    name: str  # MOYA_TASK_JSON
    value: int
    text: str  # the comment after it, in one line; "" without one


@dataclass(frozen=True)
class Enumeration:
    name: Optional[str]  # for example moya_task_kind; None: the enumeration has no named type
    constants: List[Constant]
    text: str


@dataclass(frozen=True)
class Field:
    name: str
    type: str  # as in C, without typedefs of numbers: "const char *", "uint32_t"
    text: str


@dataclass(frozen=True)
class Struct:
    name: str  # moya_target
    fields: List[Field]
    text: str


@dataclass(frozen=True)
class Parameter:
    name: str
    type: str  # "const moya_target *"


@dataclass(frozen=True)
class Function:
    name: str
    result: str  # its type; "void": no result
    parameters: List[Parameter]


@dataclass(frozen=True)
class Callback:
    """A type of function pointers."""

    name: str  # moya_release_fn
    result: str
    parameters: List[str]  # their types


@dataclass(frozen=True)
class Headers:
    enumerations: List[Enumeration]
    macros: List[Constant]
    structs: List[Struct]
    functions: List[Function]
    callbacks: List[Callback]

    @property
    def statuses(self) -> Enumeration:
        return next(it for it in self.enumerations if it.constants[0].name == "MOYA_OK")


def read(*more: str) -> Headers:
    """Reads every header of include/moya except typed.h. typed.h has only macros, and functions that are compiled into
    programs. Then reads `more`, which are headers in folders of include/moya, for example "plugin/tasks.h"."""
    return _read([*sorted(path.name for path in (ROOT / "include/moya").glob("*.h") if path.name != "typed.h"), *more])


def read_for_plugins() -> Headers:
    """Reads plugin.h and the headers of include/moya/plugin, and what they include."""
    return _read(["plugin.h", *sorted(f"plugin/{path.name}" for path in (ROOT / "include/moya/plugin").glob("*.h"))])


def _read(names: List[str]) -> Headers:
    source = "".join(f"#include <moya/{name}>\n" for name in names)
    tree = json.loads(_clang(source, "-fsyntax-only", "-fparse-all-comments", "-Xclang", "-ast-dump=json"))
    nodes = tree["inner"]
    return Headers(
        list(_enumerations(nodes)), list(_macros(source)), list(_structs(nodes)), list(_functions(nodes)), list(_callbacks(nodes))
    )


def _clang(source: str, *arguments: str) -> str:
    command = [_compiler(), "-x", "c", "-std=c11", f"-I{ROOT / 'include'}", *arguments, "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout


def _compiler() -> str:
    """Returns the path of a clang. If there is no clang on PATH, returns the clang of the Swift toolchain, which exists
    wherever the library can be built."""
    beside = Path(os.path.realpath(shutil.which("swiftc") or "")).parent / "clang"
    return shutil.which("clang") or str(beside)


def _enumerations(nodes: List[Any]) -> Iterator[Enumeration]:
    for node, following in zip(nodes, [*nodes[1:], {}]):
        if node["kind"] == "EnumDecl":
            rows = [row for row in node["inner"] if row["kind"] == "EnumConstantDecl"]
            # The typedef after the constants is their type. It is an integer type of fixed size, because the compiler
            # may choose the size of an enum.
            named = following.get("kind") == "TypedefDecl" and following["name"].startswith("moya_")
            yield Enumeration(following["name"] if named else None, list(_constants(rows)), _text(node))


def _constants(rows: List[Any]) -> Iterator[Constant]:
    texts = [_text(row) for row in rows]
    for row, text in zip(rows, texts):
        number = next(part for part in row["inner"] if part["kind"] == "ConstantExpr")
        # For a constant without a comment, clang returns the heading of its group.
        heading = texts.count(text) > 1
        yield Constant(row["name"], int(number["value"]), "" if heading else text)


def _structs(nodes: List[Any]) -> Iterator[Struct]:
    for node in nodes:
        if node["kind"] == "RecordDecl" and node.get("completeDefinition") and node.get("name", "").startswith("moya_"):
            fields = [Field(row["name"], _type(row["type"]), _text(row)) for row in node["inner"] if row["kind"] == "FieldDecl"]
            yield Struct(node["name"], fields, _text(node))


def _functions(nodes: List[Any]) -> Iterator[Function]:
    """Returns the functions of the library. moya_plugin_entry is not among them, because a plugin defines it."""
    for node in nodes:
        if node["kind"] == "FunctionDecl" and node["name"].startswith("moya_") and node["name"] != "moya_plugin_entry":
            rows = [row for row in node.get("inner", []) if row["kind"] == "ParmVarDecl"]
            parameters = [Parameter(row["name"], row["type"]["qualType"]) for row in rows]
            yield Function(node["name"], node["type"]["qualType"].split("(")[0].strip(), parameters)


def _callbacks(nodes: List[Any]) -> Iterator[Callback]:
    for node in nodes:
        if node["kind"] == "TypedefDecl" and node["name"].startswith("moya_"):
            if found := re.fullmatch(r"(.*?)\(\*\)\((.*)\)", node["type"]["qualType"]):
                types = found[2].split(", ") if found[2] not in ("", "void") else []
                yield Callback(node["name"], found[1].strip(), types)


def _type(node: Dict[str, str]) -> str:
    return node["qualType"] if re.fullmatch(r"u?int\d+_t|size_t", node["qualType"]) else _number(node)


def _number(node: Dict[str, str]) -> str:
    return "int32_t" if node.get("desugaredQualType") == "int" else node["qualType"]


def _macros(source: str) -> Iterator[Constant]:
    defined = re.findall(r"^#define (MOYA_\w+) (\S+)$", _clang(source, "-E", "-dM"), re.MULTILINE)
    for name, value in sorted(defined):
        if value == "UINT32_MAX":
            yield Constant(name, 2**32 - 1, "")
        elif number := re.fullmatch(r"(0x[0-9a-f]+|\d+)u?", value):
            yield Constant(name, int(number[1], 0), "")


def _text(node: Any) -> str:
    """Returns the comment of a declaration, in one line. A line "── Name ──" between two parts of a header
    belongs to no declaration."""
    comments = [part for part in node.get("inner", []) if part["kind"] == "FullComment"]
    text = " ".join(" ".join(_words(part) for part in comments).split())
    return "" if text.startswith("──") else text


def _words(node: Any) -> str:
    # A row of a table in a comment is "Name   text". In one line with the other text, it becomes "Name: text".
    text = re.sub(r"^ {2,}(\w+) {2,}(?=\S)", r" \1: ", str(node.get("text", "")))
    return text + " ".join(_words(part) for part in node.get("inner", []))
