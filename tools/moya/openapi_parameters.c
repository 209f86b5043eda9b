#include <stdint.h>
#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

void openapi_add_words(const openapi *it, text *out, moya_json described, const char *first, const char *second) {
  if (it->is_brief) return;
  const char *words = json_text(moya_json_member(described, first));
  if ((!words || !*words) && second) words = json_text(moya_json_member(described, second));
  if (!words || !*words) return;
  size_t length = strcspn(words, "\r\n");
  if (length > 160) {
    length = 160;
    while (length > 120 && words[length] != ' ') length--;
    while ((words[length] & 0xC0) == 0x80) length--;
  }
  if (length == 0) return;
  text_put(out, ",\"description\":");
  text_json(out, words, length);
}

/* Returns the text of a string. Returns NULL if the value is not a string, or if the string contains a NUL. */
static const char *whole_text(moya_json value) {
  moya_str text;
  return moya_json_string(value, &text) == MOYA_OK && strlen(text.data) == text.len ? text.data : NULL;
}

static void read_all(openapi *it, moya_json list, map *known, parameter *found, size_t *count) {
  for (moya_json one = json_elements(list); moya_json_exists(one) && openapi_step(it); one = moya_json_next(one)) {
    const char *lost = openapi_lost(it, one);
    if (lost) {
      it->lacks = true;
      openapi_note(it, HARM_USELESS, "a parameter %s", lost);
      continue;
    }
    parameter read = {.value = openapi_follow(it, one, NULL)};
    read.name = whole_text(moya_json_member(read.value, "name"));
    read.in = json_text(moya_json_member(read.value, "in"));
    read.required = json_true(moya_json_member(read.value, "required"));
    if (!read.name || !*read.name || !read.in) {
      it->lacks |= read.required;
      openapi_note(it, read.required ? HARM_USELESS : HARM_REQUEST, "a parameter has no name or place: it is left out");
      continue;
    }
    read.style = json_text(moya_json_member(read.value, "style"));
    bool is_form = strcmp(read.in, "query") == 0 || strcmp(read.in, "cookie") == 0;
    if (!read.style) read.style = is_form ? "form" : "simple";
    read.explode = strcmp(read.style, "form") == 0;
    moya_json explode = moya_json_member(read.value, "explode");
    if (moya_json_exists(explode)) read.explode = json_true(explode);
    const char *place = memory_join(read.in, " ", read.name, NULL);
    uintptr_t before = (uintptr_t)map_get(known, place);
    found[before > 0 ? before - 1 : (*count)++] = read;
    if (before == 0) map_put(known, place, (void *)(uintptr_t)*count);
  }
}

/* Returns the schema of a parameter. If the parameter is JSON text, returns the schema of the JSON and sets
 * *is_json. */
static moya_json schema_of(openapi *it, const parameter *one, bool *is_json) {
  moya_json content = moya_json_member(one->value, "content");
  *is_json = moya_json_exists(content);
  return openapi_follow(it, *is_json ? moya_json_member(json_members(content), "schema") : moya_json_member(one->value, "schema"), NULL);
}

static void put_query(openapi *it, arguments *to, const parameter *one) {
  bool is_json;
  moya_json value = schema_of(it, one, &is_json);
  moya_json own = moya_json_member(one->value, "schema");
  const char *hint = arguments_hint(to, one->name);
  if (is_json) {
    openapi_note(it, HARM_TOLD, "the parameter '%s' is given as a JSON text", one->name);
    arguments_add(to, one->name, "query", "str", !one->required, one->value);
    return;
  }
  if (strcmp(one->style, "deepObject") == 0) {
    openapi_brackets(it, to, "query", one->name, own, one->required, 0);
    return;
  }
  schema found = openapi_schema(it, own, 0);
  moya_json items = moya_json_member(openapi_choice(it, own, "array"), "items");
  const char *one_of_list = moya_json_exists(items) && strcmp(one->style, "form") == 0 ? openapi_plain_type(it, items, hint, 0) : NULL;
  if (one_of_list) {
    /* The value is one of several alternatives, and one of them is a list. A list with one element has the same form in
     * the query as a single value. */
    const char *single = openapi_plain_type(it, own, hint, 0), *element = !single || strcmp(single, one_of_list) == 0 ? one_of_list : "str";
    arguments_add_with(to, one->name, "query", memory_join("[", element, "]", NULL), !one->required, one->value, one->explode ? "" : ",\"explode\":false");
    return;
  }
  const char *plain = openapi_single_type(it, own, one->name, hint);
  if (plain) {
    arguments_add(to, one->name, "query", plain, !one->required, one->value);
    return;
  }
  if (found.kind && strcmp(found.kind, "array") == 0) {
    const char *element = openapi_plain_type(it, moya_json_member(found.value, "items"), hint, 0);
    if (element && (one->explode || strcmp(one->style, "form") == 0)) {
      arguments_add_with(to, one->name, "query", memory_join("[", element, "]", NULL), !one->required, one->value, one->explode ? "" : ",\"explode\":false");
      return;
    }
    openapi_note(it, HARM_REQUEST, "the list '%s' is given as one text, as its style %s has it", one->name, one->style);
    arguments_add(to, one->name, "query", "str", !one->required, one->value);
    return;
  }
  properties members = {0};
  openapi_properties(it, value, &members);
  if (members.count > 0 && one->explode) {
    for (size_t i = 0; i < members.count; i++) {
      const char *type = openapi_plain_type(it, members.list[i].value, hint, 0);
      if (!type) openapi_note(it, HARM_REQUEST, "'%s' of the parameter '%s' is given as one text", members.list[i].name, one->name);
      arguments_add(to, members.list[i].name, "query", type ? type : "str", !one->required || !members.list[i].required,
                    openapi_follow(it, members.list[i].value, NULL));
    }
    return;
  }
  openapi_note(it, HARM_REQUEST, "the parameter '%s' is given as one text", one->name);
  arguments_add(to, one->name, "query", "str", !one->required, one->value);
}

