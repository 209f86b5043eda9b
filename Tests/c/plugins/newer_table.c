/* A module for an interface that this library does not know. Its entry returns NULL for this library, like the entry of
 * MOYA_MODULE. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {NULL};
  static const moya_module module = {.size = sizeof module, .abi = MOYA_PLUGIN_ABI + 1, .plugins = plugins};
  return host_abi > MOYA_PLUGIN_ABI ? &module : NULL;
}
