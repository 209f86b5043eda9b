"""Tests YAML documents that are almost right, and documents that are small but stand for something very large. For each
document, the program must end with an exit status that a document may cause, and within a budget of CPU time. The
program runs under the sanitizers. Without --long, only every eighth of the almost right documents is tested. With
--long, the documents that stand for something large are tested under valgrind, too."""

import json
import re
import tempfile
from pathlib import Path
from typing import Any, Iterator, List, Tuple

from tool import program
from tool.confusion import OPENAPI, Batch, build, entangled, played, replaced
from tool.program import LONG, check

#: A document with everything that the reader of YAML knows, and that is an OpenAPI document.
YAML = """%YAML 1.2
--- # a comment
openapi: "3.0.0"
info: &info {title: 't ''x', "description": "a\\tb\\x41\\u00e9\\
  c"}
servers:
- url: https://h.example
x-list: &list [*info, ~, no, 0o7, 1e3, -1, .5, .inf]
paths:
  /a: &a
    get: &get
      operationId: !!str get
      description: |+
        kept

      summary: >-
        folded
        text
      parameters: &p
        - {name: q, in: query, schema: &s {type: integer}}
        - name: r
          in: query
          schema: *s
      responses: {'200': {description: d, content: {application/json: {schema: *s}}}}
  ? /b
  : <<: [*a, {put: {responses: {}}}]
    post: {<<: *get, operationId: post, requestBody: {content: {text/plain: {schema: *s}}}}
...
"""
#: What replaces a token, or stands before it.
PIECES = ["", " ", "\t", "\n", "\n\n  ", "- ", "? ", ": ", ", ", "[", "]", "{", "}", "&a ", "&a &b ", "*a", "*none", "*s", "<<: *a", "<<: 1", "<<: [*p]", "!!binary ", "!<x> ", "!",
          "| ", ">", "|9\n", "'", '"', "\\", '"\\uD800"', '"\\0"', "%", "%YAML 9.9\n", "---", "...", "\n---\n", "#", "@", "`", "~", "null", "1", "[1]", "{a: 1}", "\x01", "\x85", "\u2028", "\ufeff"]


def changed(text: str) -> Iterator[Tuple[str, str]]:
    """Yields changed copies of the text. For each token and each of a third of the pieces, the piece replaces the token
    in one copy, and stands before the token in another. Further copies are the beginnings of the text."""
    for number, found in enumerate(re.finditer(r"[A-Za-z0-9_./]+|[^\sA-Za-z0-9_./]|\n *", text)):
        for piece in PIECES[number % 3 :: 3]:
            yield f"{found[0]!r} at {found.start()} by {piece!r}", text[: found.start()] + piece + text[found.end() :]
            yield f"{piece!r} before {found[0]!r} at {found.start()}", text[: found.start()] + piece + text[found.start() :]
    for length in range(len(text)):
        yield f"the first {length} characters", text[:length]


def block(value: Any, depth: int = 0) -> str:
    """Returns the value as YAML in blocks."""
    margin = "\n" + "  " * depth
    if isinstance(value, dict) and value:
        return "".join(f"{margin}{json.dumps(key)}: {block(inner, depth + 1)}" for key, inner in value.items())
    if isinstance(value, list) and value:
        return "".join(f"{margin}- {block(inner, depth + 1)}" for inner in value)
    return json.dumps(value)


HEAD = "openapi: 3.0.0\ninfo: {}\npaths: {}\n"


def aliases(first: str, rest: str, levels: int) -> str:
    """Returns a document in which each anchor refers several times to the one before."""
    return HEAD + f"x0: &x0 {first}\n" + "".join(f"x{i}: &x{i} {rest.replace('#', f'*x{i - 1}')}\n" for i in range(1, levels))


