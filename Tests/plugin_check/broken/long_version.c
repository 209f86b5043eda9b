/* fails: opens */
/* The version is longer than 63 bytes. */
#include "../module.h"

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.long-version",
    .version = "1.0.0-0123456789012345678901234567890123456789012345678901234567890123456789",
    .about = "Has a long version.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
