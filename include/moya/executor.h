/* An executor says where callbacks run, if not on the thread on which the call completes.
 *
 * An executor runs the completion callbacks of moya_provider_send (the `end` handlers). It does not
 * run the other handlers. */
#ifndef MOYA_EXECUTOR_H
#define MOYA_EXECUTOR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where callbacks run. */
enum {
  MOYA_EXECUTOR_LOOP = 0,  /* on the thread on which the call completes: see moya_callback_fn */
  MOYA_EXECUTOR_QUEUE = 1, /* on a library thread that runs only callbacks, one after another. Long
                            * callbacks do not stop other calls. A forked child has no such thread,
                            * so moya_provider_send and moya_provider_enqueue fail with
                            * MOYA_ERROR_FORKED in the child */
  MOYA_EXECUTOR_OWN = 2    /* `enqueue`, a function of the program, decides where they run */
};
typedef int32_t moya_executor_kind;

/* Runs one callback. Call this function exactly once, on any thread, with the `job` that `enqueue`
 * received together with it. */
typedef void (*moya_job_fn)(void *job);

/* Must arrange that run(job) is called, now or later, for example by the event loop of the program.
 * Runs on the thread on which the call completes. Inside this function, library functions that
 * block return MOYA_ERROR_STATE. */
typedef void (*moya_enqueue_fn)(void *user, moya_job_fn run, void *job);

/* Where callbacks run (moya_provider_options.executor).
 *
 * With MOYA_EXECUTOR_OWN, no function of the library waits for jobs that have not run yet, because
 * the thread that calls the function may be the one that runs the jobs. So moya_call_wait,
 * moya_group_wait, moya_provider_drain, moya_provider_close and moya_provider_destroy can return
 * before the callbacks of these jobs run. A call has then ended when `enqueue` has returned. */
typedef struct moya_executor {
  uint32_t size MOYA_0;
  moya_executor_kind kind MOYA_0;
  moya_enqueue_fn enqueue MOYA_0; /* required with MOYA_EXECUTOR_OWN, otherwise NULL */
  void *user MOYA_0;
  /* Called exactly once with `user`: when the library will not call `enqueue` again, or when the
   * provider could not be created. Not called if the `size` of this struct or of the
   * moya_provider_options is invalid. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_executor;
#define MOYA_EXECUTOR_INIT MOYA_SIZED(moya_executor)
#define MOYA_EXECUTOR(...) MOYA_MAKE(moya_executor, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_executor) == 32, "moya_executor");
#endif

#ifdef __cplusplus
}
#endif

#endif
