"""Checks the reference of the Swift API that script/docs has built with DocC. Prints a line for each check.

archive.py SITE GRAPHS FOLDER     GRAPHS: the symbol graphs of script/docs. FOLDER: for files of the test
"""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / part) for part in ("docs/site", "bindings")]
sys.dont_write_bytecode = True

import swift_reference  # noqa: E402

#: For each module, a type that it declares. A program needs only `import Moya` for all of them.
TYPES = {"Moya": "MoyaProvider", "MoyaCore": "TargetType", "MoyaHTTP": "URLRequest", "MoyaNetwork": "SigningPlugin"}
#: Markdown that looks right but is wrong, and a part of what DocC says about it.
WRONG = (
    ("a link to a symbol that does not exist", "# Wrong\n\nSee ``NoSuchType``.\n", "NoSuchType"),
    ("a link to an article that does not exist", "# Wrong\n\nSee <doc:NoSuchArticle>.\n", "NoSuchArticle"),
    ("an article without a title", "This text has no title.\n", "title"),
)

failed = False


def check(name: str, problems: "list[str]") -> None:
    global failed
    print(f"{'not ok' if problems else 'ok'} - {name}", flush=True)
    if problems:
        failed = True
        print("\n".join(f"    {line}" for line in problems[:40]), flush=True)


def content(archive: Path, path: str) -> "dict[str, Any]":
    """Returns what DocC has written about a page. It is empty if there is no such page."""
    file = archive / "data" / f"{path}.json"
    if not file.exists() or not (archive / path / "index.html").exists():
        return {}
    read: "dict[str, Any]" = json.loads(file.read_text())
    return read


def wrong_articles(archive: Path) -> Iterator[str]:
    for page in swift_reference.articles():
        found = content(archive, page.path)
        kinds = {it.get("kind") for it in found.get("references", {}).values()}
        if found.get("metadata", {}).get("title") != page.title:
            yield f"{page.path}: no page with the title {page.title}"
        elif "symbol" not in kinds:
            yield f"{page.path} has no link to a symbol"


def wrong_catalog() -> Iterator[str]:
    listed = {Path(page.path).name for page in swift_reference.articles()}
    files = {path.stem.lower() for path in swift_reference.CATALOG.glob("*.md")} - {swift_reference.MODULE.lower()}
    yield from (f"the page of the module does not list {name}" for name in sorted(files - listed))
    yield from () if listed else ("the page of the module lists no article",)


def wrong_tutorials(archive: Path) -> Iterator[str]:
    found = swift_reference.tutorials()
    yield from (f"no page {page.path}" for page in found if not page.title or not content(archive, page.path))
    yield from () if len(found) > 1 else ("there is no tutorial",)


def graph(module: str, *symbols: "dict[str, Any]", edges: "tuple[tuple[str, str], ...]" = ()) -> "dict[str, Any]":
    relationships = [{"kind": "memberOf", "source": source, "target": target} for source, target in edges]
    return {"metadata": {}, "module": {"name": module}, "symbols": list(symbols), "relationships": relationships}


def symbol(name: str, **parts: Any) -> "dict[str, Any]":
    return {"identifier": {"precise": name}, **parts}


TARGET, TWICE, ADDED, PROVIDER = "s:8MoyaCore6TargetP", "s:8MoyaCore5TwiceV", "s:8MoyaCore6TargetP5addedyyF", "s:4Moya8ProviderC"


def joined() -> "dict[str, Any]":
    """Returns the graph that is made of the graphs of two of our modules, and of graphs with symbols of other
    modules."""
    comment = {"docComment": {"module": "MoyaCore", "lines": []}}
    core = graph("MoyaCore", symbol(TARGET, **comment), symbol(TWICE), symbol("s:20FoundationEssentials4DataV"),
                 edges=((TARGET, "s:5Other4BaseP"), ("s:5Other4LostV", TARGET)))  # fmt: skip
    added = graph("Moya", symbol(ADDED, swiftExtension={"extendedModule": "MoyaCore"}), edges=((ADDED, TARGET),))
    foreign = graph("Moya", symbol("s:s5ErrorP4MoyaE2isSbvp"))
    return swift_reference.merged({
        "MoyaCore": core, "Moya": graph("Moya", symbol(PROVIDER), symbol(TWICE)), "Moya@MoyaCore": added, "Moya@Swift": foreign,
    })  # fmt: skip


def check_joined() -> None:
    whole = joined()
    named = {it["identifier"]["precise"]: it for it in whole["symbols"]}
    edges = sorted((it["source"], it["target"]) for it in whole["relationships"])
    rows = (
        ("the joined graph has each symbol of our modules once, and no other", sorted(it["identifier"]["precise"] for it in whole["symbols"]), sorted([TARGET, TWICE, ADDED, PROVIDER])),
        ("the joined graph has only edges from its symbols", edges, sorted([(ADDED, TARGET), (TARGET, "s:5Other4BaseP")])),
        ("the joined graph is one of the module Moya", whole["module"], {"name": "Moya"}),
        ("a comment of our modules is one of the module Moya", named[TARGET]["docComment"]["module"], "Moya"),
        ("an extension of our modules is one of the module Moya", named[ADDED]["swiftExtension"]["extendedModule"], "Moya"),
    )
    for name, found, wanted in rows:
        check(name, [] if found == wanted else [f"{found}, not {wanted}"])


def check_warnings(graphs: Path, out: Path) -> None:
    """Checks that each mistake of WRONG ends a build. So a build that succeeds has no warning."""
    docc = shutil.which("docc", path=str(Path(shutil.which("swiftc") or "swiftc").resolve().parent)) or "docc"
    for number, (name, text, said) in enumerate(WRONG):
        catalog = out / f"wrong-{number}.docc"
        shutil.rmtree(catalog, ignore_errors=True)
        shutil.copytree(swift_reference.CATALOG, catalog)
        (catalog / "Wrong.md").write_text(text)
        problems = swift_reference.convert(docc, catalog, graphs / "joined", out / f"wrong-{number}", "wrong")
        is_right = any(said in line for line in problems)
        check(f"{name} ends the build", [] if is_right else ["DocC does not say so", *problems])


def main() -> int:
    site, graphs, out = (Path(argument) for argument in sys.argv[1:4])
    archive = site / swift_reference.ARCHIVE
    check("the page of the module lists every article", list(wrong_catalog()))
    check("each article is in the archive, and has a link to a symbol", list(wrong_articles(archive)))
    check("each tutorial is in the archive", list(wrong_tutorials(archive)))
    for module, name in TYPES.items():
        found = content(archive, f"documentation/moya/{name.lower()}")
        check(f"the archive has {name} of {module}", [] if found.get("metadata", {}).get("title") == name else ["no such page"])
    check_joined()
    check_warnings(graphs, out)
    return failed


if __name__ == "__main__":
    sys.exit(main())
