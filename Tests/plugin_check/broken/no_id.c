/* fails: opens */
/* There is no id. */
#include "../module.h"

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .version = "1.0.0",
    .about = "Has no id.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
