/* fails: opens */
/* The preset is not one of the choices. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "form", .about = "The form.", .kind = MOYA_OPTION_TEXT, .preset = "\"xml\"", .choices = "text|json"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("preset-not-a-choice", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
