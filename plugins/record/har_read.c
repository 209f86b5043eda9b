#define _POSIX_C_SOURCE 200809L
#include "../common/slice.h"
#include "har.h"
#include "har_form.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yyjson.h>

static bool read_whole(int file, bytes *text) {
  char piece[65536];
  ssize_t count;
  while ((count = read(file, piece, sizeof piece)) > 0 || (count < 0 && errno == EINTR)) {
    if (count > 0 && !bytes_add(text, piece, (size_t)count)) return false;
  }
  return count == 0;
}

static moya_status wrong(bytes *reason, size_t index, const char *what) {
  char line[160];
  snprintf(line, sizeof line, "it is not a HAR file: entry %zu %s", index + 1, what);
  bytes_add_text(reason, line);
  return MOYA_ERROR_FILE;
}

static moya_str text_of(yyjson_val *object, const char *name) {
  yyjson_val *value = yyjson_obj_get(object, name);
  return yyjson_is_str(value) ? (moya_str){yyjson_get_str(value), yyjson_get_len(value)} : (moya_str){"", 0};
}

/* Stores the text of a member, up to its first NUL. */
static bool copy(bytes *it, yyjson_val *object, const char *name) {
  moya_str text = text_of(object, name);
  return bytes_add(it, text.data, strnlen(text.data, text.len));
}

/* Reads header fields. Skips the pseudo-fields of HTTP/2 (":status"), which browsers write into the list. */
static bool read_fields(fields *it, yyjson_val *list) {
  size_t index, count;
  yyjson_val *each;
  yyjson_arr_foreach(list, index, count, each) {
    moya_str name = text_of(each, "name"), value = text_of(each, "value");
    if (name.len == 0 || *name.data == ':') continue;
    if (!fields_add(it, name, value)) return false;
  }
  return true;
}

/* Stores the text of a body, which may be in base64. Returns false if the base64 is damaged, or if there is no
 * memory. */
static bool read_body(bytes *it, moya_str text, moya_str encoding) {
  if (is_same_name(encoding.data, "base64")) return bytes_add_decoded_base64(it, text.data, text.len);
  return bytes_add(it, text.data, text.len);
}

static bool read_request(entry *it, yyjson_val *request) {
  yyjson_val *post = yyjson_obj_get(request, "postData"), *text = yyjson_obj_get(post, "text");
  it->request_body_kind = yyjson_is_obj(post) ? MOYA_BODY_STREAM : MOYA_BODY_NONE;
  if (yyjson_is_str(text) || has_form(post)) it->request_body_kind = MOYA_BODY_BYTES;
  return copy(&it->method, request, "method") && copy(&it->url, request, "url") &&
         read_fields(&it->request_fields, yyjson_obj_get(request, "headers")) &&
         (!has_form(post) || add_form(&it->request_body, post)) &&
         read_body(&it->request_body, text_of(post, "text"), text_of(yyjson_obj_get(post, "_moya"), "encoding"));
}

/* Returns what MOYA_INFO_HTTP_VERSION is for a version of HTTP, for example 11 for "HTTP/1.1". Browsers also write
 * "http/1.1", "http/2.0" and "h2". Returns 0 for any other text. */
static int64_t version_of(moya_str text) {
  static const struct {
    const char *name;
    int64_t version;
  } versions[] = {{"HTTP/1.0", 10}, {"HTTP/1.1", 11}, {"HTTP/2", 20}, {"HTTP/2.0", 20}, {"h2", 20}};
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
    if (is_same_name(text.data, versions[i].name)) return versions[i].version;
  }
  return 0;
}

