/* A plugin that wants something this host does not know. */
#include <moya/plugin.h>

static const moya_plugin_table table = {.size = sizeof table, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.flags", .flags = 1};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table;
}
