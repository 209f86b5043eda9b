/* Tests which definitions the library refuses, which place the error names, and what an opened definition says about
 * itself. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "definitions.h"

static moya_provider *provider;

#define AROUND(inside) "{'moya': 1, 'name': 'n', " inside "}"
#define ENDPOINT(inside) AROUND("'endpoints': {'e': {" inside "}}")
#define PARAMETER(inside) ENDPOINT("'path': '/', 'parameters': [{" inside "}]")
#define TYPES(inside) AROUND("'types': {" inside "}, 'endpoints': {}")

#define STEPS_16 "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"
#define STEPS_65 STEPS_16 "." STEPS_16 "." STEPS_16 "." STEPS_16 ".a"

static const struct {
  const char *definition, *message;
} faults_of_definitions[] = {
    /* The document. */
    {"", "the definition is not JSON: line 1, column 1"},
    {"{'moya': 1,\n  'name' 2}", "the definition is not JSON: line 2, column 10"},
    {"[]", "the definition is a list, not an object"},
    {"null", "the definition is null, not an object"},
    {"{}", "the definition has no \"moya\""},
    {"{'moya': 2}", "/moya is not 1, the version of definitions that this library reads"},
    {"{'moya': '1'}", "/moya is not 1, the version of definitions that this library reads"},
    {"{'moya': 1}", "the definition has no \"name\""},
    {"{'moya': 1, 'moya': 1}", "/moya is there twice"},
    {"{'moya': 1, 'name': 7}", "/name is a number, not a text"},
    {"{'moya': 1, 'name': 'a-b'}", "/name is no name: letters, digits and _, at most 128, no digit first"},
    {"{'moya': 1, 'name': '1a'}", "/name is no name: letters, digits and _, at most 128, no digit first"},
    {"{'moya': 1, 'name': 'n'}", "the definition has no \"endpoints\""},
    {AROUND("'endpoints': []"), "/endpoints is a list, not an object"},
    {AROUND("'endpoints': {}, 'endpoint': {}"), "/endpoint is not known here"},
    {AROUND("'endpoints': {}, 'a/b~c': 1"), "/a~1b~0c is not known here"},
    {AROUND("'$schema': 1, 'endpoints': {}"), "/$schema is a number, not a text"},
    {AROUND("'X-note': 1, 'endpoints': {}"), "/X-note is not known here"},
    {AROUND("'endpoints': {'x-note': {}}"), "/endpoints/x-note is no name: letters, digits and _, at most 128, no digit first"},
    {AROUND("'base_url': 'ftp://h', 'endpoints': {}"), "/base_url is no URL that begins with https:// or http://"},
    {AROUND("'headers': {'A B': ''}, 'endpoints': {}"), "/headers/A B has a name that no header field has (RFC 9110 §5.1)"},
    {AROUND("'headers': {'A': 'x\\ny'}, 'endpoints': {}"),
     "/headers/A has a character that no header field has (RFC 9110 §5.5)"},
    {AROUND("'headers': {'A': 1}, 'endpoints': {}"), "/headers/A is a number, not a text"},
    {AROUND("'description': [], 'endpoints': {}"), "/description is a list, not a text"},
    {AROUND("'description': '\\ud800', 'endpoints': {}"), "the definition is not JSON: line 1, column 42"},
    {"{'moya': 1, '\\udc00': 1}", "the definition is not JSON: line 1, column 14"},

    /* Types. */
    {TYPES("'i64': {'fields': {'a': 'str'}}"), "/types/i64 has the name of a type that every definition has"},
    {TYPES("'t': {}"), "/types/t has either \"fields\" or \"names\""},
    {TYPES("'t': {'fields': {'a': 'str'}, 'names': ['a']}"), "/types/t has either \"fields\" or \"names\""},
    {TYPES("'t': {'fields': {}}"), "/types/t/fields is empty"},
    {TYPES("'t': {'names': []}"), "/types/t/names is empty"},
    {TYPES("'t': {'names': ['a', 'b', 'a']}"), "/types/t/names/2 is there twice"},
    {TYPES("'t': {'names': ['a', 1]}"), "/types/t/names/1 is a number, not a text"},
    {TYPES("'t': {'fields': {'a b': 'str'}}"),
     "/types/t/fields/a b is no name: letters, digits and _, at most 128, no digit first"},
    {TYPES("'t': {'fields': {'a': 'text'}}"), "/types/t/fields/a is \"text\", a type that the definition does not have"},
    {TYPES("'t': {'fields': {'a': 'str?" "?'}}"),
     "/types/t/fields/a is \"str?" "?\", which is no type: as \"i64\", \"str?\", \"[repo]\", \"{f64}\""},
    {TYPES("'t': {'fields': {'a': '[str'}}"),
     "/types/t/fields/a is \"[str\", which is no type: as \"i64\", \"str?\", \"[repo]\", \"{f64}\""},
    {TYPES("'t': {'fields': {'a': ''}}"),
     "/types/t/fields/a is \"\", which is no type: as \"i64\", \"str?\", \"[repo]\", \"{f64}\""},
    {TYPES("'t': {'fields': {'a': '[[[[[[[[[i8]]]]]]]]]'}}"),
     "/types/t/fields/a is \"[[[[[[[[[i8]]]]]]]]]\", which is no type: as \"i64\", \"str?\", \"[repo]\", \"{f64}\""},
    {TYPES("'t': {'fields': {'a': '[str?]'}}"),
     "/types/t/fields/a is \"[str?]\": an element is never absent; \"[raw]\" takes null too"},
    {TYPES("'t': {'fields': {'a': {'key': 'b'}}}"), "/types/t/fields/a has no \"type\""},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'key': ''}}}"), "/types/t/fields/a has an empty \"key\""},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'kez': 'b'}}}"), "/types/t/fields/a/kez is not known here"},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'key': 'x\\u0000y'}}}"),
     "/types/t/fields/a/key has a zero (U+0000), which would end it"},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'key': 'b'}, 'b': 'str'}}"),
     "/types/t/fields/b is inside another field, or another field is inside it"},
    {TYPES("'t': {'fields': {'a': 'str', 'b': {'type': 'str', 'key': 'a.x'}}}"),
     "/types/t/fields/b is inside another field, or another field is inside it"},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'key': 'x.y.z'}, 'b': {'type': 'str', 'key': 'x.y'}}}"),
     "/types/t/fields/b is inside another field, or another field is inside it"},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'key': '" STEPS_65 "'}}}"), "/types/t/fields/a/key has more than 64 steps"},
    {TYPES("'t': {'names': ['a', 'a\\u0000b']}"), "/types/t/names/1 has a zero (U+0000), which would end it"},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'default': 'x\\u0000y'}}}"), "/types/t/fields/a/default is no str"},
    {TYPES("'t': {'fields': {'a': 'file'}}"), "/types/t/fields/a is a file, which only a body or a part of a form is"},
    {TYPES("'t': {'fields': {'a': {'type': 'i8', 'default': 128}}}"), "/types/t/fields/a/default is no i8"},
    {TYPES("'t': {'fields': {'a': {'type': 'u8', 'default': -1}}}"), "/types/t/fields/a/default is no u8"},
    {TYPES("'t': {'fields': {'a': {'type': 'i64', 'default': 1.5}}}"), "/types/t/fields/a/default is no i64"},
    {TYPES("'t': {'fields': {'a': {'type': 'f64', 'default': 1e999}}}"), "/types/t/fields/a/default is no f64"},
    {TYPES("'t': {'fields': {'a': {'type': 'f32', 'default': 1e39}}}"), "/types/t/fields/a/default is no f32"},
    {TYPES("'t': {'fields': {'a': {'type': 'boolean', 'default': 1}}}"), "/types/t/fields/a/default is no boolean"},
    {TYPES("'t': {'fields': {'a': {'type': 'str', 'default': null}}}"), "/types/t/fields/a/default is no str"},
    {TYPES("'t': {'fields': {'a': {'type': '[i8]', 'default': [1, 'x']}}}"), "/types/t/fields/a/default/1 is no i8"},
    {TYPES("'t': {'fields': {'a': {'type': '{i8}', 'default': {}}}}"),
     "/types/t/fields/a/default cannot be given: a default is a number, a text, true or false, a name, or a list of these"},
    {TYPES("'k': {'names': ['a']}, 't': {'fields': {'a': {'type': 'k', 'default': 'b'}}}"),
     "/types/t/fields/a/default is none of the names of \"k\""},
    {TYPES("'t': {'fields': {'a': 't'}}"), "/types/t/fields/a makes a struct a part of itself: write \"t?\" or \"[t]\""},
    {TYPES("'a': {'fields': {'x': 'i8', 'b': 'b'}}, 'b': {'fields': {'c': 'c'}}, 'c': {'fields': {'a': 'a'}}"),
     "/types/c/fields/a makes a struct a part of itself: write \"a?\" or \"[a]\""},

    /* Endpoints. */
    {AROUND("'endpoints': {'a.b': {}}"),
     "/endpoints/a.b is no name: letters, digits and _, at most 128, no digit first"},
    {AROUND("'endpoints': {'e': {}}"), "/endpoints/e has no \"path\""},
    {AROUND("'endpoints': {'e': {'path': '/'}, 'e': {'path': '/'}}"), "/endpoints/e is there twice"},
    {ENDPOINT("'path': '/', 'method': 'G T'"), "/endpoints/e/method is no method (RFC 9110 §9.1)"},
    {ENDPOINT("'path': '/', 'method': ''"), "/endpoints/e/method is no method (RFC 9110 §9.1)"},
    {ENDPOINT("'path': '/{a}'"), "/endpoints/e/path names {a}, and there is no such parameter in \"path\""},
    {ENDPOINT("'path': '/{a'"), "/endpoints/e/path has a brace alone: write it twice if it is meant"},
    {ENDPOINT("'path': '/a#b'"), "/endpoints/e/path has a fragment (#), which no request sends"},
    {ENDPOINT("'path': '/a?b#c'"), "/endpoints/e/path has a fragment (#), which no request sends"},
    {ENDPOINT("'path': '/a?b={c}'"), "/endpoints/e/path has a brace in its query: a parameter in \"query\" stands there"},
    {ENDPOINT("'path': '/a?b=c d'"), "/endpoints/e/path has a query that is not percent-encoded (RFC 3986 §3.4)"},
    {ENDPOINT("'path': '/a?b=%2'"), "/endpoints/e/path has a query that is not percent-encoded (RFC 3986 §3.4)"},
    {ENDPOINT("'path': '/a?b=%g0'"), "/endpoints/e/path has a query that is not percent-encoded (RFC 3986 §3.4)"},
    {ENDPOINT("'path': '/{+a}'"), "/endpoints/e/path names {a}, and there is no such parameter in \"path\""},
    {ENDPOINT("'path': '/a}'"), "/endpoints/e/path has a brace alone: write it twice if it is meant"},
    {PARAMETER("'name': 'a', 'in': 'path', 'type': 'str'"),
     "/endpoints/e/path does not name {a}, which is a parameter in \"path\""},
    {ENDPOINT("'path': '/', 'validation': 'all'"),
     "/endpoints/e/validation is \"all\", not one of \"none\", \"success\", \"success_and_redirects\""},
    {ENDPOINT("'path': '/', 'validation': []"), "/endpoints/e/validation is empty"},
    {ENDPOINT("'path': '/', 'validation': [200, 99]"), "/endpoints/e/validation/1 is not an integer of 100 … 599"},
    {ENDPOINT("'path': '/', 'retry': {'attempts': 17}"), "/endpoints/e/retry/attempts is not an integer of 1 … 16"},
    {ENDPOINT("'path': '/', 'retry': {'attempt': 1}"), "/endpoints/e/retry/attempt is not known here"},
    {ENDPOINT("'path': '/', 'retry': {'statuses': 503}"), "/endpoints/e/retry/statuses is a number, not a list"},
    {ENDPOINT("'path': '/', 'timeout_ms': 0"), "/endpoints/e/timeout_ms is not an integer of 1 … 4294967295"},
    {ENDPOINT("'path': '/', 'timeout_ms': 4294967296"), "/endpoints/e/timeout_ms is not an integer of 1 … 4294967295"},
    {ENDPOINT("'path': '/', 'timeout_ms': 1.0"), "/endpoints/e/timeout_ms is not an integer of 1 … 4294967295"},
    {ENDPOINT("'path': '/', 'max_redirects': -1"), "/endpoints/e/max_redirects is not an integer of 0 … 1000"},
    {ENDPOINT("'path': '/', 'share': 1"), "/endpoints/e/share is a number, not true or false"},
    {ENDPOINT("'path': '/', 'stub': 'always'"),
     "/endpoints/e/stub is \"always\", not one of \"default\", \"never\", \"immediate\""},
    {ENDPOINT("'path': '/', 'stub': {'delay': 1}"), "/endpoints/e/stub has no \"delay_ms\""},
    {ENDPOINT("'path': '/', 'tags': ['a', {}]"), "/endpoints/e/tags/1 is an object, not a text"},
    {ENDPOINT("'path': '/', 'lists': 'x'"),
     "/endpoints/e/lists is not \"brackets\", \"plain\", \"indexed\" or a pattern with one {key}"},
    {ENDPOINT("'path': '/', 'bools': 'yes'"), "/endpoints/e/bools is \"yes\", not one of \"words\", \"numbers\""},
    {ENDPOINT("'path': '/', 'sample': {'body': 1, 'text': 'a'}"), "/endpoints/e/sample has either \"body\" or \"text\""},
    {ENDPOINT("'path': '/', 'sample': {'status': 600}"), "/endpoints/e/sample/status is not an integer of 100 … 599"},
    {ENDPOINT("'path': '/', 'result': 'repo'"), "/endpoints/e/result is \"repo\", a type that the definition does not have"},
    {ENDPOINT("'path': '/', 'result': 'file'"), "/endpoints/e/result is a file, which only a body or a part of a form is"},
    {ENDPOINT("'path': '/', 'result': {'at': 'a'}"), "/endpoints/e/result has no \"type\""},
    {ENDPOINT("'path': '/', 'summary': 'a'"), "/endpoints/e/summary is not known here"},

    /* Parameters. */
    {ENDPOINT("'path': '/', 'parameters': {}"), "/endpoints/e/parameters is an object, not a list"},
    {PARAMETER("'in': 'query', 'type': 'str'"), "/endpoints/e/parameters/0 has no \"name\""},
    {PARAMETER("'name': 'a', 'type': 'str'"), "/endpoints/e/parameters/0 has no \"in\""},
    {PARAMETER("'name': 'a', 'in': 'query'"), "/endpoints/e/parameters/0 has no \"type\""},
    {PARAMETER("'name': 'a', 'in': 'cookie', 'type': 'str'"),
     "/endpoints/e/parameters/0/in is \"cookie\", not one of \"path\", \"query\", \"header\", \"form\", \"field\", \"body\", \"part\""},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str', 'required': true"), "/endpoints/e/parameters/0/required is not known here"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str', 'key': ''"), "/endpoints/e/parameters/0/key is empty"},
    {PARAMETER("'name': 'a', 'in': 'header', 'type': 'str', 'key': 'a:'"),
     "/endpoints/e/parameters/0/key is no name of a header field (RFC 9110 §5.1)"},
    {PARAMETER("'name': 'a', 'in': 'body', 'type': 'str', 'key': 'b'"),
     "/endpoints/e/parameters/0/key is for nothing: the whole body has no name"},
    {PARAMETER("'name': 'a', 'in': 'path', 'type': 'str', 'key': 'b'"),
     "/endpoints/e/parameters/0/key is for nothing: a path names its parameters itself"},
    {PARAMETER("'name': 'a', 'in': 'path', 'type': 'str?'"),
     "/endpoints/e/parameters/0/type is \"str?\": a path has no segment that may be left out; give it a \"default\""},
    {PARAMETER("'name': 'a', 'in': 'path', 'type': '[[str]]'"),
     "/endpoints/e/parameters/0/type is \"[[str]]\": it is a number, a text, true or false, a name, or a list of one of these"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str', 'explode': false"),
     "/endpoints/e/parameters/0/explode is for a list in a path, a query, a header field or a form"},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': '[str]', 'explode': false"),
     "/endpoints/e/parameters/0/explode is for a list in a path, a query, a header field or a form"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': '[str]', 'explode': 'no'"),
     "/endpoints/e/parameters/0/explode is a text, not true or false"},
    {PARAMETER("'name': 'a', 'in': [], 'type': 'str'"), "/endpoints/e/parameters/0/in is empty"},
    {PARAMETER("'name': 'a', 'in': ['field', 'field'], 'type': 'str'"), "/endpoints/e/parameters/0/in/1 is there twice"},
    {PARAMETER("'name': 'a', 'in': ['query'], 'type': 'str'"),
     "/endpoints/e/parameters/0/in/0 is \"query\", not one of \"form\", \"field\", \"body\", \"part\""},
    {PARAMETER("'name': 'a', 'in': ['field', 'part'], 'type': 'str'}, {'name': 'b', 'in': 'field', 'type': 'str'"),
     "/endpoints/e/parameters/1 is in one body, and others say that there are several: write [\"field\"]"},
    {PARAMETER("'name': 'a', 'in': ['field', 'part'], 'type': 'raw'"),
     "/endpoints/e/parameters/0/type is \"raw\": a part is a text, a number, bytes, a file, or a list of one of these"},
    {PARAMETER("'name': 'a', 'in': ['field', 'part'], 'type': 'bytes'"), "/endpoints/e/parameters/0/type is \"bytes\": JSON has no bytes"},
    {PARAMETER("'name': 'a', 'in': ['field', 'part'], 'type': 'str'"), "/endpoints/e sends no form with parts: POST, PUT and PATCH do"},
    {PARAMETER("'name': 'a', 'in': ['body'], 'type': 'str'}, {'name': 'b', 'in': ['body', 'field'], 'type': 'i8'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"body\""},
    {PARAMETER("'name': 'a', 'in': ['field'], 'type': 'str'}, {'name': 'b', 'in': ['form'], 'type': 'str', 'key': 'a'}, {'name': 'c', 'in': ['form'], 'type': 'str', 'key': 'a'"),
     "/endpoints/e/parameters/2 has the key of a parameter before it"},
    {AROUND("'dates': 'local', 'endpoints': {}"), "/dates is \"local\", not one of \"offset\", \"utc\""},
    {TYPES("'t': {'fields': {'a': {'type': 'date', 'dates': true}}}"), "/types/t/fields/a/dates is true or false, not a text"},
    {ENDPOINT("'path': '/', 'result': {'type': 'date', 'dates': 'UTC'}"), "/endpoints/e/result/dates is \"UTC\", not one of \"offset\", \"utc\""},
    {PARAMETER("'name': 'a', 'in': 'header', 'type': 'bytes'"),
     "/endpoints/e/parameters/0/type is \"bytes\": it is a number, a text, true or false, a name, or a list of one of these"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': '{str}'"),
     "/endpoints/e/parameters/0/type is \"{str}\": it is a number, a text, true or false, a name, or a list of one of these"},
    {PARAMETER("'name': 'a', 'in': 'form', 'type': '[[str]]'"),
     "/endpoints/e/parameters/0/type is \"[[str]]\": it is a number, a text, true or false, a name, or a list of one of these"},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'bytes'"), "/endpoints/e/parameters/0/type is \"bytes\": JSON has no bytes"},
    {PARAMETER("'name': 'a', 'in': 'part', 'type': 'raw'"),
     "/endpoints/e/parameters/0/type is \"raw\": a part is a text, a number, bytes, a file, or a list of one of these"},
    {PARAMETER("'name': 'a', 'in': 'body', 'type': '[bytes]'"),
     "/endpoints/e/parameters/0/type is \"[bytes]\": a list of JSON has no bytes and no files"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str', 'nullable': true"),
     "/endpoints/e/parameters/0/nullable is for JSON: only a field or a body can be null"},
    {PARAMETER("'name': 'a', 'in': 'body', 'type': 'str', 'nullable': true"),
     "/endpoints/e/parameters/0/nullable is for JSON: a body of \"str\" is sent as it is"},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'str', 'nullable': 1"), "/endpoints/e/parameters/0/nullable is a number, not true or false"},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'str', 'default': null"), "/endpoints/e/parameters/0/default is no str"},
    {PARAMETER("'name': 'a', 'in': 'part', 'type': 'str'"), "/endpoints/e sends no form with parts: POST, PUT and PATCH do"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str', 'key': 'x\\u0000y'"),
     "/endpoints/e/parameters/0/key has a zero (U+0000), which would end it"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str', 'default': 'x\\u0000y'"), "/endpoints/e/parameters/0/default is no str"},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'str', 'key': '" STEPS_65 "'"),
     "/endpoints/e/parameters/0/key has more than 64 steps"},
    {ENDPOINT("'path': '/a\\u0000b'"), "/endpoints/e/path has a zero (U+0000), which would end it"},
    {ENDPOINT("'path': '/', 'tags': ['a\\u0000b']"), "/endpoints/e/tags/0 has a zero (U+0000), which would end it"},
    {ENDPOINT("'path': '/', 'result': {'type': 'i64', 'at': 'a\\u0000b'}"), "/endpoints/e/result/at has a zero (U+0000), which would end it"},
    {AROUND("'base_url': 'http://h\\u0000x', 'endpoints': {}"), "/base_url has a zero (U+0000), which would end it"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'i8', 'default': 300"), "/endpoints/e/parameters/0/default is no i8"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str'}, {'name': 'a', 'in': 'header', 'type': 'str'"),
     "/endpoints/e/parameters/1 has the name of a parameter before it"},
    {PARAMETER("'name': 'a', 'in': 'query', 'type': 'str'}, {'name': 'b', 'in': 'query', 'type': 'str', 'key': 'a'"),
     "/endpoints/e/parameters/1 has the key of a parameter before it"},
    {PARAMETER("'name': 'a', 'in': 'header', 'type': 'str'}, {'name': 'A', 'in': 'header', 'type': 'str'"),
     "/endpoints/e/parameters/1 has the key of a parameter before it"},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'str'}, {'name': 'b', 'in': 'form', 'type': 'str'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"field\""},
    {PARAMETER("'name': 'a', 'in': 'body', 'type': 'str'}, {'name': 'b', 'in': 'body', 'type': 'str'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"body\""},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'str'}, {'name': 'b', 'in': 'body', 'type': 'str'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"field\""},
    {PARAMETER("'name': 'a', 'in': 'form', 'type': 'str'}, {'name': 'b', 'in': 'body', 'type': 'str'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"form\""},
    {PARAMETER("'name': 'a', 'in': 'body', 'type': 'str'}, {'name': 'b', 'in': 'form', 'type': 'str'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"body\""},
    {PARAMETER("'name': 'a', 'in': 'body', 'type': 'str'}, {'name': 'b', 'in': 'field', 'type': 'str'"),
     "/endpoints/e/parameters/1 makes a second body: one parameter before it is in \"body\""},
    {PARAMETER("'name': 'a', 'in': 'field', 'type': 'str', 'key': 'u'}, {'name': 'b', 'in': 'field', 'type': 'str', 'key': 'u.n'"),
     "/endpoints/e/parameters/1 is inside another field, or another field is inside it"},
};

static void refused(void) {
  for (size_t i = 0; i < sizeof faults_of_definitions / sizeof *faults_of_definitions; i++) {
    char message[512];
    moya_api *api = api_of(provider, faults_of_definitions[i].definition, message);
    EXPECT(!api && strcmp(message, faults_of_definitions[i].message) == 0, "%s:\n      %s\n      instead of\n      %s",
           faults_of_definitions[i].definition, message, faults_of_definitions[i].message);
    moya_api_release(api);
  }
}

static void expect_refused(const char *what, const char *text, size_t length, const char *wanted) {
  moya_api *api = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_api_parse(provider, text, length, &api, &error), MOYA_ERROR_DEFINITION);
  EXPECT(str_is(moya_error_message(error), wanted), "%s: %s", what, moya_error_message(error).data);
  moya_api_release(api);
  moya_error_release(error);
}

