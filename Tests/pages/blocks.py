"""Checks that each block of code on each page has a checker, or that the page or this file says why it has none."""

import re
from pathlib import Path

from pages.reading import BLOCK, NOT_RUN, ROOT, check, programs, tracked

#: The blocks in a language that is not in CHECKED, by page and language. The value names what checks these blocks, or
#: says why nothing checks them. A block in such a language on any other page is an error.
ELSEWHERE = {
    ("CONTRIBUTING.md", "toml"): "a row of the table of faults, like those that Tests/steps/faults reads",
    ("Tests/MoyaTests/Flow/README.md", "json"): "a row, as Tests/MoyaTests/Flow reads them",
    ("Tests/faults/README.md", "toml"): "a row of the table of faults, with notes",
    ("bindings/rust/moya-plugin/README.md", "toml"): "a manifest, like the one that Tests/steps/languages builds",
    ("docs/definitions.md", "json"): "check_definitions of Tests/steps/docs reads them",
    ("docs/plugin-languages.md", "rust"): "Tests/steps/languages builds it",
    ("docs/plugin-languages.md", "toml"): "Tests/steps/languages builds it",
    ("docs/growth.md", "text"): "an example of a future line of cmake/exports.map",
    ("docs/python-testing.md", "text"): "the message of a test",
    ("docs/tutorial.md", "json"): "a response of examples/server.py",
}
#: The words with which the remark of a block begins. A reason or a file must follow them.
REMARKS = ("not compiled: ", "not run: ", "part of ")
CHECKED = ("c", "cpp", "python", "swift", "sh", "console")


def check_blocks() -> None:
    counts: dict[str, int] = {}
    wrong, used = [], set()
    for page in tracked("*.md"):
        text, name = page.read_text(), str(page.relative_to(ROOT))
        found = {text.count("\n", 0, match.start(3)): match[1] or "" for match in BLOCK.finditer(text)}
        opened = False
        for number, line in enumerate(text.splitlines(), 1):
            fence = re.match(r" *(?:```|~~~)(.*)", line)
            opened = opened != bool(fence)
            if not fence or not opened:
                continue
            language, place = fence[1], f"{name}:{number}"
            counts[language] = counts.get(language, 0) + 1
            remark = found.get(number, "")
            if (name, language) in ELSEWHERE:
                used.add((name, language))
            elif language not in CHECKED:
                wrong.append(f"{place}: no checker reads {language or 'a block without a language'}")
            elif language not in ("sh", "console") and number not in found:
                wrong.append(f"{place}: the block is indented, or its language has other words after it")
            elif remark.startswith(("not ", "part of")) and not any(remark.startswith(it) and remark != it for it in REMARKS):
                wrong.append(f"{place}: '{remark}' has no reason")
        if opened:
            wrong.append(f"{name}: a block has no end")
    names = {program.page_name for page in tracked("*.md") for program in programs(page)}
    wrong += [f"{name} has no program, so it needs no reason" for name in sorted(NOT_RUN.keys() - names)]
    wrong += [f"{name} has no block in {language}" for name, language in sorted(ELSEWHERE.keys() - used)]
    check(f"each of {sum(counts.values())} blocks has a checker or a reason", wrong)
    for page in tracked("*.md"):
        check_parts(page)


def check_parts(page: Path) -> None:
    """Checks that each block with `part of FILE` is in that file. The imports may differ."""
    for match in BLOCK.finditer(page.read_text()):
        remark, _, block = match.groups()
        if not (remark or "").startswith("part of "):
            continue
        name = remark.removeprefix("part of ")
        body = re.sub(r"^import .*\n", "", block, flags=re.MULTILINE).strip()
        file = ROOT / name
        is_there = bool(body) and file.is_file() and body in file.read_text()
        check(f"{page.relative_to(ROOT)}: {name} has its block", [] if is_there else [block])
