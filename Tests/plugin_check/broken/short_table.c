/* fails: opens */
/* The table is shorter than any host accepts. */
#include "../module.h"

static const moya_plugin plugin = {
    .size = 32,
    .option_size = sizeof(moya_option),
    .id = "org.example.short-table",
    .version = "1.0.0",
    .about = "Has a short table.",
    .license = "MIT",
    .create = keep_host,
};

MOYA_MODULE(&plugin)
