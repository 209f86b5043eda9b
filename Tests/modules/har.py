"""Judges HAR files with the schemas of another project (Tests/judges/har) and with haralyzer."""

import json
from pathlib import Path
from typing import List

import jsonschema
from haralyzer import HarParser
from referencing import Registry, Resource

SCHEMAS = {path.name: json.loads(path.read_text()) for path in (Path(__file__).resolve().parents[1] / "judges/har").glob("*.json")}
REGISTRY = Registry().with_resources([(f"{name}#", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()])
JUDGE = jsonschema.Draft6Validator(SCHEMAS["har.json"], registry=REGISTRY, format_checker=jsonschema.FormatChecker())


def faults(path: Path) -> List[str]:
    """Returns what is wrong with a file."""
    document = json.loads(path.read_text())
    wrong = [f"{error.json_path}: {error.message[:200]}" for error in JUDGE.iter_errors(document)]
    entries = [entry for page in HarParser(document).pages for entry in page.entries]
    read = [(entry.request.method, entry.request.url, entry.response.status, bool(entry.startTime)) for entry in entries]
    own = [(it["request"]["method"], it["request"]["url"], it["response"]["status"], True) for it in document["log"]["entries"]]
    if sorted(read) != sorted(own):
        wrong.append(f"haralyzer reads {read} and not {own}")
    return wrong
