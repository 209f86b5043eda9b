/* A module that exports moya_plugin_entry as data. A constructor makes the file that MOYA_TEST_MARK names. */
#include "constructed.h"

__attribute__((visibility("default"))) int moya_plugin_entry = 1;
