#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_BRACKETS = 5 };

void openapi_brackets(openapi *it, arguments *to, const char *in, const char *key, moya_json value, bool required, int depth) {
  schema found = openapi_schema(it, value, 0);
  if (!openapi_step(it)) return;
  if (to->count >= OPENAPI_MOST_ARGUMENTS) {
    it->lacks |= required;
    if (to->count++ == OPENAPI_MOST_ARGUMENTS) {
      openapi_note(it, required ? HARM_USELESS : HARM_REQUEST, "more than %d parameters: '%s' and those after it are left out", OPENAPI_MOST_ARGUMENTS, key);
    }
    return;
  }
  /* A value with several alternatives can become several parameters. All alternatives that are texts become one
   * parameter. If an alternative is an object, each of its members becomes a parameter. */
  moya_json choices = openapi_choices(found.value);
  properties members = {0};
  openapi_properties(it, found.value, &members);
  bool said = false;
  if (members.count == 0 && moya_json_exists(choices)) {
    for (moya_json one = json_elements(choices); moya_json_exists(one); one = moya_json_next(one)) {
      if (members.count == 0) openapi_properties(it, one, &members);
    }
  }
  const char *plain = openapi_plain_type(it, value, arguments_hint(to, key), 0);
  if (plain) {
    arguments_add(to, key, in, plain, members.count > 0 || !required, found.value);
    said = true;
  }
  if (members.count > 0) {
    for (size_t i = 0; i < members.count && depth < MOST_BRACKETS; i++) {
      const property *one = &members.list[i];
      if (openapi_is_marked(it, one->value, "readOnly")) continue;
      openapi_brackets(it, to, in, memory_join(key, "[", one->name, "]", NULL), one->value, required && one->required && !plain, depth + 1);
    }
    if (depth >= MOST_BRACKETS) openapi_note(it, HARM_REQUEST, "'%s' is nested deeper than %d brackets: its members are left out", key, MOST_BRACKETS);
    return;
  }
  if (said) return;
  if (schema_is(&found, "array")) {
    moya_json items = moya_json_member(found.value, "items");
    const char *element = openapi_plain_type(it, items, arguments_hint(to, key), 0);
    if (element) {
      arguments_add(to, memory_join(key, "[]", NULL), in, memory_join("[", element, "]", NULL), !required, found.value);
      return;
    }
  }
  it->lacks |= required;
  openapi_note(it, required ? HARM_USELESS : HARM_REQUEST, "'%s' is a list of objects or an object of any members: it is left out of the %s", key, in);
}

/* Returns true if a member of a form is any JSON, an object whose members have no names in the document, or a list of
 * such values or of objects. The document does not say how such a member is written in a form, so it is JSON text
 * (OpenAPI 3.0 and 3.1, Encoding Object, `contentType`). */
static bool is_json_text(openapi *it, moya_json value, const char *hint) {
  schema found = openapi_schema(it, value, 0);
  if (openapi_plain_type(it, value, hint, 0) || moya_json_exists(openapi_choices(found.value))) return false;
  properties members = {0};
  openapi_properties(it, found.value, &members);
  return members.count == 0;
}

/* Adds a member of a form. The members of an object are written with brackets. */
static void put_member(openapi *it, arguments *to, const property *one, moya_json encoding) {
  schema found = openapi_schema(it, one->value, 0);
  const char *style = json_text(moya_json_member(moya_json_member(encoding, one->name), "style"));
  bool deep = style && strcmp(style, "deepObject") == 0;
  bool is_list = schema_is(&found, "array") && to->count < OPENAPI_MOST_ARGUMENTS;
  const char *element = is_list && !deep ? openapi_plain_type(it, moya_json_member(found.value, "items"), arguments_hint(to, one->name), 0) : NULL;
  moya_json explode = moya_json_member(moya_json_member(encoding, one->name), "explode");
  bool is_joined = moya_json_exists(explode) && !json_true(explode) && (!style || strcmp(style, "form") == 0);
  bool is_split = style && (strcmp(style, "spaceDelimited") == 0 || strcmp(style, "pipeDelimited") == 0) && !json_true(explode);
  if (element && is_split) openapi_note(it, HARM_REQUEST, "the elements of '%s' are not joined, as the style %s joins them", one->name, style);
  if (element) arguments_add_with(to, one->name, "form", memory_join("[", element, "]", NULL), !one->required, found.value, is_joined ? ",\"explode\":false" : "");
  else if (!deep && !to->is_whole && is_json_text(it, one->value, arguments_hint(to, one->name))) {
    openapi_note(it, HARM_REQUEST, "'%s' is given as a JSON text%s", one->name, is_list ? " for each element" : "");
    arguments_add(to, one->name, "form", is_list ? "[str]" : "str", !one->required, found.value);
  } else openapi_brackets(it, to, "form", one->name, one->value, one->required, 0);
}

/* Adds a part. An object is passed as JSON text, and the content type that the document sets for it is lost. */
static void put_part(openapi *it, arguments *to, const property *one, moya_json encoding) {
  schema found = openapi_schema(it, one->value, 0);
  const char *type = openapi_single_type(it, one->value, one->name, arguments_hint(to, one->name));
  moya_json own = moya_json_member(encoding, one->name), items = moya_json_member(found.value, "items");
  if (openapi_is_binary(it, one->value) || json_is(moya_json_member(found.value, "format"), "byte")) type = "file";
  bool is_list = schema_is(&found, "array");
  if (is_list) type = openapi_is_binary(it, items) ? "file" : openapi_plain_type(it, items, arguments_hint(to, one->name), 0);
  if (!type) openapi_note(it, HARM_REQUEST, "the part '%s' has objects: it is given as a JSON text, and sent without a media type", one->name);
  if (moya_json_exists(moya_json_member(own, "headers")) || (type && moya_json_exists(moya_json_member(own, "contentType")))) {
    openapi_note(it, HARM_REQUEST, "the part '%s' has a media type or header fields of its own, which are not sent", one->name);
  }
  type = type ? type : "str";
  arguments_add(to, one->name, "part", is_list ? memory_join("[", type, "]", NULL) : type, !one->required, found.value);
}

void openapi_form(openapi *it, arguments *to, const properties *members, moya_json media, bool in_parts) {
  moya_json encoding = moya_json_member(media, "encoding");
  for (size_t i = 0; i < members->count; i++) {
    const property *one = &members->list[i];
    if (openapi_is_marked(it, one->value, "readOnly")) continue;
    if (!in_parts || to->count >= OPENAPI_MOST_ARGUMENTS) put_member(it, to, one, encoding);
    else put_part(it, to, one, encoding);
  }
}
