/* fails: declines-0 */
/* The entry does not look at the interface of the host. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("accepts-abi-0", "Takes every host."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};
static const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &module;
}
