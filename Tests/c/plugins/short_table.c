/* A table that ends before the first version's does. */
#include <moya/plugin.h>

static const struct {
  uint32_t size, abi;
  const char *id;
} table = {.size = sizeof table, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.short"};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return (const moya_plugin_table *)&table;
}
