"""Tests the module cache: its rules and its stores in C, calls through it, cache-tests, and killed processes.
Tests/steps/modules runs this program. The program reads

    MOYA_MODULES    the folder with the modules
    MOYA_PREFIX     an installation, for its programs and its library

    cache_tests.py [NAME...]      only these: units, check, page, behaviours, judge, durability

Without MOYA_LONG=1, two of the three configs of check are left out. Then cache-tests (judge) and killed processes
(durability) run only if the command line names a test.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/modules/cache"
SOURCES = ROOT / "plugins/cache"
MODULE = Path(os.environ["MOYA_MODULES"]) / "cache.so"
PREFIX = Path(os.environ["MOYA_PREFIX"])
LONG = os.environ.get("MOYA_LONG") == "1"
STRICT = ["gcc", "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
#: The sources that need nothing of the library.
PURE = ["../common/checksum", "../common/date", "../common/file_limit", "../common/fork_guard", "../common/slice", "control", "disk_limit", "disk_open", "disk_store", "fields", "life", "memory_store",
        "policy", "range", "removals", "request", "stored", "vary"]


def run(*command: object) -> bool:
    return subprocess.run([str(word) for word in command], check=False).returncode == 0


def python(name: str, *arguments: object) -> bool:
    return run(sys.executable, "-B", HERE / f"{name}.py", MODULE, *arguments)


def units(folder: Path) -> bool:
    """Tests the rules and the stores, with sanitizers."""
    good = True
    os.environ["TSAN_OPTIONS"] = "report_thread_leaks=0"  # a forked child does not join the threads of its parent
    for sanitizers in ("address,undefined", "thread"):
        objects = []
        for name in PURE:
            objects.append(folder / f"{Path(name).name}-{sanitizers}.o")
            good &= run(*STRICT, f"-fsanitize={sanitizers}", "-c", SOURCES / f"{name}.c", "-o", objects[-1])
        for name in ("stores",) if sanitizers == "thread" else ("syntax", "policy", "stores"):  # the others have one thread
            program = folder / f"{name}-{sanitizers}"
            good &= run(*STRICT, f"-fsanitize={sanitizers}", f"-I{SOURCES}", "-o", program, HERE / f"{name}.c", *objects,
                        "-lsqlite3", "-pthread") and run(program)
    writes = folder / "writes"
    rules = [SOURCES / f"{name}.c" for name in PURE if not name.startswith("disk")]
    good &= run(*STRICT, "-fsanitize=address,undefined", f"-I{SOURCES}", f"-I{ROOT}/include", "-o", writes, HERE / "writes.c",
                SOURCES / "writer.c", *rules, "-pthread") and run(writes)
    removed = folder / "removed"
    return good and run(*STRICT, "-ffunction-sections", "-fdata-sections", "-fvisibility=hidden", "-Wl,--gc-sections", f"-I{SOURCES}",
                        f"-I{ROOT}/include", "-o", removed, HERE / "removed.c", SOURCES / "cache.c",
                        *(SOURCES / f"{name}.c" for name in PURE), "-lsqlite3", "-pthread") and run(removed)


def check(folder: Path) -> bool:
    """Runs moya-plugin-check with a cache that uses both a file and memory. With MOYA_LONG=1, runs it also with a cache
    that uses only a file, and with one that uses only memory."""
    good, configs = True, [f'{{"file": "{folder}/check.db"}}', f'{{"file": "{folder}/check.db", "memory_bytes": 0}}', "{}"]
    for config in configs if LONG else configs[:1]:
        done = subprocess.run([PREFIX / "bin/moya-plugin-check", MODULE, "--config", config], capture_output=True, text=True, check=False)
        bad = [line for line in done.stdout.splitlines() if line.split()[:1] in (["failed"], ["warning"], ["not"])]
        good &= done.returncode == 0 and not bad
        print(f"{'not ok' if bad or done.returncode else 'ok'} - cache: moya-plugin-check passes with {config.replace(str(folder), '…')}")
        print("".join(f"    {line}\n" for line in bad or ([] if done.returncode == 0 else [done.stderr])), end="", flush=True)
    return good


def page(folder: Path) -> bool:
    """Runs the programs of the README with a server that stands for https://api.example.com. The second call sends
    nothing."""
    sys.path.insert(0, str(HERE))
    from served import fresh, site

    os.environ["MOYA_PLUGIN_PATH"] = str(MODULE.parent)
    library, good = Path(os.environ["MOYA_LIBRARY"]).parent, True
    blocks = re.findall(r"^```(c|python|sh)\n(.*?)^```$", (SOURCES / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    for language, text in blocks:
        with site() as at:
            at.replies["/zen"] = lambda _: fresh(b"Design for failure.")
            place = folder / language
            place.mkdir()
            (place / f"page.{language}").write_text(text.replace("https://api.example.com", at.url))
            commands: list[list[object]] = {
                "c": [[*STRICT, f"-I{ROOT / 'include'}", "-o", "page", "page.c", f"-L{library}", "-lmoya", f"-Wl,-rpath,{library}"], ["./page"]],
                "python": [[sys.executable, "-B", "page.python"]],
                "sh": [["sh", "page.sh"], ["sh", "page.sh"]],
            }[language]
            environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python"), "PATH": f"{PREFIX / 'bin'}:{os.environ['PATH']}"}
            said = "".join(subprocess.run([str(word) for word in command], cwd=place, env=environment, capture_output=True, text=True,
                                          check=False).stdout for command in commands)
            holds = said.replace("\n", "") == "Design for failure." * 2 and at.count("/zen") == 1
            print(f"{'ok' if holds else 'not ok'} - cache: the README's program in {language} runs{'' if holds else ': ' + said}")
            good &= holds
    return good


def behaviours(_: Path) -> bool:
    os.environ.setdefault("MOYA_TOOL", str(PREFIX / "bin/moya"))
    return all([python("behaviours"), python("validation"), python("places")])


def judge(_: Path) -> bool:
    return python("judge")


def durability(folder: Path) -> bool:
    library = Path(os.environ["MOYA_LIBRARY"]).parent
    return run(*STRICT, f"-I{ROOT / 'include'}", "-o", folder / "busy", HERE / "busy.c", f"-L{library}", "-lmoya",
               f"-Wl,-rpath,{library}") and python("durability", folder / "busy")


def main() -> int:
    parts = [units, check, page, behaviours, judge, durability]
    if not sys.argv[1:] and not LONG:
        parts = [units, check, page, behaviours]
    good = True
    with tempfile.TemporaryDirectory() as name:
        for part in parts:
            if not sys.argv[1:] or part.__name__ in sys.argv[1:]:
                good &= part(Path(name))
    return not good


if __name__ == "__main__":
    sys.exit(main())
