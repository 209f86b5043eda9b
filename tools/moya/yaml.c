#include "yaml.h"
#include <string.h>
#include "memory.h"

#if defined(MOYA_HAS_YAML)
#include <yaml.h>

enum { MOST_DEPTH = 256, MOST_ANCHORS = 10000 };
/* Of aliases, which can make a large text of a small one. */
static const size_t MOST_BYTES = (size_t)256 << 20;

typedef struct anchor {
  const char *name;
  size_t begin, end; /* of the JSON text */
} anchor;

typedef struct reading {
  yaml_parser_t parser;
  text *out;
  anchor anchors[MOST_ANCHORS];
  size_t anchor_count;
  const char *wrong;
} reading;

static bool fail(reading *it, const char *why) {
  text said = {0};
  if (!it->wrong) {
    const yaml_mark_t *mark = it->parser.problem ? &it->parser.problem_mark : &it->parser.mark;
    text_print(&said, "line %zu, column %zu: %s", mark->line + 1, mark->column + 1, why);
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

/* A number that JSON writes in the same way. */
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
  return yaml_parser_parse(&it->parser, event) ? true : fail(it, it->parser.problem ? it->parser.problem : "it is no YAML");
}

static bool value(reading *it, yaml_event_t *event, bool is_key, int depth);

static bool elements(reading *it, yaml_event_type_t end, int depth) {
  bool is_map = end == YAML_MAPPING_END_EVENT;
  text_put(it->out, is_map ? "{" : "[");
  for (size_t count = 0;; count++) {
    yaml_event_t event;
    if (!next(it, &event)) return false;
    if (event.type == end) {
      yaml_event_delete(&event);
      text_put(it->out, is_map ? "}" : "]");
      return true;
    }
    bool is_key = is_map && count % 2 == 0;
    if (count > 0) text_put(it->out, is_map && !is_key ? ":" : ",");
    bool read = value(it, &event, is_key, depth + 1);
    yaml_event_delete(&event);
    if (!read) return false;
  }
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
    if (!elements(it, YAML_SEQUENCE_END_EVENT, depth)) return false;
    break;
  case YAML_MAPPING_START_EVENT:
    name = event->data.mapping_start.anchor;
    if (!elements(it, YAML_MAPPING_END_EVENT, depth)) return false;
    break;
  case YAML_ALIAS_EVENT:
    for (size_t i = it->anchor_count; i-- > 0;) {
      const anchor *known = &it->anchors[i];
      if (strcmp(known->name, (const char *)event->data.alias.anchor) != 0) continue;
      if (it->out->length + known->end - known->begin > MOST_BYTES) return fail(it, "its aliases make it too large");
      char *copy = memory_copy(it->out->data + known->begin, known->end - known->begin);
      text_put(it->out, copy);
      return true;
    }
    return fail(it, "an alias has no anchor");
  default: return fail(it, "a value is missing");
  }
  if (!name) return true;
  if (it->anchor_count == MOST_ANCHORS) return fail(it, "it has too many anchors");
  it->anchors[it->anchor_count++] = (anchor){memory_copy((const char *)name, strlen((const char *)name)), begin, it->out->length};
  return true;
}

const char *yaml_to_json(const char *yaml, size_t length, text *json) {
  reading *it = memory_get(sizeof *it);
  bool more = true;
  it->out = json;
  if (!yaml_parser_initialize(&it->parser)) return "there is no memory";
  yaml_parser_set_input_string(&it->parser, (const unsigned char *)yaml, length);
  while (more) {
    yaml_event_t event;
    if (!next(it, &event)) break;
    if (event.type == YAML_STREAM_START_EVENT || event.type == YAML_DOCUMENT_START_EVENT) {
      /* What counts comes behind them. */
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
