/* fails: answers */
/* process returns MOYA_HOOK_ANSWERED, which only prepare may return. */
#include "../module.h"

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  if (host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK;
  moya_status status = host->response_set_header(context, "X-Seen", "1");
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("answers-in-process", "Sets a field of responses."),
    .create = keep_host,
    .process = process,
};

MOYA_MODULE(&plugin)
