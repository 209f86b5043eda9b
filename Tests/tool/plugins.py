"""Tests `moya plugins`, which describes the plugins of modules: for people, as JSON and as a JSON Schema."""

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict

from tool.program import ROOT, check, run, unlike

MODULES = ("described", "two_plugins", "longer_table", "short_table")
TYPES = {"boolean": bool, "integer": int, "number": (int, float), "string": str, "array": list, "object": dict}
WHOLE = r"""org\.libmoya\.whole 1\.2\.0
  Has every part\.
  licence: MIT
  hooks: prepare sign will_send did_receive should_retry process close
  waits
  reads streamed bodies
  secret fields: X-Key X-Other
  options
    on         flag    true                        Whether\.
    count      int     3           -2 … 15         How many\.
    any_count  int
    ratio      number  0\.5                         How much\.
    title      text    required
    form       text    "text"      text\|json\|curl  How\.
    token      secret  required                    Who\.
    hosts      texts   \["a", "b"\]                  Where\.
    rules      json                                Why "not"\?
"""
BARE = r"\norg\.libmoya\.bare 2\.0\.0\n"
TWO = r"FOLDER/two_plugins\.so\n\norg\.libmoya\.first 1\.0\.0\n  The first\.\n\norg\.libmoya\.second 2\.0\.0\n"
DESCRIBED = rf"FOLDER/described\.so\n\n{WHOLE}"

#: name, words, exit status, stdout, stderr; D is the folder of the modules
ROWS = [
    ("a module is described for people", "D/described.so", 0, DESCRIBED + BARE, ""),
    ("one plugin of a module is described", "D/described.so --id org.libmoya.whole", 0, DESCRIBED, ""),
    ("several modules are described in order", "D/described.so D/two_plugins.so", 0, DESCRIBED + BARE + r"\n" + TWO, ""),
    ("a table that is longer than the tool's is described", "D/longer_table.so", 0, r".*\norg\.libmoya\.longer 1\.0\.0\n  options\n    a  json\n", ""),
    ("a module that cannot be described is named, and the others are described", "D/none.so D/two_plugins.so D/short_table.so", 1, TWO,
     r"moya: plugin FOLDER/none\.so cannot be opened: .*\nmoya: plugin 1 of FOLDER/short_table\.so is malformed: .*\n"),
    ("no JSON is printed if there is no plugin", "D/none.so --json", 1, "", r"moya: plugin .*\n"),
    ("a name without a slash is not a file of the current folder", "described.so", 1, "", r"moya: plugin described\.so cannot be opened: .*needs a slash: \./described\.so\n"),
    ("an id that no plugin has is an error", "D/described.so --id org.none", 2, "", r"moya: --id org\.none: no plugin has this id\n"),
    ("a module is required", "", 2, "", r"moya: which module\? .*\n"),
    ("there is one form of output", "D/described.so --json --schema", 2, "", r"moya: --json and --schema exclude each other\n"),
    ("an option of another command is an error", "D/described.so --stub", 2, "", r"moya: --stub: no such option here.*\n"),
]

SOUND: Dict[str, Any] = {"title": "t", "token": "s"}
#: A change to a config that fits the schema, and whether the changed config fits, too.
CONFIGS = [
    ({}, True), ({"on": False}, True), ({"on": 1}, False), ({"count": -2}, True), ({"count": 15}, True), ({"count": -3}, False), ({"count": 16}, False),
    ({"count": "3"}, False), ({"any_count": 10**12}, True), ({"any_count": 0.5}, False), ({"ratio": 2}, True), ({"ratio": 0.25}, True), ({"ratio": "2"}, False),
    ({"title": 1}, False), ({"title": None}, False), ({"form": "curl"}, True), ({"form": "xml"}, False), ({"token": {"env": "T"}}, True), ({"token": {"file": "/t"}}, True),
    ({"token": {"env": "T", "file": "/t"}}, False), ({"token": {}}, False), ({"token": 1}, False), ({"hosts": []}, True), ({"hosts": ["a"]}, True), ({"hosts": [1]}, False),
    ({"hosts": "a"}, False), ({"rules": None}, True), ({"rules": [{"a": 1}]}, True), ({"other": 1}, False),
]


def fits(schema: Dict[str, Any], value: Any) -> bool:
    """Returns whether a value fits a schema. Knows only the keywords that the command `moya plugins` writes. Another
    keyword is a KeyError."""
    def has_type(name: str) -> bool:
        return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))

    def has_properties(properties: Dict[str, Any]) -> bool:
        return all(fits(properties[name], one) for name, one in value.items() if name in properties)

    if "type" in schema and not has_type(schema["type"]):
        return False
    rules = {
        "type": has_type, "enum": lambda it: value in it, "minimum": lambda it: value >= it, "maximum": lambda it: value <= it,
        "items": lambda it: all(fits(it, one) for one in value), "required": lambda it: set(it) <= set(value), "properties": has_properties,
        "additionalProperties": lambda it: it or set(value) <= set(schema["properties"]), "oneOf": lambda it: sum(fits(one, value) for one in it) == 1,
        **dict.fromkeys(("$schema", "title", "description", "default", "writeOnly"), lambda it: True),
    }
    return all(rules[keyword](wanted) for keyword, wanted in schema.items())


