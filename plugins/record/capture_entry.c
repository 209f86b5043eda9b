#define _GNU_SOURCE /* memmem */
#include "capture.h"
#include "decode.h"

#include <stdlib.h>
#include <string.h>

static moya_str text_of(const capture *from, piece of) { return (moya_str){bytes_text(&from->texts) + of.start, of.len}; }

static bool add(bytes *to, const capture *from, piece of) {
  moya_str text = text_of(from, of);
  return text.len == 0 || bytes_add(to, text.data, text.len);
}

/* Stores two parts of a URL: the URL without user, password and fragment, and the password. */
static bool add_url(entry *it, moya_str text) {
  const char *url = text.data, *end = memchr(url, '#', text.len);
  if (!end) end = url + text.len;
  const char *authority = memmem(url, (size_t)(end - url), "://", 3), *user = NULL;
  if (authority) {
    for (const char *at = authority += 3; at < end && !strchr("/?", *at); at++) user = *at == '@' ? at : user;
  }
  if (!user) return bytes_add(&it->url, url, (size_t)(end - url));
  const char *colon = memchr(authority, ':', (size_t)(user - authority));
  if (colon && !bytes_add(&it->password, colon + 1, (size_t)(user - colon - 1))) return false;
  return bytes_add(&it->url, url, (size_t)(authority - url)) && bytes_add(&it->url, user + 1, (size_t)(end - user - 1));
}

static bool add_fields(fields *to, const capture *from, piece of) {
  const char *at = text_of(from, of).data, *end = at + of.len;
  while (at < end) {
    size_t lengths[2];
    memcpy(lengths, at, sizeof lengths);
    at += sizeof lengths;
    if (!fields_add(to, (moya_str){at, lengths[0]}, (moya_str){at + lengths[0], lengths[1]})) return false;
    at += lengths[0] + lengths[1];
  }
  return true;
}

/* Decodes a body. Returns true if it has a coding that the module cannot decode. Such a body stays as it is. */
static bool keeps_coding(const fields *of, bytes *body, size_t most) {
  return !decode_body(of, body, most) && body->len > 0 && *fields_first(of, "Content-Encoding");
}

/* Decodes two bodies if they have a coding: the body of the request as `prepare` saw it, and the body of a response
 * that the caller takes without decoding. The module finds secrets only in a decoded body. An entry with a decoded body
 * can answer every call. */
static void decode(entry *it, size_t most) {
  const fields *prepared = it->has_prepared ? &it->prepared_fields : &it->request_fields;
  it->keeps_request_coding = keeps_coding(prepared, &it->request_body, most);
  if (!it->is_as_sent || it->response_body.len == 0) return;
  it->keeps_response_coding = keeps_coding(&it->response_fields, &it->response_body, most);
  it->is_as_sent = it->keeps_response_coding || !*fields_first(&it->response_fields, "Content-Encoding");
}

bool entry_of(const capture *from, size_t most, entry *to) {
  to->started_us = from->started_us;
  to->request_body_kind = from->request_body_kind;
  to->request_body_size = from->request_body_size;
  to->status = from->status;
  to->http_status = from->http_status;
  to->http_version = from->http_version;
  to->bytes_down = from->bytes_down;
  to->name_us = from->name_us;
  to->connect_us = from->connect_us;
  to->tls_us = from->tls_us;
  to->first_byte_us = from->first_byte_us;
  to->total_us = from->total_us;
  to->is_as_sent = from->is_as_sent;
  to->has_prepared = from->has_sent;
  if (!add_fields(from->has_sent ? &to->prepared_fields : &to->request_fields, from, from->prepared_fields)) return false;
  if (from->has_sent && !add_fields(&to->request_fields, from, from->sent_fields)) return false;
  bool is_good = add(&to->target, from, from->target) && add(&to->method, from, from->method) &&
                 add_url(to, text_of(from, from->url)) && add(&to->request_body, from, from->request_body) &&
                 add(&to->message, from, from->message) && add(&to->response_url, from, from->response_url) &&
                 add(&to->address, from, from->address) && add(&to->response_body, from, from->response_body) &&
                 add_fields(&to->response_fields, from, from->response_fields);
  if (is_good) decode(to, most);
  return is_good;
}

void capture_free(capture *it) {
  if (it) bytes_free(&it->texts);
  free(it);
}
