/* Definitions in which one value has the wrong kind. Each value of a document is replaced by each other kind, and
 * each member is left out and repeated. A refused definition has a reason, and an accepted one can be inspected. */
#include "definitions.h"

static const char document[] =
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

static const char *const others[] = {
    "null", "true", "0", "-1", "1.5", "1e999", "99999999999999999999", "\"\"", "\"x\"", "\"[all]\"", "\"{a}\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"",
    "[]", "[[]]", "[null]", "[\"x\"]", "[{\"name\": \"a\"}]", "{}", "{\"\": 1}", "{\"a\": null}", "{\"a\": [1]}", "{\"a\": \"i8\"}", "{\"a\": {\"fields\": {\"b\": \"i8\"}}}",
};
enum { OTHERS = sizeof others / sizeof *others };

static moya_provider *provider;
static int read_ones, refused_ones;

/* Opens a document whose text is at the end of its memory, and reads everything in it. */
static void read_document(const char *text, size_t length) {
  static int number;
  if (!is_played(number++)) return;
  char *copy = malloc(length);
  if (!copy) abort();
  memcpy(copy, text, length);
  moya_api *api = NULL;
  moya_error *error = NULL;
  moya_status status = moya_api_parse(provider, copy, length, &api, &error);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_DEFINITION, "%s: %.*s", moya_status_name(status), (int)length, text);
  EXPECT((status == MOYA_OK) == (api != NULL) && (status == MOYA_OK) == (error == NULL));
  EXPECT(status == MOYA_OK || moya_error_message(error).len > 0);
  *(status == MOYA_OK ? &read_ones : &refused_ones) += 1;
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
  free(copy);
}

/* Opens the document with some of its bytes replaced. */
static void read_with(const char *whole, size_t length, size_t from, size_t to, const char *replacement) {
  size_t added = strlen(replacement), changed = length - (to - from) + added;
  char *text = malloc(changed + 1);
  if (!text) abort();
  memcpy(text, whole, from);
  memcpy(text + from, replacement, added);
  memcpy(text + from + added, whole + to, length - to);
  read_document(text, changed);
  free(text);
}

/* Replaces `value`, and then each value inside it, by others. `start` is where the document's text begins. */
static void confuse(const char *whole, size_t length, moya_json value, const char *start) {
  moya_str raw;
  if (moya_json_raw(value, &raw) != MOYA_OK) abort();
  size_t from = (size_t)(raw.data - start), to = from + raw.len;
  for (size_t i = 0; i < OTHERS; i++) read_with(whole, length, from, to, others[i]);
  bool is_object = moya_json_kind(value) == MOYA_JSON_OBJECT;
  for (moya_json it = moya_json_first(value); moya_json_exists(it); it = moya_json_next(it)) {
    moya_str inner;
    if (moya_json_raw(it, &inner) != MOYA_OK) abort();
    moya_str key = moya_json_key(it);
    size_t begin = (size_t)(inner.data - start), end = begin + inner.len;
    /* The member is left out, with its key and one comma. */
    size_t cut = begin;
    if (is_object) {
      while (whole[cut] != ':') cut--;
      while (strncmp(whole + cut, key.data, key.len) != 0 || whole[cut - 1] != '"') cut--;
      cut--;
      char twice[256];
      snprintf(twice, sizeof twice, "\"%s\": null, ", key.data);
      read_with(whole, length, cut, cut, twice);
    }
    size_t after = end;
    while (whole[after] == ' ') after++;
    if (whole[after] == ',') {
      after++;
    } else {
      after = end;
      while (whole[cut - 1] == ' ') cut--;
      if (whole[cut - 1] == ',') cut--;
    }
    read_with(whole, length, cut, after, "");
    confuse(whole, length, it, start);
  }
}

static void kinds(void) {
  char *whole = quoted(document);
  size_t length = strlen(whole);
  moya_api *api = api_of(provider, document, NULL);
  EXPECT(moya_api_count(api) == 5, "the document itself is sound");
  moya_api_release(api);
  moya_json_document *parsed;
  moya_str root;
  if (moya_json_parse(whole, length, &parsed, NULL) != MOYA_OK) abort();
  if (moya_json_raw(moya_json_root(parsed), &root) != MOYA_OK) abort();
  confuse(whole, length, moya_json_root(parsed), root.data);
  EXPECT(read_ones > 10 && refused_ones > 100, "%d were read, %d refused", read_ones, refused_ones);
  if (runs_under("plain")) EXPECT(read_ones > 100 && refused_ones > 1000, "%d were read, %d refused", read_ones, refused_ones);
  moya_json_document_release(parsed);
  free(whole);
}

/* A text that ends early, at each of its bytes. */
static void cuts(void) {
  char *whole = quoted(document);
  for (size_t length = 0; whole[length]; length++) read_document(whole, length);
  free(whole);
}

int main(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stub = MOYA_STUB_IMMEDIATE);
  if (moya_provider_create(&options, &provider, NULL) != MOYA_OK) return 1;
  TEST("a definition with a value of another kind is refused with a reason, or read", kinds);
  TEST("a definition that ends early is refused", cuts);
  moya_provider_destroy(provider);
  return verdict();
}
