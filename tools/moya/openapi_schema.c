#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_DEPTH = 48, MOST_FIELDS = 1024 };

static int hexadecimal(char digit) {
  const char *digits = "0123456789abcdef0123456789ABCDEF", *found = digit ? strchr(digits, digit) : NULL;
  return found ? (int)((found - digits) % 16) : -1;
}

/* The fragment of a reference is percent-encoded (RFC 3986 §3.5). */
static const char *pointer_of(const char *reference) {
  char *pointer = memory_copy(reference + 1, strlen(reference) - 1), *end = pointer;
  for (const char *at = pointer; *at; at++, end++) {
    bool encoded = at[0] == '%' && hexadecimal(at[1]) >= 0 && hexadecimal(at[2]) >= 0;
    *end = encoded ? (char)(hexadecimal(at[1]) * 16 + hexadecimal(at[2])) : *at;
    if (encoded) at += 2;
  }
  *end = 0;
  return pointer;
}

static reference *reference_of(openapi *it, const char *text) {
  for (size_t i = 0; i < it->reference_count; i++) {
    if (strcmp(it->references[i]->text, text) == 0) return it->references[i];
  }
  if (it->reference_count == it->reference_room) {
    size_t room = it->reference_room ? it->reference_room * 2 : 256;
    it->references = memory_resize(it->references, it->reference_room * sizeof(reference *), room * sizeof(reference *));
    it->reference_room = room;
  }
  reference *made = memory_get(sizeof *made);
  made->text = text;
  if (text[0] == '#') made->value = moya_json_pointer(it->root, pointer_of(text));
  if (!moya_json_exists(made->value)) openapi_note(it, "%s leads nowhere in this document", text);
  return it->references[it->reference_count++] = made;
}

moya_json openapi_follow(openapi *it, moya_json value, reference **last) {
  if (last) *last = NULL;
  for (int depth = 0; depth < MOST_DEPTH; depth++) {
    const char *text = json_text(moya_json_member(value, "$ref"));
    if (!text) return value;
    reference *found = reference_of(it, text);
    if (last) *last = found;
    value = found->value;
  }
  openapi_note(it, "references lead in a circle");
  return (moya_json){0};
}

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
  if (depth > MOST_DEPTH) return (schema){.compound = true};
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
  if (depth > MOST_DEPTH) return;
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

/* The key of a field where a dot would lead into an inner object. */
static void add_key(text *out, const char *name) {
  text key = {0};
  for (; *name; name++) {
    if (*name == '.' || *name == '\\') text_put(&key, "\\");
    text_add(&key, name, 1);
  }
  text_json(out, key.data, key.length);
}

static const char *struct_type(openapi *it, const schema *found, const char *hint, int depth) {
  properties members = {0};
  openapi_properties(it, found->value, &members, 0);
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
      add_key(&out, one->name);
      text_put(&out, "}");
    }
  }
  if (members.count > MOST_FIELDS) openapi_note(it, "%s has %zu fields: those behind the first %d are left out", name, members.count, MOST_FIELDS);
  text_put(&out, "}}");
  if (it->types.length > 0) text_put(&it->types, ",\n    ");
  text_add(&it->types, out.data, out.length);
  if (found->reference) found->reference->building = false;
  return name;
}

const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth) {
  schema found = openapi_schema(it, value, 0);
  *nullable |= found.nullable;
  if (depth > MOST_DEPTH || !found.kind || (found.compound && strcmp(found.kind, "string") != 0)) return "raw";
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
    if (found.reference->type) return found.reference->type;
    const char *slash = strrchr(found.reference->text, '/');
    hint = slash ? slash + 1 : hint;
  }
  const char *type = struct_type(it, &found, hint, depth);
  if (type) return type;
  moya_json values = moya_json_member(found.value, "additionalProperties");
  if (moya_json_kind(values) != MOYA_JSON_OBJECT || moya_json_count(values) == 0) return "raw";
  /* A map of maps of itself ends here. */
  if (found.reference && found.reference->building) return "raw";
  if (found.reference) found.reference->building = true, found.reference->type = "raw";
  const char *inner = openapi_type(it, values, memory_join(hint, "_value", NULL), &absent, depth + 1);
  if (found.reference) found.reference->building = false, found.reference->type = NULL;
  return inner[0] == '{' || inner[0] == '[' ? "{raw}" : memory_join("{", absent ? "raw" : inner, "}", NULL);
}

/* An enumeration of texts, as a type of its own. NULL: it is none. */
static const char *enum_type(openapi *it, const schema *found, const char *hint) {
  moya_json names = moya_json_member(found->value, "enum");
  if (!moya_json_exists(names) || moya_json_count(names) > 4096) return NULL;
  if (found->reference && found->reference->type) return found->reference->type;
  text out = {0};
  size_t count = 0;
  for (moya_json one = moya_json_first(names); moya_json_exists(one); one = moya_json_next(one)) {
    moya_str known;
    if (moya_json_kind(one) == MOYA_JSON_NULL) continue;
    if (moya_json_string(one, &known) != MOYA_OK) return NULL;
    bool again = false;
    for (moya_json before = moya_json_first(names); !again && before.token != one.token; before = moya_json_next(before)) {
      again = json_is(before, known.data);
    }
    if (again) continue;
    text_put(&out, count++ ? "," : "");
    text_json(&out, known.data, known.len);
  }
  if (count == 0) return NULL;
  if (found->reference && strrchr(found->reference->text, '/')) hint = strrchr(found->reference->text, '/') + 1;
  const char *name = names_claim(&it->type_names, name_of_text(hint, 96), NULL);
  if (found->reference) found->reference->type = name;
  text_print(&it->types, "%s\"%s\":{\"names\":[%s]}", it->types.length ? ",\n    " : "", name, out.data);
  return name;
}

const char *openapi_plain_type(openapi *it, moya_json value, const char *hint, int depth) {
  schema found = openapi_schema(it, value, 0);
  if (depth > MOST_DEPTH) return "str";
  if (!found.kind) {
    if (!found.compound) return moya_json_count(found.value) == 0 || !moya_json_exists(found.value) ? "str" : NULL;
    /* One of several: a text, if one of them is plain. */
    moya_json choices = moya_json_member(found.value, "oneOf");
    if (!moya_json_exists(choices)) choices = moya_json_member(found.value, "anyOf");
    const char *type = moya_json_exists(choices) ? NULL : "str";
    for (moya_json one = moya_json_first(choices); moya_json_exists(one); one = moya_json_next(one)) {
      const char *other = openapi_plain_type(it, one, hint, depth + 1);
      if (other) type = type && strcmp(type, other) != 0 ? "str" : other;
    }
    return type;
  }
  if (strcmp(found.kind, "boolean") == 0) return "boolean";
  if (strcmp(found.kind, "integer") == 0 || strcmp(found.kind, "number") == 0) return number_type(found.value, found.kind);
  if (strcmp(found.kind, "string") != 0) return NULL;
  const char *names = found.compound ? NULL : enum_type(it, &found, hint);
  return names ? names : json_is(moya_json_member(found.value, "format"), "date-time") ? "date" : "str";
}
