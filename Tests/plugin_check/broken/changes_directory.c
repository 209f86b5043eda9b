/* fails: environment */
/* A hook changes the working directory. */
#include "../module.h"
#include <unistd.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  if (chdir("/") != 0) return MOYA_ERROR_SYSTEM;
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-directory", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
