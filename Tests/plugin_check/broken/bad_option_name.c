/* fails: opens */
/* The name of the option has a hyphen and an upper-case letter. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "Max-Count", .about = "How many.", .kind = MOYA_OPTION_INT},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("bad-option-name", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
