#include "reply.h"

#include "../common/slice.h"
#include "secret.h"

#include <stdio.h>
#include <string.h>
#include <yyjson.h>

static moya_status refuse(bytes *reason, const char *why) {
  bytes_add_text(reason, why);
  return MOYA_ERROR_PLUGIN_HOOK;
}

bool is_token(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if (text[i] <= 0x20 || text[i] == 0x7F) return false;
  }
  return len > 0 && len <= TOKEN_MOST;
}

/* Appends the error code (RFC 6749 §5.2) that a refusal contains. Returns false for a text that does not have the form
 * of an error code, because such a text could contain a secret. */
static bool add_error_code(bytes *reason, yyjson_val *code) {
  const char *text = yyjson_get_str(code);
  size_t len = yyjson_get_len(code);
  if (!text || len == 0 || len > 40 || strspn(text, "abcdefghijklmnopqrstuvwxyz_") != len) return false;
  return bytes_add_texts(reason, text, " ", NULL);
}

/* Returns whether a response with a status of success is a refusal. Some servers, for example GitHub's, send a refusal
 * with the status 200. */
static bool is_refusal(yyjson_val *root) {
  return !yyjson_obj_get(root, "access_token") && yyjson_is_str(yyjson_obj_get(root, "error"));
}

static moya_status read_refusal(int32_t http_status, yyjson_val *root, bytes *reason) {
  char line[80];
  bytes_add_text(reason, "the token endpoint refused: ");
  bool has_code = add_error_code(reason, yyjson_obj_get(root, "error"));
  snprintf(line, sizeof line, has_code ? "(status %d)" : "status %d", (int)http_status);
  return refuse(reason, line);
}

/* Reads "3600" or "3600.5", and ignores what follows the point. Returns −1 for any other text. Does not use the functions
 * of the C library, because they expect the decimal sign of the program's locale. */
static int64_t seconds_in(const char *text, size_t len) {
  int64_t seconds = 0;
  bool has_point = false;
  if (len == 0 || *text == '.') return -1;
  for (size_t i = 0; i < len; i++) {
    if (text[i] == '.' && !has_point) has_point = true;
    else if (text[i] < '0' || text[i] > '9') return -1;
    else if (!has_point && seconds <= REPLY_MOST_SECONDS) seconds = seconds * 10 + (text[i] - '0');
  }
  return seconds > REPLY_MOST_SECONDS ? REPLY_MOST_SECONDS : seconds;
}

/* Returns a number of seconds; −1 if the value is not one. The value may be a text, because some servers send numbers
 * as texts. */
static int64_t expiry_of(yyjson_val *value) {
  if (yyjson_is_str(value)) return seconds_in(yyjson_get_str(value), yyjson_get_len(value));
  double seconds = yyjson_is_num(value) ? yyjson_get_num(value) : -1;
  if (!(seconds >= 0)) return -1;
  return seconds > REPLY_MOST_SECONDS ? REPLY_MOST_SECONDS : (int64_t)seconds;
}

static bool is_right_type(yyjson_val *type, const char *scheme) {
  if (!type || yyjson_is_null(type)) return true;
  const char *text = yyjson_get_str(type);
  return text && (is_same_name(text, "Bearer") || is_same_name(text, scheme));
}

static moya_status read_token(reply *it, yyjson_val *root, const char *scheme, bytes *reason) {
  yyjson_val *access = yyjson_obj_get(root, "access_token"), *refresh = yyjson_obj_get(root, "refresh_token");
  if (!yyjson_is_str(access)) return refuse(reason, "the response of the token endpoint has no access_token");
  if (!is_token(yyjson_get_str(access), yyjson_get_len(access))) {
    return refuse(reason, "the access_token of the token endpoint cannot be in a header field");
  }
  if (!is_right_type(yyjson_obj_get(root, "token_type"), scheme)) {
    return refuse(reason, "the token_type of the token endpoint is neither Bearer nor the option `scheme`");
  }
  it->expires_in_s = expiry_of(yyjson_obj_get(root, "expires_in"));
  if (!bytes_add(&it->access_token, yyjson_get_str(access), yyjson_get_len(access))) return MOYA_ERROR_MEMORY;
  if (!yyjson_is_str(refresh)) return MOYA_OK;
  if (yyjson_get_len(refresh) > TOKEN_MOST || strlen(yyjson_get_str(refresh)) != yyjson_get_len(refresh)) {
    return refuse(reason, "the refresh_token of the token endpoint is too long");
  }
  return bytes_add(&it->refresh_token, yyjson_get_str(refresh), yyjson_get_len(refresh)) ? MOYA_OK : MOYA_ERROR_MEMORY;
}

moya_status reply_read(reply *it, int32_t http_status, moya_str body, const char *scheme, bytes *reason) {
  *it = (reply){.expires_in_s = -1};
  bool is_success = http_status >= 200 && http_status <= 299;
  if (body.len > REPLY_MOST) return refuse(reason, "the response of the token endpoint is too long");
  yyjson_doc *document = body.len > 0 ? yyjson_read(body.data, body.len, 0) : NULL;
  yyjson_val *root = yyjson_doc_get_root(document);
  moya_status status;
  if (!is_success) status = read_refusal(http_status, root, reason);
  else if (!yyjson_is_obj(root)) status = refuse(reason, "the response of the token endpoint is not a JSON object");
  else if (is_refusal(root)) status = read_refusal(http_status, root, reason);
  else status = read_token(it, root, scheme, reason);
  yyjson_doc_free(document);
  return status;
}

void reply_free(reply *it) {
  secret_free(&it->access_token);
  secret_free(&it->refresh_token);
}
