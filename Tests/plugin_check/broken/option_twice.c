/* fails: opens */
/* Two options have the same name. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT},
    {.name = "count", .about = "How many, once more.", .kind = MOYA_OPTION_INT},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("option-twice", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
