/* fails: create-destroy */
/* `destroy` frees the instance twice. */
#include "../module.h"
#include <stdlib.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = calloc(1, 64);
  return *instance ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static void clear(void *memory) { free(memory); }

static void destroy(void *instance) {
  void (*volatile release)(void *) = clear; /* so that the compiler does not see both calls */
  release(instance);
  release(instance);
}

static const moya_plugin plugin = {
    MODULE_HEAD("double-free", "Has an instance."), .create = create, .destroy = destroy};

MOYA_MODULE(&plugin)
