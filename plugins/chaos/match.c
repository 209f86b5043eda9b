#define _POSIX_C_SOURCE 200809L
#include "match.h"

#include <string.h>
#include <strings.h>

bool match_pattern(const char *pattern, const char *text, size_t len) {
  const char *end = text + len, *star = NULL, *tried = NULL;
  while (text < end) {
    if (*pattern == '*') {
      star = ++pattern;
      tried = text;
    } else if (*pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star; /* the last star takes one more character */
      text = ++tried;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return *pattern == 0;
}

/* Returns what follows the scheme and its "://", or NULL. `len` receives how many bytes come before the path. */
static const char *authority_of(const char *url, size_t *len) {
  const char *colon = strchr(url, ':'), *authority = colon && colon[1] == '/' && colon[2] == '/' ? colon + 3 : NULL;
  if (authority) *len = strcspn(authority, "/?#\\");
  return authority;
}

/* Returns the host of a URL, with its port and without a user, or NULL. `scheme` receives the length of the scheme with
 * its "://". */
static const char *host_of(const char *url, size_t *scheme, size_t *len) {
  const char *host = authority_of(url, len);
  if (!host) return NULL;
  *scheme = (size_t)(host - url);
  for (size_t i = *len; i > 0; i--) {
    if (host[i - 1] != '@') continue;
    *len -= i;
    return host + i;
  }
  return host;
}

bool match_origin(const char *origin, const char *url) {
  size_t scheme, len, wanted = strlen(origin);
  const char *host = host_of(url, &scheme, &len);
  return host && wanted == scheme + len && strncasecmp(origin, url, scheme) == 0 &&
         strncasecmp(origin + scheme, host, len) == 0;
}

const char *path_of(const char *url, size_t *len) {
  size_t authority_len;
  const char *authority = authority_of(url, &authority_len), *path = authority ? authority + authority_len : url;
  if (*path != '/') {
    *len = 1;
    return "/";
  }
  *len = strcspn(path, "?#");
  return path;
}
