/* fails: answers */
/* prepare returns MOYA_HOOK_PENDING without having deferred. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->request_set_header(context, "X-Waits", "1");
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("pending-without-defer", "Forgets to defer."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
