"""Finds the errors that the headers name for each function, and makes a library that records which of them a program
has seen."""

import re
from typing import Dict, Iterable, Iterator, List, Set, Tuple

from .declarations import FUNCTION, Group, Header
from .headers import Function, Headers

#: Finds a sentence like "Errors: NULL, STRUCT_*; ARGUMENT: a text that is too long." in a comment.
NAMED = re.compile(r"Errors:\s(.*?)(?:\.\s(?=[A-Z\[])|\.?\s*$)", re.DOTALL)


def text(group: Group) -> "str | None":
    """Returns what the comment of a group says about errors, in one line."""
    found = NAMED.search("\n".join(group.comment))
    return " ".join(found[1].split()) if found else None


def said_in(header: Header) -> Iterator[Tuple[List[str], str]]:
    """Yields texts about errors, each with the functions to which it applies. The text of a heading applies to the
    functions below it whose comments have no such text."""
    for heading, groups in header.parts():
        silent = [name for group in groups if not text(group) for name in group.names(FUNCTION)]
        if silent and (found := text(heading)):
            yield silent, found
        yield from ((group.names(FUNCTION), found) for group in groups if (found := text(group)) and group.names(FUNCTION))


def listed(said: str, statuses: Iterable[str]) -> Iterator[str]:
    """Yields the statuses in a list like "NULL, STRUCT_*; ARGUMENT: a JSON text that is too long; and STATE"."""
    for part in re.split(r"[,;]\s+(?:and\s+)?", re.sub(r"\([^)]*\)", "", said)):
        if word := re.match(r"(?:MOYA_ERROR_)?([A-Z][A-Z0-9_]+\*?)(?=:|\s*$)", part):
            yield from (name for name in statuses if re.fullmatch(rf"MOYA_ERROR_{word[1].replace('*', '.*')}", name))


def by_functions(read: Dict[str, Header], statuses: List[str]) -> Iterator[Tuple[List[str], Set[str]]]:
    """Yields the functions of each comment, with the errors that the comment names. If the comment says "as NAME" or
    "those of NAME except FORKED", the errors include those of the function NAME."""
    groups = [row for header in read.values() for row in said_in(header)]
    said = {name: found for names, found in groups for name in names}
    return ((names, _of(names[0], said, statuses)) for names, _ in groups)


def _of(name: str, said: Dict[str, str], statuses: List[str]) -> Set[str]:
    found = set(listed(said[name], statuses))
    # A name may leave out a common prefix: add_plugin for moya_provider_add_plugin.
    for other, but in re.findall(r"\b(?:as|those of) (\w+)(?: (?:but|except) ([A-Z_]+))?", said[name]):
        full = next((each for each in said if each != name and each.endswith(other)), None)
        if full:
            found |= _of(full, said, statuses) - {f"MOYA_ERROR_{but}"}
    return found


def recorder(read: Headers) -> str:
    """Returns the C source of a library that is loaded between a program and libmoya (LD_PRELOAD). The library writes a
    line when a function returns an error for the first time."""
    lines = [RECORDER]
    for it in read.functions:
        if it.result in ("moya_status", "int64_t", "moya_api_function") and it.parameters:
            lines += _between(it, read.functions.index(it))
    return "\n".join(lines) + "\n"


def _between(it: Function, number: int) -> Iterator[str]:
    parameters = ", ".join(f"{each.type} {each.name}" for each in it.parameters)
    yield f"{it.result} {it.name}({parameters}) {{"
    yield f"  static {it.result} (*next)({', '.join(each.type for each in it.parameters)});"
    yield f'  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "{it.name}");'
    yield f"  {it.result} result = next({', '.join(each.name for each in it.parameters)});"
    if it.result == "moya_api_function":  # it returns no status, so the status comes from the error
        yield f'  record({number}, "{it.name}", result || !error || !*error ? 0 : status_of(*error));\n  return result;\n}}'
        return
    yield f'  record({number}, "{it.name}", result < 0 ? (moya_status)result : 0);\n  return result;\n}}'


RECORDER = """#define _GNU_SOURCE
#define MOYA_NONNULL(...)
#include <moya/moya.h>
#include <dlfcn.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Writes to descriptor 200, in one write that is no cancellation point, and without allocating memory. Some of the
 * programs have an allocator that fails, have no free descriptor, fork, or cancel threads. */
static void record(unsigned number, const char *function, moya_status status) {
  static unsigned char seen[512][100];
  if (status >= 0 || status <= -100 || number >= 512 || seen[number][-status]++) return;
  static const char *(*name)(moya_status);
  if (!name) *(void **)&name = dlsym(RTLD_NEXT, "moya_status_name");
  char line[160];
  int length = snprintf(line, sizeof line, "%s %s\\n", function, name(status));
  if (syscall(SYS_write, 200, line, (size_t)length) != length) _exit(9);
}
static inline moya_status status_of(const moya_error *error) {
  static moya_status (*status)(const moya_error *);
  if (!status) *(void **)&status = dlsym(RTLD_NEXT, "moya_error_status");
  return status(error);
}
"""
