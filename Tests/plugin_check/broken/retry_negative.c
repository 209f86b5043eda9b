/* fails: answers */
/* should_retry returns a negative number that is reserved. */
#include "../module.h"

static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return -7;
}

static const moya_plugin plugin = {
    MODULE_HEAD("retry-negative", "Does not retry."),
    .create = keep_host,
    .should_retry = should_retry,
};

MOYA_MODULE(&plugin)
