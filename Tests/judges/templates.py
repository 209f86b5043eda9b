"""Tests URI templates (RFC 6570). A template of level 1 is a path with a value for each name, as in definitions and
targets."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from differences import REFUSES

FOLDER = Path(__file__).resolve().parent / "uri-templates"
FILES = ("spec-examples.json", "spec-examples-by-section.json", "extended-tests.json", "negative-tests.json")
SIMPLE = re.compile(r"[A-Za-z0-9_.%]+")


def play(name: str, only: set[int], command: list[str]) -> Iterator[tuple[int, str, str | None, str]]:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdin and caller.stdout
        assert caller.stdout.readline() == "ready\n"
        for number, (template, expansion, variables) in enumerate(cases(), 1):
            if only and number not in only:
                continue
            if reason := unplayed(template, expansion, variables):
                yield number, template, None, reason
                continue
            # A path begins with a slash.
            path = template if template.startswith("/") else "/" + template
            names = [it for it in re.findall(r"{([^{}]*)}", template) if SIMPLE.fullmatch(it)]
            values = {it: variables.get(it, "value") for it in names}
            caller.stdin.write(json.dumps({"path": path, "values": values}) + "\n")
            caller.stdin.flush()
            wanted = REFUSES if expansion is False else path_of(expansion)
            yield number, f"{template} with {values}", wanted, json.loads(caller.stdout.readline())
        caller.stdin.close()
        assert caller.wait() == 0


def cases() -> Iterator[tuple[str, object, dict]]:
    for file in FILES:
        for section in json.loads((FOLDER / file).read_text()).values():
            for template, expansion in section["testcases"]:
                yield template, expansion, section["variables"]


def unplayed(template: str, expansion: object, variables: dict) -> str:
    expressions = re.findall(r"{([^}]*)}?", template)
    if expansion is False:
        # The row is tested, because no level allows this text as a template. So the library must refuse it, too.
        return ""
    if not expressions or not all(SIMPLE.fullmatch(it) for it in expressions):
        return "are of a higher level"
    if any(isinstance(variables.get(it), (list, dict)) for it in expressions):
        return "have lists or objects as values, which is level 4"
    if any(variables.get(it) is None for it in expressions):
        return "have no value for a name"
    return ""


def path_of(expansion: object) -> str:
    assert isinstance(expansion, str)
    return expansion if expansion.startswith("/") else "/" + expansion
