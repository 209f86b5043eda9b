#include <stdint.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

/* A step may copy a text that is as long as the document. So each pass over the document also has a limit of memory. */
static const size_t MOST_MEMORY = (size_t)1 << 30;

bool openapi_step(openapi *it) {
  if (memory_held() - it->held > MOST_MEMORY) it->budget = 0;
  return it->budget > 0 && --it->budget > 0;
}

/* Returns the kind that the member `type` gives. In some 3.1 documents, `type` is a list. */
static const char *kind_of(moya_json type, bool *nullable, bool *several) {
  const char *kind = json_text(type);
  if (kind) {
    if (strcmp(kind, "null") == 0) *nullable = true;
    return strcmp(kind, "null") == 0 ? NULL : kind;
  }
  for (moya_json one = json_elements(type); moya_json_exists(one); one = moya_json_next(one)) {
    if (json_is(one, "null")) *nullable = true;
    else if (kind && !json_is(one, kind)) *several = true;
    else kind = json_text(one);
  }
  return *several ? NULL : kind;
}

bool schema_is(const schema *it, const char *kind) { return it->kind && strcmp(it->kind, kind) == 0; }

moya_json openapi_choices(moya_json value) {
  moya_json choices = moya_json_member(value, "oneOf");
  return moya_json_exists(choices) ? choices : moya_json_member(value, "anyOf");
}

bool openapi_is_marked(openapi *it, moya_json value, const char *word) {
  return json_true(moya_json_member(value, word)) || json_true(moya_json_member(openapi_follow(it, value, NULL), word));
}

static bool is_null(moya_json value) {
  moya_json names = moya_json_member(value, "enum");
  return json_is(moya_json_member(value, "type"), "null") ||
         (moya_json_count(names) == 1 && moya_json_kind(json_elements(names)) == MOYA_JSON_NULL);
}

/* Chooses from several alternatives. If all alternatives but one are null, chooses that one. Otherwise chooses what all
 * alternatives have in common. */
static void choose(openapi *it, schema *found, moya_json choices, int depth) {
  schema only = {0};
  const char *kind = NULL;
  size_t count = 0;
  for (moya_json one = json_elements(choices); moya_json_exists(one); one = moya_json_next(one)) {
    moya_json behind = openapi_follow(it, one, NULL);
    if (is_null(behind)) {
      found->nullable = true;
      continue;
    }
    schema inner = openapi_schema(it, one, depth + 1);
    if (inner.nullable) found->nullable = true;
    if (count++ == 0) only = inner, kind = inner.compound ? NULL : inner.kind;
    else if (!kind || !inner.kind || strcmp(kind, inner.kind) != 0) kind = NULL;
  }
  if (count == 1) {
    bool nullable = found->nullable;
    *found = only;
    found->nullable |= nullable;
  } else {
    found->kind = kind;
    found->compound = true;
  }
}

static size_t count_properties(openapi *it, moya_json value);

/* Returns true if the schema has members of an object next to its `$ref` or its `allOf`. `other` is the schema to which
 * the `$ref` or the `allOf` leads. A map and a choice have members that openapi_properties does not find, so they stay
 * as they are. */
static bool says_more(openapi *it, moya_json value, const schema *other) {
  bool has_more = moya_json_count(moya_json_member(value, "required")) > 0 || moya_json_count(moya_json_member(value, "properties")) > 0;
  if (!has_more || !schema_is(other, "object") || other->compound) return false;
  size_t all = count_properties(it, value);
  return all > 0 && all >= count_properties(it, other->value);
}

static schema read_schema(openapi *it, moya_json value, reference *reference, int depth) {
  schema found = {.value = value, .reference = reference};
  bool several = false;
  found.kind = kind_of(moya_json_member(found.value, "type"), &found.nullable, &several);
  if (several) found.compound = true;
  if (json_true(moya_json_member(found.value, "nullable"))) found.nullable = true;
  moya_json names = moya_json_member(found.value, "enum"), properties = moya_json_member(found.value, "properties");
  for (moya_json one = json_elements(names); moya_json_exists(one); one = moya_json_next(one)) {
    if (moya_json_kind(one) == MOYA_JSON_NULL) found.nullable = true;
    else if (!found.kind && !several && moya_json_kind(one) == MOYA_JSON_STRING) found.kind = "string";
  }
  if (!found.kind && !several && moya_json_kind(moya_json_member(found.value, "const")) == MOYA_JSON_STRING) found.kind = "string";
  if (!found.kind && !several && moya_json_exists(properties)) found.kind = "object";
  if (!found.kind && !several && moya_json_exists(moya_json_member(found.value, "items"))) found.kind = "array";
  if (moya_json_exists(properties)) return found;
  moya_json parts = moya_json_member(found.value, "allOf");
  if (moya_json_exists(parts)) {
    /* If there is only one part, that part is the schema itself. If there are several parts, the first one with a kind
     * decides the kind. Null is a value of the schema if a part allows null and no other part has a kind. */
    if (moya_json_count(parts) == 1) {
      schema part = openapi_schema(it, json_elements(parts), depth + 1);
      part.nullable |= found.nullable;
      return says_more(it, value, &part) ? (schema){value, reference, part.kind, part.nullable, part.compound} : part;
    }
    bool allows_null = false, refuses_null = found.kind != NULL;
    for (moya_json one = json_elements(parts); moya_json_exists(one); one = moya_json_next(one)) {
      schema part = openapi_schema(it, one, depth + 1);
      if (part.nullable) allows_null = true;
      else refuses_null |= part.kind || part.compound;
      if (!found.kind) found.kind = part.kind;
    }
    found.nullable |= allows_null && !refuses_null;
    return found;
  }
  if (found.kind && strcmp(found.kind, "object") != 0) return found;
  moya_json choices = openapi_choices(found.value);
  if (moya_json_exists(choices)) choose(it, &found, choices, depth);
  return found;
}

