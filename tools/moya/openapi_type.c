#include <stdio.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

/* Returns the type of an integer that has this format. Returns NULL for another format. */
static const char *format_type(moya_json value) {
  static const char *const formats[][2] = {{"int8", "i8"},    {"int16", "i16"},   {"int32", "i32"},  {"int64", "i64"},
                                           {"uint8", "u8"},   {"uint16", "u16"},  {"uint32", "u32"}, {"uint64", "u64"}};
  const char *format = json_text(moya_json_member(value, "format"));
  for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(format, formats[i][0]) == 0) return formats[i][1];
  }
  return NULL;
}

/* Returns the type of an integer. It follows from the integer's format or limits. */
static const char *integer_type(openapi *it, moya_json value, const char *hint) {
  if (format_type(value)) return format_type(value);
  moya_json most = moya_json_member(value, "maximum");
  int64_t least = -1, small;
  double large;
  bool fits = moya_json_int64(most, &small) == MOYA_OK || moya_json_double(most, &large) != MOYA_OK || large < 9223372036854775807.0;
  if (fits) return "i64";
  if (moya_json_int64(moya_json_member(value, "minimum"), &least) != MOYA_OK) least = -1;
  if (moya_json_double(most, &large) == MOYA_OK && large <= 18446744073709551616.0 && least >= 0) return "u64";
  openapi_note(it, HARM_RESULT, "an integer may be larger than the i64 that stands for it: %s", hint);
  return "i64";
}

static const char *number_type(openapi *it, const schema *found, const char *hint) {
  /* A number may have the format of an integer. A double would round large integers, but none of 32 bits. */
  const char *format = format_type(found->value);
  bool is_large = format && strstr(format, "64");
  return schema_is(found, "number") && !is_large ? "f64" : integer_type(it, found->value, hint);
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

bool openapi_is_binary(openapi *it, moya_json value) {
  moya_json found = openapi_schema(it, value, 0).value;
  const char *type = json_text(moya_json_member(found, "contentMediaType")), *encoding = json_text(moya_json_member(found, "contentEncoding"));
  if (json_is(moya_json_member(found, "format"), "binary")) return true;
  if (encoding) return strcmp(encoding, "binary") == 0;
  return type && !openapi_is_json(type) && strncmp(type, "text/", 5) != 0;
}

static const char *type_of(openapi *it, const schema *found, const char *hint, int depth);

const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth) {
  schema found = openapi_schema(it, value, 0);
  *nullable |= found.nullable;
  reference *known = found.reference;
  if (!known) return type_of(it, &found, hint, depth);
  if (!known->whole) {
    /* If a list or a map contains itself, the inner one gets the type raw, which is any JSON. */
    known->whole = "raw";
    known->whole = type_of(it, &found, hint, depth);
  }
  return known->whole;
}

/* Puts brackets around a type, which becomes the type of the elements of a list or a map. If `absent` is true, the
 * document allows null elements. A definition does not allow null elements, so the elements get the type raw, which is
 * any JSON. They also get this type if there would be more than 7 pairs of brackets. A definition allows 8 levels, and
 * a question mark can be one of them. */
static const char *bracketed(openapi *it, const char *open, const char *inner, const char *close, bool absent) {
  if (strspn(inner, "[{") >= 7) {
    openapi_note(it, HARM_RESULT, "lists in lists are raw where they are more than 7 levels deep");
    inner = "raw";
  }
  if (absent && strcmp(inner, "raw") != 0) {
    openapi_note(it, HARM_RESULT, "elements that may be null are raw: %s%s%s", open, inner, close);
    inner = "raw";
  }
  return memory_join(open, inner, close, NULL);
}

