/* fails: tables */
/* An option is required, so its preset is never used. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT, .required = 1, .preset = "5"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("required-with-preset", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
