/* fails: environment */
/* A hook changes the locale of the process. */
#include "../module.h"
#include <locale.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  setlocale(LC_ALL, "C.UTF-8");
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-locale", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
