/* The origin of a URL (RFC 6454 §4), without its user and password. */
#ifndef LIMIT_ORIGIN_H
#define LIMIT_ORIGIN_H

#include "../common/slice.h"

/* Writes "https://example.com", or "http://example.com:8080" if the port is not the scheme's. A longer origin than
 * `size` allows ends with a hash. Returns false if the text is not an absolute URL. */
bool origin_of(slice url, char *out, size_t size);

#endif
