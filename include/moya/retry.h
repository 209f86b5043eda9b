/* A retry policy says when to send a request again, and how long to wait before that.
 *
 * A provider has one policy for all of its targets. A target may have its own policy instead.
 * Plugins decide before the policy (should_retry in plugin.h). The call's total timeout takes
 * precedence: an attempt that could not start in time is not made. A request whose body cannot be
 * sent again has only one attempt. A call that was cancelled, or whose time is over, gets no
 * further attempt. */
#ifndef MOYA_RETRY_H
#define MOYA_RETRY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a moya_retry_fn may return instead of milliseconds. */
enum {
  MOYA_RETRY_NO = -1,    /* no further attempt: the result stands */
  MOYA_RETRY_POLICY = -2 /* the policy's statuses, errors and times decide */
};

/* Decides what happens after the attempt with the number `attempt` (1, 2, …). Returns the
 * milliseconds until the next attempt, or MOYA_RETRY_NO, or MOYA_RETRY_POLICY. Whatever the
 * function returns, the limits of the policy (attempts, methods and budget) still apply. `response`
 * is NULL if none arrived, and `error` is NULL on success. `response` and `error` are borrowed
 * until the function returns. The function runs on the thread that runs the call, as hooks do
 * (plugin.h). Other calls of this thread wait until the function returns. Inside it, library
 * functions that block return MOYA_ERROR_STATE. */
typedef int64_t (*moya_retry_fn)(void *user, uint32_t attempt, const moya_response *response,
                                 const moya_error *error);

/* The bits of moya_retry.flags. */
enum {
  MOYA_RETRY_ANY_METHOD = 1,     /* a request of any method may be sent again, including POST, PATCH
                                  * and unknown methods. Such a request may then take effect twice.
                                  * Without this flag, only DELETE, GET, HEAD, OPTIONS, PUT, QUERY
                                  * and TRACE may be sent again (RFC 9110 §9.2.2) */
  MOYA_RETRY_NO_RETRY_AFTER = 2, /* a Retry-After of the response is ignored; without this flag,
                                  * Retry-After replaces the backoff */
  MOYA_RETRY_NO_JITTER = 4       /* waits are not varied at random; without this flag,
                                  * jitter_percent varies them */
};

/* A retry policy. 0 or NULL stands for the default that the field's comment names. A request is
 * sent again after a status in `statuses`, and after an error that left no complete response
 * (RESOLVE, CONNECT, TIMEOUT_CONNECT, TIMEOUT_IDLE, NETWORK, INCOMPLETE_BODY). */
typedef struct moya_retry {
  uint32_t size MOYA_0;
  uint32_t attempts MOYA_0;           /* how many attempts, including the first; default 3, at most
                                       * 16; 1: no retries */
  uint32_t delay_ms MOYA_0;           /* the wait before the second attempt; default 500 */
  uint32_t backoff_percent MOYA_0;    /* each later wait, in percent of the wait before it; default
                                       * 200; 100: all waits are equal */
  uint32_t max_delay_ms MOYA_0;       /* the longest wait; default 30 000 */
  uint32_t jitter_percent MOYA_0;     /* a wait is made longer or shorter by up to this percentage,
                                       * at random; default 20, at most 100 */
  uint32_t max_retry_after_ms MOYA_0; /* a longer Retry-After is shortened to this time; default
                                       * 60 000 */
  uint32_t flags MOYA_0;              /* MOYA_RETRY_… */
  const int32_t *statuses MOYA_0;     /* each 100 … 599; NULL: 408, 429, 500, 502, 503, 504. A
                                       * pointer that is not NULL, with a `status_count` of 0: no
                                       * status */
  size_t status_count MOYA_0;
  uint32_t budget_percent MOYA_0; /* how many retries are allowed for a hundred calls. Without this
                                   * limit, retries multiply the load of an overloaded server. 0: no
                                   * budget. Only for a provider's policy; in a target's policy it
                                   * fails with MOYA_ERROR_ARGUMENT */
  uint32_t budget_reserve MOYA_0; /* how many unused retries the budget saves at most; default 10 */
  moya_retry_fn decide MOYA_0;    /* NULL: the policy decides alone */
  void *user MOYA_0; /* for `decide`; NULL: `decide` receives moya_target.user, so it can tell to
                      * which target the call belongs */
  /* Called once with `user`, when it is no longer needed. For a provider's policy, that is when the
   * provider is gone or could not be made. For a target's policy, it is when the call has ended or
   * could not begin. For the policy of a copied target (moya_target_copy), it is when the copy is
   * released and no call needs the policy any more. Not called if the `size` of this struct, or of
   * the struct that points to it, is invalid. May be NULL. */
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
