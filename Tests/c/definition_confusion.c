/* Tests definitions in which one value has the wrong kind, and definitions whose types refer to each other in many
 * ways. The error of a refused definition has a message. An accepted one can be inspected and called. */
#include "confusion.h"
#include "definitions.h"

static const char first[] =
    "{'moya': 1, 'name': 'n', 'description': 'd', 'base_url': 'http://h/v1', 'headers': {'A': 'b'}, 'types': {"
    "'all': {'description': 'd', 'fields': {'a': 'i8', 'b': {'type': 'u64', 'key': 'x.y', 'default': 7, 'description': 'd'}, 'c': 'f32?',"
    "'d': {'type': 'date', 'default': '2026-02-03T04:05:06Z'}, 'e': {'type': '[state]', 'default': ['open']}, 'f': '{bytes}', 'g': 'raw',"
    "'h': {'type': 'state', 'default': 'closed'}, 'i': 'all?', 'j': '[[all]]', 'k': 'leaf', 'l': {'type': 'boolean?', 'default': true}}},"
    "'leaf': {'fields': {'a': {'type': '[i16]', 'default': [1]}}}, 'state': {'names': ['open', 'closed'], 'description': 'd'}},"
    "'endpoints': {'get': {'description': 'd', 'deprecated': true, 'method': 'GET', 'path': '/a/{id}/{state}', 'headers': {'X': 'y'},"
    "'parameters': [{'name': 'id', 'in': 'path', 'type': 'i64', 'description': 'd'}, {'name': 'state', 'in': 'path', 'type': 'state', 'default': 'open'},"
    "{'name': 'q', 'in': 'query', 'type': '[str]', 'key': 'q', 'default': ['x']}, {'name': 'h', 'in': 'header', 'type': 'str?', 'key': 'X-H'}],"
    "'lists': 'brackets', 'bools': 'words', 'validation': [200, 404], 'timeout_ms': 5, 'connect_timeout_ms': 5, 'idle_timeout_ms': 5,"
    "'max_body_size': 4, 'max_redirects': 0, 'share': true, 'retry': {'attempts': 3, 'delay_ms': 1, 'statuses': [503], 'any_method': true},"
    "'result': {'type': '[all]', 'at': 'data.items'}, 'sample': {'status': 200, 'headers': {'A': 'b'}, 'body': [{'a': 1}]},"
    "'stub': {'delay_ms': 1}, 'tags': ['t', 'u']},"
    "'send': {'method': 'POST', 'path': '/', 'parameters': [{'name': 'a', 'in': 'field', 'type': 'all', 'key': 'x.y'},"
    "{'name': 'b', 'in': 'field', 'type': 'raw?'}], 'result': 'state', 'sample': {'text': 'tea'}, 'validation': 'success'},"
    "'fill': {'method': 'PUT', 'path': '/', 'parameters': [{'name': 'a', 'in': 'form', 'type': '[str]'}]},"
    "'put': {'method': 'PUT', 'path': '/', 'parameters': [{'name': 'a', 'in': 'body', 'type': 'bytes'}]},"
    "'part': {'method': 'PUT', 'path': '/', 'parameters': [{'name': 'a', 'in': 'part', 'type': 'bytes'}, {'name': 'b', 'in': 'part', 'type': 'i8?'}]}}}";


/* A second document. It has the newer keys that the first one lacks, and it has no base URL. */
static const char second[] =
    "{'moya': 1, 'name': 'n', '$schema': 's', 'dates': 'utc', 'x-note': {'a': [1]}, 'types': {"
    "'node': {'fields': {'id': 'i64', 'at': {'type': 'date?', 'key': 'a.b'}, 'next': 'node?', 'list': '[leaf]', 'map': '{leaf}?',"
    "'z': {'type': 'str', 'nullable': true}}}, 'leaf': {'fields': {'e': 'kind', 'r': 'raw?'}}, 'kind': {'names': ['x', 'y z']}},"
    "'endpoints': {'a': {'path': '/a/{id}?x=1', 'any_coding': true, 'parameters': [{'name': 'id', 'in': 'path', 'type': 'i64'},"
    "{'name': 'q', 'in': 'query', 'type': '[kind]?', 'explode': false}], 'lists': 'plain', 'result': {'type': '[node]', 'at': 'items'},"
    "'retry': {'attempts': 2, 'backoff_percent': 100, 'max_delay_ms': 9, 'jitter_percent': 0, 'max_retry_after_ms': 9, 'retry_after': false},"
    "'sample': {'body': {'items': [{'id': 1, 'list': []}]}}},"
    "'b': {'method': 'POST', 'path': '/b', 'parameters': [{'name': 'f', 'in': 'field', 'type': 'node', 'nullable': true}], 'result': 'node?'},"
    "'c': {'method': 'POST', 'path': '/c', 'parameters': [{'name': 'p', 'in': 'part', 'type': 'file?'}, {'name': 't', 'in': 'part', 'type': 'str?'}]},"
    "'d': {'method': 'POST', 'path': '/d', 'parameters': [{'name': 'v', 'in': 'form', 'type': '[i8]?'}], 'lists': '{key}.{index}'},"
    "'e': {'method': 'POST', 'path': '/e/{+way}', 'parameters': [{'name': 'way', 'in': 'path', 'type': 'str'},"
    "{'name': 't', 'in': ['field', 'part'], 'type': 'str'}, {'name': 'f', 'in': ['part'], 'type': '[file]'}]}}}";

