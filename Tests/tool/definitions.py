"""Tests the commands `moya call`, `check`, `header` and `python` with definitions."""

import ast
import json
import re
import subprocess
import tempfile
from pathlib import Path

from tool import documents
from tool.echo import echo
from tool.program import CHECKED, ROOT, check, run, unlike

API = {"moya": 1, "name": "test", "headers": {"X-Common": "c"}, "types": {
    "state": {"names": ["open", "not planned", "1st", ""]},
    "node": {"description": "A node */ of a tree", "fields": {"id": "i64", "class": "str?", "arena": "u8", "next": "node?", "all": "[node]", "by_name": "{node}?", "deep": "[[i64]]?",
             "other": "other?", "state": "state?", "stars": {"type": "u32", "default": 3, "key": "counts.stars"}, "word": {"type": "str", "default": "a \"b\" ??/"}}},
    "other": {"fields": {"back": "node?", "raw": "raw?", "when": "date?", "bytes": "bytes?"}},
}, "endpoints": {
    "node": {"path": "/nodes/{id}", "parameters": [{"name": "id", "in": "path", "type": "i64"}], "result": "node"},
    "node_list": {"path": "/nodes", "parameters": [{"name": "tag", "in": "query", "type": "[str]?", "key": "t"}, {"name": "state", "in": "query", "type": "state?"},
                  {"name": "class", "in": "header", "type": "str?", "key": "X-Class"}], "lists": "plain", "result": {"type": "[node]", "at": "items"}},
    "find": {"path": "/find", "parameters": [{"name": "tag", "in": "query", "type": "[str]?", "key": "t"}, {"name": "state", "in": "query", "type": "state?"}], "lists": "plain"},
    "add": {"method": "POST", "path": "/nodes", "parameters": [{"name": "id", "in": "field", "type": "u8"}, {"name": "on", "in": "field", "type": "boolean?"}, {"name": "any", "in": "field", "type": "raw?"},
            {"name": "tags", "in": "field", "type": "[i64]?"}, {"name": "inner", "in": "field", "type": "str?", "key": "a.b"}, {"name": "dotted", "in": "field", "type": "str?", "key": "a\\.b"}, {"name": "root", "in": "field", "type": "node?"}, {"name": "more", "in": "field", "type": "[node]?"}, {"name": "sizes", "in": "field", "type": "{i64}?"}]},
    "replace": {"method": "PUT", "path": "/nodes", "parameters": [{"name": "all", "in": "body", "type": "{node}"}]},
    "put_node": {"method": "PUT", "path": "/node", "parameters": [{"name": "it", "in": "body", "type": "node?"}]},
    "many": {"method": "POST", "path": "/many", "parameters": [{"name": "names", "in": "query", "type": "[str]"}, {"name": "on", "in": "query", "type": "boolean?"},
             {"name": "node", "in": "body", "type": "[node]?"}], "retry": {"attempts": 2}, "timeout_ms": 5, "validation": "success", "deprecated": True},
    "indexed": {"path": "/x", "parameters": [{"name": "a", "in": "query", "type": "[i64]"}], "lists": "indexed"},
    "words": {"method": "POST", "path": "/x", "parameters": [{"name": "on", "in": "query", "type": "boolean"}, {"name": "all", "in": "form", "type": "[boolean]"}], "lists": "plain", "bools": "words"},
    "maybe": {"method": "POST", "path": "/x", "parameters": [{"name": "text", "in": "body", "type": "str?"}]},
    "send": {"method": "POST", "path": "/x", "parameters": [{"name": "file", "in": "body", "type": "file?"}]},
    "put": {"method": "PUT", "path": "/x", "parameters": [{"name": "b", "in": "body", "type": "bytes"}]},
    "upload": {"method": "POST", "path": "/x", "parameters": [{"name": "f", "in": "part", "type": "file"}, {"name": "t", "in": "part", "type": "str?"}]},
    "form": {"method": "POST", "path": "/x", "parameters": [{"name": "a", "in": "form", "type": "f64"}, {"name": "import", "in": "form", "type": "str?"}]},
    "tea": {"path": "/tea", "sample": {"status": 418, "text": "short and stout"}, "headers": {"X-Own": "o"}},
    "delete": {"method": "DELETE", "path": "/x", "description": "Gone \"for\" ever \\"},
}}
#: A definition with null, lists with commas, a fixed query, values of several segments, lists of files, a choice of
#: bodies, and dates without an offset.
MORE = {"moya": 1, "name": "more", "$schema": "definition.schema.json", "x-note": [1], "dates": "utc", "types": {
    "node": {"fields": {"id": {"type": "i64", "nullable": True, "key": "n.id"}, "at": {"type": "date?", "nullable": True}, "strict": {"type": "date", "dates": "offset"}}},
}, "endpoints": {
    "get": {"path": "/files/{+path}?acl", "parameters": [{"name": "path", "in": "path", "type": "str"}, {"name": "ids", "in": "query", "type": "[i64]?", "explode": False}], "result": "node?"},
    "all": {"path": "/x/{ids}", "parameters": [{"name": "ids", "in": "path", "type": "[i64]"}], "result": {"type": "[node]?"}},
    "every": {"path": "/every", "result": "[node]?"},
    "set": {"method": "post", "path": "/x", "parameters": [{"name": "a", "in": "field", "type": "str", "nullable": True}, {"name": "b", "in": "field", "type": "i64?", "nullable": True}]},
    "upload": {"method": "POST", "path": "/x", "parameters": [{"name": "f", "in": "part", "type": "[file]"}]},
    "put": {"method": "PUT", "path": "/x", "parameters": [{"name": "title", "in": ["field", "part"], "type": "str"}, {"name": "url", "in": ["field"], "type": "str"}, {"name": "file", "in": ["part"], "type": "bytes"}]},
}}
#: Rows like ROWS.
MORE_ROWS = [
    ("several segments and a fixed query", ["get", "path=a/b c", "ids=1", "ids=2"], 8, ("GET", "/files/a/b%20c?acl&ids=1,2", ""), "moya: get: strict is missing\n"),
    ("a segment that leads elsewhere", "get path=../x", 2, None, "moya: get: the URL is not usable: .*\n"),
    ("a list in a path", "all ids=1 ids=2", 8, ("GET", "/x/1,2", ""), "moya: all: .*\n"),
    ("null", ["set", "a:=null", "b:=null"], 0, ("POST", "/x", '{"a":null,"b":null}'), ""),
    ("what is left out beside null", ["set", "a=x"], 0, ("POST", "/x", '{"a":"x"}'), ""),
    ("a nullable one that is missing", "set b=1", 2, None, r"moya: set: the parameter 'a' is missing\n"),
    ("the first of two bodies", "put title=t url=u", 0, ("PUT", "/x", '{"title":"t","url":"u"}'), ""),
    ("arguments of two bodies", "put title=t url=u file=x", 2, None, r"moya: put: no body has all of the parameters 'title', 'url', 'file'\n"),
    ("a list of files that is a text", "upload f=x", 2, None, r"moya: 'f' is a list of files: f@file\n"),
]
#: The name, the words after the definition, the exit status, the request (method, target, body), and stderr.
ROWS = [
    ("a path's argument", "tea", 0, ("GET", "/tea", ""), ""),
    ("an answer that is not the definition's type is printed and named", "node id=7", 8, ("GET", "/nodes/7", ""), r"moya: node: id is missing\n"),
    ("one that does not fit is named", "node id=x", 2, None, r"moya: node: the parameter 'id' is a text, not an i64\n"),
    ("a number that is out of range is shown", "add id=256", 2, None, r"moya: add: the parameter 'id' is 256, not a u8\n"),
    ("a word that is no boolean is named", "add id=1 on=yes", 2, None, r"moya: add: the parameter 'on' is a text, not a boolean\n"),
    ("JSON that is none is named", "add id:=x", 2, None, r"moya: add: the parameter 'id' is not JSON: line 1, column 1\n"),
    ("an element that does not fit is named", "add id=1 tags=1 tags=x", 2, None, r"moya: 'tags' has an element that is no i64\n"),
    ("a whole list and an element beside it", ["add", "id=1", "tags:=[1]", "tags=2"], 2, None, r"moya: 'tags' is given as a whole list, and once more\n"),
    ("one that is missing is named", "node", 2, None, r"moya: node: the parameter 'id' is missing\n"),
    ("one that is unknown is named", "node id=1 page=2", 2, None, r"moya: node: there is no parameter 'page' in \(i64 id\) -> node\n"),
    ("a list gets each item of its name", "find tag=a tag=b state=open", 0, ("GET", "/find?state=open&t=a&t=b", ""), ""),
    ("a list may be JSON", ["find", 'tag:=["a", "b"]'], 0, ("GET", "/find?t=a&t=b", ""), ""),
    ("a list of one", "find tag=[", 0, ("GET", "/find?t=%5B", ""), ""),
    ("no name of an enumeration", "node_list state=half", 2, None, r"moya: node_list: the parameter 'state' is none of its names.*\n"),
    ("numbers, booleans and JSON in a body", ["add", "id=1", "on=true", "any=text", "tags=1", "tags=2"], 0, ("POST", "/nodes", '{"id":1,"on":true,"any":"text","tags":[1,2]}'), ""),
    ("inner objects of a body", ["add", "id=1", "inner=x"], 0, ("POST", "/nodes", '{"id":1,"a":{"b":"x"}}'), ""),
    ("bytes are a text", "put b=abc", 0, ("PUT", "/x", "abc"), ""),
    ("bytes are a file's", "put b@file.bin", 0, ("PUT", "/x", "from a file"), ""),
    ("a form", "form a=1.5", 0, ("POST", "/x", "a=1.5"), ""),
    ("a file for what is none", "form a@file.bin", 2, None, r"moya: 'a' is no file: a=@file.bin gives its text\n"),
    ("a file that is not there", "put b@nowhere", 1, None, r"moya: nowhere: No such file or directory\n"),
    ("a query is no argument", "node id==7", 2, None, r"moya: item 1 is no argument, which is name=value.*\n"),
    ("no endpoint of that name", "nope", 2, None, r"moya: .* has no endpoint 'nope'; moya call .* lists them\n"),
]


