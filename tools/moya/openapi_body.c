#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_MEMBERS = 200 };

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

static void json_body(openapi *it, arguments *to, moya_json value, bool required) {
  schema found = openapi_schema(it, value, 0);
  properties members = {0};
  bool is_object = found.kind && strcmp(found.kind, "object") == 0 && !found.compound && !found.nullable;
  if (is_object) openapi_properties(it, found.value, &members);
  if (members.count > 0 && members.count <= MOST_MEMBERS) {
    size_t writable = 0;
    for (size_t i = 0; i < members.count; i++) {
      const property *one = &members.list[i];
      bool nullable = false;
      if (json_true(moya_json_member(openapi_follow(it, one->value, NULL), "readOnly"))) continue;
      const char *type = openapi_is_text(it, one->value) ? openapi_plain_type(it, one->value, arguments_hint(to, one->name), 0)
                                                         : openapi_type(it, one->value, arguments_hint(to, one->name), &nullable, 0);
      arguments_add(to, openapi_key(one->name), "field", type, !one->required, openapi_follow(it, one->value, NULL));
      writable++;
    }
    if (writable > 0) return;
  }
  bool nullable = false;
  const char *type = openapi_type(it, value, arguments_hint(to, "body"), &nullable, 0);
  /* As they are, without the quotes of JSON: not what is wanted. */
  if (strcmp(type, "str") == 0 || strcmp(type, "date") == 0) type = "raw";
  arguments_add(to, "body", "body", type, !required, found.value);
}

void openapi_body(openapi *it, arguments *to, moya_json body, const char **content_type) {
  body = openapi_follow(it, body, NULL);
  bool required = json_true(moya_json_member(body, "required"));
  moya_json content = moya_json_member(body, "content"), best = {0};
  int best_rank = 0;
  for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
    const char *name = json_key(one);
    int rank = is_type(name, "application/json")                    ? 6
               : is_type(name, "application/x-www-form-urlencoded") ? 5
               : is_type(name, "multipart/form-data")               ? 4
               : is_json_type(name)                                 ? 3
               : strncasecmp(name, "text/", 5) == 0                 ? 2
                                                                    : 1;
    if (rank > best_rank) best_rank = rank, best = one;
  }
  if (best_rank == 0) return;
  const char *name = json_key(best);
  moya_json value = moya_json_member(best, "schema");
  if (moya_json_count(content) > 1) openapi_note(it, "of %zu kinds of body %s is sent", moya_json_count(content), name);
  properties members = {0};
  switch (best_rank) {
  case 6: json_body(it, to, value, required); return;
  case 5:
  case 4:
    openapi_properties(it, value, &members);
    openapi_form(it, to, &members, best, best_rank == 4);
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
