"""Makes the reference of the Python package. It reads the sources of the package, and does not import them."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import griffe
import prose
from generate.headers import ROOT

FOLDER = "reference/python"


@dataclass(frozen=True)
class Page:
    file: str
    title: str
    summary: str
    names: "tuple[str, ...]"


PAGES = (
    Page("providers", "Providers", "Objects that send targets and wait for responses.", ("Provider", "AsyncProvider", "Options", "Retry", "Group", "AsyncGroup", "Cookies", "Cookie", "LogLevel")),
    Page("targets", "Targets and APIs", "Descriptions of requests.", ("Target", "API", "Route", "Part", "Timeouts", "Basic", "Bearer", "Digest", "Validation", "BoolStyle", "NOT_GIVEN")),
    Page("responses", "Responses and streams", "What a call returns.", ("Response", "Headers", "Redirect", "Timings", "Stream", "AsyncStream", "Events", "AsyncEvents", "Event", "Progress")),
    Page("stubs", "Stubs and backends", "Responses without a network.", ("Sample", "StubBehavior", "StubbedBy", "StubRule", "StubRules", "StubRequest", "intercept", "Request")),
    Page("plugins", "Plugins", "Code that sees and changes each call.", ("Plugin", "PluginCall", "PluginRequest", "PluginResult", "PluginHeaders", "BodyKind")),
    Page("typed", "Typed clients", "Clients that are declared as classes (the module moya.typed).", (
        "typed.API", "typed.get", "typed.head", "typed.post", "typed.put", "typed.patch", "typed.delete", "typed.endpoint", "typed.send",
        "typed.Query", "typed.Comma", "typed.Header", "typed.Field", "typed.Form", "typed.File", "typed.Body", "typed.JSON", "typed.Name",
        "typed.Pages", "typed.Events", "typed.Lines", "typed.Iterated", "typed.register", "typed.APIError",
        "typed.LinkPages", "typed.CursorPages", "typed.OffsetPages", "typed.NumberedPages", "typed.Pager", "typed.Page",
        "typed.Call", "typed.Endpoint", "typed.Method", "typed.AsyncMethod", "typed.AsyncIteration", "typed.UnboundEndpoint", "typed.M",
    )),
    Page("definitions", "Definitions", "APIs that are read from JSON documents.", ("open", "open_async", "OpenedAPI", "AsyncOpenedAPI", "TypedAPI", "EndpointOptions")),
)  # fmt: skip
ERRORS = Page("errors", "Errors", "The exceptions and their statuses.", ("MoyaError", "Status"))
OTHER = Page("other", "Other names", "The version, and names that no other page has.", ())


class Reference:
    def __init__(self) -> None:
        self.module = target(griffe.load("moya", search_paths=[str(ROOT / "bindings/python")], allow_inspection=False))
        exported = [*names_of(self.module), *(f"typed.{name}" for name in names_of(target(self.module["typed"])))]
        self.things = {name: target(self.module[name]) for name in exported}
        placed = {name for page in PAGES for name in page.names}
        missing = placed - set(exported)
        if missing:
            raise SystemExit(f"moya does not export {', '.join(sorted(missing))}: change docs/site/python_reference.py")
        rest = [name for name in exported if name not in placed]
        failures = [name for name in rest if name in ERRORS.names or self._raises(name)]
        failures.sort(key=lambda name: name != "MoyaError")
        other = tuple(name for name in rest if name not in failures)
        self.list = (*PAGES, Page("errors", ERRORS.title, ERRORS.summary, tuple(failures)), Page("other", OTHER.title, OTHER.summary, other))
        self.places = {name: page.file for page in self.list for name in page.names}
        for page in self.list:
            for name in page.names:
                self.places.update({f"{name}.{member.name}": page.file for member in self._members(self.things[name])})

    def pages(self) -> "dict[str, str]":
        found = {f"{FOLDER}/{page.file}.md": "\n".join(self._page(page)) + "\n" for page in self.list}
        return {f"{FOLDER}/index.md": "\n".join(self._index()) + "\n", **found}

    def _raises(self, name: str) -> bool:
        thing = self.things[name]
        return isinstance(thing, griffe.Class) and any(it.name in ("MoyaError", "Exception") for it in thing.mro())

    def find(self, name: str, here: str) -> "str | None":
        name = name.removeprefix("moya.")
        page = self.places.get(name, "")
        if not page:
            return None
        return f"#moya.{name}" if page == here else f"{page}.md#moya.{name}"

    def _index(self) -> Iterator[str]:
        yield from ("# Python reference", "")
        yield from prose.paragraphs(text_of(self.module), "python", lambda it: self.find(it, ""))
        yield "The [Python page](../../python.md) explains the package with examples."
        yield ""
        for page in self.list:
            yield from (f"## [{page.title}]({page.file}.md)", "", page.summary, "")
            for name in page.names:
                first = re.split(r"(?<=[.:;])\s", " ".join(" ".join(text_of(self.things[name])).split()), maxsplit=1)[0]
                first = first.rstrip(":;,")
                yield f"- [`{name}`]({page.file}.md#moya.{name}) {'— ' + prose.sentence(first, lambda it: None) if first else ''}"
            yield ""

    def _page(self, page: Page) -> Iterator[str]:
        yield from ("---", "search: { boost: 2 }", "---", f"# {page.title}", "", page.summary, "")
        for name in page.names:
            thing = self.things[name]
            yield from (f"## `{name}` {{ #moya.{name} }}", "")
            yield from self._thing(thing, f"moya.{name}", page.file)
            members = self._members(thing)
            yield from self._attributes([it for it in members if not it.is_function], name, page.file)
            for member in members:
                if member.is_function:
                    yield from (f"### `{member.name}` {{ #moya.{name}.{member.name} }}", "", *self._thing(member, member.name, page.file))

    def _attributes(self, members: "list[griffe.Object]", name: str, here: str) -> Iterator[str]:
        def find(mentioned: str) -> "str | None":
            return self.find(mentioned, here)

        if members:
            yield from ("| attribute | type | |", "|---|---|---|")
        for it in members:
            annotation = it.annotation if isinstance(it, griffe.Attribute) else None
            default = f" = {it.value}" if isinstance(it, griffe.Attribute) and it.value is not None else ""
            kind = f"`{plain(annotation)}{default}`" if annotation else ""
            words = " ".join(" ".join(text_of(it)).split())
            yield f'| <span id="moya.{name}.{it.name}">`{it.name}`</span> | {kind} | {prose.sentence(words, find)} |'
        yield ""

    def _thing(self, thing: "griffe.Object", name: str, here: str) -> Iterator[str]:
        def find(mentioned: str) -> "str | None":
            return self.find(mentioned, here) if mentioned != name else None

        yield from ("```python", *signature(thing, name), "```", "")
        for line in prose.paragraphs(text_of(thing), "python", find):
            yield self._errors(line, find) if re.match(r"Errors[:,]", line) else line
        if isinstance(thing, griffe.Class) and "Enum" in " ".join(map(str, thing.bases)):
            for row in thing.members.values():
                if isinstance(row, griffe.Attribute) and row.name.isupper():
                    yield f"- `{row.name}` = `{row.value}`" + (f": {prose.sentence(' '.join(text_of(row)), find)}" if text_of(row) else "")
            yield ""

    def _errors(self, line: str, find: prose.Finder) -> str:
        def word(found: "re.Match[str]") -> str:
            place = find(found[0]) if found[0] in self.things else None
            return f"[`{found[0]}`]({place})" if place else found[0]

        return re.sub(r"\b[A-Z]\w+\b(?!`)", word, re.sub(r"^Errors([^:]*):", r"**Errors\1:**", line))

    def _members(self, thing: "griffe.Object") -> "list[griffe.Object]":
        """Returns the public methods, the properties, and the attributes that have a comment. This includes members of
        private base classes."""
        if not isinstance(thing, griffe.Class):
            return []
        found, bases = {}, " ".join(map(str, thing.bases))
        for base in (*reversed([it for it in thing.mro() if it.name.startswith("_") or it.name.startswith("Base") or it.name.endswith("Options")]), thing):
            found.update(base.members)
        return [
            target(it)
            for name, it in found.items()
            if not name.startswith("_") and not (name.isupper() and "Enum" in bases) and (target(it).is_function or "NamedTuple" in bases or text_of(target(it)))
        ]


def names_of(module: "griffe.Object") -> "list[str]":
    """Returns the names that a module exports."""
    return [str(it).strip("'\"") for it in module.exports or []]


def target(thing: "griffe.Object | griffe.Alias") -> "griffe.Object":
    while isinstance(thing, griffe.Alias):
        thing = thing.target
    return thing


def text_of(thing: "griffe.Object") -> "list[str]":
    """Returns the lines of a docstring. Indents columns of words and meanings, as in the comments of the headers."""
    if isinstance(thing, griffe.Attribute) and not thing.docstring:
        return remark(thing)
    if not thing.docstring:
        return []
    text = thing.docstring.value
    if isinstance(thing, griffe.Module):
        text = ast.get_docstring(ast.parse(Path(str(thing.filepath)).read_text()), clean=False) or ""
    return [re.sub(r"^(?=\S+(?:,? \S+)* {2,}\S)", " ", line) for line in text.rstrip().split("\n")]


def remark(thing: griffe.Attribute) -> "list[str]":
    """Returns the text of the comment "#: …" above an attribute, or at the end of the attribute's line."""
    lines = Path(str(thing.filepath)).read_text().split("\n")
    number = (thing.lineno or 1) - 1
    if "  #: " in lines[number]:
        return [lines[number].split("  #: ", 1)[1]]
    start = number
    while start and lines[start - 1].strip().startswith("#:"):
        start -= 1
    return [line.strip().removeprefix("#:").strip() for line in lines[start:number]]


