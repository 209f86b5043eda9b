/* A module for an interface that this library does not know. Like the entry function of MOYA_MODULE, its entry function
 * returns NULL for this library. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {NULL};
  static const moya_module module = {.size = sizeof module, .abi = MOYA_PLUGIN_ABI + 1, .plugins = plugins};
  return host_abi > MOYA_PLUGIN_ABI ? &module : NULL;
}
