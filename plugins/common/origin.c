#include "origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Returns how many bytes are before the path, the query or the fragment. */
static size_t authority_length(slice text) {
  size_t i = 0;
  while (i < text.len && text.at[i] != '/' && text.at[i] != '?' && text.at[i] != '#') i++;
  return i;
}

/* Returns the host without its port, if this is the usual port of the scheme. */
static slice without_port(slice scheme, slice host) {
  slice port = is_same_word(scheme, SLICE("https")) ? SLICE(":443") : SLICE(":80");
  bool ends = host.len > port.len && memcmp(host.at + host.len - port.len, port.at, port.len) == 0;
  return ends ? (slice){host.at, host.len - port.len} : host;
}

bool origin_find(slice url, origin *out) {
  const char *colon = url.len > 0 ? memchr(url.at, ':', url.len) : NULL;
  size_t before = colon ? (size_t)(colon - url.at) : 0;
  if (before == 0 || url.len < before + 3 || memcmp(colon, "://", 3) != 0) return false;
  slice rest = {colon + 3, url.len - before - 3}, host = {rest.at, authority_length(rest)};
  for (size_t i = host.len; i > 0; i--) {
    if (host.at[i - 1] != '@') continue;
    host = (slice){host.at + i, host.len - i};
    break;
  }
  *out = (origin){.scheme = {url.at, before + 3}, .host = without_port((slice){url.at, before}, host)};
  return out->host.len > 0;
}

/* Returns whether a host of an option is "example.com", "example.com:8080" or the same with an address. */
static bool is_host(slice host) {
  size_t end = 0, digits = 0;
  bool has_bracket = host.len > 0 && host.at[0] == '[';
  for (size_t i = 0; i < host.len; i++) {
    if (host.at[i] <= ' ' || host.at[i] > '~' || host.at[i] == '\\' || host.at[i] == '%') return false;
  }
  while (end < host.len && host.at[end] != (has_bracket ? ']' : ':')) end++;
  if (has_bracket && end++ == host.len) return false;
  if (end == 0 || end == host.len) return end > 0;
  if (host.at[end] != ':') return false;
  for (size_t i = end + 1; i < host.len; i++, digits++) {
    if (host.at[i] < '0' || host.at[i] > '9') return false;
  }
  return digits >= 1 && digits <= 5;
}

bool origin_read(slice text, origin *out) {
  if (text.len > 0 && text.at[text.len - 1] == '/') text.len--;
  if (!origin_find(text, out) || !is_host(out->host)) return false;
  bool is_http = is_same_word(out->scheme, SLICE("http://")) || is_same_word(out->scheme, SLICE("https://"));
  /* A user, a path or a query would be ignored. */
  slice rest = {out->scheme.at + out->scheme.len, text.len - out->scheme.len};
  return is_http && out->host.at == rest.at && authority_length(rest) == rest.len;
}

bool is_same_origin(const origin *one, const origin *other) {
  return is_same_word(one->scheme, other->scheme) && is_same_word(one->host, other->host);
}

bool origin_is_left(slice sent, slice last) {
  origin own, other;
  return sent.at && last.at && origin_find(sent, &own) && !(origin_find(last, &other) && is_same_origin(&own, &other));
}

static size_t add_lower(char *out, size_t used, size_t most, slice text) {
  size_t count = text.len < most - used ? text.len : most - used;
  for (size_t i = 0; i < count; i++) out[used + i] = lower(text.at[i]);
  return used + count;
}

void origin_write(const origin *it, char out[ORIGIN_SIZE]) {
  size_t len = it->scheme.len + it->host.len, most = len < ORIGIN_SIZE ? len : ORIGIN_SIZE - 18;
  size_t used = add_lower(out, add_lower(out, 0, most, it->scheme), most, it->host);
  out[used] = 0;
  if (len >= ORIGIN_SIZE) snprintf(out + used, ORIGIN_SIZE - used, "~%016" PRIx64, hash_of(it->host, 0));
}
