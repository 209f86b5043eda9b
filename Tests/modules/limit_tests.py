"""Tests the module limit and the stores that processes share (plugins/shared). Tests/steps/modules runs this
program. The program reads

    MOYA_MODULES    the folder with the modules
    MOYA_PREFIX     an installation, for its programs and its library

    limit_tests.py [NAME...]      only these: units, check, page, behaviours, hostile, redis, cluster

If neither MOYA_LONG=1 nor a NAME is given, the tests with a Redis server (redis, cluster) are left out.
They need Debian's redis-server, and cluster needs the right to make network namespaces.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/modules/limit"
SHARED = ROOT / "Tests/modules/shared"
MODULE = Path(os.environ["MOYA_MODULES"]) / "limit.so"
PREFIX = Path(os.environ["MOYA_PREFIX"])
STRICT = ["gcc", "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{ROOT / 'include'}"]


def run(*command: object) -> bool:
    return subprocess.run([str(word) for word in command], check=False).returncode == 0


def python(name: str, *arguments: object) -> bool:
    return run(sys.executable, "-B", HERE / f"{name}.py", *arguments)


def static(library: str) -> Path:
    """Returns the folder of a static library, which the environment or script/static names."""
    given = os.environ.get(f"MOYA_STATIC_{library}")
    return Path(given or subprocess.run([ROOT / "script/static", library], capture_output=True, text=True, check=True).stdout.strip())


def compiled(folder: Path, name: str, sanitizers: str) -> Path:
    """Compiles a program of Tests/modules/shared together with the stores that it tests, and returns its path."""
    program, has_redis = folder / f"{name}-{sanitizers}", name == "redis_store"
    sources = [SHARED / f"{name}.c", SHARED / "store_rows.c", *(ROOT / "plugins/common").glob("*.c")]
    sources += [file for file in (ROOT / "plugins/shared").glob("*.c") if has_redis or not file.name.startswith("redis")]
    words: "list[object]" = [*STRICT, f"-fsanitize={sanitizers}", "-o", program, *sources]
    if has_redis:
        redis, tls = static("hiredis"), static("openssl")
        words += ["-isystem", redis / "include", redis / "lib/libhiredis.a", tls / "lib/libssl.a", tls / "lib/libcrypto.a"]
    assert run(*words, "-lm", "-ldl", "-pthread")
    return program


def units(folder: Path) -> bool:
    """Tests the rate limit against a model, the store in a file, and how the module reads the limits that servers name.
    The C programs are compiled with sanitizers."""
    plugins, good = ROOT / "plugins", True
    pure = {
        "schedule": [plugins / "shared/gcra.c"],
        "server_limit": [plugins / f"{name}.c" for name in ("limit/server_limit", "common/origin", "common/slice", "common/date")],
    }
    for name, sources in pure.items():
        good &= run(*STRICT, "-fsanitize=address,undefined", "-o", folder / name, HERE / f"{name}.c", *sources, "-lm")
    good &= run(*STRICT, f"-I{plugins / 'limit'}", "-fsanitize=address,undefined", "-o", folder / "leases", HERE / "leases.c",
                *(plugins / f"{name}.c" for name in ("limit/local", "limit/lease", "shared/gcra", "common/bytes")), "-lm", "-pthread")
    good = good and python("schedules", folder / "schedule") and run(folder / "server_limit") and run(folder / "leases")
    os.environ["TSAN_OPTIONS"] = "report_thread_leaks=0"  # a forked child does not join the threads of its parent
    long = os.environ.get("MOYA_LONG") == "1"
    for sanitizers in ("address,undefined", "thread") if long else ("address,undefined",):
        place = folder / f"files-{sanitizers}"
        place.mkdir()
        good &= run(compiled(folder, "file_store", sanitizers), place, 200 if long else 20)
    return good


def check(folder: Path) -> bool:
    """Runs moya-plugin-check without a config, and with a store in a file. With MOYA_LONG=1, runs it with each kind of
    store."""
    configs = [f'{{"rate": 100000, "burst": 1000, "concurrency": 4, "store": "file:{folder}/check"}}']
    if os.environ.get("MOYA_LONG") == "1":
        configs += ['{"store": "memory:"}', '{"rate": 1000, "store": "redis://127.0.0.1:1"}']
    good = passes("without a config", [])
    return passes("with each store", configs) and good


def passes(how: str, configs: list[str]) -> bool:
    words = [word for config in configs for word in ("--config", config)]
    done = subprocess.run([PREFIX / "bin/moya-plugin-check", MODULE, "--time-limit", "60", *words], capture_output=True, text=True, check=False)
    bad = [line for line in done.stdout.splitlines() if line.split()[:1] in (["failed"], ["warning"], ["not"])]
    print(f"{'not ok' if bad or done.returncode else 'ok'} - limit: moya-plugin-check passes {how}")
    print("".join(f"    {line}\n" for line in bad or ([] if done.returncode == 0 else [done.stderr])), end="", flush=True)
    return done.returncode == 0 and not bad


def page(folder: Path) -> bool:
    """Runs the programs of the README with a server that stands for https://api.example.com."""
    sys.path.insert(0, str(HERE))
    from serving import site

    os.environ["MOYA_PLUGIN_PATH"] = str(MODULE.parent)
    library, good = Path(os.environ["MOYA_LIBRARY"]).parent, True
    blocks = re.findall(r"^```(c|python|sh)\n(.*?)^```$", (ROOT / "plugins/limit/README.md").read_text(), re.MULTILINE | re.DOTALL)
    for language, text in blocks:
        with site() as at:
            place = folder / language
            place.mkdir()
            text = text.replace("https://api.example.com/zen", at.url + "/count").replace("https://api.example.com", at.url)
            (place / f"page.{language}").write_text(text.replace('"/zen"', '"/count"').replace("/var/lib/app", str(place)))
            commands: "list[list[object]]" = {
                "c": [[*STRICT, "-o", "page", "page.c", f"-L{library}", "-lmoya", f"-Wl,-rpath,{library}"], ["./page"]],
                "python": [[sys.executable, "-B", "page.python"]],
                "sh": [["sh", "page.sh"]],
            }[language]
            environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python"), "PATH": f"{PREFIX / 'bin'}:{os.environ['PATH']}"}
            done = [subprocess.run([str(word) for word in command], cwd=place, env=environment, capture_output=True, text=True, check=False)
                    for command in commands]
            said = "".join(each.stdout for each in done)
            holds = said.replace("\n", "") == "ok" * 2 and len(at.seen) == 2 and (place / "limit").exists()
            print(f"{'ok' if holds else 'not ok'} - limit: the README's program in {language} runs{'' if holds else f': {said} {done}'}")
            good &= holds
    return good and len(blocks) == 3


def behaviours(_: Path) -> bool:
    return all([python("behaviours", MODULE), python("busy", MODULE)])


def hostile(folder: Path) -> bool:
    """Tests the store with servers that send something else than Redis does."""
    return run(sys.executable, "-B", SHARED / "hostile_redis.py", compiled(folder, "redis_store", "address,undefined"))


def redis(folder: Path) -> bool:
    return python("redis_rows", MODULE, compiled(folder, "redis_store", "address,undefined"), compiled(folder, "redis_store", "thread"), folder)


def cluster(folder: Path) -> bool:
    return python("cluster", MODULE, folder)


def main() -> int:
    parts = [units, check, page, behaviours, hostile, redis, cluster]
    if not sys.argv[1:] and os.environ.get("MOYA_LONG") != "1":
        parts = [units, check, page, behaviours, hostile]
    good = True
    with tempfile.TemporaryDirectory() as name:
        for part in parts:
            if not sys.argv[1:] or part.__name__ in sys.argv[1:]:
                good &= part(Path(name))
    return not good


if __name__ == "__main__":
    sys.exit(main())
