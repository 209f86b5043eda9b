/* A module with two plugins. The table of the second one does not begin with MOYA_PLUGIN_HEAD. */
#include <moya/plugin.h>

static const moya_plugin first = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.first", .version = "1.0.0"};
static const moya_plugin second = {.id = "org.libmoya.second", .version = "1.0.0"};

MOYA_MODULE(&first, &second)
