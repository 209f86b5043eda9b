/* fails: environment */
/* A hook changes the mode of new files. */
#include "../module.h"
#include <sys/stat.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  umask(0);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-umask", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
