/* A plugin without an id. */
#include <moya/plugin.h>

static const moya_plugin table = {MOYA_PLUGIN_HEAD, .version = "1.0.0"};

MOYA_MODULE(&table)
