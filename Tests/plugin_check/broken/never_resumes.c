/* fails: resume-always */
/* prepare defers, and nothing resumes the context. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("never-resumes", "Lets calls wait."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
