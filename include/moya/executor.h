/* Where callbacks run, if not where calls end: on a thread of the library's for them, or wherever the program runs them.
 *
 * For the callbacks of moya_provider_send, and the ends of calls with handlers. */
#ifndef MOYA_EXECUTOR_H
#define MOYA_EXECUTOR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOYA_EXECUTOR_LOOP = 0,  /* where the call ends: see moya_callback_fn */
  MOYA_EXECUTOR_QUEUE = 1, /* on a thread of the library's that does nothing else, one after another: a callback may take
                            * its time, and other calls move on. A forked child has no such thread: MOYA_ERROR_FORKED */
  MOYA_EXECUTOR_OWN = 2    /* where `enqueue` has them run */
};
typedef int32_t moya_executor_kind;

/* Runs one callback. To be called exactly once with the job that came with it, on any thread. */
typedef void (*moya_job_fn)(void *job);

/* Has run(job) called later, such as by the program's own event loop; or calls it at once. Runs where the call ends,
 * inside a callback: functions that block return MOYA_ERROR_STATE. */
typedef void (*moya_enqueue_fn)(void *user, moya_job_fn run, void *job);

/* Where callbacks run (moya_provider_options.executor). With MOYA_EXECUTOR_OWN moya_provider_close and _destroy do not
 * wait for jobs that were enqueued, since the thread that calls them may be the one that runs jobs: those callbacks come
 * when their jobs run, later. */
typedef struct moya_executor {
  uint32_t size MOYA_0;
  moya_executor_kind kind MOYA_0;
  moya_enqueue_fn enqueue MOYA_0; /* for MOYA_EXECUTOR_OWN; else NULL */
  void *user MOYA_0;
  /* Called once with `user`, when `enqueue` will not be called any more, also when the provider could not be made; but
   * not when a struct's size was refused. May be NULL. */
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