def calls(folder: Path, definition: Path, more: Path) -> None:
    import base64

    (folder / "file.bin").write_text("from a file")
    with echo() as port:
        for file, (name, row, status, wanted, errors) in [*((definition, it) for it in ROWS), *((more, it) for it in MORE_ROWS)]:
            words = row.split() if isinstance(row, str) else row
            done = run("call", file, *words, "--base-url", f"http://127.0.0.1:{port}", folder=folder)
            problem = unlike(done, status, ".*", errors)
            if not problem and wanted:
                seen = json.loads(done.stdout)
                got = (seen["method"], seen["target"], base64.b64decode(seen["body"]).decode())
                problem = "" if got == wanted else f"{got} instead of {wanted}"
            check(f"moya call: {name}", problem)
        seen = json.loads(run("call", more, "upload", "f@file.bin", "f@file.bin", "--base-url", f"http://127.0.0.1:{port}", folder=folder).stdout)
        parts = base64.b64decode(seen["body"]).count(b'name="f"; filename="file.bin"')
        check("moya call: a list of files is a part for each", "" if parts == 2 else f"{parts} parts")
        seen = json.loads(run("call", definition, "tea", "X-Common:mine", "X-More:m", "--base-url", f"http://127.0.0.1:{port}").stdout)["headers"]
        wanted = (seen.get("x-common"), seen.get("x-own"), seen.get("x-more")) == ("mine", "o", "m")
        check("moya call: a header field of the command line wins over the definition's", "" if wanted else str(seen))
    # A definition without a base URL. Its sample is the response.
    done = run("call", definition, "tea", "--stub", "--base-url", "http://nowhere.invalid")
    check("moya call --stub answers with the sample", unlike(done, 4, "short and stout", ""))
    done = run("call", definition, "node", "id=1", "--curl", "--base-url", "http://nowhere.invalid")
    check("moya call --curl prints the command", unlike(done, 0, "curl -H 'X-Common: c' http://nowhere.invalid/nodes/1\n", ""))
    check("moya call without a name lists the endpoints", unlike(run("call", definition), 0, r"node\(i64 id\) -> node\n.*delete\(\)\n    Gone.*", ""))


