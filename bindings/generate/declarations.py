"""Reads the texts of the public headers: each declaration with the comment above it, in order.

The manual pages show these texts. headers.py does another thing: it asks clang what a declaration means.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

from .headers import ROOT

FUNCTION, CALLBACK, STRUCT, ENUM, TYPE, MACRO, PROSE = "function", "callback", "struct", "enum", "type", "macro", "prose"

#: Each kind of declaration, with a pattern for its text. The group in the pattern is the name. The first match counts.
KINDS = (
    (MACRO, r"#define (\w+)"),
    (FUNCTION, r"(?:MOYA_API|MOYA_PLUGIN_EXPORT)\b[^;]*?\b(moya_\w+)\("),
    (CALLBACK, r"typedef [^;{]*?\(\*(\w+)\)\("),
    (STRUCT, r"(?:typedef )?struct (\w+) \{"),
    (ENUM, r"(?:typedef )?enum(?: \w+)? \{"),
    (TYPE, r"typedef [^;]*?(\w+);"),
)


#: Macros that only the headers use.
NOT_SHOWN = (
    "MOYA_API", "MOYA_PLUGIN_EXPORT", "MOYA_0", "MOYA_NONNULL", "MOYA_WARN_UNUSED", "MOYA_DEPRECATED", "MOYA_SIZED", "MOYA_MAKE",
)  # fmt: skip


@dataclass(frozen=True)
class Declaration:
    kind: str
    name: str  # "" for an enumeration
    text: str  # as written, including the comments of fields


@dataclass
class Group:
    """Declarations that follow each other without an empty line. They share the comment above them."""

    comment: List[str]  # its lines without the asterisks; empty: no comment
    declarations: List[Declaration] = field(default_factory=list)
    heading: str = ""  # the text of a ruler (/* ── Name ── */); its comment applies to the groups below it

    def names(self, kind: str) -> List[str]:
        return [it.name for it in self.declarations if it.kind == kind]


@dataclass
class Header:
    name: str  # "queue" for queue.h
    story: List[str]  # the lines of the comment at the top
    groups: List[Group]

    def names(self, *kinds: str) -> List[str]:
        return [it.name for group in self.groups for it in group.declarations if it.kind in kinds and it.name]

    def parts(self) -> "Iterator[Tuple[Group, List[Group]]]":
        """Yields each heading with the groups below it. The groups before the first heading come with an empty
        heading."""
        heading = Group([])
        below: List[Group] = []
        for group in self.groups:
            if group.heading:
                yield heading, below
                heading, below = group, []
            else:
                below.append(group)
        yield heading, below

    @property
    def summary(self) -> str:
        """Returns the first sentence of the comment at the top, or as much of it as fits into a line."""
        first = " ".join(self.story[: self.story.index("")] if "" in self.story else self.story)
        sentence = re.split(r"\.(?=\s|$)", first, maxsplit=1)[0]
        return sentence if len(sentence) <= 90 else re.split(r"[:;](?=\s)", sentence, maxsplit=1)[0]


def read(folder: Path = ROOT / "include/moya") -> Dict[str, Header]:
    return {path.stem: header(path.stem, path.read_text()) for path in sorted(folder.glob("*.h"))}


def header(name: str, text: str) -> Header:
    groups: List[Group] = []
    fresh = True  # whether the next declaration starts a group
    for kind, part in _parts(text):
        if kind == "comment":
            lines = _lines(part)
            fresh = lines[0].startswith("──")
            if fresh:
                groups.append(Group(lines[1:], heading=lines[0].strip("─ ")))
            else:
                groups.append(Group(lines))
        elif kind == "gap":
            fresh = True
        elif not (declaration := _declaration(part)) or declaration.name.endswith("_H"):
            pass
        elif declaration.name in NOT_SHOWN:
            if groups and not groups[-1].declarations and not groups[-1].heading and not fresh:
                groups.pop()  # the group has only the comment of this macro
            fresh = True
        else:
            if fresh or not groups or groups[-1].heading:
                groups.append(Group([]))
                fresh = False
            groups[-1].declarations.append(declaration)
    story = groups.pop(0).comment if groups and not groups[0].declarations else []
    return Header(name, story, [group for group in groups if group.comment or group.declarations or group.heading])


def _declaration(text: str) -> "Declaration | None":
    for kind, pattern in KINDS:
        if found := re.match(pattern, text):
            return Declaration(kind, found[1] if found.groups() else "", text)
    return None


COMMENT = re.compile(r"/\*.*?\*/[ ]*\n", re.DOTALL)
GAP = re.compile(r"\n+")
DIRECTIVE = re.compile(r"#(?:[^\n]*\\\n)*[^\n]*\n")
DECLARATION = re.compile(r"(?:typedef|enum|struct|MOYA_\w+)\b")
LINE = re.compile(r"[^\n]*\n?")  # anything else: the braces of extern "C", a static assertion, a template


def _parts(text: str) -> Iterator[Tuple[str, str]]:
    position = 0
    while position < len(text):
        end = 0
        if found := COMMENT.match(text, position):
            yield "comment", found[0]
        elif found := GAP.match(text, position):
            yield "gap", ""
        elif found := DIRECTIVE.match(text, position):
            if found[0].startswith("#define "):
                yield "code", found[0].rstrip("\n")
        elif DECLARATION.match(text, position):
            end = _end(text, position)
            yield "code", text[position:end].rstrip("\n")
        else:
            found = LINE.match(text, position)
        position = end or (found.end() if found else len(text))


def _end(text: str, position: int) -> int:
    """Returns the position after the line with the semicolon that ends the declaration. That semicolon is outside
    all braces and comments."""
    depth = 0
    for token in re.compile(r"/\*.*?\*/|[{};]", re.DOTALL).finditer(text, position):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0] == ";" and depth == 0:
            return text.find("\n", token.end()) + 1 or len(text)
    return len(text)


def _lines(comment: str) -> List[str]:
    """Returns the text of a comment, line by line, with its own indentation."""
    inside = comment.strip()[2:-2].rstrip()
    return [re.sub(r"^ ?\* ?", "", line).rstrip() if number else line.strip() for number, line in enumerate(inside.split("\n"))]
