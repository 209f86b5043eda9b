/* Links a library that is nowhere to be found when it is loaded: Tests/steps/c makes it, and takes it away. */
#include <moya/plugin.h>

int moya_test_gone(void);

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  return moya_test_gone() == (int)host_abi ? NULL : NULL;
}
