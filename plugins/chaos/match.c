#include "match.h"

#include <string.h>

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
