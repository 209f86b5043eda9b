/* "moya.tasks/1": clocks and timers for plugins. moya_host.get_extension returns the table.
 *
 *     const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
 *     tasks->after(context, 200, NULL, NULL, NULL); // resumes the deferred context in 200 ms
 *
 * Rules
 *   Owner      A timer belongs to an instance, which `self` names, or to a deferred context.
 *   End        `run` is called exactly once: with MOYA_OK when the time is over, or with
 *              MOYA_ERROR_CANCELLED when the provider is destroyed first. It is not called if
 *              `cancel` returned 1, and not if `create` fails. It is never called inside the
 *              function that sets the timer. All timers of an instance have ended before `destroy`.
 *   Threads    The timers of one instance run one after another, while hooks of the instance run on
 *              other threads. With MOYA_PUMP_HOST they run in moya_provider_process. They delay
 *              each other, and perhaps calls, so they must not block.
 */
#ifndef MOYA_PLUGIN_TASKS_H
#define MOYA_PLUGIN_TASKS_H

#include "../plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOYA_TASKS "moya.tasks/1"

/* Receives the end of a task. `context` is the owner's. */
typedef void (*moya_task_fn)(void *instance, moya_context *context, void *user, moya_status status);

typedef struct moya_tasks {
  uint32_t size; /* the size of the table that the host filled */
  uint32_t reserved;
  /* Returns microseconds of a clock that never goes back. It counts from any moment, and not while
   * the machine sleeps. [any thread] */
  uint64_t (*now_us)(void);
  /* Returns the microseconds since 1970-01-01 00:00 UTC. [any thread] */
  int64_t (*date_us)(void);
  /* Sets a timer. `run` is called in `delay_ms` milliseconds, at most 4 294 967 295, or soon if
   * `delay_ms` is not positive. `task` receives the number of the timer, and may be NULL. For a
   * deferred context `run` must be NULL, and the number is 0: the timer resumes the context with
   * MOYA_HOOK_OK, unless another thread has resumed it.
   *
   * Errors: NULL; ARGUMENT: `run` for a deferred context, or none for an instance; STATE: the
   * context is not valid or not deferred, or the instance ends; FORKED: the instance belongs to
   * the parent process; MEMORY or SYSTEM: the timer cannot be made. [any thread] */
  moya_status (*after)(moya_context *owner, int64_t delay_ms, moya_task_fn run, void *user,
                       uint64_t *task);
  /* Stops a timer of an instance. Returns 1 if `run` will not be called. Returns 0 if it was
   * called, is running or will be called. [any thread] */
  int32_t (*cancel)(moya_context *owner, uint64_t task);
} moya_tasks;

#ifdef __cplusplus
}
#endif

#endif
