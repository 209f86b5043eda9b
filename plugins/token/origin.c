#include "origin.h"

#include <string.h>
#include <strings.h>

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? (char)(byte + ('a' - 'A')) : byte; }

/* Returns whether the byte can be in the name or the address of a host. */
static bool is_host_byte(char byte) {
  return is_digit(byte) || (lower(byte) >= 'a' && lower(byte) <= 'z') || byte == '.' || byte == '-' || byte == '_';
}

static bool is_address_byte(char byte) {
  return is_digit(byte) || (lower(byte) >= 'a' && lower(byte) <= 'f') || byte == ':' || byte == '.';
}

/* Skips the user and the password. A backslash or a second @ could be read in two ways. */
static const char *skip_user(const char *at, const char *end) {
  const char *host = at;
  bool has_user = false;
  for (; at < end && *at != '/' && *at != '?' && *at != '#'; at++) {
    if (*at == '\\' || (*at == '@' && has_user)) return NULL;
    if (*at != '@') continue;
    has_user = true;
    host = at + 1;
  }
  return host;
}

/* Reads a host in brackets, or without. Returns what follows it, or NULL. */
static const char *read_host(const char *at, const char *end, origin *out) {
  bool has_brackets = at < end && *at == '[';
  size_t len = 0;
  if (has_brackets) at++;
  for (; at < end && (has_brackets ? is_address_byte(*at) : is_host_byte(*at)); at++) {
    if (len == ORIGIN_MOST_HOST) return NULL;
    out->host[len++] = lower(*at);
  }
  out->host[len] = 0;
  if (len == 0 || (has_brackets && (at == end || *at != ']'))) return NULL;
  return has_brackets ? at + 1 : at;
}

static bool read_port(const char **at, const char *end, origin *out) {
  uint32_t port = 0;
  out->port = out->is_tls ? 443 : 80;
  if (*at == end || **at != ':') return true;
  for (++*at; *at < end && is_digit(**at); ++*at) {
    port = port * 10 + (uint32_t)(**at - '0');
    if (port > 65535) return false;
  }
  if ((*at)[-1] != ':') out->port = (uint16_t)port;
  return true;
}

/* Returns what follows the origin, or NULL. */
static const char *read_origin(const char *url, size_t len, origin *out) {
  const char *end = url + len;
  if (!url) return NULL;
  out->is_tls = len > 8 && strncasecmp(url, "https://", 8) == 0;
  if (!out->is_tls && !(len > 7 && strncasecmp(url, "http://", 7) == 0)) return NULL;
  const char *at = skip_user(url + (out->is_tls ? 8 : 7), end);
  if (at) at = read_host(at, end, out);
  return at && read_port(&at, end, out) && (at == end || strchr("/?#", *at)) ? at : NULL;
}

bool origin_of(const char *url, size_t len, origin *out) { return read_origin(url, len, out) != NULL; }

bool origin_equal(const origin *one, const origin *other) {
  return one->port == other->port && one->is_tls == other->is_tls && strcmp(one->host, other->host) == 0;
}

bool origin_is_local(const origin *it) {
  size_t len = strlen(it->host);
  bool is_ipv4 = strspn(it->host, "0123456789.") == len;
  return strcmp(it->host, "localhost") == 0 || strcmp(it->host, "::1") == 0 ||
         (is_ipv4 && strncmp(it->host, "127.", 4) == 0);
}

bool is_origin(const char *text, size_t len) {
  origin it;
  const char *rest = read_origin(text, len, &it);
  if (!rest || memchr(text, '@', len)) return false;
  return rest == text + len || (*rest == '/' && rest + 1 == text + len);
}
