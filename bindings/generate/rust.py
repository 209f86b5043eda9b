"""Writes bindings/rust/moya-plugin/src/sys.rs: the tables and numbers of the plugin headers in Rust."""

import re
from typing import Dict, Iterator, List

from .headers import ROOT, Constant, Headers, Struct, read_for_plugins

NOTE = "//! In libmoya's sources, script/bindings writes this file from the headers."
TYPES = {
    "void": "c_void", "char": "c_char", "double": "f64", "size_t": "usize", "uint8_t": "u8", "uint32_t": "u32", "int32_t": "i32",
    "uint64_t": "u64", "int64_t": "i64", "moya_status": "i32",
}  # fmt: skip
#: Tables in which every function is set. In other tables, a function may be NULL.
OF_THE_HOST = ("moya_host", "moya_tasks", "moya_body", "moya_digest")
NOT_FOR_PLUGINS = ("moya_parameter", "moya_log_handler")


def tables(_: Headers) -> str:
    headers = read_for_plugins()
    named = {it.name: "i32" for it in headers.enumerations if it.name}
    callbacks = {it.name: _function(it.result, it.parameters, named) for it in headers.callbacks if it.name == "moya_task_fn"}
    parts = [
        "//! The tables and numbers of plugin.h and of include/moya/plugin.",
        "//!",
        NOTE,
        "",
        "#![allow(non_camel_case_types, missing_docs)]",
        "",
        "use std::os::raw::{c_char, c_void};",
        "",
        "/// An instance, or one run of a hook. Only the host looks into it.",
        "#[repr(C)]",
        "pub struct moya_context {",
        "    _private: [u8; 0],",
        "}",
        *(f"pub type {name} = Option<{text}>;" for name, text in callbacks.items()),
        "",
    ]
    types: Dict[str, str] = {**named, **{name: name for name in callbacks}}
    for it in headers.structs:
        if it.name not in NOT_FOR_PLUGINS:
            parts += [*_struct(it, types), ""]
    for group in headers.enumerations:
        parts += [*(_constant(it, "i32") for it in group.constants), ""]
    parts += [*(_constant(it, "u32") for it in headers.macros), "", *_names(), "", *_statuses(headers)]
    return "\n".join(parts) + "\n"


def _constant(it: Constant, kind: str) -> str:
    return f"pub const {it.name}: {kind} = {it.value};"


def _names() -> Iterator[str]:
    """Yields the names of extensions. They end with a NUL byte."""
    for path in sorted((ROOT / "include/moya/plugin").glob("*.h")):
        for name, text in re.findall(r'^#define (MOYA_\w+) "([^"]+)"$', path.read_text(), re.MULTILINE):
            yield f'pub const {name}: &[u8] = b"{text}\\0";'


def _statuses(headers: Headers) -> Iterator[str]:
    """Yields a table with the name of each status."""
    names = [it.name for group in headers.enumerations for it in group.constants if re.match(r"MOYA_(OK$|ERROR_)", it.name)]
    yield "/// The names of the statuses."
    yield "pub const STATUS_NAMES: &[(i32, &str)] = &["
    yield from (f'    ({name}, "{name}"),' for name in names)
    yield "];"


def _struct(it: Struct, types: Dict[str, str]) -> Iterator[str]:
    # The struct does not derive Debug, although clippy asks for it. A function pointer would only print as an address.
    yield "#[repr(C)]"
    yield "#[derive(Clone, Copy)]"
    yield f"pub struct {it.name} {{"
    for field in it.fields:
        found = re.fullmatch(r"(.*?)\(\*\)\((.*)\)", field.type)
        if not found:
            kind = _type(field.type, types)
        else:
            kind = _function(found[1].strip(), found[2].split(", "), types)
            kind = kind if it.name in OF_THE_HOST else f"Option<{kind}>"
        yield f"    pub {field.name}: {kind},"
    yield "}"


def _function(result: str, parameters: List[str], types: Dict[str, str]) -> str:
    given = ", ".join(_type(it, types) for it in parameters if it != "void")
    return f"unsafe extern \"C\" fn({given})" + ("" if result == "void" else f" -> {_type(result, types)}")


def _type(text: str, types: Dict[str, str]) -> str:
    """Returns the Rust type of a C type: *const *const c_char for "const char *const *"."""
    base, *pointers = text.split("*")
    words = base.split()
    name = words[-1]
    kind = TYPES.get(name) or types.get(name) or name
    constant = "const" in words[:-1]
    for pointer in pointers:
        kind = f"*{'const' if constant else 'mut'} {kind}"
        constant = "const" in pointer
    return kind
