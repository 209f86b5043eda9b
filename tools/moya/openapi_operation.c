#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

void openapi_note(openapi *it, const char *format, ...) {
  va_list arguments;
  text said = {0}, line = {0};
  va_start(arguments, format);
  text_print_list(&said, format, arguments);
  va_end(arguments);
  text_plain(&line, said.data, said.length);
  fprintf(stderr, "%s%s%s\n", it->operation ? it->operation : "", it->operation ? ": " : "", line.data);
  it->notes++;
}

/* A description's first line, cut where it gets long. */
static void add_words(text *out, moya_json described, const char *first, const char *second) {
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

const char *arguments_add(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described) {
  const char *name = names_claim(&it->names, name_of_text(key, 96), NULL);
  text_print(&it->out, "%s\n        {\"name\":\"%s\",\"in\":\"%s\",\"type\":\"%s%s\"", it->count++ ? "," : "", name, in, type, optional ? "?" : "");
  if (strcmp(key, name) != 0 && strcmp(in, "body") != 0 && strcmp(in, "path") != 0) {
    text_put(&it->out, ",\"key\":");
    text_json(&it->out, key, strlen(key));
  }
  if (strcmp(in, "form") != 0 && strcmp(in, "field") != 0) add_words(&it->out, described, "description", NULL);
  text_put(&it->out, "}");
  return name;
}

/* ── Parameters ─────────────────────────────────────────────────────────────────────────────────────────────────── */

typedef struct parameter {
  moya_json value;
  const char *name, *in, *style;
  bool required;
  bool explode;
} parameter;

static void parameters_of(openapi *it, moya_json list, parameter *found, size_t *count) {
  for (moya_json one = moya_json_first(list); moya_json_exists(one); one = moya_json_next(one)) {
    parameter read = {.value = openapi_follow(it, one, NULL)};
    read.name = json_text(moya_json_member(read.value, "name"));
    read.in = json_text(moya_json_member(read.value, "in"));
    if (!read.name || !*read.name || !read.in) {
      if (moya_json_exists(read.value)) openapi_note(it, "a parameter has no name or place: it is left out");
      continue;
    }
    read.required = json_true(moya_json_member(read.value, "required"));
    read.style = json_text(moya_json_member(read.value, "style"));
    bool is_form = strcmp(read.in, "query") == 0 || strcmp(read.in, "cookie") == 0;
    if (!read.style) read.style = is_form ? "form" : "simple";
    read.explode = strcmp(read.style, "form") == 0;
    moya_json explode = moya_json_member(read.value, "explode");
    if (moya_json_exists(explode)) read.explode = json_true(explode);
    size_t place = 0;
    while (place < *count && (strcmp(found[place].name, read.name) != 0 || strcmp(found[place].in, read.in) != 0)) place++;
    found[place] = read;
    if (place == *count) ++*count;
  }
}

/* The schema, or that of the JSON text which the parameter is. */
static moya_json schema_of(openapi *it, const parameter *one, bool *is_json) {
  moya_json content = moya_json_member(one->value, "content");
  *is_json = moya_json_exists(content);
  return openapi_follow(it, *is_json ? moya_json_member(moya_json_first(content), "schema") : moya_json_member(one->value, "schema"), NULL);
}

static void query(openapi *it, arguments *to, const parameter *one) {
  bool is_json;
  moya_json value = schema_of(it, one, &is_json);
  moya_json own = moya_json_member(one->value, "schema");
  const char *hint = memory_join(to->endpoint, "_", one->name, NULL);
  if (is_json) {
    openapi_note(it, "the parameter '%s' is given as a JSON text", one->name);
    arguments_add(to, one->name, "query", "str", !one->required, one->value);
    return;
  }
  if (strcmp(one->style, "deepObject") == 0) {
    openapi_brackets(it, to, "query", one->name, own, one->required, 0);
    return;
  }
  schema found = openapi_schema(it, own, 0);
  const char *plain = openapi_plain_type(it, own, hint, 0);
  if (plain) {
    arguments_add(to, one->name, "query", plain, !one->required, one->value);
    return;
  }
  if (found.kind && strcmp(found.kind, "array") == 0) {
    const char *element = openapi_plain_type(it, moya_json_member(found.value, "items"), hint, 0);
    if (element && one->explode) {
      arguments_add(to, one->name, "query", memory_join("[", element, "]", NULL), !one->required, one->value);
      return;
    }
    openapi_note(it, "the list '%s' is given as one text, as its style %s has it", one->name, one->style);
    arguments_add(to, one->name, "query", "str", !one->required, one->value);
    return;
  }
  properties members = {0};
  openapi_properties(it, value, &members, 0);
  if (members.count > 0 && one->explode) {
    for (size_t i = 0; i < members.count; i++) {
      const char *type = openapi_plain_type(it, members.list[i].value, hint, 0);
      if (!type) openapi_note(it, "'%s' of the parameter '%s' is given as one text", members.list[i].name, one->name);
      arguments_add(to, members.list[i].name, "query", type ? type : "str", !one->required || !members.list[i].required,
                    openapi_follow(it, members.list[i].value, NULL));
    }
    return;
  }
  openapi_note(it, "the parameter '%s' is given as one text", one->name);
  arguments_add(to, one->name, "query", "str", !one->required, one->value);
}

/* Header fields and parts of the path: one text each. */
static const char *single(openapi *it, arguments *to, const parameter *one) {
  bool is_json;
  schema_of(it, one, &is_json);
  const char *type = is_json ? NULL : openapi_plain_type(it, moya_json_member(one->value, "schema"), memory_join(to->endpoint, "_", one->name, NULL), 0);
  bool is_path = strcmp(one->in, "path") == 0;
  if (!type) openapi_note(it, "the parameter '%s' is given as one text", one->name);
  if (strcmp(one->style, "simple") != 0) openapi_note(it, "the style %s of '%s' is a part of the text that is given", one->style, one->name);
  return arguments_add(to, one->name, one->in, type ? type : "str", !one->required && !is_path, one->value);
}

/* ── The path ───────────────────────────────────────────────────────────────────────────────────────────────────── */

/* With the names that its parameters have got, and those that it has without declaring them. */
static const char *path_of(openapi *it, arguments *to, const char *path, const parameter *list, size_t count, const char *const *given) {
  text out = {0};
  text_put(&out, "");
  for (const char *at = path; *at;) {
    const char *end = *at == '{' ? strchr(at, '}') : NULL;
    if (!end) {
      if (*at == '?' || *at == '#') openapi_note(it, "the path has a '%c', which is sent as %s", *at, *at == '?' ? "%3F" : "%23");
      text_print(&out, *at == '{' || *at == '}' ? "%c%c" : "%c", *at, *at);
      at++;
      continue;
    }
    const char *name = memory_copy(at + 1, (size_t)(end - at - 1)), *own = NULL;
    for (size_t i = 0; i < count && !own; i++) {
      if (given[i] && strcmp(list[i].name, name) == 0) own = given[i];
    }
    if (!own) {
      openapi_note(it, "the path names {%s}, and there is no such parameter: it is a text", name);
      own = arguments_add(to, name, "path", "str", false, (moya_json){0});
    }
    text_print(&out, "{%s}", own);
    at = end + 1;
  }
  return out.data;
}

/* ── The result ─────────────────────────────────────────────────────────────────────────────────────────────────── */

static void add_result(openapi *it, text *out, const char *endpoint, moya_json responses) {
  moya_json best = {0};
  for (moya_json one = moya_json_first(responses); moya_json_exists(one); one = moya_json_next(one)) {
    const char *status = moya_json_key(one).data;
    if (status[0] == '2' && (!moya_json_exists(best) || strcmp(status, moya_json_key(best).data) < 0)) best = one;
  }
  moya_json content = moya_json_member(openapi_follow(it, best, NULL), "content");
  for (moya_json one = moya_json_first(content); moya_json_exists(one); one = moya_json_next(one)) {
    const char *type = moya_json_key(one).data;
    size_t length = strcspn(type, "; ");
    if (length < 4 || (strncasecmp(type + length - 4, "json", 4) != 0 && strncmp(type, "*/*", 3) != 0)) continue;
    moya_json value = moya_json_member(one, "schema");
    bool nullable = false;
    if (!moya_json_exists(value)) return;
    text_print(out, ",\"result\":\"%s\"", openapi_type(it, value, memory_join(endpoint, "_result", NULL), &nullable, 0));
    return;
  }
}

void openapi_operation(openapi *it, const char *path, moya_json item, moya_json value, const char *method) {
  it->operation = memory_join(method, " ", path, NULL);
  it->operations++;
  const char *id = json_text(moya_json_member(value, "operationId"));
  char *lower = memory_copy(method, strlen(method));
  for (char *at = lower; *at; at++) *at = (char)(*at + ('a' - 'A'));
  const char *name = names_claim(&it->endpoint_names, name_of_text(id && *id ? id : memory_join(lower, "_", path, NULL), 96), NULL);

  moya_json shared = moya_json_member(item, "parameters"), own = moya_json_member(value, "parameters");
  parameter *list = memory_get((moya_json_count(shared) + moya_json_count(own)) * sizeof *list + 1);
  size_t count = 0;
  parameters_of(it, shared, list, &count);
  parameters_of(it, own, list, &count);
  arguments to = {.endpoint = name};
  const char **given = memory_get(count * sizeof *given + 1);
  it->lacks = false;
  /* Those of the path first: their names are what a caller knows. */
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].in, "path") != 0) continue;
    if (strstr(path, memory_join("{", list[i].name, "}", NULL))) given[i] = single(it, &to, &list[i]);
    else openapi_note(it, "the path does not name {%s}: the parameter is left out", list[i].name);
  }
  const char *own_path = path_of(it, &to, path, list, count, given);
  for (size_t i = 0; i < count; i++) {
    const char *in = list[i].in;
    static const char *const bodys[] = {"Accept", "Content-Type", "Authorization"}; /* OpenAPI has them elsewhere */
    bool skipped = false;
    for (size_t n = 0; n < sizeof bodys / sizeof *bodys; n++) skipped |= strcmp(in, "header") == 0 && strcasecmp(list[i].name, bodys[n]) == 0;
    if (skipped || strcmp(in, "path") == 0) continue;
    if (strcmp(in, "query") == 0) query(it, &to, &list[i]);
    else if (strcmp(in, "header") == 0) single(it, &to, &list[i]);
    else {
      openapi_note(it, "the %s parameter '%s' cannot be said: it is left out", in, list[i].name);
      it->lacks |= list[i].required;
    }
  }
  const char *content_type = NULL;
  openapi_body(it, &to, moya_json_member(value, "requestBody"), &content_type);
  if (moya_json_exists(moya_json_member(value, "servers"))) openapi_note(it, "has servers of its own, which a definition has not");

  text *out = &it->endpoints;
  if (out->length > 0) text_put(out, ",\n    ");
  text_print(out, "\"%s\":{\"method\":\"%s\",\"path\":", name, method);
  text_json(out, own_path, strlen(own_path));
  add_words(out, value, "summary", "description");
  if (json_true(moya_json_member(value, "deprecated"))) text_put(out, ",\"deprecated\":true");
  if (content_type) {
    text_put(out, ",\"headers\":{\"Content-Type\":");
    text_json(out, content_type, strlen(content_type));
    text_put(out, "}");
  }
  if (to.count > 0) text_print(out, ",\"parameters\":[%s],\"lists\":\"plain\",\"bools\":\"words\"", to.out.data);
  add_result(it, out, name, moya_json_member(value, "responses"));
  text_put(out, "}");
  it->callable += !it->lacks;
  it->operation = NULL;
}
