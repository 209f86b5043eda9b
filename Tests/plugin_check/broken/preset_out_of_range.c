/* fails: opens */
/* The preset is out of the range of the option. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT, .preset = "11", .least = 1, .most = 10},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("preset-out-of-range", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
