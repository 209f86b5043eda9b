/* A module with two plugins. Both can be listed, but the `create` of each fails. */
#include <moya/plugin.h>

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)instance;
  host->fail(self, "created");
  return -5;
}

static const moya_plugin first = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.first", .version = "1.0.0", .about = "The first.", .create = create};
static const moya_plugin second = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.second", .version = "2.0.0", .create = create};

MOYA_MODULE(&first, &second)
