/* warns: slot-released */
/* The plugin has MOYA_PLUGIN_NEEDS_SLOT, but prepare sets no slot, so process never runs. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "X-Client", "1");
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("slot-never-set", "Marks requests and responses."),
    .flags = MOYA_PLUGIN_NEEDS_SLOT,
    .create = keep_host,
    .prepare = prepare,
    .process = process,
};

MOYA_MODULE(&plugin)
