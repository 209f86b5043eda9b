/* A table that ends before the first version's does. */
#include <moya/plugin.h>

static const struct {
  uint32_t size, abi;
  const char *id;
} table = {sizeof table, MOYA_PLUGIN_ABI, "org.libmoya.short"};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return (const moya_plugin_table *)&table;
}
