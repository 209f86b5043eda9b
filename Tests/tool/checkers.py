"""Runs type checkers. mypy and pyright read typed clients and programs that use them. mypy also reads the Python
package, and stub files of `moya python`."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, Iterable, List, Set, Tuple

from tool.program import ROOT, check, run

#: The packages that `install` gets from PyPI, because Debian's mypy is too old for some annotations. pyright needs
#: node, which its extra `nodejs` brings. Some of the checked programs use msgspec and pydantic.
VERSIONS = ("mypy==2.4.1", "pyright[nodejs]==1.1.414", "msgspec==0.22.0", "pydantic==2.14.4")
HERE = ROOT / "Tests/tool/checkers"
PACKAGE = ROOT / "bindings/python"
ENVIRONMENT = ROOT / "build/venv-types"
#: What mypy has read of the standard library and of the packages, for its next run.
CACHE = ENVIRONMENT / "mypy-cache"
#: Rules of pyright's strict mode that complain about correct programs.
QUIET = ("reportUnusedExpression", "reportUnusedVariable", "reportUnusedCoroutine", "reportMissingModuleSource")
#: For each file, the lines with an error. Then the other lines that the checker printed.
Found = Tuple[Dict[str, Set[int]], List[str]]


def install() -> None:
    """Installs the checkers once, which needs the network."""
    ready = ENVIRONMENT / "ready"
    wanted = "\n".join(VERSIONS)
    if ready.exists() and ready.read_text() == wanted:
        return
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    subprocess.run([ENVIRONMENT / "bin/pip", "install", "-q", "--disable-pip-version-check", *VERSIONS], check=True)
    ready.write_text(wanted)


def mypy(folder: Path, files: Iterable[str], version: str = "3.10") -> Found:
    done = subprocess.run(
        [ENVIRONMENT / "bin/mypy", "--config-file", PACKAGE / "pyproject.toml", "--python-version", version, "--python-executable", ENVIRONMENT / "bin/python", *files], cwd=folder,
        env={"MYPYPATH": str(PACKAGE), "MYPY_CACHE_DIR": str(CACHE)}, capture_output=True, text=True, check=False,
    )
    found: Dict[str, Set[int]] = {file: set() for file in files}
    others = []
    for line in done.stdout.splitlines():
        place = re.match(r"([^:]+):(\d+): error", line)
        if place and place[1] in found:
            found[place[1]].add(int(place[2]))
        elif place:
            others.append(line)
    return found, others if done.returncode in (0, 1) else [done.stdout + done.stderr]


def pyright(folder: Path, files: Iterable[str], version: str = "3.10") -> Found:
    settings = {
        "include": [*files], "extraPaths": [str(PACKAGE), "."], "typeCheckingMode": "strict", "pythonVersion": version,
        "venvPath": str(ENVIRONMENT.parent), "venv": ENVIRONMENT.name, **dict.fromkeys(QUIET, False),
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run([ENVIRONMENT / "bin/pyright", "--outputjson"], cwd=folder, env={}, capture_output=True, text=True, check=False)
    found: Dict[str, Set[int]] = {file: set() for file in files}
    others = []
    try:
        said = json.loads(done.stdout)["generalDiagnostics"]
    except ValueError:
        return found, [done.stdout + done.stderr]
    for one in said:
        name = Path(one["file"]).name
        if one["severity"] != "error":
            continue
        if name in found:
            found[name].add(one["range"]["start"]["line"] + 1)
        else:
            others.append(f"{name}: {one['message']}")
    return found, others


def compare(checker: str, folder: Path, found: Dict[str, Set[int]]) -> None:
    """Checks that each line that ends with `# E` has an error, and that no other line has one."""
    for file, numbers in found.items():
        lines = (folder / file).read_text().splitlines()
        wanted = {number for number, line in enumerate(lines, 1) if line.endswith("  # E")}
        both = sorted(numbers ^ wanted)
        problem = "\n".join(f"line {it} has {'an' if it in numbers else 'no'} error: {lines[it - 1]}" for it in both)
        check(f"{checker} refuses the {len(wanted)} mistakes of {file}, and nothing else", problem)


def main() -> None:
    install()
    done = subprocess.run([ENVIRONMENT / "bin/mypy", "moya"], cwd=PACKAGE, capture_output=True, text=True, check=False)
    check("the package's annotations are sound", done.stdout if done.returncode else "")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        (folder / "hub.pyi").write_bytes(run("python", HERE / "hub.moya.json").stdout)
        for path in HERE.glob("*.py"):
            (folder / path.name).write_text(path.read_text())
        found, others = mypy(folder, ["use.py", "hub.pyi"])
        compare("mypy", folder, found)
        typed = [path.name for path in sorted(HERE.glob("typed_*.py"))]
        for name, checker in (("mypy", mypy), ("pyright", pyright)):
            found, more = checker(folder, typed)
            compare(name, folder, found)
            others += more
        check("no other file has an error", "\n".join(others))
