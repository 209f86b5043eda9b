/* fails: opens */
/* The module calls a function that no library has. The loader refuses the module. */
#include "../module.h"

int a_function_that_nobody_has(void);

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return a_function_that_nobody_has() == 0 ? MOYA_HOOK_OK : MOYA_ERROR_OTHER;
}

static const moya_plugin plugin = {
    MODULE_HEAD("undefined-symbol", "Calls a missing function."), .create = keep_host, .prepare = prepare};

MOYA_MODULE(&plugin)
