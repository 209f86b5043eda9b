#include "cache.h"

#include "../common/origin.h"

#include <stdio.h>

slice text_of(moya_str text) { return (slice){text.data, text.len}; }

static bool read_fields(const moya_field *list, size_t count, field out[MOST_FIELDS], fields *all) {
  if (count > MOST_FIELDS) return false;
  for (size_t i = 0; i < count; i++) out[i] = (field){text_of(list[i].name), text_of(list[i].value)};
  *all = (fields){out, count};
  return true;
}

bool read_request(const cache *it, moya_context *context, field out[MOST_FIELDS], fields *all) {
  size_t count;
  const moya_field *list = it->host->request_headers(context, &count);
  return read_fields(list, count, out, all);
}

bool read_response(const cache *it, moya_context *context, field out[MOST_FIELDS], fields *all) {
  size_t count;
  const moya_field *list = it->host->response_headers(context, &count);
  return read_fields(list, count, out, all);
}

bool names_other_host(slice url, fields all) {
  slice host = trimmed(first_value(all, SLICE("Host")));
  origin own;
  if (!host.at) return false;
  if (!origin_find(url, &own)) return true;
  slice port = is_same_word(own.scheme, SLICE("https://")) ? SLICE(":443") : SLICE(":80");
  bool has_port = host.len > port.len && is_same_word((slice){host.at + host.len - port.len, port.len}, port);
  if (has_port) host.len -= port.len;
  return !is_same_word(host, own.host);
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

static moya_str str_of(slice text) { return (moya_str){text.at, text.len}; }

/* Gives the response the stored fields, with its present age as the field Age. */
static moya_status show_fields(const cache *it, moya_context *context, const stored *response) {
  moya_field list[MOST_FIELDS + 1];
  char room[24];
  size_t count = 0;
  for (size_t i = 0; i < response->head.count; i++) {
    const field *each = &response->head.at[i];
    if (!is_same_word(each->name, SLICE("Age"))) list[count++] = (moya_field){str_of(each->name), str_of(each->value)};
  }
  const char *age = number_text(age_of(&response->life, response->received_us, it->tasks->date_us()), room);
  list[count++] = (moya_field){{"Age", 3}, {age, (size_t)(room + 23 - age)}};
  return it->host->response_set_headers(context, list, count);
}

moya_status show(const cache *it, moya_context *context, const stored *response, const request *request) {
  moya_status status = it->host->response_set_status(context, response->status);
  if (status == MOYA_OK) status = show_fields(it, context, response);
  if (status == MOYA_OK) status = show_body(it->host, context, response, request);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

void add_validators(const cache *it, moya_context *context, const stored *response) {
  slice tag = first_value(response->head, SLICE("ETag")), date = first_value(response->head, SLICE("Last-Modified"));
  if (tag.at) it->host->request_set_header(context, "If-None-Match", tag.at);
  if (date.at) it->host->request_set_header(context, "If-Modified-Since", date.at);
}
