/* fails: opens */
/* The range of the option has no values. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT, .least = 10, .most = 1},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("range-upside-down", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
