"""Tests the memory of the program: several threads may get memory at the same time, and small documents need little."""

import json
import resource
import subprocess
import tempfile
from pathlib import Path

from tool.imports import document_of, parameter
from tool.program import INSTALLED, OUT, ROOT, STRICT, check, environment, unlike

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
#: The program may have this much memory, and no more. The library alone takes about a tenth of it.
MOST = 1 << 30
MANY = 1000


def shared(item: dict, count: int) -> dict:
    """Returns a document in which many paths refer to the same path."""
    return document_of({f"/{number}": {"$ref": "#/x-item"} for number in range(count)}, **{"x-item": item})


def documents() -> "list[tuple[str, dict, int, str]]":
    """Returns names, documents, exit statuses and what standard error says."""
    operations = {method: {} for method in METHODS}
    parameters = [{"in": "query", "name": f"p{number}"} for number in range(MANY)]
    texts = {"type": "string", "enum": [*(f"{number:4096}" for number in range(60)), 1]}
    long = {"parameters": [{"$ref": "#/" + "x" * (1 << 18)}], **operations}
    parametrized = {"parameters": parameters, **operations}
    enumerated = {"parameters": [parameter("p", texts)], **operations}
    return [
        ("many paths that have the same parameters", shared(parametrized, MANY), 3, r"moya: .* in more ways than .*\n"),
        ("many paths that have the same long reference", shared(long, MANY // 2), 0, r".*… leads nowhere: .*0 of 4000 .*"),
        ("many paths whose enumeration is no type", shared(enumerated, MANY // 2), 0, ".*4000 of 4000 operations.*"),
    ]


def limited(path: Path) -> "subprocess.CompletedProcess[bytes]":
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))

    command = [INSTALLED, "import", "openapi", path]
    return subprocess.run(command, capture_output=True, timeout=300, env=environment(), preexec_fn=limit, check=False)


def main() -> None:
    threads = OUT / "threads"
    sources = [ROOT / "Tests/tool/threads.c", ROOT / "tools/moya/memory.c"]
    command = ["gcc", *STRICT, "-fsanitize=thread", f"-I{ROOT}/include", "-o", threads, *sources]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if check("threads.c compiles", built.stderr):
        done = subprocess.run([threads], capture_output=True, text=True, env=environment(), timeout=120, check=False)
        said = done.stdout + done.stderr
        check("threads get memory at the same time", said or ("" if done.returncode == 0 else f"status {done.returncode}"))
    with tempfile.TemporaryDirectory() as work:
        path = Path(work) / "document.json"
        for name, document, status, errors in documents():
            path.write_text(json.dumps(document))
            check(f"a small document with {name} needs little memory", unlike(limited(path), status, ".*", errors))
        with path.open("wb") as file:
            file.truncate(4 << 30)
        done = limited(path)
        check("a file that is too large is not read", unlike(done, 3, "", "moya: .*: the files are too large\n"))