def checks(folder: Path, definition: Path) -> None:
    wrong = folder / "wrong.json"
    wrong.write_text(json.dumps({**API, "endpoints": {"a": {"path": "/{b}"}}}))
    done = run("check", definition, wrong, folder / "nowhere.json")
    check("moya check names file, place and reason, and goes on", unlike(
        done, 1, r".*test.moya.json: 16 endpoints\n", r"moya: .*wrong.json: /endpoints/a/path names \{b\}.*\nmoya: .*nowhere.json: .*\n"))
    check("a wrong definition is exit status 3", unlike(run("check", wrong), 3, "", ".*"))
    for command in ("call", "header", "python"):
        check(f"moya {command} refuses a wrong definition", unlike(run(command, wrong), 3, "", r"moya: .*/endpoints/a/path names \{b\}.*\n"))


COMPILERS = [("gcc", "c99"), ("clang", "c99"), ("gcc", "c2x"), ("g++", "c++17"), ("clang++", "c++20")]


def compiled(name: str, header: Path, compilers: "list[tuple[str, str]]") -> None:
    (header.parent / "use.c").write_text(f'#include "{header.name}"\nint main(void) {{ return 0; }}\n')
    for compiler, standard in compilers:
        language = ["-x", "c++"] if "+" in compiler else ["-x", "c"]
        done = subprocess.run(
            [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", f"-I{ROOT}/include", *language, header.parent / "use.c"],
            capture_output=True, text=True, check=False,
        )
        check(f"{name}: the header compiles as {standard} with {compiler}", done.stderr if done.returncode else "")


def written(folder: Path, definition: Path) -> None:
    header = folder / "test.h"
    done = run("header", definition)
    left_out = done.stderr.decode()
    wanted = ["many: retry; timeout_ms\n", "tea: sample\n"]
    check("moya header names what it leaves out", "\n".join(it for it in wanted if f"left out: {it}" not in left_out))
    header.write_bytes(done.stdout)
    compiled("a definition of everything", header, COMPILERS)
    text = done.stdout.decode()
    wanted = ["MOYA_ENDPOINT(get_node, node,", "(part, file, f)", "(field, i64_list, tags, optional)", "(field, node, root, optional)", "(field, node_list, more, optional)", "(field, raw, sizes, optional)", "(body, node_map, all)", "(body, node, it, optional)", "(part, str, t, optional)", "(query, str_list, tag, optional, key(\"t\"), lists(\"{key}\"))", "(u8, arena_, key(\"arena\"))", "(_1st, key(\"1st\"))", "(raw, deep, optional)", "(field, str, inner, optional, key(\"a.b\"))", "(field, str, dotted, optional, key(\"a\\\\.b\"))", "(fixed, \"X-Own\", \"o\"))",
              "(str, class_, optional, key(\"class\"))", "TEST_HEADERS MOYA_HEADERS({\"X-Common\", \"c\"})", "/* left out: many: retry; timeout_ms */", "/* Deprecated. */"]
    check("moya header keeps keys, and names what C has not", "\n".join(it for it in wanted if it not in text))

    wanted = ["(query, str_list, names)", "(query, boolean, on, optional, numeric)", "(body, node_list, node, optional", "(field, i64_list, tags, optional)", "(query, i64_list, a, lists(\"{key}[{index}]\"))", "(part, file, f)", "(part, str, t, optional)",
              "(query, boolean, on)", "(form, boolean_list, all, lists(\"{key}\"))", "(body, str, text_, optional)", "(file, str, file_, optional)"]
    check("moya header has lists, structs and optional bodies", "\n".join(it for it in wanted if it not in text))

    stub = run("python", definition).stdout.decode()
    (folder / "test.pyi").write_text(stub)
    tree = ast.parse(stub)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    names = [node.name for node in classes["Test"].body if isinstance(node, ast.FunctionDef)]
    later = [node.name for node in classes["AsyncTest"].body if isinstance(node, ast.AsyncFunctionDef)]
    check("moya python has each endpoint, sync and async", "" if names == later == list(API["endpoints"]) else f"{names} {later}")
    decorators = {ast.unparse(one) for kind in ("Test", "AsyncTest") for node in classes[kind].body for one in getattr(node, "decorator_list", [])}
    check("moya python has the response of each endpoint", "" if decorators == {"endpoint", "async_endpoint"} and all(
        "response" in [node.name for node in classes[name].body] for name in ("Endpoint", "AsyncEndpoint")) else f"{decorators}")
    check("moya python has a type of an endpoint's name under another", "" if "node_ = TypedDict" in stub and 'other = TypedDict("other", {"back": Optional["node_"]' in stub else stub)
    own = {"moya": 1, "name": "own", "endpoints": {name: {"path": "/"} for name in ("close", "provider", "import", "import_")}}
    (folder / "own.json").write_text(json.dumps(own))
    stub_of_own = run("python", folder / "own.json").stdout.decode()
    check("moya python has an underscore behind the names of members and keywords", "" if all(f"def {name}(self)" in stub_of_own for name in ("close_", "provider_", "import_", "import__")) else stub_of_own)
    check("moya python has signatures", "" if "def form(self, a: float, import_: Optional[str] = ...) -> Response:" in stub and 'def node(self, id: int) -> "node_":' in stub else stub)


def written_more(folder: Path, definition: Path) -> None:
    header = folder / "more.h"
    done = run("header", definition)
    header.write_bytes(done.stdout)
    compiled("a definition of what came later", header, COMPILERS)
    text, left_out = done.stdout.decode(), done.stderr.decode()
    wanted = ["(i64, id, optional, key(\"n.id\"), nullable)", "(date, at, optional, utc)", "(date, strict)", "MOYA_OPTIONAL(node);", "MOYA_ENDPOINT(get, node_optional, \"GET\", \"/files/{+path}\\?acl\"",
              "MOYA_OPTIONAL(node_list);", "node_list_optional", "(field, str, a, optional, nullable)", "(field, i64, b, optional)", "(query, i64_list, ids, optional, joined)", "(path, i64_list, ids)", "(part, file_list, f)"]
    check("moya header has null, lists with commas, dates in UTC, optional results and queries of paths", "\n".join(it for it in wanted if it not in text))
    check("moya header names what typed.h cannot say", "" if left_out == "moya: left out: set: null for b\n" else left_out)
    wanted = ["MOYA_ENDPOINT(put, body, \"PUT\", \"/x\",\n    (field, str, title),\n    (field, str, url));", "MOYA_ENDPOINT(put_part, body, \"PUT\", \"/x\",\n    (part, str, title),\n    (part, bytes, file_, key(\"file\")));"]
    check("moya header has a function for each body of a choice", "\n".join(it for it in wanted if it not in text))
    stub = run("python", definition).stdout.decode()
    wanted = ["def put(self, title: str, url: Optional[str] = ..., file: Optional[bytes] = ...) -> Response:", "def set(self, a: Optional[str], b: Optional[int] = ...) -> Response:",
              "def upload(self, f: Union[List[Union[str, PathLike[str]]], Tuple[Union[str, PathLike[str]], ...]]) -> Response:", "Optional[\"node\"]"]
    check("moya python has null, lists of files and a choice of bodies", "\n".join(it for it in wanted if it not in stub))


#: Words of typed.h, of C and of its library. Each names a type, an endpoint and a parameter at the same time.
WORDS = ("send call decode free fail result target type body scratch text remove rename index system exit random read write close open moya path query header "
         "field form part key optional lists numeric data error error_ response user user_ delete class new state time str_list i64_map file_list").split()


def words(folder: Path) -> None:
    given = [{"name": name, "in": "query", "type": f"e_{name}"} for name in WORDS]
    api = {"moya": 1, "name": "words",
           "types": {**{name: {"fields": {name: "i64", "others": f"[{name}]"}} for name in WORDS}, **{f"e_{name}": {"names": [name, "b"]} for name in WORDS}},
           "endpoints": {name: {"path": f"/{name}", "result": name, "parameters": given[index:index + 8]} for index, name in enumerate(WORDS)}}
    definition, header = folder / "words.moya.json", folder / "words.h"
    definition.write_text(json.dumps(api))
    header.write_text("#include <stdlib.h>\n#include <sys/socket.h>\n#include <time.h>\n#include <unistd.h>\n" + run("header", definition).stdout.decode())
    compiled("a definition of words", header, COMPILERS[1:])


def suffixes(folder: Path) -> None:
    """Gives types the names that the macros of typed.h declare for another type and for an endpoint."""
    types: "dict[str, dict[str, object]]" = {"zz_e": {"names": ["p"]}, "zz_s": {"fields": {"e": "zz_e?", "l": "[zz_e]"}}, "zz_u": {"fields": {"l": "[zz_s]", "m": "{zz_s}"}}}
    endpoints = {f"zz_{number}": {"path": "/", "result": result} for number, result in enumerate(["zz_s?", "[zz_s]?", "{zz_s}?", "zz_u"])}
    definition, header = folder / "suffixes.moya.json", folder / "suffixes.h"
    for turn in range(2):
        definition.write_text(json.dumps({"moya": 1, "name": "suffixes", "types": types, "endpoints": endpoints}))
        header.write_text(run("header", definition).stdout.decode())
        done = subprocess.run(["gcc", "-E", "-P", f"-I{ROOT}/include", header], capture_output=True, text=True, check=False)
        types = {**types, **{name: {"fields": {"a": "i64"}} for name in re.findall(r"\bzz_\w+", done.stdout) if name not in endpoints and name not in types and not turn}}
    check("the names that a type declares are found", "" if len(types) > 30 else f"{sorted(types)}")
    compiled("a definition whose types have the names that another type declares", header, COMPILERS[1:])


def direction(folder: Path) -> None:
    """Tests that written files have no characters that change the direction of text. An editor could show lines with
    such characters in another order."""
    marks = "\u202a\u202e\u2066\u2069 \u202b"
    api = {"moya": 1, "name": "direction", "description": marks, "types": {"e": {"names": [f"a{marks}"], "description": marks}, "s": {"fields": {"a": {"type": "str", "key": f"a{marks}", "description": marks}}}},
           "endpoints": {"p": {"path": "/", "description": marks, "result": "s", "headers": {"X-A": "a"}, "parameters": [{"name": "e", "in": "query", "type": "e?", "key": f"e{marks}", "description": marks}]}}}
    definition, header = folder / "direction.moya.json", folder / "direction.h"
    definition.write_text(json.dumps(api))
    for words in (("header",), ("python",), ("python", "--client")):
        text = run(*words, definition).stdout.decode()
        check(f"moya {' '.join(words)} escapes characters that change the direction of text", "" if text and not set(marks.replace(" ", "")) & set(text) else text)
    header.write_text(run("header", definition).stdout.decode())
    compiled("a definition with such characters", header, COMPILERS[1:])


#: The headers whose names are in tools/moya/names_of_c.c.
HEADERS = ("assert complex ctype errno fenv float inttypes limits locale math setjmp signal stdalign stdarg stdbool stddef stdint stdio stdlib stdnoreturn string strings "
           "threads time wchar wctype unistd fcntl sys/types sys/stat sys/socket sys/time sys/wait netinet/in arpa/inet netdb poll dirent dlfcn").split()
#: Names that these headers declare: functions, macros, types and objects. Each is an example of another kind or another
#: header.
NAMES_OF_C = ("log exp pow round floor gamma y0 signgam div time clock index remove isnan isinf signbit isgreater assert setjmp va_start offsetof errno stdin stdout NULL EOF BUFSIZ "
              "INT_MAX LONG_MIN CHAR_BIT DBL_MAX HUGE_VAL INFINITY NAN EDOM ERANGE ENOENT SIGINT SIG_DFL LC_ALL SEEK_SET RAND_MAX EXIT_FAILURE CLOCKS_PER_SEC R_OK O_RDONLY S_IRUSR "
              "AF_INET SOCK_STREAM POLLIN RTLD_NOW I complex true false bool noreturn thread_local static_assert size_t FILE DIR time_t jmp_buf fpos_t lldiv_t environ timezone "
              "tzname daylight optarg opterr optind stat poll select accept bind htons ntohl inet_addr h_errno gethostbyname dlopen opendir wcslen towupper iswalpha mtx_lock once_flag").split()


def names_of_c(folder: Path) -> None:
    """Uses each name as a type, a field, a value of an enumeration, an endpoint and a parameter. The headers that
    declare these names are included once before the written header, and once after it."""
    given = [{"name": name, "in": "query", "type": "str?"} for name in NAMES_OF_C]
    api = {"moya": 1, "name": "names", "types": {**{name: {"fields": {one: "i64?" for one in NAMES_OF_C[index:index + 60]}} for index, name in enumerate(NAMES_OF_C)},
           **{f"e_{index}": {"names": NAMES_OF_C[index:index + 60]} for index in range(0, len(NAMES_OF_C), 60)}},
           "endpoints": {name: {"path": f"/{name}", "result": name, "parameters": given[index:index + 8]} for index, name in enumerate(NAMES_OF_C)}}
    definition, header = folder / "names.moya.json", folder / "names.h"
    definition.write_text(json.dumps(api))
    done = run("header", definition)
    check("moya header leaves none of C's names out", done.stderr.decode())
    included = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    for name, text in (("after", included + done.stdout.decode()), ("before", done.stdout.decode() + included)):
        header.write_text("#define _GNU_SOURCE\n" + text)
        compiled(f"a definition of C's names {name} its headers", header, [("gcc", "c11"), ("clang", "c17"), ("gcc", "c2x")])


def several(folder: Path, definition: Path) -> None:
    header = folder / "several.h"
    parts = [run("header", definition, *words).stdout.decode() for words in ([], ["--prefix", "mine_"], ["--prefix=other_"])]
    header.write_text("".join(parts))
    compiled("one definition without a prefix and with two", header, COMPILERS)
    wanted = ["MOYA_ENDPOINT(mine_find,", "MOYA_STRUCT(mine_node,", "MOYA_ENUM(mine_state,", "(mine_node_list, all)", "#ifndef MINE_TEST_MOYA_H"]
    check("moya header --prefix begins each name", "\n".join(it for it in wanted if it not in parts[1]))
    check("a prefix that is no name is exit status 2", unlike(run("header", definition, "--prefix", "a-b"), 2, "", r"moya: --prefix a-b: .*\n"))
    many = [{"name": f"p{index}", "in": "query", "type": "i64?"} for index in range(70)]
    (folder / "many.json").write_text(json.dumps({"moya": 1, "name": "many", "headers": {}, "endpoints": {
        "most": {"path": "/", "parameters": many[:63]}, "more": {"path": "/", "parameters": many},
        "defaults": {"path": "/", "parameters": [{"name": "a", "in": "query", "type": "i64", "default": 1}, {"name": "b", "in": "query", "type": "str"}]}}}))
    done = run("header", folder / "many.json")
    check("what is beyond 63 arguments, and a default, is named", unlike(done, 0, ".*", r"moya: left out: more: p63 is one of more than 63; .*p69 .*\nmoya: left out: defaults: the default of a\n"))
    header.write_bytes(done.stdout)
    compiled("63 arguments", header, COMPILERS)


def large(folder: Path) -> None:
    """Tests a definition with 200 endpoints or more."""
    document = documents.github()
    paths = dict(list(document["paths"].items())[:80])
    path, definition = folder / "large.json", folder / "large.moya.json"
    path.write_text(json.dumps({**document, "paths": paths}))
    run("import", "openapi", path, "-o", definition)
    count = len(json.loads(definition.read_text())["endpoints"])
    header = folder / "large.h"
    header.write_bytes(run("header", definition).stdout)
    compiled(f"a definition of {count} endpoints", header, [("gcc", "c11")] if count >= 200 else [])
    check(f"a definition of {count} endpoints has a stub file", "" if count >= 200 and ast.parse(run("python", definition).stdout) else str(count))


def pipes(definition: Path) -> None:
    """Tests documents in pipes. A pipe can be read only once."""
    for name, file in (("a definition", definition), ("an OpenAPI document", ROOT / "examples/users.openapi.json")):
        wanted, command = run("python", "--client", file), f'"{CHECKED}" python --client <(cat "{file}")'
        got = run("-c", command, program=Path("/bin/bash"))
        check(f"moya python --client reads {name} in a pipe", unlike(got, 0, re.escape(wanted.stdout.decode()), ".*"))


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        definition = folder / "test.moya.json"
        definition.write_text(json.dumps(API))
        more = folder / "more.moya.json"
        more.write_text(json.dumps(MORE))
        calls(folder, definition, more)
        checks(folder, definition)
        written(folder, definition)
        written_more(folder, more)
        words(folder)
        suffixes(folder)
        direction(folder)
        names_of_c(folder)
        several(folder, definition)
        large(folder)
        pipes(definition)
