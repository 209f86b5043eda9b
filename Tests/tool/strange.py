"""Tests documents that other tools accept although one part of them is strange, and definitions with strange names. The
strange part is left out or gets another name, and everything else can be used."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tool import checkers
from tool.echo import echo
from tool.imports import REQUEST, STRING, TOLD, U, USELESS, answers, body, document_of, get, noted, parameter, post
from tool.program import INSTALLED, ROOT, check, run, unlike

INTEGER = {"type": "integer"}
LIST = {"type": "array", "items": STRING}
LONG_NAME = "n" * 5000


def header(name: str, **more: object) -> dict:
    return {"name": name, "in": "header", "schema": STRING, **more}


def members(*names: str) -> dict:
    return {"type": "object", "properties": {name: STRING for name in names}}


def nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = {"a": value}
    return value


def json_text(document: dict, old: str, new: str) -> str:
    """Returns the document as JSON, with a text in it replaced. So an object can have a key twice."""
    return json.dumps(document).replace(old, new)


#: The same columns as ROWS in imports.py. A document may also be a text.
ROWS = [
    ("a parameter that is no header field is left out", document_of(get(header("X Foo"), header("X:Bar"), header("X-Good"))),
     r'.*\[\s*\{"name":"X_Good","in":"header","type":"str\?","key":"X-Good"\}\].*', noted(REQUEST, "GET /a: the parameter 'X Foo' is left out: it is no name of a header field") + "1 of 1 operations.*"),
    ("an operation that requires it cannot be called, and others can", document_of({**get(header("X Foo", required=True)), "/b": {"get": {}}}), r'.*"get_b".*', noted(USELESS, "GET /a: the parameter 'X Foo' is left out: .*") + "1 of 2 operations.*"),
    ("names that are too long are left out", document_of({"/a": {"post": {"parameters": [parameter(LONG_NAME, STRING)], "requestBody": body(members(LONG_NAME, "b")), "responses": {"200": body(members(LONG_NAME, "c"))}}}}),
     r'.*\{"fields":\{"c":"str\?"\}\}.*\[\s*\{"name":"b","in":"field","type":"str\?"\}\].*', noted(REQUEST, "POST /a: the parameter 'n{100}' is left out: its name is too long")),
    ("a name with a zero is not cut", document_of(get(parameter("a\0b", STRING))), r'.*\{"method":"GET","path":"/a"\}.*', noted(REQUEST, "GET /a: a parameter has no name or place: it is left out")),
    ("header fields whose names differ in case are one", document_of(get(header("X-A"), header("x-a", required=True))), r'.*\[\s*\{"name":"X_A","in":"header","type":"str","key":"X-A"\}\].*', noted(TOLD, "GET /a: two parameters have the name 'x-a' and the place header: they are one") + "1 of 1 operations.*"),
    ("a member of an object in the query and a parameter with its name are one", document_of(get(parameter("page", INTEGER), parameter("paging", members("page", "size")))),
     r'.*\[\s*\{"name":"page","in":"query","type":"i64\?"\},\s*\{"name":"size","in":"query","type":"str\?"\}\].*', noted(TOLD, "GET /a: two parameters have the name 'page' .*")),
    ("more members of an object in the query than parameters can be are left out", document_of(get(parameter("o", members(*(f"p{number}" for number in range(1200)))))), r'.*"name":"p999",.*', noted(REQUEST, r"GET /a: the parameter 'p1000' is left out: an endpoint has at most 1000 \(and 199 .*")),
    ("a path with more parameters than there can be makes only its operation uncallable", document_of({"/" + "/".join(f"{{p{number}}}" for number in range(1001)): {"get": {}}, "/b": {"get": {}}}), r'.*/\{p999\}/\{\{p1000\}\}".*"get_b".*', noted(USELESS, "GET .*: the parameter 'p1000' is left out: .*") + "1 of 2 operations.*"),
    ("a media type loses the white space around it", document_of(post(body(U, "application/json\n"))), r'.*\{"method":"POST","path":"/a","parameters":.*"in":"field".*', ""),
    ("a media type that no header field can have is no body", document_of(post({"content": {"a/b\r\nX: y": {"schema": U}, "text/csv": {}}})), r'.*"Content-Type":"text/csv".*', ""),
    ("an example that is too deep is no sample", document_of(answers(_200=body({"type": "object"}, example=nested(60)))), r'(?!.*"sample").*', noted(TOLD, "GET /a: the example has a key twice, .*, or more than 56 levels: there is no sample")),
    ("an example that is not too deep is a sample", document_of(answers(_200=body({"type": "object"}, example=nested(56)))), r'.*"sample".*', ""),
    ("an example with a key twice is no sample", json_text(document_of(answers(_200=body({"type": "object"}, example={"a": 1, "b": 2}))), '"b": 2', '"a": 2'), r'(?!.*"sample").*', noted(TOLD, "GET /a: the example has a key twice, .*")),
    ("kinds of credentials beyond a thousand get no tag", document_of(get(security=[{f"k{number}": [] for number in range(1001)}])), r'.*"k999"\].*', noted(REQUEST, "GET /a: the credentials 'k1000' get no tag, .*")),
    ("a variable that makes the host empty makes no base URL", document_of({}, servers=[{"url": "https://{host}/v1", "variables": {"host": {}}}]), r'(?!.*base_url).*', noted(TOLD, "no server has a whole URL.*")),
    ("a scheme in capitals and white space at the end are no part of the base URL", document_of({}, servers=[{"url": "HTTPS://x.org/V1/ \n"}]), r'.*"base_url":"https://x.org/V1",.*', ""),
    ("a query of a URI Template is no part of the path", document_of({"/a{?page,size}": {"get": {"parameters": [parameter("page", INTEGER)]}}}), r'.*"path":"/a","parameters":\[\s*\{"name":"page","in":"query".*', noted(TOLD, r"GET /a.*: the path's \{\?page,size\} is cut, .*")),
    ("an encoded slash of a path is noted", document_of({"/a%2Fb": {"get": {}}}), r'.*"path":"/a%2Fb".*', noted(REQUEST, "GET /a%2Fb: the path has %2F, which is sent as %252F")),
    ("a list with commas in a form is one", document_of(post(body({"type": "object", "properties": {"a": LIST}}, "application/x-www-form-urlencoded", encoding={"a": {"explode": False}}))), r'.*"name":"a","in":"form","type":"\[str\]\?","explode":false\}.*', ""),
    ("a list with bars in a form is noted", document_of(post(body({"type": "object", "properties": {"a": LIST}}, "application/x-www-form-urlencoded", encoding={"a": {"style": "pipeDelimited"}}))), r'.*"type":"\[str\]\?"\}.*', noted(REQUEST, "POST /a: the elements of 'a' are not joined, .*")),
    ("members of any name next to named ones are noted", document_of(answers(_200=body({**members("a"), "additionalProperties": INTEGER}))), r'.*"a_result":\{"fields":\{"a":"str\?"\}\}.*', noted("results that say less than the document", "GET /a: the type a_result has members of any name: they are left out")),
    ("so they are in a request", document_of(post(body({**members("a"), "additionalProperties": INTEGER}))), r'.*"name":"a","in":"field".*', noted(REQUEST, "POST /a: the body has members of any name: they cannot be given")),
    ("a version that is a number in YAML is read", "openapi: 3.1\npaths: {/a: {get: {}}}\n", r'.*"get_a".*', ""),
    ("YAML may begin with a brace", "{openapi: 3.0.0, paths: {/a: {get: {}}}}\n", r'.*"get_a".*', ""),
    ("JSON may have a comma too many, as YAML has", '{"openapi": "3.0.0", "paths": {"/a": {"get": {},}}}', r'.*"get_a".*', ""),
    ("names without letters of ASCII become different names without two underscores", document_of(answers(_200=body(members("日本", "中国", "한국")))), r'.*\{"_":\{"type":"str\?","key":"日本"\},"_2":\{"type":"str\?","key":"中国"\},"_3":.*', ""),
]
#: Names that have a meaning in a class of Python or in the headers of the library, and some that have none.
NAMES = ("__typename __init__ __eq__ __doc__ __dict__ __hash__ __slots__ __annotations__ __2 __ _ _x mro self cls field moya_str moya_list "
         "moya_call MOYA_OK MOYA_VERSION moya ordinary").split()
STRANGE = {
    "moya": 1, "name": "strange", "base_url": "https://example.com",
    "types": {name: {"fields": {**dict.fromkeys(NAMES, "str"), **{f"{own}_2": "i64?" for own in NAMES}}} for name in NAMES},
    "endpoints": {name: {"path": "/a/{" + name + "}", "method": "POST", "result": name, "parameters": [
        {"name": name, "in": "path", "type": "str"},
        *({"name": own, "in": "query", "key": f"k{number}", "type": "str"} for number, own in enumerate(NAMES) if own != name)]} for name in NAMES},
}
#: Endpoints with names that the annotations and the decorators of a stub file have.
HIDING = {
    "moya": 1, "name": "hiding",
    "endpoints": {name: {"path": "/", "method": "POST", "result": "{str}", "parameters": [
        {"name": f"p{number}", "in": "field", "type": kind} for number, kind in enumerate("[str]? {date} [i64] f64 boolean raw".split())]}
        for name in "Any Dict List Mapping Optional Sequence Tuple Union datetime PathLike Response int float bool str bytes endpoint async_endpoint".split()},
}

#: Types with the names of Python's own classes and functions. A type that uses them comes first.
BUILTINS = "list dict set tuple object type range filter Exception Warning TimeoutError".split()
SHADOWING = {
    "moya": 1, "name": "shadowing",
    "types": {"everything": {"fields": {name: name for name in BUILTINS}}, **{name: {"fields": {"id": "i64"}} for name in BUILTINS}},
    "endpoints": {"go": {"path": "/", "result": "everything"}},
}
USE = f"""from typing import List

