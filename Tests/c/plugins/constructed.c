/* A module that works. constructed.h tells the test that the module was opened. */
#include "constructed.h"
#include <moya/plugin.h>

static const moya_plugin plugin = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.constructed", .version = "1.0.0"};

MOYA_MODULE(&plugin)
