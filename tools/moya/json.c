#include "json.h"
#include <string.h>

enum { MEMBER, STRING, NUMBER, WORD, PLAIN };
static const char *const shades[] = {"\033[34m", "\033[32m", "\033[35m", "\033[33m", "\033[0m"};

typedef struct style {
  bool lines;
  bool colour;
} style;

static void shaded(text *it, style how, int shade, const char *bytes, size_t length) {
  if (how.colour) text_put(it, shades[shade]);
  text_json_raw(it, bytes, length);
  if (how.colour) text_put(it, shades[PLAIN]);
}

static void line(text *it, style how, int depth) {
  if (!how.lines) return;
  text_put(it, "\n");
  for (int i = 0; i < depth; i++) text_put(it, "  ");
}

/* Adds a value. This function is recursive. The depth of the recursion is the depth of the document, which the
 * library limits to 512 levels. */
static void add(text *it, style how, moya_json value, int depth) {
  int32_t kind = moya_json_kind(value);
  moya_str raw = {"", 0};
  if (kind == MOYA_JSON_ARRAY || kind == MOYA_JSON_OBJECT) {
    bool is_object = kind == MOYA_JSON_OBJECT, first = true;
    text_put(it, is_object ? "{" : "[");
    for (moya_json inner = moya_json_first(value); moya_json_exists(inner); inner = moya_json_next(inner)) {
      if (!first) text_put(it, ",");
      first = false;
      line(it, how, depth + 1);
      if (is_object) {
        moya_str key = moya_json_key(inner);
        text quoted = {0};
        text_json(&quoted, key.data ? key.data : "", key.len);
        shaded(it, how, MEMBER, quoted.data, quoted.length);
        text_put(it, how.lines ? ": " : ":");
      }
      add(it, how, inner, depth + 1);
    }
    if (!first) line(it, how, depth);
    text_put(it, is_object ? "}" : "]");
    return;
  }
  if (moya_json_raw(value, &raw) != MOYA_OK) return;
  shaded(it, how, kind == MOYA_JSON_STRING ? STRING : kind == MOYA_JSON_NUMBER ? NUMBER : WORD, raw.data, raw.len);
}

void json_compact(text *it, moya_json value) { add(it, (style){false, false}, value, 0); }

bool json_paint(text *it, moya_str json, bool colour) {
  moya_json_document *document = NULL;
  if (moya_json_parse(json.data, json.len, &document, NULL) != MOYA_OK) return false;
  add(it, (style){true, colour}, moya_json_root(document), 0);
  text_put(it, "\n");
  moya_json_document_release(document);
  return true;
}

bool json_sound(const char *json, size_t length) {
  moya_json_document *document = NULL;
  bool sound = moya_json_parse(json, length, &document, NULL) == MOYA_OK;
  moya_json_document_release(document);
  return sound;
}

const char *json_text(moya_json value) {
  moya_str text;
  return moya_json_string(value, &text) == MOYA_OK ? text.data : NULL;
}

bool json_is(moya_json value, const char *wanted) {
  const char *text = json_text(value);
  return text && strcmp(text, wanted) == 0;
}

bool json_true(moya_json value) {
  bool flag = false;
  return moya_json_bool(value, &flag) == MOYA_OK && flag;
}

moya_json json_members(moya_json value) { return moya_json_kind(value) == MOYA_JSON_OBJECT ? moya_json_first(value) : (moya_json){0}; }

moya_json json_elements(moya_json value) { return moya_json_kind(value) == MOYA_JSON_ARRAY ? moya_json_first(value) : (moya_json){0}; }

const char *json_key(moya_json member) {
  const char *key = moya_json_key(member).data;
  return key ? key : "";
}