static moya_provider *provider;

/* Opens a document and reads everything in it. */
static bool read_document(const char *text, size_t length) {
  moya_api *api = NULL;
  moya_error *error = NULL;
  moya_status status = moya_api_parse(provider, text, length, &api, &error);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_DEFINITION, "%s: %.*s", moya_status_name(status), (int)length, text);
  EXPECT((status == MOYA_OK) == (api != NULL) && (status == MOYA_OK) == (error == NULL));
  EXPECT(status == MOYA_OK || moya_error_message(error).len > 0);
  for (size_t i = 0; i < moya_api_count(api); i++) {
    const char *name = moya_api_name_at(api, i).data, *key_path = NULL;
    EXPECT(moya_api_signature(api, name).data != NULL, "%s", name);
    moya_api_description(api, name);
    const moya_type *result = moya_api_result(api, name, &key_path);
    if (result) EXPECT(moya_type_check(result, &error) == MOYA_OK, "%s: %s of %.*s", moya_error_message(error).data, name, (int)length, text);
    moya_error_release(error);
    error = NULL;
  }
  moya_api_release(api);
  moya_error_release(error);
  return status == MOYA_OK;
}

/* Returns a document of this repository. */
static char *file_text(const char *name) {
  const char *root = getenv("MOYA_ROOT");
  char path[1024], *text = calloc(1, 1 << 16);
  snprintf(path, sizeof path, "%s/%s", root ? root : ".", name);
  FILE *file = fopen(path, "r");
  if (!text || !file || fread(text, 1, (1 << 16) - 1, file) == 0) abort();
  fclose(file);
  return text;
}
static void with_each(void (*play)(reader read, const char *whole)) {
  static const char *const written[] = {first, second}, *const files[] = {"examples/users.moya.json", "Tests/tool/checkers/hub.moya.json"};
  for (int i = 0; i < 2; i++) {
    char *text = quoted(written[i]);
    play(read_document, text);
    free(text);
    text = file_text(files[i]);
    play(read_document, text);
    free(text);
  }
}
static void kinds(void) { with_each(confuse); }
static void cuts(void) { with_each(cut_short); }

/* ── Parts that lead to each other ── */

/* Writes a document in which each type has two fields of the next type. `form` is the type of these fields, with # for
 * the next type. If a reader follows each field separately, it takes 2^levels steps. */
static void write_chain(FILE *out, const char *form, const char *last, int levels) {
  fputs("{\"moya\": 1, \"name\": \"n\", \"base_url\": \"http://h\", \"types\": {", out);
  for (int i = 0; i < levels; i++) {
    fprintf(out, "\"t%d\": {\"fields\": {\"a\": \"", i);
    for (int field = 0; field < 2; field++) {
      for (const char *at = form; *at; at++) {
        if (*at == '#' && i + 1 == levels) fputs(last, out);
        else if (*at == '#') fprintf(out, "t%d", i + 1);
        else putc(*at, out);
      }
      fputs(field == 0 ? "\", \"b\": \"" : "\"}}, ", out);
    }
  }
  fputs("\"unused\": {\"fields\": {\"a\": \"i8\"}}}, \"endpoints\": {\"e\": {\"method\": \"POST\", \"path\": \"/\", \"parameters\": ["
        "{\"name\": \"a\", \"in\": \"field\", \"type\": \"t0?\"}], \"result\": \"t0?\", \"sample\": {\"body\": null}}}}",
        out);
}
static void write_repeated(FILE *out, const char *before, const char *piece, const char *after, int times) {
  fputs(before, out);
  for (int i = 0; i < times; i++) fputs(piece, out);
  fputs(after, out);
}
#define API(inside) "{\"moya\": 1, \"name\": \"n\", \"base_url\": \"http://h\", \"endpoints\": {\"e\": {\"path\": \"/\", " inside

static void play_text(void (*write)(FILE *, int), int row) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out) abort();
  write(out, row);
  if (fclose(out)) abort();
  read_within_budget(read_document, text, length);
  free(text);
}

