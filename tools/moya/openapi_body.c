#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_BRACKETS = 5, MOST_ARGUMENTS = 900, MOST_MEMBERS = 200 };

/* "application/json; charset=utf-8" is "application/json". */
static bool is_type(const char *media_type, const char *wanted) {
  size_t length = strcspn(media_type, "; ");
  return length == strlen(wanted) && strncasecmp(media_type, wanted, length) == 0;
}

static bool is_json_type(const char *media_type) {
  size_t length = strcspn(media_type, "; ");
  return is_type(media_type, "application/json") || is_type(media_type, "*/*") || is_type(media_type, "text/json") ||
         (length > 5 && strncasecmp(media_type + length - 5, "+json", 5) == 0);
}

/* The key of a member that is no inner one, though it has a dot. */
static const char *member_key(const char *name) {
  text key = {0};
  for (; *name; name++) {
    if (*name == '.' || *name == '\\') text_put(&key, "\\");
    text_add(&key, name, 1);
  }
  return key.data ? key.data : "";
}

static const char *hint_of(const arguments *to, const char *name) { return memory_join(to->endpoint, "_", name, NULL); }

void openapi_brackets(openapi *it, arguments *to, const char *in, const char *key, moya_json value, bool required, int depth) {
  schema found = openapi_schema(it, value, 0);
  if (to->count >= MOST_ARGUMENTS) {
    if (to->count == MOST_ARGUMENTS) openapi_note(it, "more than %d parameters: '%s' and those behind it are left out", MOST_ARGUMENTS, key);
    it->lacks |= required;
    to->count = MOST_ARGUMENTS + 1;
    return;
  }
  /* Of several, objects too: what is a text is one parameter, and the members of the object are others. */
  moya_json choices = moya_json_member(found.value, "oneOf");
  if (!moya_json_exists(choices)) choices = moya_json_member(found.value, "anyOf");
  properties members = {0};
  openapi_properties(it, found.value, &members, 0);
  bool said = false;
  if (members.count == 0 && moya_json_exists(choices)) {
    for (moya_json one = moya_json_first(choices); moya_json_exists(one); one = moya_json_next(one)) {
      if (members.count == 0) openapi_properties(it, one, &members, 0);
    }
  }
  const char *plain = openapi_plain_type(it, value, hint_of(to, key), 0);
  if (plain) {
    arguments_add(to, key, in, plain, members.count > 0 || !required, found.value);
    said = true;
  }
  if (members.count > 0) {
    for (size_t i = 0; i < members.count && depth < MOST_BRACKETS; i++) {
      const property *one = &members.list[i];
      if (json_true(moya_json_member(openapi_follow(it, one->value, NULL), "readOnly"))) continue;
      openapi_brackets(it, to, in, memory_join(key, "[", one->name, "]", NULL), one->value, required && one->required && !plain, depth + 1);
    }
    if (depth >= MOST_BRACKETS) openapi_note(it, "'%s' is nested deeper than %d brackets: its members are left out", key, MOST_BRACKETS);
    return;
  }
  if (said) return;
  if (found.kind && strcmp(found.kind, "array") == 0) {
    moya_json items = moya_json_member(found.value, "items");
    const char *element = openapi_plain_type(it, items, hint_of(to, key), 0);
    if (element) {
      arguments_add(to, memory_join(key, "[]", NULL), in, memory_join("[", element, "]", NULL), !required, found.value);
      return;
    }
  }
  it->lacks |= required;
  openapi_note(it, "'%s' is a list of objects or an object of any members: it is left out of the %s%s", key, in, required ? ", where it is required" : "");
}

/* A form's member; one that is an object is in brackets. */
static void form_member(openapi *it, arguments *to, const property *one, moya_json encoding) {
  schema found = openapi_schema(it, one->value, 0);
  const char *style = json_text(moya_json_member(moya_json_member(encoding, one->name), "style"));
  bool deep = style && strcmp(style, "deepObject") == 0;
  bool is_list = found.kind && strcmp(found.kind, "array") == 0;
  const char *element = is_list && !deep ? openapi_plain_type(it, moya_json_member(found.value, "items"), hint_of(to, one->name), 0) : NULL;
  if (element) arguments_add(to, one->name, "form", memory_join("[", element, "]", NULL), !one->required, found.value);
  else openapi_brackets(it, to, "form", one->name, one->value, one->required, 0);
}

