/* A module that exports moya_plugin_entry as a thread-local variable. constructed.h tells the test whether the
 * module was opened. */
#include "constructed.h"

__attribute__((visibility("default"))) __thread int moya_plugin_entry = 1;
