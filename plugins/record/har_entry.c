#define _POSIX_C_SOURCE 200809L
#include "../common/slice.h"
#include "har_entry.h"
#include "clean.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef yyjson_mut_doc document;
typedef yyjson_mut_val value;

static bool put_text(document *to, value *object, const char *name, const bytes *text) {
  return yyjson_mut_obj_add_strncpy(to, object, name, bytes_text(text), text->len);
}

static bool put_pair(document *to, value *list, const char *name, size_t name_len, const char *text, size_t len) {
  value *pair = yyjson_mut_arr_add_obj(to, list);
  return yyjson_mut_obj_add_strncpy(to, pair, "name", name, name_len) &&
         yyjson_mut_obj_add_strncpy(to, pair, "value", text, len);
}

static bool put_fields(document *to, value *object, const fields *from) {
  value *list = yyjson_mut_arr(to);
  for (size_t i = 0; i < from->count; i++) {
    const field *each = &from->list[i];
    if (!put_pair(to, list, bytes_text(&each->name), each->name.len, bytes_text(&each->value), each->value.len)) {
      return false;
    }
  }
  return yyjson_mut_obj_add_val(to, object, "headers", list);
}

/* Puts the list of cookies into an object. `name` is the name of the field with the cookies: Cookie or Set-Cookie. The
 * attributes of cookies are left out. */
static bool put_cookies(document *to, value *object, const fields *from, const char *name) {
  value *list = yyjson_mut_arr(to);
  for (size_t i = 0; i < from->count; i++) {
    const char *at = bytes_text(&from->list[i].value);
    if (!is_same_name(bytes_text(&from->list[i].name), name)) continue;
    while (*at) {
      size_t len = strcspn(at, ";"), equals = strcspn(at, "=;");
      size_t text = equals < len ? equals + 1 : len;
      if (!put_pair(to, list, at, equals, at + text, len - text)) return false;
      at += len;
      at += strspn(at, "; ");
      if (*name == 'S') break;
    }
  }
  return yyjson_mut_obj_add_val(to, object, "cookies", list);
}

static bool put_query(document *to, value *object, const bytes *url) {
  value *list = yyjson_mut_arr(to);
  const char *at = bytes_text(url) + strcspn(bytes_text(url), "?");
  for (at += *at == '?'; *at; at += *at == '&') {
    size_t len = strcspn(at, "&"), equals = strcspn(at, "=&");
    size_t text = equals < len ? equals + 1 : len;
    if (!put_pair(to, list, at, equals, at + text, len - text)) return false;
    at += len;
  }
  return yyjson_mut_obj_add_val(to, object, "queryString", list);
}

/* Puts the member "text" of a body into an object. If the body is not UTF-8, the member is its base64 form, and
 * `encodes` becomes true. */
static bool put_body(document *to, value *object, const bytes *body, bool *encodes) {
  *encodes = !is_utf8(bytes_text(body), body->len);
  if (!*encodes) return put_text(to, object, "text", body);
  bytes text = {0};
  bool is_good = bytes_add_base64(&text, body->data, body->len) && put_text(to, object, "text", &text);
  bytes_free(&text);
  return is_good;
}

static const char *version_text(int64_t version) {
  return version == 20 ? "HTTP/2" : version == 11 ? "HTTP/1.1" : version == 10 ? "HTTP/1.0" : "unknown";
}

static bool put_post(document *to, value *request, const entry *from, const clean *texts) {
  if (from->request_body_kind == MOYA_BODY_NONE) return true;
  value *post = yyjson_mut_obj(to);
  const char *type = fields_first(&texts->request_fields, "Content-Type");
  bool encodes = false, is_known = from->request_body_kind == MOYA_BODY_BYTES;
  if (!yyjson_mut_obj_add_strcpy(to, post, "mimeType", type)) return false;
  if (is_known && !put_body(to, post, &texts->request_body, &encodes)) return false;
  if (encodes || !is_known) {
    value *own = yyjson_mut_obj_add_obj(to, post, "_moya");
    const char *name = encodes ? "encoding" : "body";
    const char *word = encodes ? "base64" : from->request_body_kind == MOYA_BODY_FILE ? "file" : "stream";
    if (!yyjson_mut_obj_add_str(to, own, name, word)) return false;
  }
  return yyjson_mut_obj_add_val(to, request, "postData", post);
}

static bool put_request(document *to, value *it, const entry *from, const clean *texts) {
  value *request = yyjson_mut_obj_add_obj(to, it, "request");
  return put_text(to, request, "method", &from->method) && put_text(to, request, "url", &texts->url) &&
         yyjson_mut_obj_add_str(to, request, "httpVersion", version_text(from->http_version)) &&
         put_cookies(to, request, &texts->request_fields, "Cookie") && put_fields(to, request, &texts->request_fields) &&
         put_query(to, request, &texts->url) && put_post(to, request, from, texts) &&
         yyjson_mut_obj_add_int(to, request, "headersSize", -1) &&
         yyjson_mut_obj_add_int(to, request, "bodySize", from->request_body_size);
}

