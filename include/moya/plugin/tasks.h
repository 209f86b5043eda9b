/* "moya.tasks/1": clocks, timers, work that may block, and requests of the plugin itself.
 * moya_host.get_extension returns the table.
 *
 *     now_us, date_us   clocks: for durations, and for dates
 *     after             a timer
 *     work              a function that may block
 *     send              a request of the plugin
 *     cancel            stops what `after`, `work` or `send` started
 *
 *     const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
 *     tasks->after(context, 200, NULL, NULL, NULL); // resumes the deferred context in 200 ms
 *
 * A task is what `after`, `work` or `send` starts. Each of them takes `run`, a function of the
 * plugin. The `run` of a request receives the result as its context. So if a call waits for the
 * request, pass the deferred context of the call as `user`. `run` must resume that context, even if
 * its status is MOYA_ERROR_CANCELLED:
 *
 *     static void run(void *instance, moya_context *result, void *user, moya_status status) {
 *       moya_context *context = user; // the context that prepare deferred
 *       if (status == MOYA_OK) status = use(host->response_body(result), context);
 *       host->resume(context, status);
 *     }
 *
 *     status = tasks->send(self, &request, run, context, NULL); // in prepare, after defer
 *
 * Rules
 *   Owner      A task belongs to an instance of the plugin, which `self` names, or to a deferred
 *              context. A task of a context ends when the context is resumed or its call ends.
 *   End        `run` is not called if the function that starts the task fails, if `cancel` returned
 *              1, or if `create` fails. In all other cases it is called exactly once, and never
 *              inside the function that starts the task. The `status` that it receives is MOYA_OK,
 *              the error of a request, or MOYA_ERROR_CANCELLED if the owner ended first. The tasks
 *              of an instance end after `close`, and before `destroy`. A task of a context can end
 *              after `release_slot`, so `user` must own what `run` uses.
 *   Threads    For each instance, `close` and the `run` functions of timers and requests run one
 *              after another. Hooks of the instance can run on other threads at the same time. With
 *              MOYA_PUMP_HOST, `close` and these `run` functions run in moya_provider_process, or
 *              in a blocking call whose hook waits. They delay each other, and perhaps calls, so
 *              they must not block. The `run` function of work runs on one of at most four threads
 *              of the process, and may block. In all `run` functions and in `close`, as in a hook,
 *              functions of moya.h that block return MOYA_ERROR_STATE.
 *   Blocking   Some programs with MOYA_PUMP_HOST make only blocking calls, as moya.Provider of
 *              Python does. In such a program, nothing runs the timers and requests of an instance,
 *              except while a hook of a call waits. A plugin can avoid this in two ways. A hook
 *              compares now_us with the time of the timer, and starts `work` if the timer is late,
 *              because work always runs. Or prepare defers its context, and a timer resumes the
 *              context: `after(context, 0, NULL, NULL, NULL)`. While the call waits, timers that
 *              are due run, and requests proceed.
 *   Requests   Only the plugins that were added after this plugin see its requests. This plugin and
 *              the plugins before it do not see them, so no request can start itself again. The
 *              request uses the connections, cookies, limits and stub rules of the provider, but
 *              not its base URL, headers and credential. Every HTTP status is a response. If all
 *              calls of the provider are stubbed (moya_provider_options.stub), the request fails
 *              with MOYA_ERROR_NO_STUB. moya_provider_cancel_all does not cancel requests of an
 *              instance, and moya_provider_drain does not wait for them.
 */
#ifndef MOYA_PLUGIN_TASKS_H
#define MOYA_PLUGIN_TASKS_H

#include "../plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOYA_TASKS "moya.tasks/1"

/* A function of the plugin that runs for a task: when a timer has run out, when a request has
 * ended, or, for `work`, on a thread where it may block. For a timer or work, `context` is the
 * owner of the task. For a request, `context` is the result of the request, and is valid until the
 * function returns. `result_status`, `http_status`, `response_…` and `request_…` of moya_host read
 * this result. `log` and `option_…` work with it, too. */
typedef void (*moya_task_fn)(void *instance, moya_context *context, void *user, moya_status status);

/* Bits of moya_sub_request.flags. */
enum {
  MOYA_SUB_BARE = 1,        /* no plugin sees the request */
  MOYA_SUB_NO_REDIRECTS = 2 /* a status of 3xx is a result like any other. Use this if the body has
                             * secrets, because a redirect with 307 or 308 would send the body to
                             * another server */
};

/* A request of a plugin. */
typedef struct moya_sub_request {
  uint32_t size MOYA_0;
  uint32_t flags MOYA_0;      /* MOYA_SUB_… */
  uint32_t timeout_ms MOYA_0; /* the total timeout; 0: 30 000. If the owner is a context, the time
                               * that its call has left is a limit, too */
  uint32_t header_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  const char *name MOYA_0;    /* the name of the request, which logs and other plugins see after the
                               * plugin's name; NULL: they see only the plugin's name */
  const char *method MOYA_0;  /* NULL: GET */
  const char *url MOYA_0;     /* absolute, required */
  const moya_header *headers MOYA_0;
  size_t header_count MOYA_0;
  const void *body MOYA_0;
  size_t body_len MOYA_0;
} moya_sub_request;
#define MOYA_SUB_REQUEST(...) MOYA_MAKE(moya_sub_request, __VA_ARGS__)

typedef struct moya_tasks {
  uint32_t size; /* the size of the table that the host filled */
  uint32_t reserved;
  /* Returns microseconds of a clock that never goes back. The clock begins at an arbitrary moment,
   * and stands still while the machine sleeps. [any thread] */
  uint64_t (*now_us)(void);
  /* Returns the microseconds since 1970-01-01 00:00 UTC. [any thread] */
  int64_t (*date_us)(void);

  /* The next three functions start a task. `task` receives the number of the task, and may be NULL.
   * Errors: NULL; STATE: `owner` is not valid, its hook has not deferred it, its call has ended, or
   * the instance ends; FORKED: the instance belongs to the parent process; MEMORY or SYSTEM.
   * [any thread] */

  /* Sets a timer. `run` is called after `delay_ms` milliseconds, but after at most 4 294 967 295.
   * If `delay_ms` is not positive, `run` is called soon. If `owner` is a deferred context, `run`
   * may be NULL: the timer then resumes the context with MOYA_HOOK_OK. Further errors: ARGUMENT:
   * `owner` is an instance and `run` is NULL. */
  moya_status (*after)(moya_context *owner, int64_t delay_ms, moya_task_fn run, void *user,
                       uint64_t *task);
  /* Runs `run` on a thread where it may block. */
  moya_status (*work)(moya_context *owner, moya_task_fn run, void *user, uint64_t *task);
  /* Sends a request. `run` receives the result. The host copies `request` before the function
   * returns. Further errors: ARGUMENT, UTF8, STRUCT_*, INVALID_URL and INVALID_REQUEST, if
   * `request` is invalid. */
  moya_status (*send)(moya_context *owner, const moya_sub_request *request, moya_task_fn run,
                      void *user, uint64_t *task);
  /* Stops a task. Returns 1 if `run` will not be called. Returns 0 if it was called, is running or
   * will be called. [any thread] */
  int32_t (*cancel)(moya_context *owner, uint64_t task);
} moya_tasks;

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_sub_request) == 72, "moya_sub_request");
#endif

#ifdef __cplusplus
}
#endif

#endif
