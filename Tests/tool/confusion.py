"""Tests documents in which one value is replaced by a value of another kind. The documents are an OpenAPI document, a
definition, arguments and a sample response. Each value is replaced by null, a boolean, a number, a text, an empty and a
full list, and an empty and a full object. Also tests schemas that lead to each other in many ways. For each document,
the program must end within a few seconds of CPU time, with an exit status that a document may cause. One process under
the sanitizers runs many commands. Documents that once broke the program are tested under valgrind instead. Without
--long, only every eighth of the changed documents is tested."""

import copy
import json
import subprocess
import tempfile
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Iterator, List, Tuple

from tool import program
from tool.program import LONG, OUT, ROOT, check

KINDS: List[Any] = [None, True, 7, "text", [], [{"a": 1}], {}, {"a": {"b": "c"}}]


def ref(name: str, kind: str = "schemas") -> dict:
    return {"$ref": f"#/components/{kind}/{name}"}


def content(schema: dict, kind: str = "application/json", **more: Any) -> dict:
    return {"content": {kind: {"schema": schema, **more}}}


#: A document with every feature that the importer reads.
OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "t", "description": "d", "version": "1"},
    "servers": [{"url": "https://{h}:{p}/v1", "variables": {"h": {"default": "h.example", "enum": ["h.example"]}, "p": {"default": 8080}}}],
    "security": [{"key": []}],
    "paths": {
        "/a/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "format": "int32"}}, ref("p", "parameters")],
            "get": {
                "operationId": "a", "summary": "s", "description": "d", "deprecated": True, "servers": [{"url": "https://other.example"}],
                "parameters": [
                    {"name": "q", "in": "query", "style": "form", "explode": False, "description": "d", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "d", "in": "query", "style": "deepObject", "schema": ref("node")},
                    {"name": "j", "in": "query", "content": {"application/json": {"schema": ref("node")}}},
                    {"name": "H", "in": "header", "schema": {"type": ["string", "null"], "enum": ["a", None]}},
                    {"name": "c", "in": "cookie", "required": False, "schema": {"type": "string"}},
                ],
                "responses": {"200": {"description": "d", **content(ref("node"), example={"id": 1}, examples={"x": {"value": {"id": 2}}})}, "204": {"description": "d"}, "default": ref("r", "responses")},
            },
            "post": {"operationId": "b", "security": [{"oauth": ["x"]}], "requestBody": {"required": True, **content(ref("node"))}, "responses": {"2XX": content({"type": "array", "items": ref("choice")})}},
        },
        "/f": {
            "post": {"requestBody": content({"type": "object", "required": ["a"], "properties": {"a": ref("node"), "l": {"type": "array", "items": {"type": "string"}}, "x": {"readOnly": True, "type": "string"}}},
                                            "application/x-www-form-urlencoded", encoding={"l": {"style": "deepObject", "explode": True, "contentType": "a/b"}})},
            "put": {"requestBody": content({"type": "object", "properties": {"f": {"type": "string", "format": "binary"}, "l": {"type": "array", "items": {"type": "string", "contentMediaType": "a/b"}}}}, "multipart/form-data")},
            "patch": {"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}, "a/b": {}}}},
            "delete": {"requestBody": ref("b", "requestBodies")},
        },
        "/r": ref("i", "pathItems"),
    },
    "components": {
        "parameters": {"p": {"name": "p", "in": "query", "schema": {"allOf": [{"type": "number"}], "minimum": 0, "maximum": 18446744073709551615}}},
        "responses": {"r": {"description": "d"}},
        "requestBodies": {"b": content({"type": "string"}, "*/*")},
        "pathItems": {"i": {"get": {"responses": {}}}},
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "oauth": {"type": "oauth2", "flows": {}}, "b": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "node": {"type": "object", "required": ["id", "next"], "nullable": True, "example": {"id": 3},
                     "properties": {"id": {"type": "integer", "maximum": 5}, "next": ref("node"), "list": {"type": "array", "items": {"oneOf": [ref("leaf"), {"type": "null"}]}}, "map": {"type": "object", "additionalProperties": ref("leaf")}, "b": {"type": "string", "format": "byte"}}},
            "leaf": {"allOf": [{"type": "object", "properties": {"a.b": {"type": "string", "format": "date-time"}}}, {"required": ["a.b"], "properties": {"c": {"const": "x"}, "e": {"enum": ["x", "y"]}}}]},
            "choice": {"anyOf": [ref("leaf"), {"type": "object", "properties": {"k": {"type": "boolean"}}}]},
        },
    },
}
DEFINITION = {
    "moya": 1, "name": "api", "description": "d", "base_url": "https://api.example", "headers": {"Accept": "a/b"}, "$schema": "s", "dates": "utc", "x-note": 1,
    "types": {
        "node": {"description": "d", "fields": {"id": "i64", "at": {"type": "date?", "key": "a.b", "description": "d"}, "next": "node?", "list": "[leaf]", "map": "{leaf}?", "n": {"type": "u32", "default": 0}, "z": {"type": "str", "nullable": True}}},
        "leaf": {"fields": {"e": "kind", "r": "raw?"}},
        "kind": {"names": ["x", "y z"]},
    },
    "endpoints": {
        "a": {"method": "GET", "path": "/a/{id}?x=1", "any_coding": True, "description": "d", "deprecated": True, "headers": {"X": "y"},
              "parameters": [{"name": "id", "in": "path", "type": "i64"}, {"name": "q", "in": "query", "type": "[kind]?", "key": "Q", "description": "d", "explode": False}, {"name": "h", "in": "header", "type": "str", "default": "x"}],
              "lists": "plain", "bools": "words", "validation": "success",
              "retry": {"attempts": 2, "delay_ms": 1, "backoff_percent": 100, "max_delay_ms": 9, "jitter_percent": 0, "max_retry_after_ms": 9, "statuses": [503], "any_method": True, "retry_after": False},
              "timeout_ms": 1000, "connect_timeout_ms": 1000, "idle_timeout_ms": 1000, "max_body_size": 1000, "max_redirects": 0, "share": True,
              "result": {"type": "[node]", "at": "items"}, "sample": {"status": 200, "headers": {"A": "b"}, "body": {"items": []}}, "stub": {"delay_ms": 1}, "tags": ["t"]},
        "b": {"method": "POST", "path": "/b", "parameters": [{"name": "f", "in": "field", "type": "node", "nullable": True}, {"name": "l", "in": "field", "type": "[str]?"}], "result": "node?", "validation": [200]},
        "c": {"method": "POST", "path": "/c", "parameters": [{"name": "p", "in": "part", "type": "file?"}, {"name": "t", "in": "part", "type": "str?"}]},
        "d": {"method": "POST", "path": "/d", "parameters": [{"name": "v", "in": "form", "type": "[i8]?"}], "lists": "{key}.{index}", "sample": {"text": "x"}},
        "e": {"method": "POST", "path": "/e/{+way}", "parameters": [{"name": "way", "in": "path", "type": "str"}, {"name": "t", "in": ["field", "part"], "type": "str"}, {"name": "f", "in": ["part"], "type": "[file]"}]},
    },
}
#: What arguments and results may be. Each word is the type of a parameter and of a result.
WORDS = ["i8", "u64", "f32", "f64", "boolean", "str", "date", "raw", "kind", "node", "[node]", "{node}", "[[i8]]", "{str}", "[date]", "node?", "[raw]"]
VALUES = {"node": {"id": 1, "a": {"b": "2026-02-03T04:05:06Z"}, "next": {"id": 2, "list": []}, "list": [{"e": "x", "r": [1, {"a": None}]}], "map": {"k": {"e": "y z"}}}, "i8": 1, "str": "x", "date": "2026-02-03T04:05:06Z", "raw": {"a": [1]}, "kind": "x"}


