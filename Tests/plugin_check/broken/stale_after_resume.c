/* fails: stale-context */
/* The plugin uses a context after it has resumed it. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return status;
  host->resume(context, MOYA_HOOK_OK);
  host->request_set_header(context, "X-Late", "1");
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("stale-after-resume", "Waits for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
