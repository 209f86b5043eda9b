/* fails: opens */
/* The id belongs to libmoya. */
#include "../module.h"

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "moya.access-token",
    .version = "1.0.0",
    .about = "Has the id of another plugin.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
