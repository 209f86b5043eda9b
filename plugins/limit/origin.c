#include "origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t index_of(slice text, const char *any) {
  size_t i = 0;
  while (i < text.len && !strchr(any, text.at[i])) i++;
  return i;
}

/* Removes the port of the scheme. */
static slice without_port(slice scheme, slice host) {
  slice port = is_same_word(scheme, SLICE("https")) ? SLICE(":443") : SLICE(":80");
  bool ends = host.len > port.len && memcmp(host.at + host.len - port.len, port.at, port.len) == 0;
  return ends ? (slice){host.at, host.len - port.len} : host;
}

bool origin_of(slice url, char *out, size_t size) {
  size_t colon = index_of(url, ":");
  if (colon == 0 || url.len < colon + 3 || memcmp(url.at + colon, "://", 3) != 0) return false;
  slice scheme = {url.at, colon}, rest = {url.at + colon + 3, url.len - colon - 3};
  slice host = {rest.at, index_of(rest, "/?#")};
  for (size_t i = host.len; i > 0; i--) {
    if (host.at[i - 1] != '@') continue;
    host = (slice){host.at + i, host.len - i};
    break;
  }
  host = without_port(scheme, host);
  size_t len = scheme.len + 3 + host.len;
  if (host.len == 0 || size < 40) return false;
  size_t kept = len < size ? len : size - 18;
  for (size_t i = 0; i < kept; i++) {
    out[i] = lower(i < scheme.len ? scheme.at[i] : i < scheme.len + 3 ? "://"[i - scheme.len] : host.at[i - scheme.len - 3]);
  }
  if (kept == len) out[kept] = 0;
  else snprintf(out + kept, size - kept, "~%016" PRIx64, hash_of(host, 0));
  return true;
}
