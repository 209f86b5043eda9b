/* Reads JSON documents. An input is a key path, a NUL and a JSON text. The program walks and reads the values of the
 * text, and finds each again by index, key and pointer. */
#include "fuzz.h"

static bool same(moya_json one, moya_json other) { return one.document == other.document && one.token == other.token; }

/* Returns the key as a step of a JSON Pointer. */
static char *pointer_to(moya_str key) {
  char *made = malloc(2 * key.len + 2), *end = made;
  if (!made) abort();
  *end++ = '/';
  for (size_t index = 0; index < key.len; index++) {
    char c = key.data[index];
    if (c == '~' || c == '/') *end++ = '~', *end++ = c == '~' ? '0' : '1';
    else *end++ = c;
  }
  *end = 0;
  return made;
}

static void check_value(moya_json value) {
  moya_str text, again, raw;
  int64_t integer;
  uint64_t natural;
  double number;
  bool flag;
  int32_t kind = moya_json_kind(value);
  HOLDS((moya_json_string(value, &text) == MOYA_OK) == (kind == MOYA_JSON_STRING));
  check_str(text);
  HOLDS(moya_json_string(value, &again) != MOYA_OK || (again.data == text.data && again.len == text.len));
  moya_status as_int64 = moya_json_int64(value, &integer), as_uint64 = moya_json_uint64(value, &natural);
  moya_status as_double = moya_json_double(value, &number);
  HOLDS((as_double == MOYA_OK || as_double == MOYA_ERROR_JSON_RANGE) == (kind == MOYA_JSON_NUMBER));
  HOLDS((as_int64 == MOYA_ERROR_JSON_TYPE) == (as_uint64 == MOYA_ERROR_JSON_TYPE));
  HOLDS(as_int64 != MOYA_OK || (double)integer == number);
  HOLDS(as_uint64 != MOYA_OK || (double)natural == number);
  HOLDS((moya_json_bool(value, &flag) == MOYA_OK) == (kind == MOYA_JSON_BOOL));
  HOLDS(moya_json_raw(value, &raw) == MOYA_OK && raw.len > 0);
}

static size_t walk(moya_json value, size_t budget) {
  check_value(value);
  int32_t kind = moya_json_kind(value);
  size_t index = 0, used = 1;
  for (moya_json it = moya_json_first(value); moya_json_exists(it); it = moya_json_next(it), index++) {
    moya_str key = moya_json_key(it);
    check_str(key);
    HOLDS((key.data != NULL) == (kind == MOYA_JSON_OBJECT));
    if (used < budget) used += walk(it, budget - used);
    if (used >= budget) return used;
    if (kind == MOYA_JSON_ARRAY) {
      HOLDS(same(moya_json_index(value, index), it));
    } else if (!memchr(key.data, 0, key.len)) {
      /* Finds the first of several equal keys. */
      moya_json found = moya_json_member(value, key.data);
      char *pointer = pointer_to(key);
      HOLDS(moya_json_exists(found) && found.token <= it.token && same(moya_json_pointer(value, pointer), found));
      free(pointer);
    }
  }
  HOLDS(moya_json_count(value) == index);
  return used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *key_path = next_text(&data, &size);
  char *text = malloc(size ? size : 1); /* without a zero after it */
  if (!text) abort();
  if (size) memcpy(text, data, size);
  moya_json_document *document = NULL;
  moya_error *error = NULL;
  moya_status status = moya_json_parse(text, size, &document, &error);
  HOLDS((status == MOYA_OK) == (document != NULL) && (status == MOYA_OK) == (error == NULL));
  HOLDS(status == MOYA_OK || status == MOYA_ERROR_JSON);
  moya_error_release(error);
  free(text);
  moya_json root = moya_json_root(document);
  if (document) {
    walk(root, 2000);
    moya_json found = moya_json_at(root, key_path), pointed = moya_json_pointer(root, key_path);
    if (moya_json_exists(found)) check_value(found);
    if (moya_json_exists(pointed)) check_value(pointed);
    for (size_t token = 0; token < size + 2; token++) { /* tokens that are made up */
      moya_json made = {root.document, token};
      moya_str raw;
      HOLDS(moya_json_exists(made) == (moya_json_raw(made, &raw) == MOYA_OK));
      (void)moya_json_next(made);
      (void)moya_json_key(made);
      (void)moya_json_first(made);
    }
  } else {
    HOLDS(!moya_json_exists(root));
  }
  moya_json_document_release(document);
  free(key_path);
  return 0;
}
