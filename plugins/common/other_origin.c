#include "other_origin.h"

#include "slice.h"

#include <string.h>

/* Returns whether the text continues with a port, and not with the "://" after a scheme. */
static bool is_before_port(const char *text) { return *text == ':' && text[1] != '/'; }

bool is_other_origin(const char *url, size_t len, const char *origin) {
  size_t i = 0;
  while (origin[i] && i < len && (url[i] == origin[i] || lower(url[i]) == lower(origin[i]))) {
    if (is_before_port(origin + i)) return false;
    i++;
  }
  if (!origin[i] || origin[i] == '/' || is_before_port(origin + i)) return false;
  return !memchr(url, '@', len); /* after a user, the host begins later */
}
