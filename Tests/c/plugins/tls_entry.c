/* A module that exports moya_plugin_entry as a thread-local variable. A constructor makes the file that MOYA_TEST_MARK
 * names. */
#include "constructed.h"

__attribute__((visibility("default"))) __thread int moya_plugin_entry = 1;
