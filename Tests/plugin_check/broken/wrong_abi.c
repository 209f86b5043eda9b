/* fails: opens */
/* The module was compiled for an interface that no host has. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("wrong-abi", "Uses another interface."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};
static const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI + 1000, plugins};

const moya_module *moya_plugin_entry(uint32_t host_abi) { return host_abi >= MOYA_PLUGIN_ABI ? &module : NULL; }
