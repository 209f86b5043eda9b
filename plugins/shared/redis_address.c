#include "redis_address.h"

#include <stdio.h>
#include <string.h>

static int digit(char it) {
  if (it >= '0' && it <= '9') return it - '0';
  char lower = (char)(it | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Copies a part of the address, and decodes its percent-encoding (RFC 3986 §2.1). */
static bool decode(const char *from, const char *end, char *to, size_t room) {
  size_t len = 0;
  for (; from < end; from++) {
    char byte = *from;
    if (byte == '%') {
      if (end - from < 3 || digit(from[1]) < 0 || digit(from[2]) < 0) return false;
      byte = (char)(digit(from[1]) * 16 + digit(from[2]));
      from += 2;
    }
    if (!byte || len + 1 >= room) return false;
    to[len++] = byte;
  }
  to[len] = 0;
  return true;
}

static bool read_number(const char *from, const char *end, int most, int *out) {
  int number = 0;
  if (from == end) return false;
  for (; from < end; from++) {
    if (*from < '0' || *from > '9') return false;
    number = number * 10 + (*from - '0');
    if (number > most) return false;
  }
  *out = number;
  return true;
}

static const char *find(const char *from, const char *end, char what) {
  while (from < end && *from != what) from++;
  return from;
}

static bool read_user(const char *from, const char *end, redis_address *out) {
  const char *colon = find(from, end, ':');
  return decode(from, colon, out->user, sizeof out->user) &&
         (colon == end || decode(colon + 1, end, out->password, sizeof out->password));
}

static bool read_host(const char *from, const char *end, redis_address *out) {
  const char *port = find(from, end, ':');
  if (from < end && *from == '[') { /* an IPv6 address */
    const char *bracket = find(++from, end, ']');
    if (bracket == end || !decode(from, bracket, out->host, sizeof out->host)) return false;
    port = bracket + 1;
    if (port < end && *port != ':') return false;
  } else if (!decode(from, port, out->host, sizeof out->host)) {
    return false;
  }
  for (const char *at = out->host; *at; at++) {
    if ((unsigned char)*at <= ' ' || *at == 0x7f) return false;
  }
  return *out->host && (port == end || (read_number(port + 1, end, 65535, &out->port) && out->port > 0));
}

/* Returns the name of the first part that is not valid, or NULL if all parts are valid. */
static const char *read_parts(const char *text, redis_address *out) {
  const char *end = text + strlen(text), *query = find(text, end, '?'), *path = find(text, query, '/'), *at = NULL;
  for (const char *each = text; each < path; each++) at = *each == '@' ? each : at;
  if (at && !read_user(text, at, out)) return "the user or the password";
  if (!read_host(at ? at + 1 : text, path, out)) return "the host or the port";
  if (query - path > 1 && !read_number(path + 1, query, 1 << 20, &out->database)) return "the number of the database";
  if (query == end) return NULL;
  if (strncmp(query, "?ca=", 4) != 0 || !out->has_tls) return "the query";
  return decode(query + 4, end, out->ca, sizeof out->ca) && *out->ca ? NULL : "ca";
}

bool redis_address_read(const char *text, redis_address *out, char *reason, size_t reason_size) {
  *out = (redis_address){.has_tls = strncmp(text, "rediss://", 9) == 0, .port = 6379};
  const char *fault = read_parts(text + (out->has_tls ? 9 : 8), out);
  bool is_ipv6 = strchr(out->host, ':');
  snprintf(out->name, sizeof out->name, "Redis at %s%.200s%s:%d", is_ipv6 ? "[" : "", out->host, is_ipv6 ? "]" : "",
           out->port);
  if (fault) snprintf(reason, reason_size, "the address of the Redis server: %s is not valid", fault);
  return !fault;
}
