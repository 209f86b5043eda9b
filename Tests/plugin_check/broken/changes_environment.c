/* fails: environment */
/* A hook changes a variable of the environment. */
#include "../module.h"
#include <stdlib.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  setenv("MOYA_CHANGED", "1", 1);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-environment", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
