/* fails: opens */
/* The list of plugins is empty. */
#include <moya/plugin.h>

static const moya_plugin *const plugins[] = {NULL};
static const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};

const moya_module *moya_plugin_entry(uint32_t host_abi) { return host_abi >= MOYA_PLUGIN_ABI ? &module : NULL; }
