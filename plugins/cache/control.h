/* Reads the directives of Cache-Control (RFC 9111 §5.2) in a request or a response. */
#ifndef CACHE_CONTROL_H
#define CACHE_CONTROL_H

#include "fields.h"

enum {
  NO_STORE = 1,
  NO_CACHE = 2, /* no-cache that names no fields */
  MUST_REVALIDATE = 4,
  MUST_UNDERSTAND = 8,
  IS_PUBLIC = 16,
  IS_PRIVATE = 32,
  IMMUTABLE = 64, /* RFC 8246 */
  ONLY_IF_CACHED = 128
};

/* Numbers are seconds. −1 means that the directive is missing. If a directive occurs twice, the first one counts. */
typedef struct control {
  uint32_t flags;
  int64_t max_age; /* 0 if its value is invalid, so that the response is stale */
  int64_t max_stale, min_fresh;
  int64_t stale_while_revalidate, stale_if_error; /* RFC 5861 */
} control;

control control_of(fields all);

/* Returns true if the response says no-cache="…" with this field's name. A cache must not reuse the field without
 * asking the server. */
bool is_withheld(fields response, slice name);

#endif
