#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

/* The kind of the `type` member, which 3.1 also has as a list. */
static const char *kind_of(moya_json type, bool *nullable, bool *several) {
  const char *kind = json_text(type);
  if (kind) {
    if (strcmp(kind, "null") == 0) *nullable = true;
    return strcmp(kind, "null") == 0 ? NULL : kind;
  }
  for (moya_json one = moya_json_first(type); moya_json_exists(one); one = moya_json_next(one)) {
    if (json_is(one, "null")) *nullable = true;
    else if (kind && !json_is(one, kind)) *several = true;
    else kind = json_text(one);
  }
  return *several ? NULL : kind;
}

static bool is_null(moya_json value) {
  moya_json names = moya_json_member(value, "enum");
  return json_is(moya_json_member(value, "type"), "null") ||
         (moya_json_count(names) == 1 && moya_json_kind(moya_json_first(names)) == MOYA_JSON_NULL);
}

/* Of several that a value may be one of: the only one that is not null, or what they have in common. */
static void choose(openapi *it, schema *found, moya_json choices, int depth) {
  moya_json only = {0};
  const char *kind = NULL;
  size_t count = 0;
  for (moya_json one = moya_json_first(choices); moya_json_exists(one); one = moya_json_next(one)) {
    moya_json behind = openapi_follow(it, one, NULL);
    if (is_null(behind)) {
      found->nullable = true;
      continue;
    }
    schema inner = openapi_schema(it, one, depth + 1);
    if (inner.nullable) found->nullable = true;
    if (count++ == 0) only = one, kind = inner.compound ? NULL : inner.kind;
    else if (!kind || !inner.kind || strcmp(kind, inner.kind) != 0) kind = NULL;
  }
  if (count == 1) {
    bool nullable = found->nullable;
    *found = openapi_schema(it, only, depth + 1);
    found->nullable |= nullable;
  } else {
    found->kind = kind;
    found->compound = true;
  }
}

schema openapi_schema(openapi *it, moya_json value, int depth) {
  schema found = {0};
  bool several = false;
  found.value = openapi_follow(it, value, &found.reference);
  if (depth > OPENAPI_MOST_DEPTH) return (schema){.compound = true};
  found.kind = kind_of(moya_json_member(found.value, "type"), &found.nullable, &several);
  if (several) found.compound = true;
  if (json_true(moya_json_member(found.value, "nullable"))) found.nullable = true;
  moya_json names = moya_json_member(found.value, "enum"), properties = moya_json_member(found.value, "properties");
  for (moya_json one = moya_json_first(names); moya_json_exists(one); one = moya_json_next(one)) {
    if (moya_json_kind(one) == MOYA_JSON_NULL) found.nullable = true;
    else if (!found.kind && !several && moya_json_kind(one) == MOYA_JSON_STRING) found.kind = "string";
  }
  if (!found.kind && !several && moya_json_kind(moya_json_member(found.value, "const")) == MOYA_JSON_STRING) found.kind = "string";
  if (!found.kind && !several && moya_json_exists(properties)) found.kind = "object";
  if (!found.kind && !several && moya_json_exists(moya_json_member(found.value, "items"))) found.kind = "array";
  if (moya_json_exists(properties)) return found;
  moya_json parts = moya_json_member(found.value, "allOf");
  if (moya_json_exists(parts)) {
    /* One part is the schema itself; of several, those with members count. */
    if (moya_json_count(parts) == 1) {
      bool nullable = found.nullable;
      found = openapi_schema(it, moya_json_first(parts), depth + 1);
      found.nullable |= nullable;
      return found;
    }
    for (moya_json one = moya_json_first(parts); moya_json_exists(one) && !found.kind; one = moya_json_next(one)) {
      found.kind = openapi_schema(it, one, depth + 1).kind;
    }
    return found;
  }
  if (found.kind && strcmp(found.kind, "object") != 0) return found;
  moya_json choices = moya_json_member(found.value, "oneOf");
  if (!moya_json_exists(choices)) choices = moya_json_member(found.value, "anyOf");
  if (moya_json_exists(choices)) choose(it, &found, choices, depth);
  return found;
}

static void add_property(properties *found, moya_json value) {
  const char *name = moya_json_key(value).data;
  for (size_t i = 0; i < found->count; i++) {
    if (strcmp(found->list[i].name, name) == 0) return;
  }
  if (found->count == found->room) {
    size_t room = found->room ? found->room * 2 : 16;
    found->list = memory_resize(found->list, found->room * sizeof(property), room * sizeof(property));
    found->room = room;
  }
  found->list[found->count++] = (property){.name = name, .value = value};
}

void openapi_properties(openapi *it, moya_json value, properties *found, int depth) {
  if (depth > OPENAPI_MOST_DEPTH) return;
  value = openapi_follow(it, value, NULL);
  moya_json one;
  for (one = moya_json_first(moya_json_member(value, "properties")); moya_json_exists(one); one = moya_json_next(one)) {
    if (moya_json_key(one).len > 0 && strlen(moya_json_key(one).data) == moya_json_key(one).len) add_property(found, one);
  }
  for (one = moya_json_first(moya_json_member(value, "allOf")); moya_json_exists(one); one = moya_json_next(one)) {
    openapi_properties(it, one, found, depth + 1);
  }
  for (one = moya_json_first(moya_json_member(value, "required")); moya_json_exists(one); one = moya_json_next(one)) {
    for (size_t i = 0; i < found->count; i++) {
      if (json_is(one, found->list[i].name)) found->list[i].required = true;
    }
  }
}
