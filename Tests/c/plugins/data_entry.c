/* A module that exports moya_plugin_entry as data instead of a function. constructed.h tells the test whether the
 * module was opened. */
#include "constructed.h"

__attribute__((visibility("default"))) int moya_plugin_entry = 1;
