"""Makes the reference of the C API. It has a page for each header, with the declarations and comments of the header."""

import re
from collections.abc import Iterator

import prose
from generate import declarations, errors, headers
from generate.declarations import CALLBACK, ENUM, FUNCTION, MACRO, STRUCT, TYPE, Declaration, Group, Header
from generate.manual import ATTRIBUTES, THREAD, initial, prototype
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CLexer

FOLDER = "reference/c"
NAME = re.compile(r"\b(?:moya|MOYA)_\w+")


class Reference:
    def __init__(self) -> None:
        self.read = declarations.read()
        self.statuses = {it.name for it in headers.read().statuses.constants}
        #: Maps each public name to the header that declares it.
        self.places: "dict[str, str]" = {}
        for name, header in self.read.items():
            for group in header.groups:
                for anchor in anchors(group):
                    self.places.setdefault(anchor, name)

    def pages(self) -> "dict[str, str]":
        """Returns the Markdown of each page, by the path of its file."""
        found = {f"{FOLDER}/{name}.md": "\n".join(self._page(header)) + "\n" for name, header in self.read.items()}
        return {f"{FOLDER}/index.md": "\n".join(self._index()) + "\n", **found}

    def order(self) -> "list[str]":
        """Returns the names of the headers, in the order in which moya.h includes them."""
        text = (headers.ROOT / "include/moya/moya.h").read_text()
        listed = re.findall(r'^#include "(\w+)\.h"', text, re.MULTILINE)
        return ["moya", *listed, *(name for name in self.read if name not in listed and name != "moya")]

    def find(self, name: str, here: str) -> "str | None":
        """Returns the link from the page of the header `here` to a name."""
        if name.endswith(".h"):
            header = name.removesuffix(".h")
            return f"{header}.md" if header in self.read and header != here else None
        header = self.places.get(name, "")
        if not header:
            return None
        return f"#{name}" if header == here else f"{header}.md#{name}"

    def _index(self) -> Iterator[str]:
        yield "# C reference"
        yield ""
        yield "Each page shows one header of `include/moya`, with its comments. The headers are the specification of the C API."
        yield "`#include <moya/moya.h>` includes all of them except `typed.h` and the C++ headers."
        yield "The page of [moya.h](moya.md) has the conventions that hold for every function."
        yield ""
        yield from ("| header | what it declares |", "|---|---|")
        for name in self.order():
            said = "The conventions, and all headers below except typed.h" if name == "moya" else first_sentence(self.read[name])
            yield f"| [`{name}.h`]({name}.md) | {prose.sentence(said, lambda it: self.find(it, ''))} |"
        yield from ("", "## All functions", "")
        for name in self.order():
            for function in self.read[name].names(FUNCTION):
                yield f"- [`{function}`]({name}.md#{function})"

    def _page(self, header: Header) -> Iterator[str]:
        here = header.name

        def find(name: str) -> "str | None":
            return self.find(name, here)

        # If a reader searches for a name, this page comes before the guides that mention the name.
        yield from ("---", "search: { boost: 2 }", "---", f"# {here}.h", "")
        yield from prose.paragraphs(header.story, "c", find)
        yield from ("```c", f"#include <moya/{here}.h>", "```", "")
        for heading, groups in header.parts():
            if heading.heading:
                yield from (f"## {prose.escaped(heading.heading)}", "", *self._text(heading, find))
            for group in groups:
                yield from self._group(group, here, find)

    def _group(self, group: Group, here: str, find: prose.Finder) -> Iterator[str]:
        shown = [it for it in group.declarations if is_public(it)]
        if not shown:
            yield from self._text(group, find)
            return
        title, identity = titled(group)
        yield from (f"### `{title}` {{ #{identity} }}", "")
        # Declarations that stand together in the header stay together.
        text = "\n".join(public(it.kind, it.text) for it in shown)
        yield from (self._code(text, here, {identity}), "", *self._text(group, find))

    def _code(self, text: str, here: str, written: "set[str]") -> str:
        """Returns highlighted C. The names that this text declares are anchors, and all other names are links."""

        def linked(found: "re.Match[str]") -> str:
            name = found[0]
            place = self.find(name, here)
            if place is None:
                return name
            if place.startswith("#"):
                if name not in declared:
                    return f'<a href="{place}">{name}</a>'
                if name in written:
                    return name
                written.add(name)
                return f'<span id="{name}">{name}</span>'
            page, _, anchor = place.partition("#")
            return f'<a href="../{page.removesuffix(".md")}/#{anchor}">{name}</a>'

        declared = declared_in(text)
        colored = highlight(text, CLexer(), HtmlFormatter(nowrap=True))
        lines = NAME.sub(linked, colored).rstrip("\n")
        return f'<div class="highlight c"><pre><code>{lines}</code></pre></div>'

    def _text(self, group: Group, find: prose.Finder) -> Iterator[str]:
        """Yields the Markdown of a comment. Its sentences about errors and threads become separate paragraphs."""
        whole = "\n".join(group.comment)
        threads = [it.strip() for it in THREAD.findall(whole)]
        whole = THREAD.sub("", whole)
        found = errors.NAMED.search(whole)
        before, after = (whole[: found.start()], whole[found.end() :]) if found else (whole, "")
        yield from prose.paragraphs(before.strip("\n").split("\n"), "c", find)
        if found:
            said = " ".join(found[1].split()).rstrip(".")
            yield from (f"**Errors:** {self._errors(said, find)}.", "")
            yield from prose.paragraphs(after.strip().split("\n"), "c", find)
        if threads:
            yield from (f"**Thread:** {prose.sentence('; '.join(threads), find)}", "")

    def _errors(self, text: str, find: prose.Finder) -> str:
        def word(found: "re.Match[str]") -> str:
            name = f"MOYA_ERROR_{found[0]}"
            place = find(name) if name in self.statuses else None
            return f"[`{found[0]}`]({place})" if place else found[0]

        return re.sub(r"(?<![\w`#])[A-Z][A-Z0-9_]+\b(?![\w`\])])", word, prose.sentence(text, find))


