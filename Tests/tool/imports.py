"""moya import openapi: documents in the size of GitHub's, Stripe's and Kubernetes', and rows for what is rare. Requests drawn at random
are sent to a server, and are what the document says."""

import base64
import json
import random
import re
import tempfile
from email import message_from_bytes
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from tool import documents, oracle
from tool.echo import echo
from tool.program import check, run, unlike

DRAWN = 50


def difference(wanted: oracle.Request, method: str, seen: dict) -> str:
    parts = urlsplit(seen["target"])
    body, kind = base64.b64decode(seen["body"]), seen["headers"].get("content-type", "")
    if seen["method"] != method:
        return f"method {seen['method']}"
    if [unquote(step) for step in parts.path.split("/")] != [unquote(step) for step in wanted.path.split("/")]:
        return f"path {parts.path} instead of {wanted.path}"
    if sorted(parse_qsl(parts.query.replace("+", "%2B"), keep_blank_values=True)) != sorted(wanted.query):
        return f"query {parts.query} instead of {wanted.query}"
    for name, value in wanted.headers.items():
        if seen["headers"].get(name, "").split("; charset")[0] != value:
            return f"{name}: {seen['headers'].get(name)} instead of {value}"
    if wanted.form is not None:
        got = sorted(parse_qsl(body.decode().replace("+", "%2B"), keep_blank_values=True))
        return "" if got == sorted(wanted.form) and (not got or kind.startswith("application/x-www-form-urlencoded")) else f"form {got} instead of {sorted(wanted.form)}"
    if wanted.parts is not None:
        got = {part.get_param("name", header="content-disposition"): part.get_payload(decode=True) for part in message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).get_payload()}
        return "" if got == wanted.parts else f"parts {got} instead of {wanted.parts}"
    if wanted.has_json:
        return "" if json.loads(body) == wanted.json else f"body {body.decode()} instead of {wanted.json}"
    return "" if body == (wanted.raw or b"") else f"body {body!r} instead of {wanted.raw!r}"


def drawn(name: str, document: dict, definition: Path, port: int, folder: Path) -> None:
    """Sends requests of operations that are drawn at random."""
    api = json.loads(definition.read_text())
    endpoints = api["endpoints"]
    # The server answers with what it was sent, and not as the document says.
    for endpoint in endpoints.values():
        endpoint.pop("result", None)
    requests = definition.with_suffix(".requests.json")
    requests.write_text(json.dumps(api))
    source = oracle.Oracle(document, 7, folder)
    problems = []
    for method, path, item, operation in random.Random(11).sample(source.operations(), DRAWN):
        endpoint = re.sub("[^A-Za-z0-9]+", "_", operation["operationId"])
        wanted = source.request(path, item, operation)
        try:
            words = oracle.words(wanted, {"parameters": [], **endpoints[endpoint]})
        except LookupError as error:
            problems.append(f"{endpoint}: no argument for {error}")
            continue
        done = run("call", requests, endpoint, "--base-url", f"http://127.0.0.1:{port}", "--", *words)
        if done.returncode or done.stderr:
            problems.append(f"{endpoint} {words}: {done.returncode} {done.stderr.decode()}")
            continue
        said = difference(wanted, method, json.loads(done.stdout))
        if said:
            problems.append(f"{endpoint} {words}: {said}")
    check(f"{DRAWN} requests of {name} are what it says", "\n".join(problems))


def large(folder: Path) -> None:
    with echo() as port:
        for name, make in documents.ALL.items():
            document, path, definition = make(), folder / f"{name}.json", folder / f"{name}.moya.json"
            path.write_text(json.dumps(document))
            done = run("import", "openapi", path, "-o", definition)
            said = re.search(r"^(\d+) of (\d+) operations can be called", done.stderr.decode(), re.MULTILINE)
            callable_, all_ = (int(number) for number in said.groups()) if said else (0, 1)
            enough = done.returncode == 0 and callable_ >= 0.95 * all_ and all_ == len(oracle.Oracle(document, 0, folder).operations())
            if check(f"95 % of the {name}-like document's operations can be called", "" if enough else done.stderr.decode()[-2000:]):
                check(f"the {name}-like document's definition is sound", unlike(run("check", definition), 0, rf".*: {all_} endpoints\n"))
                drawn(f"the {name}-like document", document, definition, port, folder)


