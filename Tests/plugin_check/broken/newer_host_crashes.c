/* fails: newer-host */
/* The entry crashes if the host is newer than the module. */
#include "../module.h"
#include <stdlib.h>

static const moya_plugin plugin = {MODULE_HEAD("newer-host-crashes", "Fears newer hosts."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};
static const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  if (host_abi > MOYA_PLUGIN_ABI) abort();
  return host_abi == MOYA_PLUGIN_ABI ? &module : NULL;
}
