/* When a call is worth another attempt, and how long to wait before it.
 *
 * A policy of a provider, for all of its targets, or of one target in its place. Plugins are asked first (should_retry).
 * The call's total timeout wins: an attempt that could not start before it is not made. A request whose body cannot be
 * sent again has one attempt; so has a call that was cancelled, or is out of time. */
#ifndef MOYA_RETRY_H
#define MOYA_RETRY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a moya_retry_fn may answer beside milliseconds. */
enum {
  MOYA_RETRY_NO = -1,    /* the result stands */
  MOYA_RETRY_POLICY = -2 /* as the policy's statuses, errors and times say */
};

/* Decides on the result of attempt 1, 2, …: milliseconds until the next one, or MOYA_RETRY_NO, or MOYA_RETRY_POLICY.
 * Attempts, methods and budget of the policy hold in any case. `response` is NULL when nothing came, `error` on success;
 * both are borrowed until it returns. Runs on the thread that moves the call, as hooks do (plugin.h): functions that
 * block return MOYA_ERROR_STATE in it, and other calls wait until it returns. */
typedef int64_t (*moya_retry_fn)(void *user, uint32_t attempt, const moya_response *response, const moya_error *error);

/* Bits of moya_retry.flags. */
enum {
  MOYA_RETRY_ANY_METHOD = 1,     /* also methods whose request may take effect twice: POST, PATCH and unknown ones; else
                                  * DELETE, GET, HEAD, OPTIONS, PUT, QUERY and TRACE (RFC 9110 §9.2.2) */
  MOYA_RETRY_NO_RETRY_AFTER = 2, /* a Retry-After of the response does not count; else it replaces the backoff */
  MOYA_RETRY_NO_JITTER = 4       /* waits are not spread; else by jitter_percent */
};

/* A policy. 0 or NULL: the default named here. What ends without a whole response (RESOLVE, CONNECT, TIMEOUT_CONNECT,
 * TIMEOUT_IDLE, NETWORK, INCOMPLETE_BODY) is tried again, and so are the statuses below. */
typedef struct moya_retry {
  uint32_t size MOYA_0;
  uint32_t attempts MOYA_0;           /* at most, the first one included: 3; 16 at most. 1: none but the first */
  uint32_t delay_ms MOYA_0;           /* before the second attempt: 500 */
  uint32_t backoff_percent MOYA_0;    /* each later wait, of the one before: 200; 100: all waits are equal */
  uint32_t max_delay_ms MOYA_0;       /* 30 000 */
  uint32_t jitter_percent MOYA_0;     /* a wait is longer or shorter by up to so much of it, at random: 20; ≤ 100 */
  uint32_t max_retry_after_ms MOYA_0; /* a longer Retry-After is cut down to this: 60 000 */
  uint32_t flags MOYA_0;              /* MOYA_RETRY_… */
  const int32_t *statuses MOYA_0;     /* 100 … 599 each; NULL: 408, 429, 500, 502, 503, 504 */
  size_t status_count MOYA_0;
  uint32_t budget_percent MOYA_0; /* retries for a hundred calls, so that a server in trouble does not get several times
                                   * its load; 0: no budget. A provider's only: in a target's policy it is ARGUMENT */
  uint32_t budget_reserve MOYA_0; /* retries that are possible after a quiet time: 10 */
  moya_retry_fn decide MOYA_0;    /* NULL: the policy alone */
  void *user MOYA_0; /* of `decide`; NULL: it gets moya_target.user, which says whose call it decides on */
  /* Called once with `user` when it is no longer needed: a provider's when the provider is gone or could not be
   * made; a target's when the call has ended or could not begin. Not called if a struct's size was refused. May
   * be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_retry;
#define MOYA_RETRY_INIT MOYA_SIZED(moya_retry)
#define MOYA_RETRY(...) MOYA_MAKE(moya_retry, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_retry) == 80, "moya_retry");
#endif

#ifdef __cplusplus
}
#endif

#endif
