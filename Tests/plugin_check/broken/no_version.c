/* fails: opens */
/* There is no version. */
#include "../module.h"

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.no-version",
    .about = "Has no version.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
