"""Checks the commands of the pages. bash must accept the blocks. The scripts of the repository that a page names must
exist, and so must the commands and options of `moya` in its sentences. Runs the blocks that use only the program `moya`,
with examples/server.py and the modules of the build. What a page shows below a command must be what the command
prints."""

import re
import sys
from pathlib import Path

from pages.reading import ROOT, STAND_IN, VARIABLES, check, for_run, prepare, programs, run, tracked

BLOCK = re.compile(r"^ *```(sh|console)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
#: Tests/tool/page.py runs the commands of this page.
PLAYED = "docs/tool.md"
#: A block is run if it has only these commands. Its Python commands import the Python program of the page as the module
#: `client`.
RUN = ("moya", "grep", "venv/bin/python")
#: A module that a page of a tutorial or of a template makes. Other tests build it, so here another module stands for
#: it.
OWN_MODULE = re.compile(r"'?\./[\w/-]+\.so(:[\w.]+)?(=\{[^']*\}')?")
#: The exit statuses of `moya` that say that the command or the plugin is wrong, or that a file is missing.
WRONG = (1, 2, 3)


def steps(language: str, block: str) -> "list[tuple[str, str]]":
    """Returns each command with what the page shows below it."""
    if language == "sh":
        return [(line, "") for line in re.sub(r"\\\n *", "", block).splitlines()]
    found = []
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = step.partition("\n")
        while command.count("'") % 2:  # the command continues on the next line
            more, _, output = output.partition("\n")
            command += "\n" + more
        found.append((command, output.rstrip("\n")))
    return found


def check_sentences() -> None:
    """Checks the scripts and the commands of `moya` in all pages."""
    missing, used = [], {}
    for page in tracked("*.md"):
        text, name = page.read_text(), page.relative_to(ROOT)
        for path in re.findall(r"(?<![\w./-])(?:script|Tests/steps)/[\w-]+(?:\.\w+)?", text):
            if not (ROOT / path).exists():
                missing.append(f"{name}: {path} does not exist")
        for code in re.findall(r"`(moya\s[^`]+)`", text):
            command, *words = code.split()[1:]
            # `moya get|head URL` names two commands. `moya --help` names none, because --help is an option.
            for one in [it for it in command.split("|") if it.isalpha()]:
                for option in re.findall(r"(?<!\S)--?[a-z][\w-]*", " ".join(words)) or [""]:
                    used[one, option] = f"{name}: {code}"
    check("the scripts that the pages name exist", missing)
    wrong = []
    for (command, option), place in used.items():
        said = run(ROOT / "build/bin/moya", command, *([option] if option else [])).stderr
        if "no such option here" in said or "is no command" in said:
            wrong.append(f"{place}: {said.strip()}")
    check(f"moya has the {len(used)} commands and options in the sentences of the pages", wrong)


def check_commands(work: Path, url: str) -> None:
    check_sentences()
    for page in tracked("*.md"):
        text, name = page.read_text(), page.relative_to(ROOT)
        for match in BLOCK.finditer(text):
            place = f"{name}:{text.count(chr(10), 0, match.start(2)) + 1}"
            played = steps(match[1], match[2])
            script = "\n".join(command for command, _ in played)
            report_syntax(place, script)
            if played and str(name) != PLAYED and all(command.split(" ")[0] in RUN for command, _ in played):
                folder = work / re.sub(r"\W", "-", place)
                folder.mkdir()
                (folder / "client.py").write_text("".join(program.text for program in programs(page) if program.language == "python"))
                play(place, played, folder, url)


def report_syntax(place: str, script: str) -> None:
    read = run("bash", "-n", "-c", script)
    check(f"{place}: bash can read the commands", read.stderr.splitlines() if read.returncode or not script.strip() else [])


def play(place: str, played: "list[tuple[str, str]]", folder: Path, url: str) -> None:
    prepare(folder, url)
    paths = {"PATH": f"{ROOT}/build/bin:/usr/bin:/bin", "PYTHONPATH": f"{ROOT}/bindings/python"}
    variables = {**VARIABLES, **paths, "MOYA_LIBRARY": f"{ROOT}/build/libmoya.so"}
    for command, output in played:
        script = OWN_MODULE.sub(str(ROOT / "build/plugins/stamp.so"), for_run(command, url, folder))
        script = script.replace("venv/bin/python", sys.executable)
        done = run("bash", "-c", f"{{ {script}\n}} 2>&1", folder=folder, **variables)
        wanted = ".*".join(re.escape(part) for part in output.replace(STAND_IN, url).split("…"))
        if output:
            good = re.fullmatch(wanted, done.stdout.rstrip("\n"), re.DOTALL) is not None
        else:
            good = done.returncode not in WRONG and done.returncode < 100
        shown = [f"exit status {done.returncode}", *done.stdout.splitlines()]
        check(f"{place}: {command}".replace("\n", " "), [] if good else shown)
