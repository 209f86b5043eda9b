/* The origin of a URL: where a token may go (RFC 6454 §4). */
#ifndef TOKEN_ORIGIN_H
#define TOKEN_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORIGIN_MOST_HOST = 253 };

typedef struct origin {
  bool is_tls;
  uint16_t port;
  char host[ORIGIN_MOST_HOST + 1]; /* in lower case */
} origin;

/* Reads the origin of an absolute URL with the scheme http or https. Returns false if the URL has no such origin, or if
 * programs do not agree on the host of the URL. */
bool origin_of(const char *url, size_t len, origin *out);
bool origin_equal(const origin *, const origin *);
/* Returns whether the host is this machine: localhost, 127.0.0.0/8 or [::1]. */
bool origin_is_local(const origin *);
/* Returns whether the text is an origin and nothing else. A slash at the end is allowed. */
bool is_origin(const char *text, size_t len);

#endif
