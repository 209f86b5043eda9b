#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_MEMBERS = 200, MOST_MEDIA_TYPE = 4096 };

/* Compares a media type without its parameters. "application/json; charset=utf-8" is equal to "application/json". */
static bool is_type(const char *media_type, const char *wanted) {
  size_t length = strcspn(media_type, "; ");
  return length == strlen(wanted) && strncasecmp(media_type, wanted, length) == 0;
}

const char *openapi_media_type(moya_json media) {
  static const char white[] = " \t\r\n";
  const char *name = json_key(media);
  size_t whole = moya_json_key(media).len, length;
  name += strspn(name, white);
  length = strlen(name);
  if (json_key(media) + whole != name + length || length > MOST_MEDIA_TYPE) return NULL;
  while (length > 0 && strchr(white, name[length - 1])) length--;
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)name[i] < 0x20 || name[i] == 0x7F) return NULL;
  }
  return length > 0 ? memory_copy(name, length) : NULL;
}

bool openapi_is_json(const char *media_type) {
  size_t length = strcspn(media_type, "; ");
  return is_type(media_type, "application/json") || is_type(media_type, "*/*") || is_type(media_type, "application/*") ||
         is_type(media_type, "text/json") || (length > 5 && strncasecmp(media_type + length - 5, "+json", 5) == 0);
}

/* Adds a note about members that only some of several possible objects have. A call can pass only the members that
 * all these objects have. */
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
  /* JSON has no bytes. Therefore a member with bytes in base64 is passed as base64 text. */
  if (is_text && strcmp(openapi_type(it, one->value, hint, &nullable, 0), "bytes") == 0) {
    openapi_note(it, HARM_TOLD, "the member '%s' is given as base64", one->name);
  }
  if (strstr(type, "bytes")) type = "raw";
  openapi_mark_sent(it, type);
  arguments_add_with(to, openapi_key(one->name), "field", type, !one->required, openapi_follow(it, one->value, NULL), found.nullable ? ",\"nullable\":true" : "");
}

static void json_body(openapi *it, arguments *to, moya_json value, bool required) {
  schema found = openapi_schema(it, value, 0);
  properties members = {0};
  if (schema_is(&found, "object") && !found.compound && !found.nullable) openapi_properties(it, found.value, &members);
  if (members.count > 0 && members.count <= MOST_MEMBERS) {
    size_t writable = 0;
    for (size_t i = 0; i < members.count; i++) {
      if (openapi_is_marked(it, members.list[i].value, "readOnly")) continue;
      put_field(it, to, &members.list[i]);
      writable++;
    }
    if (writable > 0) {
      note_choices(it, found.value, &members);
      moya_json more = moya_json_member(found.value, "additionalProperties");
      if (moya_json_kind(more) == MOYA_JSON_OBJECT && moya_json_count(more) > 0) {
        openapi_note(it, HARM_REQUEST, "the body has members of any name: they cannot be given");
      }
      return;
    }
  }
  bool nullable = false;
  const char *type = openapi_type(it, value, arguments_hint(to, "body"), &nullable, 0);
  /* This body is JSON. But the library would send a value of type str or bytes unchanged, and a list of bytes cannot be
   * JSON. So a body of these types gets the type raw, whose values are JSON texts. A date becomes raw, too. */
  if (text_is_one_of(type, "str date bytes") || strstr(type, "bytes")) type = "raw";
  openapi_mark_sent(it, type);
  arguments_add_with(to, "body", "body", type, !required, found.value, found.nullable ? ",\"nullable\":true" : "");
}

/* The rank of a media type. A higher rank is preferred. The library sets the media type of a body with one of the
 * last three ranks, so a call may choose between bodies with these ranks. */
enum { RANK_OF_BYTES = 1, RANK_OF_TEXT, RANK_OF_JSON, RANK_OF_PARTS, RANK_OF_FORM, RANK_OF_PLAIN_JSON };

static int rank_of(const char *media_type) {
  if (is_type(media_type, "application/json")) return RANK_OF_PLAIN_JSON;
  if (is_type(media_type, "application/x-www-form-urlencoded")) return RANK_OF_FORM;
  if (is_type(media_type, "multipart/form-data")) return RANK_OF_PARTS;
  if (openapi_is_json(media_type)) return RANK_OF_JSON;
  return strncasecmp(media_type, "text/", 5) == 0 ? RANK_OF_TEXT : RANK_OF_BYTES;
}

