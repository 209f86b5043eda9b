/* A module for an interface that does not exist yet. */
#include <moya/plugin.h>

static const moya_plugin table = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.wrong-abi", .version = "1.0.0"};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {&table, NULL};
  static const moya_module module = {.size = sizeof module, .abi = 99, .plugins = plugins};
  (void)host_abi;
  return &module;
}
