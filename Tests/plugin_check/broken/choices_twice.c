/* fails: tables */
/* One choice of an option is empty, and another choice is there twice. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "form", .about = "The form.", .kind = MOYA_OPTION_TEXT, .choices = "text|json||text"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("choices-twice", "Has an option."), .options = options, .create = keep_host};

MOYA_MODULE(&plugin)
