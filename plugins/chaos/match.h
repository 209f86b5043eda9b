/* Decides which calls the plugin may delay or break. */
#ifndef MOYA_CHAOS_MATCH_H
#define MOYA_CHAOS_MATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a text matches a pattern. `*` in the pattern stands for any number of characters, also none. */
bool match_pattern(const char *pattern, const char *text, size_t len);

/* Returns the path of a URL, without the query. Returns "/" if the URL has no path. */
const char *path_of(const char *url, size_t *len);

#endif
