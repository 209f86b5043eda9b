"""Copies the pages of the repository to the site. Changes their places, and the Markdown that GitHub and the site read
in different ways."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import swift_reference
from generate.headers import ROOT

LINK = re.compile(r"\]\(([^)\s]+)\)")
IMAGE = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+\.svg)\)$", re.MULTILINE)
FENCE = re.compile(r"^ *(`{3,}|~{3,})")
ITEM = re.compile(r"^( *)([-*+]|\d+[.)])( +)(?=\S)")

#: The sections of the navigation. Each has patterns for the paths of pages on the site. A page that no pattern matches is
#: listed under "More".
SECTIONS = (
    ("Start", ("index.md", "tutorial.md", "choosing.md", "building.md", "from-*.md", "readme.md")),
    ("C and C++", ("c-api.md", "cookbook-c.md", "c-targets.md", "c-responses.md", "c-errors.md", "c-threading.md", "typed.md", "structs.md", "json.md", "definitions.md", "streams.md", "plugins.md", "plugin-languages.md", "plugin-services.md", "plugin-patterns.md",
                   "cpp.md", "cookbook-cpp.md", "c-*.md", "statuses.md")),
    ("Python", ("python.md", "cookbook-python.md", "python-*.md")),
    ("Swift", ("swift.md", "observability.md", "cookbook-swift.md", "targets.md", "endpoints.md", "tasks.md", "stubs.md", "responses.md", "swift-*.md", "errors.md",
               "threading.md", "session.md", "migrating-from-moya.md", "differences.md", "behaviours.md")),
    ("All languages", ("cookbook*.md", "tool.md", "modules.md", "transport.md", "cookies.md", "performance.md", "strictness.md", "growth.md")),
    ("C reference", ("reference/c/index.md", "reference/c/*.md")),
    ("Python reference", ("reference/python/index.md", "reference/python/*.md")),
    ("Swift reference", ("reference/swift/index.md",)),
    ("Project", ("project/architecture.md", "walk.md", "project/contributing.md", "project/code_of_conduct.md", "project/security.md", "project/changelog.md", "internals/index.md",
                 "internals/*.md", "project/*.md", "project/**/*.md")),
)  # fmt: skip

#: If a page is below one of these folders, the navigation lists it in a part of a section. The value is the part's name.
PARTS = {"internals/": "Internals", "project/tests/": "Tests"}
#: The navigation uses these names instead of the headings of the pages, which say too little in the navigation.
TITLES = {"project/bindings/python.md": "The wheel", "readme.md": "README"}


def anchor(text: str, separator: str = "-") -> str:
    """Returns the anchor that GitHub makes for a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


def listed(*patterns: str) -> "list[str]":
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted(name for name in set(names) if name and (ROOT / name).exists())


class Pages:
    def __init__(self, headers: "set[str]", out: Path) -> None:
        self.headers, self.out = headers, out
        # Templates of issues are no pages, and DocC shows its articles.
        names = [name for name in listed("*.md") if not name.startswith(".") and ".docc/" not in name]
        has_index = "docs/index.md" in names
        self.staged = {name: place(name, has_index) for name in names}

    def write(self) -> None:
        for source, staged in self.staged.items():
            text = (ROOT / source).read_text()
            save(self.out / staged, self._linked(inlined(indented(text), source), source, staged))

    def _linked(self, text: str, source: str, staged: str) -> str:
        """Returns the text of a page, with links that fit the page's place on the site."""

        def link(found: "re.Match[str]") -> str:
            path, mark, heading = found[1].partition("#")
            if not path or re.match(r"[a-z]+:", path):
                return found[0]
            wanted = os.path.normpath(os.path.join(os.path.dirname(source), path))
            return f"]({os.path.relpath(self._target(wanted), os.path.dirname(staged) or '.')}{mark}{heading})"

        return "".join(line if is_code else LINK.sub(link, line) for is_code, line in lines(text))

    def _target(self, wanted: str) -> str:
        """Returns the path on the site for a file or a folder of the repository."""
        if wanted in self.staged:
            return self.staged[wanted]
        if f"{wanted}/README.md" in self.staged:
            return self.staged[f"{wanted}/README.md"]
        if wanted in self.headers:
            return f"reference/c/{Path(wanted).stem}.md"
        articles = f"{swift_reference.FOLDER}/index.md"
        if ROOT / wanted == swift_reference.CATALOG and (self.out / articles).exists():
            return articles
        path = ROOT / wanted
        if path.is_dir():
            place = f"source/{wanted}.txt"
            save(self.out / place, "".join(f"{name}\n" for name in listed(wanted)))
        else:
            place = f"source/{wanted}" if wanted.endswith(".json") else f"source/{wanted}.txt"
            save(self.out / place, path.read_text())
        return place