def places(value: Any, way: Tuple[Any, ...] = ()) -> Iterator[Tuple[Any, ...]]:
    yield way
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*way, key))


def replaced(document: Any) -> Iterator[Tuple[str, Any]]:
    """Yields a name and a copy of the document for each change. In each copy, one value is replaced by one of KINDS."""
    for way in places(document):
        for kind in KINDS:
            if not way:
                yield f"all by {json.dumps(kind)}", kind
                continue
            other = copy.deepcopy(document)
            inner = other
            for step in way[:-1]:
                inner = inner[step]
            inner[way[-1]] = kind
            yield f"/{'/'.join(str(step) for step in way)} by {json.dumps(kind)}", other


def of_word(word: str) -> Any:
    word = word.rstrip("?")
    if word[0] == "[":
        return [of_word(word[1:-1])]
    if word[0] == "{":
        return {"k": of_word(word[1:-1])}
    return VALUES.get(word, 1)


@lru_cache(maxsize=None)
def build(name: str, *flags: str) -> Tuple[Path, str]:
    """Builds a program that runs many command lines. It has the code of the program `moya`, without its main
    function."""
    objects, wrong = program.compiled(*flags)
    rest = [path for path in objects if path.name != "main.o"]
    flags = (*program.STRICT, *flags, f"-I{ROOT}/include")
    return OUT / name, wrong or program.linked(OUT / name, *flags, ROOT / "Tests/tool/batch.c", *rest)