def signature(thing: "griffe.Object", name: str) -> Iterator[str]:
    if isinstance(thing, griffe.Attribute):
        kind = f": {plain(thing.annotation)}" if thing.annotation else ""
        yield f"{name}{kind}"
        return
    if isinstance(thing, griffe.Class):
        made = thing.members.get("__init__") or thing.members.get("__new__")
        bases = ", ".join(str(it).split(".")[-1] for it in thing.bases if not str(it).split(".")[-1].startswith(("_", "Base", "Value")))
        # If the package makes an object from a handle of the library, a program does not call the initializer.
        is_ours = isinstance(made, griffe.Function) and any("Handle" in str(it.annotation) for it in made.parameters)
        if not isinstance(made, griffe.Function) or is_ours or (bases and "Error" in bases):
            yield f"class {name}" + (f"({bases})" if bases else "")
            return
        yield from called(f"class {name}", made.parameters, "")
    elif isinstance(thing, griffe.Function):
        head = "async def" if "async" in thing.labels else "def"
        result = f" -> {plain(thing.returns)}" if thing.returns else ""
        yield from called(f"{head} {name}", thing.parameters, result)


def called(head: str, parameters: "Iterable[griffe.Parameter]", result: str) -> Iterator[str]:
    rows, starred = [], False
    for it in parameters:
        if it.name in ("self", "cls"):
            continue
        kind = it.kind.value if it.kind else ""
        if kind == "keyword-only" and not starred:
            rows.append("*")
            starred = True
        sign = {"variadic positional": "*", "variadic keyword": "**"}.get(kind, "")
        starred = starred or sign == "*"
        row = f"{sign}{it.name}" + (f": {plain(it.annotation)}" if it.annotation else "")
        if it.default is not None and not sign:
            row += f" = {it.default}" if it.annotation else f"={it.default}"
        rows.append(row)
    line = f"{head}({', '.join(rows)}){result}"
    if len(line) <= 80:
        yield line
    else:
        yield from (f"{head}(", *(f"    {row}," if not row.startswith("**") else f"    {row}" for row in rows), f"){result}")


def plain(annotation: object) -> str:
    return re.sub(r"\b_\w+\.", "", str(annotation)).strip("\"'").replace("typing.", "")
