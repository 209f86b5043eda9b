/* A plugin with a flag that this library does not know. */
#include <moya/plugin.h>

static const moya_plugin table = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.flags", .version = "1.0.0", .flags = 1u << 31};

MOYA_MODULE(&table)
