/* fails: opens */
/* The sentence about the plugin has 4000 bytes. */
#include "../module.h"

#define TEN(text) text text text text text text text text text text

static const moya_plugin plugin = {
    MODULE_HEAD("long-text", TEN(TEN(TEN("Long")))),
    .create = keep_host,
};

MOYA_MODULE(&plugin)
