/* fails: opens */
/* The sentence about the plugin is not UTF-8. */
#include "../module.h"

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.bad-utf8",
    .version = "1.0.0",
    .about = "Caf\xe9.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
