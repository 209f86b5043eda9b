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
  for (moya_json one = json_members(responses); moya_json_exists(one); one = moya_json_next(one)) {
    const char *status = json_key(one);
    if (status[0] == '2' && (!moya_json_exists(best) || strcmp(status, json_key(best)) < 0)) best = one;
  }
  moya_json content = moya_json_member(openapi_follow(it, best, NULL), "content");
  for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
    const char *type = json_key(one);
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

  size_t count;
  const parameter *list = openapi_parameters(it, item, value, &count);
  arguments to = {.endpoint = name};
  const char **given = memory_get(count * sizeof *given + 1);
  it->lacks = false;
  /* Those of the path first: their names are what a caller knows. */
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].in, "path") != 0) continue;
    if (strstr(path, memory_join("{", list[i].name, "}", NULL))) given[i] = openapi_put_parameter(it, &to, &list[i]);
    else openapi_note(it, "the path does not name {%s}: the parameter is left out", list[i].name);
  }
  const char *own_path = path_of(it, &to, path, list, count, given);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].in, "path") != 0) openapi_put_parameter(it, &to, &list[i]);
  }
  const char *content_type = NULL;
  openapi_body(it, &to, moya_json_member(value, "requestBody"), &content_type);
  if (moya_json_exists(moya_json_member(value, "servers"))) openapi_note(it, "has servers of its own, which a definition has not");

  text *out = &it->endpoints;
  if (out->length > 0) text_put(out, ",\n    ");
  text_print(out, "\"%s\":{\"method\":\"%s\",\"path\":", name, method);
  text_json(out, own_path, strlen(own_path));
  openapi_add_words(out, value, "summary", "description");
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