class Batch:
    """Command lines for one process. `made` says for each how its document was made."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lines, self.made = folder, [], []
        self.count = 0

    def file(self, document: Any) -> Path:
        self.count += 1
        path = self.folder / f"{self.count}.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return path

    def add(self, made: str, *words: Any) -> None:
        self.made.append(made)
        self.lines.append("\t".join(str(word) for word in words))

    def run(self, *command: Any) -> str:
        """Returns what went wrong: the process ended before the last line, or a command line had a status that no
        document may cause."""
        script, said, results = (self.folder / name for name in ("lines", "said", "results"))
        script.write_text("\n".join(self.lines) + "\n")
        with script.open() as lines, said.open("w") as errors, results.open("w") as found:
            done = subprocess.run(["bash", "-c", 'exec "$@" 3>&1 >/dev/null', "-", *(str(word) for word in command)], stdin=lines, stdout=found, stderr=errors, env=program.environment(), check=False)
        ends = [line.split("\t") for line in results.read_text().splitlines()]
        problems = [f"{self.made[i]}: status {status}" for i, (_, status) in enumerate(ends) if status not in ("0", "2", "3", "8")]
        if done.returncode or len(ends) != len(self.lines):
            tail = said.read_text(errors="replace")[-6000:]
            problems.append(f"it ended with {done.returncode} at {self.made[len(ends)] if len(ends) < len(self.made) else 'the end'}\n{tail}")
        return "\n".join(problems)


def played(documents: Iterator[Any]) -> Iterator[Any]:
    return islice(documents, None, None, 1 if LONG else 8)


def documents(batch: Batch) -> None:
    for made, document in played(replaced(OPENAPI)):
        batch.add(f"OpenAPI, {made}", "import", "openapi", batch.file(document))
    for made, document in played(replaced(DEFINITION)):
        path = batch.file(document)
        for command in ("check", "header", "python", "call"):
            batch.add(f"{command}: {made}", command, path)


def values(batch: Batch) -> None:
    """Adds calls with arguments and results of each type. The results come from a stub."""
    types = {name: DEFINITION["types"][name] for name in ("node", "leaf", "kind")}
    endpoints = {}
    for index, word in enumerate(WORDS):
        endpoints[f"given{index}"] = {"method": "POST", "path": "/", "parameters": [{"name": "x", "in": "field", "type": word}], "sample": {"body": {}}}
    given = batch.file({"moya": 1, "name": "api", "base_url": "https://api.example", "types": types, "endpoints": endpoints})
    for index, word in enumerate(WORDS):
        answers = {}
        for number, (made, value) in enumerate(played(replaced(of_word(word)))):
            batch.add(f"an argument {word}, {made}", "call", given, f"given{index}", f"x:={json.dumps(value)}", "--stub")
            answers[f"answer{number}"] = {"path": "/", "result": word, "sample": {"body": value}}
        path = batch.file({"moya": 1, "name": "api", "base_url": "https://api.example", "types": types, "endpoints": answers})
        for name in answers:
            batch.add(f"an answer {word}, {json.dumps(answers[name]['sample']['body'])}", "call", path, name, "--stub", "--json")


def twice(kind: str, last: dict, levels: int = 40) -> dict:
    """Returns schemas, each of which refers to the next one twice."""
    def of(index: int) -> dict:
        step = ref(f"s{index + 1}")
        return {"allOf": {"allOf": [step, step]}, "anyOf": {"anyOf": [step, step]}, "properties": {"type": "object", "properties": {"x": step, "y": step}},
                "items": {"type": "array", "items": {"type": "object", "properties": {"x": step, "y": step}}},
                "additionalProperties": {"additionalProperties": {"type": "object", "properties": {"x": step, "y": step}}}}[kind]
    return {**{f"s{index}": of(index) for index in range(levels)}, f"s{levels}": last}


def entangled() -> Iterator[Tuple[str, dict]]:
    last = [{"type": "object", "properties": {"x": {"type": "string"}}}, {"type": "string"}, {}, {"$ref": "#/components/schemas/s0"}]
    for kind in ("allOf", "anyOf", "properties", "items", "additionalProperties"):
        for end in last:
            for media in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data"):
                body = ref("s0") if media == "application/json" else {"type": "object", "properties": {"a": ref("s0")}}
                yield f"{kind} twice, {json.dumps(end)}, {media}", {"openapi": "3.0.0", "info": {}, "paths": {"/a": {"post": {"requestBody": content(body, media), "responses": {"200": content(ref("s0"))}}}}, "components": {"schemas": twice(kind, end)}}
    wide = {f"s{index}": {"type": "object", "properties": {f"p{way}": ref(f"s{index + 1}") for way in range(60)}} for index in range(6)}
    yield "60 ways, 6 times", {"openapi": "3.0.0", "info": {}, "paths": {"/a": {"post": {"requestBody": content(ref("s0"), "application/x-www-form-urlencoded")}}}, "components": {"schemas": {**wide, "s6": {"type": "array", "items": {"type": "object"}}}}}


#: Documents that once broke the program.
BROKE = [
    {"openapi": "3.0.0", "info": {}, "paths": {"/a": {"get": {"responses": [{"200": {}}]}}}},
    {"openapi": "3.0.0", "info": {}, "paths": {"/a": {"get": {"responses": {"200": {"content": [{"application/json": {}}]}}}}}},
    {"openapi": "3.0.0", "info": {}, "paths": {"/a": {"post": {"requestBody": {"content": [{"application/json": {}}]}, "responses": {}}}}},
]


def main() -> None:
    sanitized, wrong = build("batch", *program.SANITIZERS)
    plain, also = build("batch-plain")
    if not check("the commands compile without their main function", wrong + also):
        return
    with tempfile.TemporaryDirectory() as work:
        for name, document, command in (("the OpenAPI document", OPENAPI, ["import", "openapi"]), ("the definition", DEFINITION, ["check"])):
            path = Path(work) / "whole.json"
            path.write_text(json.dumps(document))
            check(f"{name} is sound before a value is replaced", program.unlike(program.run(*command, path), 0, ".*", ".*"))
        for name, fill in (("documents with a value of another kind end as documents do", documents), ("arguments and answers of another kind do", values)):
            batch = Batch(Path(work))
            fill(batch)
            check(f"{len(batch.lines)} {name}", batch.run(sanitized))
        batch = Batch(Path(work))
        for made, document in entangled():
            batch.add(made, "import", "openapi", batch.file(document))
        check("schemas that lead to each other in many ways are read once each", batch.run(sanitized))
        batch = Batch(Path(work))
        for document in BROKE:
            batch.add(json.dumps(document), "import", "openapi", batch.file(document))
        check("what once broke the program does nothing to it under valgrind", batch.run("valgrind", "-q", "--error-exitcode=99", plain))