from shadowing import Shadowing
import shadowing_client

def stub(api: Shadowing) -> List[int]:
    it = api.go()
    return [{", ".join(f'it["{name}"]["id"]' for name in BUILTINS)}]

def client(it: shadowing_client.Everything) -> List[int]:
    return [{", ".join(f"it.{name}.id" for name in BUILTINS)}]
"""


def rows(folder: Path) -> None:
    path = folder / "document.json"
    for name, document, output, errors in ROWS:
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        wanted = errors if "operations" in errors else f"{errors}.*" if errors else rf"({TOLD}:\n(  [^\n]*\n)*)?\d+ of \d+ operations.*"
        check(name, unlike(run("import", "openapi", path), 0, output, wanted))


def sizes(folder: Path) -> None:
    """Tests documents that are larger than a definition may be."""
    path, definition = folder / "large.json", folder / "large.moya.json"
    described = [parameter(f"p{number}", STRING, description="d" * 150) for number in range(10)]
    path.write_text(json.dumps(document_of({f"/a{number}": {"get": {"summary": "s" * 150, "parameters": described}} for number in range(5000)})))
    check("a definition that would be too large has no descriptions", unlike(run("import", "openapi", path, "-o", definition), 0, "", noted(TOLD, "with descriptions and samples the definition would be too large: it has none") + "5000 of 5000 operations.*"))
    check("such a definition is sound", unlike(run("check", definition), 0, r".*: 5000 endpoints\n"))
    variables = {"a": {"default": "y" * 100000}}
    path.write_text(json.dumps(document_of(get(), servers=[{"url": "https://h/" + "{a}" * 10000, "variables": variables}])))
    check("variables that make a server's URL very large make no base URL", unlike(run("import", "openapi", path), 0, "(?!.*base_url).*", r".{1,1000}"))
    path.write_text(json.dumps(document_of({f"/a{number}": {"get": {}} for number in range(20001)})))
    check("an error about the definition names the document", unlike(run("import", "openapi", path), 3, "", r"moya: [^\n]*large\.json: no definition can say all of it: /endpoints has more than 20000 members\n"))


def paths(folder: Path) -> None:
    """Tests that the path of a request is the path of the document."""
    document, definition = folder / "paths.json", folder / "paths.moya.json"
    with echo() as port:
        for path in ("/a%20b/%C3%BC", "/%7Bid%7D", "/a%3Ab", "/a:b@c;d,e=f&g+h!$'()*~"):
            document.write_text(json.dumps(document_of({path: {"get": {"operationId": "a"}}})))
            run("import", "openapi", document, "-o", definition)
            done = run("call", definition, "a", "--base-url", f"http://127.0.0.1:{port}")
            seen = json.loads(done.stdout)["target"] if done.returncode == 0 else done.stderr.decode()
            check(f"the path {path} is sent as the document says", "" if seen == path.replace("%3A", ":") else seen)


def outputs(folder: Path) -> None:
    document = folder / "same.json"
    document.write_text(json.dumps(document_of(get())))
    before = document.read_bytes()
    done = run("import", "openapi", document, "-o", folder / "." / "same.json")
    wrong = unlike(done, 2, "", r".*moya: [^\n]*same\.json: the output would replace the document\n")
    check("a document is not replaced by its definition", wrong or ("" if document.read_bytes() == before else "it is replaced"))
    part, whole = folder / "part.json", folder / "whole.json"
    part.write_text(json.dumps(STRING))
    whole.write_text(json.dumps(document_of(get(parameter("a", {"$ref": "part.json"})))))
    done = run("import", "openapi", whole, "-o", part)
    wrong = unlike(done, 2, "", r".*moya: [^\n]*part\.json: the output would replace the document\n")
    check("a file to which the document refers is not replaced by its definition", wrong or ("" if part.read_text() == json.dumps(STRING) else "it is replaced"))
    full_disks(folder)
    done = run("import", "openapi", document, "-o", "-", folder=folder)
    check("the output - is the standard output", unlike(done, 0, r'\{"moya":1.*', ".*") or ("it is a file" if (folder / "-").exists() else ""))


def full_disks(folder: Path) -> None:
    """Tests that an import whose output cannot be written leaves nothing, and leaves an older file as it was. A limit
    for the size of files stands for a full disk."""
    document, place = folder / "long.json", folder / "full"
    document.write_text(json.dumps(document_of({f"/a{number}": {"get": {}} for number in range(2000)})))
    place.mkdir()
    old, new, link = place / "old.json", place / "new.json", place / "link.json"
    old.write_text("old")
    old.chmod(0o640)
    link.symlink_to("old.json")
    for output in (old, link, new):
        done = subprocess.run(["sh", "-c", 'ulimit -f 8 && exec "$@"', "sh", INSTALLED, "import", "openapi", document, "-o", output], capture_output=True)
        left = sorted(it.name for it in place.iterdir())
        wrong = unlike(done, 1, "", rf".*moya: [^\n]*{output.name}: File too large\n")
        wrong = wrong or ("" if left == ["link.json", "old.json"] and old.read_text() == "old" else f"left: {left}")
        check(f"a full disk leaves no part of {output.name}", wrong)
    twin = folder / "twin.json"  # a file with two names is written in place
    twin.hardlink_to(old)
    done = subprocess.run(["sh", "-c", 'ulimit -f 8 && exec "$@"', "sh", INSTALLED, "import", "openapi", document, "-o", old], capture_output=True)
    wrong = unlike(done, 1, "", r".*moya: [^\n]*old.json: File too large\n") or ("" if twin.read_text() == "old" else f"it is {twin.read_text()[:40]!r}")
    check("a full disk leaves a file as it was that is written in place", wrong)
    twin.unlink()
    wrong = unlike(run("import", "openapi", document, "-o", "/dev/full"), 1, "", r".*moya: /dev/full: No space left on device\n")
    check("an output that is a device is written itself", wrong)
    done = run("import", "openapi", document, "-o", link)
    wrong = unlike(done, 0, "", ".*") or ("" if link.is_symlink() and old.stat().st_mode & 0o777 == 0o640 else "the link or the permissions are gone")
    check("an import replaces the target of a link, and the file keeps its permissions", wrong or ("" if old.read_text().startswith('{"moya":1') else "it is old"))


def inputs(folder: Path) -> None:
    """Tests that a client is made from the standard input, which is a definition or an OpenAPI document."""
    for kind, document in (("a definition", HIDING), ("an OpenAPI document", document_of(get()))):
        check(f"a client of {kind} in the standard input is written", unlike(run("python", "--client", "-", text=json.dumps(document)), 0, r".*class \w+\(typed\.API.*", ".*"))


def compiled(folder: Path) -> None:
    (folder / "strange.h").write_bytes(run("header", folder / "strange.moya.json").stdout)
    (folder / "strange.c").write_text('#include "strange.h"\nint main(void) { return 0; }\n')
    for compiler, standard, language in (("gcc", "c11", "c"), ("g++", "c++17", "c++")):
        command = [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{ROOT}/include", "-fsyntax-only", "-x", language, "strange.c"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        check(f"the header of a definition with names of the library compiles as {standard}", done.stderr)


def client(folder: Path) -> None:
    written = run("python", "--client", folder / "strange.moya.json")
    (folder / "strange_client.py").write_bytes(written.stdout)
    joined = {"moya": 1, "name": "joined", "endpoints": {"a": {"path": "/", "method": "POST", "parameters": [{"name": "b", "in": "form", "type": "[str]", "explode": False}]}}}
    (folder / "joined.moya.json").write_text(json.dumps(joined))
    check("a client sends a list of a form with commas", unlike(run("python", "--client", folder / "joined.moya.json"), 0, r".* b: typed\.Form\[typed\.Comma\[List\[str\]\]\].*", ""))
    environment = {"PYTHONPATH": str(checkers.PACKAGE), "MOYA_LIBRARY": os.environ.get("MOYA_LIBRARY", str(ROOT / "build/libmoya.so"))}
    prepare = """
