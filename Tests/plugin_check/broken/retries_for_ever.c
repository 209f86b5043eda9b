/* fails: balance */
/* should_retry asks for another attempt after every result, even after a success. */
#include "../module.h"

static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return 1;
}

static const moya_plugin plugin = {
    MODULE_HEAD("retries-for-ever", "Retries."),
    .create = keep_host,
    .should_retry = should_retry,
};

MOYA_MODULE(&plugin)
