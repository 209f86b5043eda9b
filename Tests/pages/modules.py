"""Compares the page of each module with the module. The table of options on the page must say what the module's own
table says. Each config of a module that a page shows, in C, Python, Swift or on the command line, must be valid."""

import ast
import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

from pages.reading import BLOCK, ROOT, check, run, tracked

MODULES = ROOT / "build/moya/plugins"
MOYA = ROOT / "build/bin/moya"
LARGEST = 2**63 - 1
STRING = r'"(?:\\.|[^"\\])*"'
#: Python code that Debian's Python runs, because it has jsonschema.
VALIDATE = """
import json, sys, jsonschema
for schema, config in json.load(sys.stdin):
    errors = jsonschema.Draft202012Validator(schema).iter_errors(config)
    print("; ".join(f"{'.'.join(str(step) for step in it.absolute_path)}: {it.message}" for it in errors))
"""


def check_modules() -> None:
    names = sorted(page.parent.name for page in (ROOT / "plugins").glob("*/README.md") if not page.parent.name.startswith("template-"))
    schemas = {}
    for name in names:
        described, schema = (run(MOYA, "plugins", kind, MODULES / f"{name}.so") for kind in ("--json", "--schema"))
        if described.returncode or schema.returncode:
            check(f"plugins/{name} is built", [described.stderr, schema.stderr])
            continue
        (plugin,), (schemas[name],) = json.loads(described.stdout), json.loads(schema.stdout)
        check(f"plugins/{name}/README.md: its table has the options of the module", compared(name, plugin["options"]))
    shown = [(place, name, config) for page in tracked("*.md") for place, name, config in configs(page, set(schemas))]
    given = json.dumps([[schemas[name], config] for _, name, config in shown])
    done = subprocess.run(["/usr/bin/python3", "-c", VALIDATE], input=given, capture_output=True, text=True, check=False)
    results = done.stdout.split("\n")[:-1]
    if len(results) != len(shown):
        check("the configs of the pages can be compared", [done.stderr])
        return
    for (place, name, _), wrong in zip(shown, results):
        check(f"{place}: the module {name} accepts the options", [wrong] if wrong else [])
    for name in schemas:
        missing = {"c", "python", "swift", "console"} - {place.rpartition(" ")[2] for place, of, _ in shown if of == name}
        check(f"plugins/{name}/README.md: options are shown in each language", sorted(missing))


# ── The table ──


def compared(name: str, options: "list[dict[str, Any]]") -> "list[str]":
    page = (ROOT / "plugins" / name / "README.md").read_text()
    table = re.search(r"^\| option \| value \| preset \| meaning \|\n\|[-|]+\|\n((?:\|.*\|\n)+)", page, re.MULTILINE)
    if not table:
        return ["there is no table with the columns option, value, preset and meaning"]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ", 3)] for line in table[1].splitlines()]
    if [row[0] for row in rows] != [f"`{option['name']}`" for option in options]:
        return [f"the page has {[row[0] for row in rows]}, and the module has {[option['name'] for option in options]}"]
    wrong = []
    for option, (_, value, preset, _) in zip(options, rows):
        values, presets = value_of(option), preset_of(option)
        if not re.fullmatch(values, value):
            wrong.append(f"{option['name']}: the value is '{value}' instead of {values}")
        if not re.fullmatch(presets, preset):
            wrong.append(f"{option['name']}: the preset is '{preset}' instead of {presets}")
    return wrong


def value_of(option: "dict[str, Any]") -> str:
    """Returns a regular expression for the column `value`. After a comma, the page may say more."""
    kind, least, most = option["kind"], option.get("least"), option.get("most")
    if "choices" in option:
        return re.escape(", ".join(f"`{choice}`" for choice in option["choices"]))
    if kind == "int":
        if most == LARGEST:
            return f"{least} or more"
        return "integer" if least is None else f"{least} to {most}"
    # A module does not say which numbers it allows for an option of the kind `number`. Only the page says it.
    words = {"text": "text(, .*)?", "secret": "secret", "flag": "flag", "texts": "list of texts(, .*)?", "json": "JSON object|list of .*"}
    return words.get(kind, r"number, \d+ to \d+|probability")


def preset_of(option: "dict[str, Any]") -> str:
    if option["required"]:
        return "required"
    preset = option.get("preset")
    if preset is None:
        # A variable of the environment may be the preset of a text.
        empty = {"text": '`""`|none|`[A-Z_]+`, then .*', "number": "0", "flag": "`false`"}
        return empty.get(option["kind"], "none")
    text = preset if isinstance(preset, str) else json.dumps(preset)
    return re.escape(f"{text}" if option["kind"] in ("int", "number") else f"`{text}`")


# ── The configs ──


def configs(page: Path, modules: "set[str]") -> "list[tuple[str, str, Any]]":
    """Returns each config of a module that the page shows, with its place and the name of the module."""
    text, own, found = page.read_text(), page.parent.name, []
    for match in re.finditer(r"^```(console|sh)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for plugin in re.findall(r"--plugin ('[^']*'|\S+)", match[2]):
            name, _, config = shlex.split(plugin)[0].partition("=")
            found.append((match, "console", name, json.loads(config or "{}")))
    for match in BLOCK.finditer(text):
        language, block = match[2], match[3]
        if language == "c" and own in modules:
            found += [(match, language, own, config) for config in in_c(block)]
        elif language == "python":
            found += [(match, language, name, config) for name, config in in_python(block, modules)]
        elif language == "swift":
            for path, options in re.findall(rf"ModulePlugin\(\s*path: ({STRING}),\s*options: (\[.*?\])\s*\)", block, re.DOTALL):
                found.append((match, language, Path(json.loads(path)).stem, in_swift(options)))
    place = page.relative_to(ROOT)
    return [
        (f"{place}:{text.count(chr(10), 0, match.start(2)) + 1} {language}", name, config)
        for match, language, name, config in found if name in modules
    ]


def in_c(block: str) -> "list[Any]":
    """Returns each text that is a JSON object. C joins literals that follow each other."""
    texts = ["".join(json.loads(part) for part in re.findall(STRING, literals)) for literals in re.findall(rf"(?:{STRING}\s*)+", block)]
    return [json.loads(text) for text in texts if text.startswith("{")]


def in_python(block: str, modules: "set[str]") -> "list[tuple[str, Any]]":
    """Returns each dictionary that follows the name of a module, among the arguments of a call or in a tuple."""
    found = []
    for node in ast.walk(ast.parse(block)):
        items = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
        if len(items) > 1 and isinstance(items[0], ast.Constant) and items[0].value in modules and isinstance(items[1], ast.Dict):
            found.append((items[0].value, ast.literal_eval(items[1])))
    return found


def in_swift(text: str) -> "Any":
    """Reads a literal. A pair of brackets with a colon directly in it is a dictionary."""
    written: list[str] = []
    opened: list[int] = []
    for token in re.findall(rf"{STRING}|[\[\]:,]|[^\s\[\]:,\"]+", text):
        if token == "[":
            opened.append(len(written))
        elif token == "]":
            if written[-1] == ",":
                written.pop()
            token = "}" if written[opened.pop()] == "{" else "]"
        elif token == ":":
            written[opened[-1]] = "{"
        elif token[0].isdigit():
            token = token.replace("_", "")
        written.append(token)
    return json.loads("".join(written))