static const struct chain {
  const char *form, *last;
  int levels;
  bool is_accepted;
} chains[] = {
    {"#", "i8", 20, true},     {"#?", "i8", 60, true},   {"[#]", "i8", 60, true},    {"{#}", "str", 60, true},    {"[[#]]?", "raw", 60, true},
    {"#?", "t0", 60, true},    {"[#]", "t0", 60, true},  {"{#}?", "t30", 60, true},  {"#", "t0", 60, false},      {"#", "none", 60, false},
    {"[#]", "none", 60, false}, {"#?", "file", 60, false},
};
static void write_chain_row(FILE *out, int row) { write_chain(out, chains[row].form, chains[row].last, chains[row].levels); }
static void entangled(void) {
  for (int row = 0; row < (int)(sizeof chains / sizeof *chains); row++) {
    confusion.accepted = 0;
    play_text(write_chain_row, row);
    EXPECT(confusion.accepted == chains[row].is_accepted, "fields %s, at last %s", chains[row].form, chains[row].last);
  }
}

/* A field that is not optional holds its struct by value, so this struct would have 2^60 members. */
static void write_large_struct(FILE *out, int levels) { write_chain(out, "#", "i64", levels); }
static void large(void) {
  confusion.refused = 0;
  play_text(write_large_struct, 60);
  EXPECT(confusion.refused == 1, "it is accepted");
}

static const struct nest {
  const char *what, *before, *piece, *after;
  int times;
  bool is_accepted;
} nests[] = {
    {"a list of lists", API("\"result\": \""), "[", "\"}}}", 100000, false},
    {"a map of maps", API("\"result\": \""), "{", "\"}}}", 100000, false},
    {"a type with many marks", API("\"result\": \"i8"), "?", "\"}}}", 100000, false},
    {"a key path", API("\"result\": {\"type\": \"i8\", \"at\": \"a"), ".a", "\"}}}}", 100000, false},
    {"a key path of nothing", API("\"result\": {\"type\": \"i8\", \"at\": \""), ".", "\"}}}}", 100000, false},
    {"a sample of arrays", API("\"sample\": {\"body\": "), "[", "}}}}", 100000, false},
    {"a sample of objects", API("\"sample\": {\"body\": "), "{\"a\":", "}}}}", 100000, false},
    {"a path of templates", "{\"moya\": 1, \"name\": \"n\", \"base_url\": \"http://h\", \"endpoints\": {\"e\": {\"path\": \"/", "{a}", "\"}}}", 20000, false},
    {"a path of doubled braces", "{\"moya\": 1, \"name\": \"n\", \"base_url\": \"http://h\", \"endpoints\": {\"e\": {\"path\": \"/", "{{", "\"}}}", 50000, true},
    {"a base URL of dots", "{\"moya\": 1, \"name\": \"n\", \"base_url\": \"http://h", ".", "\", \"endpoints\": {}}", 100000, true},
    {"equal members", API("\"tags\": []"), ", \"tags\": []", "}}}", 10000, false},
    {"equal parameters", API("\"parameters\": [{\"name\": \"a\", \"in\": \"query\", \"type\": \"i8\"}"),
     ", {\"name\": \"a\", \"in\": \"query\", \"type\": \"i8\"}", "]}}}", 10000, false},
    {"equal names", "{\"moya\": 1, \"name\": \"n\", \"types\": {\"t\": {\"names\": [\"a\"", ", \"a\"", "]}}, \"endpoints\": {}}", 10000, false},
    {"a form of lists", API("\"lists\": \"{key}"), "{index}", "\"}}}", 20000, false},
};
static void write_nest(FILE *out, int row) { write_repeated(out, nests[row].before, nests[row].piece, nests[row].after, nests[row].times); }
static void nested(void) {
  for (int row = 0; row < (int)(sizeof nests / sizeof *nests); row++) {
    confusion.accepted = 0;
    play_text(write_nest, row);
    EXPECT(confusion.accepted == nests[row].is_accepted, "%s", nests[row].what);
  }
}

int main(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stub = MOYA_STUB_IMMEDIATE);
  if (moya_provider_create(&options, &provider, NULL) != MOYA_OK) return 1;
  TEST("a definition with a value of another kind is refused with a reason, or read, within a budget of CPU time", kinds);
  TEST("a definition that ends early is refused", cuts);
  TEST("types that lead to each other in 2^60 ways are read or refused within the budget", entangled);
  TEST("a struct that would have 2^60 members is refused within the budget", large);
  TEST("a part that is repeated or nested many thousand times is read or refused within the budget", nested);
  moya_provider_destroy(provider);
  return verdict();
}
