"""Checks the types of the Python programs of all pages, in one run of mypy."""

import re
from collections import defaultdict
from pathlib import Path

from pages.reading import ROOT, Program, check, run

# The rules of --strict, except those that require annotations: a function on a page may lack them. The blocks of a page
# are one program, so it may define a name again.
FLAGS = [
    "--strict", "--allow-untyped-defs", "--allow-incomplete-defs", "--allow-untyped-calls", "--allow-untyped-decorators",
    "--disable-error-code=empty-body", "--disable-error-code=no-redef",
    # Blocks with the remark `not run` import packages that are not installed.
    "--ignore-missing-imports", "--allow-subclassing-any", "--no-warn-return-any", "--no-warn-unused-ignores",
    "--no-error-summary", "--hide-error-context", "--no-color-output",
]


def source_of(program: Program) -> str:
    """Returns the program. Each block has the same line numbers as on its page, so that mypy shows the lines of the
    page."""
    text = ""
    for line, block in program.blocks:
        text += "\n" * (line - 1 - text.count("\n")) + block
    return text


def check_types(programs: "list[Program]", work: Path) -> None:
    made = run("bash", "-c", ". script/lib.sh; python_environment build/venv-lint script/lint.txt", folder=ROOT)
    if made.returncode:
        check("mypy for the pages", [made.stderr])
        return
    folder = work / "typed"
    folder.mkdir()
    for number, program in enumerate(programs):
        (folder / f"page_{number}.py").write_text(source_of(program))
    done = run(
        ROOT / "build/venv-lint/bin/mypy", *FLAGS, "--config-file=", "--cache-dir", ROOT / "build/tests/mypy-pages", ".",
        folder=folder, MYPYPATH=str(ROOT / "bindings/python"),
    )
    found = defaultdict(list)
    other = []
    for line in (done.stdout + done.stderr).splitlines():
        match = re.match(r"page_(\d+)\.py:(\d+): (.*)", line)
        if match:
            found[int(match[1])].append(f"line {match[2]}: {match[3]}")
        else:
            other.append(line)
    for number, program in enumerate(programs):
        check(f"{program.name} has the types of the package", found[number])
    if other or (done.returncode and not found):
        check("mypy checks the pages", other or [f"exit status {done.returncode}"])
