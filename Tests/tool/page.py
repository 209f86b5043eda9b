"""Runs the commands of docs/tool.md, which must print what the page shows below them. … stands for anything. Also
tests moya(1) and the completions."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from tool.program import CHECKED, ROOT, check, served

STAND_IN = "https://api.example.com"


def steps() -> "list[tuple[str, str]]":
    """Returns each command with what it prints, on both streams."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", (ROOT / "docs/tool.md").read_text(), re.MULTILINE | re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            found.append((command, output))
    return found


def bash(script: str) -> str:
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False).stdout


def completed(*words: str) -> "list[str]":
    quoted = " ".join(f"'{word}'" for word in words)
    return bash(
        f"source {ROOT}/tools/moya/completion/moya; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _moya; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    ).split()


def completed_by_zsh(*words: str) -> "tuple[list[str], list[str]]":
    """Returns what _moya offers as the last word: words, and options with their descriptions. zsh's own two
    functions need a terminal, so here they only report their arguments."""
    quoted = " ".join(f"'{word}'" for word in words)
    script = f"""_describe() {{ print -l -- "${{(@P)2}}" }}
        _arguments() {{ for spec; do [[ $spec == *'['*']'* ]] && print -r -- "option ${{${{spec#'('*')'}}#\\*}}"; done }}
        words=({quoted}) CURRENT={len(words)}
        source {ROOT}/tools/moya/completion/_moya"""
    done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    options = [line[len("option "):] for line in lines if line.startswith("option ")]
    return [line for line in lines if not line.startswith("option ")], options


def main() -> None:
    with tempfile.TemporaryDirectory() as work, served(ROOT / "examples/server.py") as port:
        (Path(work) / "moya").symlink_to(CHECKED)
        for command, output in steps():
            script = command.replace(STAND_IN, f"http://localhost:{port}")
            done = subprocess.run(
                ["bash", "-c", f"PATH={work}:$PATH; {{ {script}; }} 2>&1"], capture_output=True, text=True, cwd=ROOT, check=False,
                env={**os.environ, "HOME": work},
            )
            wanted = ".*".join(re.escape(part) for part in output.rstrip("\n").split("…"))
            seen = done.stdout.rstrip("\n")
            check(f"docs/tool.md: {command}", "" if re.fullmatch(wanted, seen, re.DOTALL) else f"{seen}\ninstead of\n{output}")

    page = ROOT / "tools/moya/moya.1"
    said = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], env={"PATH": "/usr/bin:/bin", "MANWIDTH": "80"},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
    )
    check("moya(1) has no warning", said.stderr)
    help_text = subprocess.run([CHECKED, "--help"], capture_output=True, text=True, check=False).stdout
    options = set(re.findall(r"--[a-z][a-z-]+", help_text)) - {"--help", "--version"}
    manual = page.read_text().replace("\\-", "-")
    missing = [option for option in sorted(options) if option not in manual]
    check("moya(1) has every option of --help", " ".join(missing))
    commands = set(re.findall(r"moya ([a-z]+) ", help_text)) | set("get head post put patch delete options".split())
    missing = [name for name in sorted(commands) if name not in completed("moya", "")]
    check("bash completes every command", " ".join(missing))
    missing = [option for option in sorted(options) if option not in completed("moya", "get", "--") + completed("moya", "call", "--") + completed("moya", "plugins", "--")]
    check("bash completes every option", " ".join(missing))
    offered, _ = completed_by_zsh("moya", "")
    check("zsh completes every command", "" if sorted(offered) == sorted(commands) else f"{offered} instead of {sorted(commands)}")
    other, specs = completed_by_zsh("moya", "get", "")
    names = {re.match("--[a-z-]+|-[a-z]", spec)[0] for spec in specs}
    check("zsh completes every option", "" if not other and {name for name in names if name.startswith("--")} == options else f"{other} {names} instead of {options}")
    valued = {spec.partition("[")[0] for spec in specs if re.search(r"\]:", spec)}
    wanted = {f"--{name}" for name in ("output", "base-url", "plugin", "retries", "timeout", "proxy", "ca-file", "colour", "prefix", "id")} | {"-o"}
    check("zsh knows which options have a value", "" if valued == wanted else f"{valued} instead of {wanted}")