static bool put_content(document *to, value *response, const entry *from, const clean *texts) {
  value *content = yyjson_mut_obj_add_obj(to, response, "content");
  const char *type = fields_first(&texts->response_fields, "Content-Type");
  bool encodes = false;
  return yyjson_mut_obj_add_uint(to, content, "size", texts->response_body.len) &&
         (from->bytes_down < 0 ||
          yyjson_mut_obj_add_int(to, content, "compression", (int64_t)from->response_body.len - from->bytes_down)) &&
         yyjson_mut_obj_add_strcpy(to, content, "mimeType", *type ? type : "x-unknown") &&
         put_body(to, content, &texts->response_body, &encodes) &&
         (!encodes || yyjson_mut_obj_add_str(to, content, "encoding", "base64"));
}

static bool put_response(document *to, value *it, const entry *from, const clean *texts) {
  value *response = yyjson_mut_obj_add_obj(to, it, "response");
  return yyjson_mut_obj_add_int(to, response, "status", from->http_status) &&
         yyjson_mut_obj_add_str(to, response, "statusText", "") &&
         yyjson_mut_obj_add_str(to, response, "httpVersion", version_text(from->http_version)) &&
         put_cookies(to, response, &texts->response_fields, "Set-Cookie") &&
         put_fields(to, response, &texts->response_fields) && put_content(to, response, from, texts) &&
         yyjson_mut_obj_add_strcpy(to, response, "redirectURL", fields_first(&texts->response_fields, "Location")) &&
         yyjson_mut_obj_add_int(to, response, "headersSize", -1) &&
         yyjson_mut_obj_add_int(to, response, "bodySize", from->bytes_down);
}

/* Returns the milliseconds between two moments, or −1 if the second did not happen. */
static double between(int64_t from_us, int64_t to_us) {
  if (to_us <= 0) return -1;
  return to_us > from_us && from_us > 0 ? (double)(to_us - from_us) / 1000 : from_us > 0 ? 0 : (double)to_us / 1000;
}

static bool put_timings(document *to, value *it, const entry *from) {
  value *timings = yyjson_mut_obj_add_obj(to, it, "timings");
  int64_t connected = from->tls_us > 0 ? from->tls_us : from->connect_us;
  double wait = between(connected, from->first_byte_us), receive = between(from->first_byte_us, from->total_us);
  return yyjson_mut_obj_add_real(to, timings, "blocked", -1) &&
         yyjson_mut_obj_add_real(to, timings, "dns", between(0, from->name_us)) &&
         yyjson_mut_obj_add_real(to, timings, "connect", between(from->name_us, connected)) &&
         yyjson_mut_obj_add_real(to, timings, "ssl", between(from->connect_us, from->tls_us)) &&
         yyjson_mut_obj_add_real(to, timings, "send", 0) &&
         yyjson_mut_obj_add_real(to, timings, "wait", wait < 0 ? 0 : wait) &&
         yyjson_mut_obj_add_real(to, timings, "receive", receive < 0 ? 0 : receive);
}

static bool put_own(document *to, value *it, const entry *from, const clean *texts) {
  value *own = yyjson_mut_obj_add_obj(to, it, "_moya");
  bool is_good = put_text(to, own, "target", &from->target);
  if (texts->response_url.len > 0 && !bytes_equal(&texts->response_url, &texts->url)) {
    is_good = is_good && put_text(to, own, "url", &texts->response_url);
  }
  if (from->is_as_sent) is_good = is_good && yyjson_mut_obj_add_bool(to, own, "asSent", true);
  if (from->status == MOYA_OK) return is_good;
  return is_good && yyjson_mut_obj_add_int(to, own, "status", from->status) &&
         put_text(to, own, "message", &texts->message);
}

static bool put_date(document *to, value *it, int64_t date_us) {
  struct tm parts;
  char day[32], text[48];
  time_t seconds = (time_t)(date_us / 1000000);
  if (!gmtime_r(&seconds, &parts)) return false;
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(text, sizeof text, "%s.%03dZ", day, (int)(date_us / 1000 % 1000));
  return yyjson_mut_obj_add_strcpy(to, it, "startedDateTime", text);
}

bool har_put_entry(document *to, value *list, const entry *from, const scrub_rules *rules) {
  clean texts = {0};
  value *it = yyjson_mut_arr_add_obj(to, list);
  double time = from->total_us > 0 ? (double)from->total_us / 1000 : 0;
  bool is_good = clean_entry(&texts, from, rules) && put_date(to, it, from->started_us) &&
                 yyjson_mut_obj_add_real(to, it, "time", time) && put_request(to, it, from, &texts) &&
                 put_response(to, it, from, &texts) && yyjson_mut_obj_add_obj(to, it, "cache") &&
                 put_timings(to, it, from) && put_own(to, it, from, &texts);
  if (is_good && from->address.len > 0) is_good = put_text(to, it, "serverIPAddress", &from->address);
  clean_free(&texts);
  return is_good;
}