static void too_large(void) {
  size_t length = 10 << 20;
  char *text = malloc(length);
  memset(text, ' ', length);
  memcpy(text, "{\"moya\": 1}", 11);
  expect_refused("10 MB", text, length, "the definition is larger than 8388608 bytes");
  memset(text, '[', length);
  expect_refused("deep, and not closed", text, 100000, "the definition is nested deeper than 64 levels");
  memset(text + 50000, ']', 50000);
  expect_refused("deep", text, 100000, "the definition is nested deeper than 64 levels");
  memset(text + 65, ']', 65);
  char place[200] = "";
  for (int i = 0; i < 64; i++) strcat(place, "/0");
  strcat(place, " is nested deeper than 64 levels");
  expect_refused("65 levels", text, 130, place);
  expect_refused("not UTF-8", "{\"moya\": \"\xff\"}", 13, "the definition is not JSON: line 1, column 11");
  expect_refused("a zero", "{\"moya\": 1}\0", 12, "the definition is not JSON: line 1, column 12");
  free(text);
}

/* If the C functions would refuse a text of a definition later, the library refuses the definition at once. The error
 * names the place of the text. Each row puts a text of `length` letters between `before` and `after`. */
static void too_long(void) {
  static const struct {
    const char *before, *after;
    int length;
    const char *message;
  } rows[] = {
      {"'endpoints': {'e': {'path': '/", "'}}", 131072, "/endpoints/e/path is longer than 131072 bytes"},
      {"'endpoints': {'e': {'path': '/', 'result': {'type': 'i64', 'at': '", "'}}}", 4097,
       "/endpoints/e/result/at is longer than 4096 bytes"},
      {"'endpoints': {'e': {'path': '/', 'parameters': [{'name': 'a', 'in': 'query', 'type': 'i8', 'key': '", "'}]}}", 4097,
       "/endpoints/e/parameters/0/key is longer than 4096 bytes"},
      {"'types': {'t': {'fields': {'a': {'type': 'i64', 'key': '", "'}}}}, 'endpoints': {}", 4097,
       "/types/t/fields/a/key is longer than 4096 bytes"},
      {"'types': {'t': {'names': ['", "']}}, 'endpoints': {}", 4097, "/types/t/names/0 is longer than 4096 bytes"},
  };
  static char letters[131073], text[132000];
  memset(letters, 'x', sizeof letters - 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char message[512];
    snprintf(text, sizeof text, AROUND("%s%.*s%s"), rows[i].before, rows[i].length, letters, rows[i].after);
    EXPECT(!api_of(provider, text, message) && strcmp(message, rows[i].message) == 0, "%s", message);
    snprintf(text, sizeof text, AROUND("%s%.*s%s"), rows[i].before, rows[i].length - 1, letters, rows[i].after);
    moya_api *api = api_of(provider, text, message);
    EXPECT(api, "%s", message);
    moya_api_release(api);
  }
  char *end = text + sprintf(text, "{'moya': 1, 'name': 'n', 'endpoints': {}, 'headers': {'h': ''");
  for (int i = 0; i < 100; i++) end += sprintf(end, ", 'h%d': ''", i);
  strcpy(end, "}}");
  char message[512];
  EXPECT(!api_of(provider, text, message) && strcmp(message, "/headers has more than 100 fields") == 0, "%s", message);
}

