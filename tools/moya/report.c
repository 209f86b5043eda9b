#include "report.h"
#include <inttypes.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "privacy.h"

static const struct {
  moya_info what;
  const char *name;
} times[] = {
    {MOYA_INFO_NAME_LOOKUP_US, "name_lookup"}, {MOYA_INFO_CONNECT_US, "connect"}, {MOYA_INFO_TLS_US, "tls"},
    {MOYA_INFO_FIRST_BYTE_US, "first_byte"},   {MOYA_INFO_TOTAL_US, "total"},
};
enum { TIMES = sizeof times / sizeof *times };

static const char *version(const moya_response *response) {
  switch (moya_response_info(response, MOYA_INFO_HTTP_VERSION)) {
  case 10: return "1.0";
  case 11: return "1.1";
  case 20: return "2";
  default: return NULL;
  }
}

void report_head(text *it, const moya_response *response, const char *mark, bool colour, bool secrets) {
  int32_t status = moya_response_http_status(response);
  const char *shade = !colour ? "" : status >= 500 ? "\033[31m" : status >= 400 ? "\033[33m" : "\033[32m";
  const char *spoken = version(response);
  text_print(it, "%s%sHTTP/%s %" PRId32 "%s\n", mark, shade, spoken ? spoken : "1.1", status, colour ? "\033[0m" : "");
  size_t count = 0, room = moya_response_header_count(response);
  moya_header *fields = memory_get(room * sizeof *fields + 1);
  for (size_t i = 0; i < room; i++) {
    moya_str name, value;
    if (moya_response_header_at(response, i, &name, &value) != MOYA_OK) continue;
    fields[count++] = (moya_header){memory_copy(name.data, name.len), memory_copy(value.data, value.len)};
  }
  if (!secrets) privacy_hide(fields, count);
  for (size_t i = 0; i < count; i++) {
    text_print(it, "%s%s", mark, colour ? "\033[36m" : "");
    text_plain(it, fields[i].name, strlen(fields[i].name));
    text_put(it, colour ? "\033[0m: " : ": ");
    text_plain(it, fields[i].value, strlen(fields[i].value));
    text_put(it, "\n");
  }
}

void report_timings(text *it, const moya_response *response) {
  for (int i = 0; i < TIMES; i++) {
    int64_t microseconds = moya_response_info(response, times[i].what);
    if (microseconds >= 0) text_print(it, "%-12s %10.3f ms\n", times[i].name, (double)microseconds / 1000);
  }
  if (!it->data) text_put(it, "(no timings: the answer did not come over the network)\n");
}

/* Writes the header fields. Names are in lower case, and each name has a list of values, because upper and lower
 * case in names are equal and a field may repeat. */
static void headers(text *it, const moya_response *response) {
  size_t count = moya_response_header_count(response);
  char **names = memory_get(count * sizeof *names + 1);
  for (size_t i = 0; i < count; i++) {
    moya_str name;
    names[i] = NULL;
    if (moya_response_header_at(response, i, &name, NULL) != MOYA_OK) continue;
    names[i] = memory_copy(name.data, name.len);
    for (char *at = names[i]; *at; at++) {
      if (*at >= 'A' && *at <= 'Z') *at += 'a' - 'A';
    }
  }
  const char *comma = "";
  text_put(it, "{");
  for (size_t i = 0; i < count; i++) {
    if (!names[i]) continue;
    text_put(it, comma);
    text_json(it, names[i], strlen(names[i]));
    text_put(it, ":[");
    const char *name = names[i];
    comma = "";
    for (size_t same = i; same < count; same++) {
      moya_str value;
      if (!names[same] || strcmp(names[same], name) != 0) continue;
      if (moya_response_header_at(response, same, NULL, &value) != MOYA_OK) continue;
      text_put(it, comma);
      text_json(it, value.data, value.len);
      comma = ",";
      if (same != i) names[same] = NULL;
    }
    text_put(it, "]");
    comma = ",";
  }
  text_put(it, "}");
}

static void base64(text *it, const char *data, size_t length) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *bytes = (const unsigned char *)data;
  text_put(it, "\"");
  for (size_t i = 0; i < length; i += 3) {
    uint32_t group = (uint32_t)bytes[i] << 16 | (i + 1 < length ? (uint32_t)bytes[i + 1] << 8 : 0) | (i + 2 < length ? bytes[i + 2] : 0);
    char four[4] = {digits[group >> 18], digits[group >> 12 & 63], i + 1 < length ? digits[group >> 6 & 63] : '=',
                    i + 2 < length ? digits[group & 63] : '='};
    text_add(it, four, 4);
  }
  text_put(it, "\"");
}

void report_json(text *it, const moya_response *response, moya_str body, bool timings) {
  moya_str url = moya_response_url(response), file = moya_response_file(response);
  const char *spoken = version(response);
  int64_t attempts = moya_response_info(response, MOYA_INFO_ATTEMPTS);
  text_print(it, "{\"status\":%" PRId32 ",\"url\":", moya_response_http_status(response));
  text_json(it, url.data ? url.data : "", url.len);
  if (spoken) text_print(it, ",\"http_version\":\"%s\"", spoken);
  if (attempts > 0) text_print(it, ",\"attempts\":%" PRId64, attempts);
  text_put(it, ",\"headers\":");
  headers(it, response);
  moya_json_document *document = NULL;
  if (file.data) {
    text_put(it, ",\"file\":");
    text_json(it, file.data, file.len);
  } else if (body.len > 0 && moya_json_parse(body.data, body.len, &document, NULL) == MOYA_OK) {
    text_put(it, ",\"body\":");
    json_compact(it, moya_json_root(document));
  } else if (utf8_whole(body.data, body.len)) {
    text_put(it, ",\"body\":");
    text_json(it, body.data ? body.data : "", body.len);
  } else {
    text_put(it, ",\"body_base64\":");
    base64(it, body.data, body.len);
  }
  moya_json_document_release(document);
  if (timings) {
    const char *comma = "";
    text_put(it, ",\"timings_us\":{");
    for (int i = 0; i < TIMES; i++) {
      int64_t microseconds = moya_response_info(response, times[i].what);
      if (microseconds < 0) continue;
      text_print(it, "%s\"%s\":%" PRId64, comma, times[i].name, microseconds);
      comma = ",";
    }
    text_put(it, "}");
  }
  text_put(it, "}\n");
}