/* Returns the best of several media types. JSON is better than a form, and a form is better than a text. */
static moya_json best_media(moya_json content) {
  moya_json best = {0};
  for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
    if (!openapi_media_type(one)) continue;
    if (!moya_json_exists(best) || rank_of(openapi_media_type(one)) > rank_of(openapi_media_type(best))) best = one;
  }
  return best;
}

/* Adds a body of this media type. */
static void put_body(openapi *it, arguments *to, moya_json media, bool required, const char **content_type) {
  const char *name = openapi_media_type(media);
  media = openapi_follow(it, media, NULL);
  moya_json value = moya_json_member(media, "schema");
  properties members = {0};
  int rank = rank_of(name);
  if (rank <= RANK_OF_JSON && !strchr(name, '*')) *content_type = name;
  switch (rank) {
  case RANK_OF_FORM:
  case RANK_OF_PARTS:
    openapi_properties(it, value, &members);
    openapi_form(it, to, &members, media, rank == RANK_OF_PARTS);
    if (members.count > 0 || !required) return;
    it->lacks |= rank == RANK_OF_PARTS;
    openapi_note(it, rank == RANK_OF_PARTS ? HARM_USELESS : HARM_REQUEST, "the form has no members that are named: it is sent as text");
    *content_type = name;
    arguments_add(to, "body", "body", "str", !required, media);
    return;
  case RANK_OF_TEXT: arguments_add(to, "body", "body", "str", !required, media); return;
  case RANK_OF_BYTES: arguments_add(to, "body", "body", "bytes", !required, media); return;
  default: json_body(it, to, value, required); return;
  }
}

/* Adds a form as an alternative to the bodies whose parameters are in the list `to` from `first` on. If a part of the
 * form cannot be expressed, leaves out the form and returns false. */
static bool put_choice(openapi *it, arguments *to, size_t first, moya_json media) {
  size_t next = to->row_count, said = it->notes.count;
  bool lacked = it->lacks;
  properties members = {0};
  bool in_parts = rank_of(openapi_media_type(media)) == RANK_OF_PARTS;
  it->lacks = false;
  media = openapi_follow(it, media, NULL);
  openapi_properties(it, moya_json_member(media, "schema"), &members);
  to->is_whole = true;
  openapi_form(it, to, &members, media, in_parts);
  to->is_whole = false;
  bool is_whole = !it->lacks && to->row_count > next;
  it->lacks = lacked;
  if (!is_whole) arguments_cut(to, next);
  if (!is_whole || !arguments_join(to, first, next)) it->notes.count = said;
  return is_whole;
}

/* Adds the other media types of the body. A form becomes an alternative that a call can choose. Any other media type
 * is only named in a note. */
static void put_choices(openapi *it, arguments *to, size_t first, moya_json content, moya_json best, bool sends_parts) {
  int before = rank_of(openapi_media_type(best));
  text others = {0};
  for (int rank = RANK_OF_PLAIN_JSON; rank >= RANK_OF_BYTES; rank--) {
    for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
      if (one.token == best.token || !openapi_media_type(one) || rank_of(openapi_media_type(one)) != rank) continue;
      bool is_form = rank == RANK_OF_FORM || (rank == RANK_OF_PARTS && sends_parts);
      if (is_form && rank < before && put_choice(it, to, first, one)) before = rank;
      else text_print(&others, "%s%s", others.data ? ", " : "", json_key(one));
    }
  }
  if (others.data) openapi_note(it, HARM_REQUEST, "the body is sent as %s, which could be %s too", json_key(best), others.data);
}

void openapi_body(openapi *it, arguments *to, const char *method, moya_json body, const char **content_type) {
  const char *lost = openapi_lost(it, body);
  if (lost) {
    it->lacks = true;
    openapi_note(it, HARM_USELESS, "the body %s", lost);
    return;
  }
  body = openapi_follow(it, body, NULL);
  if (!moya_json_exists(body)) return;
  bool required = json_true(moya_json_member(body, "required")), sends_parts = text_is_one_of(method, "POST PUT PATCH");
  moya_json content = moya_json_member(body, "content"), best = best_media(content);
  int rank = moya_json_exists(best) ? rank_of(openapi_media_type(best)) : 0;
  if (rank == 0 || (rank == RANK_OF_PARTS && !sends_parts)) {
    it->lacks |= required;
    openapi_note(it, required ? HARM_USELESS : HARM_REQUEST, rank == 0 ? "the body has no media type: it is left out"
                                                                      : "only POST, PUT and PATCH send a form with parts: the body is left out");
    return;
  }
  size_t first = to->row_count;
  put_body(it, to, best, required, content_type);
  put_choices(it, to, first, content, best, sends_parts);
}
