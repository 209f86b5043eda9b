/* A module for draft 1. Its table is shorter, and a library for another draft must not read it. */
#include <moya/plugin.h>

static const uint32_t table[] = {136, 56, 0, 0};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {(const moya_plugin *)(const void *)table, NULL};
  static const moya_module module = {.size = sizeof module, .abi = 0x80000001u, .plugins = plugins};
  (void)host_abi;
  return &module;
}
