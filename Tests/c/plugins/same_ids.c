/* A module with three plugins. The first and the third one have the same id. */
#include <moya/plugin.h>

static const moya_plugin first = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.first", .version = "1.0.0"};
static const moya_plugin second = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.second", .version = "1.0.0"};

MOYA_MODULE(&first, &second, &first)
