#include <stdio.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

const char *openapi_scalar(moya_json value) {
  const char *words = json_text(value);
  moya_str raw;
  int32_t kind = moya_json_kind(value);
  if (words || (kind != MOYA_JSON_NUMBER && kind != MOYA_JSON_BOOL) || moya_json_raw(value, &raw) != MOYA_OK) return words;
  return memory_copy(raw.data, raw.len);
}

/* The maximum length of a base URL. Variables can make a long URL from a short document. */
enum { MOST_BASE = 100000 };

static const char *variable_of(openapi *it, moya_json server, const char *name) {
  moya_json variable = moya_json_member(moya_json_member(server, "variables"), name);
  const char *standard = openapi_scalar(moya_json_member(variable, "default"));
  if (!standard) standard = openapi_scalar(json_elements(moya_json_member(variable, "enum")));
  if (!standard) openapi_note(it, HARM_REQUEST, "the server's variable {%s} has no default: the base URL is without it", name);
  else openapi_note(it, HARM_TOLD, "the server's variable {%s} is %.200s in the base URL", name, standard);
  return standard ? standard : "";
}

const char *openapi_base(openapi *it) {
  moya_json servers = moya_json_member(it->sources[0]->root, "servers"), server = json_elements(servers);
  const char *url = json_text(moya_json_member(server, "url"));
  text out = {0};
  text_put(&out, "");
  const char *last = url ? strrchr(url, '}') : NULL;
  for (const char *at = url ? url : ""; *at && out.length <= MOST_BASE;) {
    const char *end = *at == '{' && last && at < last ? strchr(at, '}') : NULL;
    if (!end) {
      text_add(&out, at++, 1);
      continue;
    }
    text_put(&out, variable_of(it, server, memory_copy(at + 1, (size_t)(end - at - 1))));
    at = end + 1;
  }
  size_t length = out.length, scheme = strcspn(out.data, ":");
  while (length > 0 && strchr("/ \t\r\n", out.data[length - 1])) out.data[--length] = 0;
  /* A scheme may have capitals (RFC 3986 §3.1), but not in a definition. */
  for (size_t i = 0; i < scheme && scheme <= 5 && scheme < length; i++) out.data[i] |= 0x20;
  bool is_web = strncmp(out.data, "https://", 8) == 0 || strncmp(out.data, "http://", 7) == 0;
  bool is_whole = is_web && length <= MOST_BASE && !strchr("/?#:", out.data[scheme + 3]);
  if (!is_whole && length > 0) openapi_note(it, HARM_TOLD, "no server has a whole URL: the definition has no base URL, and the provider's counts instead of '%.200s'", out.data);
  else if (!is_whole) openapi_note(it, HARM_TOLD, "no server has a whole URL: the definition has no base URL, and the provider's counts");
  if (moya_json_count(servers) > 1) openapi_note(it, HARM_TOLD, "of %zu servers the first is the base URL", moya_json_count(servers));
  return is_whole ? out.data : "";
}
