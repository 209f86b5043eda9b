/* A module for draft 1 of the interface. Its plugin table is shorter. A library for another interface must not read
 * this table. */
#include <moya/plugin.h>

static const uint32_t table[] = {136, 56, 0, 0};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {(const moya_plugin *)(const void *)table, NULL};
  static const moya_module module = {.size = sizeof module, .abi = 0x80000001u, .plugins = plugins};
  (void)host_abi;
  return &module;
}