static const char *type_of(openapi *it, const schema *found, const char *hint, int depth) {
  bool absent = false;
  if (depth > OPENAPI_MOST_DEPTH) {
    openapi_note(it, HARM_RESULT, "types in types are raw where they are more than %d levels deep", OPENAPI_MOST_DEPTH);
    return "raw";
  }
  if (!found->kind || (found->compound && !schema_is(found, "string"))) {
    if (found->compound) openapi_note(it, HARM_TOLD, "what is one of several types is raw JSON: %s", hint);
    return "raw";
  }
  if (schema_is(found, "boolean")) return "boolean";
  if (schema_is(found, "integer") || schema_is(found, "number")) return number_type(it, found, hint);
  if (schema_is(found, "string")) {
    moya_json format = moya_json_member(found->value, "format");
    return json_is(format, "date-time") ? "date" : json_is(format, "byte") || json_is(moya_json_member(found->value, "contentEncoding"), "base64") ? "bytes" : "str";
  }
  /* The first elements have types of their own. So `items` is not the type of all elements. */
  if (schema_is(found, "array") && moya_json_exists(moya_json_member(found->value, "prefixItems"))) return "[raw]";
  if (schema_is(found, "array")) {
    const char *element = openapi_type(it, moya_json_member(found->value, "items"), memory_join(hint, "_item", NULL), &absent, depth + 1);
    return bracketed(it, "[", element, "]", absent);
  }
  if (!schema_is(found, "object")) {
    openapi_note(it, HARM_RESULT, "'%s' is no type: raw JSON stands for it", found->kind);
    return "raw";
  }
  const char *type = openapi_structure(it, found, hint);
  if (type) return type;
  moya_json values = moya_json_member(found->value, "additionalProperties");
  if (moya_json_kind(values) != MOYA_JSON_OBJECT || moya_json_count(values) == 0) return "raw";
  const char *inner = openapi_type(it, values, memory_join(hint, "_value", NULL), &absent, depth + 1);
  return bracketed(it, "{", inner, "}", absent);
}

static const char *plain_type_of(openapi *it, const schema *found, const char *hint, int depth);

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

moya_json openapi_choice(openapi *it, moya_json value, const char *kind) {
  moya_json choices = openapi_choices(openapi_schema(it, value, 0).value);
  for (moya_json one = json_elements(choices); moya_json_exists(one); one = moya_json_next(one)) {
    schema found = openapi_schema(it, one, 0);
    if (schema_is(&found, kind)) return found.value;
  }
  return (moya_json){0};
}

const char *openapi_single_type(openapi *it, moya_json value, const char *name, const char *hint) {
  const char *type = openapi_plain_type(it, value, hint, 0);
  bool has_more = moya_json_exists(openapi_choice(it, value, "object")) || moya_json_exists(openapi_choice(it, value, "array"));
  if (!type || !has_more) return type;
  openapi_note(it, HARM_REQUEST, "'%s' may also be a list or an object: it is given as one text", name);
  return "str";
}

static const char *plain_type_of(openapi *it, const schema *found, const char *hint, int depth) {
  if (depth > OPENAPI_MOST_DEPTH) return "str";
  if (!found->kind) {
    if (!found->compound) return moya_json_count(found->value) == 0 ? "str" : NULL;
    /* The value is one of several alternatives. If some of them are single texts, their type is the type of the value.
     * If these types differ, the type is str. */
    moya_json choices = openapi_choices(found->value);
    const char *type = moya_json_exists(choices) ? NULL : "str";
    for (moya_json one = json_elements(choices); moya_json_exists(one); one = moya_json_next(one)) {
      const char *other = openapi_plain_type(it, one, hint, depth + 1);
      if (other) type = type && strcmp(type, other) != 0 ? "str" : other;
    }
    return type;
  }
  if (schema_is(found, "boolean")) return "boolean";
  if (schema_is(found, "integer") || schema_is(found, "number")) return number_type(it, found, hint);
  if (!schema_is(found, "string")) return NULL;
  const char *names = found->compound ? NULL : openapi_names_type(it, found, hint);
  return names ? names : json_is(moya_json_member(found->value, "format"), "date-time") ? "date" : "str";
}
