#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_FIELDS = 1024 };

static const char *number_type(moya_json value, const char *kind) {
  const char *format = json_text(moya_json_member(value, "format"));
  if (strcmp(kind, "number") == 0) return "f64";
  static const char *const formats[][2] = {{"int8", "i8"},     {"int16", "i16"},   {"int32", "i32"},  {"uint8", "u8"},
                                           {"uint16", "u16"}, {"uint32", "u32"}, {"uint64", "u64"}};
  for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(format, formats[i][0]) == 0) return formats[i][1];
  }
  return "i64";
}

const char *openapi_key(const char *name) {
  text key = {0};
  text_put(&key, "");
  for (; *name; name++) {
    if (*name == '.' || *name == '\\') text_put(&key, "\\");
    text_add(&key, name, 1);
  }
  return key.data;
}

static const char *struct_type(openapi *it, const schema *found, const char *hint, int depth) {
  properties members = {0};
  openapi_properties(it, found->value, &members);
  if (members.count == 0) return NULL;
  const char *name = names_claim(&it->type_names, name_of_text(hint, 96), NULL);
  if (found->reference) {
    found->reference->type = name;
    found->reference->building = true;
  }
  names names = {.words = NULL};
  text out = {0};
  text_json(&out, name, strlen(name));
  text_put(&out, ":{\"fields\":{");
  for (size_t i = 0; i < members.count && i < MOST_FIELDS; i++) {
    const property *one = &members.list[i];
    bool nullable = false;
    const char *field = names_claim(&names, name_of_text(one->name, 96), NULL);
    const char *type = openapi_type(it, one->value, memory_join(name, "_", field, NULL), &nullable, depth + 1);
    reference *inner = NULL;
    for (size_t r = 0; r < it->reference_count && !inner; r++) {
      if (it->references[r]->building && strcmp(it->references[r]->type, type) == 0) inner = it->references[r];
    }
    const char *mark = nullable || !one->required || inner ? "?" : "";
    text_print(&out, "%s\"%s\":", i ? "," : "", field);
    if (strcmp(field, one->name) == 0) {
      text_print(&out, "\"%s%s\"", type, mark);
    } else {
      text_print(&out, "{\"type\":\"%s%s\",\"key\":", type, mark);
      const char *key = openapi_key(one->name);
      text_json(&out, key, strlen(key));
      text_put(&out, "}");
    }
  }
  if (members.count > MOST_FIELDS) openapi_note(it, "%s has %zu fields: those behind the first %d are left out", name, members.count, MOST_FIELDS);
  openapi_note_names(it, name, &members);
  text_put(&out, "}}");
  if (it->types.length > 0) text_put(&it->types, ",\n    ");
  text_add(&it->types, out.data, out.length);
  if (found->reference) found->reference->building = false;
  return name;
}

static const char *type_of(openapi *it, const schema *found, const char *hint, int depth);

const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth) {
  schema found = openapi_schema(it, value, 0);
  *nullable |= found.nullable;
  reference *known = found.reference;
  if (!known) return type_of(it, &found, hint, depth);
  if (known->type && found.kind && strcmp(found.kind, "object") == 0) return known->type;
  if (!known->whole) {
    /* A list or a map of itself ends here. */
    known->whole = "raw";
    known->whole = type_of(it, &found, hint, depth);
  }
  return known->whole;
}

static const char *type_of(openapi *it, const schema *given, const char *hint, int depth) {
  const schema found = *given;
  if (depth > OPENAPI_MOST_DEPTH || !found.kind || (found.compound && strcmp(found.kind, "string") != 0)) return "raw";
  if (strcmp(found.kind, "boolean") == 0) return "boolean";
  if (strcmp(found.kind, "integer") == 0 || strcmp(found.kind, "number") == 0) return number_type(found.value, found.kind);
  if (strcmp(found.kind, "string") == 0) return json_is(moya_json_member(found.value, "format"), "date-time") ? "date" : "str";
  bool absent = false;
  if (strcmp(found.kind, "array") == 0) {
    const char *element = openapi_type(it, moya_json_member(found.value, "items"), memory_join(hint, "_item", NULL), &absent, depth + 1);
    /* An element is never absent, and types have at most 8 brackets. */
    return strlen(element) > 4 && strncmp(element, "[[[[", 4) == 0 ? "raw" : memory_join("[", absent ? "raw" : element, "]", NULL);
  }
  if (strcmp(found.kind, "object") != 0) return "raw";
  if (found.reference) {
    const char *slash = strrchr(found.reference->text, '/');
    hint = slash ? slash + 1 : hint;
  }
  const char *type = struct_type(it, &found, hint, depth);
  if (type) return type;
  moya_json values = moya_json_member(found.value, "additionalProperties");
  if (moya_json_kind(values) != MOYA_JSON_OBJECT || moya_json_count(values) == 0) return "raw";
  const char *inner = openapi_type(it, values, memory_join(hint, "_value", NULL), &absent, depth + 1);
  return inner[0] == '{' || inner[0] == '[' ? "{raw}" : memory_join("{", absent ? "raw" : inner, "}", NULL);
}

static const char *plain_type_of(openapi *it, const schema *given, const char *hint, int depth);

const char *openapi_plain_type(openapi *it, moya_json value, const char *hint, int depth) {
  schema found = openapi_schema(it, value, 0);
  reference *known = found.reference;
  if (!known) return plain_type_of(it, &found, hint, depth);
  if (known->plain_state == UNREAD) {
    known->plain_state = READING;
    known->plain = plain_type_of(it, &found, hint, depth);
    known->plain_state = READ;
  }
  return known->plain;
}

static const char *plain_type_of(openapi *it, const schema *given, const char *hint, int depth) {
  const schema found = *given;
  if (depth > OPENAPI_MOST_DEPTH) return "str";
  if (!found.kind) {
    if (!found.compound) return moya_json_count(found.value) == 0 || !moya_json_exists(found.value) ? "str" : NULL;
    /* One of several: a text, if one of them is plain. */
    moya_json choices = moya_json_member(found.value, "oneOf");
    if (!moya_json_exists(choices)) choices = moya_json_member(found.value, "anyOf");
    const char *type = moya_json_exists(choices) ? NULL : "str";
    for (moya_json one = json_elements(choices); moya_json_exists(one); one = moya_json_next(one)) {
      const char *other = openapi_plain_type(it, one, hint, depth + 1);
      if (other) type = type && strcmp(type, other) != 0 ? "str" : other;
    }
    return type;
  }
  if (strcmp(found.kind, "boolean") == 0) return "boolean";
  if (strcmp(found.kind, "integer") == 0 || strcmp(found.kind, "number") == 0) return number_type(found.value, found.kind);
  if (strcmp(found.kind, "string") != 0) return NULL;
  const char *names = found.compound ? NULL : openapi_names_type(it, &found, hint);
  return names ? names : json_is(moya_json_member(found.value, "format"), "date-time") ? "date" : "str";
}
