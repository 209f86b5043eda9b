"""Type checkers. mypy reads the Python package, stub files of `moya python`, and a program that uses both."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tool.program import ROOT, check, run

#: From PyPI, in its own environment, because Debian's is too old for some annotations.
VERSION = "2.4.1"
HERE = ROOT / "Tests/tool/checkers"
PACKAGE = ROOT / "bindings/python"


def mypy() -> str:
    """Returns the path of mypy. It is installed once, which needs the network."""
    environment = ROOT / "build/venv-types"
    program = environment / "bin/mypy"
    if not program.exists() or VERSION not in subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout:
        shutil.rmtree(environment, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run([environment / "bin/pip", "install", "-q", "--disable-pip-version-check", f"mypy=={VERSION}"], check=True)
    return str(program)


def main() -> None:
    checker = mypy()
    done = subprocess.run([checker, "moya"], cwd=PACKAGE, capture_output=True, text=True, check=False)
    check("the package's annotations are sound", done.stdout if done.returncode else "")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        stub = run("python", HERE / "hub.moya.json").stdout
        (folder / "hub.pyi").write_bytes(stub)
        (folder / "use.py").write_text((HERE / "use.py").read_text())
        done = subprocess.run(
            [checker, "--strict", "--python-version", "3.10", "use.py"], cwd=folder, env={"MYPYPATH": str(PACKAGE)},
            capture_output=True, text=True, check=False,
        )
    found = {int(it) for it in re.findall(r"^use\.py:(\d+): error", done.stdout, re.MULTILINE)}
    lines = (HERE / "use.py").read_text().splitlines()
    wanted = {number for number, line in enumerate(lines, 1) if line.endswith("  # E")}
    both = sorted(found ^ wanted)
    check(
        "a checker refuses what would fail, and nothing else",
        "\n".join(f"line {it} has {'an' if it in found else 'no'} error: {lines[it - 1]}" for it in both) + (done.stdout if both else ""),
    )
    others = [line for line in done.stdout.splitlines() if ": error" in line and not line.startswith("use.py:")]
    check("a stub file's annotations are sound", "\n".join(others))
