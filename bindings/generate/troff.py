"""Writes text of the headers as troff, the language of manual pages."""

import re
from textwrap import dedent
from typing import Iterator, List

#: A name of this library, which a page shows in bold: a function, a type, a constant.
NAMED = re.compile(r"`([^`]+)`|\b(moya_\w+(?:\(\))?|MOYA_[A-Z0-9_]+\*?)(?![\w*])")
#: A line of two columns, a word and its meaning: "Threads    [any thread] may be called …".
COLUMNS = re.compile(r"^ {1,3}(\S(?:\S| (?! ))*) {2,}(\S.*)$")


def escaped(text: str) -> str:
    """Escapes a text, so that troff treats no character of it as a command or a typographical sign."""
    for sign, name in (("\\", r"\e"), ("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha"), ("~", r"\(ti"), ('"', r"\(dq")):
        text = text.replace(sign, name)
    return rf"\&{text}" if text.startswith((".", r"\(aq")) else text


def bold(text: str) -> str:
    return rf"\fB\%{escaped(text)}\fR"  # \%: not hyphenated


def sentence(text: str) -> str:
    """Returns a line of prose in which the names are bold."""
    pieces, position = [], 0
    for found in NAMED.finditer(text):
        pieces += [escaped(text[position : found.start()]), bold(found[1] or found[2])]
        position = found.end()
    line = "".join([*pieces, escaped(text[position:])])
    return rf"\&{line}" if line.startswith((".", "'")) else line


def code(lines: List[str]) -> Iterator[str]:
    yield from (".PP", ".in +4n", ".EX", *map(escaped, lines), ".EE", ".in")


def paragraphs(lines: List[str]) -> Iterator[str]:
    """Yields a comment in troff: its paragraphs, its tables of words and their meanings, and its code. Indented lines
    of the comment are code."""
    begun = False  # whether the previous line belongs to the same paragraph
    for kind, part in blocks(lines):
        if kind == "code":
            yield from code(part)
        elif kind == "columns":
            yield from (".TP", bold(part[0]), *map(sentence, part[1:]))
        elif kind == "line":
            yield from map(sentence, part) if begun else (".PP", *map(sentence, part))
        begun = kind == "line"


def blocks(lines: List[str]) -> Iterator["tuple[str, List[str]]"]:
    position = 0
    while position < len(lines):
        start = position
        position += 1
        if found := COLUMNS.match(lines[start]):
            while position < len(lines) and lines[position].startswith("   ") and not COLUMNS.match(lines[position]):
                position += 1
            yield "columns", [found[1], found[2], *(line.strip() for line in lines[start + 1 : position])]
        elif lines[start].startswith("  "):
            deep = lines[start].startswith("    ")  # whether the code continues after an empty line
            while position < len(lines) and (lines[position].startswith("  ") or deep and not lines[position]):
                position += 1
            text = dedent("\n".join(lines[start:position])).rstrip().split("\n")
            yield "code", text
        else:
            yield ("line", [lines[start].strip()]) if lines[start] else ("gap", [])
