/* A quick check whether a URL has another origin. The check saves time in modules that handle only the requests to some
 * origins. */
#ifndef MOYA_COMMON_OTHER_ORIGIN_H
#define MOYA_COMMON_OTHER_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns true if an absolute URL certainly has another origin than `origin`, for example "https://api.example.com",
 * because its scheme or its host differs. `origin` must have the scheme http or https, or be empty. If this function
 * returns false, compare the origins in full: the ports may differ, or the URL has a user. */
bool is_other_origin(const char *url, size_t len, const char *origin);

#endif
