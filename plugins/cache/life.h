/* Computes how long a response is fresh, and how old it is (RFC 9111 §4.2). */
#ifndef CACHE_LIFE_H
#define CACHE_LIFE_H

#include "control.h"

typedef struct life {
  uint32_t flags;           /* the directives in the response's Cache-Control */
  int64_t fresh;            /* seconds for which the response is fresh */
  int64_t age;              /* the age of the response in seconds when it was received */
  int64_t while_revalidate; /* seconds after `fresh` in which the response may be used while the server is asked */
  int64_t if_error;         /* seconds after `fresh` in which the response may be used if the server fails */
} life;

/* Computes the life of a response. `asked_us` is when the request was sent, and `received_us` when the response
 * arrived, both in microseconds since 1970-01-01 UTC.
 *
 * `heuristic_percent` is for a response that does not say its lifetime. If RFC 9111 §4.2.2 allows it, such a response
 * is fresh for this percentage of the time since Last-Modified, and for at most a day. */
life life_of(int status, fields head, int64_t asked_us, int64_t received_us, int heuristic_percent);

/* Returns true if the response itself says how long it is fresh. */
bool has_lifetime(fields head);

/* Returns true if a response with this status may be stored even if no field of the response allows it (RFC 9110
 * §15.1). */
bool is_cacheable_status(int status);

/* Returns the age in seconds. If the clock was set back, returns MOST_SECONDS. */
int64_t age_of(const life *it, int64_t received_us, int64_t now_us);

#endif
