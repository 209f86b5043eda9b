"""Reads the code of the pages, runs commands, and reports what is wrong. Tests/steps/docs says how a page is read."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:<!-- *((?:(?!-->).)*?) *-->\n+)?^```(c|cpp|python|swift)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STAND_IN = "https://api.example.com"
# Programs on the pages also use these hosts and this folder. Before a program runs, the URL of the test server replaces
# each host. The folder of the run replaces OTHER_FOLDER.
OTHER_HOSTS = ("https://auth.example.com", "https://bucket.s3.eu-central-1.amazonaws.com")
OTHER_FOLDER = "/var/lib/app"
# The variables that programs and commands of the pages read.
VARIABLES = {
    "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "API_KEY": "secret", "API_TOKEN": "secret", "CLIENT_SECRET": "secret",
}
# Pages whose C or C++ blocks are one program.
ONE_PROGRAM = {"tutorial.md", "cookbook-c.md", "cookbook-cpp.md"}
#: Pages whose C and Python programs this step only compiles, and why.
NOT_RUN = {f"{name}/README.md": "Tests/modules runs them" for name in ("cache", "chaos", "compress", "limit", "metrics", "otel")}
failed = False


@dataclass
class Program:
    page: Path
    language: str
    #: Each block, with the number of its first line on the page.
    blocks: "list[tuple[int, str]]" = field(default_factory=list)
    #: The remark of the last block, if this block is only compiled. The blocks before it are in another program, too.
    not_run: str = ""

    @property
    def line(self) -> int:
        return self.blocks[0][0]

    @property
    def text(self) -> str:
        return "\n".join(block for _, block in self.blocks)

    @property
    def page_name(self) -> str:
        """The name of the page. For a README of a folder, this includes the folder: `cache/README.md`."""
        is_of_folder = self.page.name == "README.md" and self.page.parent != ROOT
        return f"{self.page.parent.name}/README.md" if is_of_folder else self.page.name

    @property
    def is_run(self) -> bool:
        return not self.not_run and self.page_name not in NOT_RUN

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.blocks[-1][0] if self.not_run else self.line} ({self.language})"


def programs(page: Path) -> Iterator[Program]:
    text = page.read_text()
    together: dict[str, Program] = {}
    for match in BLOCK.finditer(text):
        remark, language, block = match.groups()
        remark = remark or ""
        if remark.startswith(("not compiled:", "part of ")):
            continue
        placed = (text.count("\n", 0, match.start(3)) + 1, block)
        if remark.startswith("not run:"):
            before = together[language].blocks if language in together else []
            yield Program(page, language, [*before, placed], remark)
        elif language in ("c", "cpp") and page.name not in ONE_PROGRAM:
            yield Program(page, language, [placed])
        elif language in together and remark != "apart":
            together[language].blocks.append(placed)
        else:
            if language in together:
                yield together[language]
            together[language] = Program(page, language, [placed])
    yield from together.values()


def tutorial_steps() -> Iterator[Program]:
    """Yields the code of each step of DocC's tutorial. It is a whole program."""
    for source in sorted((ROOT / "docs/Moya.docc/Resources").glob("*.swift")):
        yield Program(source, "swift", [(1, source.read_text())])


def tracked(*patterns: str) -> "list[Path]":
    listed = run("git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", *patterns).stdout.split()
    return sorted({ROOT / name for name in listed if (ROOT / name).is_file()})


def report(name: str, done: subprocess.CompletedProcess) -> None:
    global failed
    print(f"{'not ok' if done.returncode else 'ok'} - {name}", flush=True)
    if done.returncode:
        failed = True
        print("\n".join("    " + line for line in (done.stdout + done.stderr).splitlines()[:40]), flush=True)


def check(name: str, wrong: "list[str]") -> None:
    report(name, subprocess.CompletedProcess([], int(bool(wrong)), "\n".join(wrong), ""))


def run(*command: object, folder: "Path | None" = None, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=300, cwd=folder,
        env={**os.environ, **environment},
    )


def prepare(work: Path, url: str) -> None:
    """Makes the files that programs and commands of the pages read."""
    (work / "examples").mkdir()
    for file in (ROOT / "examples").glob("*.json"):
        for folder in (work, work / "examples"):
            (folder / file.name).write_text(file.read_text().replace(STAND_IN, url))
    (work / "events.json").write_text("[1, 2]")


def for_run(text: str, url: str, folder: Path) -> str:
    """Replaces the hosts and folders of a program that is run."""
    for host in (STAND_IN, *OTHER_HOSTS):
        text = text.replace(host, url)
    return text.replace(OTHER_FOLDER, str(folder))


@contextlib.contextmanager
def api() -> Iterator[str]:
    """Runs examples/server.py and yields its URL."""
    script = ROOT / "examples/server.py"
    server = subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}"
    finally:
        server.communicate()  # closes the server's input, so the server ends