/* Adds a header field or a part of the path. Its value is a single text. The elements of a list are separated by
 * commas. */
static const char *put_single(openapi *it, arguments *to, const parameter *one) {
  bool is_json;
  schema_of(it, one, &is_json);
  const char *type = is_json ? NULL : openapi_single_type(it, moya_json_member(one->value, "schema"), one->name, arguments_hint(to, one->name));
  bool is_path = strcmp(one->in, "path") == 0;
  moya_json own = moya_json_member(one->value, "schema");
  schema found = openapi_schema(it, own, 0);
  if (!type && !is_json && schema_is(&found, "array") && strcmp(one->style, "simple") == 0) {
    const char *element = openapi_plain_type(it, moya_json_member(found.value, "items"), arguments_hint(to, one->name), 0);
    if (element) type = memory_join("[", element, "]", NULL);
  }
  if (!type) openapi_note(it, HARM_REQUEST, "the parameter '%s' is given as one text", one->name);
  if (strcmp(one->style, "simple") != 0) openapi_note(it, HARM_REQUEST, "the style %s of '%s' is a part of the text that is given", one->style, one->name);
  return arguments_add(to, one->name, one->in, type ? type : "str", !one->required && !is_path, one->value);
}

parameter *openapi_parameters(openapi *it, moya_json item, moya_json operation, size_t *count) {
  moya_json shared = moya_json_member(item, "parameters"), own = moya_json_member(operation, "parameters");
  parameter *list = memory_get((moya_json_count(shared) + moya_json_count(own)) * sizeof *list + 1);
  map known = {0};
  *count = 0;
  read_all(it, shared, &known, list, count);
  read_all(it, own, &known, list, count);
  return list;
}

const char *openapi_put_parameter(openapi *it, arguments *to, const parameter *one) {
  if (to->count >= OPENAPI_MOST_ARGUMENTS) {
    it->lacks |= one->required;
    openapi_note(it, one->required ? HARM_USELESS : HARM_REQUEST, "more than %d parameters: '%s' is left out", OPENAPI_MOST_ARGUMENTS, one->name);
    return NULL;
  }
  /* OpenAPI describes these header fields in other places of the document, and ignores parameters of these names. */
  static const char *const elsewhere[] = {"Accept", "Content-Type", "Authorization", NULL};
  /* The library itself writes these header fields, and refuses them in a request. */
  static const char *const written[] = {"Content-Length", "Transfer-Encoding", "Expect", NULL};
  bool is_header = strcmp(one->in, "header") == 0;
  for (size_t i = 0; is_header && elsewhere[i]; i++) {
    if (strcasecmp(one->name, elsewhere[i]) == 0) return NULL;
  }
  for (size_t i = 0; is_header && written[i]; i++) {
    if (strcasecmp(one->name, written[i]) != 0) continue;
    openapi_note(it, HARM_TOLD, "the library writes the header field '%s', so it is no parameter", one->name);
    return NULL;
  }
  if (is_header || strcmp(one->in, "path") == 0) return put_single(it, to, one);
  if (strcmp(one->in, "query") == 0) {
    put_query(it, to, one);
    return NULL;
  }
  it->lacks |= one->required;
  openapi_note(it, one->required ? HARM_USELESS : HARM_REQUEST, "the %s parameter '%s' cannot be said: it is left out", one->in, one->name);
  return NULL;
}
