"""Computes the request that an OpenAPI document describes. Makes random values for one operation, and the request that
must result from them. The module reads only the document, and takes only the names of the arguments from the
definition."""

import json
import random
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import quote

Node = Dict[str, Any]
TEXTS = ["a", "octo cat", "50%", "a/b", "x&y=z", "ü", "\"quoted\"", "a+b", "{c}", "7"]


class Request:
    """The request that should arrive, and the arguments that make it: names on the wire with their values."""

    def __init__(self) -> None:
        self.path = ""
        self.query: List[Tuple[str, str]] = []
        self.headers: Dict[str, str] = {}
        self.form: Optional[List[Tuple[str, str]]] = None
        self.json: Any = None
        self.has_json = False
        self.raw: Optional[bytes] = None
        self.parts: Optional[Dict[str, bytes]] = None
        self.arguments: List[Tuple[str, str, Any]] = []  # (in, name on the wire, value)


class Oracle:
    def __init__(self, document: Node, seed: int, folder: Path) -> None:
        self.document, self.dice, self.folder = document, random.Random(seed), folder

    def follow(self, node: Node) -> Node:
        while "$ref" in node:
            target: Any = self.document
            for step in node["$ref"][2:].split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def operations(self) -> List[Tuple[str, str, Node, Node]]:
        methods = ("get", "put", "post", "delete", "patch", "head", "options")
        return [(method.upper(), path, item, item[method]) for path, item in self.document["paths"].items() for method in methods if method in item]

    # ── Values ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def members(self, schema: Node) -> Tuple[Node, List[str]]:
        schema = self.follow(schema)
        found, required = dict(schema.get("properties", {})), list(schema.get("required", []))
        for part in schema.get("allOf", []):
            inner, needed = self.members(part)
            found.update({name: value for name, value in inner.items() if name not in found})
            required += needed
        return found, required

    def value(self, schema: Node, depth: int = 0) -> Any:
        """Returns a value of the schema. It is small at a deep level."""
        schema = self.follow(schema)
        choices = schema.get("oneOf") or schema.get("anyOf")
        if choices:
            return self.value(self.dice.choice(choices), depth + 1)
        if schema.get("enum"):
            return self.dice.choice([value for value in schema["enum"] if value is not None])
        members, required = self.members(schema)
        if members:
            chosen = [name for name in members if name in required or (depth < 3 and self.dice.random() < 0.4)]
            return {name: self.value(members[name], depth + 1) for name in chosen if depth < 12}
        if len(schema.get("allOf", [])) == 1:
            return self.value(schema["allOf"][0], depth + 1)
        kind = schema.get("type")
        if kind == "array":
            return [self.value(schema["items"], depth + 1) for _ in range(self.dice.randrange(1, 3))] if depth < 4 else []
        if kind == "object":
            inner = schema.get("additionalProperties")
            return {"key a": self.value(inner, depth + 1)} if isinstance(inner, dict) and depth < 4 else {}
        if kind == "integer":
            return self.dice.randrange(-5, 1000)
        if kind == "number":
            return self.dice.choice([0.5, 2, -1.25])
        if kind == "boolean":
            return self.dice.random() < 0.5
        if kind == "string":
            return "2026-02-03T04:05:06Z" if schema.get("format") == "date-time" else self.dice.choice(TEXTS)
        return {"any": [1, None]}

    def plain(self, schema: Node) -> Any:
        """Returns a value that is a single text, perhaps one of several choices."""
        schema = self.follow(schema)
        for choice in schema.get("oneOf") or schema.get("anyOf") or []:
            value = self.plain(choice)
            if value is not None:
                return value
        if schema.get("type") in ("object", "array") or "properties" in schema:
            return None
        return self.value(schema)

    @staticmethod
    def text(value: Any) -> str:
        return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)

    # ── One request ────────────────────────────────────────────────────────────────────────────────────────────────

    def parameters(self, item: Node, operation: Node) -> List[Node]:
        found: Dict[Tuple[str, str], Node] = {}
        for one in [*item.get("parameters", []), *operation.get("parameters", [])]:
            one = self.follow(one)
            found[(one["name"], one["in"])] = one
        return list(found.values())

    def request(self, path: str, item: Node, operation: Node) -> Request:
        it = Request()
        it.path = path
        for one in self.parameters(item, operation):
            if not one.get("required") and self.dice.random() < 0.3:
                continue
            name, place, schema = one["name"], one["in"], one["schema"]
            if place == "query" and one.get("style") == "deepObject":
                self.brackets(it.query, it.arguments, "query", name, schema)
            elif place == "query" and self.follow(schema).get("type") == "array":
                values = [self.value(self.follow(schema)["items"]) for _ in range(2)]
                it.arguments.append((place, name, values))
                if not one.get("explode", True):
                    values = [",".join(self.text(value) for value in values)]
                it.query += [(name, self.text(value)) for value in values]
            else:
                value = self.plain(schema)
                it.arguments.append((place, name, value))
                if place == "path":
                    it.path = it.path.replace("{" + name + "}", quote(self.text(value), safe=""))
                elif place == "query":
                    it.query.append((name, self.text(value)))
                else:
                    it.headers[name.lower()] = self.text(value) if self.text(value).isascii() else "x"
                    it.arguments[-1] = (place, name, it.headers[name.lower()])
        if operation.get("requestBody"):
            self.body(it, self.follow(operation["requestBody"])["content"])
        return it

    def brackets(self, wire: List[Tuple[str, str]], arguments: List[Tuple[str, str, Any]], place: str, key: str, schema: Node) -> None:
        """Adds a parameter of the style deepObject: created[gt]=1. A list is expand[]=a."""
        schema = self.follow(schema)
        members, required = self.members(schema)
        for choice in schema.get("anyOf", []):
            members = members or self.members(choice)[0]
        if members:
            for name, inner in members.items():
                if name in required or self.dice.random() < 0.6:
                    self.brackets(wire, arguments, place, f"{key}[{name}]", inner)
        elif schema.get("type") == "array":
            value = self.plain(schema["items"])
            if value is not None:
                wire += [(f"{key}[]", self.text(value)), (f"{key}[]", self.text(value))]
                arguments.append((place, f"{key}[]", [value, value]))
        else:
            value = self.plain(schema)
            if value is not None:
                wire.append((key, self.text(value)))
                arguments.append((place, key, value))

    def body(self, it: Request, content: Node) -> None:
        media = next((kind for kind in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data") if kind in content), None)
        media = media or next((kind for kind in content if "json" in kind or kind == "*/*"), next(iter(content)))
        schema = content[media]["schema"]
        members, required = self.members(schema)
        # A read-only member is not part of a request.
        chosen = {name: inner for name, inner in members.items()
                  if not self.follow(inner).get("readOnly") and (name in required or self.dice.random() < 0.5)}
        if media.startswith("application/x-www-form"):
            it.form = []
            for name, inner in chosen.items():
                self.brackets(it.form, it.arguments, "form", name, inner)
        elif media.startswith("multipart"):
            it.parts = {}
            for name, inner in chosen.items():
                binary = self.follow(inner).get("format") == "binary"
                value = self.value(inner)
                if binary:
                    (self.folder / "part.bin").write_bytes(bytes(range(256)))
                    value = self.folder / "part.bin"
                it.parts[name] = bytes(range(256)) if binary else self.text(value).encode()
                it.arguments.append(("part", name, value))
        elif "json" in media or media == "*/*":
            it.has_json = True
            it.headers["content-type"] = "application/json" if media == "*/*" else media
            if members:
                it.json = {name: self.value(inner) for name, inner in chosen.items()}
                it.arguments += [("field", name, value) for name, value in it.json.items()]
            else:
                it.json = self.value(schema)
                it.arguments.append(("body", "body", it.json))
        else:
            it.raw = "some bytes: ü".encode()
            it.headers["content-type"] = media
            it.arguments.append(("body", "body", it.raw.decode()))


def words(it: Request, endpoint: Node) -> List[str]:
    """Returns the arguments in the form of moya call."""
    found = []
    for place, wire, value in it.arguments:
        names = [one["name"] for one in endpoint["parameters"] if place in _places(one) and _wire(one, it) == wire]
        if place == "path":
            names = [one["name"] for one in endpoint["parameters"] if one["in"] == "path" and one["name"] == _safe(wire)]
        if place == "body":
            names = [one["name"] for one in endpoint["parameters"] if "body" in _places(one)]
        if len(names) != 1:
            raise LookupError(f"{place} {wire}: {names}")
        if isinstance(value, Path):
            found.append(f"{names[0]}@{value}")
        elif isinstance(value, str) and not (place == "body" and it.has_json):
            kind = next(one["type"] for one in endpoint["parameters"] if one["name"] == names[0])
            found.append(f"{names[0]}:={json.dumps(value)}" if kind.rstrip("?") == "raw" else f"{names[0]}={value}")
        else:
            found.append(f"{names[0]}:={json.dumps(value)}")
    return found


def _wire(one: Node, it: Request) -> str:
    key = one.get("key", one["name"])
    return key.replace("\\.", ".") if "field" in _places(one) else key


def _places(one: Node) -> List[str]:
    return one["in"] if isinstance(one["in"], list) else [one["in"]]


def _safe(name: str) -> str:
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name)