/* Tests lists with more elements than the C functions accept. */
static void too_many(void) {
  static const struct {
    const char *before, *element, *after, *message;
  } rows[] = {
      {"'tags': [", "'t'", "]", "/endpoints/e/tags has more than 10000 elements"},
      {"'validation': [", "200", "]", "/endpoints/e/validation has more than 10000 elements"},
      {"'retry': {'statuses': [", "500", "]}", "/endpoints/e/retry/statuses has more than 10000 elements"},
      {"'parameters': [{'name': 'a', 'in': 'query', 'type': '[i8]', 'default': [", "1", "]}]",
       "/endpoints/e/parameters/0/default has more than 10000 elements"},
  };
  static char text[80000];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (int count = 10000; count <= 10001; count++) {
      char message[512], *end = text + sprintf(text, "{'moya': 1, 'name': 'n', 'endpoints': {'e': {'path': '/', %s", rows[i].before);
      for (int n = 0; n < count; n++) end += sprintf(end, "%s%s", n ? ", " : "", rows[i].element);
      sprintf(end, "%s}}}", rows[i].after);
      moya_api *api = api_of(provider, text, message);
      EXPECT(count == 10000 ? api != NULL : !api && strcmp(message, rows[i].message) == 0, "%d: %s", count, message);
      moya_api_release(api);
    }
  }
}

