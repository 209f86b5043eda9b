/* What a provider makes of targets: functions of the program between a target and its request.
 *
 * Moya's endpoint and request closures; with the first a program also decides, target by target, what is stubbed. */
#ifndef MOYA_CLOSURES_H
#define MOYA_CLOSURES_H

#include "backend.h"
#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* May change a target before it is read: `endpoint` is a copy of the caller's struct, whose pointers may be replaced by
 * such as stay valid until the function that took the target returns; also `stub`, `stub_delay_ms` and `sample`. A task
 * with a `release` that is put in is released like the caller's, which is released too. Anything but MOYA_OK is what
 * that function returns. Runs on the caller's thread. */
typedef moya_status (*moya_endpoint_fn)(void *user, moya_target *endpoint);

/* What targets come to (moya_provider_options.closures). Functions may be NULL. */
typedef struct moya_closures {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0; /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_endpoint_fn endpoint MOYA_0;
  /* Gets the request of each call, before the plugins: to be changed (moya_request_set_…) and sent on its way with
   * moya_request_forward and no callback, or failed, now or later, from any thread; then to be released. There is no
   * answer to be given yet: answer, respond and a forward with a callback return MOYA_ERROR_STATE. The call's time goes
   * on meanwhile. */
  moya_request_fn request MOYA_0;
  void *user MOYA_0;
  /* Called once with `user`, when no function above will be called any more, also when the provider could not be made;
   * but not when a struct's size was refused. May be NULL. */
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