static void part(openapi *it, arguments *to, const property *one) {
  schema found = openapi_schema(it, one->value, 0);
  moya_json format = moya_json_member(found.value, "format");
  const char *type = openapi_plain_type(it, one->value, hint_of(to, one->name), 0);
  bool is_list = found.kind && strcmp(found.kind, "array") == 0;
  if (json_is(format, "binary") || json_is(format, "byte") || moya_json_exists(moya_json_member(found.value, "contentMediaType"))) type = "file";
  if (is_list) {
    moya_json items = openapi_follow(it, moya_json_member(found.value, "items"), NULL);
    type = json_is(moya_json_member(items, "format"), "binary") ? "file" : openapi_plain_type(it, items, hint_of(to, one->name), 0);
    openapi_note(it, "the part '%s' is a list, of which one element can be given", one->name);
  }
  if (!type) openapi_note(it, "the part '%s' is an object: it is given as a JSON text", one->name);
  arguments_add(to, one->name, "part", type ? type : "str", !one->required, found.value);
}

static void json_body(openapi *it, arguments *to, moya_json value, bool required) {
  schema found = openapi_schema(it, value, 0);
  properties members = {0};
  bool is_object = found.kind && strcmp(found.kind, "object") == 0 && !found.compound && !found.nullable;
  if (is_object) openapi_properties(it, found.value, &members, 0);
  if (members.count > 0 && members.count <= MOST_MEMBERS) {
    size_t writable = 0;
    for (size_t i = 0; i < members.count; i++) {
      const property *one = &members.list[i];
      bool nullable = false;
      if (json_true(moya_json_member(openapi_follow(it, one->value, NULL), "readOnly"))) continue;
      const char *type = openapi_type(it, one->value, hint_of(to, one->name), &nullable, 0);
      arguments_add(to, member_key(one->name), "field", type, !one->required, openapi_follow(it, one->value, NULL));
      writable++;
    }
    if (writable > 0) return;
  }
  bool nullable = false;
  const char *type = openapi_type(it, value, hint_of(to, "body"), &nullable, 0);
  /* As they are, without the quotes of JSON: not what is wanted. */
  if (strcmp(type, "str") == 0 || strcmp(type, "date") == 0) type = "raw";
  arguments_add(to, "body", "body", type, !required, found.value);
}

void openapi_body(openapi *it, arguments *to, moya_json body, const char **content_type) {
  body = openapi_follow(it, body, NULL);
  bool required = json_true(moya_json_member(body, "required"));
  moya_json content = moya_json_member(body, "content"), best = {0};
  int best_rank = 0;
  for (moya_json one = moya_json_first(content); moya_json_exists(one); one = moya_json_next(one)) {
    const char *name = moya_json_key(one).data;
    int rank = is_type(name, "application/json")                    ? 6
               : is_type(name, "application/x-www-form-urlencoded") ? 5
               : is_type(name, "multipart/form-data")               ? 4
               : is_json_type(name)                                 ? 3
               : strncasecmp(name, "text/", 5) == 0                 ? 2
                                                                    : 1;
    if (rank > best_rank) best_rank = rank, best = one;
  }
  if (best_rank == 0) return;
  const char *name = moya_json_key(best).data;
  moya_json value = moya_json_member(best, "schema");
  if (moya_json_count(content) > 1) openapi_note(it, "of %zu kinds of body %s is sent", moya_json_count(content), name);
  properties members = {0};
  switch (best_rank) {
  case 6: json_body(it, to, value, required); return;
  case 5:
  case 4:
    openapi_properties(it, value, &members, 0);
    for (size_t i = 0; i < members.count; i++) {
      if (json_true(moya_json_member(openapi_follow(it, members.list[i].value, NULL), "readOnly"))) continue;
      if (best_rank == 5) form_member(it, to, &members.list[i], moya_json_member(best, "encoding"));
      else part(it, to, &members.list[i]);
    }
    if (members.count > 0 || !required) return;
    openapi_note(it, "the form has no members that are named: it is sent as text");
    *content_type = name;
    arguments_add(to, "body", "body", "str", !required, body);
    return;
  case 3:
    if (!is_type(name, "*/*")) *content_type = name;
    json_body(it, to, value, required);
    return;
  case 2:
    *content_type = name;
    arguments_add(to, "body", "body", "str", !required, body);
    return;
  default:
    if (!strchr(name, '*')) *content_type = name;
    arguments_add(to, "body", "body", "bytes", !required, body);
    return;
  }
}
