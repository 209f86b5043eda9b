/* A plugin without a name. */
#include <moya/plugin.h>

static const moya_plugin_table table = {.size = sizeof table, .abi = MOYA_PLUGIN_ABI};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table;
}
