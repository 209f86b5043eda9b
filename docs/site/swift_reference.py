"""Makes the reference of the Swift API. DocC builds it from the articles in docs/Moya.docc and from symbol graphs.

`import Moya` also makes the symbols of other modules visible. DocC makes a separate tree for each module, and articles
need one tree. So this file joins the symbol graphs of these modules. The reference then has one module, the one that a
program imports.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generate.headers import ROOT

#: The folders on the site: a page with the list of the articles, and DocC's archive.
FOLDER, ARCHIVE = "reference/swift", "reference/docc"
CATALOG = ROOT / "docs/Moya.docc"
MODULE = "Moya"
#: The modules whose public symbols `import Moya` makes visible. MoyaNetwork has one public type, and Moya exports it.
MODULES = (MODULE, "MoyaCore", "MoyaHTTP", "MoyaNetwork")
#: What the identifier of a symbol begins with if one of these modules declares its outermost type.
OURS = tuple(f"s:{len(name)}{name}" for name in MODULES)

Graph = dict[str, Any]


@dataclass(frozen=True)
class Page:
    """A page of the archive that is not made from a symbol."""

    path: str
    title: str
    abstract: str


def merged(graphs: "dict[str, Graph]") -> Graph:
    """Returns one graph of the module Moya.

    `graphs` has the graph of each file, by the name of the file without `.symbols.json`. A file `MoyaCore@Swift` has
    what MoyaCore adds to types of the module Swift. Such a file is left out if the other module is not one of ours. So is
    a symbol of another module that our modules export, for example Foundation's `Data`.
    """
    names = sorted((name for name in graphs if set(name.split("@")) <= set(MODULES)), key=lambda name: (name != MODULE, name))
    symbols: "dict[str, Any]" = {}
    for name in names:
        for symbol in graphs[name]["symbols"]:
            identifier = symbol["identifier"]["precise"]
            if identifier.startswith(OURS):
                symbols.setdefault(identifier, renamed(symbol))
    edges = [edge for name in names for edge in graphs[name]["relationships"] if edge["source"] in symbols]
    once = {json.dumps(edge, sort_keys=True): edge for edge in edges}
    first = graphs[MODULE]
    return {
        "metadata": first["metadata"],
        "module": {**first["module"], "name": MODULE},
        "symbols": list(symbols.values()),
        "relationships": list(once.values()),
    }


def renamed(symbol: "dict[str, Any]") -> "dict[str, Any]":
    """Returns a symbol whose comment belongs to the module Moya. DocC does not check comments of other modules."""
    result = dict(symbol)
    for part, key in (("docComment", "module"), ("swiftExtension", "extendedModule")):
        value = symbol.get(part)
        if isinstance(value, dict) and value.get(key) in MODULES:
            result[part] = {**value, key: MODULE}
    return result


def merge(folder: Path, out: Path) -> None:
    """Joins the symbol graphs of a folder, and writes the result to the folder `out`."""
    suffix = ".symbols.json"
    graphs = {path.name.removesuffix(suffix): json.loads(path.read_text()) for path in folder.glob(f"*{suffix}")}
    missing = [name for name in MODULES if name not in graphs]
    if missing:
        raise FileNotFoundError(f"{folder} has no symbol graph of {', '.join(missing)}")
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{MODULE}{suffix}").write_text(json.dumps(merged(graphs)))


def convert(docc: str, catalog: Path, graphs: Path, out: Path, base: str) -> "list[str]":
    """Writes an archive that a server has at the path `base`. Returns what DocC said, if it found anything wrong."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [docc, "convert", str(catalog), "--additional-symbol-graph-dir", str(graphs), "--output-path", str(out)]
    command += ["--fallback-display-name", MODULE, "--fallback-bundle-identifier", f"libmoya.{MODULE}"]
    command += ["--transform-for-static-hosting", "--hosting-base-path", base, "--warnings-as-errors"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    is_right = done.returncode == 0 and not any(re.search(r"\b(?:warning|error):", line) for line in said)
    return [] if is_right else said or [f"docc ended with the status {done.returncode}"]


def articles(catalog: Path = CATALOG) -> "list[Page]":
    """Returns the articles in the order in which the page of the module lists them."""
    root = (catalog / f"{MODULE}.md").read_text()
    return [article(catalog / f"{name}.md") for name in re.findall(r"^- <doc:([\w-]+)>$", root, re.MULTILINE)]


def article(path: Path) -> Page:
    title, _, rest = path.read_text().partition("\n")
    abstract = " ".join(rest.strip().partition("\n\n")[0].split())
    return Page(f"documentation/{MODULE.lower()}/{path.stem.lower()}", title.removeprefix("# "), abstract)


def tutorials(catalog: Path = CATALOG) -> "list[Page]":
    """Returns the list of the tutorials, and each tutorial."""
    found = []
    for path in sorted(catalog.glob("*.tutorial")):
        text = path.read_text()
        intro = re.search(r'@Intro\(title: "([^"]+)"\) \{\n(.*?)\n *(?:\n|\}\n)', text, re.DOTALL)
        title, abstract = (intro[1], " ".join(intro[2].split())) if intro else ("", "")
        folder = "tutorials" if text.startswith("@Tutorials(") else f"tutorials/{MODULE.lower()}"
        found.append(Page(f"{folder}/{path.stem.lower()}", title, abstract))
    return found


def index() -> str:
    """Returns the Markdown of the site's page about the reference."""
    place = f"../{Path(ARCHIVE).name}"
    lines = ["# Swift reference", ""]
    lines.append(f'<a href="{place}/documentation/{MODULE.lower()}/">The reference of the module {MODULE}</a> has every public symbol')
    lines.append("of the Swift API. Each of its articles has one concept. Its pages need JavaScript.")
    lines += ["", "| article | |", "|---|---|"]
    lines += [row(place, page) for page in articles()]
    lines += ["", "| tutorial | |", "|---|---|"]
    lines += [row(place, page) for page in tutorials()]
    return "\n".join(lines) + "\n"


def row(place: str, page: Page) -> str:
    abstract = re.sub(r"``([^`]+)``", r"`\1`", page.abstract)
    return f'| <a href="{place}/{page.path}/">{page.title}</a> | {abstract} |'
