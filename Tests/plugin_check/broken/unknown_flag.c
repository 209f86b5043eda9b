/* fails: opens */
/* The table has a flag that no host knows. */
#include "../module.h"

static const moya_plugin plugin = {
    MODULE_HEAD("unknown-flag", "Wants something unknown."),
    .flags = 1u << 30,
    .create = keep_host,
};

MOYA_MODULE(&plugin)
