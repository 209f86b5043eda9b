"""Writes the manual pages of section 3: libmoya(3) and a page for each header. man also finds a page by the name of
each function and type on it. All text comes from the headers."""

import re
from textwrap import wrap
from typing import Dict, Iterator, List, Tuple

from . import declarations, errors, headers
from .declarations import CALLBACK, FUNCTION, STRUCT, TYPE, Group, Header
from .troff import bold, code, escaped, paragraphs, sentence

#: Pages whose name differs from the name of the header. status.h has no page: its constants are on the page of errors.
NAMES = {"moya": "libmoya", "error": "libmoya-errors", "status": "libmoya-errors", "plugin": "libmoya-plugins"}
THREADS = "libmoya-threads"
#: What the comment of a function says about its threads.
THREAD = re.compile(r"\[([a-z][a-z' ]*(?:thread|callbacks)\b[^\]]*)\]")
#: Attributes of declarations. They tell compilers what the comments tell readers, so the pages omit them.
ATTRIBUTES = re.compile(r'\s*\bMOYA_(?:API|PLUGIN_EXPORT|WARN_UNUSED|0\b|NONNULL\([^)]*\)|DEPRECATED\("[^"]*"\))')


def pages() -> Dict[str, str]:
    """Returns the texts of all manual pages, by the names of their files."""
    read = declarations.read()
    meanings = {it.name: (it.value, it.text) for it in headers.read().statuses.constants}
    shown = {name: header for name, header in read.items() if name not in ("moya", "status")}
    result = {f"{page(name)}.3": Page(read, header, meanings).text() for name, header in shown.items()}
    result["libmoya.3"] = overview(read)
    result[f"{THREADS}.3"] = threads(read)
    for name, header in read.items():
        for other in header.names(FUNCTION, CALLBACK, STRUCT, TYPE):
            result[f"{other}.3"] = f".so man3/{page(name)}.3\n"
    return result


def page(header: str) -> str:
    return NAMES.get(header, f"libmoya-{header}")


def references(read: Dict[str, Header], but: str) -> Iterator[str]:
    names = sorted({page(name) for name in read} | {THREADS} - {but})
    yield from (".SH SEE ALSO", ",\n".join(rf".BR \%{escaped(name)} (3)" for name in names if name != but).replace(",\n", " ,\n"))


def head(name: str, others: List[str], summary: str) -> Iterator[str]:
    yield "'\\\" -*- coding: UTF-8 -*-"
    yield f'.TH {escaped(name)} 3 "" "libmoya {version()}" "libmoya"'
    yield ".ad l"
    yield from (".SH NAME", rf"{escaped(', '.join([name, *others]))} \- {escaped(summary)}")


def version() -> str:
    return str(re.findall(r'MOYA_VERSION "(.*)"', (headers.ROOT / "include/moya/base.h").read_text())[0])


def overview(read: Dict[str, Header]) -> str:
    story = list(paragraphs(read["moya"].story))
    lines = [*head("libmoya", [], "HTTP APIs described once, as targets, and called"), ".SH SYNOPSIS", *code(["#include <moya/moya.h>"])]
    lines += [r"Compile and link with \fIpkg\-config \-\-cflags \-\-libs moya\fR.", ".SH DESCRIPTION", *story, ".SH PAGES"]
    for name in read:
        if name not in ("moya", "status"):
            lines += [".TP", rf".BR \%{escaped(page(name))} (3)", sentence(read[name].summary)]
    lines += [".TP", rf".BR \%{escaped(THREADS)} (3)", "which function may be called where, and what runs on which thread"]
    return "\n".join([*lines, *references(read, "libmoya")]) + "\n"


def threads(read: Dict[str, Header]) -> str:
    lines = [*head(THREADS, [], "which function may be called where, and what runs on which thread"), ".SH DESCRIPTION"]
    # The conventions about threads, handles and processes are in the comment at the top of moya.h.
    block = "\n".join(read["moya"].story)
    for name in ("Threads", "Handles", "Process"):
        if found := re.search(rf"^  {name} .*(?:\n {{8,}}.*)*", block, re.MULTILINE):
            lines += paragraphs(found[0].split("\n"))
    lines += [".SH CALLBACKS"]
    for header in read.values():
        for group in header.groups:
            for name in group.names(CALLBACK):
                lines += [".SS " + name, *paragraphs(group.comment)]
    lines += [".SH FUNCTIONS"]
    places: Dict[str, List[str]] = {}
    for header in read.values():
        for name, place in header_threads(header).items():
            places.setdefault(place, []).append(name)
    for place, names in sorted(places.items()):
        lines += [".TP", bold(place), *listed(names)]
    return "\n".join([*lines, *references(read, THREADS)]) + "\n"


def tagged(names: List[str]) -> Iterator[str]:
    """Yields the names of functions as the heading of a text that applies to all of them."""
    for number, name in enumerate(names):
        yield from (".TQ" if number else ".TP", rf".BR \%{name} ()")


def listed(names: List[str]) -> Iterator[str]:
    yield from (rf".BR \%{name} ()" + (" ," if name != names[-1] else "") for name in names)


def header_threads(header: Header) -> Dict[str, str]:
    """Returns for each function the threads that may call it, for example "any thread". If the comment of a function
    names no threads, those of the function above it apply."""
    found: Dict[str, str] = {}
    said = "any thread"
    for group in header.groups:
        if tag := THREAD.search(" ".join(group.comment)):
            said = tag[1].split(",")[0]
        found.update((name, said) for name in group.names(FUNCTION))
    return found


