#include "cache.h"

#include <stdio.h>

slice text_of(moya_str text) { return (slice){text.data, text.len}; }

typedef int32_t (*field_at)(moya_context *context, size_t index, moya_str *name, moya_str *value);

static bool read_fields(field_at at, moya_context *context, field out[MOST_FIELDS], fields *all) {
  moya_str name, value;
  size_t count = 0;
  for (; at(context, count, &name, &value); count++) {
    if (count == MOST_FIELDS) return false;
    out[count] = (field){text_of(name), value.data ? text_of(value) : SLICE("")};
  }
  *all = (fields){out, count};
  return true;
}

bool read_request(const cache *it, moya_context *context, field out[MOST_FIELDS], fields *all) {
  return read_fields(it->host->request_header_at, context, out, all);
}

bool read_response(const cache *it, moya_context *context, field out[MOST_FIELDS], fields *all) {
  return read_fields(it->host->response_header_at, context, out, all);
}

bool is_redirected(const cache *it, moya_context *context) {
  char rooms[2][4096];
  slice from = text_of(it->host->response_url(context)), to = text_of(it->host->request_url(context));
  if (!from.at || !to.at) return false;
  fields none = {NULL, 0};
  request one = request_of(SLICE("GET"), from, none, rooms[0], sizeof rooms[0]);
  request other = request_of(SLICE("GET"), to, none, rooms[1], sizeof rooms[1]);
  return !is_equal(one.url, other.url);
}

/* Removes the fields of the response that has arrived. */
static moya_status clear(const cache *it, moya_context *context) {
  moya_str name;
  moya_status status = MOYA_OK;
  for (int i = 0; i < 1000 && status == MOYA_OK; i++) {
    if (!it->host->response_header_at(context, 0, &name, NULL)) return MOYA_OK;
    status = it->host->response_set_header(context, name.data, NULL);
  }
  return status;
}

static moya_status show_part(const moya_host *host, moya_context *context, const stored *response, part part) {
  char text[80];
  snprintf(text, sizeof text, "bytes %zu-%zu/%zu", part.first, part.first + part.len - 1, response->body->len);
  moya_status status = host->response_set_status(context, 206);
  if (status == MOYA_OK) status = host->response_set_header(context, "Content-Range", text);
  snprintf(text, sizeof text, "%zu", part.len);
  if (status == MOYA_OK) status = host->response_set_header(context, "Content-Length", text);
  return status == MOYA_OK ? host->response_set_body(context, response->body->bytes + part.first, part.len) : status;
}

static moya_status show_body(const moya_host *host, moya_context *context, const stored *response,
                             const request *request) {
  part part;
  if (request->range.at && part_of(response, request->range, &part)) return show_part(host, context, response, part);
  return host->response_set_body(context, response->body->bytes, request->is_head ? 0 : response->body->len);
}

/* Writes a number that is not negative. */
static const char *number_text(int64_t number, char room[24]) {
  char *begin = room + 23;
  *begin = 0;
  do *--begin = (char)('0' + number % 10);
  while (number /= 10);
  return begin;
}

moya_status show(const cache *it, moya_context *context, const stored *response, const request *request) {
  const moya_host *host = it->host;
  char age[24];
  moya_status status = clear(it, context);
  if (status == MOYA_OK) status = host->response_set_status(context, response->status);
  for (size_t i = 0; i < response->head.count && status == MOYA_OK; i++) {
    const field *each = &response->head.at[i];
    if (!is_same_word(each->name, SLICE("Age")))
      status = host->response_add_header(context, each->name.at, each->value.at);
  }
  int64_t seconds = age_of(&response->life, response->received_us, it->tasks->date_us());
  if (status == MOYA_OK) status = host->response_add_header(context, "Age", number_text(seconds, age));
  if (status == MOYA_OK) status = show_body(host, context, response, request);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

void add_validators(const cache *it, moya_context *context, const stored *response) {
  slice tag = first_value(response->head, SLICE("ETag")), date = first_value(response->head, SLICE("Last-Modified"));
  if (tag.at) it->host->request_set_header(context, "If-None-Match", tag.at);
  if (date.at) it->host->request_set_header(context, "If-Modified-Since", date.at);
}
