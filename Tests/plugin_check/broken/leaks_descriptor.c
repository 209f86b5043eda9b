/* fails: create-destroy */
/* `destroy` does not close the file that `create` opened. */
#include "../module.h"
#include <fcntl.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  if (open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0) return MOYA_OK;
  host->fail(self, "/dev/null cannot be opened");
  return MOYA_ERROR_FILE;
}

static void destroy(void *instance) { (void)instance; }

static const moya_plugin plugin = {
    MODULE_HEAD("leaks-descriptor", "Opens a file."), .create = create, .destroy = destroy};

MOYA_MODULE(&plugin)