static void files(void) {
  char path[] = "/tmp/moya-definition-XXXXXX", missing[64];
  const char *text = "{\"moya\": 1, \"name\": \"n\", \"endpoints\": {}}";
  int file = mkstemp(path);
  EXPECT(write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  moya_api *api = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_api_open(provider, path, &api, &error), MOYA_OK);
  EXPECT(moya_api_count(api) == 0);
  moya_api_release(api);
  unlink(path);

  char message[512], marked[256];
  snprintf(marked, sizeof marked, "\xEF\xBB\xBF%s", text);
  api = api_of(provider, marked, message);
  EXPECT(api != NULL, "a byte order mark is skipped: %s", message);
  moya_api_release(api);

  snprintf(missing, sizeof missing, "%s.json", path);
  EXPECT_STATUS(moya_api_open(provider, missing, &api, &error), MOYA_ERROR_FILE);
  EXPECT(str_has(moya_error_message(error), missing) && api == NULL, "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_api_open(provider, "/tmp", &api, &error), MOYA_ERROR_FILE);
  moya_error_release(error);
  EXPECT_STATUS(moya_api_open(provider, "\xff", &api, NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_api_open(provider, NULL, &api, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_open(NULL, path, &api, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_open(provider, path, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_parse(provider, NULL, 0, &api, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_parse(NULL, "{}", 2, &api, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_parse(provider, "{}", 2, NULL, NULL), MOYA_ERROR_NULL);
}

static void described(void) {
  moya_api *api = api_of(
      provider,
      AROUND("'$schema': 'https://example.com/s', 'x-note': {'a': [1]}, 'types': {'state': {'names': ['open', 'closed']}, 'repo': {'fields': {'id': 'i64', 'owner': 'repo?'}}},"
             "'endpoints': {"
             "'b': {'path': '/{name}', 'description': 'The second letter.', 'parameters': ["
             "{'name': 'name', 'in': 'path', 'type': 'str'},"
             "{'name': 'page', 'in': 'query', 'type': 'i64', 'default': 1},"
             "{'name': 'states', 'in': 'query', 'type': '[state]?'}], 'result': {'type': '[repo]', 'at': 'items'}},"
             "'a': {'path': '', 'deprecated': true}}"),
      NULL);
  EXPECT(moya_api_count(api) == 2);
  EXPECT(str_is(moya_api_name_at(api, 0), "b") && str_is(moya_api_name_at(api, 1), "a"));
  EXPECT(moya_api_name_at(api, 2).data == NULL && moya_api_name_at(api, SIZE_MAX).data == NULL);
  EXPECT(str_is(moya_api_signature(api, "b"), "(str name, i64? page, [state]? states) -> [repo]"), "%s",
         moya_api_signature(api, "b").data);
  EXPECT(str_is(moya_api_signature(api, "a"), "()"));
  EXPECT(moya_api_signature(api, "c").data == NULL && moya_api_signature(api, NULL).data == NULL);
  EXPECT(moya_api_count(NULL) == 0 && moya_api_name_at(NULL, 0).data == NULL);
  moya_api_release(api);
  moya_api_release(NULL);
}

int main(void) {
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a definition that is wrong is refused with the place and the reason", refused);
  TEST("a definition that is too large, too deep or no text is refused", too_large);
  TEST("a text that is too long for what it is for is refused", too_long);
  TEST("a list that is too long for a call is refused", too_many);
  TEST("a definition is read from a file", files);
  TEST("a definition says its endpoints, in order, and their signatures", described);
  moya_provider_destroy(provider);
  return verdict();
}
