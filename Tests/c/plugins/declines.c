/* A module that no library can use, because its entry function always returns NULL. */
#include <moya/plugin.h>

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return NULL;
}
