/* fails: opens */
/* The preset is not a value that the option allows. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT, .preset = "eleven", .least = 1, .most = 10},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("bad-preset", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
