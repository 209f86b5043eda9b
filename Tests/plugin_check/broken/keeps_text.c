/* fails: texts */
/* The slot has a pointer to a text of prepare, which is not valid after prepare. */
#include "../module.h"
#include <string.h>

static moya_status prepare(void *instance, moya_context *context) {
  moya_str method = host->request_method(context);
  (void)instance;
  return host->set_slot(context, (void *)(uintptr_t)method.data);
}

static moya_status process(void *instance, moya_context *context) {
  const char *volatile method = host->slot(context);
  (void)instance;
  if (method && strcmp(method, "POST") == 0) host->log(context, MOYA_LOG_DEBUG, "sent");
  host->set_slot(context, NULL);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("keeps-text", "Logs methods."),
    .create = keep_host,
    .prepare = prepare,
    .process = process,
};

MOYA_MODULE(&plugin)
