/* Decides what a private cache may do, by RFC 9111, RFC 5861 and RFC 8246. The functions have no state and do no
 * I/O. */
#ifndef CACHE_POLICY_H
#define CACHE_POLICY_H

#include "stored.h"

enum { MOST_REFRESH_US = 10000000 }; /* after this time, a call no longer relies on the request in the background */

typedef struct rules {
  int heuristic_percent;    /* see life_of (life.h) */
  int64_t if_error_seconds; /* how long after its lifetime any response may be used if the server fails */
  bool refreshes;           /* requests in the background are possible */
} rules;

typedef enum verdict {
  ASK,      /* send the request as it is */
  VALIDATE, /* send it with the validators of the stored response */
  USE,      /* answer with the stored response */
  REFRESH,  /* answer with the stored response, and ask the server in the background */
  REFUSE    /* answer with the status 504, because the request may not be sent (only-if-cached) */
} verdict;

/* Returns true if a stored response may be used for this GET or HEAD request. */
bool may_look_up(const request *request);

/* Decides what to do with a request. `found` is the stored response for this request, or NULL if no response is
 * stored. */
verdict decide(const stored *found, const request *request, const rules *rules, int64_t now_us);

/* Returns true if the response to this GET or HEAD request may be stored and could be used later. */
bool may_store(const request *request, const arrival *arrival, const rules *rules);

/* Call this for a response to GET or HEAD that is not stored (RFC 9111 §4.3.5). The response to GET must be whole.
 * Returns true if it shows that the stored response of its URL is out of date. */
bool is_outdated(const stored *it, const request *request, const arrival *arrival);

/* Returns true if the stored response may be used because the server failed: it sent no response, or one with the
 * status 500, 502, 503 or 504. The request, the response or the rules must allow this (stale-if-error, RFC 5861 §4).
 * This also holds for a fresh response, because the module asks the server only if the request does not accept it. */
bool may_use_on_error(const stored *it, const request *request, const rules *rules, int64_t now_us);
bool is_server_error(int status);

/* Returns true if a request with this method can change something on the server (RFC 9110 §9.2.1), so that stored
 * responses become invalid. */
bool is_unsafe(slice method);
/* Returns true if stored responses become invalid when the response to an unsafe request has this status (RFC 9111
 * §4.4). */
bool invalidates(int status);

#endif
