/* fails: create-destroy */
/* Nothing frees the instance. */
#include "../module.h"
#include <stdlib.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = calloc(1, 4096);
  return *instance ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static const moya_plugin plugin = {MODULE_HEAD("leaks-memory", "Has an instance."), .create = create};

MOYA_MODULE(&plugin)
