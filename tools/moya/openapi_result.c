#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

/* Returns the schema of a media type. The media type may be a reference (OpenAPI 3.2). */
static moya_json schema_in(openapi *it, moya_json media) { return moya_json_member(openapi_follow(it, media, NULL), "schema"); }

/* Returns the first of a response's media types that is JSON. A media type with a wildcard may stand for plain text, so
 * it counts only if its schema describes something other than a text. */
static moya_json json_of(openapi *it, moya_json response) {
  moya_json content = moya_json_member(response, "content");
  for (moya_json one = json_members(content); moya_json_exists(one); one = moya_json_next(one)) {
    const char *name = openapi_media_type(one);
    if (!name || !openapi_is_json(name)) continue;
    schema found = openapi_schema(it, schema_in(it, one), 0);
    if (!strchr(name, '*') || (found.kind && !schema_is(&found, "string"))) return one;
  }
  return (moya_json){0};
}

/* What the document says about the responses with a status 2xx. */
typedef struct answers {
  moya_json response, media; /* the response and the media type of the lowest status that has JSON */
  const char *status;
  moya_json other; /* the response of the lowest status that has a body without JSON */
  const char *other_status;
  bool may_be_empty;
} answers;

static void read_answer(openapi *it, answers *all, moya_json one) {
  const char *status = json_key(one), *lost = openapi_lost(it, one);
  if (lost) {
    openapi_note(it, HARM_RESULT, "the response %s %s", status, lost);
    return;
  }
  /* A response with one of these statuses has no body (RFC 9110 §15.3.5 and §15.3.6), although some documents describe
   * one. */
  bool is_bare = strcmp(status, "204") == 0 || strcmp(status, "205") == 0;
  moya_json response = openapi_follow(it, one, NULL), media = is_bare ? (moya_json){0} : json_of(it, response);
  moya_json first = json_members(moya_json_member(response, "content"));
  if (is_bare || !moya_json_exists(first)) {
    all->may_be_empty = true;
  } else if (!moya_json_exists(media)) {
    if (!moya_json_exists(all->other) || strcmp(status, all->other_status) < 0) all->other = first, all->other_status = status;
  } else {
    bool is_first = !moya_json_exists(all->media);
    if (!is_first) {
      reference *mine, *known;
      moya_json here = openapi_follow(it, schema_in(it, media), &mine);
      moya_json there = openapi_follow(it, schema_in(it, all->media), &known);
      moya_str text = {NULL, 0}, before = {NULL, 0};
      if (mine != known || !mine) {
        bool same = moya_json_raw(here, &text) == moya_json_raw(there, &before) && text.len == before.len && text.data &&
                    memcmp(text.data, before.data, text.len) == 0;
        if (!same) openapi_note(it, HARM_RESULT, "the answers of %s and %s are not the same: the lower status says the result", all->status, status);
      }
    }
    if (is_first || strcmp(status, all->status) < 0) all->response = response, all->media = media, all->status = status;
  }
}

void openapi_result(openapi *it, text *out, const char *endpoint, moya_json responses, const char **accept) {
  answers all = {.may_be_empty = false};
  size_t successes = 0;
  for (moya_json one = json_members(responses); moya_json_exists(one); one = moya_json_next(one)) {
    if (json_key(one)[0] != '2') continue;
    successes++;
    read_answer(it, &all, one);
  }
  moya_json standard = moya_json_member(responses, "default");
  if (successes == 0 && moya_json_exists(json_members(moya_json_member(openapi_follow(it, standard, NULL), "content")))) {
    openapi_note(it, HARM_RESULT, "only the default answer is described: there is no result");
  }
  if (!moya_json_exists(all.media)) {
    if (moya_json_exists(all.other)) openapi_sample(it, out, all.other_status, all.other, false);
    return;
  }
  moya_json value = schema_in(it, all.media);
  bool nullable = all.may_be_empty;
  const char *type = openapi_type(it, value, memory_join(endpoint, "_result", NULL), &nullable, 0);
  text_print(out, ",\"result\":\"%s%s\"", type, nullable ? "?" : "");
  openapi_sample(it, out, all.status, all.media, true);
  if (moya_json_count(moya_json_member(all.response, "content")) > 1 && !strchr(json_key(all.media), '*')) *accept = openapi_media_type(all.media);
}
