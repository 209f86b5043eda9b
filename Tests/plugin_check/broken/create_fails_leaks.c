/* fails: create-fails */
/* If the library has no functions for the tasks of a plugin (moya/plugin/tasks.h), `create` fails and does not free
 * what it made. */
#include "../module.h"
#include <stdlib.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = calloc(1, 4096);
  if (!*instance) return MOYA_ERROR_MEMORY;
  return keep_tasks(functions, self);
}

static const moya_plugin plugin = {
    MODULE_HEAD("create-fails-leaks", "Needs tasks."), .create = create, .destroy = free};

MOYA_MODULE(&plugin)
