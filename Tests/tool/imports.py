"""Tests `moya import openapi` with documents of the size of GitHub's, Stripe's and Kubernetes', and with rows for rare
features. Sends random requests to a server, and checks that they are what the document says."""

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
from tool.program import LARGE, LONG, check, run, unlike

DRAWN = 50 if LONG else 20


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
    """Sends requests of random operations."""
    api = json.loads(definition.read_text())
    endpoints = api["endpoints"]
    # The server sends back what it received, and not what the document says.
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
        done = run("call", requests, endpoint, "--base-url", f"http://127.0.0.1:{port}", "--", *words, program=LARGE)
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
            done = run("import", "openapi", path, "-o", definition, program=LARGE)
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
def noted(heading: str, line: str) -> str:
    """Returns a regular expression for the output of an import that prints this note, perhaps among others."""
    line = line.replace(".*", r"[^\n]*")  # a dot also matches the end of a line
    return rf"(?:.*\n)?{heading}:\n(?:  [^\n]*\n)*?  {line}\n.*"


USELESS, REQUEST, RESULT, TOLD = "operations that cannot be called", "requests that cannot be all that the document says", "results that say less than the document", "to know"


def body(schema: dict, media: str = "application/json", **more: object) -> dict:
    return {"content": {media: {"schema": schema, **more}}}


def post(request: dict, **more: object) -> dict:
    return {"/a": {"post": {"operationId": "a", "requestBody": request, "responses": {}, **more}}}


def answers(**responses: dict) -> dict:
    return get(responses={status.lstrip("_"): {"description": "", **response} for status, response in responses.items()})


STRING, INTEGER, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}
U = {"type": "object", "required": ["id"], "properties": {"id": INTEGER}}
HAS_U = {"components": {"schemas": {"u": U}}}
REF_U = {"$ref": "#/components/schemas/u"}
BASIC = {"type": "http", "scheme": "basic"}
#: A struct with read-only members. The member `k` is a reference with `readOnly` next to it, as OpenAPI 3.1 allows.
HAS_R = {"components": {"schemas": {"k": STRING, "r": {"type": "object", "required": ["id", "k", "n"], "properties": {"id": {**INTEGER, "readOnly": True}, "k": {"$ref": "#/components/schemas/k", "readOnly": True}, "n": STRING}}}}}
REF_R = {"$ref": "#/components/schemas/r"}
HAS_V = {"components": {"schemas": {"v": {"type": "object", "properties": {"a": STRING, "b": STRING}}}}}
MEDIA = {"$ref": "#/components/mediaTypes/m"}


def nested(depth: int) -> dict:
    return {"anyOf": [nested(depth - 1)]} if depth > 0 else U


def secured(schemes: dict, wanted: list) -> dict:
    return document_of(get(), security=wanted, components={"securitySchemes": schemes})


KIND = {"type": "string", "enum": ["a", "b"]}
JSON_OR_PARTS = {"required": True, "content": {
    "multipart/form-data": {"schema": {"type": "object", "required": ["title", "image"], "properties": {"title": STRING, "kind": KIND, "image": {"type": "string", "format": "binary"}}}},
    "application/json": {"schema": {"type": "object", "required": ["title", "url"], "properties": {"title": STRING, "url": STRING, "kind": KIND, "image": STRING}}}}}
