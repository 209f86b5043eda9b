/* fails: opens */
/* The id is not a reversed domain name in lower case. */
#include "../module.h"

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "Bad Id",
    .version = "1.0.0",
    .about = "Has a bad id.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
