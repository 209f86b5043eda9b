#include <string.h>
#include "c.h"
#include "header.h"
#include "json.h"
#include "memory.h"

const char *const suffixes_of_type[] = {"_list", "_map", "_entry", "_type", "_text", "_release", "_list_release", "_map_release",
                                        "_list_type", "_map_type", "_other", "_optional", "_list_optional", "_map_optional",
                                        "_optional_type", "_optional_release", "_list_optional_type", "_list_optional_release",
                                        "_map_optional_type", "_map_optional_release", NULL};

static shape *find(const header *it, const char *name) {
  const ptrdiff_t index = definition_type_index(it->of, name);
  return index >= 0 && (size_t)index < it->shape_count ? &it->shapes[index] : NULL;
}

const shape *header_shape(const header *it, const char *name) { return find(it, name); }

const char *header_word(const header *it, const char *type) {
  type_text parts = type_of_text(type);
  const shape *own = find(it, parts.word);
  if (parts.lists + parts.maps > 1 || (own && own->state == UNSEEN)) return "raw";
  const char *word = !own ? parts.word : own->word ? own->word : "str";
  return memory_join(word, parts.lists ? "_list" : parts.maps ? "_map" : "", NULL);
}

static void write_enum(header *it, shape *own) {
  own->is_enum = true;
  if (moya_json_count(moya_json_member(own->value, "names")) > MOST_FIELDS) {
    own->word = NULL;
    return;
  }
  text_c_comment(&it->out, definition_words(own->value));
  text_print(&it->out, "MOYA_ENUM(%s", own->word);
  moya_json value = json_elements(moya_json_member(own->value, "names"));
  for (; moya_json_exists(value); value = moya_json_next(value)) {
    const char *known = json_text(value), *bare = name_of_text(known, 64);
    const char *whole = memory_join(own->word, "_", bare, map_has(&it->macros, bare) ? "_" : NULL, NULL);
    const char *name = names_claim(&it->names, whole, NULL) + strlen(own->word) + 1;
    text_print(&it->out, ",\n    (%s", name);
    if (strcmp(name, known) != 0 || !*known) header_put(&it->out, "key", known);
    text_put(&it->out, ")");
  }
  text_put(&it->out, ");\n\n");
}

static void write_field(header *it, const shape *own, names *names, moya_json field) {
  const char *known = json_key(field), *key = json_text(moya_json_member(field, "key")), *type = definition_type_text(field);
  const shape *other = find(it, type_of_text(type).word);
  /* `own` has this field, and `other` is the struct that is the type of the field. A struct is OPEN while the structs
   * in it are written. So if `other` is OPEN, it contains `own`. In C, two structs cannot contain each other, so the
   * field gets the type raw, which is JSON text. */
  bool circles = other && other != own && other->state == OPEN;
  const char *name = names_claim(names, header_inner_name(known), NULL);
  text_print(&it->out, ",\n    (%s, %s%s", circles ? "raw" : header_word(it, type), name, type_of_text(type).optional ? ", optional" : "");
  if (key || strcmp(name, known) != 0) header_put(&it->out, "key", key ? key : known);
  moya_json standard = moya_json_member(field, "default");
  if (moya_json_exists(standard)) {
    text json = {0};
    json_compact(&json, standard);
    header_put(&it->out, "fallback", json.data);
  } else if (json_true(moya_json_member(field, "nullable")) && !type_of_text(json_text(moya_json_member(field, "type"))).optional) {
    text_put(&it->out, ", nullable");
  }
  bool utc = json_is(moya_json_exists(moya_json_member(field, "dates")) ? moya_json_member(field, "dates")
                                                                        : moya_json_member(it->of->root, "dates"), "utc");
  if (utc && strcmp(type_of_text(type).word, "date") == 0) {
    if (type_of_text(type).lists + type_of_text(type).maps == 0) text_put(&it->out, ", utc");
    else header_leave_out(it, own->name, memory_join(known, "'s dates without an offset", NULL));
  }
  text_put(&it->out, ")");
}

static void write_struct(header *it, shape *own) {
  moya_json fields = moya_json_member(own->value, "fields"), field;
  names names = header_names(it);
  names_add(&names, "arena");
  size_t count = 0;
  text_c_comment(&it->out, definition_words(own->value));
  text_print(&it->out, "MOYA_STRUCT(%s", own->word);
  for (field = json_members(fields); moya_json_exists(field); field = moya_json_next(field)) {
    if (++count <= MOST_FIELDS) write_field(it, own, &names, field);
  }
  text_put(&it->out, ");\n");
  if (count > MOST_FIELDS) header_leave_out(it, own->name, "its fields behind the first 64");
  text_put(&it->out, "\n");
}

static shape *begin(shape *own) {
  own->state = OPEN;
  own->next = json_members(moya_json_member(own->value, "fields"));
  return own;
}

/* Writes a type. Writes the types of its fields first. This is a loop, because a chain of types may be longer than the
 * stack. `open` has room for all types. */
static void write_shape(header *it, shape *first, shape **open) {
  size_t depth = 0;
  open[depth++] = begin(first);
  while (depth > 0) {
    shape *own = open[depth - 1];
    if (moya_json_exists(own->next)) {
      shape *other = find(it, type_of_text(definition_type_text(own->next)).word);
      own->next = moya_json_next(own->next);
      if (other && other->state == UNSEEN) open[depth++] = begin(other);
      continue;
    }
    if (moya_json_exists(moya_json_member(own->value, "names"))) write_enum(it, own);
    else write_struct(it, own);
    own->state = WRITTEN;
    depth--;
  }
}

void header_types(header *it) {
  moya_json types = it->of->types, type;
  it->shapes = memory_get(moya_json_count(types) * sizeof *it->shapes + 1);
  for (type = json_members(types); moya_json_exists(type); type = moya_json_next(type)) {
    shape *own = &it->shapes[it->shape_count++];
    own->name = json_key(type);
    own->value = type;
    own->word = names_claim(&it->names, header_name(it, own->name), suffixes_of_type);
  }
  shape **open = memory_get(it->shape_count * sizeof *open + 1);
  for (size_t i = 0; i < it->shape_count; i++) {
    if (it->shapes[i].state == UNSEEN) write_shape(it, &it->shapes[i], open);
  }
}
