#include "decode.h"
#include "instance.h"

#include <string.h>

static bool add(bytes *to, moya_str text) { return bytes_add(to, text.data, text.len); }

/* ── The request ── */

/* Stores two parts of a URL: the URL without user, password and fragment, and the password. */
static bool read_url(entry *it, const char *url) {
  const char *authority = strstr(url, "://"), *user = NULL;
  size_t end = strcspn(url, "#");
  if (authority) {
    for (const char *at = authority += 3; *at && !strchr("/?#", *at); at++) user = *at == '@' ? at : user;
  }
  if (!user) return bytes_add(&it->url, url, end);
  const char *colon = memchr(authority, ':', (size_t)(user - authority));
  if (colon && !bytes_add(&it->password, colon + 1, (size_t)(user - colon - 1))) return false;
  return bytes_add(&it->url, url, (size_t)(authority - url)) &&
         bytes_add(&it->url, user + 1, end - (size_t)(user + 1 - url));
}

static bool read_fields(const record *it, moya_context *context, bool of_response, fields *to) {
  moya_str name, value;
  const moya_host *host = it->host;
  for (size_t i = 0;; i++) {
    int32_t is_there = of_response ? host->response_header_at(context, i, &name, &value)
                                  : host->request_header_at(context, i, &name, &value);
    if (!is_there) return true;
    if (!fields_add(to, name, value)) return false;
  }
}

/* Reads the request as `prepare` sees it. */
bool capture_request(const record *it, moya_context *context, entry *to) {
  const moya_host *host = it->host;
  to->request_body_kind = host->request_body_kind(context);
  to->request_body_size = host->request_body_size(context);
  bool is_good = add(&to->method, host->request_method(context)) &&
                 read_url(to, host->request_url(context).data) &&
                 read_fields(it, context, false, &to->request_fields);
  if (!is_good || to->request_body_kind != MOYA_BODY_BYTES) return is_good;
  moya_str body = host->request_body(context);
  to->is_too_large |= body.len > it->most_bytes;
  if (!add(&to->request_body, body)) return false;
  if (!decode_body(&to->request_fields, &to->request_body, it->most_bytes))
    to->keeps_coding = body.len > 0 && *fields_first(&to->request_fields, "Content-Encoding");
  return true;
}

bool capture_sent_fields(const record *it, moya_context *context, entry *to) {
  if (to->has_prepared) fields_free(&to->request_fields);
  else to->prepared_fields = to->request_fields;
  to->request_fields = (fields){0};
  to->has_prepared = true;
  return read_fields(it, context, false, &to->request_fields);
}

/* ── The result ── */

bool capture_body(const record *it, entry *to, const void *data, size_t len) {
  to->is_too_large |= len > it->most_bytes || to->response_body.len > it->most_bytes - len;
  if (to->is_too_large) bytes_free(&to->response_body);
  return to->is_too_large || bytes_add(&to->response_body, data, len);
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

bool capture_result(const record *it, moya_context *context, entry *to) {
  const moya_host *host = it->host;
  to->status = host->result_status(context);
  to->http_status = host->http_status(context);
  to->http_version = host->result_info(context, MOYA_INFO_HTTP_VERSION);
  to->bytes_down = host->result_info(context, MOYA_INFO_BYTES_DOWN);
  to->connect_us = host->result_info(context, MOYA_INFO_CONNECT_US);
  /* If the call used a connection that was open already, the times of a new connection are 0. */
  to->name_us = to->connect_us > 0 ? host->result_info(context, MOYA_INFO_NAME_LOOKUP_US) : 0;
  to->tls_us = to->connect_us > 0 ? host->result_info(context, MOYA_INFO_TLS_US) : 0;
  to->first_byte_us = host->result_info(context, MOYA_INFO_FIRST_BYTE_US);
  to->total_us = host->result_info(context, MOYA_INFO_TOTAL_US);
  if (!add(&to->message, without_target(host->error_message(context), host->target_name(context)))) return false;
  if (to->http_status == 0) return true;
  bool is_good = add(&to->response_url, host->response_url(context)) &&
                 add(&to->address, host->remote_address(context)) &&
                 read_fields(it, context, true, &to->response_fields);
  if (!is_good || to->takes_pieces || host->response_body_kind(context) != MOYA_BODY_BYTES) return is_good;
  moya_str body = host->response_body(context);
  return capture_body(it, to, body.data, body.len);
}
