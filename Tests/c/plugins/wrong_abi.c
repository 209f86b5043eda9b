/* A plugin for an interface that does not exist yet. */
#include <moya/plugin.h>

static const moya_plugin_table table = {.size = sizeof table, .abi = 99, .id = "org.libmoya.wrong-abi"};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table;
}
