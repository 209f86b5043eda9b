/* A plugin whose prepare fails with a number that is no status. */
#include <moya/plugin.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  (void)context;
  return -12345;
}

static const moya_plugin_table table = {
    .size = sizeof table, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.hook-fails", .prepare = prepare};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table;
}