def first_sentence(header: Header) -> str:
    words = " ".join(header.story[: header.story.index("")] if "" in header.story else header.story)
    return re.split(r"\.(?=\s|$)", words, maxsplit=1)[0]


def titled(group: Group) -> "tuple[str, str]":
    """Returns the heading of a group, and the anchor of the heading."""
    names = [it.name for it in group.declarations if it.name and is_public(it)]
    types = group.names(TYPE) + group.names(STRUCT) + group.names(CALLBACK)
    constants = [name for it in group.declarations if it.kind == ENUM for name in enumerated(it.text)]
    if group.names(FUNCTION):
        names = group.names(FUNCTION)
    elif types:
        names = types
    elif constants:
        return f"{common(constants)}*", constants[0]
    title = names[0] if len(names) == 1 else ", ".join(names[:2]) + (" …" if len(names) > 2 else "")
    return title, names[0]


def common(names: "list[str]") -> str:
    """Returns the common start of names: "MOYA_CALL_" for MOYA_CALL_WAITING and MOYA_CALL_ENDED."""
    words = [name.split("_") for name in names]
    same = []
    for column in zip(*words):
        if len(set(column)) > 1:
            break
        same.append(column[0])
    return "_".join(same) + "_"


def enumerated(text: str) -> "list[str]":
    return re.findall(r"^\s*(MOYA_\w+)", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), re.MULTILINE)


def declared_in(text: str) -> "set[str]":
    """Returns the names that a C text declares. In this text they are anchors, not links."""
    found = set(enumerated(text)) if "enum {" in text else set()
    found |= set(re.findall(r"^#define (\w+)", text, re.MULTILINE))
    found |= set(re.findall(r"^(?!typedef)[\w ].*?\b(moya_\w+)\(", text, re.MULTILINE))
    found |= set(re.findall(r"^(?:typedef )?struct (\w+) \{", text, re.MULTILINE))
    found |= set(re.findall(r"^typedef [^;{]*?(\w+);", text, re.MULTILINE))
    found |= set(re.findall(r"\(\*(moya_\w+)\)\(", text))
    return found


def anchors(group: Group) -> "list[str]":
    named = [it.name for it in group.declarations if it.name and is_public(it)]
    return named + [name for it in group.declarations if it.kind == ENUM for name in enumerated(it.text)]


def is_public(it: Declaration) -> bool:
    """Returns whether the reference shows the declaration. It shows no _INIT macro, whose values a caller never writes,
    and no macro in lower case, which only checks the arguments of a function."""
    return initial(it.text) and not (it.kind == MACRO and it.name.islower())


def public(kind: str, text: str) -> str:
    """Returns a declaration without its attributes. A macro with arguments also loses its expansion."""
    if kind == FUNCTION:
        return "\n".join(prototype(text))
    if kind == MACRO and (head := re.match(r"#define \w+\([^)]*\)", text)):
        return head[0]
    return ATTRIBUTES.sub("", text).lstrip()
