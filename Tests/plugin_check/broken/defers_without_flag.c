/* fails: answers */
/* The plugin defers, but does not set MOYA_PLUGIN_WAITS. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(context, 5, NULL, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("defers-without-flag", "Lets calls wait for a moment."), .create = create, .prepare = prepare};

MOYA_MODULE(&plugin)
