#include "other_origin.h"

#include "slice.h"

#include <string.h>

/* Returns whether the text continues with a port, and not with the "://" after a scheme. */
static bool is_before_port(const char *text) { return *text == ':' && text[1] != '/'; }

bool is_other_origin(const char *url, size_t len, const char *origin) {
  bool is_in_scheme = true;
  size_t i = 0;
  /* The fifth byte tells http from https, so it is compared first. */
  if (*origin && len > 4 && lower(url[4]) != lower(origin[4])) return true;
  for (; origin[i] && i < len && (url[i] == origin[i] || lower(url[i]) == lower(origin[i])); i++) {
    if (origin[i] != ':') continue;
    if (is_before_port(origin + i)) return false;
    is_in_scheme = false;
  }
  if (!origin[i] || origin[i] == '/' || is_before_port(origin + i)) return false;
  return is_in_scheme || !memchr(url, '@', len); /* after a user, the host begins later */
}