static moya_status read_entry(entry *it, yyjson_val *from, size_t index, bytes *reason) {
  yyjson_val *request = yyjson_obj_get(from, "request"), *response = yyjson_obj_get(from, "response");
  yyjson_val *content = yyjson_obj_get(response, "content"), *own = yyjson_obj_get(from, "_moya");
  yyjson_val *size = yyjson_obj_get(response, "bodySize");
  if (!yyjson_is_obj(request) || text_of(request, "method").len == 0 || text_of(request, "url").len == 0) {
    return wrong(reason, index, "has no request with a method and a URL");
  }
  if (!yyjson_is_int(yyjson_obj_get(response, "status"))) return wrong(reason, index, "has no response with a status");
  if (!read_request(it, request)) return wrong(reason, index, "has a damaged request body");
  int64_t status = yyjson_get_sint(yyjson_obj_get(response, "status"));
  int64_t failure = yyjson_get_sint(yyjson_obj_get(own, "status"));
  it->http_status = status >= 100 && status <= 599 ? (int32_t)status : 0;
  it->status = failure < 0 && failure > -1000 ? (moya_status)failure : MOYA_OK;
  /* A browser writes the status 0 for a request that failed. */
  if (it->http_status == 0 && it->status == MOYA_OK) it->status = MOYA_ERROR_NETWORK;
  it->is_as_sent = yyjson_get_bool(yyjson_obj_get(own, "asSent"));
  it->http_version = version_of(text_of(response, "httpVersion"));
  it->bytes_down = yyjson_is_int(size) ? yyjson_get_sint(size) : -1;
  if (!copy(&it->response_url, own, "url")) return MOYA_ERROR_MEMORY;
  if (!copy(&it->message, own, "message") || !read_fields(&it->response_fields, yyjson_obj_get(response, "headers"))) {
    return MOYA_ERROR_MEMORY;
  }
  if (!read_body(&it->response_body, text_of(content, "text"), text_of(content, "encoding"))) {
    return wrong(reason, index, "has a damaged response body");
  }
  return MOYA_OK;
}

static moya_status read_entries(har *it, bytes *reason) {
  yyjson_val *log = yyjson_obj_get(yyjson_doc_get_root(it->document), "log"), *list = yyjson_obj_get(log, "entries");
  size_t index, count;
  yyjson_val *each;
  if (!yyjson_is_arr(list)) {
    bytes_add_text(reason, "it is not a HAR file: it has no log.entries");
    return MOYA_ERROR_FILE;
  }
  it->entries = calloc(yyjson_arr_size(list) + 1, sizeof *it->entries);
  if (!it->entries) return MOYA_ERROR_MEMORY;
  yyjson_arr_foreach(list, index, count, each) {
    it->count = index + 1;
    moya_status status = read_entry(&it->entries[index], each, index, reason);
    if (status != MOYA_OK) return status;
  }
  return MOYA_OK;
}

/* Returns whether lists and objects are nested more deeply than MOST_DEPTH. The stack traces of browsers have some
 * dozens of levels. The module indents the file that it writes, so a text of n levels could become one of n² bytes. */
static bool is_deep(const bytes *text) {
  enum { MOST_DEPTH = 200 };
  size_t depth = 0;
  bool is_string = false;
  for (size_t i = 0; i < text->len; i++) {
    char byte = text->data[i];
    if (is_string && byte == '\\') i++;
    else if (byte == '"') is_string = !is_string;
    else if (is_string) continue;
    else if (byte == '[' || byte == '{') depth++;
    else if ((byte == ']' || byte == '}') && depth > 0) depth--;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

static moya_status parse(har *it, bytes *text, bytes *reason) {
  yyjson_read_err error;
  if (is_deep(text)) {
    bytes_add_text(reason, "it is not a HAR file: it has more than 200 levels");
    return MOYA_ERROR_FILE;
  }
  if (text->len == 0) bytes_add_text(text, " ");
  /* A HAR file may begin with a byte order mark, which programs must ignore (HAR 1.2). */
  size_t mark = text->len > 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  it->document = yyjson_read_opts(text->data + mark, text->len - mark, 0, NULL, &error);
  if (it->document) return read_entries(it, reason);
  char line[200];
  snprintf(line, sizeof line, "it is not JSON: %s at byte %zu", error.msg, error.pos + mark);
  bytes_add_text(reason, line);
  return MOYA_ERROR_FILE;
}

moya_status har_read(har *it, const char *path, bytes *reason) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return MOYA_OK;
  bytes text = {0};
  bool is_read = file >= 0 && read_whole(file, &text);
  if (!is_read) bytes_add_text(reason, strerror(errno));
  moya_status status = is_read ? parse(it, &text, reason) : MOYA_ERROR_FILE;
  if (file >= 0) close(file);
  bytes_free(&text);
  return status;
}

void har_free(har *it) {
  for (size_t i = 0; i < it->count; i++) entry_clear(&it->entries[i]);
  free(it->entries);
  yyjson_doc_free(it->document);
  *it = (har){0};
}
