#include "yaml.h"
#include <string.h>
#include "json.h"
#include "map.h"
#include "memory.h"

#if defined(MOYA_HAS_YAML)
#include <yaml.h>

enum { MOST_DEPTH = 256 };
/* Maximum bytes that aliases may add. The limit is necessary because aliases can make a large text from a small one. */
static const size_t MOST_COPIED = (size_t)64 << 20;

/* An anchor, and the value that it names, as JSON. */
typedef struct anchor {
  const char *json;
  size_t length;
} anchor;

typedef struct reading {
  yaml_parser_t parser;
  const char *yaml; /* the text that is read */
  size_t length;
  text *out;
  map anchors;
  size_t copied; /* the number of bytes that aliases and merges have added */
  const char *wrong;
} reading;

/* Returns the place of a byte in the text. libyaml has only the offset of a byte that is not UTF-8 or that no YAML may
 * have. */
static yaml_mark_t mark_of(const reading *it, size_t offset) {
  yaml_mark_t mark = {.line = 0};
  for (size_t i = 0; i < offset && i < it->length; i++) {
    if (it->yaml[i] == '\n') mark.line++, mark.column = 0;
    else if ((it->yaml[i] & 0xC0) != 0x80) mark.column++;
  }
  return mark;
}

static bool fail(reading *it, const char *why) {
  text said = {0};
  if (!it->wrong) {
    yaml_mark_t mark = it->parser.problem ? it->parser.problem_mark : it->parser.mark;
    if (it->parser.error == YAML_READER_ERROR) mark = mark_of(it, it->parser.problem_offset);
    text_print(&said, "line %zu, column %zu: %s", mark.line + 1, mark.column + 1, why);
    it->wrong = said.data;
  }
  return false;
}

static bool is_one_of(const char *word, const char *const *words) {
  for (; *words; words++) {
    if (strcmp(word, *words) == 0) return true;
  }
  return false;
}

/* Returns true if the word is a number that has the same form in JSON. */
static bool is_number(const char *word) {
  const char *at = word + (*word == '-'), *digits = at;
  at += strspn(at, "0123456789");
  if (at == digits || (*digits == '0' && at > digits + 1)) return false;
  if (*at == '.') {
    digits = ++at;
    at += strspn(at, "0123456789");
    if (at == digits) return false;
  }
  if (*at == 'e' || *at == 'E') {
    at += 1 + (at[1] == '+' || at[1] == '-');
    digits = at;
    at += strspn(at, "0123456789");
    if (at == digits) return false;
  }
  return !*at;
}

static void scalar(text *out, const yaml_event_t *event, bool is_key) {
  static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL}, *const trues[] = {"true", "True", "TRUE", NULL},
                           *const falses[] = {"false", "False", "FALSE", NULL};
  const char *word = (const char *)event->data.scalar.value;
  bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !is_key && event->data.scalar.plain_implicit;
  if (plain && is_one_of(word, nulls)) text_put(out, "null");
  else if (plain && is_one_of(word, trues)) text_put(out, "true");
  else if (plain && is_one_of(word, falses)) text_put(out, "false");
  else if (plain && is_number(word)) text_put(out, word);
  else text_json(out, word, event->data.scalar.length);
}

static bool next(reading *it, yaml_event_t *event) {
  if (yaml_parser_parse(&it->parser, event)) return true;
  if (it->parser.error == YAML_MEMORY_ERROR) memory_missing();
  return fail(it, it->parser.problem ? it->parser.problem : "it is no YAML");
}

static bool value(reading *it, yaml_event_t *event, bool is_key, int depth);

static bool copies(reading *it, size_t length) {
  it->copied += length;
  return it->copied <= MOST_COPIED || fail(it, "its aliases make it too large");
}

/* Adds the members of an object to a mapping, except members that the mapping already has (YAML's merge type, `<<`).
 *
 * If the value is a list, adds the members of the objects in the list. Earlier objects take precedence. */
static bool merge(reading *it, moya_json from, map *keys, bool *is_first) {
  if (moya_json_kind(from) == MOYA_JSON_ARRAY) {
    for (moya_json one = json_elements(from); moya_json_exists(one); one = moya_json_next(one)) {
      if (!merge(it, one, keys, is_first)) return false;
    }
    return true;
  }
  if (moya_json_kind(from) != MOYA_JSON_OBJECT) return fail(it, "what is merged is no mapping");
  for (moya_json one = json_members(from); moya_json_exists(one); one = moya_json_next(one)) {
    moya_str key = moya_json_key(one), raw;
    text written = {0};
    text_json(&written, key.data ? key.data : "", key.len);
    if (map_has(keys, written.data) || moya_json_raw(one, &raw) != MOYA_OK) continue;
    if (!copies(it, written.length + raw.len)) return false;
    map_put(keys, written.data, NULL);
    text_print(it->out, "%s%s:", *is_first ? "" : ",", written.data);
    text_add(it->out, raw.data, raw.len);
    *is_first = false;
  }
  return true;
}

