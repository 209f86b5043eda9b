/* fails: opens */
/* The module exports another function than moya_plugin_entry. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("no-entry", "Has no entry function."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};
static const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};

MOYA_PLUGIN_EXPORT const moya_module *plugin_entry(uint32_t host_abi);

const moya_module *plugin_entry(uint32_t host_abi) { return host_abi >= MOYA_PLUGIN_ABI ? &module : NULL; }
