"""Converts comments of headers and docstrings to Markdown."""

import re
from collections.abc import Callable, Iterable, Iterator

from generate.troff import blocks

#: Finds the parts of a sentence that are code: text in backticks, and public names.
CODE = re.compile(r"""`([^`\n]+)`|\b((?:moya|MOYA)_\w+(?:\(\))?\*?|(?<!")\bmoya\.[A-Za-z]\w*(?:\.\w+)*|\w+\.h\b)""")

#: A function that returns the link to a name, relative to the page that mentions the name. None if there is no link.
Finder = Callable[[str], "str | None"]


def escaped(text: str) -> str:
    """Escapes a text, so that Markdown shows it unchanged."""
    return re.sub(r"([\\*_\[\]<>#|{}~^&$])", r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;").replace("\\&", "&amp;")


def sentence(text: str, find: Finder) -> str:
    """Converts one line of prose. Names in the line become code, with links to the places that describe them."""
    pieces, position = [], 0
    for found in CODE.finditer(text):
        pieces += [escaped(text[position : found.start()]), code(found[1] or found[2], find)]
        position = found.end()
    return "".join([*pieces, escaped(text[position:])])


def code(text: str, find: Finder) -> str:
    fence = "``" if "`" in text else "`"
    place = find(text.removesuffix("()"))
    return f"[{fence}{text}{fence}]({place})" if place else f"{fence}{text}{fence}"


def paragraphs(lines: Iterable[str], language: str, find: Finder) -> Iterator[str]:
    """Converts a comment. Columns of words and their meanings become a table. Indented lines become a block of code."""
    previous = ""
    for kind, part in blocks(list(lines)):
        if kind != previous:
            yield ""
        if kind == "columns":
            if previous != "columns":
                yield from ("| | |", "|---|---|")
            yield f"| {escaped(part[0])} | {sentence(' '.join(part[1:]), find)} |"
        elif kind == "code":
            yield from (f"```{language}", *part, "```")
        elif kind == "line":
            yield from (sentence(line, find) for line in part)
        # An empty line inside columns does not begin another table.
        if kind != "gap" or previous != "columns":
            previous = kind
    yield ""
