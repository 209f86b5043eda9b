/* A module with three plugins. The id of the third one has a capital letter. */
#include <moya/plugin.h>

static const moya_plugin first = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.first", .version = "1.0.0"};
static const moya_plugin second = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.second", .version = "1.0.0"};
static const moya_plugin third = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.Third", .version = "1.0.0"};

MOYA_MODULE(&first, &second, &third)
