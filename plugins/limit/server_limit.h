/* Reads what a response says about the limit of its server. */
#ifndef LIMIT_SERVER_LIMIT_H
#define LIMIT_SERVER_LIMIT_H

#include "../common/slice.h"

/* The status of a response, and those of its header fields that tell about the limit of the server. `at` is NULL if the
 * response has no such field. */
typedef struct server_limit {
  int status;
  slice retry_after; /* RFC 9110 §10.2.3 */
  slice date;        /* RFC 9110 §6.6.1 */
  slice rate_limit;  /* RateLimit, draft-ietf-httpapi-ratelimit-headers-05 and later */
  slice remaining, reset; /* RateLimit-Remaining and RateLimit-Reset, drafts 00 to 04 */
} server_limit;

/* Returns for how many seconds the server wants no request. Returns 0 if the server does not say this. `now` is in
 * seconds since 1970-01-01 UTC. */
int64_t server_pause(const server_limit *, int64_t now);

#endif
