/* fails: responses */
/* After the status 202, process waits and nothing resumes it. */
#include "../module.h"

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  if (host->http_status(context) != 202) return MOYA_HOOK_OK;
  moya_status status = host->defer(context);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("never-resumes-accepted", "Waits for the end of jobs."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = keep_host,
    .process = process,
};

MOYA_MODULE(&plugin)
