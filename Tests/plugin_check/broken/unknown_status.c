/* fails: answers */
/* process returns a negative number that is not a status. */
#include "../module.h"

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  return host->http_status(context) == 503 ? -12345 : MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("unknown-status", "Fails responses."),
    .create = keep_host,
    .process = process,
};

MOYA_MODULE(&plugin)