#: The name of the row, the document, a regular expression for the definition, and one for the notes.
ROWS = [
    ("a result has no write-only member, so none is required", document_of(answers(_200=body({"type": "object", "required": ["n", "p"], "properties": {"n": STRING, "p": {**STRING, "writeOnly": True}}}))),
     r'.*"a_result":\{"fields":\{"n":"str","p":"str\?"\}\}.*', ""),
    ("a request has no read-only member, wherever the document says so", document_of(post(body(REF_R)), **HAS_R), r'.*"parameters":\[\s*\{"name":"n","in":"field","type":"str"\}\].*', ""),
    ("a form has no read-only member either", document_of(post(body(REF_R, "application/x-www-form-urlencoded")), **HAS_R), r'.*"parameters":\[\s*\{"name":"n","in":"form","type":"str"\}\].*', ""),
    ("no read-only member of a struct in a request is required", document_of(post(body({"type": "object", "properties": {"l": {"type": "array", "items": {"type": "object", "properties": {"r": REF_R}}}}})), **HAS_R),
     r'.*"r":\{"fields":\{"id":"i64\?","k":"str\?","n":"str"\}\}.*', ""),
    ("a result requires its read-only members", document_of(answers(_200=body(REF_R)), **HAS_R), r'.*"r":\{"fields":\{"id":"i64","k":"str","n":"str"\}\}.*', ""),
    ("what is required next to a reference is required", document_of(post(body({"$ref": "#/components/schemas/v", "required": ["b"]})), **HAS_V), r'.*"name":"a","in":"field","type":"str\?"\},\s*\{"name":"b","in":"field","type":"str"\}.*', ""),
    ("a schema that leads to itself through members next to a reference ends",
     document_of(post(body({"$ref": "#/components/schemas/Node"})), components={"schemas": {"Node": {"type": "object", "properties": {"child": {"$ref": "#/components/schemas/Node", "properties": {"child": {"type": "object"}}}}}}}), r'.*"name":"child".*', ""),
    ("a schema that leads to itself through members next to a part ends",
     document_of(post(body({"$ref": "#/components/schemas/Node"})), components={"schemas": {
         "Base": {"type": "object", "properties": {"parent": {"$ref": "#/components/schemas/Base"}}},
         "Node": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "properties": {"parent": {"$ref": "#/components/schemas/Node", "required": ["id"]}}}]}}}), r'.*"name":"parent".*', ".*"),
    ("what is required next to a single part is required", document_of(post(body({"allOf": [{"$ref": "#/components/schemas/v"}], "required": ["b"]})), **HAS_V), r'.*"name":"a","in":"field","type":"str\?"\},\s*\{"name":"b","in":"field","type":"str"\}.*', ""),
    ("members next to a reference are members", document_of(answers(_200=body({"$ref": "#/components/schemas/v", "properties": {"c": INTEGER}})), **HAS_V), r'.*"a_result":\{"fields":\{"c":"i64\?","a":"str\?","b":"str\?"\}\}.*', ""),
    ("a number with the format of a large integer is an integer", document_of(answers(_200=body({"type": "object", "properties": {"a": {"type": "number", "format": "int64"}, "b": {"type": "number", "format": "int32"}}}))), r'.*"fields":\{"a":"i64\?","b":"f64\?"\}.*', ""),
    ("null next to a reference is null", document_of(answers(_200=body({"type": "object", "required": ["v"], "properties": {"v": {"$ref": "#/components/schemas/v", "nullable": True}}})), **HAS_V),
     r'.*"a_result":\{"fields":\{"v":\{"type":"v","nullable":true\}\}\}.*', ""),
    ("a list whose first elements have types of their own is one of any JSON", document_of(answers(_200=body({"type": "array", "prefixItems": [STRING], "items": INTEGER}))), r'.*"result":"\[raw\]".*', ""),
    ("OpenAPI 3.2 has more methods and references to media types", {**document_of({"/a": {"query": {"operationId": "q", "requestBody": {"content": {"application/json": MEDIA}}, "responses": {"200": {"content": {"application/json": MEDIA}}}},
     "additionalOperations": {"COPY": {"operationId": "c", "responses": {}}}}}, components={"mediaTypes": {"m": {"schema": U, "example": {"id": 7}}}}), "openapi": "3.2.0"},
     r'.*"q":\{"method":"QUERY",.*"name":"id","in":"field","type":"i64"\}.*"sample":\{"body":\{"id":7\}\}.*"c":\{"method":"COPY".*', ""),
    ("a method that no request has is noted", {**document_of({"/a": {"additionalOperations": {"A B": {"responses": {}}}}}), "openapi": "3.2.0"}, ".*", noted(USELESS, "A B /a: no request has this method") + "0 of 1 operations.*"),
    ("a part with an object has no media type, which is noted", document_of(post(body({"type": "object", "properties": {"o": U}}, "multipart/form-data"))), r'.*"name":"o","in":"part","type":"str\?".*',
     noted(REQUEST, "POST /a: the part 'o' has objects: it is given as a JSON text, and sent without a media type")),
    ("a path is cut in notes", document_of({"/" + "ä" * 200: {"get": {"operationId": "a", "parameters": [parameter("c", STRING, **{"in": "cookie"})], "responses": {}}}}), ".*", noted(REQUEST, "GET /ä{149}…: the cookie parameter 'c' cannot be said: it is left out")),
    ("many samples of schemas that lead to each other are left out", document_of({f"/{number}": {"get": {"responses": {"200": body({"$ref": "#/components/schemas/s0"})}}} for number in range(300)},
     components={"schemas": {f"s{i}": {"type": "object", "properties": {**{f"f{j}": {"$ref": f"#/components/schemas/s{(i * 7 + j) % 200}"} for j in range(20)}, "e": {**STRING, "example": "x" * 200}}} for i in range(200)}}),
     '(?!.*"sample").*', noted(TOLD, "the schemas lead to each other in more ways than can be followed for samples: the definition has no descriptions and samples") + "300 of 300 operations.*"),
    ("names are made unique and fit for C", document_of({"/a": {"get": {"operationId": "x-y", "responses": {}}, "put": {"operationId": "x.y", "responses": {}}, "post": {"responses": {}}, "patch": {"operationId": "x_y", "responses": {}}}}),
     r'.*"x_y":.*"x_y_":.*"post_a":.*"x_y_2":.*', ""),
    ("a list of types with null may be absent", document_of(get(parameter("p", {"type": ["integer", "null"]}, required=True))), r'.*"name":"p","in":"query","type":"i64".*', ""),
    ("several types are a text", document_of(get(parameter("p", {"type": ["integer", "string"]}))), r'.*"type":"str\?".*', ""),
    ("an enumeration is a type", document_of(get(parameter("p", {"enum": ["a", "b", None, "a"]}))), r'.*"a_p":\{"names":\["a","b"\]\}.*', ""),
    ("an enumeration in a request's JSON is a type", document_of(post(body({"type": "object", "properties": {"p": {"type": "string", "enum": ["x", "y"]}}}))),
     r'.*"a_p":\{"names":\["x","y"\]\}.*"name":"p","in":"field","type":"a_p\?".*', ""),
    ("an enumeration in a struct is a text, which is noted", document_of(answers(_200=body({"type": "object", "properties": {"p": {"enum": ["x"]}, "q": STRING}}))),
     r'.*"a_result":\{"fields":\{"p":"str\?","q":"str\?"\}\}.*', noted(TOLD, "GET /a: an enumeration is a text: 'p' of the type a_result")),
    ("a list with commas is one", document_of(get(parameter("p", {"type": "array", "items": STRING}, explode=False))), r'.*"type":"\[str\]\?","explode":false.*', ""),
    ("a list with bars is noted", document_of(get(parameter("p", {"type": "array", "items": STRING}, style="pipeDelimited"))), r'.*"type":"str\?".*', noted(REQUEST, "GET /a: the list 'p' is given as one text.*")),
    ("a list in a path and in a header field is one", document_of({"/a/{p}": {"get": {"operationId": "a", "parameters": [{"name": "p", "in": "path", "schema": {"type": "array", "items": INTEGER}}, {"name": "h", "in": "header", "schema": {"type": "array", "items": STRING}}], "responses": {}}}}),
     r'.*"name":"p","in":"path","type":"\[i64\]".*"name":"h","in":"header","type":"\[str\]\?".*', ""),
    ("a cookie is noted, and a required one makes the operation uncallable", document_of(get({"name": "c", "in": "cookie", "required": True, "schema": {}})), r'.*"a":.*', noted(USELESS, "GET /a: the cookie parameter 'c' .*") + "0 of 1 operations.*"),
    ("references in a circle are noted", document_of(get(parameter("p", {"$ref": "#/components/schemas/a"})), **CIRCLE), r'.*"type":"str\?".*', noted(RESULT, "GET /a: the schema .*: references lead in a circle: .*")),
    ("a struct in itself is optional there", document_of(get(**RESULT_N), **TREE), r'.*"n":\{"fields":\{"n":"n\?","l":"\[n\]\?"\}\}.*"result":"n".*', ""),
    ("a path names what it does not declare", document_of({"/a/{b}": {"get": {"responses": {}}}}), r'.*"path":"/a/\{b\}".*"name":"b","in":"path","type":"str".*', noted(TOLD, r"GET /a/\{b\}: the path names \{b\}, and there is no.*")),
    ("a server's variables have their defaults", document_of({}, servers=[{"url": "https://{h}:{p}/v{n}/", "variables": {"h": {"default": "x.org"}, "p": {"default": 8080}, "n": {"default": "2"}}}]), r'.*"base_url":"https://x.org:8080/v2",.*', ""),
    ("a server's variable without a default is noted", document_of({}, servers=[{"url": "https://x.org/{n}", "variables": {"n": {}}}]), r'.*"base_url":"https://x.org",.*', noted(REQUEST, r"the server's variable \{n\} has no default.*")),
    ("a server without a host is noted", document_of({}, servers=[{"url": "/v1"}]), r'(?!.*base_url).*', noted(TOLD, "no server has a whole URL: the definition has no base URL, and the provider's counts instead of '/v1'")),
    ("a dot in a member's name leads nowhere", document_of(post(body({"type": "object", "properties": {"a.b": INTEGER}}))), r'.*"key":"a\\\\.b".*', ""),
    ("a path that is a reference is followed", document_of({"/a": {"$ref": "#/components/pathItems/a"}}, components={"pathItems": {"a": {"get": {"responses": {}}}}}), r'.*"get_a":.*', ""),
    ("a result that may be null has a question mark", document_of(answers(_200=body({"anyOf": [REF_U, NULL]})), **HAS_U), r'.*"result":"u\?".*', ""),
    ("an answer 204 has no body, although the document says one", document_of(answers(_204=body(REF_U)), **HAS_U), r'(?!.*"result").*', ""),
    ("so there is a question mark next to another answer", document_of(answers(_200=body(REF_U), _205=body(REF_U)), **HAS_U), r'.*"result":"u\?".*', ""),
    ("null is a result if a part of an allOf allows it and the others have no type", document_of(answers(_200=body({"allOf": [{**U, "nullable": True}, {"description": "d"}]}))), r'.*"result":"a_result\?".*', ""),
    ("null is no result if a part of an allOf does not allow it", document_of(answers(_200=body({"allOf": [{**U, "nullable": True}, U]}))), r'.*"result":"a_result".*', ""),
    ("header fields that the library writes are no parameters", document_of(get({**parameter("content-length", INTEGER, required=True), "in": "header"}, {**parameter("Expect", STRING), "in": "header"})), r'.*\{"method":"GET","path":"/a"\}.*', noted(TOLD, "GET /a: the library writes the header field 'content-length', so it is no parameter") + "1 of 1 operations.*"),
    ("a text or a list of texts in the query is a list", document_of(get(parameter("a", {"oneOf": [STRING, {"type": "array", "items": STRING}, NULL]}))), r'.*"type":"\[str\]\?"\}.*', ""),
    ("its elements may be joined", document_of(get(parameter("a", {"anyOf": [{"type": "array", "items": INTEGER}, INTEGER]}, explode=False))), r'.*"type":"\[i64\]\?","explode":false\}.*', ""),
    ("if their types differ, the elements are texts", document_of(get(parameter("a", {"anyOf": [INTEGER, {"type": "array", "items": STRING}]}))), r'.*"type":"\[str\]\?"\}.*', ""),
    ("an enumeration or an object in the query is a text", document_of(get(parameter("a", {"anyOf": [{"enum": ["x"]}, U]}))), r'.*"type":"str\?"\}.*', noted(REQUEST, "GET /a: 'a' may also be a list or an object: it is given as one text")),
    ("so it is in a part", document_of(post(body({"type": "object", "properties": {"a": {"anyOf": [{"type": "string", "enum": ["x"]}, U]}}}, "multipart/form-data"))), r'.*"in":"part","type":"str\?"\}.*', noted(REQUEST, "POST /a: 'a' may also be a list or an object: it is given as one text")),
    ("and in a header field", document_of(get({**parameter("a", {"oneOf": [INTEGER, {"type": "array", "items": INTEGER}]}), "in": "header"})), r'.*"in":"header","type":"str\?"\}.*', noted(REQUEST, "GET /a: 'a' may also be a list or an object: it is given as one text")),
    ("an answer without a body next to one with it has a question mark", document_of(answers(_200=body(REF_U), _204={}), **HAS_U), r'.*"result":"u\?".*', ""),
    ("a result of any schema is raw", document_of(answers(_200=body({}))), r'.*"result":"raw".*', ""),
    ("a result without a schema is raw", document_of(answers(_200={"content": {"application/json": {}}})), r'.*"result":"raw".*', ""),
    ("answers that differ are noted", document_of(answers(_200=body(U), _201=body(STRING))), r'.*"result":"a_result".*', noted(RESULT, "GET /a: the answers of 200 and 201 are not the same.*")),
    ("a stream of JSON lines is no result", document_of(answers(_200=body(U, "application/x-ndjson"))), r'(?!.*"result").*', ""),
    ("a kind of answer among several is asked for", document_of(answers(_200={"content": {"text/csv": {}, "application/json": {"schema": U}}})), r'.*"headers":\{"Accept":"application/json"\}.*"result":"a_result".*', ""),
    ("bytes in base64 are bytes", document_of(answers(_200=body({"type": "object", "properties": {"b": {"type": "string", "format": "byte"}}}))), r'.*"b":"bytes\?".*', ""),
    ("an integer beyond i64 is u64", document_of(answers(_200=body({**INTEGER, "minimum": 0, "maximum": 18446744073709551615}))), r'.*"result":"u64".*', ""),
    ("an integer beyond both is noted", document_of(answers(_200=body({**INTEGER, "maximum": 18446744073709551615}))), r'.*"result":"i64".*', noted(RESULT, "GET /a: an integer may be larger.*")),
    ("a member with two types is noted", document_of(answers(_200=body({"allOf": [U, {"type": "object", "properties": {"id": STRING}}]}))), r'.*"id":"i64".*', noted(RESULT, "GET /a: the member 'id' is a integer in one part.*")),
    ("a part's required member may be another part's", document_of(answers(_200=body({"allOf": [{"required": ["x"]}, {"type": "object", "properties": {"x": STRING}}]}))), r'.*"x":"str"\}.*', ""),
    ("a fixed query is sent with each call, a fragment is cut", document_of({"/a/{x}?b=t&c e#d": {"get": {"responses": {}}}}), r'.*"path":"/a/\{x\}\?b=t&c%20e".*', noted(TOLD, ".*: the path's fragment, .*: #d")),
    ("members that may be null can be given as null", document_of(post(body({"type": "object", "required": ["a"], "properties": {"a": {"type": ["string", "null"]}, "b": {"type": "integer", "nullable": True}, "c": STRING}}))),
     r'.*"name":"a","in":"field","type":"str","nullable":true\}.*"name":"b","in":"field","type":"i64\?","nullable":true\}.*"name":"c","in":"field","type":"str\?"\}.*', ""),
    ("a struct's member that is always there and may be null is told from one that may be absent", document_of(answers(_200=body({"type": "object", "required": ["a"], "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"]}}}))),
     r'.*"a":\{"type":"str","nullable":true\},"b":"str\?".*', ""),
    ("a list of files is binary by its media type", document_of(post(body({"type": "object", "properties": {"f": {"type": "array", "items": {"type": "string", "contentMediaType": "application/octet-stream"}}, "t": {"type": "array", "items": STRING}}}, "multipart/form-data"))), r'.*"name":"f","in":"part","type":"\[file\]\?".*"name":"t","in":"part","type":"\[str\]\?".*', ""),
    ("a binary encoding is a file", document_of(post(body({"type": "object", "properties": {"f": {"type": "string", "contentEncoding": "binary"}}}, "multipart/form-data"))), r'.*"name":"f","in":"part","type":"file\?".*', ""),
    ("JSON and a form with parts are a choice", document_of(post(JSON_OR_PARTS)),
     r'.*"name":"title","in":\["field","part"\],"type":"str"\}.*"name":"url","in":\["field"\],"type":"str"\}.*"name":"kind","in":\["field","part"\],"type":"a_kind\?"\}.*"name":"image","in":\["field"\],"type":"str\?"\}.*"name":"image_part","in":\["part"\],"type":"file","key":"image"\}.*', ""),
    ("a whole JSON body and a form are a choice", document_of(post({"content": {"application/x-www-form-urlencoded": {"schema": U}, "application/json": {"schema": {"type": "array", "items": INTEGER}}}})),
     r'.*"name":"body","in":\["body"\],"type":"\[i64\]\?"\}.*"name":"id","in":\["form"\],"type":"i64"\}.*', ""),
    ("a form with what JSON has is no choice", document_of(post({"content": {media: {"schema": U} for media in ("multipart/form-data", "application/x-www-form-urlencoded", "application/json")}})), r'.*"parameters":\[\s*\{"name":"id","in":"field","type":"i64"\}\],.*', ""),
    ("what a form cannot name is given to it as JSON text", document_of(post(body({"type": "object", "required": ["any", "map", "list"], "properties": {"any": {"description": "JSON"}, "map": {"type": "object"}, "list": {"type": "array", "items": U}}}, "application/x-www-form-urlencoded"))),
     r'.*"name":"any","in":"form","type":"str"\},\s*\{"name":"map","in":"form","type":"str"\},\s*\{"name":"list","in":"form","type":"\[str\]"\}.*', noted(REQUEST, "POST /a: 'list' is given as a JSON text for each element") + "1 of 1 operations.*"),
    ("a form that cannot be whole is no choice, and noted", document_of(post({"content": {"application/json": {"schema": U}, "application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["l"], "properties": {"l": {"type": "array", "items": U}}}}}})),
     r'.*"parameters":\[\s*\{"name":"id","in":"field","type":"i64"\}\],.*', noted(REQUEST, "POST /a: the body is sent as application/json, which could be application/x-www-form-urlencoded too") + "1 of 1 operations.*"),
    ("a form with parts of DELETE makes the operation uncallable, not the document", document_of({"/a": {"delete": {"operationId": "a", "requestBody": {"required": True, **body(U, "multipart/form-data")}, "responses": {}}, "get": {"responses": {}}}}),
     r'.*"a":\{"method":"DELETE","path":"/a"\}.*', noted(USELESS, "DELETE /a: only POST, PUT and PATCH send a form with parts: the body is left out") + "1 of 2 operations.*"),
    ("JSON or a form with parts is JSON for DELETE", document_of({"/a": {"delete": {"operationId": "a", "requestBody": JSON_OR_PARTS, "responses": {}}}}), r'.*"name":"url","in":"field".*', noted(REQUEST, "DELETE /a: the body is sent as application/json, which could be multipart/form-data too")),
    ("another kind of body is noted", document_of(post({"content": {"application/json": {"schema": U}, "text/csv": {}}})), r'.*"in":"field".*', noted(REQUEST, "POST /a: the body is sent as application/json, which could be text/csv too")),
    ("an example is a sample", document_of(answers(_201=body(U, example={"id": 7}))), r'.*"sample":\{"status":201,"body":\{"id":7\}\}.*', ""),
    ("the first of several examples is a sample", document_of(answers(_200=body(U, examples={"x": {"$ref": "#/components/examples/x"}})), components={"examples": {"x": {"value": {"id": 8}}}}), r'.*"sample":\{"body":\{"id":8\}\}.*', ""),
    ("examples of members are a sample", document_of(answers(_200=body({"type": "array", "items": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "example": "x"}, "b": STRING}}}))), r'.*"sample":\{"body":\[\{"a":"x"\}\]\}.*', ""),
    ("a required member without an example makes no sample", document_of(answers(_200=body({"type": "object", "required": ["b"], "properties": {"a": {"type": "string", "example": "x"}, "b": STRING}}))), r'(?!.*"sample").*', ""),
    ("credentials are tags, and how they are given is noted", secured({"k": {"type": "apiKey", "in": "header", "name": "X-Key"}, "b": BASIC}, [{"k": []}, {"b": []}]), r'.*"tags":\["k","b"\].*',
     noted(TOLD, 'calls with the tag "k" want a key in the header field X-Key: moya.access-token .*') ),
    ("an operation wants credentials of its own", document_of(get(security=[{"b": []}]), security=[{"k": []}], components={"securitySchemes": {"b": BASIC}}), r'.*"tags":\["b"\].*', noted(TOLD, 'calls with the tag "b" want a user and a password.*')),
    ("an operation that wants none has no tags", document_of(get(security=[]), security=[{"k": []}]), r'(?!.*"tags").*', ""),
    ("a choice of one in a choice of one, and so on, is the innermost", document_of(answers(_200=body(nested(40)))), r'.*"a_result":\{"fields":\{"id":"i64"\}\}.*', ""),
    ("a list in an object's place is no answer", document_of(get(responses=[{"200": {}}])), r'.*"a":.*', ""),
    ("an operation that is a text is not called", document_of({"/a": {"get": "x"}}), r'.*', noted(USELESS, "GET /a: the operation is no object") + "0 of 1 operations.*"),
    ("a path without a slash is not called", document_of({"a": {"get": {}}}), r'.*', noted(USELESS, "a: a path begins with /.*") + "0 of 1 operations.*"),
]
#: Like ROWS, for documents in several files. The program reads the first file.
FILES = [
    ("an operation, a path, a parameter and a body in other files are read", {
        "a.yaml": "openapi: 3.0.0\ninfo: {}\npaths:\n  /a: {$ref: paths/a.yaml}\n  /b: {get: {$ref: 'paths/a.yaml#/get'}}\n",
        "paths/a.yaml": "get: {parameters: [{$ref: '../more.json#/q'}], responses: {'200': {content: {application/json: {schema: {$ref: ../user.yaml}}}}}}\nput: {requestBody: {$ref: '../more.json#/b'}, responses: {}}\n",
        "more.json": json.dumps({"q": parameter("q", STRING), "b": body({"$ref": "./user.yaml#"})}),
        "user.yaml": "type: object\nproperties: {id: {type: integer}, up: {$ref: '#'}, root: {$ref: 'a.yaml#/info'}}\n",
     }, r'.*"user":\{"fields":\{"id":"i64\?","up":"user\?","root":"raw\?"\}\}.*"get_a":.*"name":"q".*"result":"user".*"put_a":.*"in":"field".*"get_b":.*"name":"q".*"result":"user".*', r".*3 of 3 operations.*"),
    ("what is not there is not called", {
        "a.json": json.dumps(document_of({"/a": {"$ref": "no.yaml"}, "/b": {"get": {"$ref": "https://example.com/x.yaml"}}, "/c": {"get": {"parameters": [{"$ref": "#/no"}]}}, "/d": {"post": {"requestBody": {"$ref": "a.json#/no"}}}, "/e": {"get": {}}})),
     }, r'(?!.*"get_a")(?!.*"get_b").*"get_c".*', noted(USELESS, "/a: the path no.yaml leads nowhere: No such file or directory") + "1 of 5 operations.*"),
    ("a reference to a schema that is not there is noted", {"a.json": json.dumps(document_of(get(parameter("p", {"$ref": "other.yaml#/x"}))))}, r'.*"type":"str\?".*', noted(RESULT, "GET /a: the schema other.yaml#/x leads nowhere: .*") + "1 of 1 operations.*"),
    ("a folder and a device are no files", {"a.json": json.dumps(document_of({"/a": {"$ref": "."}, "/b": {"$ref": "../../../../../../../../../../dev/zero"}}))}, r'.*', r"[^\n]*\n  /a: the path \. leads nowhere: it is no file\n  /b: [^\n]*leads nowhere: it is no file\n0 of 2 operations.*"),
    ("a file that is no document is said", {"a.json": json.dumps(document_of({"/a": {"$ref": "b.yaml"}})), "b.yaml": "a: [1"}, r'.*', r"[^\n]*\n  /a: the path b.yaml leads nowhere: line \d+, column \d+: .*"),
    ("a merge of YAML is merged, own members win", {
        "a.yaml": "openapi: 3.0.0\ninfo: {}\nx-a: &a {get: {operationId: g, responses: {}}, put: {operationId: p, responses: {}}}\nx-b: &b {put: {operationId: q, responses: {}}}\n"
                  "paths:\n  /a:\n    <<: *a\n    put: {operationId: mine, responses: {}}\n  /b: {<<: [*b, *a]}\n",
     }, r'.*"g":\{"method":"GET","path":"/a".*"mine":\{"method":"PUT","path":"/a".*"g_":\{"method":"GET","path":"/b".*"q":\{"method":"PUT","path":"/b".*', r".*4 of 4 operations.*"),
]
WRONG = [
    ("a document of version 2 is refused", '{"swagger": "2.0"}', r"moya: .*: no OpenAPI document of version 3.0, 3.1 or 3.2\n"),
    ("a document without paths is refused", '{"openapi": "3.0.0"}', r"moya: .*: /paths is missing\n"),
    ("a later version is refused", '{"openapi": "3.3.0", "paths": {}}', r"moya: .*: no OpenAPI document of version 3\.0, 3\.1 or 3\.2\n"),
    ("a character that YAML cannot have is refused with its place", '{"openapi": "3.0.0",\n "ü": \x01}', r"moya: .*: line 2, column 7: control characters are not allowed\n"),
    ("what is no JSON is refused with its place", '{"openapi": }', r"moya: .*\n"),
    ("YAML that is none is refused with its place", "a: [1\nb: }", r"moya: .*: line 2, column \d+: .*\n"),
    ("an alias without an anchor is refused", "a: *b", r"moya: .*: line 1, column \d+: an alias has no anchor\n"),
    ("a key of YAML that is there twice is refused", "a: 1\na: 2", r"moya: .*: line 2, column \d+: a key is there twice\n"),
    ("a merge of what is no mapping is refused", "a: &a [1]\nb: {<<: *a}", r"moya: .*: line 2, column \d+: what is merged is no mapping\n"),
    ("aliases that make a text too large are refused", "a: &a [" + "x" * 9000 + "]\n" + "".join(f"{name}: &{name} [" + ", ".join([f"*{before}"] * 30) + "]\n" for before, name in zip("abcde", "bcdef")), r"moya: .*: its aliases make it too large\n"),
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
        check(name, unlike(run("import", "openapi", path), 0, output, errors if "operations" in errors else f"{errors}.*" if errors else rf"({TOLD}:\n(  [^\n]*\n)*)?\d+ of \d+ operations.*"))
    for number, (name, files, output, errors) in enumerate(FILES):
        for file, content in files.items():
            path = folder / str(number) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        check(name, unlike(run("import", "openapi", folder / str(number) / next(iter(files))), 0, output, errors))
    (folder / "-").write_text(json.dumps({"x": {"get": {"operationId": "of_file"}}}))
    (folder / "dash.json").write_text(json.dumps(document_of({"/a": {"$ref": "-#/x"}})))
    done = run("import", "openapi", "dash.json", folder=folder, text=json.dumps({"x": {"get": {"operationId": "of_input"}}}))
    check("a reference to a file that is called - is no reference to the standard input", unlike(done, 0, '.*"of_file":.*', ".*1 of 1 operations.*"))
    path = folder / "document.json"
    for name, document, errors in WRONG:
        path.write_text(document)
        check(name, unlike(run("import", "openapi", path), 3, "", errors))
    check("a document that is not there is exit status 1", unlike(run("import", "openapi", folder / "nowhere"), 1, "", "moya: .*: No such file or directory\n"))
    check("another kind of document is exit status 2", unlike(run("import", "raml", path), 2, "", "moya: which document.*\n"))
    many = {f"/{number}": {"get": {"responses": {"200": body({"type": "object", "properties": {"p": {"enum": ["x"]}}})}}} for number in range(50)}
    path.write_text(json.dumps(document_of(many)))
    check("many notes of one kind are one line", unlike(run("import", "openapi", path), 0, ".*", rf"{TOLD}:\n  GET /0: an enumeration .*\(and 49 more alike: -v shows them\)\n50 of 50 operations can be called, 50 notes\n"))
    check("with -v each of them is a line", unlike(run("import", "openapi", path, "-v"), 0, ".*", rf"{TOLD}:\n(  GET /\d+: an enumeration [^\n]*\n){{50}}50 of 50.*"))
    path.write_text(YAML)
    check("YAML is read as JSON is", unlike(run("import", "openapi", path), 0, r'.*"one_yes":\{"names":\["on","null","1"\]\}.*"one":\{.*"type":"i64".*"two":\{.*"type":"two_yes\?".*', r"2 of 2.*"))


def chosen(folder: Path) -> None:
    """Tests that each body of an imported choice can be sent."""
    document, definition, photo = folder / "choice.json", folder / "choice.moya.json", folder / "photo.png"
    document.write_text(json.dumps(document_of(post(JSON_OR_PARTS))))
    photo.write_text("a photo")
    run("import", "openapi", document, "-o", definition)
    with echo() as port:
        for name, words, kind in (("JSON", ["title=t", "url=u", "kind=a"], "application/json"), ("a form with parts", ["title=t", "kind=a", f"image_part@{photo}"], "multipart/form-data")):
            done = run("call", definition, "a", *words, "--base-url", f"http://127.0.0.1:{port}")
            seen = json.loads(done.stdout) if done.returncode == 0 else {}
            text = base64.b64decode(seen.get("body", "")).decode()
            parts = ('{"title":"t","url":"u","kind":"a"}',) if kind == "application/json" else ('name="title"\r\n\r\nt', 'name="kind"\r\n\r\na', 'name="image"; filename="photo.png"\r\nContent-Type: image/png\r\n\r\na photo')
            said = seen.get("headers", {}).get("content-type", "").split(";")[0] == kind and all(part in text for part in parts)
            check(f"of an imported choice {name} is sent", "" if said else f"{done.stderr.decode()}{seen} {text}")


def joined(folder: Path) -> None:
    """Tests that a list with commas in a document becomes a list with commas in the C header. Each operation of some
    documents has such a list."""
    document, definition = folder / "joined.json", folder / "joined.moya.json"
    document.write_text(json.dumps(document_of({"/files/{file_id}": {"get": {"operationId": "get_files_id", "parameters": [
        {"name": "file_id", "in": "path", "required": True, "schema": STRING},
        {"name": "fields", "in": "query", "schema": {"type": "array", "items": STRING}, "example": ["id", "type"], "explode": False}], "responses": {}}}})))
    run("import", "openapi", document, "-o", definition)
    check("an imported list with commas is one in C", unlike(run("header", definition), 0, r".*\(path, str, file_id\),\n    \(query, str_list, fields, optional, joined\)\);.*", ""))


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        small(Path(work))
        joined(Path(work))
        chosen(Path(work))
        large(Path(work))
