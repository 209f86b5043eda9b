/* warns: slot-set */
/* The plugin's flag says that the later hooks need a slot, but prepare sets no slot. So the plugin marks no
 * response. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "X-Marked", "1");
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  return host->response_set_header(context, "X-Marked", "1");
}

static const moya_plugin plugin = {
    MODULE_HEAD("never-sets-slot", "Marks requests and responses."),
    .flags = MOYA_PLUGIN_NEEDS_SLOT,
    .create = keep_host,
    .prepare = prepare,
    .process = process,
};

MOYA_MODULE(&plugin)
