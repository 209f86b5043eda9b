/* fails: opens */
/* The entry returns a number instead of a table. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  return host_abi >= MOYA_PLUGIN_ABI ? (const moya_module *)1 : NULL;
}
