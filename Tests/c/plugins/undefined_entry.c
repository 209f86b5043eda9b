/* A module that calls moya_plugin_entry and does not define it. constructed.h tells the test whether the module was
 * opened. */
#include "constructed.h"

int moya_plugin_entry(unsigned host_abi) __attribute__((weak, visibility("default")));
int moya_test_use(void);
__attribute__((visibility("default"))) int moya_test_use(void) { return moya_plugin_entry ? moya_plugin_entry(1) : 0; }