import moya, strange_client
from moya import typed
names = [name for name, it in vars(strange_client.Strange).items() if isinstance(it, typed.Endpoint)]
with moya.Provider() as provider:
    for name in names:
        getattr(strange_client.Strange(provider), name)
print(len(names))
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", prepare], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    check("Python imports a client with names that mean something in a class", "" if done.stdout == f"{len(NAMES)}\n" else done.stdout + done.stderr[-2000:])
    (folder / "hiding.moya.json").write_text(json.dumps(HIDING))
    (folder / "hiding.pyi").write_bytes(run("python", folder / "hiding.moya.json").stdout)
    (folder / "shadowing.moya.json").write_text(json.dumps(SHADOWING))
    (folder / "shadowing.pyi").write_bytes(run("python", folder / "shadowing.moya.json").stdout)
    (folder / "shadowing_client.py").write_bytes(run("python", "--client", folder / "shadowing.moya.json").stdout)
    (folder / "shadowed.py").write_text(USE)
    (folder / "users.pyi").write_bytes(run("python", ROOT / "examples/users.moya.json").stdout)
    for checker, read in (("mypy", checkers.mypy), ("pyright", checkers.pyright)):
        found, others = read(folder, ["strange_client.py", "hiding.pyi", "users.pyi"])
        check(f"{checker} accepts it, and a stub file whose methods hide types", "\n".join([*(f"line {line}" for lines in found.values() for line in sorted(lines)), *others]))
        found, others = read(folder, ["shadowing.pyi", "shadowing_client.py", "shadowed.py"])
        check(f"{checker} tells types from Python's own classes with their names", "\n".join([*(f"{file}:{line}" for file, lines in found.items() for line in sorted(lines)), *others]))


def main() -> None:
    checkers.install()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        rows(folder)
        sizes(folder)
        paths(folder)
        outputs(folder)
        inputs(folder)
        (folder / "strange.moya.json").write_text(json.dumps(STRANGE))
        compiled(folder)
        client(folder)
