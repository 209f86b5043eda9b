/* A plugin that serves no host: its entry returns NULL. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return NULL;
}