class Page:
    def __init__(self, read: Dict[str, Header], header: Header, meanings: Dict[str, Tuple[int, str]]) -> None:
        self.read, self.header, self.meanings = read, header, meanings
        self.name = page(header.name)

    def text(self) -> str:
        header = self.header
        lines = [*head(self.name, header.names(FUNCTION), header.summary), ".SH SYNOPSIS"]
        lines += code([f"#include <moya/{header.name}.h>", *self._prototypes()])
        lines += [".SH DESCRIPTION", *paragraphs(header.story), *self._types(), *self._functions()]
        lines += [*self._results(), *self._errors(), *self._threads(), *references(self.read, self.name)]
        return "\n".join(lines) + "\n"

    def _prototypes(self) -> Iterator[str]:
        for group in self.header.groups:
            texts = [prototype(it.text) for it in group.declarations if it.kind == FUNCTION]
            if texts:
                yield from ("", *(line for text in texts for line in text))

    def _types(self) -> Iterator[str]:
        """Yields structs, enumerations and types with the comments of their fields, as in the header, and the text
        between them."""
        groups = [group for group in self.header.groups if not group.names(FUNCTION) and not group.heading]
        if groups:
            yield ".SS Types and constants"
        for group in groups:
            yield from paragraphs(group.comment)
            if group.declarations:
                yield from code(("\n".join(declared(it.text) for it in group.declarations if initial(it.text))).split("\n"))

    def _functions(self) -> Iterator[str]:
        for heading, groups in self.header.parts():
            groups = [group for group in groups if group.names(FUNCTION)]
            if heading.heading and groups:
                yield from (f".SS {escaped(heading.heading)}", *paragraphs(described(heading)))
            for group in groups:
                yield from (*tagged(group.names(FUNCTION)), *inside(described(group)))

    def _results(self) -> Iterator[str]:
        by_type: Dict[str, List[str]] = {}
        told = {name for names, _ in errors.said_in(self.header) for name in names}
        for it in self._all(FUNCTION):
            fails = "moya_error **" in it[1] or it[0] in told
            by_type.setdefault(f"{'!' if fails else ''}{result_type(it[1])}", []).append(it[0])
        if by_type:
            yield ".SH RETURN VALUE"
        for kind, names in by_type.items():
            yield from tagged(names)
            if kind == "!moya_status":
                yield sentence("MOYA_OK, which is 0, or the negative status of an error. If the last argument is a moya_error **")
                yield sentence("and not NULL, it receives the error, or NULL if the function succeeds. Release the error with")
                yield sentence("moya_error_release.")
            else:
                yield "nothing" if kind == "void" else f"{bold(kind.lstrip('!'))}, as described above"

    def _all(self, kind: str) -> List[Tuple[str, str, Group]]:
        return [(it.name, declared(it.text), group) for group in self.header.groups for it in group.declarations if it.kind == kind]

    def _errors(self) -> Iterator[str]:
        rows = list(errors.said_in(self.header))
        named = set()
        of_all = self.name == NAMES["error"]
        if rows or of_all:
            yield ".SH ERRORS"
        for names, text in rows:
            yield from (*tagged(names), sentence(text + "."))
            named |= set(errors.listed(text, self.meanings))
        if of_all:
            yield from (".PP", "All statuses, with their numbers, which are frozen:")
        elif named:
            yield from (".PP", "These are:")
        for name, (number, text) in self.meanings.items():
            if of_all or name in named:
                yield from (".TP", f"{bold(name)} {escaped(str(number))}", sentence(text or "see libmoya-errors"))

    def _threads(self) -> Iterator[str]:
        places: Dict[str, List[str]] = {}
        for name, place in header_threads(self.header).items():
            places.setdefault(place, []).append(name)
        if places:
            yield ".SH THREADS"
        for place, names in places.items():
            yield from (*tagged(names), sentence(place))


def described(group: Group) -> List[str]:
    """Returns a comment without what it says about threads and errors, which have their own sections."""
    return THREAD.sub("", errors.NAMED.sub("", "\n".join(group.comment))).strip("\n").split("\n")


def inside(comment: List[str]) -> Iterator[str]:
    """Yields the text below a name. Later paragraphs are indented like the first."""
    lines = list(paragraphs(comment))
    yield from (".IP" if line == ".PP" else line for line in (lines[1:] if lines[:1] == [".PP"] else lines))


def declared(text: str) -> str:
    """Returns a declaration without attributes. Of a macro with arguments, returns only the name and the arguments."""
    macro = re.match(r"#define \w+\([^)]*\)", text)
    return macro[0] if macro else ATTRIBUTES.sub("", text).lstrip()


def prototype(text: str) -> List[str]:
    """Returns a prototype in lines that fit a terminal of 80 columns."""
    whole = re.sub(r"(?<!,) ", "\0", " ".join(declared(text).split()))  # a line ends only after a comma
    lines = wrap(whole, 70, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def initial(text: str) -> bool:
    """Returns whether the page shows a declaration. It omits _INIT macros, whose values a caller never writes."""
    return not re.match(r"#define \w+_INIT\b", text)


def result_type(prototype: str) -> str:
    return re.split(r"\bmoya_\w+\(", prototype, maxsplit=1)[0].strip()