def document_of(paths: dict, **more: object) -> dict:
    return {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://example.com"}], "paths": paths, **more}


def get(*parameters: dict, **more: object) -> dict:
    return {"/a": {"get": {"operationId": "a", "parameters": list(parameters), "responses": {}, **more}}}


def parameter(name: str, schema: dict, **more: object) -> dict:
    return {"name": name, "in": "query", "schema": schema, **more}


CIRCLE = {"components": {"schemas": {"a": {"$ref": "#/components/schemas/b"}, "b": {"$ref": "#/components/schemas/a"}}}}
TREE = {"components": {"schemas": {"n": {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#/components/schemas/n"}, "l": {"type": "array", "items": {"$ref": "#/components/schemas/n"}}}}}}}
RESULT_N = {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/n"}}}}}}
#: What a document is about, the document, what the definition has as a regular expression, what is noted.
ROWS = [
    ("names are made unique and fit for C", document_of({"/a": {"get": {"operationId": "x-y", "responses": {}}, "put": {"operationId": "x.y", "responses": {}}, "post": {"responses": {}}}}),
     r'.*"x_y":.*"x_y_":.*"post_a":.*', ""),
    ("a list of types with null may be absent", document_of(get(parameter("p", {"type": ["integer", "null"]}, required=True))), r'.*"name":"p","in":"query","type":"i64".*', ""),
    ("several types are a text", document_of(get(parameter("p", {"type": ["integer", "string"]}))), r'.*"type":"str\?".*', ""),
    ("an enumeration is a type", document_of(get(parameter("p", {"enum": ["a", "b", None, "a"]}))), r'.*"a_p":\{"names":\["a","b"\]\}.*', ""),
    ("an enumeration in a request's JSON is a type", document_of({"/a": {"post": {"operationId": "a", "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"p": {"type": "string", "enum": ["x", "y"]}}}}}}, "responses": {}}}}),
     r'.*"a_p":\{"names":\["x","y"\]\}.*"name":"p","in":"field","type":"a_p\?".*', ""),
    ("an enumeration in a struct is a text, which is noted", document_of(get(responses={"200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {"p": {"enum": ["x"]}, "q": {"type": "string"}}}}}}})),
     r'.*"a_result":\{"fields":\{"p":"str\?","q":"str\?"\}\}.*', r"GET /a: in the type a_result an enumeration is a text: 'p'\n"),
    ("a list in one text is noted", document_of(get(parameter("p", {"type": "array", "items": {"type": "string"}}, explode=False))), r'.*"type":"str\?".*', r"GET /a: the list 'p' is given as one text.*"),
    ("a cookie is noted, and a required one makes the operation uncallable", document_of(get({"name": "c", "in": "cookie", "required": True, "schema": {}})), r'.*"a":.*', r"GET /a: the cookie parameter 'c' .*0 of 1 operations.*"),
    ("references in a circle are noted", document_of(get(parameter("p", {"$ref": "#/components/schemas/a"})), **CIRCLE), r'.*"type":"str\?".*', r"GET /a: references lead in a circle.*"),
    ("a reference to another document is noted", document_of(get(parameter("p", {"$ref": "other.yaml#/x"}))), r'.*"type":"str\?".*', r"GET /a: other.yaml#/x leads nowhere.*"),
    ("a struct in itself is optional there", document_of(get(**RESULT_N), **TREE), r'.*"n":\{"fields":\{"n":"n\?","l":"\[n\]\?"\}\}.*"result":"n".*', ""),
    ("a path names what it does not declare", document_of({"/a/{b}": {"get": {"responses": {}}}}), r'.*"path":"/a/\{b\}".*"name":"b","in":"path","type":"str".*', r"GET /a/\{b\}: the path names \{b\}, and there is no.*"),
    ("a server's variables have their defaults", document_of({}, servers=[{"url": "https://{h}/v{n}/", "variables": {"h": {"default": "x.org"}, "n": {"default": "2"}}}]), r'.*"base_url":"https://x.org/v2",.*', ""),
    ("a server without a host is noted", document_of({}, servers=[{"url": "/v1"}]), r'(?!.*base_url).*', r"no server has a whole URL.*"),
    ("a dot in a member's name leads nowhere", document_of({"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"a.b": {"type": "integer"}}}}}}, "responses": {}}}}), r'.*"key":"a\\\\.b".*', ""),
    ("a path that is a reference is followed", document_of({"/a": {"$ref": "#/components/pathItems/a"}}, components={"pathItems": {"a": {"get": {"responses": {}}}}}), r'.*"get_a":.*', ""),
]
WRONG = [
    ("a document of version 2 is refused", '{"swagger": "2.0"}', r"moya: .*: no OpenAPI document of version 3.0 or 3.1\n"),
    ("a document without paths is refused", '{"openapi": "3.0.0"}', r"moya: .*: /paths is missing\n"),
    ("what is no JSON is refused with its place", '{"openapi": }', r"moya: .*\n"),
    ("YAML that is none is refused with its place", "a: [1\nb: }", r"moya: .*: line 2, column \d+: .*\n"),
    ("an alias without an anchor is refused", "a: *b", r"moya: .*: line 1, column \d+: an alias has no anchor\n"),
    ("a nest of a thousand levels is refused", "[" * 1000, r"moya: .*: line \d+, column \d+: it is nested too deep\n"),
]
YAML = """
openapi: 3.0.0   # a comment
info: {title: "A title", version: 1.0}
servers:
- url: https://example.com
paths:
  /a/{id}:
    get:
      operationId: one
      parameters: &shared
      - {name: id, in: path, required: true, schema: {type: integer}}
      - name: yes
        in: query
        schema: {type: string, enum: [on, "null", '1']}
      responses: {200: {description: ok}}
    delete:
      operationId: two
      parameters: *shared
      responses: {}
"""


def small(folder: Path) -> None:
    path = folder / "document.json"
    for name, document, output, errors in ROWS:
        path.write_text(json.dumps(document))
        done = run("import", "openapi", path)
        check(name, unlike(done, 0, output, errors + r"\d+ of \d+ operations.*" if "operations" not in errors else errors))
    for name, document, errors in WRONG:
        path.write_text(document)
        check(name, unlike(run("import", "openapi", path), 3, "", errors))
    check("a document that is not there is exit status 1", unlike(run("import", "openapi", folder / "nowhere"), 1, "", "moya: .*: No such file or directory\n"))
    check("another kind of document is exit status 2", unlike(run("import", "raml", path), 2, "", "moya: which document.*\n"))
    path.write_text(YAML)
    check("YAML is read as JSON is", unlike(run("import", "openapi", path), 0, r'.*"one_yes":\{"names":\["on","null","1"\]\}.*"one":\{.*"type":"i64".*"two":\{.*"type":"two_yes\?".*', r"2 of 2.*"))


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        small(Path(work))
        large(Path(work))