def place(name: str, has_index: bool) -> str:
    if name == "README.md":
        return "readme.md" if has_index else "index.md"
    path = name.removeprefix("docs/")
    if path != name:
        return re.sub(r"README\.md$", "index.md", path)
    return f"project/{re.sub(r'/README[.]md$', '.md', name).lower()}"


def save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def lines(text: str) -> "Iterator[tuple[bool, str]]":
    """Yields each line of a page, with True if the line is part of a block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        found = FENCE.match(line)
        if fence:
            yield True, line
            if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif found:
            fence = found[1]
            yield True, line
        else:
            yield False, line


def indented(text: str) -> str:
    """Changes lists for Python-Markdown, which requires four columns for each level and an empty line before a list."""
    levels: "list[int]" = []  # the columns in which the text of the open items begins
    result: "list[str]" = []
    for is_code, line in lines(text):
        if not line.strip():
            result.append("\n")
            continue
        column = len(line) - len(line.lstrip(" "))
        item = None if is_code else ITEM.match(line)
        after_gap = bool(result) and not result[-1].strip()
        while levels and column < levels[-1] and (item or after_gap or is_code or line.startswith("#")):
            levels.pop()
        depth, start = len(levels), levels[-1] if levels else 0
        if item:
            if not levels and result and result[-1].strip() and not ITEM.match(result[-1]) and not result[-1].startswith(" "):
                result.append("\n")
            levels.append(item.end())
            result.append(" " * 4 * depth + line.lstrip(" "))
        else:
            result.append(" " * (4 * depth + max(column - start, 0)) + line.lstrip(" ") if levels else line)
    return "".join(result)


def inlined(text: str, source: str) -> str:
    """Writes the SVG of each figure into the page, so that the figure has the colours of the site."""

    def svg(found: "re.Match[str]") -> str:
        path = ROOT / os.path.dirname(source) / found[2]
        drawing = re.sub(r"<style>.*?</style>", "", path.read_text(), flags=re.DOTALL)
        drawing = re.sub(r"^<\?xml.*?\?>\n?", "", drawing).replace("\n", "")
        return f'<div class="figure">{drawing}</div>\n'

    return IMAGE.sub(svg, text)


def navigation(folder: Path, first: "list[str]") -> "list[dict[str, list[Any]]]":
    """Sorts the pages into the sections of the navigation. If a pattern of a section matches several pages, the pages in
    `first` come before the others."""
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.md"))
    left = dict.fromkeys([*(name for name in first if name in names), *names])
    result: "list[dict[str, list[Any]]]" = []
    for title, patterns in SECTIONS:
        chosen: "list[Any]" = []
        for pattern in patterns:
            for name in [name for name in left if matches(name, pattern)]:
                left.pop(name)
                part = next((title for folder, title in PARTS.items() if name.startswith(folder)), None)
                if part and not (chosen and isinstance(chosen[-1], dict) and part in chosen[-1]):
                    chosen.append({part: []})
                place = chosen[-1][part] if part else chosen
                place.append({TITLES[name]: name} if name in TITLES else name)
        if chosen:
            result.append({title: chosen})
    if left:
        result.insert(-1, {"More": list(left)})
    return result


def matches(name: str, pattern: str) -> bool:
    """Tests whether a path matches a pattern. In a pattern, `*` stands for a part of one name, and `**` for folders."""
    if "**" in pattern:
        return name.startswith(pattern.split("**")[0])
    return Path(name).match(pattern) and name.count("/") == pattern.count("/")
