/* A plugin that rejects every config, and says why unless the config is empty. */
#include <moya/plugin.h>

static moya_status create(const moya_host *host, moya_context *context, const char *config, void **instance) {
  (void)instance;
  if (config[1] != '}') host->fail(context, "unknown key");
  return -5;
}

static const moya_plugin_table table = {
    .size = sizeof table, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.create-fails", .create = create};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table;
}
