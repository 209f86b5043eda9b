/* fails: opens */
/* The entry declines every host. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return NULL;
}
