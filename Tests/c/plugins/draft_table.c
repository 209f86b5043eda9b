/* A module for draft 2 of the interface. Like the entry function of MOYA_MODULE in that draft, its entry function
 * returns NULL for a library whose interface has a smaller number. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {NULL};
  static const moya_module module = {.size = sizeof module, .abi = 0x80000002u, .plugins = plugins};
  return host_abi >= 0x80000002u ? &module : NULL;
}
