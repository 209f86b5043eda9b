/* fails: not-starved */
/* The timers of the plugin sleep. The more calls wait for a timer, the longer it sleeps. */
#include "../module.h"
#include <stdatomic.h>
#include <time.h>

static atomic_int waiting;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void go_on(void *instance, moya_context *context, void *user, moya_status status) {
  (void)instance, (void)user, (void)status;
  int calls = atomic_fetch_sub(&waiting, 1);
  nanosleep(&(struct timespec){.tv_nsec = 2000000 * calls}, NULL);
  host->resume(context, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return status;
  atomic_fetch_add(&waiting, 1);
  status = tasks->after(context, 5, go_on, NULL, NULL);
  if (status == MOYA_OK) return MOYA_HOOK_PENDING;
  atomic_fetch_sub(&waiting, 1);
  return status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("timer-blocks", "Lets calls wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