def large() -> Iterator[Tuple[str, str, str]]:
    """Yields names, documents, and what an error says ("" if the document is read)."""
    too_large, too_deep = "its aliases make it too large", "it is nested too deep"
    yield "aliases in lists, ten times each", aliases("[a]", "[" + ", ".join("#" * 10) + "]", 30), too_large
    yield "aliases in mappings, twice each", aliases("{a: b}", "{a: #, b: #}", 60), too_large
    yield "aliases of long texts", HEAD + f"x: &x {'a' * 10000}\ny: [{', '.join(['*x'] * 10000)}]\n", too_large
    yield "merges of mappings that grow", aliases("{a: b}", "{<<: #, b#: {<<: #}, c: [#, #]}".replace("b#", "b"), 40), too_large
    yield "merges of equal mappings", HEAD + f"x: &x {{{', '.join(f'k{i}: 1' for i in range(1000))}}}\ny: {{<<: [{', '.join(['*x'] * 2000)}]}}\n", ""
    yield "merges in a chain", aliases("{k: 1}", "{<<: #}", 2000), ""
    yield "anchors in anchors", HEAD + "x: " + "".join(f"&a{i} [" for i in range(250)) + "]" * 250 + "\n", ""
    yield "an anchor many times", HEAD + "".join(f"x{i}: &a [*a]\n" if i else "x: &a 1\n" for i in range(2000)), "nested too deep"
    yield "lists in lists", HEAD + "x: " + "[" * 100000, too_deep
    yield "lists in lists in blocks", HEAD + "x:\n " + "- " * 3000 + "a\n", too_deep
    yield "mappings in mappings", HEAD + "x: " + "{a: " * 100000, too_deep
    yield "keys in keys", HEAD + "? " * 3000 + "a\n", "a key is no text"
    yield "many keys", HEAD + "".join(f"k{i}: 1\n" for i in range(50000)), ""
    yield "many equal keys", HEAD + "k: 1\n" * 50000, "a key is there twice"
    yield "many anchors", HEAD + "".join(f"k{i}: &k{i} 1\n" for i in range(50000)), ""
    yield "many documents", HEAD + "---\n" * 50000, ""
    yield "a long text", HEAD + "x: '" + "a\n\n" * 50000 + "'\n", ""
    yield "a long key", HEAD + f"{'a' * 2000}: 1\n", "could not find expected ':'"
    yield "a long name of an anchor", HEAD + f"x: &{'a' * 100000} 1\n", ""
    yield "many directives", "%TAG !a! b\n" * 5000 + "---\n" + HEAD, "duplicate %TAG directive"
    yield "many tags", "".join(f"%TAG !a{i}! b\n" for i in range(2000)) + "---\n" + HEAD, ""
    yield "white space", HEAD + " " * 200000 + "\n" + "\n" * 200000, ""


def add_large(batch: Batch, rows: List[Tuple[str, str, str]]) -> None:
    for made, text, _ in rows:
        batch.add(made, "import", "openapi", batch.file(text))


def main() -> None:
    sanitized, wrong = build("batch", *program.SANITIZERS)
    plain, also = build("batch-plain")
    if not check("the commands compile for YAML", wrong + also):
        return
    with tempfile.TemporaryDirectory() as work:
        path, rows = Path(work) / "whole.yaml", list(large())
        path.write_text(YAML)
        check("the YAML document is sound before it is changed", program.unlike(program.run("import", "openapi", path), 0, '.*"get".*"put_b".*"post".*', "4 of 4 operations.*"))
        batch = Batch(Path(work))
        for made, document in played(replaced(OPENAPI)):
            batch.add(f"YAML, {made}", "import", "openapi", batch.file("--- " + block(document) + "\n"))
        check(f"{len(batch.lines)} documents of YAML with a value of another kind end as documents do", batch.run(sanitized))
        batch = Batch(Path(work))
        for made, text in played(changed(YAML)):
            batch.add(made, "import", "openapi", batch.file(text))
        check(f"{len(batch.lines)} YAML texts with another token end as documents do", batch.run(sanitized))
        for made, text, says in rows:
            path.write_text(text)
            status, errors = (3, f".*{re.escape(says)}.*") if says else (0, ".*")
            check(f"YAML, {made}: {says or 'it is read'}", program.unlike(program.run("import", "openapi", path), status, ".*", errors))
        batch = Batch(Path(work))
        add_large(batch, rows)
        check("YAML that stands for something very large is read or refused within a budget of CPU time", batch.run(sanitized))
        if not LONG:
            return
        for made, document in entangled():
            # The documents with other media types have the same schemas, so confusion.py tests them without valgrind.
            if "form" not in made:
                batch.add(made, "import", "openapi", batch.file(document))
        check("so it is under valgrind, as are schemas that lead to each other in many ways", batch.run("valgrind", "-q", "--error-exitcode=99", plain, 300))
