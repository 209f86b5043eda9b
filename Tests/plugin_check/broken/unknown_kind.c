/* fails: opens */
/* The option has a kind that does not exist. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "count", .about = "How many.", .kind = 77},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("unknown-kind", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
