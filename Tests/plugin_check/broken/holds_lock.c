/* fails: overlap */
/* A call holds a lock while it waits, so a second call never leaves its hook. */
#include "../module.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void go_on(void *instance, moya_context *context, void *user, moya_status status) {
  (void)instance, (void)user, (void)status;
  pthread_mutex_unlock(&lock);
  host->resume(context, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  pthread_mutex_lock(&lock);
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(context, 20, go_on, NULL, NULL);
  if (status != MOYA_OK) pthread_mutex_unlock(&lock);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("holds-lock", "Lets one call at a time wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