schema openapi_schema(openapi *it, moya_json value, int depth) {
  reference *last;
  const moya_json asked = value;
  value = openapi_follow(it, value, &last);
  if (depth > OPENAPI_MOST_DEPTH || !openapi_step(it) || (last && last->state == READING)) return (schema){.compound = true};
  if (!last) return read_schema(it, value, NULL, depth);
  if (last->state == UNREAD) {
    const char *lost = openapi_lost(it, asked);
    if (lost) openapi_note(it, HARM_RESULT, "the schema %s: nothing is known of it", lost);
    last->state = READING;
    last->known = read_schema(it, value, last, depth);
    last->state = READ;
  }
  schema found = last->known;
  if (json_true(moya_json_member(asked, "nullable"))) found.nullable = true;
  if (says_more(it, asked, &found)) found.value = asked, found.reference = NULL;
  return found;
}

/* The state while members are collected: the place of each member, counted from 1, and which members are required. */
typedef struct collecting {
  properties *found;
  map known, required;
  size_t visit;
  bool only_counts; /* members with the same name are not compared, because that would count again */
} collecting;

/* Adds a note if two parts of an allOf have a member with the same name and different kinds. The value of such a
 * member would have to match both parts. */
static void compare_properties(openapi *of, const property *first, moya_json second) {
  schema one = openapi_schema(of, first->value, 0), other = openapi_schema(of, second, 0);
  if (!one.kind || !other.kind || one.value.token == other.value.token || schema_is(&one, other.kind)) return;
  openapi_note(of, HARM_RESULT, "the member '%s' is a %s in one part of an allOf and a %s in another: the first counts", first->name, one.kind, other.kind);
}

static void add_property(openapi *of, collecting *it, moya_json value) {
  if (!openapi_step(of)) return;
  properties *found = it->found;
  const char *name = json_key(value);
  if (strlen(name) != moya_json_key(value).len || !*name || !openapi_is_short(openapi_key(name))) {
    openapi_note(of, HARM_REQUEST, "a member has no name, or a zero in it, or more than 4096 bytes: it is left out");
    return;
  }
  uintptr_t known = (uintptr_t)map_get(&it->known, name);
  if (known > 0) {
    if (!it->only_counts) compare_properties(of, &found->list[known - 1], value);
    return;
  }
  map_put(&it->known, name, (void *)(uintptr_t)(found->count + 1));
  if (found->count == found->room) {
    size_t room = found->room ? found->room * 2 : 16;
    found->list = memory_resize(found->list, found->room * sizeof(property), room * sizeof(property));
    found->room = room;
  }
  found->list[found->count++] = (property){.name = name, .value = value};
}

static void collect_own(openapi *it, collecting *into, moya_json value) {
  moya_json one;
  for (one = json_members(moya_json_member(value, "properties")); moya_json_exists(one); one = moya_json_next(one)) add_property(it, into, one);
  for (one = json_elements(moya_json_member(value, "required")); moya_json_exists(one); one = moya_json_next(one)) {
    const char *name = json_text(one);
    if (name) map_put(&into->required, name, NULL);
  }
}

static void collect(openapi *it, collecting *into, moya_json value, int depth) {
  reference *last;
  if (depth > OPENAPI_MOST_DEPTH || !openapi_step(it)) return;
  collect_own(it, into, value);
  moya_json target = openapi_follow(it, value, &last);
  if (last && last->visit == into->visit) return;
  if (last) {
    last->visit = into->visit;
    collect_own(it, into, target);
  }
  for (moya_json one = json_elements(moya_json_member(target, "allOf")); moya_json_exists(one); one = moya_json_next(one)) {
    collect(it, into, one, depth + 1);
  }
}

void openapi_properties(openapi *it, moya_json value, properties *found) {
  collecting into = {.found = found, .visit = ++it->visits};
  collect(it, &into, value, 0);
  for (size_t i = 0; i < found->count; i++) found->list[i].required = map_has(&into.required, found->list[i].name);
}

static size_t count_properties(openapi *it, moya_json value) {
  properties found = {0};
  collecting into = {.found = &found, .visit = ++it->visits, .only_counts = true};
  collect(it, &into, value, 0);
  return found.count;
}
