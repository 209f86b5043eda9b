#include "instance.h"

#include <stdlib.h>
#include <string.h>

/* A block has room for the texts of a usual call, so that it need not grow. */
enum { USUAL_BYTES = 1024 };

static bool add(capture *to, piece *it, moya_str text) {
  *it = (piece){to->texts.len, text.len};
  return bytes_add(&to->texts, text.data, text.len);
}

/* Adds a list of fields: for each of them the lengths of the name and of the value, the name, and the value. */
static bool add_fields(capture *to, piece *it, const moya_field *list, size_t count) {
  size_t start = to->texts.len, size = 0;
  for (size_t i = 0; i < count; i++) size += 2 * sizeof(size_t) + list[i].name.len + list[i].value.len;
  if (!bytes_reserve(&to->texts, size)) return false;
  char *at = to->texts.data + start;
  for (size_t i = 0; i < count; i++) {
    size_t lengths[] = {list[i].name.len, list[i].value.len};
    memcpy(at, lengths, sizeof lengths);
    at += sizeof lengths;
    memcpy(at, list[i].name.data, lengths[0]);
    memcpy(at + lengths[0], list[i].value.data, lengths[1]);
    at += lengths[0] + lengths[1];
  }
  to->texts.len = start + size;
  to->texts.data[to->texts.len] = 0;
  *it = (piece){start, size};
  return true;
}

/* Forgets what the block has after this place. If that was most of a long block, frees its memory. */
static void forget_after(capture *it, size_t end) {
  if (it->texts.room > 65536 && end < it->texts.room / 4) {
    char *shorter = realloc(it->texts.data, end + 1);
    if (shorter) it->texts = (bytes){shorter, end, end + 1};
  }
  it->texts.len = end;
}

/* Reads the request as `prepare` sees it. */
bool capture_request(const record *it, moya_context *context, capture *to) {
  const moya_host *host = it->host;
  size_t count;
  if (to->target_end == 0) {
    if (!bytes_reserve(&to->texts, USUAL_BYTES) || !add(to, &to->target, host->target_name(context))) return false;
    to->target_end = to->texts.len;
  }
  forget_after(to, to->target_end);
  to->has_sent = to->has_result = false;
  to->request_body = (piece){0};
  to->request_body_kind = host->request_body_kind(context);
  const moya_field *list = host->request_headers(context, &count);
  bool is_good = add(to, &to->method, host->request_method(context)) && add(to, &to->url, host->request_url(context)) &&
                 add_fields(to, &to->prepared_fields, list, count);
  to->request_body_size = 0;
  if (is_good && to->request_body_kind == MOYA_BODY_BYTES) {
    is_good = add(to, &to->request_body, host->request_body(context));
    to->request_body_size = (int64_t)to->request_body.len;
  } else if (to->request_body_kind != MOYA_BODY_NONE) {
    to->request_body_size = host->request_body_size(context);
  }
  to->prepared_end = to->sent_end = to->texts.len;
  return is_good;
}

bool capture_sent_fields(const record *it, moya_context *context, capture *to) {
  size_t count;
  forget_after(to, to->prepared_end);
  const moya_field *list = it->host->request_headers(context, &count);
  to->has_sent = add_fields(to, &to->sent_fields, list, count);
  to->sent_end = to->texts.len;
  to->has_result = false;
  to->is_too_large = to->request_body.len > it->most_bytes;
  return to->has_sent;
}

void capture_no_body(capture *to) { forget_after(to, to->sent_end); }

bool capture_body(const record *it, capture *to, const void *data, size_t len) {
  size_t before = to->texts.len - to->sent_end;
  to->is_too_large |= len > it->most_bytes || before > it->most_bytes - len;
  if (to->is_too_large) forget_after(to, to->sent_end);
  return to->is_too_large || bytes_add(&to->texts, data, len);
}

/* Removes the target's name, with which the library begins the message of an error. In a replay, the library adds the
 * name again. */
static moya_str without_target(moya_str message, moya_str target) {
  if (message.len > target.len + 2 && memcmp(message.data, target.data, target.len) == 0 &&
      memcmp(message.data + target.len, ": ", 2) == 0) {
    return (moya_str){message.data + target.len + 2, message.len - target.len - 2};
  }
  return message;
}

static void read_facts(const moya_host *host, moya_context *context, capture *to) {
  to->http_version = host->result_info(context, MOYA_INFO_HTTP_VERSION);
  to->bytes_down = host->result_info(context, MOYA_INFO_BYTES_DOWN);
  to->connect_us = host->result_info(context, MOYA_INFO_CONNECT_US);
  /* If the call used a connection that was open already, the times of a new connection are 0. */
  to->name_us = to->connect_us > 0 ? host->result_info(context, MOYA_INFO_NAME_LOOKUP_US) : 0;
  to->tls_us = to->connect_us > 0 ? host->result_info(context, MOYA_INFO_TLS_US) : 0;
  to->first_byte_us = host->result_info(context, MOYA_INFO_FIRST_BYTE_US);
  to->total_us = host->result_info(context, MOYA_INFO_TOTAL_US);
}

bool capture_result(const record *it, moya_context *context, capture *to) {
  const moya_host *host = it->host;
  size_t count;
  bool has_pieces = to->takes_pieces && !to->is_too_large;
  if (!has_pieces) forget_after(to, to->sent_end);
  to->response_body = (piece){to->sent_end, to->texts.len - to->sent_end};
  to->message = to->response_url = to->address = to->response_fields = (piece){0};
  to->status = host->result_status(context);
  to->http_status = host->http_status(context);
  read_facts(host, context, to);
  if (to->status != MOYA_OK &&
      !add(to, &to->message, without_target(host->error_message(context), host->target_name(context)))) {
    return false;
  }
  if (to->http_status == 0) return true;
  const moya_field *list = host->response_headers(context, &count);
  bool is_good = add(to, &to->response_url, host->response_url(context)) &&
                 add(to, &to->address, host->remote_address(context)) && add_fields(to, &to->response_fields, list, count);
  if (!is_good || to->takes_pieces || host->response_body_kind(context) != MOYA_BODY_BYTES) return is_good;
  moya_str body = host->response_body(context);
  to->is_too_large |= body.len > it->most_bytes;
  return to->is_too_large || add(to, &to->response_body, body);
}
