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

bool openapi_is_json(const char *media_type) {
  size_t length = strcspn(media_type, "; ");
  return is_type(media_type, "application/json") || is_type(media_type, "*/*") || is_type(media_type, "application/*") ||
         is_type(media_type, "text/json") || (length > 5 && strncasecmp(media_type + length - 5, "+json", 5) == 0);
}

/* Members that only some of several objects have cannot be given next to the common ones. */
static void note_choices(openapi *it, moya_json value, const properties *members) {
  map known = {0};
  moya_json choices = openapi_choices(value);
  for (size_t i = 0; i < members->count; i++) map_put(&known, members->list[i].name, NULL);
  for (moya_json one = json_elements(choices); moya_json_exists(one); one = moya_json_next(one)) {
    properties own = {0};
    openapi_properties(it, one, &own);
    for (size_t i = 0; i < own.count; i++) {
      if (map_has(&known, own.list[i].name)) continue;
      openapi_note(it, HARM_REQUEST, "the member '%s' of one kind of body cannot be given", own.list[i].name);
      map_put(&known, own.list[i].name, NULL);
    }
  }
}

static void put_field(openapi *it, arguments *to, const property *one) {
  schema found = openapi_schema(it, one->value, 0);
  bool nullable = false, is_text = openapi_is_text(it, one->value);
  const char *hint = arguments_hint(to, one->name);
  const char *type = is_text ? openapi_plain_type(it, one->value, hint, 0) : openapi_type(it, one->value, hint, &nullable, 0);
  /* A member of JSON has no bytes: what is base64 is given as that. */
  if (is_text && strcmp(openapi_type(it, one->value, hint, &nullable, 0), "bytes") == 0) {
    openapi_note(it, HARM_TOLD, "the member '%s' is given as base64", one->name);
  }
  if (strstr(type, "bytes")) type = "raw";
  arguments_add_with(to, openapi_key(one->name), "field", type, !one->required, openapi_follow(it, one->value, NULL), found.nullable ? ",\"nullable\":true" : "");
}

static void json_body(openapi *it, arguments *to, moya_json value, bool required) {
  schema found = openapi_schema(it, value, 0);
  properties members = {0};
  if (schema_is(&found, "object") && !found.compound && !found.nullable) openapi_properties(it, found.value, &members);
  if (members.count > 0 && members.count <= MOST_MEMBERS) {
    size_t writable = 0;
    for (size_t i = 0; i < members.count; i++) {
      if (json_true(moya_json_member(openapi_follow(it, members.list[i].value, NULL), "readOnly"))) continue;
      put_field(it, to, &members.list[i]);
      writable++;
    }
    if (writable > 0) {
      note_choices(it, found.value, &members);
      return;
    }
  }
  bool nullable = false;
  const char *type = openapi_type(it, value, arguments_hint(to, "body"), &nullable, 0);
  /* As they are, without the quotes of JSON: not what is wanted. A list of bytes is no JSON at all. */
  if (text_is_one_of(type, "str date bytes") || strstr(type, "bytes")) type = "raw";
  arguments_add_with(to, "body", "body", type, !required, found.value, found.nullable ? ",\"nullable\":true" : "");
}

static int rank_of(const char *media_type) {
  if (is_type(media_type, "application/json")) return 6;
  if (is_type(media_type, "application/x-www-form-urlencoded")) return 5;
  if (is_type(media_type, "multipart/form-data")) return 4;
  if (openapi_is_json(media_type)) return 3;
  return strncasecmp(media_type, "text/", 5) == 0 ? 2 : 1;
}

/* Of several kinds one is sent: JSON before forms, forms before texts. */
static moya_json choose_media(openapi *it, moya_json content) {
  moya_json best = {0};
  text others = {0};
  for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
    if (!moya_json_exists(best) || rank_of(json_key(one)) > rank_of(json_key(best))) best = one;
  }
  for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
    if (one.token != best.token) text_print(&others, "%s%s", others.data ? ", " : "", json_key(one));
  }
  if (others.data) openapi_note(it, HARM_REQUEST, "the body is sent as %s, which could be %s too", json_key(best), others.data);
  return best;
}

void openapi_body(openapi *it, arguments *to, moya_json body, const char **content_type) {
  const char *lost = openapi_lost(it, body);
  if (lost) {
    it->lacks = true;
    openapi_note(it, HARM_USELESS, "the body %s", lost);
    return;
  }
  body = openapi_follow(it, body, NULL);
  if (!moya_json_exists(body)) return;
  bool required = json_true(moya_json_member(body, "required"));
  moya_json best = choose_media(it, moya_json_member(body, "content"));
  if (!moya_json_exists(best)) {
    it->lacks |= required;
    openapi_note(it, required ? HARM_USELESS : HARM_REQUEST, "the body has no media type: it is left out");
    return;
  }
  const char *name = json_key(best);
  moya_json value = moya_json_member(best, "schema");
  properties members = {0};
  int rank = rank_of(name);
  switch (rank) {
  case 6: json_body(it, to, value, required); return;
  case 5:
  case 4:
    openapi_properties(it, value, &members);
    openapi_form(it, to, &members, best, rank == 4);
    if (members.count > 0 || !required) return;
    it->lacks |= rank == 4;
    openapi_note(it, rank == 4 ? HARM_USELESS : HARM_REQUEST, "the form has no members that are named: it is sent as text");
    *content_type = name;
    arguments_add(to, "body", "body", "str", !required, body);
    return;
  case 3:
    if (!strchr(name, '*')) *content_type = name;
    json_body(it, to, value, required);
    return;
  case 2:
    if (!strchr(name, '*')) *content_type = name;
    arguments_add(to, "body", "body", "str", !required, body);
    return;
  default:
    if (!strchr(name, '*')) *content_type = name;
    arguments_add(to, "body", "body", "bytes", !required, body);
    return;
  }
}
