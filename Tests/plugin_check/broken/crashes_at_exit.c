/* fails: exit */
/* A destructor of the module uses a pointer that `destroy` has set to NULL. */
#include "../module.h"

static volatile int *calls;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  static int count;
  calls = &count;
  return keep_host(functions, self, instance);
}
static void destroy(void *instance) {
  (void)instance;
  calls = NULL;
}
__attribute__((destructor)) static void unload(void) { *calls = 0; }

static const moya_plugin plugin = {
    MODULE_HEAD("crashes-at-exit", "Counts calls."),
    .create = create,
    .destroy = destroy,
};

MOYA_MODULE(&plugin)
