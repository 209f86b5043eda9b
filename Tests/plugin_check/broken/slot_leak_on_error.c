/* fails: slot-released */
/* If a call fails, the plugin empties its slot and does not free what was in it. */
#include "../module.h"
#include <stdlib.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  if (host->slot(context)) return MOYA_HOOK_OK;
  void *value = calloc(1, 16384);
  if (!value) return MOYA_ERROR_MEMORY;
  moya_status status = host->set_slot(context, value);
  if (status != MOYA_OK) free(value);
  return status;
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  return host->result_status(context) == MOYA_OK ? MOYA_HOOK_OK : host->set_slot(context, NULL);
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

static const moya_plugin plugin = {
    MODULE_HEAD("slot-leak-on-error", "Measures calls."),
    .create = keep_host,
    .prepare = prepare,
    .process = process,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