/* Adds the members that the value of a key `<<` contains. `merged` is this value as JSON. */
static bool merge_from(reading *it, const text *merged, map *keys, bool *is_first) {
  moya_json_document *document = NULL;
  if (moya_json_parse(merged->data, merged->length, &document, NULL) != MOYA_OK) return fail(it, "what is merged is no mapping");
  bool done = merge(it, moya_json_root(document), keys, is_first);
  moya_json_document_release(document);
  return done;
}

static bool list(reading *it, int depth) {
  text_put(it->out, "[");
  for (bool is_first = true;; is_first = false) {
    yaml_event_t event;
    if (!next(it, &event)) return false;
    bool ends = event.type == YAML_SEQUENCE_END_EVENT;
    if (!ends && !is_first) text_put(it->out, ",");
    bool read = ends || value(it, &event, false, depth + 1);
    yaml_event_delete(&event);
    if (!read) return false;
    if (ends) break;
  }
  text_put(it->out, "]");
  return true;
}

/* Reads one member. The value of a key `<<` is only written to `merged`. Its members are added at the end of the
 * mapping, when the mapping's own members are known. */
static bool member(reading *it, yaml_event_t *key, map *keys, bool is_first, text *merged, int depth) {
  yaml_event_t event;
  text name = {0}, *out = it->out;
  bool merges = key->type == YAML_SCALAR_EVENT && key->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && strcmp((const char *)key->data.scalar.value, "<<") == 0;
  it->out = &name;
  bool read = value(it, key, true, depth + 1);
  it->out = out;
  if (!read || !next(it, &event)) return false;
  if (!merges && map_has(keys, name.data)) {
    yaml_event_delete(&event);
    return fail(it, "a key is there twice");
  }
  if (merges) {
    it->out = merged;
    text_put(merged, merged->length ? "," : "");
  } else {
    map_put(keys, name.data, NULL);
    text_print(out, "%s%s:", is_first ? "" : ",", name.data);
  }
  read = value(it, &event, false, depth + 1);
  it->out = out;
  yaml_event_delete(&event);
  return read;
}

static bool mapping(reading *it, int depth) {
  map keys = {0};
  text merged = {0};
  bool is_first = true;
  text_put(it->out, "{");
  for (;;) {
    yaml_event_t event;
    size_t before = it->out->length;
    if (!next(it, &event)) return false;
    bool ends = event.type == YAML_MAPPING_END_EVENT;
    bool read = ends || member(it, &event, &keys, is_first, &merged, depth);
    yaml_event_delete(&event);
    if (!read) return false;
    if (ends) break;
    is_first &= it->out->length == before;
  }
  if (merged.length > 0) {
    text whole = {0};
    text_print(&whole, "[%s]", merged.data);
    if (!merge_from(it, &whole, &keys, &is_first)) return false;
  }
  text_put(it->out, "}");
  return true;
}

static bool value(reading *it, yaml_event_t *event, bool is_key, int depth) {
  const yaml_char_t *name = NULL;
  size_t begin = it->out->length;
  if (depth > MOST_DEPTH) return fail(it, "it is nested too deep");
  if (is_key && event->type != YAML_SCALAR_EVENT) return fail(it, "a key is no text");
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    name = event->data.scalar.anchor;
    scalar(it->out, event, is_key);
    break;
  case YAML_SEQUENCE_START_EVENT:
    name = event->data.sequence_start.anchor;
    if (!list(it, depth)) return false;
    break;
  case YAML_MAPPING_START_EVENT:
    name = event->data.mapping_start.anchor;
    if (!mapping(it, depth)) return false;
    break;
  case YAML_ALIAS_EVENT: {
    const anchor *known = map_get(&it->anchors, (const char *)event->data.alias.anchor);
    if (!known) return fail(it, "an alias has no anchor");
    if (!copies(it, known->length)) return false;
    text_add(it->out, known->json, known->length);
    return true;
  }
  default: return fail(it, "a value is missing");
  }
  if (!name) return true;
  if (!copies(it, it->out->length - begin)) return false;
  anchor *made = memory_get(sizeof *made);
  made->length = it->out->length - begin;
  made->json = memory_copy(it->out->data + begin, made->length);
  map_put(&it->anchors, memory_copy((const char *)name, strlen((const char *)name)), made);
  return true;
}

const char *yaml_to_json(const char *yaml, size_t length, text *json) {
  reading *it = memory_get(sizeof *it);
  bool more = true;
  it->yaml = yaml;
  it->length = length;
  it->out = json;
  if (!yaml_parser_initialize(&it->parser)) memory_missing();
  yaml_parser_set_input_string(&it->parser, (const unsigned char *)yaml, length);
  while (more) {
    yaml_event_t event;
    if (!next(it, &event)) break;
    if (event.type == YAML_STREAM_START_EVENT || event.type == YAML_DOCUMENT_START_EVENT) {
      /* These events begin the document. The content comes next. */
    } else if (event.type == YAML_STREAM_END_EVENT || event.type == YAML_DOCUMENT_END_EVENT) {
      more = false;
    } else {
      more = value(it, &event, false, 0);
    }
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&it->parser);
  return it->wrong ? it->wrong : json->length ? NULL : "it is empty";
}
#else
const char *yaml_to_json(const char *yaml, size_t length, text *json) {
  (void)yaml, (void)length, (void)json;
  return "this program was built without libyaml, and reads JSON only";
}
#endif
