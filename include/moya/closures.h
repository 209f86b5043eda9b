/* Closures are functions that change targets and requests before the provider sends them.
 *
 * The two closures are the endpoint closure and the request closure of Moya, a library for Swift.
 * With the endpoint closure, a program can also decide for each target whether to stub it. */
#ifndef MOYA_CLOSURES_H
#define MOYA_CLOSURES_H

#include "backend.h"
#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* May change a target before the library reads it. Runs inside the function that received the
 * target, for example moya_provider_send.
 *
 * `endpoint` is a copy of the caller's struct. You may replace its pointers; the new pointers must
 * stay valid until the function that received the target returns. You may also set `stub`,
 * `stub_delay_ms` and `sample`. If you substitute a task that has a `release_user`, the library
 * calls the `release_user` of your task and of the caller's task. If this function returns another
 * status than MOYA_OK, the function that received the target returns that status. */
typedef moya_status (*moya_endpoint_fn)(void *user, moya_target *endpoint);

/* The closures of a provider (moya_provider_options.closures). Functions may be NULL. */
typedef struct moya_closures {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0; /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_endpoint_fn endpoint MOYA_0;
  /* Receives the request of each call, before the plugins. The closure may change the request
   * (moya_request_set_… in backend.h). It must send the request (moya_request_forward without a
   * callback) or fail it (moya_request_fail). It may do this now or later, from any thread.
   * Afterwards it must release the request. It cannot respond: moya_request_answer,
   * moya_request_respond and moya_request_forward with a callback return MOYA_ERROR_STATE. The
   * timeouts of the call continue to count. */
  moya_request_fn request MOYA_0;
  void *user MOYA_0;
  /* Called exactly once with `user`: after the last call of a function above, or when the provider
   * could not be created. Not called if the `size` of this struct or of the moya_provider_options
   * is invalid. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_closures;
#define MOYA_CLOSURES_INIT MOYA_SIZED(moya_closures)
#define MOYA_CLOSURES(...) MOYA_MAKE(moya_closures, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_closures) == 40, "moya_closures");
#endif

#ifdef __cplusplus
}
#endif

#endif
