"""Finds the prose of a file: the text of its comments, its docstrings or its Markdown, as blocks of numbered lines."""

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import Iterator, List, Tuple

#: The lines of one comment, one docstring or one page, each with its number in the file.
Block = List[Tuple[int, str]]

C_LIKE = {".c", ".cpp", ".h", ".hpp", ".swift", ".modulemap"}
HASH_LIKE = {".toml", ".cmake", ".supp", ".sh", ".txt"}
#: Strings come first, so that a comment's mark inside a string starts no comment.
C_TOKEN = re.compile(
    r'(?P<string>(?P<hash>#+)"""[\s\S]*?"""(?P=hash)|"""(?:\\.|[^\\])*?"""|#"[^\n]*?"#|R"\((?:.|\n)*?\)"'
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')|//(?P<line>[^\n]*)|/\*(?P<block>[\s\S]*?)\*/"
)
SHELL_COMMENT = re.compile(r"(?:^|\s)#(?!!)(?P<text>.*)$")


def blocks(path: Path) -> Iterator[Block]:
    try:
        yield from blocks_of(path.suffix, path.read_text())
    except UnicodeDecodeError:
        return  # no text


def blocks_of(suffix: str, text: str) -> Iterator[Block]:
    first = text.split("\n", 1)[0]
    if suffix == ".md":
        yield _page(text)
    elif suffix in C_LIKE:
        yield from _c_comments(text)
    elif suffix == ".py" or (first.startswith("#!") and "python" in first):
        yield from _python_comments(text)
        yield from _docstrings(text)
    elif suffix in HASH_LIKE or first.startswith("#!"):
        yield from _shell_comments(text)


def _page(text: str) -> Block:
    # A comment of HTML is not shown. Its lines stay, so that the numbers are right.
    shown = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    return list(enumerate(shown.split("\n"), 1))


def _c_comments(text: str) -> Iterator[Block]:
    lines: List[Tuple[int, int, bool, str]] = []
    for found in C_TOKEN.finditer(text):
        if found["string"] is not None:
            continue
        number = text.count("\n", 0, found.start()) + 1
        start = text.rfind("\n", 0, found.start()) + 1
        if found["block"] is not None:
            yield _starred(number, found["block"])
        else:
            is_alone = not text[start : found.start()].strip()
            lines.append((number, found.start() - start, is_alone, re.sub(r"^[/!]? ?", "", found["line"])))
    yield from _joined(lines)


def _starred(number: int, text: str) -> Block:
    """Returns the lines of a /* comment */, without the asterisk that begins each."""
    head, *rest = text.split("\n")
    return [(number, head.lstrip("*! ")), *((number + at, re.sub(r"^\s*\*? ?", "", line)) for at, line in enumerate(rest, 1))]


def _joined(lines: List[Tuple[int, int, bool, str]]) -> Iterator[Block]:
    """Joins the comments of adjacent lines that start in the same column: they are one text."""
    block: Block = []
    column = -1
    for number, at, is_alone, text in lines:
        if not (block and is_alone and at == column and number == block[-1][0] + 1):
            if block:
                yield block
            block = []
        column = at
        block.append((number, text))
    if block:
        yield block


def _python_comments(text: str) -> Iterator[Block]:
    lines = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            is_alone = not token.line[: token.start[1]].strip()
            lines.append((token.start[0], token.start[1], is_alone, re.sub(r"^#:? ?", "", token.string)))
    yield from _joined(lines)


def _docstrings(text: str) -> Iterator[Block]:
    """Yields each string that is a statement: the docstrings of modules, classes and functions, and of fields."""
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            continue
        head, _, rest = node.value.value.partition("\n")
        found = [head.strip(), *(re.sub(rf"^ {{0,{node.col_offset}}}", "", line) for line in rest.split("\n"))]
        # An escaped end of line makes the string shorter than its source: then the numbers are too small by one or two.
        yield list(enumerate(found, node.lineno))


def _shell_comments(text: str) -> Iterator[Block]:
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        found = SHELL_COMMENT.search(line)
        before = line[: found.start()] if found else ""
        if found and before.count('"') % 2 == 0 and before.count("'") % 2 == 0:
            lines.append((number, found.start(), not before.strip(), re.sub(r"^ ", "", found["text"])))
    yield from _joined(lines)
