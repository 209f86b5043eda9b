/* A module that is linked with a library that no longer exists. Tests/steps/c makes this library and removes it
 * again. */
#include <moya/plugin.h>

int moya_test_gone(void);

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  return moya_test_gone() == (int)host_abi ? NULL : NULL;
}
