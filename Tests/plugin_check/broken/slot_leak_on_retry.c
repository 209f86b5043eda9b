/* fails: slot-released */
/* Each attempt replaces what is in the slot, and frees nothing. */
#include "../module.h"
#include <stdlib.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  void *value = calloc(1, 16384);
  if (!value) return MOYA_ERROR_MEMORY;
  moya_status status = host->set_slot(context, value);
  if (status != MOYA_OK) free(value);
  return status;
}

static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance;
  return host->http_status(context) >= 400 && host->attempt(context) < 3 ? 10 : MOYA_RETRY_NONE;
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

static const moya_plugin plugin = {
    MODULE_HEAD("slot-leak-on-retry", "Measures attempts."),
    .create = keep_host,
    .prepare = prepare,
    .should_retry = should_retry,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
