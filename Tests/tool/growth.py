"""Tests that the work of the commands that read definitions and OpenAPI documents grows no faster than the document.
Counts the instructions for documents of three sizes, because times differ from run to run."""

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Callable

from tool.program import INSTALLED, ROOT, check, environment, run, unlike

#: For documents with 100, 200 and 400 parts, the step from 200 to 400 may need at most this many times the
#: instructions of the step from 100 to 200. Linear work needs 2 times as many.
MOST = 3
SMALL = 100
#: How many other uses of templates have the same hash as the one that g++ searches for, on average.
MOST_COLLISIONS = 10
#: The longest chain of types. A definition has at most 50,000 types.
CHAIN = 49_000


def operation(name: str, schema: object) -> dict:
    answer = {"description": "ok", "content": {"application/json": {"schema": schema}}}
    return {"operationId": name, "responses": {"200": answer}}


def document(paths: dict, schemas: dict) -> dict:
    return {"openapi": "3.0.3", "info": {"title": "Many", "version": "1"}, "paths": paths, "components": {"schemas": schemas}}


def reference(number: int) -> dict:
    return {"$ref": f"#/components/schemas/Type{number}"}


def entwined(count: int) -> dict:
    """Returns a document in which each schema leads to two others, so there are many ways from one to another."""
    schemas = {}
    for number in range(count):
        inner = {"one": reference((number + 1) % count), "more": {"type": "array", "items": reference(number * 7 % count)}}
        schemas[f"Type{number}"] = {"type": "object", "properties": {"id": {"type": "integer"}, **inner}}
    paths = {f"/a{number}": {"get": operation(f"get{number}", reference(number)), "put": operation(f"put{number}", reference(number * 3 % count))} for number in range(count)}
    for number in range(count):
        paths[f"/a{number}"]["put"]["requestBody"] = {"content": {"application/json": {"schema": {"type": "array", "items": reference(number)}}}}
    return document(paths, schemas)


def wide(count: int) -> dict:
    """Returns a document with many schemas, and one reference to each of them."""
    count *= 20
    schemas = {f"Type{number}": {"type": "object", "properties": {"id": {"type": "integer"}}} for number in range(count)}
    paths = {}
    for first in range(0, count, 100):
        members = {f"m{number}": reference(number) for number in range(first, first + 100)}
        paths[f"/a{first}"] = {"get": operation(f"get{first}", {"type": "object", "properties": members})}
    return document(paths, schemas)


def scattered(count: int, folder: Path) -> dict:
    """Writes files with one schema each. The schemas refer to each other. Returns a document that refers to all of
    them."""
    count *= 5
    for number in range(count):
        members = {f"m{step}": {"$ref": f"part{(number * 7 + step * 13) % count}.json"} for step in range(10)}
        (folder / f"part{number}.json").write_text(json.dumps({"type": "object", "properties": members}))
    return document({f"/a{number}": {"get": operation(f"get{number}", {"$ref": f"part{number}.json"})} for number in range(count)}, {})


def nameless(count: int) -> dict:
    """Returns a document in which each result has schemas without names."""
    inner = {"type": "object", "properties": {"id": {"type": "integer"}}}
    schema = {"type": "object", "properties": {"one": inner, "more": {"type": "array", "items": inner}}}
    return document({f"/a{number}": {"get": operation(f"get{number}", schema)} for number in range(count)}, {})


def instructions(words: "list[object]") -> "tuple[int, str]":
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", INSTALLED, *words]
    done = subprocess.run([str(it) for it in command], capture_output=True, text=True, env=environment(), check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found[1]) if found and done.returncode == 0 else 0, done.stderr


def growth(name: str, shape: Callable[[int], dict], commands: "tuple[str, ...]", folder: Path) -> None:
    counts: "dict[str, list[int]]" = {}
    for count in (SMALL, 2 * SMALL, 4 * SMALL):
        source, definition = folder / "openapi.json", folder / "moya.json"
        source.write_text(json.dumps(shape(count)))
        wrong = unlike(run("import", "openapi", source, "-o", definition, program=INSTALLED), 0, "", "(?s).*")
        if wrong:
            check(f"moya import openapi reads a document with {count} {name}", wrong)
            return
        for command in commands:
            number, said = instructions([*command.split(), source if command.startswith("import") else definition])
            if not number:
                check(f"moya {command} reads a document with {count} {name}", said)
                return
            counts.setdefault(command, []).append(number)
    for command, (few, more, most) in counts.items():
        ratio = (most - more) / (more - few)
        problem = "" if ratio < MOST else f"{few:,}, {more:,} and {most:,} instructions for {SMALL}, {2 * SMALL} and {4 * SMALL}"
        check(f"moya {command} takes linear work for a document with {name}", problem)


def headers(folder: Path) -> None:
    """Tests that g++ takes linear work for the header of many endpoints. g++ stores the uses of templates in hash tables.
    If many uses have the same hash, g++ compares each one with all others."""
    source, definition = folder / "openapi.json", folder / "moya.json"
    source.write_text(json.dumps(nameless(4 * SMALL)))
    run("import", "openapi", source, "-o", definition, program=INSTALLED)
    (folder / "many.h").write_bytes(run("header", definition, program=INSTALLED).stdout)
    (folder / "many.cpp").write_text('#include "many.h"\n')
    command = ["g++", "-std=c++17", "-fsyntax-only", "-fstats", f"-I{ROOT}/include", "many.cpp"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = [float(number) for number in re.findall(r"specializations: .*, ([0-9.]+) collisions", done.stderr)]
    problem = "" if done.returncode == 0 and found and max(found) < MOST_COLLISIONS else f"{found} collisions for each use\n{done.stderr[-2000:]}"
    check(f"g++ takes linear work for a header with {4 * SMALL} endpoints", problem)


def chain(folder: Path) -> None:
    """Tests a chain of types that is longer than the stack."""
    types = {f"t{number}": {"fields": {"inner": f"t{number + 1}?" if number + 1 < CHAIN else "i64"}} for number in range(CHAIN)}
    endpoint = {"path": "/", "method": "POST", "result": "t0", "parameters": [{"name": "x", "in": "body", "type": "t0"}]}
    definition = folder / "chain.json"
    definition.write_text(json.dumps({"moya": 1, "name": "chain", "base_url": "https://api.example.com", "types": types, "endpoints": {"send": endpoint}}))
    for words in (["header"], ["python"], ["python", "--client"]):
        done = run(*words, definition, program=INSTALLED)
        last = re.search(rf"\bt{CHAIN - 1}\b", done.stdout.decode(), re.IGNORECASE)
        problem = f"exit status {done.returncode}: {done.stderr.decode()}" if done.returncode else "" if last else "the last type is not there"
        check(f"moya {' '.join(words)} writes a chain of {CHAIN:,} types", problem)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        growth("schemas that lead to each other", entwined, ("import openapi", "header"), Path(name))
        growth("many schemas", wide, ("import openapi",), Path(name))
        growth("many files", lambda count: scattered(count, Path(name)), ("import openapi",), Path(name))
        growth("schemas without names", nameless, ("python", "python --client"), Path(name))
        headers(Path(name))
        chain(Path(name))
