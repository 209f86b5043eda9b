"""Builds the program with the sanitizers, runs it, and reports differences from the expectation."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

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


@lru_cache(maxsize=None)
def compiled(*flags: str) -> Tuple[List[Path], str]:
    """Compiles tools/moya with these flags, once for all programs that have them. Returns its objects, and what went
    wrong."""
    folder = OUT / ("-".join(["objects", *(flag.strip("-").partition("=")[0] for flag in flags)]))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = sorted((ROOT / "tools/moya").glob("*.c"))
    command = ["gcc", *STRICT, *flags, f"-I{ROOT}/include", "-DMOYA_HAS_YAML", *yaml("--cflags"), "-c", *sources]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return [folder / f"{source.stem}.o" for source in sources], done.stderr if done.returncode else ""


def yaml(what: str) -> List[str]:
    return subprocess.run(["pkg-config", what, "yaml-0.1"], capture_output=True, text=True, check=True).stdout.split()


def linked(output: Path, *words: object) -> str:
    """Links a program with the library. Returns what went wrong."""
    command = ["gcc", *(str(word) for word in words), "-o", output, f"-L{ROOT}/build", "-lmoya", f"-Wl,-rpath,{ROOT}/build", *yaml("--libs")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def build() -> str:
    objects, wrong = compiled(*SANITIZERS)
    return wrong or linked(CHECKED, *SANITIZERS, *objects)


def environment(**more: str) -> Dict[str, str]:
    """Returns an environment without a proxy, with sanitizers that stop at a finding."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    settings = {"UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", "ASAN_OPTIONS": "strict_string_checks=1", "MOYA_ALLOCATOR": "malloc"}
    return {**kept, **settings, **more}


def run(
    *words: object, program: Path = CHECKED, text: str = "", data: bytes = b"", folder: Optional[Path] = None, **variables: str
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [str(program), *(str(word) for word in words)], input=data or text.encode(), capture_output=True, timeout=120, cwd=folder,
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
    """Runs a server that prints its port, and that ends when its standard input closes."""
    server = subprocess.Popen([sys.executable, *(str(word) for word in words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield int(server.stdout.readline())
    finally:
        server.communicate()
