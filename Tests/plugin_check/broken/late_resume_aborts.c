/* fails: resume-late */
/* If a call has ended before its resume, the plugin crashes. */
#include "../module.h"
#include <stdlib.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void go_on(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance, (void)self;
  moya_status resumed = host->resume(user, MOYA_HOOK_OK);
  if (status == MOYA_OK && resumed != MOYA_OK) abort();
}

static moya_status prepare(void *instance, moya_context *context) {
  moya_context *self = instance;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(self, 200, go_on, context, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("late-resume-aborts", "Lets calls wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
