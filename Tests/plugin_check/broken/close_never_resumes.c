/* fails: close */
/* `close` defers, and nothing resumes it: each destruction of a provider takes two seconds. */
#include "../module.h"

static moya_status close_instance(void *instance, moya_context *self) {
  (void)instance;
  return host->defer(self) == MOYA_OK ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("close-never-resumes", "Ends slowly."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = keep_host,
    .close = close_instance,
};

MOYA_MODULE(&plugin)
