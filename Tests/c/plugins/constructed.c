/* A module that works. A constructor makes the file that MOYA_TEST_MARK names. */
#include "constructed.h"
#include <moya/plugin.h>

static const moya_plugin plugin = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.constructed", .version = "1.0.0"};

MOYA_MODULE(&plugin)