def differences(found: Any, wanted: Any) -> str:
    return "" if found == wanted else f"{json.dumps(found, indent=1)}\ninstead of\n{json.dumps(wanted, indent=1)}"


def described_as_json(folder: Path) -> None:
    whole, bare = json.loads(run("plugins", folder / "described.so", "--json").stdout)
    options = {option.pop("name"): option for option in whole.pop("options")}
    path = str(folder / "described.so")
    check("--json has what a plugin says about itself", differences(whole, {
        "path": path, "id": "org.libmoya.whole", "version": "1.2.0", "about": "Has every part.", "license": "MIT",
        "hooks": ["prepare", "sign", "will_send", "did_receive", "should_retry", "process", "close"], "waits": True, "needs_slot": False, "reads_bodies": True,
        "only_streams": True,
        "secret_headers": ["X-Key", "X-Other"],
    }))
    check("--json has every option", differences(options, {
        "on": {"kind": "flag", "required": False, "preset": True, "about": "Whether."},
        "count": {"kind": "int", "required": False, "preset": 3, "least": -2, "most": 15, "about": "How many."},
        "any_count": {"kind": "int", "required": False},
        "ratio": {"kind": "number", "required": False, "preset": 0.5, "about": "How much."},
        "title": {"kind": "text", "required": True},
        "form": {"kind": "text", "required": False, "preset": "text", "choices": ["text", "json", "curl"], "about": "How."},
        "token": {"kind": "secret", "required": True, "about": "Who."},
        "hosts": {"kind": "texts", "required": False, "preset": ["a", "b"], "about": "Where."},
        "rules": {"kind": "json", "required": False, "about": 'Why "not"?'},
    }))
    check("--json leaves out what a plugin does not say", differences(bare, {
        "path": path, "id": "org.libmoya.bare", "version": "2.0.0", "hooks": [], "waits": False, "needs_slot": False, "reads_bodies": False,
        "only_streams": False, "secret_headers": [], "options": [],
    }))


def described_as_schema(folder: Path) -> None:
    schema = json.loads(run("plugins", folder / "described.so", "--schema", "--id", "org.libmoya.whole").stdout)
    for change, wanted in CONFIGS:
        fit = fits(schema, {**SOUND, **change})
        check(f"the schema {'allows' if wanted else 'refuses'} {json.dumps(change)}", "" if fit == wanted else json.dumps(schema, indent=1))
    for name in SOUND:
        check(f"the schema requires {name}", "" if not fits(schema, {key: value for key, value in SOUND.items() if key != name}) else json.dumps(schema, indent=1))
    wanted = {"on": True, "count": 3, "ratio": 0.5, "form": "text", "hosts": ["a", "b"]}
    check("the schema has the presets", differences({name: it["default"] for name, it in schema["properties"].items() if "default" in it}, wanted))
    secrets = [name for name, it in schema["properties"].items() if it.get("writeOnly")]
    check("the schema says which option is a secret", differences(secrets, ["token"]))
    every = json.loads(run("plugins", folder / "described.so", folder / "two_plugins.so", "--schema").stdout)
    check("without an id there is a schema for each plugin", differences(
        [one["title"] for one in every], ["org.libmoya.whole", "org.libmoya.bare", "org.libmoya.first", "org.libmoya.second"]))
    check("the schema of a plugin without options allows no option", "" if fits(every[1], {}) and not fits(every[1], {"a": 1}) else json.dumps(every[1]))


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        for name in MODULES:
            source = ROOT / f"Tests/c/plugins/{name}.c"
            built = subprocess.run(["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", folder / f"{name}.so", source], capture_output=True, text=True, check=False)
            check(f"{name}.c compiles", built.stderr)
        for name, words, status, output, errors in ROWS:
            done = run("plugins", *(word.replace("D/", f"{work}/") for word in words.split()), folder=folder)
            check(name, unlike(done, status, *(it.replace("FOLDER", re.escape(work)) for it in (output, errors))))
        described_as_json(folder)
        described_as_schema(folder)
        (folder / "two_plugins.so").chmod(0o666)
        check("a file that all users may write is not opened", unlike(run("plugins", folder / "two_plugins.so"), 1, "", r"moya: .*all users may write it.*\n"))
        done = run("plugins", folder / "two_plugins.so", "--any-file")
        check("--any-file opens it", unlike(done, 0, TWO.replace("FOLDER", re.escape(work))))
