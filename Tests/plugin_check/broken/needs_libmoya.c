/* fails: undefined-symbols */
/* The module calls a function of libmoya. This works only where libmoya's names are global. */
#include "../module.h"
#include <moya/library.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "X-Version", moya_version());
}

static const moya_plugin plugin = {
    MODULE_HEAD("needs-libmoya", "Adds the version of the library."), .create = keep_host, .prepare = prepare};

MOYA_MODULE(&plugin)
