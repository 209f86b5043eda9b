/* The origin of a URL (RFC 6454 §4), without its user and password. */
#ifndef LIMIT_ORIGIN_H
#define LIMIT_ORIGIN_H

#include "../common/slice.h"

enum { ORIGIN_SIZE = 120 };

/* The two texts are parts of the URL, and are valid as long as the text of the URL. */
typedef struct origin {
  slice scheme; /* "https://" */
  slice host;   /* with its port, unless it is the usual port of the scheme */
} origin;

/* Finds the origin of a URL. Returns false if the text is not an absolute URL. */
bool origin_find(slice url, origin *out);
/* Compares with a text such as "https://example.com". */
bool origin_is(const origin *, slice text);
/* Writes "https://example.com", or "http://example.com:8080" if the port is not the usual one. If the origin is too
 * long, its end is replaced by a hash. */
void origin_write(const origin *, char out[ORIGIN_SIZE]);

#endif
