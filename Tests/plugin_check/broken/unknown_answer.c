/* fails: answers */
/* prepare returns a number that has no meaning. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->request_set_header(context, "X-Answer", "42");
  return status == MOYA_OK ? 42 : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("unknown-answer", "Sets a field."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
