/* fails: twice-same-table */
/* The entry makes a new table each time. */
#include "../module.h"
#include <stdlib.h>

static const moya_plugin plugin = {MODULE_HEAD("other-table", "Makes tables."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  moya_module *module = host_abi >= MOYA_PLUGIN_ABI ? malloc(sizeof *module) : NULL;
  if (module) *module = (moya_module){sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};
  return module;
}
