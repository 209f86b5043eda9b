"""Builds the program with the sanitizers, runs it, and reports differences from the expectation."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Dict, Iterator, Optional

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build/tests/tool"
INSTALLED = ROOT / "build/bin/moya"
CHECKED = OUT / "moya"
LONG = os.environ.get("MOYA_LONG") == "1"
#: The program for large documents, which take five times as long under the sanitizers.
LARGE = CHECKED if LONG else INSTALLED
STRICT = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pedantic"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
failed = False


def check(name: str, problem: str) -> bool:
    global failed
    print(f"not ok - {name}" if problem else f"ok - {name}", flush=True)
    if problem:
        failed = True
        print("\n".join(f"    {line[:400]}" for line in problem.splitlines()[:40]), flush=True)
    return not problem


def build() -> str:
    OUT.mkdir(parents=True, exist_ok=True)
    sources = sorted((ROOT / "tools/moya").glob("*.c"))
    yaml = subprocess.run(["pkg-config", "--cflags", "--libs", "yaml-0.1"], capture_output=True, text=True, check=True).stdout.split()
    built = subprocess.run(
        ["gcc", *STRICT, *SANITIZERS, f"-I{ROOT}/include", "-o", CHECKED, *sources, f"-L{ROOT}/build", "-lmoya", f"-Wl,-rpath,{ROOT}/build", "-DMOYA_HAS_YAML", *yaml],
        capture_output=True, text=True, check=False,
    )
    return built.stderr if built.returncode else ""


def environment(**more: str) -> Dict[str, str]:
    """Returns an environment without a proxy, with sanitizers that stop at a finding."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    settings = {"UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", "ASAN_OPTIONS": "strict_string_checks=1", "MOYA_ALLOCATOR": "malloc"}
    return {**kept, **settings, **more}


def run(
    *words: object, program: Path = CHECKED, text: str = "", folder: Optional[Path] = None, **variables: str
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [str(program), *(str(word) for word in words)], input=text.encode(), capture_output=True, timeout=120, cwd=folder,
        env=environment(**variables), check=False,
    )


def unlike(done: "subprocess.CompletedProcess[bytes]", status: int, output: str = "", errors: str = "") -> str:
    """Compares a result. `output` and `errors` are regular expressions for the whole of a stream."""
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    shown = f"status {done.returncode}\nstdout {out}\nstderr {err}"
    if done.returncode != status:
        return f"status {status} was wanted\n{shown}"
    if not re.fullmatch(output, out, re.DOTALL):
        return f"stdout is not {output}\n{shown}"
    return "" if re.fullmatch(errors, err, re.DOTALL) else f"stderr is not {errors}\n{shown}"


@contextmanager
def served(*words: object) -> Iterator[int]:
    """Runs a server that prints its port and ends when its standard input does."""
    server = subprocess.Popen([sys.executable, *(str(word) for word in words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield int(server.stdout.readline())
    finally:
        server.communicate()
