/* fails: stale-context */
/* will_send uses the context of prepare, which has ended. */
#include "../module.h"
#include <stdlib.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = calloc(1, sizeof(moya_context *));
  return *instance ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static moya_status prepare(void *instance, moya_context *context) {
  __atomic_store_n((moya_context **)instance, context, __ATOMIC_RELAXED);
  return MOYA_HOOK_OK;
}

static void will_send(void *instance, moya_context *context) {
  moya_context *kept = __atomic_load_n((moya_context **)instance, __ATOMIC_RELAXED);
  moya_str url = host->request_url(kept);
  if (url.data) host->log(context, MOYA_LOG_DEBUG, url.data);
}

static const moya_plugin plugin = {
    MODULE_HEAD("keeps-context", "Reads the request."),
    .create = create,
    .destroy = free,
    .prepare = prepare,
    .will_send = will_send,
};

MOYA_MODULE(&plugin)
