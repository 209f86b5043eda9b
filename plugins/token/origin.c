#include "origin.h"

#include "../common/slice.h"

#include <string.h>

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* A table with the lower case of each byte that can be in a name or an IPv4 address. All other bytes have 0. */
static const char host_bytes[256] = {
    ['-'] = '-', ['.'] = '.', ['_'] = '_', ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3', ['4'] = '4', ['5'] = '5',
    ['6'] = '6', ['7'] = '7', ['8'] = '8', ['9'] = '9', ['a'] = 'a', ['b'] = 'b', ['c'] = 'c', ['d'] = 'd', ['e'] = 'e',
    ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i', ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm', ['n'] = 'n',
    ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r', ['s'] = 's', ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w',
    ['x'] = 'x', ['y'] = 'y', ['z'] = 'z', ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f',
    ['G'] = 'g', ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm', ['N'] = 'n', ['O'] = 'o',
    ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u', ['V'] = 'v', ['W'] = 'w', ['X'] = 'x',
    ['Y'] = 'y', ['Z'] = 'z',
};

/* Returns the byte of an IPv6 address in lower case, or 0. */
static char address_byte(char byte) {
  char lower = host_bytes[(unsigned char)byte];
  return byte == ':' ? ':' : lower == '.' || is_digit(lower) || (lower >= 'a' && lower <= 'f') ? lower : 0;
}

/* Returns where the host begins, after the user and the password. Returns NULL if there is a backslash or a second @,
 * because programs do not agree on the host of such a URL. */
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

/* Reads a host, with or without brackets. Returns what follows the host, or NULL if the host is not valid. */
static const char *read_host(const char *at, const char *end, origin *out) {
  bool has_brackets = at < end && *at == '[';
  size_t len = 0;
  if (has_brackets) at++;
  for (char byte; at < end; at++) {
    byte = has_brackets ? address_byte(*at) : host_bytes[(unsigned char)*at];
    if (!byte) break;
    if (len == ORIGIN_MOST_HOST) return NULL;
    out->host[len++] = byte;
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

/* Reads a host and its port. Returns what follows the port, or NULL if the host or the port is not valid. */
static const char *read_authority(const char *at, const char *end, origin *out) {
  at = read_host(at, end, out);
  return at && read_port(&at, end, out) && (at == end || *at == '/' || *at == '?' || *at == '#') ? at : NULL;
}

/* Reads the origin at the beginning of a URL. Returns what follows the origin, or NULL if there is no valid origin. */
static const char *read_origin(const char *url, size_t len, origin *out) {
  const char *end = url + len;
  if (!url) return NULL;
  out->is_tls = len > 8 && begins_with_word(url, "https://");
  if (!out->is_tls && !(len > 7 && begins_with_word(url, "http://"))) return NULL;
  const char *begin = url + (out->is_tls ? 8 : 7), *rest = read_authority(begin, end, out);
  if (rest) return rest;
  const char *host = skip_user(begin, end);
  return host && host != begin ? read_authority(host, end, out) : NULL;
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
