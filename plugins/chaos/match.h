/* Which calls the plugin may harm. */
#ifndef MOYA_CHAOS_MATCH_H
#define MOYA_CHAOS_MATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a text has a pattern, in which `*` stands for any characters, also none. */
bool match_pattern(const char *pattern, const char *text, size_t len);

/* Returns whether a URL has this origin: the scheme, the host and the port, without a user. Case does not matter. */
bool match_origin(const char *origin, const char *url);

/* Returns the path of a URL, without its query. It is "/" if the URL has none. */
const char *path_of(const char *url, size_t *len);

#endif
