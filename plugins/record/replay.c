#include "instance.h"
#include "../common/slice.h"

#include <stdlib.h>
#include <string.h>

/* Lets the call fail as the recorded call did. If that call had a response, the error contains it. */
static moya_status fail(const record *it, moya_context *context, const entry *played) {
  const char *message = played->message.len ? played->message.data : "the recorded call failed";
  it->host->fail_with(context, MOYA_FAIL_VERBATIM | MOYA_FAIL_RESPONSE, message);
  return played->status;
}

static moya_status no_response(record *it, moya_context *context, const match_key *key) {
  bytes line = {0};
  if (bytes_add_texts(&line, "the cassette ", bytes_text(&it->path), " has no response for ", bytes_text(&key->method),
                      " ", bytes_text(&key->url), matcher_reason(&it->matcher, key), NULL)) {
    it->host->fail(context, line.data);
  }
  bytes_free(&line);
  return MOYA_ERROR_NO_STUB;
}

static moya_status refuse_field(record *it, moya_context *context, const field *which) {
  bytes line = {0};
  if (bytes_add_texts(&line, "the cassette has a response with the invalid field ", bytes_text(&which->name), NULL)) {
    it->host->fail(context, line.data);
  }
  bytes_free(&line);
  return MOYA_ERROR_FILE;
}

/* Gives the answer the URL, the version of HTTP and the number of bytes that the recorded response had. A cassette that
 * a person has edited may have a URL that is not valid. The answer then has the URL of the request. */
static void repeat_facts(const moya_host *host, moya_context *context, const entry *played) {
  if (played->response_url.len > 0) host->response_set_url(context, played->response_url.data);
  if (played->http_version == 0) return;
  host->response_set_info(context, MOYA_INFO_HTTP_VERSION, played->http_version);
  if (played->bytes_down >= 0) host->response_set_info(context, MOYA_INFO_BYTES_DOWN, played->bytes_down);
}

/* Returns true for a field that describes the encoded body, if the caller takes an encoded body and the entry has a
 * decoded one. Without these fields, the decoded body is what a server could have sent. */
static bool is_left_out(const capture *own, const field *which) {
  if (!own->is_as_sent || own->played->is_as_sent) return false;
  if (!*fields_first(&own->played->response_fields, "Content-Encoding")) return false;
  const char *name = bytes_text(&which->name);
  return is_same_name(name, "Content-Encoding") || is_same_name(name, "Content-Length");
}

/* Gives the answer the recorded fields. If one of them is invalid, the call fails with an error that names the field. */
static moya_status repeat_fields(record *it, moya_context *context, const capture *own) {
  const fields *from = &own->played->response_fields;
  moya_field *list = malloc((from->count + 1) * sizeof *list);
  size_t count = 0;
  if (!list) return MOYA_ERROR_MEMORY;
  for (size_t i = 0; i < from->count; i++) {
    const char *name = bytes_text(&from->list[i].name), *value = bytes_text(&from->list[i].value);
    if (is_left_out(own, &from->list[i])) continue;
    list[count++] = (moya_field){{name, strlen(name)}, {value, strlen(value)}};
  }
  moya_status status = it->host->response_set_headers(context, list, count);
  free(list);
  if (status == MOYA_OK || status == MOYA_ERROR_MEMORY) return status;
  for (size_t i = 0; i < from->count; i++) {
    const field *each = &from->list[i];
    if (is_left_out(own, each)) continue;
    status = it->host->response_add_header(context, bytes_text(&each->name), bytes_text(&each->value));
    if (status != MOYA_OK) return status == MOYA_ERROR_MEMORY ? status : refuse_field(it, context, each);
  }
  return MOYA_ERROR_FILE;
}

/* Lets an entry answer a call. The call fails at once if there was no recorded response, or if that response was
 * refused, because a caller never receives such a response. A recorded response that is incomplete first answers the
 * call, so that a caller who streams it receives the bytes that had arrived. The `process` hook then lets the call
 * fail. */
static moya_status play(record *it, moya_context *context, capture *own) {
  const entry *played = own->played;
  const moya_host *host = it->host;
  if (played->http_status == 0) return fail(it, context, played);
  moya_status status = host->response_set_status(context, played->http_status);
  if (status == MOYA_OK) status = repeat_fields(it, context, own);
  if (status == MOYA_OK) {
    status = host->response_set_body(context, bytes_text(&played->response_body), played->response_body.len);
  }
  if (status != MOYA_OK) return status;
  repeat_facts(host, context, played);
  return played->status == MOYA_ERROR_STATUS_CODE ? fail(it, context, played) : MOYA_HOOK_ANSWERED;
}

moya_status replay_attempt(record *it, moya_context *context, capture *own) {
  /* The cassette has one entry for all attempts of a call. */
  if (own->played) return play(it, context, own);
  match_key key = {0}, other = {0};
  entry asked = {0};
  moya_status status = MOYA_ERROR_MEMORY;
  /* Each key hides the secrets of the request. The first key also hides them where the URL or the body repeats them as
   * ordinary words. If the recording had another secret, such a word is visible there, and the first key does not
   * match. So the second key leaves these words as they are. */
  if (entry_of(own, it->most_bytes, &asked) && match_key_make(&key, &it->rules, &asked, true) &&
      match_key_make(&other, &it->rules, &asked, false)) {
    own->played = matcher_play(&it->matcher, &key);
    if (!own->played) own->played = matcher_play(&it->matcher, &other);
    status = own->played ? play(it, context, own) : it->records ? MOYA_OK : no_response(it, context, &key);
  }
  match_key_free(&key);
  match_key_free(&other);
  entry_clear(&asked);
  return status;
}

moya_status replay_end(record *it, moya_context *context, const capture *own) {
  const entry *played = own->played;
  if (!played || played->status == MOYA_OK || it->host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK;
  return fail(it, context, played);
}
