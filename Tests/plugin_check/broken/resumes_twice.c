/* fails: resume-once */
/* The plugin resumes each context twice. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void go_on(void *instance, moya_context *context, void *user, moya_status status) {
  (void)instance, (void)user, (void)status;
  host->resume(context, MOYA_HOOK_OK);
  host->resume(context, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(context, 20, go_on, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("resumes-twice", "Lets calls wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
