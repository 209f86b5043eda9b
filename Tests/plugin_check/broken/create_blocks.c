/* fails: create-destroy */
/* `create` does not return. */
#include "../module.h"
#include <unistd.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_host(functions, self, instance);
  for (;;) pause();
  return status;
}

static const moya_plugin plugin = {MODULE_HEAD("create-blocks", "Is never ready."), .create = create};

MOYA_MODULE(&plugin)
