/* fails: opens */
/* The entry makes its table on the heap. A table must be static. */
#include "../module.h"
#include <stdlib.h>

static const moya_plugin plugin = {MODULE_HEAD("heap-table", "Makes a table."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static moya_module *module;
  if (!module) module = malloc(sizeof *module);
  if (module) *module = (moya_module){sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};
  return host_abi >= MOYA_PLUGIN_ABI ? module : NULL;
}
