/* fails: slot-released */
/* Nothing frees what the plugin stores in its slot. */
#include "../module.h"
#include <stdlib.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  if (host->slot(context)) return MOYA_HOOK_OK;
  void *value = calloc(1, 4096);
  if (!value) return MOYA_ERROR_MEMORY;
  moya_status status = host->set_slot(context, value);
  if (status != MOYA_OK) free(value);
  return status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("slot-leak", "Measures calls."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
