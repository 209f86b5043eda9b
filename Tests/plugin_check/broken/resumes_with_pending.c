/* fails: answers */
/* resume gets MOYA_HOOK_PENDING as the result of the hook. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return status;
  host->resume(context, MOYA_HOOK_PENDING);
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("resumes-with-pending", "Waits twice."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
