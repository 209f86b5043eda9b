/* The origin of a URL (RFC 6454 §4), without its user and password. */
#ifndef COMMON_ORIGIN_H
#define COMMON_ORIGIN_H

#include "slice.h"

enum { ORIGIN_SIZE = 120 };

/* The two texts are parts of the URL, and are valid as long as the text of the URL. */
typedef struct origin {
  slice scheme; /* "https://" */
  slice host;   /* with its port, unless it is the usual port of the scheme */
} origin;

/* Finds the origin of a URL. Returns false if the text is not an absolute URL. */
bool origin_find(slice url, origin *out);
/* Reads the text of an option that must be an origin, for example "https://example.com" or "http://[::1]:8080/". Returns
 * false for any other text. */
bool origin_read(slice text, origin *out);
/* Compares without the case of letters. */
bool is_same_origin(const origin *one, const origin *other);
/* Returns true if redirects led from the URL of a request to another origin. */
bool origin_is_left(slice sent, slice last);
/* Writes "https://example.com", or "http://example.com:8080" if the port is not the usual one. If the origin is too
 * long, its end is replaced by a hash. */
void origin_write(const origin *, char out[ORIGIN_SIZE]);

#endif
